"""Backgammon's first rolls: how many the shipped net plays as they should be played.

    python benchmarks/openings.py

The 15 rolls that can open a game have well-known answers in money play, listed below as
GNU Backgammon finds them two plies deep. A play is right if it is listed, or if
gnubg-nn, two plies deep and in a process of its own, finds it within 0.005 points of a
listed one. Without gnubg-nn only listed plays are right.
"""

import argparse
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings
from house import chooser, lookahead, net_of
from peer import Peer

from tavli.kernels.behind import play_behind
from tavli.kernels.board import WAITER, Board, decode, encode
from tavli.kernels.turn import passed
from tavli.notation.plays import write_play
from tavli.rules import BACKGAMMON, BAR, Dice, Position
from tavli.search.chooser import Chooser
from tavli.search.deep import DeepChooser
from tavli.search.filters import NORMAL
from tavli.search.ranking import Search

RIGHT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "2-1": ("24/23 13/11", "13/11 6/5"),
        "3-1": ("8/5 6/5",),
        "3-2": ("24/21 13/11", "13/11 13/10"),
        "4-1": ("24/23 13/9",),
        "4-2": ("8/4 6/4",),
        "4-3": ("24/21 13/9", "13/10 13/9", "24/20 13/10"),
        "5-1": ("24/23 13/8",),
        "5-2": ("24/22 13/8", "13/11 13/8"),
        "5-3": ("8/3 6/3",),
        "5-4": ("24/20 13/8",),
        "6-1": ("13/7 8/7",),
        "6-2": ("24/18 13/11",),
        "6-3": ("24/18 13/10",),
        "6-4": ("24/18 13/9", "8/2 6/2"),
        "6-5": ("24/13",),
    }
)
Words = tuple[str, ...]

_NEAR: Final = 0.005
_PEER: Final = """
import json, sys, time
from gnubg_nn import probabilities
boards = json.loads(sys.stdin.readline())
for _ in sys.stdin:
    values = []
    for board in boards:
        win, gammon, three, lost, lost_three = probabilities(board, 2)
        values.append(2 * win - 1 + gammon + three - lost - lost_three)
    print(json.dumps([0.0, values]), flush=True)
"""


def main() -> int:
    """Play the rolls, judge and print; 1 if fewer are right than are wanted."""
    options = _options()
    right = {name: _right(player) for name, player in _players().items()}
    figures: dict[str, object] = {"net": net_of("backgammon")}
    for name, plays in right.items():
        figures[f"right_{name}"] = sum(
            told.startswith("right") for told in plays.values()
        )
        figures |= {f"{name}_{roll}": told for roll, told in plays.items()}
    surroundings.show("openings", figures, options.json)
    wanted = {"0_ply": options.raw, "2_ply": options.deep}
    return int(any(figures[f"right_{name}"] < least for name, least in wanted.items()))


def _players() -> dict[str, Chooser]:
    deep = DeepChooser(Search(lookahead("backgammon"), NORMAL))
    return {"0_ply": chooser("backgammon"), "2_ply": deep}


def _right(player: Chooser) -> dict[str, str]:
    """Return what *player* plays for each roll, and whether that is right."""
    start = encode(Position.start(BACKGAMMON))
    found: dict[str, str] = {}
    for text, listed in RIGHT.items():
        dice = Dice.parse(text)
        roll = np.array([[dice.first, dice.second]], np.int8)
        final = player.choose(start[np.newaxis], roll)[0]
        finals = _finals(dice)
        play = _written(final, dice)
        if _words(play) in map(_words, listed):
            found[text] = f"right: {play}"
            continue
        behind = _behind(final, [finals[_words(name)] for name in listed])
        near = behind is not None and behind <= _NEAR
        by = "" if behind is None else f", {behind:.4f} behind"
        found[text] = f"{'right' if near else 'wrong'}: {play}, not {listed[0]}{by}"
    return found


def _words(play: str) -> Words:
    """Return the steps of *play*, in whichever order they are told."""
    return tuple(sorted(play.split()))


def _finals(dice: Dice) -> dict[Words, Board]:
    """Return the final position of each play of the first roll."""
    roll = np.array([[dice.first, dice.second]], np.int8)
    start = encode(Position.start(BACKGAMMON))[np.newaxis]
    finals, _ = lookahead("backgammon").candidates(start, roll)
    return {_words(_written(final, dice)): final for final in finals}


def _written(final: Board, dice: Dice) -> str:
    start, after = Position.start(BACKGAMMON), decode(final)
    play = play_behind(BACKGAMMON, start, dice, after)
    return write_play(BACKGAMMON, start, after, dice, play)


def _behind(final: Board, listed: Sequence[Board]) -> float | None:
    """Return how far *final* is behind the best of *listed*, as gnubg-nn sees them."""
    boards = [_for_peer(board) for board in passed(np.array([final, *listed]))]
    peer = Peer.start("gnubg_nn", _PEER, boards)
    if peer is None:
        return None
    _, (left, *others) = peer.ask()
    peer.end()
    return float(left - min(others))


def _for_peer(board: Board) -> list[list[int]]:
    """Return *board* as gnubg-nn reads it: the waiter, then the side on roll."""
    return [
        [int(count) for count in (*board[row, 1:BAR], board[row, BAR])]
        for row in (WAITER, 0)
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--raw", type=int, default=13, help="right plays wanted, 0-ply")
    parser.add_argument("--deep", type=int, default=15, help="the same, 2-ply")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
