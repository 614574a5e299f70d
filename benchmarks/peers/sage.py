"""bgsage, asked by the arena: its nets 0, 1 or 2 plies deep, cubeless.

    tavli arena net "pipe:python benchmarks/peers/sage.py --plies 0" --game backgammon

It runs in a process of its own and needs the package ``bgsage`` (MPL), of which it
calls the public functions. bgsage counts plies from 1, and its generator lets the
larger die bear off alone where both could be played: of the plays it ranks, the first
legal one is taken.
"""

import argparse
from importlib.metadata import version
from typing import Final

import numpy as np
from bgsage import BgBotAnalyzer
from wire import Choose, serve

from tavli.kernels.board import MOVER, WAITER, Board
from tavli.kernels.movegen import afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import BACKGAMMON, BAR, CHECKERS, OFF

_LEVELS: Final = ("1ply", "2ply", "3ply")


def main() -> None:
    """Serve until the input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, choices=(0, 1, 2), required=True)
    plies = parser.parse_args().plies
    serve(f"bgsage {version('bgsage')} {plies}-ply", sage(plies))


def sage(plies: int) -> Choose:
    """Return how bgsage chooses, *plies* deep."""
    analyzer = BgBotAnalyzer(
        eval_level=_LEVELS[plies], cubeful=False, parallel_threads=1
    )
    table, buffers = compile_ruleset(BACKGAMMON), Buffers.make()

    def choose(board: Board, first: int, second: int) -> Board:
        count = afterstates(table, board, first, second, buffers)
        if count == 1:
            return buffers.boards[0].copy()
        legal = {final.tobytes() for final in buffers.boards[:count]}
        for ranked in analyzer.checker_play(_joined(board), first, second).moves:
            final = _parted(ranked.board)
            if final.tobytes() in legal:
                return final
        raise ValueError(f"bgsage finds no legal play of {first}-{second}")

    return choose


def _joined(board: Board) -> list[int]:
    """Return *board* as bgsage has it: own points 1 to 24 and bar, theirs below 0.

    Index 0 counts the opponent's checkers on the bar.
    """
    counts = board[MOVER].astype(int)
    counts[OFF] = board[WAITER, BAR]
    counts[1:BAR] -= board[WAITER, BAR - 1 : OFF : -1]
    joined: list[int] = counts.tolist()
    return joined


def _parted(joined: list[int]) -> Board:
    """Return the board of *joined*; who has no checker on a point has borne it off."""
    counts = np.array(joined)
    board = np.zeros((4, BAR + 1), np.int8)
    board[MOVER, 1:BAR] = counts[1:BAR].clip(min=0)
    board[WAITER, BAR - 1 : OFF : -1] = (-counts[1:BAR]).clip(min=0)
    board[MOVER, BAR], board[WAITER, BAR] = counts[BAR], counts[OFF]
    for row in (MOVER, WAITER):
        board[row, OFF] = CHECKERS - board[row].sum()
    return board


if __name__ == "__main__":
    main()
