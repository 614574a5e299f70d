"""Work is shared, kept, and taken up again, and none of it changes an answer."""

import pytest

from analysis.matches_at_random import events_at_random
from tavli.analysis.cache import AnswerCache
from tavli.analysis.crew import Crew, LostWorkError
from tavli.analysis.judge import Depth
from tavli.analysis.question import Ranked
from tavli.analysis.story import stories
from tavli.analysis.study import graded
from tavli.analysis.workshop import Workshop
from tavli.match import MatchRules

RULES = MatchRules.parse("tavli", "1", {})


@pytest.fixture(scope="module")
def games():
    return stories(RULES, events_at_random(RULES, 2, games=1))


@pytest.fixture(scope="module")
def alone(games):
    """Return the games as one process grades them."""
    with Workshop(Depth(0), processes=1) as workshop:
        return graded(games, workshop)


def entries(found):
    return [game.entries for game in found]


def cache_in(folder):
    warnings = []
    return AnswerCache(folder / "answers.sqlite3", warnings.append)


def test_more_processes_give_the_same_to_the_last_digit(games, alone):
    with Workshop(Depth(0), processes=2) as workshop:
        assert entries(graded(games, workshop)) == entries(alone)


def test_a_second_look_asks_nothing(games, alone, tmp_path):
    with cache_in(tmp_path) as cache, Workshop(Depth(0), cache=cache) as first:
        graded(games, first)
    assert first.answered > 0
    with cache_in(tmp_path) as cache, Workshop(Depth(0), cache=cache) as second:
        found = graded(games, second)
    assert second.answered == 0
    assert entries(found) == entries(alone)


def test_work_that_was_broken_off_is_not_done_again(games, alone, tmp_path):
    def break_off(done, total):
        if done >= total // 2:
            raise KeyboardInterrupt

    with (
        pytest.raises(KeyboardInterrupt),
        cache_in(tmp_path) as cache,
        Workshop(Depth(0), cache=cache, processes=1) as first,
    ):
        graded(games, first, break_off)
    with cache_in(tmp_path) as cache, Workshop(Depth(0), cache=cache) as second:
        found = graded(games, second)
    with Workshop(Depth(0), processes=1) as whole:
        graded(games, whole)
    assert 0 < first.answered < whole.answered
    assert first.answered + second.answered == whole.answered
    assert entries(found) == entries(alone)


def test_answers_of_another_depth_are_not_taken(games, tmp_path):
    with cache_in(tmp_path) as cache, Workshop(Depth(0), cache=cache) as workshop:
        graded(games, workshop)
    with cache_in(tmp_path) as cache, Workshop(Depth(1), cache=cache) as workshop:
        found = graded(games, workshop)
        assert workshop.answered > 0
    assert {entry.plies for game in found for entry in game.entries} == {1}


def test_what_is_kept_but_unreadable_is_asked_again(games, alone, tmp_path):
    class Spoilt(AnswerCache):
        def get(self, keys):
            return dict.fromkeys(keys, b"\xc1 no answer")

    cache = Spoilt(tmp_path / "answers.sqlite3", print)
    with cache, Workshop(Depth(0), cache=cache, processes=1) as workshop:
        assert entries(graded(games, workshop)) == entries(alone)


def test_candidates_are_of_one_depth_and_in_order(games):
    with Workshop(Depth(1), processes=1) as workshop:
        answer_of = workshop.answers(games)
    for game in games:
        for turn in game.turns.values():
            ranked = answer_of(turn.throw)
            assert isinstance(ranked, Ranked)
            values = [each.value for each in ranked.candidates]
            assert values == sorted(values, reverse=True)
            assert {each.plies for each in ranked.candidates} == {1}


def test_a_process_that_is_lost_is_told_in_a_sentence(games):
    crew = Crew(Depth(0), 1)
    try:
        (worker,) = crew._workers
        worker.kill()
        worker.join()
        part = [(b"key", games[0].openings[0][1])]
        with pytest.raises(LostWorkError, match="start it again"):
            list(crew.answered(iter([part])))
    finally:
        crew.close()
