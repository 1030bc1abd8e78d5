"""The start menu: which game, on which sheet, how many people and which bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.screen import Screen

from ..bots import BotInfo, bot_infos
from ..errors import InputError
from ..i18n import T, Text
from ..record import check_name
from ..render.segments import Block, Line, Look, Segment, paragraph, text_line
from ..spec import Family, families
from .drawing import Drawing
from .palette import Palette

Wish = tuple[str, tuple[str, ...]]
"""A game as the text of its spec, and a text for each seat."""

LAYOUT = "layout"
"""The option that names the printed sheet, in games that have several."""

FIRST_BOT = "greedy"

DESCRIPTIONS = {
    "qwixx": T("Cross numbers from left to right in four rows, and close them before the others."),
    "qwinto": T("Fill three rows in ascending order, with the dice that you choose."),
    "qwingo": T("Call a number, roll a symbol, and fill a column first."),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the menu: a label and the value chosen; `name` is the person it names."""

    key: str
    label: Text
    value: str
    name: int | None = None


@dataclass
class Menu:
    """What has been chosen so far."""

    family: Family = field(default_factory=lambda: families()[0])
    layout: int = 0
    people: int = 1
    bots: list[str] = field(default_factory=lambda: [FIRST_BOT])
    names: list[str] = field(default_factory=list)

    @property
    def layouts(self) -> tuple[str, ...]:
        """The sheets of the game; none where it has one only."""
        found = [option for option in self.family.options if option.name == LAYOUT]
        return tuple(str(choice) for choice in found[0].choices) if found else ()

    @property
    def kinds(self) -> Sequence[BotInfo]:
        """The bots that play the game."""
        return bot_infos(self.family.name)

    @property
    def wish(self) -> Wish:
        """The game and the seats; `InputError` for a name that cannot be used."""
        spec = self.family.name
        if self.layouts and self.layout:
            spec += f"({LAYOUT}={self.layouts[self.layout]})"
        people = ["you"]
        if self.people > 1:
            people = [f"you:{check_name(self.names[n])}" for n in range(self.people)]
        return spec, (*people, *self.bots)

    def rows(self) -> Iterator[Row]:
        """All lines of the menu, in order."""
        yield Row("game", T("Game"), self.family.title)
        if self.layouts:
            yield Row("layout", T("Sheet"), self.layouts[self.layout])
        yield Row("people", T("People at this keyboard"), str(self.people))
        if self.people > 1:
            for n in range(self.people):
                yield Row(f"name:{n}", T("Name {n}", n=n + 1), self.names[n], n)
        yield Row("bots", T("Bots"), str(len(self.bots)))
        for n, bot in enumerate(self.bots):
            yield Row(f"bot:{n}", T("Bot {n}", n=n + 1), bot)

    def turn(self, key: str, step: int) -> None:
        """Choose the next (1) or the last (-1) value of a line."""
        if key == "game":
            games = families()
            self.family = games[(games.index(self.family) + step) % len(games)]
            self.layout = 0
        elif key == "layout":
            self.layout = (self.layout + step) % len(self.layouts)
        elif key == "people":
            self.people = max(1, self.people + step)
        elif key == "bots":
            self.bots = [*self.bots, FIRST_BOT] if step > 0 else self.bots[:-1]
        elif key.startswith("bot:"):
            self._turn_bot(int(key.removeprefix("bot:")), step)
        self._fit()

    def _turn_bot(self, number: int, step: int) -> None:
        names = [info.name for info in self.kinds]
        self.bots[number] = names[(names.index(self.bots[number]) + step) % len(names)]

    def _fit(self) -> None:
        """Keep to the seats and the bots of the game."""
        most = self.family.seats[-1]
        self.people = min(self.people, most)
        known = [info.name for info in self.kinds]
        self.bots = [bot if bot in known else FIRST_BOT for bot in self.bots[: most - self.people]]
        for n in range(len(self.names), self.people):
            self.names.append(str(T("Player {n}", n=n + 1)))

    def meaning(self, key: str) -> Text | None:
        """What the value of a line means, in a sentence."""
        if key == "game":
            return DESCRIPTIONS.get(self.family.name)
        if key.startswith("bot:"):
            bot = self.bots[int(key.removeprefix("bot:"))]
            return next((info.meaning for info in self.kinds if info.name == bot), None)
        if key.startswith("name:"):
            return T("Type a name; Backspace deletes.")
        return None


