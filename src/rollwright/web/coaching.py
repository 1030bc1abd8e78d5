"""What the coach's pages share: evaluators, and rankings of answers in the reader's words.

An evaluator may take seconds to make and tenths of a second to ask: all of this belongs in the
workroom.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any

from ..game import PASS, Game, Json, Seat
from ..i18n import MINUS, T, Text, decimal, percent
from ..solve.compiled import NotCompiled
from ..spec import GameSpec, make_spec
from .presenters import Presenter, presenter_of
from .refusal import Refusal

if TYPE_CHECKING:
    from ..bots.evaluator import Evaluator
    from ..review.ranking import Candidate, Ranking
    from ..review.worth import Worth

KEPT_EVALUATORS = 16
EXPLAINED = 24
"""So many answers are explained, the best first."""

LEAST_CHANCE, LEAST_AMOUNT = 0.0005, 0.05
"""Losses below these, in chances and in points or turns, are zero as they are shown."""

_evaluators: OrderedDict[GameSpec, Evaluator] = OrderedDict()
_makings: dict[GameSpec, Lock] = {}
_keeping = Lock()


def evaluator_of(game: Game[Any]) -> Evaluator:
    """The evaluator of a game; refused where there is none, or only one that takes minutes.

    Each is made once, and whoever needs another one does not wait for it.
    """
    _check_costs(game.spec)
    with _keeping:
        making = _makings.setdefault(game.spec, Lock())
    with making:
        with _keeping:
            known = _evaluators.get(game.spec)
        if known is None:
            known = _make_evaluator(game)
        with _keeping:
            _evaluators[game.spec] = known
            _evaluators.move_to_end(game.spec)
            if len(_evaluators) > KEPT_EVALUATORS:
                _evaluators.popitem(last=False)
        return known


def _make_evaluator(game: Game[Any]) -> Evaluator:
    from ..review.evaluators import evaluator_for

    try:
        return evaluator_for(game)
    except NotCompiled as error:
        raise Refusal(409, "judge", error.text) from None


def _check_costs(spec: GameSpec) -> None:
    """A variant alone would first have to be solved, which is not a server's work."""
    is_official = spec == make_spec(spec.family, {}, spec.players)
    if not is_official and spec.family == "qwixx" and spec.players == 1:
        raise Refusal(
            422,
            "judge",
            T("Alone, only the official game is judged here; the command “{command}” judges all.",
              command="rollwright review"),
        )  # fmt: skip


def value_words(game: Game[Any], value: float) -> str:
    """A value as people read it: points, turns, or the chance to win."""
    from ..review.scale import CHANCE, TURNS, scale_for

    unit = scale_for(game).unit
    if unit == CHANCE:
        return str(percent(value))
    return str(decimal(-value if unit == TURNS else value))


def change_words(game: Game[Any], loss: Worth) -> str:
    """What an answer that loses so much changes: points and chances fall, turns become more.

    Empty where it is too little to be seen.
    """
    from ..review.explain import cost
    from ..review.scale import CHANCE, TURNS, scale_for

    unit = scale_for(game).unit
    if loss.mean < (LEAST_CHANCE if unit == CHANCE else LEAST_AMOUNT):
        return ""
    return f"{'+' if unit == TURNS else MINUS}{cost(game, loss)}"


def unit_words(game: Game[Any]) -> Text:
    """What values count."""
    from ..review.scale import CHANCE, TURNS, scale_for

    words = {CHANCE: T("chance to win"), TURNS: T("expected turns")}
    return words.get(scale_for(game).unit, T("expected points"))


def describe_ranking(game: Game[Any], state: Any, seat: Seat) -> Json:
    """The legal answers of a seat, the best first, with what each is worth and why."""
    from ..review.ranking import rank

    evaluator = evaluator_of(game)
    ranking = rank(game, evaluator, state, seat)
    presenter = presenter_of(game.spec)
    candidates = [
        describe_candidate(presenter, ranking, candidate, place < EXPLAINED)
        for place, candidate in enumerate(ranking.candidates)
    ]
    return {
        "unit": str(unit_words(game)),
        "exact": is_exact_at(evaluator, game, state),
        "judge": str(judge_words(evaluator, game, state)),
        "value": value_words(game, ranking.best.value.mean),
        "candidates": candidates,
    }


def describe_expectation(game: Game[Any], state: Any, seat: Seat) -> Json:
    """The value before a roll, in the form of a ranking without answers."""
    from ..review.worth import worth_at

    evaluator = evaluator_of(game)
    value = worth_at(evaluator.expected(game, state), 0, seat)
    return {
        "unit": str(unit_words(game)),
        "exact": is_exact_at(evaluator, game, state),
        "judge": str(judge_words(evaluator, game, state)),
        "value": value_words(game, value.mean),
        "candidates": [],
    }


def is_exact_at(evaluator: Evaluator, game: Game[Any], state: Any) -> bool:
    """Whether the values at a state are those of perfect play."""
    from ..bots.evaluator import PartlyExact

    if isinstance(evaluator, PartlyExact):
        return evaluator.is_exact_at(game, state)
    return evaluator.exact


def judge_words(evaluator: Evaluator, game: Game[Any], state: Any) -> Text:
    """Whose values these are."""
    from ..bots.evaluator import PartlyExact

    if is_exact_at(evaluator, game, state):
        return T("exact values")
    if isinstance(evaluator, PartlyExact):
        return T("the fewest turns that may be possible")
    return T("values of the expert bot")


def describe_candidate(
    presenter: Presenter[Any], ranking: Ranking, candidate: Candidate, is_explained: bool = True
) -> Json:
    """An answer with its value, as pages draw it."""
    from ..review.explain import cost, explain
    from ..review.scale import MARK_WORDS, scale_for

    game, state, seat, action = presenter.game, ranking.state, ranking.seat, candidate.action
    is_field = presenter.is_field(action)
    loss = max(0.0, candidate.loss.mean)
    mark = scale_for(game).mark(loss)
    is_alone = game.spec.players == 1
    return {
        "action": candidate.notation,
        "label": str(_label(presenter, state, seat, action)),
        "field": presenter.field_ids[action - 1] if is_field else None,
        "number": presenter.number(state, seat, action),
        "skipped": presenter.skipped_fields(state, seat, action) if is_field else [],
        "dice": presenter.action_dice(state, action),
        "value": value_words(game, candidate.value.mean),
        "margin": None if is_alone else str(decimal(candidate.value.margin, is_signed=True)),
        "loss": round(loss, 6),
        "cost": str(cost(game, candidate.loss)) if loss > 0 else "",
        "change": change_words(game, candidate.loss),
        "mark": mark,
        "mark_word": None if mark is None else str(MARK_WORDS[mark]),
        "why": str(explain(game, ranking, candidate)) if is_explained else None,
    }


def _label(presenter: Presenter[Any], state: Any, seat: Seat, action: Any) -> Text | str:
    """What an answer is called; passing says what it costs."""
    if action == PASS:
        from .asks import describe_pass

        label: str = describe_pass(presenter, state, seat)["label"]
        return label
    return presenter.action_label(state, seat, action)
