"""Seeded and scripted throws."""

from collections import Counter

import pytest

from tavli.match import ScriptedDice, SeededDice
from tavli.rules import Dice


def test_a_seed_fixes_every_throw_in_whatever_order_it_is_asked_for():
    places = [(game, index) for game in range(1, 4) for index in range(50)]
    forwards = {place: SeededDice("a").roll(*place) for place in places}
    source = SeededDice("a")
    backwards = {place: source.roll(*place) for place in reversed(places)}
    assert forwards == backwards


def test_seeds_games_and_indices_give_different_throws():
    first = [SeededDice("a").roll(1, index) for index in range(40)]
    assert first != [SeededDice("b").roll(1, index) for index in range(40)]
    assert first != [SeededDice("a").roll(2, index) for index in range(40)]
    assert first != [SeededDice("a").roll(1, index) for index in range(1, 41)]


def test_the_36_throws_are_about_equally_frequent():
    source = SeededDice("fair")
    counts = Counter(source.roll(game, i) for game in range(1, 13) for i in range(300))
    assert len(counts) == 36
    assert 70 <= min(counts.values()) <= max(counts.values()) <= 135


def test_a_script_is_followed_and_remembered():
    source = ScriptedDice(["6-1", "3-3"])
    assert source.roll(2, 1) == Dice(3, 3)
    assert source.roll(1, 0) == Dice(6, 1)
    assert source.asked == [(2, 1), (1, 0)]


@pytest.mark.parametrize("index", [2, -1])
def test_a_script_that_has_no_such_throw_says_so(index):
    with pytest.raises(LookupError, match="the script has 2 throws, not"):
        ScriptedDice(["6-1", "3-3"]).roll(1, index)
