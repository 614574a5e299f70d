"""Decisions a second two plies deep, beside gnubg-nn's, and who decides better.

    python benchmarks/search_speed.py --decisions 100 --seed 1
    python benchmarks/search_speed.py --decisions 2000 --judged 200 --error 0.005

Both decide the same fresh positions of the shipped backgammon net's own games, one
thread, in turn; times are the processor's. With --judged, that many of the decisions
in which they differ are rolled out with the raw net, both plays on the same dice, and
what each engine loses against the better of the two plays is averaged.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np
import surroundings
from numpy.typing import NDArray
from peer import Peer

from tavli.evaluation.house import HouseEvaluator, raw_evaluator
from tavli.kernels.board import MOVER, WAITER, Board, Boards, encode
from tavli.kernels.movegen import Rolls
from tavli.kernels.turn import passed
from tavli.rules import BACKGAMMON, BAR, CHECKERS, OFF, Position
from tavli.search.deep import DeepChooser
from tavli.search.filters import FILTERS
from tavli.search.house import house_lookahead, luck_judge
from tavli.search.lookahead import Lookahead
from tavli.search.net_chooser import NetChooser
from tavli.search.ranking import Search
from tavli.search.rollout import Rollout
from tavli.search.trials import Plan

_GAMES: Final = 200
_PEER: Final = """
import json, sys, time
import gnubg_nn
questions = json.loads(sys.stdin.readline())
for number, _ in enumerate(sys.stdin):
    board, first, second = questions[number]
    begin = time.process_time()
    _, key = gnubg_nn.best_move(board, first, second, n=2, b=1)
    took = time.process_time() - begin
    print(json.dumps([took, gnubg_nn.board_from_position_key(key)]), flush=True)
"""


def main() -> int:
    """Measure and print."""
    options = _parser().parse_args()
    lookahead = house_lookahead(BACKGAMMON)
    chooser = DeepChooser(Search(lookahead, FILTERS[options.filters]))
    boards, rolls = _positions(options.decisions, options.seed)
    figures: dict[str, object] = {
        "evaluator": lookahead.name,
        "filters": options.filters,
    }
    measured, differing = _compared(chooser, boards, rolls)
    figures |= measured
    if options.judged and differing:
        pairs = np.array(differing[: options.judged])
        figures |= _judged(_plan(options.turns), pairs, options)
    surroundings.show("search_speed", figures, options.json)
    return 0


def _compared(
    chooser: DeepChooser, boards: Boards, rolls: Rolls
) -> tuple[dict[str, object], list[tuple[Board, Board]]]:
    """Return the rates of both, and the finals of either where they differ."""
    chooser.choose(boards[:2], rolls[:2])  # everything is compiled, or loaded
    turns = list(zip(boards, rolls, strict=True))
    questions = [(_for_peer(board), *map(int, roll)) for board, roll in turns]
    peer = Peer.start("gnubg_nn", _PEER, questions)
    ours, theirs, differing = 0.0, 0.0, []
    for number, (board, roll) in enumerate(turns):
        if number % 20 == 0:
            _tell(f"decided: {number} of {len(turns)}")
        begin = time.thread_time()
        final = chooser.choose(board[np.newaxis], roll[np.newaxis])[0]
        ours += time.thread_time() - begin
        if peer is not None:
            took, answer = peer.ask()
            theirs += took
            other = _from_peer(board, answer)
            if not np.array_equal(other, final):
                differing.append((final, other))
    figures: dict[str, object] = {"decisions_per_s": round(len(turns) / ours, 1)}
    if peer is not None:
        peer.end()
        figures["gnubg_nn_2_ply_per_s"] = round(len(turns) / theirs, 1)
        figures["ratio"] = round(theirs / ours, 2)
        figures["differ"] = len(differing)
    return figures, differing


def _plan(turns: int | None) -> Plan:
    """Return how plays are judged: by the raw net's games, and exact tables."""
    house = HouseEvaluator(BACKGAMMON)
    lookahead = Lookahead(house, exact=house.tables)
    return Plan(lookahead=lookahead, luck=luck_judge(house, house.tables), turns=turns)


