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
    "case",
    [
        ("roll", 0.8, -0.6, 0.02),
        ("double", 0.8, 0.0, 0.02),
        ("take", 0.8, 0.0, 0.08),
        ("drop", 0.8, -0.4, 0.08),
        # A drop is worth what it is, so that nothing joins the two errors.
        ("double", 1.3, 0.0, 0.06),
        ("take", 1.3, -0.6, 0.08),
    ],
)
@pytest.mark.parametrize("order", [1, -1])
def test_a_double_is_settled_by_what_its_rows_say(settling, monkeypatch, case, order):
    made, take, lost, error = case
    rows = [
        _row("double, take", take, own=0.04, joint=0.0),
        _row("no double", 0.5, own=0.03, joint=0.01),
    ]
    monkeypatch.setattr(settling, "_rolled_out", lambda *_, **__: rows[::order])
    pair = settling.Pair("a game", made, "", "", 0.5, 0.0, 0.0, drop=1.0)
    assert settling.settled(pair, 144) == pytest.approx([lost, error])


def test_the_best_play_is_as_uncertain_as_its_distance_to_the_next(
    settling, monkeypatch
):
    best = {"play": "24/23", "behind": 0.0, "joint_error": 0.0}
    other = {"play": "6/5", "behind": 0.3, "joint_error": 0.02}
    monkeypatch.setattr(settling, "_rolled_out", lambda *_, **__: [best, other])
    pair = settling.Pair("a game", "24/23", "6/5", "", 1.0, 0.0, 0.0)
    assert settling.settled(pair, 144) == pytest.approx([0.0, 0.02])


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


def _row(play, points, *, own, joint):
    return {
        "play": play,
        "points": points,
        "points_error": own,
        "joint_error": joint,
    }
