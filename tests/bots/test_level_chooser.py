"""A level as an engine."""

import numpy as np
import pytest

from tavli.bots.arena.legality import Referee
from tavli.bots.arena.lockstep import play_pairs
from tavli.bots.level_chooser import LevelChooser
from tavli.bots.levels import Level
from tavli.evaluation.house import raw_evaluator
from tavli.rules import FEVGA, PLAKOTO, with_options
from tavli.search.chooser import Chooser
from tavli.search.lookahead import Lookahead
from tavli.search.static import StaticChooser


def level(ruleset, stray: float, plies: int = 0, seed: int = 1) -> LevelChooser:
    lookahead = Lookahead(raw_evaluator(ruleset))
    return LevelChooser(lookahead, Level(plies=plies, stray=stray), seed)


class Checked:
    """Let a referee see every choice."""

    def __init__(self, chooser: Chooser) -> None:
        self.name, self.ruleset = chooser.name, chooser.ruleset
        self._chooser, self._referee = chooser, Referee(chooser.ruleset)

    def choose(self, boards, rolls):
        finals = self._chooser.choose(boards, rolls)
        self._referee.check(self.name, boards, rolls, finals)
        return finals


@pytest.mark.parametrize(
    "ruleset", [PLAKOTO, FEVGA, with_options(PLAKOTO, {"mother_points": "1"})]
)
def test_every_play_is_legal_and_the_weaker_loses(ruleset):
    weak, strong = Checked(level(ruleset, 0.25)), Checked(level(ruleset, 0.0))
    games = play_pairs((weak, strong), np.arange(25), 1)
    assert games.won.mean() < -0.3


def test_a_level_that_does_not_stray_plays_as_its_search_does():
    games = play_pairs(
        (level(FEVGA, 0.0), StaticChooser(raw_evaluator(FEVGA))), np.arange(10), 1
    )
    assert not games.won.sum(axis=1).any()


def test_a_level_against_itself_scores_nothing():
    games = play_pairs((level(FEVGA, 0.1), level(FEVGA, 0.1)), np.arange(10), 1)
    assert not games.won.sum(axis=1).any()


def test_its_name_says_what_it_depends_on():
    names = {
        level(FEVGA, *settings).name
        for settings in ((0.1,), (0.2,), (0.1, 1), (0.1, 0, 2))
    }
    assert len(names) == 4
