"""What a rollout has finished, on disk: a header, then one block a line."""

import json
import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np

from tavli.search.tally import Sums, Tally
from tavli.search.whole import naming

_VERSION: Final = 2
_LARGEST_FILE: Final = 256 * 2**20


class RolloutError(Exception):
    """A rollout that can't go on; the message says why, and what to do."""


class RolloutFile:
    """Keep the blocks of one rollout, in their order.

    *plan* is a text that tells rollouts apart. A line that an interruption has cut
    short is dropped, and its block is played again.
    """

    def __init__(self, path: Path, plan: str, positions: int) -> None:
        """Open the file, or begin it.

        Raises:
            RolloutError: the file is of another rollout, or is none.
        """
        self._path = path
        self._shape = (positions, 7)
        header = json.dumps({"tavli_rollout": _VERSION, "plan": plan})
        self._header = header.encode() + b"\n"
        self.blocks = tuple(self._taken_up())
        self._count = len(self.blocks)

    def add(self, block: Tally) -> None:
        """Keep the next block; it is on disk when this returns."""
        with naming(self._path), self._path.open("a", encoding="ascii") as file:
            file.write(_line(self._count, block))
            file.flush()
            os.fsync(file.fileno())
        self._count += 1

    def _taken_up(self) -> Iterator[Tally]:
        """Yield the blocks that are whole, and cut off what stands behind them.

        It stays the same file, which its user may hold for himself.
        """
        held = self._read()
        if self._header.startswith(held):  # nothing, or what was cut while it began
            with naming(self._path):
                self._path.write_bytes(self._header)
            return
        header, *lines = BytesIO(held)
        if header != self._header:
            raise RolloutError(
                f"{self._path}: this is no file of this very rollout; name another "
                "file, or ask for what this one was begun with"
            )
        size = len(header)
        for number, line in enumerate(lines):
            block = self._block(number, line)
            if block is None:
                break
            size += len(line)
            yield block
        if size < len(held):
            with naming(self._path):
                os.truncate(self._path, size)

    def _read(self) -> bytes:
        if not self._path.is_file():  # missing, or a device, which would have no end
            return b""
        if self._path.stat().st_size > _LARGEST_FILE:
            raise RolloutError(f"{self._path}: too large for a file of a rollout")
        return self._path.read_bytes()

    def _block(self, number: int, line: bytes) -> Tally | None:
        """Read one line; None if it is not whole, or another block's.

        Two that write to one file repeat each other's blocks.
        """
        if not line.endswith(b"\n"):
            return None
        try:
            fields = json.loads(line)
            found, trials = fields["block"], fields["trials"]
            sums, squares = self._sums(fields["sums"]), self._sums(fields["squares"])
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return None
        if found != number or not isinstance(trials, int) or trials < 1:
            return None
        return Tally(trials, sums, squares)

    def _sums(self, rows: object) -> Sums:
        sums = np.array(rows, np.float64)
        if sums.shape != self._shape or not np.isfinite(sums).all():
            raise ValueError("not the sums of these positions")
        return sums


def _line(number: int, block: Tally) -> str:
    fields = {
        "block": number,
        "trials": block.trials,
        "sums": block.sums.tolist(),
        "squares": block.squares.tolist(),
    }
    return json.dumps(fields) + "\n"
