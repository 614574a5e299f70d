"""The answering end of the arena's pipe; its protocol is in ``docs/arena.md``."""

import json
import os
import sys
from collections.abc import Callable
from typing import Final

import numpy as np

from tavli.kernels.board import ROWS, SLOTS, Board, Boards

PROTOCOL: Final = 1
_BOARD: Final = ROWS * SLOTS

Choose = Callable[[Board, int, int], Board]


def serve(name: str, choose: Choose) -> None:
    """Say *name*, then answer batches with what *choose* chooses, until input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever the engine prints is no answer
    answers.write(json.dumps({"tavli_pipe": PROTOCOL, "name": name}).encode() + b"\n")
    answers.flush()
    while head := sys.stdin.buffer.read(4):
        count = int.from_bytes(head, "little")
        blob = sys.stdin.buffer.read(count * (_BOARD + 2))
        if len(blob) < count * (_BOARD + 2):
            return
        questions = np.frombuffer(blob, np.int8).reshape(count, _BOARD + 2)
        finals: Boards = np.empty((count, ROWS, SLOTS), np.int8)
        boards = questions[:, :_BOARD].reshape(count, ROWS, SLOTS)
        for index, (board, roll) in enumerate(
            zip(boards, questions[:, _BOARD:].tolist(), strict=True)
        ):
            finals[index] = choose(board, *roll)
        answers.write(head + finals.tobytes())
        answers.flush()
