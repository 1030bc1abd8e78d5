"""Help: the rules in short, the keys, and the facts of this table."""

from __future__ import annotations

from collections.abc import Iterator

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.screen import Screen

from ..i18n import T, Text
from ..render.segments import Block, Line, Look, Segment, paragraph, text_line
from ..spec import find_family, format_value
from .drawing import Drawing
from .palette import Palette
from .result import dice_texts, saved_text
from .session import Session

RULES: dict[str, tuple[Text, ...]] = {
    "qwixx": (
        T("Everybody may cross the sum of the two white dice in one row, once a roll."),
        T("Then the player who rolled may cross one white die plus one coloured die, in a row "
          "of that colour."),
        T("Crosses go from left to right; what is passed over is lost."),
        T("The last number of a row needs five crosses before it. It closes the row for everybody "
          "and counts as one more cross, the lock."),
        T("Who rolls and crosses nothing at all takes a misthrow, −5 points."),
        T("The game ends with the second closed row or somebody’s fourth misthrow."),
        T("1, 2, 3 … crosses in a row are worth 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78 "
          "points."),
    ),
    "qwinto": (
        T("The player whose turn it is chooses one, two or three dice, rolls them, and may roll "
          "all of them again once."),
        T("Everybody may write the sum in one empty field of a row whose die was rolled."),
        T("Numbers ascend from left to right, and no number stands twice in a column."),
        T("Who rolled and writes nothing takes a misthrow, −5 points."),
        T("The game ends with somebody’s second full row or fourth misthrow."),
        T("A full row counts its last number, another row one point a number. A full column of "
          "three counts the number in its framed field, <>."),
    ),
    "qwingo": (
        T("Before the game everybody secretly writes 10, 20, 30, 40 and 50, one in each column, "
          "in any box."),
        T("The player whose turn it is calls a number and then rolls the die."),
        T("Everybody writes the number into the column that the die shows, if it fits; on "
          "lightning into any column."),
        T("Numbers ascend from the top down."),
        T("Who first fills a column wins. If several do at once, their next fullest columns are "
          "compared."),
        T("Alone, as few turns as possible: up to 20 Professional, 25 Specialist, 30 Expert, "
          "35 Intermediate, 40 Beginner."),
    ),
}  # fmt: skip

KEYS = (
    ("← → ↑ ↓  Tab", T("go from one possible answer to the next")),
    ("Enter", T("cross or write there; roll the dice")),
    ("p  -", T("pass, or take a misthrow where passing costs one")),
    ("u  Ctrl-Z", T("take back, until the others have answered")),
    ("r  Ctrl-Y", T("do again what was taken back")),
    ("s", T("hide or show the scores")),
    ("c", T("correct the last roll of real dice")),
    ("PgUp PgDn  [ ]", T("scroll the log, and the others’ sheets")),
    ("q  Ctrl-C", T("leave; the game is saved and can be resumed")),
)

SIGNS = (
    ("[7]", T("may be chosen now")),
    ("»7«", T("is chosen with Enter")),
    ("X7", T("is crossed")),
    ("(7)", T("is your answer, and can still be taken back")),
    ("-  (-)", T("belongs to a closed row")),
    ("▶", T("whose turn it is")),
)


def guide_block(session: Session, width: int) -> Block:
    """All of the help in one column."""
    return tuple(_lines(session, min(width, 90) - 2))


def _lines(session: Session, width: int) -> Iterator[Line]:
    family = find_family(session.game.spec.family)
    yield text_line(T("{game} in short", game=family.title), Look.TITLE)
    for rule in RULES.get(family.name, ()):
        yield from _item("•", rule, 2, width)
    changed = [(n, v) for n, v in session.game.spec.options if v != family.option(n).default]
    if changed:
        yield ()
        yield text_line(T("Different at this table"), Look.TITLE)
        for name, value in changed:
            text = T("{name} = {value}: {meaning}", name=name, value=format_value(value),
                     meaning=family.option(name).meaning)  # fmt: skip
            yield from _item("•", text, 2, width)
    yield ()
    yield text_line(T("Keys"), Look.TITLE)
    for keys, meaning in KEYS:
        yield from _item(keys, meaning, 16, width)
    letters = " ".join(line.letter for line in session.game.sheet.lines)
    text = T("Answers can be typed as well: a letter ({letters}) and a number, then Enter.",
             letters=letters)  # fmt: skip
    yield from paragraph(text, width)
    yield ()
    yield text_line(T("Signs"), Look.TITLE)
    for sign, meaning in SIGNS:
        yield from _item(sign, meaning, 8, width)
    yield ()
    yield text_line(T("This game"), Look.TITLE)
    for text in (*dice_texts(session), saved_text(session)):
        yield from paragraph(text, width)


def _item(mark: str, text: Text, indent: int, width: int) -> Iterator[Line]:
    """A text with something in front of it, in a column of its own."""
    for number, line in enumerate(paragraph(text, width - indent)):
        yield (Segment((mark if number == 0 else "").ljust(indent), Look.TITLE), *line)


class GuideScreen(Screen[None]):
    """The help, over the table."""

    BINDINGS = [Binding("ctrl+c,ctrl+q", "app.quit", show=False, priority=True)]  # noqa: RUF012

    def __init__(self, session: Session, palette: Palette) -> None:
        super().__init__()
        self._session = session
        self._palette = palette

    def compose(self) -> ComposeResult:
        """A text to scroll, and how to close it."""
        with ScrollableContainer(id="guide-area", can_focus=False):
            yield Drawing(self._palette, "guide")
        yield Drawing(self._palette, "guide-keys")

    def on_mount(self) -> None:
        """Show the text."""
        line = text_line(T("Esc closes   ↑ ↓ scroll"), Look.FAINT)
        self.query_one("#guide-keys", Drawing).show((line,))

    def on_resize(self) -> None:
        """Fit the text to the width."""
        block = guide_block(self._session, self.size.width)
        self.query_one("#guide", Drawing).show(block)

    def on_key(self, event: events.Key) -> None:
        """Scroll, or close."""
        event.stop()
        event.prevent_default()
        area = self.query_one("#guide-area", ScrollableContainer)
        page = max(area.size.height - 1, 1)
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "space": page}
        if event.key in steps:
            area.scroll_relative(y=steps[event.key], animate=False)
        else:
            self.dismiss()

    def on_drawing_picked(self, message: Drawing.Picked) -> None:
        """Nothing here can be chosen."""
        message.stop()
