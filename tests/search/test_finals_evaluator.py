"""Evaluators that know from where finals were reached answer as they do without."""

import numpy as np
import pytest
from hypothesis import given, settings

from boards import reachable
from search.skewed import SkewedEvaluator
from tavli.evaluation.chances import Chances
from tavli.evaluation.house import HouseEvaluator
from tavli.evaluation.net import Net, NetEvaluator
from tavli.kernels.board import Boards, encode
from tavli.kernels.inputs import INPUTS
from tavli.kernels.turn import passed
from tavli.rules import (
    PORTES,
    RULESETS,
    Dice,
    Position,
    Ruleset,
    legal_plays,
    result_of,
)
from tavli.search.lookahead import Lookahead, Pruning
from tavli.search.utility import POINTS


def random_net(game: str, wide: int = 16) -> Net:
    random = np.random.default_rng(8)

    def some(*shape: int) -> np.ndarray:
        return (random.normal(size=shape) * 0.2).astype(np.float32)

    return Net(
        game,
        some(INPUTS, wide),
        some(wide),
        some(wide, 8),
        some(8),
        some(8, 6),
        some(6),
    )


class Checked:
    """Be told of every group of finals, and check that they can be reached."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.name, self.ruleset = "checked", ruleset
        self._judge = SkewedEvaluator(ruleset)
        self.groups = 0

    def chances(self, boards: Boards) -> Chances:
        return self._judge.chances(boards)

    def chances_of_finals(self, boards, starts, finals) -> Chances:
        assert starts[0] == 0
        assert starts[-1] == len(finals)
        assert len(starts) == len(boards) + 1
        self.groups += len(boards)
        for board, first, last in zip(boards, starts, starts[1:], strict=False):
            # A play adds no checkers and takes none away.
            totals = finals[first:last].sum(axis=(1, 2))
            assert (totals == board.sum()).all()
            moved = finals[first:last, 0].astype(int) - board[0]
            assert (np.abs(moved).sum(axis=1) <= 16).all()
        return self._judge.chances(passed(finals))


@given(reachable())
@settings(max_examples=10)
def test_the_groups_hold_what_is_reached_from_each_board(game):
    ruleset, position = game
    ends = list(legal_plays(ruleset, position, Dice(2, 1)))[:40]
    boards = np.array([encode(end.passed()) for end in ends])
    runs_on = any(result_of(ruleset, end) is None for end in ends)
    for pruning in (None, Pruning(SkewedEvaluator(ruleset), 3)):
        knowing = Checked(ruleset)
        got = Lookahead(knowing, pruning=pruning).chances(boards, 1)
        wanted = Lookahead(SkewedEvaluator(ruleset), pruning=pruning).chances(boards, 1)
        assert np.allclose(got, wanted, atol=1e-6)
        assert (knowing.groups >= 1) == runs_on


class Plain:
    """A net without its shortcut."""

    def __init__(self, net: NetEvaluator) -> None:
        self.name, self.ruleset, self.chances = net.name, net.ruleset, net.chances


@pytest.mark.parametrize("game", RULESETS)
def test_a_net_looks_ahead_the_same_by_its_shortcut(game):
    ruleset = RULESETS[game]
    net = NetEvaluator(random_net(game), ruleset)
    start = encode(Position.start(ruleset))[np.newaxis]
    for plies in (1, 2):
        got = Lookahead(net).chances(start, plies, POINTS)
        wanted = Lookahead(Plain(net)).chances(start, plies, POINTS)
        assert np.allclose(got, wanted, atol=1e-4)


def test_a_net_judges_finals_over_several_of_its_chunks():
    net = NetEvaluator(random_net("portes"), PORTES)
    start = Position.start(PORTES)
    groups = [
        np.array([encode(end) for end in legal_plays(PORTES, start, Dice(*dice))] * 9)
        for dice in ((1, 1), (6, 5), (2, 1), (3, 3))
    ]
    starts = np.cumsum([0, *map(len, groups)])
    finals = np.concatenate(groups)
    boards = np.repeat(encode(start)[np.newaxis], len(groups), axis=0)
    assert len(finals) > 512
    got = net.chances_of_finals(boards, starts, finals)
    assert np.allclose(got, net.chances(passed(finals)), atol=1e-4)


class Fitted(HouseEvaluator):
    """The house's evaluator with any net and table."""

    def __init__(self, net: NetEvaluator, tables: object) -> None:
        self.net, self.ruleset, self.tables = net, net.ruleset, tables


def test_the_house_corrects_finals_by_its_tables():
    class Table:
        def covers(self, boards):
            return boards[:, 1, 24] == 1

        def chances(self, boards):
            return np.full((len(boards), 6), 0.125, np.float32)

    house = Fitted(NetEvaluator(random_net("portes"), PORTES), Table())
    start = Position.start(PORTES)
    finals = np.array([encode(end) for end in legal_plays(PORTES, start, Dice(2, 1))])
    boards, starts = encode(start)[np.newaxis], np.array([0, len(finals)])
    got = house.chances_of_finals(boards, starts, finals)
    assert np.allclose(got, house.chances(passed(finals)), atol=1e-5)
    known = finals[:, 0, 24] == 1
    assert 0 < known.sum() < len(finals)
    assert ((got == 0.125).all(axis=1) == known).all()
