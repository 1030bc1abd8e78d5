"""The table: the screen on which a match is played."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, ScrollableContainer
from textual.screen import Screen

from ..arena import BotError
from ..dice import CommittedDice
from ..errors import RollwrightError
from ..game import PASS, Action
from ..i18n import T, Text
from ..render.segments import Block, paragraph
from ..render.sheets import Size, is_filled_downwards
from .cursor import Direction, Spot, Target, following, neighbour, spots
from .drawing import Drawing
from .guide import GuideScreen
from .journal import Entry, Journal, Kind
from .layout import SMALLEST_HEIGHT, SMALLEST_WIDTH, Region, arrange
from .notation import is_field
from .palette import Depth, Palette
from .panels import (
    MESSAGE_LINES,
    MOST_BUTTONS,
    Desk,
    Sheets,
    buttons,
    choice_lines,
    dice_block,
    head_line,
    key_line,
    log_block,
    message_lines,
    other_choices,
)
from .result import result_block
from .session import Session, Wait, misthrow_cost
from .typed import COMMANDS, LONGEST, awaits_roll, hint, read_answer, starts

TALL_DICE = 28
"""Lines of the screen from which dice are drawn as boxes."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds, so that people can follow and take back.

    `guard` is the time in which Enter does nothing after a new question has come up.
    """

    roll: float = 0.8
    answer: float = 0.8
    guard: float = 0.3


class TableScreen(Screen[None]):
    """A match being played at this terminal."""

    BINDINGS = [Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True)]  # noqa: RUF012

    def __init__(self, session: Session, palette: Palette, pace: Pace) -> None:
        super().__init__()
        self.session = session
        self.desk = Desk()
        self.pace = pace
        self._palette = palette
        self._journal = Journal(session.match, session.names)
        self._told = len(self._entries())
        self._round = 0
        self._drawn = 0
        self._is_thinking = False
        self._question: object = None
        self._opened = 0.0

    def compose(self) -> ComposeResult:
        """The parts from the top to the bottom."""
        for name in ("head", "message", "dice", "choices"):
            yield Drawing(self._palette, name)
        with Container(id="body"):
            for name in ("own", "others", "log"):
                with ScrollableContainer(id=f"{name}-area", can_focus=False):
                    yield Drawing(self._palette, name)
        yield Drawing(self._palette, "keys")

    def on_mount(self) -> None:
        """Begin."""
        dice = self.session.match.dice
        if self.session.match.steps:
            self.desk.notice = T("The game goes on where it was left.")
        elif isinstance(dice, CommittedDice):
            short = dice.commitment[:8]
            self.desk.notice = T("The dice are fixed; their SHA-256 is {short}… (? for all of it).",
                                 short=short)  # fmt: skip
        self.changed()

    def on_resize(self) -> None:
        """Fit everything to the new size."""
        self.draw()

    def on_screen_resume(self) -> None:
        """Go on with what waited while another screen was shown."""
        self._schedule()

    # After a change of the match

    def changed(self) -> None:
        """Show the match as it is now, and let what happens by itself happen."""
        self._announce()
        session = self.session
        question = (session.wait, session.asked, session.match.decision, session.legal)
        if question != self._question:
            self._question = question
            self._opened = time.monotonic()
            self.desk.typed = ""
            self._place_cursor()
        self.draw()
        self._schedule()

    def _entries(self) -> tuple[Entry, ...]:
        return self._journal.entries(self.session.seen, self.session.notes)

    def _announce(self) -> None:
        """Say aloud what is news: closings, the end, and that somebody here had no choice."""
        entries = self._entries()
        people = self.session.people
        news: list[Text] = [
            entry.text
            for entry in entries[self._told :]
            if entry.kind is Kind.NEWS
            or (len(people) == 1 and entry.is_forced and entry.seat in people)
        ]
        self._told = len(entries)
        if news:
            self._say(" ".join(map(str, news[-2:])))

    def _say(self, text: Text | str, is_error: bool = False) -> None:
        self.desk.notice, self.desk.is_error = text, is_error

    def _place_cursor(self) -> None:
        """Put the cursor on the harmless answer, or else on the first field or button."""
        session, desk = self.session, self.desk
        choices = other_choices(session)
        fields = [action for action in session.legal if is_field(session.game, action)]
        desk.cursor = desk.choice = None
        if session.asked is not None and (choices or fields):
            default = session.game.default(session.state_of(session.asked), session.asked)
            candidates = choices or fields
            desk.cursor = default if default in candidates else candidates[0]
            desk.choice = Action(desk.cursor) if choices else None
        else:
            desk.cursor = next((button.target for button in buttons(session, desk)), None)

    def _schedule(self) -> None:
        """Let bots roll and answer in a moment, unless something changes before."""
        self._round += 1
        if self.desk.is_correcting or not self.is_current:
            return
        wait = self.session.wait
        if wait is Wait.BOT_ROLL:
            self._after(self.pace.roll, self._roll)
        elif wait is Wait.BOTS:
            self._after(self.pace.answer, self._ask_bots)

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        number = self._round

        def act() -> None:
            if number == self._round and self.is_current:
                action()

        if seconds:
            self.set_timer(seconds, act)
        else:
            self.call_later(act)

    def _ask_bots(self) -> None:
        if not self._is_thinking:
            self._is_thinking = True
            self.run_worker(self._bots_answer(), exclusive=True)

    async def _bots_answer(self) -> None:
        decision = self.session.match.decision
        try:
            answers = await asyncio.to_thread(self.session.thinking())
        except BotError as error:
            self.session.failure = error.text
        else:
            self.session.take_answers(decision, answers)
        finally:
            self._is_thinking = False
        self.changed()

    # Drawing

    def draw(self) -> None:
        """Show everything as it is now."""
        width, height = self.size
        if not width or not height:
            return
        self._drawn += 1
        is_small = width < SMALLEST_WIDTH or height < SMALLEST_HEIGHT
        self.set_class(is_small, "small")
        if is_small:
            text = T(
                "This window is too small: {width} × {height}. The table needs {w} × {h}.",
                width=width, height=height, w=SMALLEST_WIDTH, h=SMALLEST_HEIGHT,
            )  # fmt: skip
            self._show("message", paragraph(text, width), height)
            return
        session, desk = self.session, self.desk
        tall = height >= TALL_DICE
        choices = choice_lines(session, desk, width)
        self._show("head", (head_line(session, width),), 1)
        self._show("message", message_lines(session, desk, width), MESSAGE_LINES)
        self._show("dice", dice_block(session, tall), 3 if tall else 1)
        self._show("choices", choices, len(choices))
        self._show("keys", (key_line(session, desk, width),), 1)
        rest = height - 2 - MESSAGE_LINES - (3 if tall else 1) - len(choices)
        self._draw_body(width, rest)

    def _draw_body(self, width: int, height: int) -> None:
        session = self.session
        everything = Region(0, 0, width, height)
        nothing = Region(0, 0, width, 0)
        if session.wait is Wait.HANDOVER:
            self._place("own", (), everything)
        elif session.wait is Wait.NOTHING and self.desk.shows_result:
            self._place("own", result_block(session, width), everything)
        else:
            self._draw_sheets(width, height)
            return
        self._place("others", (), nothing)
        self._place("log", (), nothing)

    def _draw_sheets(self, width: int, height: int) -> None:
        sheets = Sheets(self.session, self.desk)
        edges = self._palette.depth is not Depth.NONE

        @cache
        def own(size: Size) -> Block:
            return sheets.own(size if edges else Size(min(size.height, 2), size.wide))

        others = cache(sheets.others)
        places = arrange(width, height, own, others, is_filled_downwards(self.session.game))
        self._place("own", own(places.size), places.own)
        block = others(places.others.width - 1)
        if len(block) > places.others.height:
            block = others(places.others.width - 2)
        self._place("others", block, places.others)
        log = self.query_one("#log-area")
        log.set_class(places.log_is_beside, "beside")
        self._place("log", log_block(self._entries(), places.log.width - 3), places.log)
        log.scroll_end(animate=False)
        self._follow_cursor()

    def _show(self, name: str, block: Block, height: int) -> None:
        drawing = self.query_one(f"#{name}", Drawing)
        drawing.styles.height = height
        drawing.show(block)

    def _place(self, name: str, block: Block, region: Region) -> None:
        area = self.query_one(f"#{name}-area")
        area.display = region.height > 0 and bool(block)
        area.styles.offset = (region.x, region.y)
        area.styles.width, area.styles.height = region.width, region.height
        self.query_one(f"#{name}", Drawing).show(block)

    def _follow_cursor(self) -> None:
        if self.desk.cursor is not None:
            region = self.query_one("#own", Drawing).where(self.desk.cursor)
            if region is not None:
                area = self.query_one("#own-area", ScrollableContainer)
                self.call_after_refresh(area.scroll_to_region, region, animate=False)

    # What people do

    def on_key(self, event: events.Key) -> None:
        """Every key: moving, choosing, commands, and typing."""
        event.stop()
        event.prevent_default()
        self.desk.notice = None
        drawn = self._drawn
        keys: dict[str, Callable[[], None]] = {
            "up": lambda: self._move(Direction.UP),
            "down": lambda: self._move(Direction.DOWN),
            "left": lambda: self._move(Direction.LEFT),
            "right": lambda: self._move(Direction.RIGHT),
            "tab": lambda: self._step(1),
            "shift+tab": lambda: self._step(-1),
            "enter": self._enter,
            "backspace": self._erase,
            "escape": self._escape,
            "ctrl+u": self._escape,
            "ctrl+z": lambda: self.command("undo"),
            "ctrl+y": lambda: self.command("redo"),
            "pageup": lambda: self._scroll("log", -1),
            "pagedown": lambda: self._scroll("log", 1),
            "left_square_bracket": lambda: self._scroll("others", -1),
            "right_square_bracket": lambda: self._scroll("others", 1),
        }
        if event.key in keys:
            keys[event.key]()
        elif event.key == "space" and not self.desk.typed:
            self._enter()
        elif event.character is not None and event.is_printable:
            self._type(event.character)
        if self._drawn == drawn:
            self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text counts as typed."""
        event.stop()
        text = " ".join(event.text.split())
        if text.isprintable():
            self.desk.typed += text
        self.draw()

    @on(Drawing.Picked)
    def pick(self, message: Drawing.Picked) -> None:
        """A click on a field or a button."""
        self.desk.notice = None
        self._choose(message.target)
        self.draw()

    def _choose(self, target: Target) -> None:
        if isinstance(target, str):
            self.command(target)
        else:
            self._answer(Action(target))

    def command(self, name: str) -> None:
        """Do what a key, a button or a typed letter asks for."""
        commands: dict[str, Callable[[], None]] = {
            "pass": lambda: self._answer(PASS),
            "undo": lambda: self._try(self.session.undo),
            "redo": lambda: self._try(self.session.redo),
            "scores": self._flip_scores,
            "help": lambda: self._open_guide(),
            "leave": self.action_leave,
            "correct": self._begin_correction,
            "go": self._go_on,
            "flip": self._flip_result,
        }
        if name.startswith("turn:"):
            self._turn_choice(int(name.removeprefix("turn:")))
        else:
            commands[name]()

    def _try(self, action: Callable[[], None]) -> None:
        """Do something to the match; what is wrong with it is said, and changes nothing."""
        try:
            action()
        except RollwrightError as error:
            self._say(str(error), is_error=True)
        else:
            self.changed()

    def _answer(self, action: Action) -> None:
        session = self.session
        seat = session.asked
        cost = 0
        if action == PASS and seat is not None and PASS in session.legal:
            cost = misthrow_cost(session.game, session.state_of(seat), seat)

        def answer() -> None:
            session.answer(action)
            if cost:
                self._say(T("You take a misthrow: {points} points. u takes it back.", points=-cost))

        self._try(answer)

    def _roll(self) -> None:
        self._try(self.session.roll)

    def _go_on(self) -> None:
        steps: dict[Wait, Callable[[], None]] = {
            Wait.ROLL: self.session.roll,
            Wait.CONFIRM: self.session.confirm,
            Wait.HANDOVER: self.session.take_keyboard,
            Wait.FAILURE: self.session.answer_for_bots,
        }
        if self.session.wait in steps and not awaits_roll(self.session, self.desk):
            self._try(steps[self.session.wait])

    def _flip_scores(self) -> None:
        self.desk.scores_hidden = not self.desk.scores_hidden

    def _flip_result(self) -> None:
        self.desk.shows_result = not self.desk.shows_result
        self._place_cursor()

    def _open_guide(self) -> None:
        self.app.push_screen(GuideScreen(self.session, self._palette))

    def action_leave(self) -> None:
        """Leave the table; the record is saved when the app has ended."""
        self.app.exit()

    # Moving

    def _spots(self) -> list[Spot]:
        """Everything that can be chosen now, by where it is: buttons above, fields below."""
        legal = set(self.session.legal)
        bar = self.query_one("#choices", Drawing).block
        own = self.query_one("#own", Drawing).block
        fields = [spot for spot in spots(own, len(bar) + 1) if spot.target in legal]
        return [*spots(bar), *fields]

    def _move(self, direction: Direction) -> None:
        if self._turns_choices:
            right, down = direction.value
            self._turn_choice(right - 10 * down)
            return
        found = self._spots()
        if found:
            self.desk.cursor = neighbour(found, self.desk.cursor, direction)
        else:
            area = self.query_one("#own-area", ScrollableContainer)
            right, down = direction.value
            area.scroll_relative(right * 4, down, animate=False)

    def _step(self, step: int) -> None:
        self.desk.cursor = following(self._spots(), self.desk.cursor, step)

    @property
    def _turns_choices(self) -> bool:
        return self.desk.choice is not None and len(other_choices(self.session)) > MOST_BUTTONS

    def _turn_choice(self, step: int) -> None:
        """Turn to another of many choices; the first and the last are the ends."""
        choices = other_choices(self.session)
        if self.desk.choice in choices:
            index = choices.index(self.desk.choice) + step
            self.desk.choice = choices[max(0, min(index, len(choices) - 1))]
            self.desk.cursor = self.desk.choice

    def _scroll(self, name: str, pages: int) -> None:
        area = self.query_one(f"#{name}-area", ScrollableContainer)
        area.scroll_relative(y=pages * max(area.size.height - 1, 1), animate=False)

    # Typing

    def _type(self, character: str) -> None:
        """Take a character: a command that acts at once, or part of something typed."""
        session, desk = self.session, self.desk
        letter = character.lower()
        if not desk.typed and character == "?":
            self.command("help")
        elif not desk.typed and character == "-" and not awaits_roll(session, desk):
            self.command("pass")
        elif not desk.typed and letter not in starts(session, desk):
            if letter in COMMANDS:
                self.command(COMMANDS[letter])
        elif len(desk.typed) < LONGEST:
            desk.typed += character
            text = hint(session, desk, desk.typed) if desk.typed in COMMANDS else None
            if text is not None:
                self._say(text)

    def _erase(self) -> None:
        self.desk.typed = self.desk.typed[:-1]

    def _escape(self) -> None:
        self.desk.typed = ""
        if self.desk.is_correcting:
            self.desk.is_correcting = False
            self._schedule()

    def _enter(self) -> None:
        if self.desk.typed:
            self._take_typed()
        elif time.monotonic() - self._opened < self.pace.guard:
            return
        elif awaits_roll(self.session, self.desk):
            self._say(T("Type what the dice show, then press Enter."))
        elif self.desk.cursor is not None:
            self._choose(self.desk.cursor)

    def _take_typed(self) -> None:
        session, text = self.session, self.desk.typed
        self.desk.typed = ""
        if self.desk.is_correcting:
            self._try(lambda: self._correct(text))
        elif awaits_roll(session, self.desk):
            command = COMMANDS.get(text.lower())
            if command is None:
                self._try(lambda: session.type_roll(text))
            else:
                self.command(command)
        elif session.asked is not None:
            try:
                target = read_answer(session, text)
            except RollwrightError as error:
                self._say(str(error), is_error=True)
            else:
                self._choose(target)

    def _correct(self, text: str) -> None:
        self.session.correct(text)
        self.desk.is_correcting = False

    def _begin_correction(self) -> None:
        if self.session.match.can_correct:
            self.desk.is_correcting = True
            self.desk.typed = ""
            self._round += 1
        else:
            self._say(T("There is no roll of real dice to correct."), is_error=True)
