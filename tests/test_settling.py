"""A rollout settles who is right about a double, whichever row it tells first."""

import sys
from pathlib import Path

import pytest

BENCHMARKS = str(Path(__file__).resolve().parent.parent / "benchmarks")


@pytest.fixture(scope="module")
def settling():
    sys.path.insert(0, BENCHMARKS)
    try:
        import settling
    finally:
        sys.path.remove(BENCHMARKS)
    return settling


@pytest.mark.parametrize(
    ("made", "lost"), [("roll", -0.6), ("double", 0.0), ("take", 0.0), ("drop", -0.4)]
)
@pytest.mark.parametrize("order", [1, -1])
def test_a_double_is_settled_by_what_its_rows_say(
    settling, monkeypatch, made, lost, order
):
    rows = [
        {"play": "double, take", "points": 0.8, "joint_error": 0.0},
        {"play": "no double", "points": 0.5, "joint_error": 0.01},
    ]
    monkeypatch.setattr(settling, "_rolled_out", lambda *_, **__: rows[::order])
    pair = settling.Pair("a game", made, "", "", 0.5, 0.0, 0.0, drop=1.0)
    assert settling.settled(pair, 144) == pytest.approx([lost, 0.02])


def test_a_play_is_looked_for_among_all_if_it_is_not_among_few(settling, monkeypatch):
    asked = []

    def rolled_out(_pair, _trials, candidates):
        asked.append(candidates)
        best = {"play": "24/23", "behind": 0.0, "joint_error": 0.0}
        made = {"play": "6/5", "behind": 0.3, "joint_error": 0.02}
        return [best, made][: 1 if candidates == 12 else 2]

    monkeypatch.setattr(settling, "_rolled_out", rolled_out)
    pair = settling.Pair("a game", "6/5", "24/23", "", 1.0, 0.0, 0.0)
    assert settling.settled(pair, 144) == pytest.approx([-0.3, 0.02])
    assert asked == [12, 50]
