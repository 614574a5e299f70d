"""Ask the rules for legal plays, and say how long the median and the worst take.

    python benchmarks/rules_speed.py --repeat 5

The questions are the cases of ``tests/data/cases``, each asked for its final positions
and for its graph of moves; and doubles with as many final positions as the board
allows. A time is the processor's, the shortest of ``--repeat`` answers, and nothing is
remembered between them. ``--json FILE`` keeps the figures. The exit status is 1 if an
answer takes longer than is promised.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Final

import surroundings

from boards import line
from tavli.rules import Dice, Position, Ruleset, legal_plays
from tavli.rules.graph import build_graph

PROMISED_MEDIAN_MS: Final = 5.0
PROMISED_WORST_MS: Final = 100.0

_SCATTERED: Final = (
    "23:1,22:1,21:1,19:1,18:1,17:1,14:1,13:1,11:1,10:1,8:1,7:1,6:1,4:1,3:1"
)
_LINED: Final = "22:1,21:1,20:1,19:1,18:1,17:1,15:1,12:1,10:1,9:1,8:1,7:1,5:1,4:1,2:1"
_PAIRED: Final = "24:1,22:2,20:1,18:2,16:1,14:2,12:1,10:1,8:1,6:1,4:1,2:1"

WORST: Final = (
    (f"portes {_SCATTERED} 1:15 w", Dice(1, 1)),
    (f"backgammon {_PAIRED} 2:15 w", Dice(1, 1)),
    (f"backgammon {_PAIRED} 2:15 w", Dice(3, 3)),
    (f"portes:hit_and_run_home=forbidden {_PAIRED} 24:1,22:1,20:1,18:12 w", Dice(1, 1)),
    (f"plakoto {_SCATTERED} 1:15 w", Dice(1, 1)),
    (f"plakoto {_PAIRED} 22:1,20:1,18:1,16:12 w", Dice(2, 2)),
    (f"fevga {_LINED} 1:15 w", Dice(1, 1)),
    (
        "fevga 24:2,23:1,22:1,21:1,20:1,8:1,7:1,6:1,5:2,4:1,3:1,1:2 21:14,14:1 w",
        Dice(1, 1),
    ),
    (
        "fevga 24:2,23:1,22:1,21:1,20:1,8:1,7:1,6:1,5:2,4:1,3:1,1:2 21:14,14:1 w",
        Dice(2, 2),
    ),
)
"""Doubles with very many final positions."""

Question = tuple[Ruleset, Position, Dice]


def main() -> int:
    """Measure, print, and judge."""
    options = _parser().parse_args()
    cases, worst = list(_cases()), [(*line(text), dice) for text, dice in WORST]
    plays = [_milliseconds(legal_plays, q, options.repeat) for q in cases]
    graphs = [_milliseconds(build_graph, q, options.repeat) for q in cases]
    doubles = [_milliseconds(legal_plays, q, options.repeat) for q in worst]
    double_graphs = [_milliseconds(build_graph, q, options.repeat) for q in worst]
    figures = {
        "questions": len(cases),
        "median_plays_ms": _rounded(median(plays)),
        "longest_plays_ms": _rounded(max(plays)),
        "median_graph_ms": _rounded(median(graphs)),
        "longest_graph_ms": _rounded(max(graphs)),
        "worst_double_plays_ms": _rounded(max(doubles)),
        "worst_double_graph_ms": _rounded(max(double_graphs)),
        "most_final_positions": max(len(legal_plays(*question)) for question in worst),
    }
    surroundings.show("rules_speed", figures, options.json)
    slow = max(plays + graphs + doubles + double_graphs) > PROMISED_WORST_MS
    return int(slow or median(plays) > PROMISED_MEDIAN_MS)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure the rules.")
    parser.add_argument("--repeat", type=int, default=5, help="answers per question")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


def _cases() -> Iterator[Question]:
    for file in sorted((surroundings.ROOT / "tests/data/cases").glob("*.jsonl")):
        for text in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(text)
            yield (*line(case["position"]), Dice(*case["dice"]))


def _milliseconds(
    ask: Callable[[Ruleset, Position, Dice], object], question: Question, repeat: int
) -> float:
    return min(_spent(ask, question) for _ in range(max(1, repeat)))


def _spent(
    ask: Callable[[Ruleset, Position, Dice], object], question: Question
) -> float:
    begin = time.process_time()
    ask(*question)
    return 1000 * (time.process_time() - begin)


def _rounded(number: float) -> float:
    return round(number, 3)


if __name__ == "__main__":
    sys.exit(main())
