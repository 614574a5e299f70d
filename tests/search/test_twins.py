"""A position and its twin of the other colour are one and the same."""

import numpy as np
from hypothesis import given, settings

from boards import reachable, rolls
from search.skewed import SkewedEvaluator
from tavli.kernels.board import encode
from tavli.notation.position import PositionLine, read_position, write_position
from tavli.rules import Player
from tavli.search.cube import decide
from tavli.search.cube_place import CubePlace
from tavli.search.cubeful import CubefulSearch
from tavli.search.filters import MoveFilter
from tavli.search.lookahead import Lookahead
from tavli.search.ranking import Search, rank
from tavli.search.stakes import MoneyStakes
from tavli.search.trials import Plan, play_block


@given(reachable(), rolls())
@settings(max_examples=6)
def test_white_and_black_get_the_same_answers(game, dice):
    ruleset, position = game
    roll = np.array([dice.low, dice.high], np.int8)
    lookahead = Lookahead(SkewedEvaluator(ruleset))
    answers = []
    for player in Player:
        text = write_position(PositionLine.of(ruleset, position, player))
        board = encode(read_position(text).position)
        boards = board[np.newaxis]
        ranked = rank(Search(lookahead, (MoveFilter(3, 9),)), board, roll)
        plan = Plan(lookahead=lookahead, turns=1)
        cube = decide(CubefulSearch(lookahead, 1), board, MoneyStakes(), CubePlace())
        answers.append(
            (
                text,
                lookahead.chances(boards, 1).tolist(),
                [(one.final.tolist(), one.value) for one in ranked],
                play_block(plan, boards, 0).means.tolist(),
                cube,
            )
        )
    white, black = answers
    assert white[0] != black[0]
    assert white[1:] == black[1:]
