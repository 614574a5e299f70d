"""Compare the compiled generator with the rules, position by position.

    nice python benchmarks/generator_proof.py --positions 1000000 --keep proof.jsonl

Positions and throws come from random games, of each game, with each option alone and
with random mixtures of them, in turn. Each final position has to be found by both, and
written once. With ``--keep`` the work goes on after an interruption where it was left.
The digest at the end stands for every final position of every question; it depends on
``--seed`` and ``--positions``, not on how many processes worked.
"""

import argparse
import hashlib
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import surroundings

from tavli.kernels.board import decode, encode
from tavli.kernels.movegen import afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import (
    OPTIONS,
    RULESETS,
    Dice,
    Position,
    Ruleset,
    Side,
    legal_plays,
    result_of,
    with_options,
)

BLOCK: Final = 500
"""Positions that are compared at one go, and lost at most by an interruption."""

MIXED: Final = 3
"""One block in so many is played under a random mixture of options."""


class Block(NamedTuple):
    """What became of one block: *fault* is empty if all agreed."""

    number: int
    ruleset: str
    finals: int
    digest: str
    fault: str


def main() -> int:
    """Compare and report; 1 if the two disagreed anywhere."""
    options = _parser().parse_args()
    count = -(-options.positions // BLOCK)
    blocks = _kept(options.keep, options.seed)
    ahead = [(options.seed, k) for k in range(count) if k not in blocks]
    begin, todo = time.monotonic(), len(ahead)
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        for done, block in enumerate(pool.imap_unordered(compare, ahead), 1):
            if block.fault:
                print(f"\n{block.ruleset}: {block.fault}", file=sys.stderr)
                return 1
            blocks[block.number] = block
            _keep(options.keep, options.seed, block)
            left = (time.monotonic() - begin) / done * (todo - done) / 60
            print(
                f"\r{len(blocks) * BLOCK:,} positions agree, {left:.0f} minutes left ",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)
    surroundings.show("generator_proof", _figures(blocks, count), options.json)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Prove the compiled generator.")
    parser.add_argument("--positions", type=int, default=20_000, help="to compare")
    parser.add_argument("--processes", type=int, default=1, help="at work at once")
    parser.add_argument("--seed", type=int, default=1, help="of the random games")
    parser.add_argument("--keep", type=Path, help="file to go on from")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


def _figures(blocks: dict[int, Block], count: int) -> dict[str, object]:
    wanted = [blocks[number] for number in range(count)]
    digest = hashlib.sha256("".join(b.digest for b in wanted).encode()).hexdigest()
    return {
        "positions": count * BLOCK,
        "finals": sum(block.finals for block in wanted),
        "rulesets": len({block.ruleset for block in wanted}),
        "differences": 0,
        "digest": digest[:16],
    }


def _kept(path: Path | None, seed: int) -> dict[int, Block]:
    """Return the finished blocks of *seed*; what an interruption tore is left out."""
    blocks: dict[int, Block] = {}
    if path is None or not path.exists():
        return blocks
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            fields = json.loads(line)
        except json.JSONDecodeError:
            continue
        if fields.pop("seed") != seed:
            raise SystemExit(f"{path} keeps the blocks of another seed than {seed}")
        blocks[fields["number"]] = Block(**fields, fault="")
    return blocks


def _keep(path: Path | None, seed: int, block: Block) -> None:
    if path is None:
        return
    fields = {"seed": seed, **block._asdict()}
    del fields["fault"]
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" + json.dumps(fields))


def compare(task: tuple[int, int]) -> Block:
    """Compare one block of a seed, given as (seed, number)."""
    seed, number = task
    rng = random.Random(f"{seed} {number}")
    ruleset = _ruleset(number, rng)
    table, buffers = compile_ruleset(ruleset), Buffers.make()
    digest, finals = hashlib.sha256(), 0
    turns = _turns(ruleset, rng)
    for _ in range(BLOCK):
        position, dice = next(turns)
        board = encode(position)
        found = afterstates(table, board, dice.first, dice.second, buffers)
        got = sorted(final.tobytes() for final in buffers.boards[:found])
        wanted = sorted(map(_bytes, legal_plays(ruleset, position, dice)))
        if got != wanted:
            fault = f"{len(wanted)} finals, the kernel wrote {found}: {position} {dice}"
            return Block(number, ruleset.key, finals, "", fault)
        finals += found
        digest.update(b"".join(got))
    return Block(number, ruleset.key, finals, digest.hexdigest(), "")


def _ruleset(number: int, rng: random.Random) -> Ruleset:
    """Return the ruleset of a block: all in turn, now and then a mixture."""
    if number % MIXED == 0:
        name = rng.choice([name for name in RULESETS if OPTIONS[name]])
        chosen = {option.name: rng.choice(option.values) for option in OPTIONS[name]}
        return with_options(RULESETS[name], chosen)
    plain = [
        with_options(ruleset, {option.name: value})
        for name, ruleset in RULESETS.items()
        for option in OPTIONS[name]
        for value in option.values[1:]
    ]
    rulesets = [*RULESETS.values(), *plain]
    return rulesets[(number - number // MIXED) % len(rulesets)]


def _turns(ruleset: Ruleset, rng: random.Random) -> Iterator[tuple[Position, Dice]]:
    """Yield the turns of random games without end."""
    table, buffers = compile_ruleset(ruleset), Buffers.make()
    while True:
        position = Position.start(ruleset)
        while True:
            dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
            yield position, dice
            board = encode(position)
            found = afterstates(table, board, dice.first, dice.second, buffers)
            final = decode(buffers.boards[rng.randrange(found)])
            if result_of(ruleset, final) is not None:
                break
            position = final.passed()


def _bytes(position: Position) -> bytes:
    """Return the bytes of *position* as a board."""
    mover, waiter = position.mover, position.waiter
    rows = (bytes(mover.checkers), bytes(waiter.checkers), _pins(mover), _pins(waiter))
    return b"".join(rows)


def _pins(side: Side) -> bytes:
    row = bytearray(len(side.checkers))
    for point in side.pinned:
        row[point] = 1
    return bytes(row)


if __name__ == "__main__":
    sys.exit(main())
