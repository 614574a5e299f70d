"""Engines by name."""

import re
from pathlib import Path
from typing import Final

from tavli.bots.arena.pipe import PipeChooser
from tavli.bots.bot_chooser import BotChooser
from tavli.bots.level_chooser import LevelChooser
from tavli.bots.levels import LEVEL_OF, Level, shipped_levels
from tavli.bots.registry import BOTS
from tavli.evaluation.evaluator import Evaluator
from tavli.evaluation.house import HouseEvaluator, raw_evaluator
from tavli.evaluation.net import Net, NetError, NetEvaluator
from tavli.evaluation.pips import PipEvaluator
from tavli.rules import Ruleset
from tavli.search.chooser import Chooser
from tavli.search.deep import DeepChooser
from tavli.search.filters import NORMAL
from tavli.search.house import house_lookahead
from tavli.search.lookahead import Lookahead
from tavli.search.net_chooser import NetChooser
from tavli.search.ranking import Search
from tavli.search.static import StaticChooser

WEIGHTS: Final = ".safetensors"
HOUSE: Final = "house"
NET: Final = "net"
EVALUATORS: Final = (HOUSE, NET, PipEvaluator.name)
_PIPE: Final = "pipe:"
_SEARCH: Final = re.compile(
    r"(?P<evaluator>.+?)(-(?P<plies>[0-9])ply)?(~(?P<stray>[0-9]*\.?[0-9]+))?"
)
_DEEPEST: Final = len(NORMAL)


class PlayerError(ValueError):
    """No engine has that name, or it can't play that game."""


def make_chooser(name: str, ruleset: Ruleset, seed: int) -> Chooser:
    """Return the engine *name* for *ruleset*; *seed* fixes what it leaves to chance.

    Names are those of bots (``baseline``, ``level-3``), of evaluators
    (`make_evaluator`), alone, looking ahead (``pips-1ply``) or misjudging plays
    (``net~0.1``), and ``pipe:`` before the command line of a program that speaks the
    protocol of ``docs/arena.md``.

    Raises:
        PlayerError: there is no such engine, or not for this game.
        PipeError: the program can't be started.
    """
    if name.startswith(_PIPE):
        return PipeChooser(name.removeprefix(_PIPE), ruleset)
    if name in LEVEL_OF:
        level = shipped_levels()[ruleset.name][LEVEL_OF[name] - 1]
        return LevelChooser(_lookahead(HouseEvaluator(ruleset)), level, seed)
    if name in BOTS:
        return BotChooser(name, ruleset, seed)
    found = _SEARCH.fullmatch(name)
    if found is None:
        raise PlayerError("an engine has a name")
    if not _is_evaluator(found["evaluator"]):
        raise PlayerError(
            f"the engines are {', '.join((*BOTS, *EVALUATORS))}, FILE{WEIGHTS}, each "
            f"evaluator also as NAME-1ply or NAME-{_DEEPEST}ply and as NAME~0.1, and "
            f"{_PIPE}COMMAND; not {name[:60]!r}"
        )
    evaluator = make_evaluator(found["evaluator"], ruleset)
    plies = int(found["plies"] or 0)
    if plies > _DEEPEST:
        raise PlayerError(f"{name} looks too far: {_DEEPEST} plies are the most")
    if found["stray"]:
        level = _level(name, plies, float(found["stray"]))
        return LevelChooser(_lookahead(evaluator), level, seed)
    return _search(evaluator, plies)


def _level(name: str, plies: int, stray: float) -> Level:
    try:
        return Level(plies=plies, stray=stray)
    except ValueError as error:
        raise PlayerError(f"there is no {name}: {error}") from error


def _search(evaluator: Evaluator, plies: int) -> Chooser:
    if plies:
        return DeepChooser(Search(_lookahead(evaluator), NORMAL[:plies]))
    if isinstance(evaluator, NetEvaluator):
        return NetChooser(evaluator)
    if isinstance(evaluator, HouseEvaluator):
        return NetChooser(evaluator.net, exact=evaluator.tables)
    return StaticChooser(evaluator)


def _lookahead(evaluator: Evaluator) -> Lookahead:
    if isinstance(evaluator, HouseEvaluator):
        return house_lookahead(evaluator.ruleset)
    return Lookahead(evaluator)


def make_evaluator(name: str, ruleset: Ruleset) -> Evaluator:
    """Return the evaluator *name*.

    ``house`` is the shipped net with the exact tables, ``net`` the net alone; ``pips``
    counts pips, and a path with the right ending is that of a net's weights.

    Raises:
        PlayerError: there is no such evaluator, or not for this game.
    """
    if name == PipEvaluator.name:
        return PipEvaluator(ruleset)
    try:
        if name == HOUSE:
            return HouseEvaluator(ruleset)
        if name == NET:
            return raw_evaluator(ruleset)
        if name.endswith(WEIGHTS):
            return NetEvaluator(Net.read(Path(name), ruleset.name), ruleset)
    except NetError as error:
        raise PlayerError(str(error)) from error
    raise PlayerError(
        f"the evaluators are {', '.join(EVALUATORS)} and FILE{WEIGHTS}; not "
        f"{name[:60]!r}"
    )


def _is_evaluator(name: str) -> bool:
    return name in EVALUATORS or name.endswith(WEIGHTS)
