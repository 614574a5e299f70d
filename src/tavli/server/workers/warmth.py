"""Everything that a worker compiles and loads before anybody waits for it."""

from functools import partial

from tavli.rules import RULESETS, Dice, Position, Ruleset
from tavli.server.workers.worker import Tell

# What thinks is imported only where it thinks: the server itself names this module
# and needs none of the compiled code.


def warm_up(tell: Tell) -> None:
    """Think about each game once; *tell* hears which is next."""
    from tavli.kernels.warmup import GENERATOR, FirstUse, compile_all  # noqa: PLC0415

    thoughts = [FirstUse(one.name, partial(_think, one)) for one in RULESETS.values()]
    compile_all([GENERATOR, *thoughts], tell)


def _think(ruleset: Ruleset) -> None:
    from tavli.engine.analyst import DEEPEST, Look, house_analyst  # noqa: PLC0415

    house_analyst().best(ruleset, Position.start(ruleset), Dice(6, 5), Look(DEEPEST))
