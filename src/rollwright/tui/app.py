"""The terminal apps: the table of a match, and the start menu. Both use the terminal's colours."""

from __future__ import annotations

from textual.app import App, ReturnType

from .menu import MenuScreen, Wish
from .palette import Palette, depth_of
from .session import Session
from .table import Pace, TableScreen


class PlainApp(App[ReturnType]):
    """An app without Textual's own trimmings."""

    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False
    CSS_PATH = "style.tcss"
    TITLE = "rollwright"

    def __init__(self) -> None:
        super().__init__(ansi_color=True)

    @property
    def palette(self) -> Palette:
        """The styles for this terminal."""
        return Palette(depth_of(self.console.color_system, self.no_color))


class TableApp(PlainApp[None]):
    """Plays one match at this terminal."""

    def __init__(self, session: Session, pace: Pace | None = None) -> None:
        super().__init__()
        self.session = session
        self._pace = pace or Pace()

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(TableScreen(self.session, self.palette, self._pace))


class MenuApp(PlainApp[Wish]):
    """Asks which game is to be played, and by whom; returns None when the user leaves."""

    def on_mount(self) -> None:
        """Show the menu."""
        self.push_screen(MenuScreen(self.palette), self.exit)
