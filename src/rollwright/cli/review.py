"""``rollwright review``: the coach's report on a game: luck, losses, and what was better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..i18n import T, Text, Tn, decimal, percent
from .options import JsonSwitch, argument, option

if TYPE_CHECKING:
    from rich.table import Table

    from ..bots.evaluator import Evaluator
    from ..record import Record
    from ..review.report import Review, SeatReport, Slip
    from ..review.rollout import Rollouts

HELP = T("tell of a game what was luck, what was lost, and what was better")

SHOWN = 15
"""So many of the most costly answers are told."""

MOST_TRIALS = 100_000

HORIZON = 4
"""Turns that a rollout in company is played on."""

TERMS: dict[str, Text] = {
    "start": T("start"),
    "luck": T("luck"),
    "loss": T("lost"),
    "others": T("others"),
    "drift": T("drift"),
    "result": T("result"),
    "without_luck": T("without luck"),
}
"""The account of a seat; all before the result add up to it."""

CHANGES = ("luck", "loss", "others", "drift")
"""Terms that are shown with their sign."""


def run(
    file: Annotated[str, argument("FILE", T("the record, ending in .txt or .json"))],
    rollouts: Annotated[
        str | None,
        option("--rollouts", T("play on so often from each bad answer, and from better ones"), "N"),
    ] = None,
    as_json: JsonSwitch = False,
) -> None:
    """Judge every roll and every decision of a record, finished or not."""
    from ..review.coach import review_record
    from ..review.evaluators import evaluator_for
    from .console import print_json
    from .inputs import parse_number
    from .progress import show_progress
    from .reading import read_checked
    from .solving import show_solving

    trials = 0 if rollouts is None else parse_number("--rollouts", rollouts, 1, MOST_TRIALS)
    record = read_checked(file, as_json)
    with show_solving() as report:
        evaluator = evaluator_for(record.game, report)
    with show_progress(len(record.steps)) as show:
        review = review_record(
            record, evaluator, lambda done, _: show(done), _rollouts(record, evaluator, trials)
        )
    if as_json:
        print_json(review.format())
    else:
        _print(record, review)


def _rollouts(record: Record, evaluator: Evaluator, trials: int) -> Rollouts | None:
    """The rollouts that were asked for; none where the values are exact anyway."""
    from ..review.rollout import BLOCK, Rollouts
    from .progress import tell

    if not trials:
        return None
    if evaluator.exact:
        tell(T("All values are exact: there is nothing to play on for."))
        return None
    horizon = HORIZON if record.spec.players > 1 else None
    whole_blocks = -(-trials // BLOCK) * BLOCK
    return Rollouts(record.game, evaluator, whole_blocks, horizon)


def _print(record: Record, review: Review) -> None:
    from .console import show

    show(
        T("{game}, played by {seats}.", game=record.spec, seats=", ".join(record.seats)),
        _judged_by(review),
        "",
        _accounts(review, in_margin=False),
    )
    if len(review.names) > 1:
        show("", _same_in_margin(review), "", _accounts(review, in_margin=True))
    show("", _decisions(review), "")
    _print_slips(review)
    if not review.is_finished:
        show("", T("The game is not over: the result is what can be expected now."))


def _judged_by(review: Review) -> Text:
    if review.is_exact:
        return T("All values are exact: those of perfect play.")
    return T(
        "The values are those of the evaluator “{name}”, version {version}; they are not exact.",
        name=review.settings["name"],
        version=review.settings["version"],
    )


def _same_in_margin(review: Review) -> Text:
    if review.game.result_unit == "boxes":
        return T("The same in filled boxes ahead of the best other seat:")
    return T("The same in points ahead of the best other seat:")


def _unit(review: Review) -> Text:
    """What the numbers of the accounts are."""
    from ..review.scale import CHANCE, POINTS

    if review.scale.unit == CHANCE:
        return T("chance to win, in %")
    return T("points") if review.scale.unit == POINTS else T("turns, counted negative")


def _accounts(review: Review, *, in_margin: bool) -> Table:
    """How the result of each seat came about: every column adds up, as it is shown."""
    from ..review.figures import account_figures
    from ..review.scale import CHANCE
    from .console import create_table

    heading = T("margin") if in_margin else _unit(review)
    table = create_table(heading, *review.names, numbers_from=1)
    factor = 100 if review.scale.unit == CHANCE and not in_margin else 1
    seats = [account_figures(account, factor, in_margin=in_margin) for account in review.accounts]
    for term, word in TERMS.items():
        cells = [decimal(figures[term], is_signed=term in CHANGES) for figures in seats]
        table.add_row(str(word), *map(str, cells), end_section=term == CHANGES[-1])
    return table


def _decisions(review: Review) -> Table:
    """How well each seat decided."""
    from ..review.scale import BLUNDER, CHANCE, INACCURACY, MISTAKE, RATING_WORDS
    from .console import create_table

    in_percent = review.scale.unit == CHANCE
    seats = review.seats

    def rate(seat: SeatReport) -> str:
        if seat.error_rate is None:
            return "–"
        shown = percent if in_percent else decimal
        return str(shown(seat.error_rate, 2))

    table = create_table("", *(seat.name for seat in seats), numbers_from=1)
    lines = {
        T("decisions that count"): [str(seat.decisions) for seat in seats],
        T("lost in each, on average"): [rate(seat) for seat in seats],
        T("accuracy"): [
            "–" if s.accuracy is None else str(percent(s.accuracy / 100, 0)) for s in seats
        ],
        T("inaccuracies"): [str(seat.marks[INACCURACY]) for seat in seats],
        T("mistakes"): [str(seat.marks[MISTAKE]) for seat in seats],
        T("blunders"): [str(seat.marks[BLUNDER]) for seat in seats],
        T("play"): ["–" if s.rating is None else str(RATING_WORDS[s.rating]) for s in seats],
    }
    for heading, cells in lines.items():
        table.add_row(str(heading), *cells)
    return table


def _print_slips(review: Review) -> None:
    from .console import show

    if not review.slips:
        show(T("No answer lost enough to be worth a word."))
        return
    show(T("What cost most:"), *(_tell(review, slip) for slip in review.slips[:SHOWN]))
    left = len(review.slips) - SHOWN
    if left > 0:
        show(
            Tn(
                "One smaller slip is left out; --json has it.",
                "{n} smaller slips are left out; --json has them.",
                left,
            )
        )


def _tell(review: Review, slip: Slip) -> Text:
    """One bad answer with the better one, and why."""
    from ..review.explain import cost, explain
    from ..review.reasons.spoken import spoken
    from ..review.scale import MARK_WORDS
    from ..review.worth import Worth

    answer = slip.answer
    assert answer.ranking is not None
    assert answer.chosen is not None
    assert answer.mark is not None
    error = answer.chosen.loss_error
    words = {
        "turn": slip.step.turn,
        "name": review.names[answer.seat],
        "answer": spoken(review.game, answer.ranking.state, answer.chosen.action),
        "best": spoken(review.game, answer.ranking.state, answer.ranking.best.action),
        "mark": MARK_WORDS[answer.mark],
        "why": explain(review.game, answer.ranking, answer.chosen),
    }
    if error:
        return T(
            "Turn {turn}, {name}: {answer}, better {best} ({mark}, ±{error}). {why}",
            error=cost(review.game, Worth(error)),
            **words,
        )
    return T("Turn {turn}, {name}: {answer}, better {best} ({mark}). {why}", **words)
