"""Measurements in blocks: shared between processes, kept in a file, broken off at will.

A block is a number from 0; what it yields follows from that number alone, so that any
number of processes gives the same figures.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tavli.search.processes import in_order

Row = dict[str, Any]
Work = Callable[[int], Row]

_VERSION: Final = 1
_LARGEST_FILE: Final = 2**30


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """*count* blocks of the measurement that *facts* describe.

    *facts* hold all that the rows depend on. With *keep* each row is written to that
    file, and a measurement that was broken off goes on from there.
    """

    facts: Mapping[str, object]
    count: int
    processes: int = 1
    keep: Path | None = None

    def rows(self, work: Work) -> list[Row]:
        """Return what *work* yields for each block; fewer if Ctrl-C breaks it off."""
        rows = self._kept()
        begin, before = time.monotonic(), len(rows)
        try:
            for row in self._played(work, range(len(rows), self.count)):
                rows.append(row)
                self._write(row)
                self._tell(len(rows), len(rows) - before, time.monotonic() - begin)
        except KeyboardInterrupt:
            kept = f"kept in {self.keep}" if self.keep else "lost: --keep keeps them"
            far = f"broken off after {len(rows)} of {self.count} blocks"
            print(f"\n{far}; they are {kept}", file=sys.stderr)
            raise SystemExit(130) from None
        return rows

    def _played(self, work: Work, numbers: Sequence[int]) -> Iterator[Row]:
        if self.processes == 1 or len(numbers) < 2:
            yield from map(work, numbers)
            return
        yield from in_order(work, [], numbers, self.processes)

    @property
    def _head(self) -> str:
        return json.dumps({"tavli_blocks": _VERSION, **self.facts}) + "\n"

    def _kept(self) -> list[Row]:
        """Read what is kept; a line that was cut short is played again."""
        if self.keep is None:
            return []
        if not self.keep.exists():
            self.keep.parent.mkdir(parents=True, exist_ok=True)
            self.keep.write_text(self._head, encoding="utf-8")
            return []
        if self.keep.stat().st_size > _LARGEST_FILE:
            raise SystemExit(f"{self.keep} is too large to be kept blocks")
        head, *lines = self.keep.read_text("utf-8").splitlines(keepends=True)
        if head != self._head:
            raise SystemExit(
                f"{self.keep} keeps another measurement, or one of another net: name "
                "another file, or remove it"
            )
        whole = [line for line in lines if line.endswith("\n")]
        self.keep.write_text(head + "".join(whole), encoding="utf-8")
        return [json.loads(line) for line in whole[: self.count]]

    def _write(self, row: Row) -> None:
        if self.keep is not None:
            with self.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

    def _tell(self, done: int, now: int, seconds: float) -> None:
        left = seconds / now * (self.count - done)
        what = " ".join(str(self.facts[key]) for key in ("measures", "game"))
        ends = "\n" if done == self.count else ""
        print(
            f"\r{what}: {done} of {self.count} blocks, {left:.0f} s to go ",
            end=ends,
            file=sys.stderr,
            flush=True,
        )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that every measurement in blocks has."""
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument(
        "--processes", type=int, default=1, help="the figures are the same with any"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep finished blocks, and go on"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures")


def kept_in(folder: Path | None, facts: Mapping[str, object]) -> Path | None:
    """Return the file in *folder* for the blocks of the measurement of *facts*."""
    if folder is None:
        return None
    return folder / f"{facts['measures']}-{facts['game']}.jsonl".replace(" ", "-")
