"""How the expert decides: the kernels of the networks called from readable states."""

from __future__ import annotations

from ...errors import InputError
from ...fast.compile import new_record
from ...game import Seat
from ...games.qwinto import Qwinto, QwintoState
from ...i18n import T
from .deciding import decide
from .room import WORK, can_play, make_rules
from .states import encode
from .weights import load_networks


class Mind:
    """The networks with room to work in, for a game with its options fixed.

    It may be called by several threads, each call having room of its own.
    """

    def __init__(self, game: Qwinto, to_win: bool, denial: float) -> None:
        if not can_play(game):
            raise InputError(T("The expert does not know a sheet of that size."))
        self._rules = make_rules(game)
        self._to_win, self._denial = to_win, denial
        self._net, self._company = load_networks()

    def decide(self, view: QwintoState, seat: Seat) -> tuple[int, float]:
        """The answer of a seat that is asked, and what it expects then."""
        work = new_record(WORK)
        work.rated = work.planned = -1
        action = decide(
            self._rules,
            encode(view),
            seat,
            self._to_win,
            self._denial,
            self._net,
            self._company,
            work,
        )
        return int(action), float(work.worth)
