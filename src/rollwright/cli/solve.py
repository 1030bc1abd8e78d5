"""``rollwright solve``: the exact solution of a game for one player."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import InputError
from ..i18n import T, Text, decimal, percent
from .options import JsonSwitch, SpecArgument, option
from .plotting import PERFECT, PLOT, perfect_qwixx_results, plot_solution

if TYPE_CHECKING:
    from rich.table import Table

    from ..game import Json
    from ..games.qwingo import Qwingo
    from ..games.qwinto import Qwinto
    from ..games.qwixx import Qwixx
    from ..solve.distribution import Distribution
    from ..solve.progress import Report

HELP = T("solve a game for one player exactly, and keep the solution")

FURTHEST = 1000
"""More points or turns than any target that makes sense."""

SHOWN = 5e-5
"""The least chance that a table shows."""


@dataclass(frozen=True)
class Wish:
    """What is wanted besides the solution: how a bot does, a goal, all chances, a chart."""

    policy: str | None
    goal: int | None
    distribution: bool
    chart: Path | None = None

    def __bool__(self) -> bool:
        return (
            self.policy is not None
            or self.goal is not None
            or self.distribution
            or self.chart is not None
        )

    @property
    def bot(self) -> str:
        """The bot that is asked about."""
        return self.policy or PERFECT


@dataclass
class Found:
    """What has been found out: as JSON, and in sentences and tables."""

    json: Json
    parts: list[Text | Table] = field(default_factory=list)

    def add(self, more: Found) -> None:
        """Take in more findings."""
        self.json |= more.json
        self.parts += more.parts


def run(
    spec: SpecArgument,
    distribution: Annotated[
        bool, option("--distribution", T("show the chance of every final result"))
    ] = False,
    target: Annotated[
        str | None,
        option("--target", T("show the chance of so many points or more, or turns or fewer"), "T"),
    ] = None,
    policy: Annotated[
        str | None,
        option("--policy", T("show how a bot does: perfect, ga, greedy or random"), "BOT"),
    ] = None,
    plot: Annotated[str | None, PLOT] = None,
    as_json: JsonSwitch = False,
) -> None:
    """Solve the game, or take the solution from the cache."""
    from ..games.qwingo import Qwingo
    from ..games.qwixx import Qwixx
    from ..render.charts import check_chart
    from .console import print_json, show
    from .inputs import parse_number
    from .solving import show_solving

    game, is_friendly = _parse_game(spec)
    goal = None if target is None else parse_number("--target", target, -FURTHEST, FURTHEST)
    chart = None if plot is None else Path(plot)
    if chart is not None:
        check_chart(chart)
    wish = Wish(policy, goal, distribution, chart)
    with show_solving() as report:
        if isinstance(game, Qwixx) and not is_friendly:
            found = _solve_qwixx(game, wish, report)
        elif isinstance(game, Qwingo):
            found = _solve_qwingo(game, wish)
        elif wish:
            raise InputError(
                T("--distribution, --target, --policy and --plot are for qwixx and qwingo alone.")
            )
        elif isinstance(game, Qwixx):
            found = _solve_friendly(game, report)
        else:
            found = _bound_qwinto(game, report)
    if as_json:
        print_json(found.json)
    else:
        show(*found.parts)


def _parse_game(spec: str) -> tuple[Any, bool]:
    """The game, and whether nobody interferes with anybody in it."""
    from ..spec import Option, create_game, make_spec, parse_call

    name, options = parse_call(spec)
    friendly = Option("friendly", False, (True, False), T("nobody interferes with anybody"))
    is_friendly = name == "qwixx" and bool(friendly.parse(options.pop("friendly", False)))
    players = None if "players" in options else 2 if is_friendly else 1
    return create_game(make_spec(name, options, players)), is_friendly


def _solve_qwixx(game: Qwixx, wish: Wish, report: Report) -> Found:
    from ..solve.qwixx import solve_qwixx
    from ..solve.qwixx_policies import evaluate_policy, parse_policy

    policy = parse_policy(wish.bot)
    solution = solve_qwixx(game, report)
    found = Found(
        {
            "value": solution.value,
            "states": solution.states,
            "seconds": solution.seconds,
            "cached": solution.cached,
        },
        [
            T(
                "Perfect play of {game} gives {value} points on average.",
                game=game.spec,
                value=decimal(solution.value, 5),
            ),
            _effort(solution),
        ],
    )
    if not wish:
        return found
    result = evaluate_policy(game, policy, solution, report)
    found.add(_describe(str(policy), result.scores, wish, in_turns=False))
    found.json |= {"turns_mean": result.turns, "by_locks": result.by_locks}
    if wish.chart is not None:
        perfect = None if policy.name == PERFECT else perfect_qwixx_results(game)
        plot_solution(wish.chart, game, str(policy), result.scores, perfect)
    found.parts.append(
        T(
            "A game takes {turns} turns; closed rows end {locks} of all games.",
            turns=decimal(result.turns, 2),
            locks=percent(result.by_locks),
        )
    )
    return found


def _solve_qwingo(game: Qwingo, wish: Wish) -> Found:
    from ..solve.qwingo import solve_qwingo
    from .console import create_table

    if wish.bot != PERFECT:
        raise InputError(T("--policy may be perfect for qwingo, not “{bot}”.", bot=wish.bot))
    solution = solve_qwingo(game)
    bounds = solution.bounds(solution.first_sheet)
    found = Found(
        {
            "value": bounds.at_least,
            "exact": bounds.is_exact,
            "at_most": bounds.at_most,
            "states": solution.states,
            "seconds": solution.seconds,
            "cached": solution.cached,
        }
    )
    if bounds.is_exact:
        found.parts.append(
            T("Perfect play of {game} takes {value} turns on average.",
              game=game.spec, value=decimal(bounds.at_least, 5))
        )  # fmt: skip
    else:
        found.parts.append(
            T("Perfect play of {game} takes {least} to {most} turns on average; the bot perfect "
              "takes the latter.",
              game=game.spec, least=decimal(bounds.at_least, 5), most=decimal(bounds.at_most, 5))
        )  # fmt: skip
    if wish:
        found.add(_describe(PERFECT, solution.turns, wish, in_turns=True))
        if wish.chart is not None:
            plot_solution(wish.chart, game, PERFECT, solution.turns, None)
        found.json["ratings"] = [
            {"rating": str(name), "chance": chance} for name, chance in solution.ratings
        ]
        table = create_table(T("rating"), T("chance"), numbers_from=1)
        for name, chance in solution.ratings:
            table.add_row(str(name), str(percent(chance, 2)))
        found.parts.append(table)
    return found


def _solve_friendly(game: Qwixx, report: Report) -> Found:
    from ..solve.qwixx import solve_friendly_qwixx
    from .console import create_table

    solution = solve_friendly_qwixx(game, report)
    table = create_table(T("seat"), T("points on average"), numbers_from=1)
    for seat, value in enumerate(solution.seats):
        table.add_row("abcdef"[seat], str(decimal(value, 4)))
    return Found(
        {
            "seats": list(solution.seats),
            "states": solution.states,
            "seconds": solution.seconds,
            "cached": solution.cached,
        },
        [T("When nobody interferes with anybody, perfect play gives:"), table, _effort(solution)],
    )


def _bound_qwinto(game: Qwinto, report: Report) -> Found:
    from ..solve.qwinto_bound import bound_qwinto

    bound = bound_qwinto(game, report)
    return Found(
        {"upper_bound": bound.value, "seconds": bound.seconds, "cached": bound.cached},
        [
            T(
                "{game} has far too many positions to be solved. No play gives more than {value} "
                "points on average: an upper bound, which play need not reach.",
                game=game.spec,
                value=decimal(bound.value, 2),
            )
        ],
    )


def _effort(solution: Any) -> Text:
    """What the solution took."""
    if solution.cached:
        return T(
            "{states} positions, worked out before in {seconds} seconds.",
            states=solution.states,
            seconds=decimal(solution.seconds),
        )
    return T(
        "{states} positions, worked out in {seconds} seconds.",
        states=solution.states,
        seconds=decimal(solution.seconds),
    )


def _describe(bot: str, results: Distribution, wish: Wish, *, in_turns: bool) -> Found:
    """How a bot does: mean, spread, the chances of a goal and of every result."""
    from .console import create_table

    found = Found(
        {"bot": bot, "mean": results.mean, "sd": results.sd},
        [
            T(
                "The bot {bot}: {mean} on average, standard deviation {sd}.",
                bot=bot,
                mean=decimal(results.mean, 4),
                sd=decimal(results.sd, 3),
            )
        ],
    )
    if wish.goal is not None:
        chance = results.at_most(wish.goal) if in_turns else results.at_least(wish.goal)
        found.json |= {"target": wish.goal, "reached": chance}
        found.parts.append(
            T("{goal} turns or fewer: {chance}.", goal=wish.goal, chance=percent(chance, 4))
            if in_turns
            else T("{goal} points or more: {chance}.", goal=wish.goal, chance=percent(chance, 4))
        )
    if wish.distribution:
        found.json["distribution"] = {str(n): chance for n, chance in results.chances.items()}
        heading = T("turns") if in_turns else T("points")
        table = create_table(heading, T("share of the games"), numbers_from=0)
        for result, chance in results.chances.items():
            if chance >= SHOWN:
                table.add_row(str(result), str(percent(chance, 2)))
        found.parts.append(table)
    return found
