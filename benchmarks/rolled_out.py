"""What positions of the nets' own games are worth, by rollouts: kept for good.

    python benchmarks/rolled_out.py --game fevga --positions 500 --processes 2

Whoever wants to know how well a net foresees needs positions whose worth is known, and
finding it takes hours: they lie in ``docs/strength/rollouts``, a file for each game,
and stay of use when another net is shipped. A file is read and lengthened, never
changed; broken off, the same command goes on behind its last line.

The positions are of the shipped net's own games, one of a game, with dice that no
training run threw. Each is rolled out to the end until its standard error is small
enough: plays are the raw net's, and exact tables end a game where they know. The luck
of the dice is taken out, or left in where a position has many plays, as in fevga: ten
times as many trials in the same time are worth more there than trials that vary a
seventh as much. A few that end alike would seem to have no error, so that there is a
number of trials of which none are fewer.
"""

import argparse
import csv
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, Self

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from click import ClickException
from house import lookahead, net_of, positions
from surroundings import ROOT

from tavli.cli.alone import alone
from tavli.evaluation.chances import COLUMNS
from tavli.evaluation.house import house_tables, raw_evaluator
from tavli.kernels.board import Boards, decode, encode
from tavli.notation.position import PositionLine, read_position, write_position
from tavli.rules import RULESETS, Player, find_ruleset
from tavli.search.house import luck_judge
from tavli.search.measuring import BLOCK
from tavli.search.processes import in_order
from tavli.search.rollout import Rollout
from tavli.search.trials import Plan

FOLDER: Final = ROOT / "docs" / "strength" / "rollouts"

IN: Final = "in"
OUT: Final = "out"


class Way(NamedTuple):
    """How a game is rolled out: its luck taken ``out`` or left ``in``, how long."""

    luck: str
    least: int
    most: int


WAYS: Final[Mapping[str, Way]] = MappingProxyType(
    {
        "portes": Way(OUT, 0, 10_368),
        "plakoto": Way(OUT, 0, 10_368),
        "fevga": Way(IN, 2_592, 31_104),
        "backgammon": Way(OUT, 0, 10_368),
    }
)


class RolledOut(NamedTuple):
    """A position, seen by White who is on roll, and its equity in points.

    *error* is the equity's standard error, *net* who played, *luck* as in `Way`.
    """

    position: str
    equity: float
    error: float
    trials: int
    luck: str
    net: str

    @classmethod
    def of(cls, row: Mapping[str, str]) -> Self:
        """Read a line of a file."""
        return cls(
            row["position"],
            float(row["equity"]),
            float(row["error"]),
            int(row["trials"]),
            row["luck"],
            row["net"],
        )


def main() -> int:
    """Roll out what is missing."""
    options = _options()
    options.folder.mkdir(parents=True, exist_ok=True)
    for game in options.game or RULESETS:
        path = options.folder / f"{game}.csv"
        try:
            with alone(path):
                _lengthen(path, game, options)
        except ClickException as error:
            raise SystemExit(error.format_message()) from error
        except KeyboardInterrupt:
            print(f"\nbroken off; the same command goes on in {path}", file=sys.stderr)
            return 130
    return 0


def rolled_out(path: Path) -> list[RolledOut]:
    """Return the positions in a file, in their order.

    Raises:
        SystemExit: it can't be read; says what to do.
    """
    try:
        text = path.read_text("utf-8")
        rows = [RolledOut.of(row) for row in csv.DictReader(text.splitlines())]
    except OSError as error:
        raise SystemExit(
            f"can't read {path}: {error.strerror}; benchmarks/rolled_out.py makes it"
        ) from error
    except (KeyError, TypeError, ValueError) as error:
        raise SystemExit(
            f"{path} holds a line that can't be read ({error}): remove that line"
        ) from error
    if text and not text.endswith("\n"):
        raise SystemExit(f"the last line of {path} was cut short: remove that line")
    return rows


def boards_of(rows: Sequence[RolledOut]) -> Boards:
    """Return the boards, shape (n, 4, 26), seen by the side on roll."""
    return np.stack([encode(read_position(row.position).position) for row in rows])


def roll_out(
    game: str, seed: int, aim: float, turns: int | None, number: int
) -> RolledOut:
    """Roll out position *number* of the games of *seed*; *turns* None: to the end."""
    ruleset = find_ruleset(game)
    way = WAYS[game]
    block, index = divmod(number, BLOCK)
    boards = positions(game, seed, block)[0][index : index + 1]
    raw = raw_evaluator(ruleset)
    judge = luck_judge(raw, house_tables(ruleset)) if way.luck == OUT else None
    plan = Plan(
        lookahead=lookahead(game),
        luck=judge,
        adjusts_luck=judge is not None,
        turns=turns,
        seed=seed,
    )
    tally = Rollout(trials=way.most, least=way.least, aim=aim).run(plan, boards)
    line = PositionLine.of(ruleset, decode(boards[0]), Player.WHITE)
    return RolledOut(
        write_position(line),
        round(float(tally.means[0, COLUMNS]), 5),
        round(float(tally.errors[0, COLUMNS]), 5),
        tally.trials,
        way.luck,
        net_of(game),
    )


def _lengthen(path: Path, game: str, options: argparse.Namespace) -> None:
    is_new = path.stat().st_size == 0
    done = 0 if is_new else len(rolled_out(path))
    missing = range(done, options.positions)
    begin = time.monotonic()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(RolledOut._fields)
        for count, row in enumerate(_rolled(game, missing, options), 1):
            writer.writerow(row)
            file.flush()
            left = (time.monotonic() - begin) / count * (len(missing) - count)
            print(
                f"\r{game}: {missing.start + count} of {missing.stop} positions, "
                f"{left:.0f} s to go ",
                end="\n" if count == len(missing) else "",
                file=sys.stderr,
                flush=True,
            )


def _rolled(
    game: str, numbers: range, options: argparse.Namespace
) -> Iterator[RolledOut]:
    work = partial(roll_out, game, options.seed, options.error, options.turns)
    if options.processes == 1 or len(numbers) < 2:
        return map(work, numbers)
    return in_order(work, [], numbers, options.processes)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=RULESETS, action="append")
    parser.add_argument("--positions", type=int, default=500, help="of each game")
    parser.add_argument("--error", type=float, default=0.01, help="of a rollout")
    parser.add_argument("--turns", type=int, help="judge games after so many turns")
    parser.add_argument("--seed", type=int, default=101, help="of the games")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where the files lie"
    )
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
