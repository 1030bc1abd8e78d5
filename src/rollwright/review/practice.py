"""Positions to practise: where players go wrong by a clear margin.

They are found at decisions where a weaker bot loses much and one answer is clearly the best. Where
values are exact the weaker bot plays these games itself; elsewhere the expert plays them and the
weaker bot is only asked, since nets are less sure of sheets that their own play never reaches.
`python -m rollwright.review.practice` makes the files in ``data/`` anew.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from ..bots import Bot, create_bot
from ..bots.evaluator import Evaluator, PartlyExact
from ..dice import Chance, SeededDice, bot_stream
from ..errors import InputError
from ..game import Decision, Game, Json, Seat
from ..i18n import T
from ..spec import create_game, find_family
from .evaluators import evaluator_for
from .positions import Position, format_position, parse_position, position_of
from .ranking import Ranking, rank
from .scale import scale_for

GUIDE = "expert"
"""Who plays where values are not exact."""

LEVELS = ("learner", "casual", "club")
"""Bots that err as people do: levels 2 to 4."""

PHASES = ("white", "colour", "entries")
"""Decisions that are answered on the sheet."""

FOLDER = Path(__file__).parent / "data"

PER_GAME = 2
"""So many positions are taken from one game, so that they are different ones."""

MIXING = 1_000_000
"""The number of no decision: its stream chooses those of a game that are looked at."""

MOST_LOSS = 6.0
"""Greater losses, in units of the scale's mistake, are not what people do."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, the wrong answer that was given in it, and what that lost.

    `key` names it for ever: what is kept about it in a browser stays true.
    """

    key: str
    position: Position
    wrong: str
    loss: float


@cache
def exercises(family: str) -> tuple[Exercise, ...]:
    """The exercises of a game, in the order in which they are best met; easy ones first.

    Raises `InputError` for an unknown game.
    """
    find_family(family)
    text = files(__package__).joinpath("data", f"practice_{family}.json").read_text("utf-8")
    return tuple(
        Exercise(row["key"], parse_position(family, row["position"]), row["wrong"], row["loss"])
        for row in json.loads(text)["exercises"]
    )


def find_exercise(family: str, key: str) -> Exercise:
    """The exercise of that key; `InputError` where there is none."""
    for exercise in exercises(family):
        if exercise.key == key:
            return exercise
    raise InputError(T("There is no such exercise."))


# Making them


def find_exercises(
    game: Game[Any], bot_name: str, seed: str, games: int, evaluator: Evaluator
) -> Iterator[Exercise]:
    """The exercises that a bot's answers in some games give."""
    erring = create_bot(bot_name, game)
    is_sure = evaluator.exact or isinstance(evaluator, PartlyExact)
    guide = erring if is_sure else create_bot(GUIDE, game)
    for number in range(games):
        decisions = list(_decisions(game, guide, erring, seed, number))
        stream = bot_stream(seed, number, MIXING, 0)
        found = 0
        while decisions and found < PER_GAME:
            state, seat, action = decisions.pop(stream.below(len(decisions)))
            ranking = _clear_ranking(game, evaluator, state, seat)
            if ranking is None:
                continue
            exercise = _exercise(game, ranking, state, seat, action)
            if exercise is not None:
                found += 1
                yield exercise


def _decisions(
    game: Game[Any], guide: Bot, erring: Bot, seed: str, number: int
) -> Iterator[tuple[Any, Seat, Any]]:
    """All decisions with a choice of one game of `guide`, with what `erring` would answer."""
    dice, state, decision = SeededDice(seed, number), game.initial(), 0
    while not _is_over(node := game.node(state)):
        if isinstance(node, Chance):
            state = game.roll(state, dice.draw(node))
            continue
        assert isinstance(node, Decision)
        joint = {}
        for seat in node.seats:
            legal, view = game.legal(state, seat), game.view(state, seat)
            joint[seat] = legal[0]
            if len(legal) > 1:
                stream = bot_stream(seed, number, decision, seat)
                given = erring.choose(view, seat, legal, stream).action
                joint[seat] = given
                if guide is not erring:
                    stream = bot_stream(seed, number, decision, seat)
                    joint[seat] = guide.choose(view, seat, legal, stream).action
                yield state, seat, given
        state, decision = game.play(state, joint), decision + 1