def _judged(
    plan: Plan, pairs: NDArray[np.int8], options: argparse.Namespace
) -> dict[str, object]:
    """Return the mean loss of either side of *pairs*, shape (n, 2, 4, 26)."""
    losses, errors = [], []
    rollout = Rollout(trials=100_000, aim=options.error, processes=options.processes)
    for pair in pairs:
        _tell(f"rolled out: {len(losses)} of {len(pairs)}")
        tally = rollout.run(plan, passed(pair))
        worth = -tally.means[:, -1]  # seen by the side that has moved
        losses.append(worth.max() - worth)
        errors.append(tally.errors[:, -1].max())
    ours, theirs = np.mean(losses, axis=0)
    spread = np.std(np.diff(losses, axis=1)) / np.sqrt(len(losses))
    return {
        "judged": len(losses),
        "turns": options.turns or "to the end",
        "largest_error": round(float(max(errors)), 4),
        "our_loss_per_differing_decision": round(float(ours), 4),
        "their_loss_per_differing_decision": round(float(theirs), 4),
        "we_lose_less_by": round(float(theirs - ours), 4),
        "standard_error_of_that": round(float(spread), 4),
    }


def _positions(count: int, seed: int) -> tuple[Boards, Rolls]:
    """Return *count* different positions with more than one play, and their rolls."""
    chooser = NetChooser(raw_evaluator(BACKGAMMON))
    finals = Lookahead(raw_evaluator(BACKGAMMON))
    found: dict[bytes, tuple[Board, NDArray[np.int8]]] = {}
    for boards, rolls in _turns(chooser, np.random.default_rng(seed)):
        _, starts = finals.candidates(boards, rolls)
        chosen = np.flatnonzero(np.diff(starts) > 1)[:: _GAMES // 10]
        for index in chosen:
            board, roll = boards[index].copy(), rolls[index].copy()
            found.setdefault(board.tobytes(), (board, roll))
        if len(found) >= count:
            break
    kept = list(found.values())[:count]
    return np.array([board for board, _ in kept]), np.array([roll for _, roll in kept])


def _turns(
    chooser: NetChooser, random: np.random.Generator
) -> Iterator[tuple[Boards, Rolls]]:
    """Yield the turns of games in step; a game that ends begins anew."""
    start = encode(Position.start(BACKGAMMON))
    boards: Boards = np.repeat(start[np.newaxis], _GAMES, axis=0)
    while True:
        rolls = random.integers(1, 7, (_GAMES, 2)).astype(np.int8)
        yield boards, rolls
        ends = chooser.choose(boards, rolls)
        over = ends[:, MOVER, OFF] == CHECKERS
        boards = passed(ends)
        boards[over] = start


def _for_peer(board: Board) -> list[list[int]]:
    """Return *board* as gnubg-nn reads it: the waiter, then the side on roll."""
    return [board[row, 1 : BAR + 1].tolist() for row in (WAITER, MOVER)]


def _from_peer(board: Board, answer: list[list[int]]) -> Board:
    """Return the final that gnubg-nn tells of."""
    final = np.zeros_like(board)
    for row, counts in zip((MOVER, WAITER), answer, strict=True):
        final[row, 1:] = counts
        final[row, OFF] = CHECKERS - sum(counts)
    return final


def _tell(text: str) -> None:
    print(f"\r{text} ", end="", file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure decisions two plies deep.")
    parser.add_argument("--decisions", type=int, default=100, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--filters", choices=FILTERS, default="normal")
    parser.add_argument("--judged", type=int, default=0, help="decisions rolled out")
    parser.add_argument("--error", type=float, default=0.005, help="of the rollouts")
    parser.add_argument("--turns", type=int, help="judge rollouts after so many turns")
    parser.add_argument("--processes", type=int, default=1, help="for the rollouts")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
