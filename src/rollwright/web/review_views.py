"""A review as its page shows it: every step with its sheets, dice, values and answers in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..game import Game, Json, Seat
from ..games.turns import PLAYERS_LETTERS
from ..i18n import T, Text
from ..record import Record
from .bot_words import bot_title
from .coaching import change_words, describe_candidate, unit_words
from .explorer import explorer_address
from .presenters import Presenter, presenter_of

if TYPE_CHECKING:
    from ..review.report import Answer, AnswerStep, Review, RollStep, SeatReport
    from ..review.worth import Account

RECORD_BYTES = 100_000
"""Of a record that is handed in."""

SHOWN = 6
"""Candidates of a decision, besides the one that was chosen."""


def seat_names(record: Record) -> tuple[str, ...]:
    """The names of the seats; bots by their proper names."""
    return tuple(
        (bot_title(name.removeprefix("bot:").partition("(")[0]) or name)
        if name.startswith("bot:")
        else name
        for name in record.seats
    )


def describe(record: Record, review: Review) -> Json:
    """The whole review, in the current language."""
    from ..review.scale import MARK_WORDS

    game = review.game
    presenter = presenter_of(game.spec)
    states = list(record.states())
    names = seat_names(record)
    steps = [
        _step(presenter, record, names, step, states[step.index], states[step.index + 1])
        for step in review.steps
    ]
    return {
        "game": str(game.spec),
        "family": game.spec.family,
        "unit": review.scale.unit,
        "unit_word": str(unit_words(game)),
        "margin_word": None if game.spec.players == 1 else str(_margin_word(game)),
        "judge": str(_judge(review)),
        "exact": review.is_exact,
        "finished": review.is_finished,
        "seats": [
            _seat(number, names[number], seat, review.scale.unit)
            for number, seat in enumerate(review.seats)
        ],
        "start": [account.start.mean for account in review.accounts],
        "steps": steps,
        "end": {
            "sheets": _sheets(game, states[-1]),
            "scores": _scores(presenter, states[-1]),
            "text": str(presenter.winner_line(states[-1], names.__getitem__))
            if review.is_finished
            else str(T("The record ends here.")),
        },
        "slips": [
            {
                "step": slip.step.index,
                "turn": slip.step.turn,
                "seat": int(slip.answer.seat),
                "mark": slip.answer.mark,
                "mark_word": str(MARK_WORDS[str(slip.answer.mark)]),
                **_words_of(presenter, states[slip.step.index], slip.answer),
            }
            for slip in review.slips
        ],
    }


def _margin_word(game: Game[Any]) -> Text:
    """What stands below each chance."""
    if game.result_unit == "boxes":
        return T("Below each chance: filled boxes ahead of the best other player.")
    return T("Below each chance: points ahead of the best other player.")


def _judge(review: Review) -> Text:
    if review.is_exact:
        return T("exact values")
    if review.settings.get("name") == "exact":
        return T("the fewest turns that may be possible")
    return T("values of the expert bot")


def _seat(number: int, name: str, seat: SeatReport, unit: str) -> Json:
    from ..review.figures import account_figures
    from ..review.scale import CHANCE, RATING_WORDS, TURNS

    # Turns are shown as they are counted, chances in per cent.
    factor = {TURNS: -1.0, CHANCE: 100.0}.get(unit, 1.0)
    return {
        "seat": number,
        "letter": PLAYERS_LETTERS[number],
        "name": name,
        "mean": _account(seat.account, "mean"),
        "margin": _account(seat.account, "margin"),
        "shown": {
            "mean": account_figures(seat.account, factor, in_margin=False),
            "margin": account_figures(seat.account, 1.0, in_margin=True),
        },
        "decisions": seat.decisions,
        "error_rate": seat.error_rate,
        "accuracy": None if seat.accuracy is None else round(seat.accuracy, 1),
        "rating": None if seat.rating is None else str(RATING_WORDS[seat.rating]),
        "marks": seat.marks,
    }


def _account(account: Account, measure: str) -> dict[str, float]:
    """What adds up to the result, in one measure; the loss counted negative."""
    parts = {**account._asdict(), "loss": -account.loss, "result": account.result}
    parts["without_luck"] = account.without_luck
    return {name: getattr(worth, measure) for name, worth in parts.items()}


def _step(
    presenter: Presenter[Any],
    record: Record,
    names: Sequence[str],
    step: RollStep | AnswerStep,
    before: Any,
    after: Any,
) -> Json:
    """One step: what happened, and the table as it was when it was decided."""
    from ..review.report import AnswerStep

    lines = presenter.lines(before, record.steps[step.index], after, names.__getitem__)
    text = " ".join(str(line.text) for line in lines)
    shown = before if isinstance(step, AnswerStep) else after
    data: Json = {
        "step": step.index,
        "turn": step.turn,
        "active": None if step.active is None else int(step.active),
        "text": text,
        "values": [worth.mean for worth in step.values],
        "sheets": _sheets(presenter.game, shown),
        "scores": _scores(presenter, shown),
        "dice": presenter.describe_dice(shown),
        "called": presenter.called(shown),
    }
    if not isinstance(step, AnswerStep):
        return {**data, "luck": [worth.mean for worth in step.luck], "answers": []}
    answers = [_answer(presenter, before, answer) for answer in step.answers]
    return {**data, "luck": None, "answers": answers, "phase": step.phase}


def _sheets(game: Game[Any], state: Any) -> list[Json]:
    return [game.format_sheet(state, Seat(seat)) for seat in range(game.spec.players)]


def _scores(presenter: Presenter[Any], state: Any) -> list[int]:
    return [presenter.worth(state, Seat(seat)) for seat in range(presenter.game.spec.players)]


def _answer(presenter: Presenter[Any], state: Any, answer: Answer) -> Json:
    """What a seat answered, and what it could have answered instead."""
    from ..review.explain import explain

    data: Json = {"seat": int(answer.seat), "mark": answer.mark, "counted": answer.is_counted}
    ranking, chosen = answer.ranking, answer.chosen
    if ranking is None or chosen is None:
        action = presenter.game.parse_action(state, answer.notation)
        label = str(presenter.action_label(state, answer.seat, action))
        rest: Json = {"chosen": None, "why": None, "candidates": [], "explore": None}
        return {**data, "label": label, **rest}
    shown = list(ranking.candidates[:SHOWN])
    if chosen not in shown:
        shown.append(chosen)
    candidates = [describe_candidate(presenter, ranking, c, is_explained=False) for c in shown]
    why = explain(presenter.game, ranking, chosen) if chosen.loss.mean > 0 else None
    return {
        **data,
        "explore": explorer_address(presenter.game, state, answer.seat),
        "label": candidates[shown.index(chosen)]["label"],
        "chosen": chosen.notation,
        "why": None if why is None else str(why),
        "candidates": candidates,
    }


def _words_of(presenter: Presenter[Any], state: Any, answer: Answer) -> Json:
    """A marked answer in words: what was done, what was better, what it cost and why."""
    from ..review.explain import explain

    ranking, chosen = answer.ranking, answer.chosen
    assert ranking is not None
    assert chosen is not None
    game, seat = presenter.game, answer.seat
    return {
        "label": str(presenter.action_label(state, seat, chosen.action)),
        "better": str(presenter.action_label(state, seat, ranking.best.action)),
        "change": change_words(game, chosen.loss),
        "loss": chosen.loss.mean,
        "why": str(explain(game, ranking, chosen)),
    }
