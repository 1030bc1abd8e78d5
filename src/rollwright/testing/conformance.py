"""What every game must hold at every state, whatever its rules are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from math import prod
from typing import Any

from ..dice import Chance, Roll, Stream, seed_key
from ..errors import IllegalAction, InputError
from ..game import Action, Decision, Game, Seat, Terminal
from ..record import Record, Step
from ..spec import create_game
from .faults import error_of, require
from .records import check_record
from .seating import check_independence, check_rotation, check_swap
from .views import check_views
from .walk import walk

EXTRA_ACTIONS = 160
"""Codes beyond the fields of the sheet that are tried: dice sets, calls, and what is no answer."""

MOST_ROLLS = 300
"""Rolls that are followed at one state; all of them where there are no more."""

GARBAGE = ("", " ", "?", "--", "r", "7", "r7 r7", "call", "call 1000", "b0", "=10", "٣", "\ud800")


def check_game(game: Game[Any], seeds: Iterable[int] = range(2), thorough: int = 40) -> None:
    """Play a random game for each seed and check all that the protocol `Game` promises.

    The quick checks are made at every state, the slow ones (every action code, every notation)
    at about `thorough` states of each game, and the record is written and read. Raises `Fault`.
    """
    for seed in seeds:
        trail = list(walk(game, seed))
        every = max(1, len(trail) // thorough)
        previous = None
        for number, (state, step) in enumerate(trail):
            check_state(game, state)
            _check_course(game, previous, state)
            if number % every == 0 or step is None:
                check_thoroughly(game, state, Stream(seed_key(f"{seed} {number}")))
            previous = state
        steps = tuple(step for _, step in trail if step is not None)
        _check_record(game, steps)


def check_thoroughly(game: Game[Any], state: Any, stream: Stream) -> None:
    """All the slow checks at one state; `stream` draws examples where there are too many."""
    check_notation(game, state)
    check_chance(game, state, stream)
    check_decision(game, state)
    check_views(game, state, stream)
    check_rotation(game, state, stream)
    check_swap(game, state, stream)
    check_independence(game, state)


# At every state


def check_state(game: Game[Any], state: Any) -> None:
    """The quick checks: node and legal agree, and scores, places and the default are sound."""
    require(error_of(hash, state) is None, "the state cannot be hashed", game, state)
    node = game.node(state)
    require(node == game.node(state), "node gives two answers at one state", game, state)
    asked = node.seats if isinstance(node, Decision) else ()
    require(len(set(asked)) == len(asked), "a seat is asked twice", game, state)
    require(not isinstance(node, Decision) or bool(asked), "nobody is asked", game, state)
    for seat in map(Seat, range(-1, game.spec.players + 1)):
        legal = game.legal(state, seat)
        if seat not in asked:
            require(legal == (), f"seat {seat} is not asked but has legal answers", game, state)
            error = error_of(game.default, state, seat)
            require(
                isinstance(error, IllegalAction),
                f"seat {seat} is not asked but has a default",
                game,
                state,
            )
            continue
        require(bool(legal), f"seat {seat} is asked but has no legal answer", game, state)
        require(
            legal == tuple(sorted(set(legal))),
            "legal answers are not sorted or not distinct",
            game,
            state,
        )
        default = game.default(state, seat)
        require(default in legal, f"default of seat {seat} is not legal: {default}", game, state)
    _check_scores(game, state)
    _check_places(game, state)


def _check_scores(game: Game[Any], state: Any) -> None:
    scores = game.scores(state)
    require(len(scores) == game.spec.players, "scores are not one a seat", game, state)
    for seat, score in enumerate(scores):
        parts = sum(points for _, points in (*score.lines, *score.bonus)) + score.misthrows
        expected = game.turn(state) if game.result_unit == "turns" else parts
        require(
            score.total == expected,
            f"the score parts of seat {seat} add up to {expected}, not {score.total}",
            game,
            state,
        )
        require(score.misthrows <= 0, "misthrows count in favour", game, state)
        sheet = game.score_sheet(game.format_sheet(state, Seat(seat)))
        require(
            (sheet.lines, sheet.bonus, sheet.misthrows)
            == (score.lines, score.bonus, score.misthrows),
            f"score_sheet differs from the score of seat {seat}",
            game,
            state,
        )


def _check_places(game: Game[Any], state: Any) -> None:
    places, scores = game.places(state), game.scores(state)
    ranking = tuple(1 + sum(other < place for other in places) for place in places)
    require(places == ranking, f"places are no ranking: {places}", game, state)
    for mine, my_place in zip(scores, places, strict=True):
        for theirs, their_place in zip(scores, places, strict=True):
            if mine == theirs:
                agree = my_place == their_place
            else:
                agree = _merit(game, mine) <= _merit(game, theirs) or my_place < their_place
            require(agree, f"places {places} do not agree with the scores", game, state)


def _merit(game: Game[Any], score: Any) -> int:
    """What the first place has most of: points, or boxes of the fullest line."""
    if game.result_unit == "boxes":
        return int(max(count for _, count in score.lines))
    return int(score.total)


def _check_course(game: Game[Any], previous: Any, state: Any) -> None:
    turn, active = game.turn(state), game.active(state)
    require(
        (active is None) == (turn == 0) and (active is None or 0 <= active < game.spec.players),
        f"active is {active} in turn {turn}",
        game,
        state,
    )
    if previous is None:
        return
    step = turn - game.turn(previous)
    is_over = isinstance(game.node(state), Terminal)
    require(step in (0, 1), f"the turn went from {turn - step} to {turn}", game, state)
    require(not (step and is_over), "the turn went on although the game is over", game, state)


# Notation


def check_notation(game: Game[Any], state: Any) -> None:
    """States, sheets, answers and rolls are the same after they were written and read."""
    data = json.loads(json.dumps(game.format_state(state)))
    again = game.parse_state(data)
    require(again == state, "parse_state gives another state", game, state)
    require(hash(again) == hash(state), "an equal state has another hash", game, state)
    sheets = getattr(state, "sheets", None)
    for seat in map(Seat, range(game.spec.players)):
        sheet = game.parse_sheet(json.loads(json.dumps(game.format_sheet(state, seat))))
        hash(sheet)
        if sheets is not None:
            require(sheet == sheets[seat], "parse_sheet gives another sheet", game, state)
    node = game.node(state)
    if isinstance(node, Decision):
        for seat in node.seats:
            _check_action_notation(game, state, node, game.legal(state, seat))
        _check_garbage(game, state, game.parse_action)
    if isinstance(node, Chance):
        _check_garbage(game, state, game.parse_roll)


def _check_action_notation(
    game: Game[Any], state: Any, node: Decision, legal: Sequence[Action]
) -> None:
    texts = [game.format_action(state, action) for action in legal]
    require(len(set(texts)) == len(texts), "two answers have the same text", game, state)
    for text, action in zip(texts, legal, strict=True):
        parsed = game.parse_action(state, text)
        require(parsed == action, f"“{text}” is read as {parsed}, not {action}", game, state)
        require(text == text.strip() and text != "", f"“{text}” has blanks around it", game, state)
        alone = len(node.seats) == 1
        require(
            not set(text) & set(":/\n") and (alone or " " not in text),
            f"“{text}” cannot stand in a record",
            game,
            state,
        )


def _check_garbage(game: Game[Any], state: Any, parse: Any) -> None:
    for text in GARBAGE:
        error = error_of(parse, state, text)
        require(
            error is None or isinstance(error, InputError),
            f"{parse.__name__}({text!r}) raises {error!r}, not InputError",
            game,
            state,
        )


# Chance


def check_chance(game: Game[Any], state: Any, stream: Stream) -> None:
    """Where dice are rolled, weights are exact and every roll leads to a state; else none may."""
    node = game.node(state)
    if not isinstance(node, Chance):
        error = error_of(game.roll, state, (1,))
        require(isinstance(error, InputError), "a roll is taken where none is due", game, state)
        return
    weights = prod(die.sides for die in node.dice)
    require(len(node.dice) > 0 and node.total == weights, "weights are wrong", game, state)
    require(
        len({die.index for die in node.dice}) == len(node.dice) == len({d.name for d in node.dice}),
        "two dice have the same name or stream",
        game,
        state,
    )
    for roll in _rolls(node, stream):
        following = game.roll(state, roll)
        require(
            error_of(hash, following) is None,
            f"the state after {roll} cannot be hashed",
            game,
            state,
        )
        require(
            isinstance(game.node(following), Chance | Decision | Terminal),
            f"{roll}: no node after it",
            game,
            state,
        )
        _check_roll_notation(game, state, roll)
    _check_wrong_rolls(game, state, node)


def _rolls(node: Chance, stream: Stream) -> list[Roll]:
    if node.total <= MOST_ROLLS:
        return list(node.rolls())
    first = list(islice(node.rolls(), 6))
    last = tuple(die.sides for die in node.dice)
    drawn = (tuple(1 + stream.below(d.sides) for d in node.dice) for _ in range(MOST_ROLLS // 6))
    return [*first, last, *drawn]


def _check_roll_notation(game: Game[Any], state: Any, roll: Roll) -> None:
    text = game.format_roll(state, roll)
    parsed = game.parse_roll(state, text)
    require(parsed == roll, f"“{text}” is read as {parsed}, not {roll}", game, state)
    require(not set(text) & set(":/\n"), f"“{text}” cannot stand in a record", game, state)
    data = json.loads(json.dumps(game.format_roll_json(state, roll)))
    parsed = game.parse_roll_json(state, data)
    require(parsed == roll, f"{data} is read as {parsed}, not {roll}", game, state)


def _check_wrong_rolls(game: Game[Any], state: Any, node: Chance) -> None:
    good = tuple(1 for _ in node.dice)
    wrong: list[tuple[Any, ...]] = [(), good[1:], (*good, 1), (0, *good[1:]), (True, *good[1:])]
    wrong += [(*good[:n], die.sides + 1, *good[n + 1 :]) for n, die in enumerate(node.dice)]
    for roll in wrong:
        error = error_of(game.roll, state, roll)
        require(isinstance(error, InputError), f"the roll {roll} is taken", game, state)


# Decisions


def check_decision(game: Game[Any], state: Any) -> None:
    """Legal answers can be played, all others raise `IllegalAction` and change nothing."""
    node = game.node(state)
    before = (hash(state), game.format_state(state))
    if not isinstance(node, Decision):
        error = error_of(game.play, state, {})
        require(isinstance(error, IllegalAction), "answers are taken unasked", game, state)
        return
    joint = {seat: game.legal(state, seat)[0] for seat in node.seats}
    for seat in node.seats:
        _check_every_action(game, state, seat, joint)
    _check_incomplete(game, state, joint)
    after = (hash(state), game.format_state(state))
    require(after == before, "trying answers has changed the state", game, state)


def action_codes(game: Game[Any]) -> list[Action]:
    """All codes that may be answers, and many that are none."""
    top = len(game.sheet.fields) + EXTRA_ACTIONS
    return [Action(code) for code in (-(10**9), *range(-25, top), 2**31, 2**63, 10**30)]


def _check_every_action(game: Game[Any], state: Any, seat: Seat, joint: dict[Seat, Action]) -> None:
    legal = set(game.legal(state, seat))
    objection = getattr(game, "objection", None)
    for action in action_codes(game):
        error = error_of(game.play, state, joint | {seat: action})
        if action in legal:
            require(
                error is None,
                f"{action} is legal for seat {seat}, but raises {error!r}",
                game,
                state,
            )
        else:
            _require_illegal(game, state, seat, action, error)
        if objection is not None:
            agrees = (objection(state, seat, action) is None) == (action in legal)
            require(agrees, f"objection and legal differ on {action}, seat {seat}", game, state)


def _require_illegal(
    game: Game[Any], state: Any, seat: Seat, action: Action, error: Exception | None
) -> None:
    require(
        isinstance(error, IllegalAction),
        f"{action} is not legal for seat {seat}, but gives {error!r}",
        game,
        state,
    )
    rule = getattr(error, "rule", "")
    numbered = len(rule) > 1 and rule[0].isalpha() and rule[1:].isdigit()
    require(numbered, f"{action}: IllegalAction names no rule, but {rule!r}", game, state)
    require(len(str(error)) > len(rule) + 10, f"{action}: the error says nothing", game, state)


def _check_incomplete(game: Game[Any], state: Any, joint: dict[Seat, Action]) -> None:
    outside = Seat(game.spec.players)
    wrong = [{}, joint | {outside: Action(0)}, joint | {Seat(-1): Action(0)}]
    wrong += [{s: a for s, a in joint.items() if s != seat} for seat in joint]
    wrong += [joint | {Seat(s): Action(0)} for s in range(game.spec.players) if s not in joint]
    for answers in wrong:
        error = error_of(game.play, state, answers)
        require(
            isinstance(error, IllegalAction),
            f"a joint answer of the seats {sorted(answers)} is taken",
            game,
            state,
        )
    backwards = dict(reversed(joint.items()))
    require(
        game.play(state, backwards) == game.play(state, joint),
        "the order in which answers are given matters",
        game,
        state,
    )


# Records


def _check_record(game: Game[Any], steps: tuple[Step, ...]) -> None:
    """The record of a finished game, where a spec leads to this very game."""
    if create_game(game.spec) == game:
        names = tuple(f"player {seat + 1}" for seat in range(game.spec.players))
        check_record(Record(game.spec, names, steps))
