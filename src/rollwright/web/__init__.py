"""The web game: tables that people, bots and programs sit at."""

from .app import create_app
from .settings import Keeping, Limits, Pace, Settings

__all__ = ["Keeping", "Limits", "Pace", "Settings", "create_app"]
