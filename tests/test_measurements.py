"""What the measurements in `benchmarks` share: blocks that go on, and intervals."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tavli.evaluation.house import weights_of
from tavli.evaluation.net import Net

BENCHMARKS = str(Path(__file__).resolve().parent.parent / "benchmarks")


@pytest.fixture(scope="module", autouse=True)
def _found():
    sys.path.insert(0, BENCHMARKS)
    yield
    sys.path.remove(BENCHMARKS)


def squares(number: int):
    return {"square": number * number}


def facts(**others: object):
    return {"measures": "squares", "game": "portes", **others}


def test_blocks_go_on_where_they_stopped(tmp_path, capsys):
    from blocks import Blocks

    keep = tmp_path / "kept" / "squares.jsonl"
    first = Blocks(facts=facts(), count=3, keep=keep).rows(squares)
    assert [row["square"] for row in first] == [0, 1, 4]
    with keep.open("a") as file:
        file.write('{"square": 9')  # cut short

    def played(number: int):
        assert number >= 3
        return squares(number)

    more = Blocks(facts=facts(), count=5, keep=keep).rows(played)
    assert [row["square"] for row in more] == [0, 1, 4, 9, 16]
    assert "5 of 5 blocks" in capsys.readouterr().err


def test_kept_blocks_of_another_net_are_refused(tmp_path):
    from blocks import Blocks

    keep = tmp_path / "squares.jsonl"
    Blocks(facts=facts(net="one"), count=1, keep=keep).rows(squares)
    with pytest.raises(SystemExit, match="another measurement, or one of another net"):
        Blocks(facts=facts(net="two"), count=1, keep=keep).rows(squares)


def test_what_was_broken_off_says_what_is_kept(tmp_path, capsys):
    from blocks import Blocks

    def stopped(number: int):
        if number == 2:
            raise KeyboardInterrupt
        return squares(number)

    keep = tmp_path / "squares.jsonl"
    with pytest.raises(SystemExit, match="130"):
        Blocks(facts=facts(), count=4, keep=keep).rows(stopped)
    assert f"after 2 of 4 blocks; they are kept in {keep}" in capsys.readouterr().err
    assert len(Blocks(facts=facts(), count=2, keep=keep).rows(stopped)) == 2


def test_intervals_of_shares_and_means():
    from intervals import normal, wilson

    assert wilson(0.5, 100).low == pytest.approx(0.4038, abs=1e-4)
    assert wilson(0.0, 100).low == 0
    assert wilson(0.0, 100).high == pytest.approx(0.0370, abs=1e-4)
    assert wilson(0.3, 0) == (0.3, 0.0, 1.0)
    values = np.array([1.0, -1.0] * 200)
    figure = normal(values.sum(), (values**2).sum(), len(values))
    assert figure == pytest.approx((0, -0.098, 0.098), abs=1e-3)


def test_positions_of_one_game_count_as_much_as_they_tell():
    """Ten positions that always end alike tell no more than one of them."""
    from calibration import _sums, together
    from intervals import wilson

    random = np.random.default_rng(1)
    ends = (random.random(1000) < 0.3).astype(np.float32)
    games = np.repeat(np.arange(1000), 10)
    parts = np.zeros(len(games), np.int64)
    hoped = np.full(len(games), 0.25, np.float32)
    row = {"win_deciles": _sums(games, parts, hoped, ends[games])}
    (rate,) = together([row])["win_deciles"]
    assert rate["positions"] == 10_000
    assert rate["foreseen"] == 0.25
    wanted = wilson(float(ends.mean()), 1000)
    assert rate["observed"]["low"] == pytest.approx(wanted.low, abs=1e-4)
    assert rate["observed"]["high"] == pytest.approx(wanted.high, abs=1e-4)


def test_rates_of_self_play_are_those_of_its_ends():
    from self_play_facts import _rates, summed

    row = {
        "points": [0, 10, 40, 5, 25, 20, 0],
        "turns": 5000,
        "turns_squared": 260_000,
        "lengths": [0, 100],
    }
    figures = summed([row])
    assert figures["starter_wins"]["mean"] == 0.45
    assert figures["doubles"]["mean"] == 0.3
    assert figures["starter_points"]["mean"] == 0.05
    assert figures["turns"]["mean"] == 50
    rates = _rates(figures)
    assert (rates.win, rates.double, rates.lost_double, rates.draw) == (
        pytest.approx((0.45, 0.2, 0.1, 0.05))
    )


def test_a_net_foresees_as_well_as_itself_and_better_than_one_that_knows_nothing(
    tmp_path,
):
    from foresight import play

    shipped = weights_of("portes")
    net = Net.read(shipped, "portes")
    numb = tmp_path / "numb.safetensors"
    numb.write_bytes(replace(net, heads=np.zeros_like(net.heads)).to_bytes())
    same, worse = play("portes", 1, (shipped, numb), 0)["gains"]
    assert same == 0
    assert worse > 0.1
