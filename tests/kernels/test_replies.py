"""Choosing among finals, against plain Python over the same numbers."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tavli.kernels.board import encode
from tavli.kernels.outcome import outcome
from tavli.kernels.replies import (
    distinct,
    new_starts,
    outcomes,
    pass_turns,
    pick,
    shortlist,
)
from tavli.kernels.steps import WORDS
from tavli.kernels.table import compile_ruleset
from tavli.kernels.turn import passed
from tavli.rules import BACKGAMMON, Dice, Position, legal_plays

sizes = st.lists(st.integers(1, 9), min_size=1, max_size=8)


def starts_of(counts: list[int]) -> np.ndarray:
    return np.cumsum([0, *counts]).astype(np.int64)


def words_of(numbers: np.ndarray) -> np.ndarray:
    """Boards that are told apart by their numbers alone, in the last words."""
    words = np.zeros((len(numbers), WORDS), np.uint64)
    words[:, WORDS - 1] = numbers
    return words


def some_values(counts: list[int], seed: int, kinds: int) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.integers(0, kinds, sum(counts)).astype(np.float32)


@given(sizes, st.integers(0, 99), st.integers(1, 5))
@settings(max_examples=30)
def test_a_shortlist_keeps_the_least_of_each_roll(counts, seed, keep):
    starts, values = starts_of(counts), some_values(counts, seed, 4)
    words = words_of(np.arange(len(values)))
    wanted: list[list[int]] = []
    for first, last in pairwise(starts):
        ranked = sorted(range(first, last), key=lambda spot: values[spot])
        wanted.append(sorted(ranked[:keep]))
    order = np.zeros(len(values), np.int32)
    count = shortlist(values, keep, starts, words, order)
    assert count == sum(map(len, wanted))
    got = [words[first:last, WORDS - 1].tolist() for first, last in pairwise(starts)]
    assert got == wanted


@given(sizes, st.integers(0, 99))
@settings(max_examples=30)
def test_what_is_there_twice_is_kept_once_and_found(counts, seed):
    numbers = some_values(counts, seed, 6).astype(np.uint64)
    words, places = words_of(numbers), np.zeros(len(numbers), np.int32)
    marks = np.zeros(256, np.int32)
    count = distinct(words, marks, places)
    firsts = list(dict.fromkeys(numbers.tolist()))
    assert words[:count, WORDS - 1].tolist() == firsts
    assert [firsts[place] for place in places] == numbers.tolist()
    starts = starts_of(counts)
    begins = np.empty_like(starts)
    new_starts(places, starts, begins)
    for turn, first in enumerate(starts):
        assert begins[turn] == len(set(numbers[:first].tolist()))


@given(sizes, st.integers(0, 99))
@settings(max_examples=30)
def test_the_first_of_the_least_is_picked(counts, seed):
    starts, values = starts_of(counts), some_values(counts, seed, 4)
    # Noise in the last digits does not decide.
    noisy = values + np.float32(1e-7) * some_values(counts, seed + 1, 3)
    best = np.zeros(len(counts), np.int64)
    pick(noisy, np.arange(len(values), dtype=np.int32), starts, best)
    for turn, (first, last) in enumerate(pairwise(starts)):
        assert best[turn] == first + int(np.argmin(values[first:last]))


def test_passing_and_outcomes_are_those_of_single_boards():
    start = Position.start(BACKGAMMON)
    boards = np.array(
        [encode(end) for end in legal_plays(BACKGAMMON, start, Dice(3, 1))]
    )
    boards[2, 0] = 0
    boards[2, 0, 0] = 15
    seen = np.empty_like(boards)
    pass_turns(boards, seen)
    assert np.array_equal(seen, passed(boards))
    table, codes = compile_ruleset(BACKGAMMON), np.empty(len(boards), np.int8)
    outcomes(table, boards, codes)
    assert codes.tolist() == [outcome(table, board) for board in boards]
    assert codes[2] == 3  # the other side still has checkers on its 24 point
