"""The account of a seat in rounded figures that still add up, as tables show it."""

from __future__ import annotations

from collections.abc import Sequence

from .worth import Account


def account_figures(account: Account, factor: float, *, in_margin: bool) -> dict[str, float]:
    """The terms of an account, `result` and `without_luck`, times `factor` and in tenths.

    The loss is what it takes away, so that the terms add up to the result as they are shown, and
    the result less the luck is what it is without.
    """
    terms = account._replace(loss=-account.loss)._asdict()
    values = [factor * (worth.margin if in_margin else worth.mean) for worth in terms.values()]
    shown = dict(zip(terms, rounded_to_add_up(values), strict=True))
    result = round(sum(shown.values()), 1)
    return {**shown, "result": result, "without_luck": round(result - shown["luck"], 1)}


def rounded_to_add_up(terms: Sequence[float]) -> list[float]:
    """The terms rounded to tenths so that they add up to their rounded sum.

    What rounding leaves over goes to the terms that it changed most.
    """
    exact = [10 * term for term in terms]
    rounded = [round(term) for term in exact]
    left = round(sum(exact)) - sum(rounded)
    sign = 1 if left > 0 else -1
    order = sorted(range(len(exact)), key=lambda i: sign * (rounded[i] - exact[i]))
    for index in order[: abs(left)]:
        rounded[index] += sign
    return [number / 10 for number in rounded]
