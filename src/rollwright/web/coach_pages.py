"""The pages of the coach: the daily challenge, the explorer, reviews and practice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import Game, Json
from ..i18n import Text
from ..spec import families, find_family
from .coach_words import daily_words, explorer_words, practice_words, review_words
from .pages import Reader, TableCard, data_block, family_card, layout, render


def daily(
    reader: Reader,
    game: Game[Any],
    view: Json,
    seals: Sequence[Json],
    marks: Sequence[tuple[str, Text]],
) -> str:
    """Today's challenge.

    `seals` are the hashes of yesterday, today and tomorrow, `marks` the signs of shared results.
    """
    data = {
        "family": game.spec.family,
        "view": view,
        "layout": layout(game),
        "words": daily_words(),
    }
    return render(
        "daily.html",
        reader,
        family=family_card(find_family(game.spec.family)),
        others=[other for other in families() if other.name != game.spec.family],
        seals=seals,
        turns=view["turns"],
        marks=marks,
        sentence=view["sentence"],
        data=data_block(data),
    )


def explorer(
    reader: Reader,
    game: Game[Any],
    view: Json,
    phases: Sequence[tuple[str, Text]],
    notice: Text | None,
) -> str:
    """The sheet explorer with a position; `notice` says why it is not the one that was wished."""
    found = find_family(game.spec.family)
    data = {
        "family": found.name,
        "view": view,
        "layout": layout(game),
        "faces": game.sheet.faces,
        "words": explorer_words(),
    }
    return render(
        "explorer.html",
        reader,
        family=family_card(found),
        others=[other for other in families() if other.name != found.name],
        players=list(found.seats),
        phases=phases,
        sentence=view["sentence"],
        notice=notice,
        data=data_block(data),
    )


def review_front(
    reader: Reader,
    tables: Sequence[TableCard],
    record: str = "",
    notice: Text | None = None,
) -> str:
    """Where a record is handed in; `record` is what was handed in before an error."""
    return render("review_front.html", reader, tables=tables, record=record, notice=notice)


def review(reader: Reader, game: Game[Any], names: Sequence[str]) -> str:
    """The page of a review, which asks for it itself."""
    found = find_family(game.spec.family)
    data = {"family": found.name, "layout": layout(game), "words": review_words()}
    return render(
        "review.html",
        reader,
        family=family_card(found),
        others=[],
        names=names,
        is_solo=len(names) == 1,
        data=data_block(data),
    )


def practice(reader: Reader, game: Game[Any], keys: Sequence[str], view: Json) -> str:
    """The practice page; it asks for the exercises by their keys, one at a time."""
    found = find_family(game.spec.family)
    data = {
        "family": found.name,
        "keys": keys,
        "layout": layout(game),
        "words": practice_words(),
    }
    return render(
        "practice.html",
        reader,
        family=family_card(found),
        others=[other for other in families() if other.name != found.name],
        sentence=view["sentence"],
        data=data_block(data),
    )
