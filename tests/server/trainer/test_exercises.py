"""There is room for so many exercises, and what was dropped longest ago makes some."""

import pytest

from server.houses import RunningHouse
from tavli.server.trainer.cube_drill import Asks, CubeDrill
from tavli.server.trainer.wire import Collected, Origin

NONE = CubeDrill(offered=2, made="roll", unit="points", scale=1.0, options=())


class Learner:
    """A player whose mistakes are told apart by letters, the worst first."""

    def __init__(self) -> None:
        from tavli.server.models import Player

        self.player = Player.objects.create(name="Anna", created=0)
        self.now = 0

    def take(self, letters: str) -> Collected:
        from tavli.server.trainer import exercises
        from tavli.server.trainer.mistakes import Mistake

        self.now += 1000
        mistakes = [
            Mistake(
                asks=Asks.DOUBLE,
                position=letter,
                event=place,
                depth=0,
                cost=place - 10.0,
                drill=NONE,
            )
            for place, letter in enumerate(letters)
        ]
        origin = Origin(source="file", study="evening", number=0, event=0)
        return exercises.take(self.player, mistakes, origin, self.now)

    def drop(self, letters: str) -> None:
        from tavli.server.models import Exercise
        from tavli.server.trainer import exercises

        for one in Exercise.objects.filter(by=self.player, position__in=letters):
            exercises.drop(one)

    def has(self, *, dropped: bool) -> str:
        from tavli.server.models import Exercise

        found = Exercise.objects.filter(by=self.player, dropped=dropped)
        return "".join(sorted(found.values_list("position", flat=True)))


@pytest.fixture
def learner(house: RunningHouse, monkeypatch: pytest.MonkeyPatch) -> Learner:
    """Somebody with room for four exercises."""
    del house  # which is empty
    monkeypatch.setattr("tavli.server.trainer.exercises.MOST", 4)
    return Learner()


def told(taken: Collected) -> tuple[int, int, int, bool]:
    return taken.added, taken.known, taken.left_out, taken.full


def test_a_full_trainer_says_so(learner):
    assert told(learner.take("abcdef")) == (4, 0, 2, True)
    assert told(learner.take("abcdef")) == (0, 4, 2, True)
    assert told(learner.take("abcd")) == (0, 4, 0, False)


def test_what_is_left_for_another_time_comes_then(learner, monkeypatch):
    monkeypatch.setattr("tavli.server.trainer.exercises.MOST_OF_MATCH", 2)
    assert told(learner.take("abcd")) == (2, 0, 2, False)
    assert told(learner.take("abcd")) == (2, 2, 0, False)
    assert learner.has(dropped=False) == "abcd"


def test_what_was_dropped_makes_room_the_oldest_first(learner):
    learner.take("ab")
    learner.take("cd")
    learner.drop("bc")
    assert learner.has(dropped=True) == "bc"
    assert told(learner.take("e")) == (1, 0, 0, False)
    assert (learner.has(dropped=False), learner.has(dropped=True)) == ("ade", "c")
    assert told(learner.take("fgh")) == (1, 0, 2, True)
    assert (learner.has(dropped=False), learner.has(dropped=True)) == ("adef", "")


def test_what_was_dropped_stays_away_while_there_is_room(learner):
    learner.take("ab")
    learner.drop("a")
    assert told(learner.take("abc")) == (1, 2, 0, False)
    assert (learner.has(dropped=False), learner.has(dropped=True)) == ("bc", "a")


def test_what_was_dropped_of_the_match_that_is_taken_makes_room_last(learner):
    learner.take("ab")
    learner.take("cd")
    learner.drop("ac")
    assert told(learner.take("ae")) == (1, 1, 0, False)
    assert (learner.has(dropped=False), learner.has(dropped=True)) == ("bde", "a")
    learner.take("af")
    assert (learner.has(dropped=False), learner.has(dropped=True)) == ("bdef", "")


def test_nobody_makes_room_for_another(learner):
    learner.take("abcd")
    learner.drop("abcd")
    other = Learner()
    assert told(other.take("efgh")) == (4, 0, 0, False)
    assert learner.has(dropped=True) == "abcd"
