"""What each part of the table shows: pure functions from the session to blocks of segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..dice import CommittedDice
from ..game import PASS, Action, Seat
from ..i18n import T, Text
from ..record import Answered
from ..render.segments import (
    Block,
    Line,
    Look,
    Segment,
    cell_length,
    faint,
    fit,
    flow,
    line_width,
    paragraph,
    text_line,
    wrap,
)
from ..render.sheets import (
    NO_HINTS,
    Content,
    Hints,
    Size,
    compact_sheet,
    is_filled_downwards,
    large_sheet,
    read_content,
)
from ..render.text import dice_boxes, dice_line, dice_on_table, sheet_title
from ..spec import find_family
from .cursor import Target
from .journal import Entry, Kind, visible_seats
from .notation import is_field
from .session import Session, Wait, misthrow_cost
from .wording import choice_label, sentence

MOST_BUTTONS = 12
"""Choices that are no fields and are more than this are turned through instead."""

MESSAGE_LINES = 3


@dataclass
class Desk:
    """What the screen remembers beside the match: cursor, typed text, and switches.

    `choice` is the one that is turned to where there are too many for buttons.
    """

    cursor: Target | None = None
    choice: Action | None = None
    typed: str = ""
    notice: Text | str | None = None
    is_error: bool = False
    is_correcting: bool = False
    scores_hidden: bool = False
    shows_result: bool = True


@dataclass(frozen=True, slots=True)
class Button:
    """Something that can be chosen beside the fields of the sheet."""

    target: Target
    label: str


# Buttons


def other_choices(session: Session) -> tuple[Action, ...]:
    """The legal answers that are neither fields nor passing."""
    return tuple(a for a in session.legal if a != PASS and not is_field(session.game, a))


def buttons(session: Session, desk: Desk) -> list[Button]:
    """What can be chosen now beside fields."""
    simple = {
        Wait.NOTHING: [Button("flip", _flip_label(desk)), Button("leave", str(T("leave")))],
        Wait.HANDOVER: [Button("go", str(T("go on")))],
        Wait.CONFIRM: [Button("go", str(T("done")))],
        Wait.FAILURE: [Button("go", str(T("play on")))],
        Wait.ROLL: [] if session.is_typed else [Button("go", str(T("roll")))],
    }
    if session.wait is not Wait.ANSWER:
        return simple.get(session.wait, [])
    return _answer_buttons(session, desk)


def _flip_label(desk: Desk) -> str:
    if desk.shows_result:
        return str(T("show the sheets"))
    return str(T("show the result"))


def _answer_buttons(session: Session, desk: Desk) -> list[Button]:
    seat = session.asked
    state = session.state_of(seat)
    choices = other_choices(session)
    found: list[Button] = []
    if len(choices) > MOST_BUTTONS and desk.choice is not None:
        label = choice_label(session.game, state, desk.choice)
        found += [Button("turn:-10", "-10"), Button("turn:-1", "-1"), Button(desk.choice, label)]
        found += [Button("turn:+1", "+1"), Button("turn:+10", "+10")]
    else:
        found += [Button(a, choice_label(session.game, state, a)) for a in choices]
    if PASS in session.legal and seat is not None:
        cost = misthrow_cost(session.game, state, seat)
        misthrow = T("take a misthrow: {points} points", points=-cost)
        found.append(Button(PASS, str(misthrow if cost else T("pass"))))
    return found


def choice_lines(session: Session, desk: Desk, width: int) -> Block:
    """The typed text, or else the buttons."""
    if desk.typed or desk.is_correcting or (session.is_typed and session.wait is Wait.ROLL):
        return ((Segment(f" › {desk.typed}▏", Look.TITLE),),)
    segments = [
        Segment(f"»{button.label}«", Look.CURSOR, *_as_target(button.target))
        if button.target == desk.cursor
        else Segment(f"[{button.label}]", Look.BUTTON, *_as_target(button.target))
        for button in buttons(session, desk)
    ]
    return tuple((Segment(" "), *line) for line in wrap(segments, width - 1, 2)) or ((),)


def _as_target(target: Target) -> tuple[str, Action | None, str]:
    """Colour, action and command of a segment for a target."""
    return ("", None, target) if isinstance(target, str) else ("", Action(target), "")


def key_line(session: Session, desk: Desk, width: int) -> Line:
    """The keys that always do the same, each to be clicked too."""
    hidden = desk.scores_hidden
    entries = [
        ("help", T("? help"), True),
        ("undo", T("u undo"), session.can_undo),
        ("redo", T("r redo"), session.can_redo),
        ("scores", T("s show scores") if hidden else T("s hide scores"), True),
        ("leave", T("q leave"), True),
    ]
    if session.match.can_correct:
        entries.insert(3, ("correct", T("c correct roll"), True))
    line: Line = (Segment(" "),)
    for command, text, possible in entries:
        look = Look.TEXT if possible else Look.FAINT
        added = (Segment(str(text), look, command=command), Segment("   "))
        if line_width(line) + cell_length(str(text)) <= width:
            line = (*line, *added)
    return line


# Words above the table


def head_line(session: Session, width: int) -> Line:
    """The game, the turn, and where it is saved."""
    game = session.game
    title = find_family(game.spec.family).title
    turn = game.turn(session.match.state)
    turn_text = T("turn {turn}", turn=turn)
    left = f" {title}" + (f" · {turn_text}" if turn else "")
    dice = session.match.dice
    parts = []
    if isinstance(dice, CommittedDice):
        parts.append(str(T("dice {hash}…", hash=dice.commitment[:8])))
    if session.trouble is not None:
        parts.append(str(T("NOT SAVED")))
    elif session.save is not None:
        parts.append(str(T("saved in {file}", file=session.save.name)))
    else:
        parts.append(str(T("not saved")))
    right = " · ".join(parts) + " "
    space = width - cell_length(left) - cell_length(right)
    if space < 1:
        return (Segment(fit(left, width), Look.TITLE),)
    return (Segment(left, Look.TITLE), Segment(" " * space), Segment(right, Look.FAINT))


def message_lines(session: Session, desk: Desk, width: int) -> Block:
    """The sentence that says what is asked, and below it what has just been said."""
    badge: Line = ()
    person = session.asked
    if session.wait is Wait.ROLL and session.seen is not None and not session.is_typed:
        person = session.seen
    if person is not None and len(session.people) > 1:
        badge = (Segment(f" {session.names[person]} ", Look.BADGE), Segment(" "))
    text = correcting_sentence(session) if desk.is_correcting else sentence(session)
    room = width - 2 - line_width(badge)
    lines: list[Line] = []
    for number, line in enumerate(paragraph(text, room, Look.TITLE)):
        lines.append((Segment(" "), *badge, *line) if number == 0 else (Segment(" "), *line))
    if desk.notice is not None:
        look = Look.ALERT if desk.is_error else Look.TEXT
        sign = "! " if desk.is_error else ""
        lines += [
            (Segment(" "), *line) for line in paragraph(f"{sign}{desk.notice}", width - 2, look)
        ]
    lines = lines[:MESSAGE_LINES]
    return (*lines, *[()] * (MESSAGE_LINES - len(lines)))


def correcting_sentence(session: Session) -> Text:
    """What to do to correct a roll."""
    last = session.last_roll
    shown = ""
    if last is not None:
        index, before = last
        _, step = session.match.trail[index]
        if not isinstance(step, Answered):
            shown = session.game.format_roll(before, step.roll)
    return T(
        "Type what the dice really show, instead of {roll}; Esc leaves the roll as it is.",
        roll=shown,
    )


def dice_block(session: Session, tall: bool) -> Block:
    """The dice on the table and the called number, or faintly those of the turn before."""
    game, match = session.game, session.match
    dice = dice_on_table(game, game.view(match.state, session.seen))
    is_past = not dice.faces and dice.called is None
    last = session.last_roll
    if is_past and last is not None:
        states = [*(state for state, _ in match.trail), match.state]
        dice = dice_on_table(game, game.view(states[last[0] + 1], session.seen))
    block = dice_boxes(dice) if tall else (dice_line(dice),)
    if is_past:
        block = faint(block)
    return tuple((Segment(" "), *line) for line in block) or ((),) * (3 if tall else 1)


# Sheets and log


@dataclass(frozen=True)
class Sheets:
    """All sheets as the person at the screen may see them."""

    session: Session
    desk: Desk
    shown: Seat = field(init=False)

    def __post_init__(self) -> None:
        seen = self.session.seen
        shown = self.session.people[0] if seen is None and self.session.people else seen
        object.__setattr__(self, "shown", shown or Seat(0))

    def own(self, size: Size) -> Block:
        """The large sheet of the person at the screen."""
        session = self.session
        game = session.game
        # Before anybody has taken the keyboard, nobody's secrets may be drawn.
        state = session.state_of(session.seen)
        score = None if self.desk.scores_hidden else game.scores(state)[self.shown]
        content, hints = read_content(game, state, self.shown), NO_HINTS
        if session.asked == self.shown:
            cursor = self.desk.cursor
            hints = Hints(
                frozenset(a for a in session.legal if is_field(game, a)),
                Action(cursor) if isinstance(cursor, int) and cursor != PASS else None,
            )
        pending = session.pending_of(self.shown) if session.seen is not None else None
        if pending is not None and is_field(game, pending):
            content = self._with_pending(content, pending)
            hints = Hints(pending=pending)
        sheet = large_sheet(game, content, hints, score, size)
        return (self._title(self.shown, sheet_title(game, self._name(self.shown), score)), *sheet)

    def _with_pending(self, content: Content, pending: Action) -> Content:
        """The content with the answer in it that still can be taken back."""
        session = self.session
        state = session.match.state
        node = session.match.node
        joint = {seat: session.game.default(state, seat) for seat in getattr(node, "seats", ())}
        after = session.game.play(state, joint | {self.shown: pending})
        entries = list(content.entries)
        entries[pending - 1] = read_content(session.game, after, self.shown).entries[pending - 1]
        return replace(content, entries=tuple(entries))

    def others(self, width: int) -> Block:
        """The compact sheets of everybody else, in the order of play."""
        session = self.session
        game = session.game
        players = game.spec.players
        seats = [Seat((self.shown + n) % players) for n in range(1, players)]
        if not seats:
            return ()
        # What a person has only prepared in secret belongs to his own sheet alone.
        state = game.view(session.match.state, session.seen)
        visible = visible_seats(game, session.match.state, session.seen)
        for narrow in (False, True):
            blocks = []
            for seat in seats:
                score = ""
                if seat not in visible:
                    score = " · " + str(T("hidden"))
                elif not self.desk.scores_hidden:
                    score = f" · {game.scores(state)[seat].total}"
                name = self._mark(seat) + self._name(seat)
                content = read_content(game, state, seat)
                blocks.append(compact_sheet(game, content, name, score, narrow))
            block = flow(blocks, width, 2 if is_filled_downwards(game) else 1)
            fits = max(map(line_width, block)) <= width
            if fits and len(block) <= len(blocks[0]):
                return block
        return block

    def _name(self, seat: Seat) -> str:
        return self.session.names[seat]

    def _mark(self, seat: Seat) -> str:
        """A sign before the name of the player whose turn it is."""
        return "▶ " if self.session.game.active(self.session.match.state) == seat else ""

    def _title(self, seat: Seat, title: str) -> Line:
        return text_line(f"{self._mark(seat)}{title}", Look.TITLE)


_LOOKS = {
    Kind.TURN: Look.TITLE,
    Kind.ROLL: Look.TEXT,
    Kind.ANSWER: Look.TEXT,
    Kind.NEWS: Look.ALERT,
    Kind.NOTE: Look.FAINT,
}


def log_block(entries: Sequence[Entry], width: int) -> Block:
    """The log, turn by turn."""
    lines: list[Line] = []
    for entry in entries:
        inset = "" if entry.kind is Kind.TURN else "  "
        lines += [
            (Segment(inset), *line)
            for line in paragraph(entry.text, width - len(inset), _LOOKS[entry.kind], 2)
        ]
    return tuple(lines) or paragraph(T("What happens is told here."), width, Look.FAINT)
