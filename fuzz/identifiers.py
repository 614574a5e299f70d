"""Write random reachable states as identifiers, read them back, and compare.

    python fuzz/identifiers.py [--states 100000] [--seed 1] [--gnubg 1000]

Every state has a cube, a score and dice or none; both sides are on roll in turn. So
many of them as --gnubg says are shown to GNU Backgammon, where it is there, and must
have the same identifiers for it.
"""

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path.insert(0, str(TESTS))

from match_states import reached  # noqa: E402  # found by the line above
from tavli.notation.fibs_board import find_fibs_board, write_fibs_board  # noqa: E402
from tavli.notation.gnu_line import find_gnu_line, match_id_of  # noqa: E402
from tavli.notation.match_id import write_match_id  # noqa: E402
from tavli.notation.ogid import find_ogid, write_ogid  # noqa: E402
from tavli.notation.position import PositionLine  # noqa: E402
from tavli.notation.position_id import write_position_id  # noqa: E402
from tavli.notation.xgid import find_xgid, write_xgid  # noqa: E402

BLOCK = 2000


def main() -> int:
    """Go through the states in blocks; 1 if any identifier says something else."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gnubg", type=int, default=1000)
    chosen = parser.parse_args()
    done = wrong = 0
    while done < chosen.states:
        lines = reached.__wrapped__(
            min(BLOCK, chosen.states - done), chosen.seed + done
        )
        wrong += sum(not _is_kept(line) for line in lines)
        if done < chosen.gnubg:
            wrong += _called_otherwise(lines[: chosen.gnubg - done])
        done += len(lines)
        print(f"{done} states, {wrong} wrong", flush=True)
    return 1 if wrong else 0


def _is_kept(line: PositionLine) -> bool:
    """Whether every identifier of *line* is read as the same line.

    GNU Backgammon's has no order of the dice, and none is asked of it.
    """
    sorted_dice = line.state.dice and type(line.state.dice)(
        line.state.dice.high, line.state.dice.low
    )
    gnu_line = replace(line, state=replace(line.state, dice=sorted_dice))
    gnu = f"{write_position_id(line.position)}:{write_match_id(match_id_of(line))}"
    return (
        find_xgid(write_xgid(line)) == line
        and find_fibs_board(write_fibs_board(line)) == line
        and find_ogid(write_ogid(line)) == gnu_line
        and find_gnu_line(gnu) == gnu_line
    )


def _called_otherwise(lines: Sequence[PositionLine]) -> int:
    """Return how many of *lines* GNU Backgammon calls by other identifiers."""
    program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if program is None:
        print("GNU Backgammon is not there and not asked")
        return 0
    asked = "".join(f"set xgid {write_xgid(line)}\nshow board\n" for line in lines)
    answer = subprocess.run(  # noqa: S603  # the program that was found
        [program, "-t", "-q", "-r"],
        input=f"set automatic game off\n{asked}",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    shown = set(re.findall(r"Position ID: (\S+)\s+Match ID   : (\S+)", answer))
    given = {
        (write_position_id(line.position), write_match_id(match_id_of(line)))
        for line in lines
    }
    print(
        f"{len(given)} pairs of identifiers, GNU Backgammon: {len(given - shown)} other"
    )
    return len(given - shown)


if __name__ == "__main__":
    sys.exit(main())
