"""Players that are programs. They see what a seat may see, and a stream of random numbers."""

from .base import Bot, Budget, Choice
from .registry import BotInfo, bot_infos, create_bot

__all__ = ["Bot", "BotInfo", "Budget", "Choice", "bot_infos", "create_bot"]
