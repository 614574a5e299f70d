"""What a UBGI controller gets for an answer."""

from dataclasses import replace

from tavli.bots import make_bot
from tavli.bots.levels import level_name
from tavli.engine.analyst import Analyst, Look
from tavli.engine.standing import state_of
from tavli.engine.ubgi_keys import Settings
from tavli.match import Double, PlayMoves
from tavli.notation.position import PositionLine
from tavli.rules import Dice, Play
from tavli.search.at_table import utility_of


def chosen_moves(
    analyst: Analyst, line: PositionLine, dice: Dice, settings: Settings
) -> str:
    """Return the best play, each move by one die, or ``pass``."""
    line = replace(line, state=replace(line.state, dice=dice))
    state = state_of(line)
    assert line.turn is not None
    if settings.level:
        bot = make_bot(level_name(settings.level), settings.seed)
        action = bot.choose(state, line.turn)
        play: Play = action.moves if isinstance(action, PlayMoves) else ()
    else:
        look = Look(settings.plies, utility_of(state, line.turn))
        found = analyst.best(line.ruleset, line.position, dice, look)
        play = found[0].play
    return " ".join(str(move) for move in play) or "pass"


def judged_cube(analyst: Analyst, line: PositionLine, settings: Settings) -> str:
    """Return whether to double before the roll, in the protocol's words."""
    line = replace(line, state=replace(line.state, dice=None))
    state = state_of(line)
    assert line.turn is not None
    if settings.level:
        bot = make_bot(level_name(settings.level), settings.seed)
        doubles = isinstance(bot.choose(state, line.turn), Double)
    elif not state.rules.has_cube:  # as in a match to one point
        doubles = False
    else:
        found = analyst.cube(state, line.turn, plies=settings.plies)
        doubles = found.verdict.doubles
    return "double" if doubles else "nodouble"
