"""Everything that a worker compiles and loads before anybody waits for it."""

from dataclasses import replace
from functools import partial

from tavli.bots.levels import LEVELS
from tavli.notation.position import PositionLine
from tavli.notation.state import LineState
from tavli.rules import RULESETS, Dice, Player, Position, Ruleset
from tavli.server.workers.jobs import Choice, Hint
from tavli.server.workers.worker import Tell

# What thinks is imported only where it thinks: the server itself names this module
# and needs none of the compiled code.


def warm_up(tell: Tell) -> None:
    """Think about each game once; *tell* hears which is next."""
    from tavli.kernels.warmup import GENERATOR, FirstUse, compile_all

    thoughts = [FirstUse(one.name, partial(_think, one)) for one in RULESETS.values()]
    compile_all([GENERATOR, *thoughts], tell)


def _think(ruleset: Ruleset) -> None:
    from tavli.engine.standing import state_of

    line = PositionLine.of(ruleset, Position.start(ruleset), Player.WHITE)
    thrown = replace(line, state=LineState(dice=Dice(6, 5)))
    # Before the throw there is a cube to think about.
    for moment in (thrown, line) if ruleset.has_cube else (thrown,):
        state = state_of(moment)
        for level in (LEVELS[0], LEVELS[-1]):  # who strays, and who looks ahead
            Choice(f"level-{level}", state, Player.WHITE, seed=0).answer()
        Hint(state, Player.WHITE).answer()
