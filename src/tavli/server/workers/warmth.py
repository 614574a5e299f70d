"""Everything that a worker compiles and loads before anybody waits for it."""

from tavli.engine.analyst import house_analyst
from tavli.evaluation.house import weights_of
from tavli.rules import RULESETS, Dice, Position
from tavli.server.workers.worker import Tell


def warm_up(tell: Tell) -> None:
    """Think about each game once; *tell* hears which is next."""
    for done, ruleset in enumerate(RULESETS.values()):
        tell(done, len(RULESETS), ruleset.name)
        if not weights_of(ruleset.name).exists():
            continue
        house_analyst().best(ruleset, Position.start(ruleset), Dice(6, 5), plies=2)
