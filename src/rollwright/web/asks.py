"""What a seat is asked: every answer that it may give, with what each would do."""

from __future__ import annotations

from typing import Any

from ..game import PASS, Action, Decision, Seat
from ..i18n import T
from .table import LiveTable


def describe_ask(table: LiveTable, seat: Seat) -> dict[str, Any]:
    """The question to a seat that has not answered yet, in the current language."""
    match, presenter = table.match, table.presenter
    assert match is not None
    assert isinstance(match.node, Decision)
    state = match.state
    worth = presenter.worth(state, seat)
    actions = [
        _describe_action(table, seat, action, worth)
        for action in match.legal(seat)
        if action != PASS
    ]
    return {
        "seat": int(seat),
        "decision": match.decision,
        "phase": match.node.phase,
        "sentence": str(presenter.question(state, seat)),
        "secret": match.node.secret,
        "actions": actions,
        "pass": _describe_pass(table, seat) if PASS in match.legal(seat) else None,
    }


def _after(table: LiveTable, seat: Seat, action: Action) -> Any:
    """The state after an answer, if all others give their harmless one."""
    match = table.match
    assert match is not None
    assert isinstance(match.node, Decision)
    joint = {other: match.legal(other)[0] for other in match.node.seats}
    return table.game.play(match.state, joint | {seat: action})


def _describe_action(table: LiveTable, seat: Seat, action: Action, worth: int) -> dict[str, Any]:
    """An answer: what it is called, where it writes, and what it brings to a sheet of `worth`."""
    match, presenter = table.match, table.presenter
    assert match is not None
    state = match.state
    gain = 0
    is_field = presenter.is_field(action)
    if is_field:
        gain = presenter.worth(_after(table, seat, action), seat) - worth
    warning = presenter.warning(state, seat, action)
    return {
        "action": table.game.format_action(state, action),
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


def _describe_pass(table: LiveTable, seat: Seat) -> dict[str, Any]:
    match, presenter = table.match, table.presenter
    assert match is not None
    after = _after(table, seat, PASS)
    change = presenter.score(after, seat).misthrows - presenter.score(match.state, seat).misthrows
    if change < 0:
        points = f"{change:+d}".replace("-", "−")
        label = str(T("Take a misthrow ({points})", points=points))
        return {"action": "-", "label": label, "kind": "misthrow", "gain": change}
    label = str(presenter.action_label(match.state, seat, PASS))
    return {"action": "-", "label": label, "kind": "pass", "gain": 0}
