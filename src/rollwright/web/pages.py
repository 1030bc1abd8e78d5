"""The pages that browsers read: gathers what the templates need and renders them.

Nothing here reads or writes anything but the package's own templates and static files.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from ..game import Game, Json
from ..i18n import LANGUAGES, T, Text, current_language, use_language
from ..render.svg import field_id, sheet_svg
from ..render.symbols import SYMBOLS
from ..spec import Family, Option, OptionValue, create_game, families, find_family, format_value
from ..vocabulary import word
from .bot_words import bot_title, default_bot, easiest_bot, opponents
from .examples import MINIATURES, rule_drawings
from .lessons import lesson
from .option_words import choice_words, option_title
from .words import AVATARS, page_words

STATIC = Path(__file__).parent / "static"
"""The folder of style sheets, modules and icons."""

SHEET_OPTIONS = frozenset(
    ("layout", "marks_to_lock", "rows_to_end", "max_misthrows", "column_rule", "lowest", "boxes")
)
"""The options that matter to somebody's own sheet, whatever the others do."""

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "es": "Español"}


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a page is: the language, the path that is shown, and the address of the server."""

    language: str
    path: str = "/"
    base_url: str = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table in a list: who plays what there, and how it stands."""

    code: str
    title: str
    family: str
    names: tuple[str, ...]
    phase: str
    your_turn: bool
    ago: Text | str
    result: Text | str | None = None


@cache
def _static_version() -> str:
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(STATIC).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


STATIC_VERSION = _static_version()
"""Changes with any static file, so that browsers may keep what they have for ever."""


def static_url(name: str) -> str:
    """The path under which the server gives out a static file."""
    return f"/static/{STATIC_VERSION}/{name}"


def _gettext(message: str) -> str:
    return str(Text(message))


def _ngettext(one: str, many: str, n: int) -> str:
    return str(Text(one, (("n", n),), many, n))


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        _gettext, _ngettext, newstyle=True
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.globals.update(
        static_url=static_url,
        symbols={name: Markup(drawing) for name, drawing in SYMBOLS.items()},
        languages=[(code, LANGUAGE_NAMES[code]) for code in LANGUAGES],
        avatars=AVATARS,
    )
    return environment


def render(template: str, reader: Reader, **context: Any) -> str:
    """A template as a page for `reader`, in the reader's language."""
    use_language(reader.language)
    shown = {"reader": reader, "language": reader.language, "notice": None, **context}
    return _templates().get_template(template).render(shown)


def data_block(data: Mapping[str, Any]) -> Markup:
    """JSON for a data block of a page; nothing in it can end the block."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


# Games as pages show them


def _sheet_title(family: str) -> str:
    return str(T("A sheet of {game}", game=find_family(family).title))


@cache
def _miniature(family: str, language: str) -> Markup:
    """The drawing of a sheet in the middle of a game; the title follows the current language."""
    game = create_game(family)
    return Markup(sheet_svg(game, MINIATURES[family], _sheet_title(family), sideways=True))


def family_card(family: Family) -> Json:
    """What pages show of a game: its names, players, drawing and bots."""
    return {
        "name": family.name,
        "title": family.title,
        "fewest": family.seats[0],
        "most": family.seats[-1],
        "drawing": _miniature(family.name, current_language()),
        "bots": [
            {
                "name": opponent.bot,
                "level": opponent.level,
                "label": opponent.label,
                "title": opponent.title,
                "meaning": str(opponent.meaning),
            }
            for opponent in opponents(family.name)
        ],
        "default_bot": default_bot(family.name),
        "easiest_bot": easiest_bot(family.name),
    }


def layout(game: Game[Any]) -> Json:
    """What is printed on the sheets of a game and on its dice, for the modules of the page."""
    sheet = game.sheet
    lines = []
    for line in sheet.lines:
        fields = []
        for index in line.fields:
            field = sheet.fields[index]
            colour = field.colour or line.name
            fields.append(
                {
                    "id": field_id(sheet, index),
                    "number": field.number,
                    "colour": colour,
                    "colour_letter": _letter(game, colour),
                    "bonus": field.bonus,
                    "column": field.column,
                    "label": str(_field_label(line.name, colour, field.number, field.position)),
                }
            )
        lines.append(
            {
                "name": line.name,
                "word": str(word(line.name)),
                "letter": line.letter,
                "colour": line.name,
                "fields": fields,
            }
        )
    family = game.spec.family
    return {
        "family": family,
        "title": find_family(family).title,
        "lines": lines,
        "locks": sheet.fields[0].number is not None,
        "symbols": [*SYMBOLS] if sheet.lines[0].name in SYMBOLS else [],
        "dice": _dice(game),
        "misthrows": most_misthrows(game),
    }


def most_misthrows(game: Game[Any]) -> int:
    """How many boxes for misthrows a sheet has."""
    options = dict(game.spec.options)
    boxes = {"qwixx": int(options.get("max_misthrows", 4)), "qwinto": 4}
    return boxes.get(game.spec.family, 0)


def _dice(game: Game[Any]) -> list[Json]:
    """Every die of the game, so that each keeps its place for the whole game."""
    colours = [line.name for line in game.sheet.lines]
    if colours[0] in SYMBOLS:
        return [{"name": "symbol", "word": str(word("symbol")), "letter": "", "colour": "white"}]
    white = ["white 1", "white 2"] if game.sheet.fields[0].number is not None else []
    return [
        {"name": name, "word": str(word(name)), "letter": name[0], "colour": name.split()[0]}
        for name in (*white, *colours)
    ]


def _letter(game: Game[Any], colour: str) -> str:
    return next(line.letter for line in game.sheet.lines if line.name == colour)


def _field_label(line: str, colour: str, number: int | None, position: int) -> Text:
    if number is None:
        return T("{line}, field {n}", line=word(line), n=position + 1)
    if line == colour:
        return T("{colour} {number}", colour=word(colour), number=number)
    return T(
        "{colour} {number} in the {line} row", colour=word(colour), number=number, line=word(line)
    )


def _option_rows(family: Family, chosen: Mapping[str, Any]) -> list[Json]:
    """The options of a game with their choices in plain words, the official one named so."""
    return [
        {
            "name": option.name,
            "title": str(option_title(option)),
            "choices": [
                {
                    "value": format_value(value),
                    "words": str(choice_words(option.name, value)),
                    "official": value == option.default,
                    "chosen": format_value(value) == _chosen(option, chosen),
                }
                for value in _ordered_choices(option)
            ],
        }
        for option in family.options
        if len(option.choices) > 1
    ]


def _chosen(option: Option, form: Mapping[str, Any]) -> str:
    return str(form.get(f"option.{option.name}", format_value(option.default)))


def _ordered_choices(option: Option) -> list[OptionValue]:
    if all(type(choice) is int for choice in option.choices):
        return list(option.choices)
    return sorted(option.choices, key=lambda value: value != option.default)


# The pages


def home(
    reader: Reader,
    open_tables: Sequence[TableCard],
    finished: Sequence[TableCard],
    notice: Text | str | None = None,
) -> str:
    """The first page: the three games, and the reader's own tables."""
    use_language(reader.language)
    return render(
        "home.html",
        reader,
        families=[family_card(family) for family in families()],
        open_tables=open_tables,
        finished=finished,
        notice=notice,
    )