def _is_over(node: Any) -> bool:
    return not isinstance(node, Chance | Decision)


def _clear_ranking(game: Game[Any], evaluator: Evaluator, state: Any, seat: Seat) -> Ranking | None:
    """The ranking of a decision that can be an exercise: on the sheet, with one best answer."""
    node = game.node(state)
    assert isinstance(node, Decision)
    if node.phase not in PHASES:
        return None
    ranking = rank(game, evaluator, state, seat)
    lead = ranking.candidates[1].loss.mean
    if isinstance(evaluator, PartlyExact) and lead > 0:
        lead = evaluator.certain_lead(game, state, ranking.best.action)
    return ranking if lead >= scale_for(game).inaccuracy else None


def _exercise(
    game: Game[Any], ranking: Ranking, state: Any, seat: Seat, action: Any
) -> Exercise | None:
    chosen, scale = ranking.of(action), scale_for(game)
    if not scale.mistake <= chosen.loss.mean <= MOST_LOSS * scale.mistake:
        return None
    position = position_of(game, state, seat)
    if position is None:
        return None
    text = urlencode(format_position(position))
    key = blake2b(f"{game.spec.family} {text}".encode(), digest_size=5).hexdigest()
    return Exercise(key, position, chosen.notation, round(chosen.loss.mean, 4))


def make_file(family: str, players: Sequence[int], seed: str, games: int, most: int) -> int:
    """Write the exercises of a game for these numbers of players; how many.

    Those in the file that are for other numbers of players stay.
    """
    found: dict[str, Exercise] = {}
    share = most // (len(players) * len(LEVELS))
    for count in players:
        game = create_game(family, count)
        evaluator = evaluator_for(game)
        for level in LEVELS:
            made = 0
            for exercise in find_exercises(game, level, f"{seed}-{level}", games, evaluator):
                if exercise.key not in found and made < share:
                    found[exercise.key] = exercise
                    made += 1
                if made == share:
                    break
            sys.stderr.write(f"{family} {count} {level}: {made}\n")
    file = FOLDER / f"practice_{family}.json"
    kept = json.loads(file.read_text("utf-8"))
    settings = {"seed": seed, "games": games, "levels": LEVELS}
    kept["settings"] |= {str(count): settings for count in players}
    others = [e for e in exercises(family) if e.position.players not in players]
    _write(file, kept["settings"], [*others, *found.values()])
    return len(found)


def _write(file: Path, settings: Json, found: Sequence[Exercise]) -> None:
    """Alone and in company, great losses first: what is wrong there is seen at once."""
    ordered = sorted(found, key=lambda e: (e.position.players, -e.loss))
    rows = [
        {"key": e.key, "position": format_position(e.position), "wrong": e.wrong, "loss": e.loss}
        for e in ordered
    ]
    lines = ",\n".join(json.dumps(row) for row in rows)
    head = json.dumps({"settings": dict(sorted(settings.items()))})[:-1]
    file.write_text(f'{head}, "exercises": [\n{lines}\n]}}\n', "utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the files of the games that are named."""
    parser = ArgumentParser(prog="python -m rollwright.review.practice")
    parser.add_argument("families", nargs="+")
    parser.add_argument("--players", default="1,2")
    parser.add_argument("--seed", default="practice")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--most", type=int, default=90)
    given = parser.parse_args(arguments)
    players = [int(count) for count in given.players.split(",")]
    for family in given.families:
        made = make_file(family, players, given.seed, given.games, given.most)
        sys.stderr.write(f"{family}: {made} exercises\n")


if __name__ == "__main__":
    main()
