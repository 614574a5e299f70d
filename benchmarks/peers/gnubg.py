"""gnubg-nn, asked by the arena: GNU Backgammon's nets 0, 1 or 2 plies deep, or Pubeval.

    tavli arena net "pipe:python benchmarks/peers/gnubg.py --plies 0" --game backgammon

It runs in a process of its own and needs the package ``gnubg-nn`` (GPL), of which it
calls the public functions.
"""

import argparse
from importlib.metadata import version

import gnubg_nn
import numpy as np
from wire import Choose, serve

from tavli.kernels.board import MOVER, WAITER, Board
from tavli.rules import BAR, CHECKERS, OFF


def main() -> None:
    """Serve until the input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--plies", type=int, choices=(0, 1, 2))
    what.add_argument("--pubeval", action="store_true")
    options = parser.parse_args()
    engine = "Pubeval" if options.pubeval else f"{options.plies}-ply"
    choose = pubeval if options.pubeval else gnubg(options.plies)
    serve(f"gnubg-nn {version('gnubg-nn')} {engine}", choose)


def gnubg(plies: int) -> Choose:
    """Return how GNU Backgammon chooses, *plies* deep."""

    def choose(board: Board, first: int, second: int) -> Board:
        _, key = gnubg_nn.best_move(_sides(board), first, second, n=plies, b=1)
        final = np.zeros_like(board)
        for row, counts in zip(
            (MOVER, WAITER), gnubg_nn.board_from_position_key(key), strict=True
        ):
            final[row, 1:] = counts
            final[row, OFF] = CHECKERS - sum(counts)
        return final

    return choose


def pubeval(board: Board, first: int, second: int) -> Board:
    """Return what Tesauro's linear evaluator chooses."""
    moves = gnubg_nn.pub_best_move(_sides(board), first, second)
    final = board.copy()
    for source, target in zip(moves[::2], moves[1::2], strict=True):
        _step(final, source + 1, max(target + 1, OFF))
    return final


def _sides(board: Board) -> list[list[int]]:
    """Return *board* as gnubg-nn has it: the waiter's points first, 1 to bar."""
    waiter: list[int] = board[WAITER, 1:].tolist()
    mover: list[int] = board[MOVER, 1:].tolist()
    return [waiter, mover]


def _step(board: Board, source: int, target: int) -> None:
    """Move a checker of the mover, and hit a blot."""
    board[MOVER, source] -= 1
    board[MOVER, target] += 1
    if target != OFF and board[WAITER, BAR - target] == 1:
        board[WAITER, BAR - target] = 0
        board[WAITER, BAR] += 1


if __name__ == "__main__":
    main()
