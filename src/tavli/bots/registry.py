"""The players of the house by name."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from tavli.bots.baseline import BaselineBot
from tavli.bots.bot import Bot
from tavli.bots.levels import LEVEL_OF
from tavli.bots.random_bot import RandomBot


def _level_bot(number: int, seed: int | str) -> Bot:
    # The server names bots and lets others make them: it needs no NumPy for that.
    from tavli.bots.level import LevelBot  # noqa: PLC0415

    return LevelBot(number, seed)


BOTS: Final[Mapping[str, Callable[[int | str], Bot]]] = MappingProxyType(
    {
        RandomBot.name: RandomBot,
        BaselineBot.name: BaselineBot,
        **{name: partial(_level_bot, number) for name, number in LEVEL_OF.items()},
    }
)
"""How to make each kind of bot from a seed; the weakest comes first."""


def make_bot(name: str, seed: int | str) -> Bot:
    """Return a bot of the kind *name* whose choices *seed* fixes.

    Raises:
        ValueError: no bot has that name.
    """
    if name not in BOTS:
        raise ValueError(f"the bots are {', '.join(BOTS)}, not {name[:40]!r}")
    return BOTS[name](seed)
