"""What a seat is asked: every answer that it may give, with what each would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import PASS, Action, Decision, Seat
from ..i18n import T
from .presenters import Presenter
from .table import LiveTable


def describe_ask(table: LiveTable, seat: Seat) -> dict[str, Any]:
    """The question to a seat that has not answered yet, in the current language."""
    match, presenter = table.match, table.presenter
    assert match is not None
    assert isinstance(match.node, Decision)
    state = match.state
    return {
        "seat": int(seat),
        "decision": match.decision,
        "phase": match.node.phase,
        "sentence": str(presenter.question(state, seat)),
        "secret": match.node.secret,
        **describe_answers(presenter, state, seat, match.legal(seat)),
    }


def describe_answers(
    presenter: Presenter[Any], state: Any, seat: Seat, legal: Sequence[Action]
) -> dict[str, Any]:
    """The legal answers of a seat at a decision: ``actions``, and ``pass`` where that is one."""
    worth = presenter.worth(state, seat)
    return {
        "actions": [
            describe_action(presenter, state, seat, action, worth)
            for action in legal
            if action != PASS
        ],
        "pass": describe_pass(presenter, state, seat) if PASS in legal else None,
    }


def _after(presenter: Presenter[Any], state: Any, seat: Seat, action: Action) -> Any:
    """The state after an answer, if all others give their harmless one."""
    game = presenter.game
    node = game.node(state)
    assert isinstance(node, Decision)
    joint = {other: game.legal(state, other)[0] for other in node.seats}
    return game.play(state, joint | {seat: action})


def describe_action(
    presenter: Presenter[Any], state: Any, seat: Seat, action: Action, worth: int
) -> dict[str, Any]:
    """An answer: what it is called, where it writes, and what it brings to a sheet of `worth`."""
    gain = 0
    is_field = presenter.is_field(action)
    if is_field:
        gain = presenter.worth(_after(presenter, state, seat, action), seat) - worth
    warning = presenter.warning(state, seat, action)
    return {
        "action": presenter.game.format_action(state, action),
        "kind": presenter.action_kind(state, action),
        "label": str(presenter.action_label(state, seat, action)),
        "field": presenter.field_ids[action - 1] if is_field else None,
        "number": presenter.number(state, seat, action),
        "dice": presenter.action_dice(state, action),
        "fits": presenter.fitting_lines(state, seat, action),
        "short": presenter.short(state, seat, action, gain),
        "skips": presenter.skips(state, seat, action) if is_field else 0,
        "skipped": presenter.skipped_fields(state, seat, action) if is_field else [],
        "gain": gain,
        "warning": None if warning is None else str(warning),
    }


def describe_pass(presenter: Presenter[Any], state: Any, seat: Seat) -> dict[str, Any]:
    """Passing: what it is called, and whether it costs a misthrow."""
    after = _after(presenter, state, seat, PASS)
    change = presenter.score(after, seat).misthrows - presenter.score(state, seat).misthrows
    if change < 0:
        points = f"{change:+d}".replace("-", "−")
        label = str(T("Take a misthrow ({points})", points=points))
        return {"action": "-", "label": label, "kind": "misthrow", "gain": change}
    label = str(presenter.action_label(state, seat, PASS))
    return {"action": "-", "label": label, "kind": "pass", "gain": 0}
