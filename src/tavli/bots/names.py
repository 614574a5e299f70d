"""What people call a bot: the computer, and how well it plays."""

import re
from typing import Final

from tavli.bots.levels import LEVEL_OF, level_name
from tavli.bots.registry import BOTS
from tavli.words import ENGLISH, Catalogue, catalogue

_RECORDED: Final = re.compile(r"computer \((?:([0-9]+) · .+|(.+))\)")
"""A computer's name in a record; the words that follow a number may have changed."""


def computer_name(bot: str, words: Catalogue) -> str:
    """Return the computer as *bot*; a level goes by its number and its name."""
    number = LEVEL_OF.get(bot)
    who = f"{number} · {words.text(f'level.{number}')}" if number else bot
    return f"{words.text('computer')} ({who})"


def recorded_name(bot: str) -> str:
    """Return the name of *bot* in records: the same one, whoever kept them."""
    return computer_name(bot, catalogue(ENGLISH.code))


def recorded_bot(name: str) -> str | None:
    """Return which bot a record calls *name*, None if it is none of the house's.

    Older records have ``level-4`` where newer ones have number and words, or alone.
    """
    bot = name
    if found := _RECORDED.fullmatch(name):
        bot = level_name(int(found[1])) if found[1] else found[2]
    return bot if bot in BOTS else None


def present_name(name: str) -> str:
    """Return *name* as records have it now: by it the computer's older ones are one."""
    bot = recorded_bot(name)
    return name if bot is None else recorded_name(bot)
