"""Asking an engine each question once."""

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import ROWS, SLOTS, Boards
from tavli.kernels.movegen import Rolls
from tavli.search.chooser import Chooser


def ask(chooser: Chooser, boards: Boards, rolls: Rolls) -> Boards:
    """Return the finals *chooser* chooses; of equal questions it hears only one.

    So two games that have run alike go on alike, whatever rounding does to equal
    positions at different places of one batch.
    """
    firsts, places = distinct(boards, rolls)
    finals = chooser.choose(boards[firsts], rolls[firsts])
    return np.ascontiguousarray(finals[places])


def distinct(
    boards: Boards, rolls: Rolls
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each different question first stands, and which each one is.

    A roll counts as the same whichever die fell first.
    """
    rows = np.empty((len(boards), ROWS * SLOTS + 2), np.int8)
    rows[:, :-2] = boards.reshape(len(boards), -1)
    rows[:, -2] = rolls.max(axis=1)
    rows[:, -1] = rolls.min(axis=1)
    whole = rows.view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, firsts, places = np.unique(whole, return_index=True, return_inverse=True)
    return firsts, places.reshape(-1)