def menu_block(menu: Menu, current: str, width: int, error: str = "") -> Block:
    """The menu, the current line marked."""
    lines: list[Line] = [text_line("rollwright", Look.TITLE), ()]
    for row in menu.rows():
        mark = "»" if row.key == current else " "
        look = Look.CURSOR if row.key == current else Look.TEXT
        label = Segment(f"{mark} {row.label!s:<26}", look, command=f"row:{row.key}")
        if row.name is None:
            value: Line = (
                Segment(" < ", look, command=f"turn:{row.key}:-1"),
                Segment(f"{row.value:^12}", look, command=f"turn:{row.key}:1"),
                Segment(" > ", look, command=f"turn:{row.key}:1"),
            )
        else:
            value = (Segment(f" {row.value}{'▏' if row.key == current else ''}", look),)
        lines.append((label, *value))
    enter, escape = T("Enter: start"), T("Esc: leave")
    start = Segment(f"[{enter}]", Look.BUTTON, command="start")
    leave = Segment(f"[{escape}]", Look.BUTTON, command="leave")
    lines += [(), (start, Segment("  "), leave)]
    text = menu.meaning(current)
    lines += [(), *(paragraph(text, width, Look.FAINT) if text is not None else ((),))]
    if error:
        lines += paragraph(f"! {error}", width, Look.ALERT)
    lines += [(), *paragraph(T("↑ ↓ go from line to line, ← → change."), width, Look.FAINT)]
    return tuple(lines)


class MenuScreen(Screen[Wish | None]):
    """Lets the user choose with the arrow keys or the mouse."""

    BINDINGS = [Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)]  # noqa: RUF012

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self._palette = palette
        self._menu = Menu()
        self._current = "game"
        self._error = ""

    def compose(self) -> ComposeResult:
        """One drawing."""
        with ScrollableContainer(id="menu", can_focus=False):
            yield Drawing(self._palette, "menu-lines")

    def on_resize(self) -> None:
        """Fit the menu to the width."""
        self._draw()

    def _draw(self) -> None:
        block = menu_block(self._menu, self._current, max(self.size.width - 6, 20), self._error)
        self.query_one("#menu-lines", Drawing).show(block)

    def on_key(self, event: events.Key) -> None:
        """Move, change, type a name, start or leave."""
        event.stop()
        event.prevent_default()
        self._error = ""
        keys = [row.key for row in self._menu.rows()]
        row = next(row for row in self._menu.rows() if row.key == self._current)
        steps = {"up": -1, "down": 1, "tab": 1, "shift+tab": -1}
        if event.key in steps:
            self._current = keys[(keys.index(self._current) + steps[event.key]) % len(keys)]
        elif event.key == "enter":
            self._start()
        elif event.key == "escape" or (event.key == "q" and row.name is None):
            self.action_leave()
        elif row.name is not None:
            self._edit(row.name, event)
        elif event.key in ("left", "right", "space", "minus", "plus"):
            self._menu.turn(self._current, -1 if event.key in ("left", "minus") else 1)
        self._draw()

    def _edit(self, person: int, event: events.Key) -> None:
        name = self._menu.names[person]
        if event.key == "backspace":
            self._menu.names[person] = name[:-1]
        elif event.character is not None and event.is_printable and len(name) < 40:
            self._menu.names[person] = name + event.character

    @on(Drawing.Picked)
    def pick(self, message: Drawing.Picked) -> None:
        """A click on a line, an arrow or a button."""
        self._error = ""
        name, _, rest = str(message.target).partition(":")
        if name == "start":
            self._start()
        elif name == "leave":
            self.action_leave()
        elif name == "row":
            self._current = rest
        elif name == "turn":
            self._current, _, step = rest.rpartition(":")
            self._menu.turn(self._current, int(step))
        self._draw()

    def _start(self) -> None:
        try:
            wish = self._menu.wish
        except InputError as error:
            self._error = str(error)
        else:
            self.dismiss(wish)

    def action_leave(self) -> None:
        """Leave without a game."""
        self.dismiss(None)
