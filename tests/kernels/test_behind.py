import pytest

from tavli.kernels.behind import play_behind
from tavli.rules import PORTES, Dice, Position, after_moves, legal_plays


def test_the_play_behind_a_final_leads_there():
    start, dice = Position.start(PORTES), Dice(6, 6)
    for final in legal_plays(PORTES, start, dice):
        play = play_behind(PORTES, start, dice, final)
        assert after_moves(PORTES, start, play) == final


def test_what_no_play_reaches_is_refused():
    start = Position.start(PORTES)
    with pytest.raises(ValueError, match="no play of"):
        play_behind(PORTES, start, Dice(6, 6), start)
