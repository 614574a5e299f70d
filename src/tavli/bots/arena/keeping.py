"""A file of the blocks played so far, so that a duel can be taken up again."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Final, Self

import numpy as np

from tavli.bots.arena.duel import Duel
from tavli.bots.arena.games import Games
from tavli.bots.arena.running import Block
from tavli.search.whole import naming

_VERSION: Final = 1
_LONGEST_LINE: Final = 1 << 20
_DAMAGE: Final = (ValueError, KeyError, TypeError, OverflowError, RecursionError)


class KeptError(ValueError):
    """A file of another duel, or none of ours."""


class Keeper(list[Block]):
    """The blocks of one duel, in a file too: what is appended is kept.

    The file names the duel in its first line, then keeps a block a line. What an
    interrupted write left of a last line is cut off.
    """

    def __init__(self, path: Path, blocks: Iterable[Block]) -> None:
        super().__init__(blocks)
        self._path = path

    @classmethod
    def open(cls, path: Path, duel: Duel) -> Self:
        """Read the blocks that *path* keeps of *duel*, or begin the file.

        Raises:
            KeptError: it keeps something else, or is damaged.
        """
        head = json.dumps({"tavli_arena": _VERSION, **asdict(duel)}) + "\n"
        if not path.exists() or not path.stat().st_size:
            with naming(path):
                path.write_text(head, encoding="utf-8")
            return cls(path, [])
        blocks: list[Block] = []
        size = len(head.encode())
        with path.open("rb") as file:
            if file.readline(_LONGEST_LINE).decode(errors="replace") != head:
                raise KeptError(f"{path} keeps another duel; choose another file")
            while (line := file.readline(_LONGEST_LINE)).endswith(b"\n"):
                blocks.append(_read(path, duel, len(blocks), line))
                size += len(line)
        with path.open("rb+") as file:
            file.truncate(size)
        return cls(path, blocks)

    def append(self, block: Block) -> None:
        """Append *block*, for good.

        Raises:
            KeptError: it was played by engines of other names than those before.
        """
        if self and block.names != self[0].names:
            raise KeptError(
                f"{self._path} keeps games of {' and '.join(self[0].names)}; "
                f"now {' and '.join(block.names)} play"
            )
        games = block.games
        row = {
            "block": block.number,
            "names": block.names,
            "points": games.points.tolist(),
            "turns": games.turns.tolist(),
        }
        if not np.isnan(games.luck).any():
            row["luck"] = games.luck.tolist()
        with naming(self._path), self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        super().append(block)


def _read(path: Path, duel: Duel, number: int, line: bytes) -> Block:
    """Return the block that *line* keeps; it must be number *number*."""
    shape = (len(duel.pairs_of(number)), 2)
    try:
        row = json.loads(line)
        kept_as, (first, second) = row["block"], row["names"]
        games = Games(
            np.array(row["points"], np.int8),
            np.array(row["turns"], np.int16),
            np.array(row["luck"]) if duel.luck else np.full(shape, np.nan),
        )
    except _DAMAGE as error:
        raise KeptError(
            f"{path}, line {number + 2} is damaged: choose another file, or go on from "
            "what stands before that line, and take the rest out"
        ) from error
    if kept_as != number or any(part.shape != shape for part in games):
        raise KeptError(f"{path}, line {number + 2} is no block {number} of this duel")
    return Block(number, (str(first), str(second)), games)
