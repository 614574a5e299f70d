"""The players of the house."""

from tavli.bots.bot import Bot
from tavli.bots.registry import BOTS, make_bot

__all__ = ["BOTS", "Bot", "make_bot"]
