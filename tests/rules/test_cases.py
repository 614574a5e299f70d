"""Positions whose legal plays another program enumerated."""

import json
from pathlib import Path
from typing import Any

import pytest

from boards import line
from tavli.rules import Dice, Position, Role, legal_plays, result_of

DATA = Path(__file__).parent.parent / "data" / "cases"
CASES: list[dict[str, Any]] = [
    json.loads(text)
    for file in sorted(DATA.glob("*.jsonl"))
    for text in file.read_text(encoding="utf-8").splitlines()
]


def test_there_are_884_cases():
    assert len(CASES) == 884


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_final_positions_and_their_results(case):
    ruleset, position = line(case["position"])
    wanted: dict[Position, object] = {}
    for final in case["finals"]:
        _, end = line(final["position"])
        result = (final["winner"], final["points"]) if "points" in final else None
        wanted[end.passed()] = result
    mine, theirs = "wb" if case["position"].endswith("w") else "bw"
    letters = {Role.MOVER: mine, Role.WAITER: theirs, None: None}
    answered: dict[Position, object] = {}
    for end in legal_plays(ruleset, position, Dice(*case["dice"])):
        result = result_of(ruleset, end)
        answered[end] = result and (letters[result.winner], result.points)
    assert answered == wanted
