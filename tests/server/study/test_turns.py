"""Guests take turns in a lane, however many questions each of them has."""

import pytest

from server.study.answerers import Echo
from tavli.server.study.task import Lane, State, Task
from tavli.server.study.turns import Turns


class Waiters:
    """Tasks by the letter of their guest and a number, in a lane of their own."""

    def __init__(self):
        self.turns = Turns()
        self.tasks = {}

    def ask(self, *names):
        for name in names:
            task = Task(id=name, key=name, lane=Lane.LONG, seconds=1.0, job=Echo(name))
            self.tasks[name] = task
            self.turns.put(task)
            self.join(name, name[0])

    def join(self, name, guest):
        self.turns.join(self.tasks[name], guest)

    def take(self):
        return self.turns.take().id

    def end(self, name):
        self.tasks[name].state = State.DONE
        self.turns.drop(self.tasks[name])

    def serve_all(self):
        served = []
        while self.turns:
            served.append(self.take())
            self.end(served[-1])
        return served

    def ahead(self, *names):
        return [self.turns.ahead(self.tasks[name]) for name in names]


@pytest.fixture
def waiters():
    return Waiters()


def test_whoever_asks_once_waits_for_one_answer_of_another(waiters):
    waiters.ask("a1", "a2", "a3", "a4")
    assert waiters.take() == "a1"
    waiters.ask("b1")
    waiters.end("a1")
    assert waiters.serve_all() == ["b1", "a2", "a3", "a4"]


def test_guests_are_served_in_turn(waiters):
    waiters.ask("a1", "a2", "b1", "b2", "c1")
    assert waiters.serve_all() == ["a1", "b1", "c1", "a2", "b2"]


def test_nobody_waits_for_those_who_come_after_his_turn_began(waiters):
    waiters.ask("a1", "a2")
    assert waiters.take() == "a1"
    waiters.end("a1")
    for guest in "bcd":
        waiters.ask(f"{guest}1")
    assert waiters.take() == "a2"


@pytest.mark.parametrize("is_working", [False, True])
def test_the_place_that_is_told_is_the_place_that_is_had(waiters, is_working):
    waiters.ask("a1", "a2", "a3")
    if is_working:
        assert waiters.take() == "a1"
    waiters.ask("b1", "b2", "c1", "a4")
    names = [task.id for task in waiters.turns]
    places = dict(zip(names, waiters.ahead(*names), strict=True))
    if is_working:
        assert waiters.ahead("a1") == [0]
        waiters.end("a1")
    assert [places[name] for name in waiters.serve_all()] == list(range(len(names)))


def test_a_question_of_two_goes_with_the_first_and_is_the_turn_of_both(waiters):
    waiters.ask("a1", "b1", "c1", "c2", "d1")
    waiters.join("c2", "a")
    waiters.ask("a3")
    assert waiters.take() == "a1"
    waiters.end("a1")
    # c has waited for long enough; the one that a waits for is no second turn.
    assert waiters.serve_all() == ["b1", "c1", "d1", "c2", "a3"]


def test_who_cancels_what_is_being_answered_had_his_turn(waiters):
    waiters.ask("a1", "a2")
    assert waiters.take() == "a1"
    waiters.ask("b1")
    waiters.turns.leave(waiters.tasks["a1"], "a")
    waiters.end("a1")
    assert waiters.serve_all() == ["b1", "a2"]


def test_who_cancels_what_waits_keeps_his_place(waiters):
    waiters.ask("a1", "b1", "a2")
    waiters.turns.leave(waiters.tasks["a1"], "a")
    waiters.end("a1")
    assert waiters.serve_all() == ["a2", "b1"]


def test_who_waits_for_nothing_more_is_forgotten(waiters):
    waiters.ask("a1", "b1")
    waiters.serve_all()
    assert waiters.turns._since == {}


def test_of_two_that_are_answered_at_once_none_is_his_who_has_one(waiters):
    waiters.ask("a1", "a2")
    assert waiters.take() == "a1"
    waiters.ask("b1")
    assert [waiters.take(), waiters.take()] == ["b1", "a2"]
