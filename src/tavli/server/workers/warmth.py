"""Everything that a worker compiles and loads before anybody waits for it."""

from functools import partial

from tavli.engine.analyst import DEEPEST, Look, house_analyst
from tavli.kernels.warmup import GENERATOR, FirstUse, compile_all
from tavli.rules import RULESETS, Dice, Position, Ruleset
from tavli.server.workers.worker import Tell


def warm_up(tell: Tell) -> None:
    """Think about each game once; *tell* hears which is next."""
    thoughts = [FirstUse(one.name, partial(_think, one)) for one in RULESETS.values()]
    compile_all([GENERATOR, *thoughts], tell)


def _think(ruleset: Ruleset) -> None:
    house_analyst().best(ruleset, Position.start(ruleset), Dice(6, 5), Look(DEEPEST))
