"""The kit finds faults: each small subclass breaks one rule of the house, and is caught."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from rollwright import PASS, Action, Score, Seat, parse_spec
from rollwright.bots import Budget, Choice
from rollwright.dice import Roll, Stream
from rollwright.game import Game, Json, Node
from rollwright.games.qwingo import SETUP, Qwingo, QwingoState
from rollwright.games.qwinto import Qwinto, QwintoState
from rollwright.games.qwixx import WHITE, Qwixx, QwixxState
from rollwright.games.turns import Objection
from rollwright.i18n import T
from rollwright.testing import Fault, check_bot, check_game


class ForgetsLocks(Qwixx):
    """Candidates leave out the last numbers, which `objection` allows."""

    def candidates(self, state: QwixxState, seat: Seat) -> Iterable[Action]:
        for action in super().candidates(state, seat):
            if action == PASS or self.field_of(action)[1] < self.last_position(0):
                yield action


class AsksWithoutAnswers(Qwixx):
    """A passive seat whose only answer is to pass is asked, but may not pass."""

    def objection(self, state: QwixxState, seat: Seat, action: Action) -> Objection | None:
        if action == PASS and state.phase == WHITE and seat != state.active:
            return Objection("Q3", T("You must cross the white sum."))
        return super().objection(state, seat, action)


class AcceptsNegativeFields(Qwinto):
    """Negative codes are taken for fields counted from the right."""

    def objection(self, state: QwintoState, seat: Seat, action: Action) -> Objection | None:
        return super().objection(state, seat, Action(abs(action)))


class NamesNoRule(Qwinto):
    """Objections without the number of a rule."""

    def objection(self, state: QwintoState, seat: Seat, action: Action) -> Objection | None:
        found = super().objection(state, seat, action)
        return None if found is None else Objection("", found.text)


class AnswersOneByOne(Qwixx):
    """A row closed by one seat is closed for the seats after it in the same action."""

    def _resolve_white(self, state: QwixxState, joint: Mapping[Seat, Action]) -> QwixxState:
        marks = self._first_closers(state, joint)
        return super()._resolve_white(state, marks)


class FavoursFirstSeat(Qwixx):
    """Seat 0 has a point more."""

    def scores(self, state: QwixxState) -> tuple[Score, ...]:
        first, *others = super().scores(state)
        (name, points), *lines = first.lines
        more = Score(((name, points + 1), *lines), (), first.misthrows, first.total + 1)
        return (more, *others)


class ForgetsMisthrows(Qwinto):
    """The total is without the misthrows."""

    def scores(self, state: QwintoState) -> tuple[Score, ...]:
        return tuple(s.__class__(s.lines, s.bonus, s.misthrows, s.total - s.misthrows)
                     for s in super().scores(state))  # fmt: skip


class SharesWrongPlaces(Qwixx):
    """Two seats that share the first place are followed by the second instead of the third."""

    def places(self, state: QwixxState) -> tuple[int, ...]:
        places = super().places(state)
        return tuple(sorted(set(places)).index(place) + 1 for place in places)


class MissesMisthrowsInJson(Qwixx):
    """The JSON of a state has no misthrows."""

    def format_sheet(self, state: QwixxState, seat: Seat) -> Json:
        return super().format_sheet(state, seat) | {"misthrows": 0}


class SwapsWhiteDice(Qwixx):
    """The white dice are written sorted, so that another roll is read."""

    def format_roll(self, state: QwixxState, roll: Roll) -> str:
        return super().format_roll(state, (*sorted(roll[:2]), *roll[2:]))


class ShowsSecrets(Qwingo):
    """The starting numbers can be seen before all are written."""

    def view(self, state: QwingoState, seat: Seat | None) -> QwingoState:
        return state


class ShowsSecretsToSpectators(Qwingo):
    """Only spectators see the starting numbers too early."""

    def view(self, state: QwingoState, seat: Seat | None) -> QwingoState:
        return state if seat is None else super().view(state, seat)


class HidesOwnSheet(Qwingo):
    """A seat cannot see its own sheet during the set-up."""

    def view(self, state: QwingoState, seat: Seat | None) -> QwingoState:
        return super().view(state, None)


class OpensClosedSheets(Qwingo):
    """open_sheets=false is not heeded once the set-up is over."""

    def view(self, state: QwingoState, seat: Seat | None) -> QwingoState:
        return super().view(state, seat) if state.phase == SETUP else state


class NeverEnds(Qwinto):
    """Nothing ends the game."""

    def _ended(self, state: QwintoState) -> bool:
        return False


class PassesByDefault(Qwingo):
    """The default is to pass, even where the number must be entered."""

    def default(self, state: QwingoState, seat: Seat) -> Action:
        return PASS


class KeepsAList(Qwixx):
    """The roll is kept as a list, so that states cannot be hashed."""

    def rolled(self, state: QwixxState, roll: Roll) -> QwixxState:
        return super().rolled(state, roll)._replace(roll=list(roll))  # type: ignore[arg-type]


class CountsItsStates(Qwixx):
    """The rules remember how often they were asked."""

    asked_before = 0

    def node(self, state: QwixxState) -> Node:
        self.asked_before += 1
        return super().node(state._replace(turn=state.turn + self.asked_before))


class TakesPartialAnswers(Qwixx):
    """A seat that has not answered is taken to have passed."""

    def play(self, state: QwixxState, joint: Mapping[Seat, Action]) -> QwixxState:
        if state.phase == WHITE and joint:
            joint = {seat: joint.get(seat, PASS) for seat in self.seats}
        return super().play(state, joint)


class RaisesKeyErrors(Qwinto):
    """Unreadable answers give a KeyError."""

    def parse_action(self, state: QwintoState, text: str) -> Action:
        return self._words[text]


class TurnsTheWrongWay(Qwixx):
    """The turn goes back to seat 0 after seat 1, whatever the number of seats."""

    def next_seat(self, seat: Seat) -> Seat:
        return Seat((seat + 1) % 2)


class SkipsATurn(Qwinto):
    """Turns are counted by twos."""

    def _resolve_entries(self, state: QwintoState, joint: Mapping[Seat, Action]) -> QwintoState:
        following = super()._resolve_entries(state, joint)
        return following._replace(turn=following.turn + (following.turn > state.turn))


Builder = Callable[[Any], Game[Any]]

PLANTED: list[tuple[Builder, str, str]] = [
    (ForgetsLocks, "qwixx(marks_to_lock=1)", "objection and legal differ|is not legal for seat"),
    (AsksWithoutAnswers, "qwixx", "is asked but has no legal answer"),
    (AcceptsNegativeFields, "qwinto", "is not legal for seat|objection and legal differ"),
    (NamesNoRule, "qwinto", "names no rule"),
    (AnswersOneByOne, "qwixx(marks_to_lock=1)", "answers .* as well"),
    (FavoursFirstSeat, "qwixx", "score_sheet differs"),
    (ForgetsMisthrows, "qwinto", "add up to"),
    (SharesWrongPlaces, "qwixx(players=3)", "places are no ranking"),
    (MissesMisthrowsInJson, "qwixx", "score_sheet differs|parse_state gives another state"),
    (SwapsWhiteDice, "qwixx", "is read as"),
    (ShowsSecrets, "qwingo", "the secret answer of seat"),
    (ShowsSecretsToSpectators, "qwingo", "the secret answer of seat"),
    (HidesOwnSheet, "qwingo", "does not see its own sheet|on its own view"),
    (OpensClosedSheets, "qwingo(open_sheets=false)", "can see the closed sheet"),
    (NeverEnds, "qwinto", "has not ended"),
    (PassesByDefault, "qwingo", "default"),
    (KeepsAList, "qwixx", "cannot be hashed"),
    (CountsItsStates, "qwixx", "node gives two answers"),
    (TakesPartialAnswers, "qwixx", "a joint answer of the seats"),
    (RaisesKeyErrors, "qwinto", "KeyError"),
    (TurnsTheWrongWay, "qwixx(players=3)", "all seats move on by one"),
    (SkipsATurn, "qwinto", "the turn went from"),
]


@pytest.mark.parametrize(
    "build, spec, message", PLANTED, ids=[build.__name__ for build, _, _ in PLANTED]
)
def test_a_planted_fault_is_caught(build: Builder, spec: str, message: str) -> None:
    with pytest.raises(Fault, match=message):
        check_game(build(parse_spec(spec)), seeds=range(12), thorough=200)


def test_there_are_planted_faults_in_every_family() -> None:
    families = {parse_spec(spec).family for _, spec, _ in PLANTED}
    assert families == {"qwixx", "qwinto", "qwingo"}
    assert len(PLANTED) >= 10


# Bots


class BotOf:
    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.answers = 0


class CheatingBot(BotOf):
    """Answers what is not legal."""

    def choose(
        self, view: Any, seat: Seat, legal: tuple[Action, ...], stream: Stream,
        budget: Budget | None = None,
    ) -> Choice:  # fmt: skip
        return Choice(Action(max(legal) + 1))


class RememberingBot(BotOf):
    """Answers depend on how often it was asked."""

    def choose(
        self, view: Any, seat: Seat, legal: tuple[Action, ...], stream: Stream,
        budget: Budget | None = None,
    ) -> Choice:  # fmt: skip
        self.answers += 1
        return Choice(legal[self.answers % len(legal)])


class BareBot(BotOf):
    """Returns the action alone."""

    def choose(
        self, view: Any, seat: Seat, legal: tuple[Action, ...], stream: Stream,
        budget: Budget | None = None,
    ) -> Action:  # fmt: skip
        return legal[0]


class PeekingBot(BotOf):
    """Looks for the other sheets, which it cannot see in the set-up."""

    def choose(
        self, view: Any, seat: Seat, legal: tuple[Action, ...], stream: Stream,
        budget: Budget | None = None,
    ) -> Choice:  # fmt: skip
        others = [sheet for other, sheet in enumerate(view.sheets) if other != seat]
        assert view.phase != SETUP or all(n is None for s in others for c in s for n in c)
        return Choice(legal[0])


@pytest.mark.parametrize(
    "bot, message",
    [(CheatingBot, "legal are"), (RememberingBot, "a new bot"), (BareBot, "no Choice")],
)
def test_a_faulty_bot_is_caught(bot: type, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from rollwright.bots import registry

    monkeypatch.setattr(registry, "_import_bot", lambda name: bot)
    with pytest.raises(Fault, match=message):
        check_bot("planted:Bot", Qwixx(parse_spec("qwixx")))


def test_a_bot_gets_views_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    from rollwright.bots import registry

    monkeypatch.setattr(registry, "_import_bot", lambda name: PeekingBot)
    game = Qwingo(parse_spec("qwingo(players=3)"))
    check_bot("planted:Bot", game, seeds=range(1), longest=40)
    assert game.initial().phase == SETUP
