"""Qwixx alone under a fixed policy: the exact chance of every final score.

A policy is a bot that looks at no more than its sheet and the roll: `perfect`, `ga`, `greedy` and
`random`. The result is exact, not simulated, but for the rounding of floating-point numbers.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..games.qwixx import Qwixx
from ..i18n import T
from ..spec import nearest_first, parse_call
from .compiled import load_kernels, processors
from .distribution import Distribution
from .progress import Report, silent
from .qwixx import QwixxSolution, check_solo, table_key
from .qwixx_model import LONGEST, MISTHROW_POINTS, ROWS, QwixxModel
from .store import Store, user_store

PERFECT, GA, GREEDY, RANDOM = "perfect", "ga", "greedy", "random"
POLICIES = (PERFECT, GA, GREEDY, RANDOM)

SKIP = 2
"""What `greedy` skips by default."""


@dataclass(frozen=True)
class PolicyResult:
    """What a policy makes of a game for one player.

    `turns` is the mean number of turns, `by_locks` the chance that closed rows end the game.
    """

    scores: Distribution
    turns: float
    by_locks: float
    seconds: float
    cached: bool


@dataclass(frozen=True)
class Policy:
    """A policy with its parameter: `skip` is what GREEDY skips, and 0 for the others."""

    name: str
    skip: int = 0

    def __str__(self) -> str:
        return f"{self.name}(skip={self.skip})" if self.name == GREEDY else self.name


def parse_policy(text: str) -> Policy:
    """The policy that `text` names: ``perfect``, ``ga``, ``greedy(skip=3)``, ``random``."""
    name, parameters = parse_call(text)
    if name not in POLICIES:
        raise InputError(
            T(
                "The exact result of “{name}” cannot be worked out; possible are: {names}.",
                name=name,
                names=nearest_first(name, list(POLICIES)),
            )
        )
    if name != GREEDY:
        unknown = list(parameters)
    else:
        unknown = [parameter for parameter in parameters if parameter != "skip"]
    if unknown:
        raise InputError(
            T("The policy {name} has no parameter “{parameter}”.", name=name, parameter=unknown[0])
        )
    skip = parameters.get("skip", str(SKIP))
    if not (skip.isascii() and skip.isdigit() and int(skip) <= LONGEST):
        raise InputError(
            T(
                "skip must be a whole number from 0 to {most}, not “{text}”.",
                most=LONGEST,
                text=skip,
            )
        )
    return Policy(name, int(skip) if name == GREEDY else 0)


def evaluate_policy(
    game: Qwixx,
    policy: Policy,
    solution: QwixxSolution | None = None,
    report: Report = silent,
    store: Store | None = None,
) -> PolicyResult:
    """The exact result of a policy, from the store or worked out and stored.

    Needs the `solution` for PERFECT. Raises `InputError` where a policy depends on the roll in a
    way that is not followed: `greedy` and `random` with voluntary_misthrow=false, `ga` on sheets
    with mixed colours.
    """
    check_solo(game)
    _check_followed(game, policy)
    store = store or user_store()
    # The choices of `ga` and `greedy` among equals depend on the order of the rows.
    model = QwixxModel(game, True, policy.name in (PERFECT, RANDOM))
    key = table_key(model, f"scores {policy}".replace(" ", "-"))
    stored = store.load(key)
    if stored is not None:
        return _result(stored.table, stored.facts, cached=True)
    begun = time.perf_counter()
    scores, totals = _flow(model, policy, solution, report)
    facts = {
        "lowest": MISTHROW_POINTS * int(model.numbers.max_misthrows),
        "turns": float(totals[0]),
        "by_locks": float(totals[1]),
        "seconds": time.perf_counter() - begun,
    }
    store.save(key, scores, facts)
    return _result(scores, facts, cached=False)


def _check_followed(game: Qwixx, policy: Policy) -> None:
    """Raise `InputError` where a policy looks at more of the roll than is followed."""
    if policy.name in (GREEDY, RANDOM) and not game.options["voluntary_misthrow"]:
        raise InputError(
            T("The exact result of {policy} is known with voluntary_misthrow=true only.",
              policy=policy.name)
        )  # fmt: skip
    if policy.name == GA and not QwixxModel(game).has_own_dice:
        raise InputError(
            T("The exact result of ga is known only for sheets with one colour in each row.")
        )


def _result(scores: Any, facts: Mapping[str, Any], *, cached: bool) -> PolicyResult:
    chances = {
        facts["lowest"] + index: float(chance) for index, chance in enumerate(scores) if chance > 0
    }
    return PolicyResult(
        Distribution(chances), facts["turns"], facts["by_locks"], facts["seconds"], cached
    )


def _flow(
    model: QwixxModel, policy: Policy, solution: QwixxSolution | None, report: Report
) -> tuple[Any, Any]:
    """The chances of all scores from the fewest possible on, and the totals."""
    report(T("Loading the compiled solver; the first time it is compiled."), 0.0)
    kernels = load_kernels("qwixx_flow")
    numbers = model.numbers
    base, values = numbers, np.zeros((1, 1), np.float32)
    values.flags.writeable = False
    if policy.name == PERFECT:
        if solution is None:
            raise ValueError("the exact result of perfect play needs the solution")
        base, values = solution.model.numbers, solution.table
    parameters = _parameters(kernels, model, policy, solution)
    workers = processors()
    mass = np.zeros((workers, model.sheets))
    mass[0, 0] = 1.0
    most = ROWS * max(state.points for state in model.states)
    levels = int(numbers.max_misthrows)
    scores = np.zeros((workers, most + 1 - MISTHROW_POINTS * levels))
    totals = np.zeros((workers, 2))
    rooms = [kernels.new_room() for _ in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        for misthrows in range(levels):
            for distance in model.distances:

                def work(first: int, misthrows: int = misthrows, distance: int = distance) -> None:
                    kernels.flow(
                        numbers, parameters, base, values, rooms[first], mass,
                        scores[first], totals[first], misthrows, distance, first,
                    )  # fmt: skip

                list(pool.map(work, range(workers)))
                done = (misthrows + (distance + 1) / len(model.distances)) / levels
                report(T("Following {policy} through all sheets.", policy=policy), done)
    return scores.sum(axis=0), totals.sum(axis=0)


def _parameters(
    kernels: Any, model: QwixxModel, policy: Policy, solution: QwixxSolution | None
) -> Any:
    """A record of `POLICY`."""
    parameters = kernels.new_policy()
    kinds = {
        PERFECT: kernels.BY_VALUE,
        GA: kernels.BY_ROWS,
        GREEDY: kernels.GREEDY,
        RANDOM: kernels.RANDOM,
    }
    parameters.kind = kinds[policy.name]
    parameters.skip, parameters.far_skip = policy.skip, 2 * policy.skip
    if policy.name == PERFECT and solution is not None:
        parameters.value_pair[: model.pairs] = _pairs_without_memory(model, solution.model)
    if policy.name == GA:
        from ..fast.qwixx import GA_MISTHROW, make_rules

        rules = make_rules(model.game)
        parameters.misthrow = GA_MISTHROW
        for number, state in enumerate(model.states):
            crosses = state.crosses or 0
            parameters.first_term[:, number] = rules.ga_next[:, state.reached, crosses]
            parameters.second_term[:, number] = rules.ga_rest[state.reached, crosses]
    return parameters


def _pairs_without_memory(model: QwixxModel, plain: QwixxModel) -> Any:
    """By pair of a model that remembers closed rows: the same pair in one that does not."""
    states = np.array(
        [
            plain.row_number[state._replace(crosses=None) if state.is_closed else state]
            for state in model.states
        ]
    )
    members = states[model.numbers.members[: model.pairs]]
    return plain.numbers.pair[members[:, 0], members[:, 1]]
