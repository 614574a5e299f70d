"""Misjudgement: often small, seldom large, never nonsense."""

import numpy as np
import pytest

from tavli.bots.strayed import Judgement

COUNT = 3000
ROLLS = np.full((COUNT, 2), (6, 1), np.int8)


def boards() -> np.ndarray:
    """Boards that differ, as far as a hash is concerned."""
    found = np.zeros((COUNT, 4, 26), np.int8)
    found[:, 0, 1], found[:, 0, 2] = np.divmod(np.arange(COUNT), 100)
    return found


def finals(*off: int) -> np.ndarray:
    """For each board as many finals, with so many checkers off."""
    found = np.repeat(boards()[:, np.newaxis], len(off), axis=1)
    found[:, :, 0, 0] = off
    found[:, :, 1, 5] = np.arange(len(off))
    return found


def shares(values: list[float], stray: float, off: tuple[int, ...] = ()) -> np.ndarray:
    """How often each of some plays, worth *values*, is chosen."""
    ends = finals(*(off or (0,) * len(values)))
    rows = np.tile(np.array(values, np.float64), (COUNT, 1))
    chosen = Judgement(stray, 1).best(boards(), ROLLS, ends, rows)
    return np.bincount(chosen, minlength=len(values)) / COUNT


def test_who_does_not_stray_takes_the_best():
    assert shares([0.1, 0.3, 0.2999], 0.0).tolist() == [0, 1, 0]


def test_equals_are_mixed_up_and_worse_plays_less_the_worse_they_are():
    first, equal, worse, bad, absurd = shares([0.5, 0.5, 0.45, 0.3, -2.0], 0.1)
    assert first == pytest.approx(equal, abs=0.04)
    assert equal > worse + 0.05
    assert worse > bad + 0.05
    assert bad > 0.01
    assert absurd == 0


def test_who_strays_farther_loses_more():
    values = [0.5, 0.45, 0.3, 0.1]
    lost = [
        0.5 - shares(values, stray) @ np.array(values) for stray in (0.01, 0.05, 0.2)
    ]
    assert 0 < lost[0] < lost[1] < lost[2]


def test_nobody_forgets_to_bear_off_where_it_costs_nothing():
    assert shares([0.99, 0.99, 0.99], 0.1, (7, 8, 7))[1] > 0.9


def test_padding_is_never_chosen():
    assert shares([0.5, -np.inf, -np.inf], 0.3).tolist() == [1, 0, 0]


def test_an_answer_depends_on_seed_and_question_alone():
    ends, rows = finals(0, 0, 0), np.zeros((COUNT, 3))
    whole = Judgement(0.1, 1).best(boards(), ROLLS, ends, rows)
    turned = Judgement(0.1, 1).best(boards(), ROLLS[:, ::-1], ends, rows)
    alone = Judgement(0.1, 1).best(boards()[7:8], ROLLS[7:8], ends[7:8], rows[7:8])
    other = Judgement(0.1, 2).best(boards(), ROLLS, ends, rows)
    assert (turned == whole).all()
    assert alone[0] == whole[7]
    assert 0.5 < (other != whole).mean() < 0.8


def test_a_few_things_are_weighed_alike():
    worth = np.array([0.0, 0.02, -3.0])
    chosen = [Judgement(0.1, 1).prefers(f"turn {turn}", worth) for turn in range(500)]
    found = np.bincount(chosen, minlength=3)
    assert found[1] > found[0] > 100
    assert found[2] == 0
    assert Judgement(0.0, 1).prefers("turn 1", worth) == 1