def new_table(
    reader: Reader,
    family: str,
    notice: Text | str | None = None,
    form: Mapping[str, Any] | None = None,
) -> str:
    """The page that sets up a table; `form` holds what was chosen before an error."""
    use_language(reader.language)
    found = find_family(family)
    filled = dict(form or {})
    return render(
        "new.html",
        reader,
        family=family_card(found),
        options=_option_rows(found, filled),
        form=filled,
        seats=range(found.seats[-1]),
        notice=notice,
    )


def table(reader: Reader, code: str, view: Json, sheet_layout: Json) -> str:
    """The page of a table, with all that its modules need for the first paint."""
    use_language(reader.language)
    data = {
        "code": code,
        "view": view,
        "layout": sheet_layout,
        "words": page_words(),
        "avatars": {name: str(title) for name, title in AVATARS.items()},
        "standIn": default_bot(sheet_layout["family"]),
    }
    return render("table.html", reader, code=code, view=view, data=data_block(data))


def score_sheet(
    reader: Reader, game: Game[Any], view: Json, numbers: Sequence[int], differences: Sequence[str]
) -> str:
    """The score sheet for somebody who plays with real dice and people.

    `view` is that of the empty sheet, `numbers` are those that may be written (none for crosses).
    """
    use_language(reader.language)
    found = find_family(game.spec.family)
    chosen = {f"option.{name}": format_value(value) for name, value in game.spec.options}
    data = {
        "game": str(game.spec),
        "options": dict(game.spec.options),
        "view": view,
        "numbers": numbers,
        "layout": layout(game),
        "words": page_words(),
    }
    return render(
        "scoresheet.html",
        reader,
        family=family_card(found),
        options=[row for row in _option_rows(found, chosen) if row["name"] in SHEET_OPTIONS],
        differences=differences,
        sentence=view["sentence"],
        data=data_block(data),
    )


def rules(reader: Reader, family: str) -> str:
    """The rules of a game, with drawn examples."""
    use_language(reader.language)
    found = find_family(family)
    drawings = {name: Markup(svg) for name, svg in rule_drawings(family).items()}
    return render(f"rules_{family}.html", reader, family=family_card(found), drawings=drawings)


def learn(reader: Reader, family: str) -> str:
    """The guided first game: a short walk over a drawn sheet."""
    use_language(reader.language)
    found = find_family(family)
    data = {
        "layout": layout(create_game(family)),
        "lesson": lesson(family),
        "words": page_words(),
    }
    return render("learn.html", reader, family=family_card(found), data=data_block(data))


def error(reader: Reader, status: int, title: Text | str, message: Text | str) -> str:
    """A page that says what went wrong and where to go on."""
    use_language(reader.language)
    return render("error.html", reader, status=status, title=str(title), message=str(message))


def manifest(reader: Reader) -> Json:
    """The web app manifest."""
    use_language(reader.language)
    pictures = (
        ("icon-192", 192, "any"),
        ("icon-512", 512, "any"),
        ("maskable-512", 512, "maskable"),
    )
    icons: list[Json] = [
        {"src": static_url("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    ]
    icons += [
        {
            "src": static_url(f"icons/{name}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in pictures
    ]
    return {
        "name": "rollwright",
        "short_name": "rollwright",
        "description": str(T("Qwixx, Qwinto and Qwingo at one table.")),
        "lang": reader.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#e8e4da",
        "theme_color": "#e8e4da",
        "icons": icons,
    }


__all__ = [
    "AVATARS",
    "STATIC",
    "STATIC_VERSION",
    "Reader",
    "TableCard",
    "bot_title",
    "data_block",
    "error",
    "family_card",
    "home",
    "layout",
    "learn",
    "manifest",
    "most_misthrows",
    "new_table",
    "render",
    "rules",
    "score_sheet",
    "static_url",
    "table",
]
