"""Everybody has a pace of his own, which comes back with time."""

from server.houses import StandingClock
from tavli.server.study import pace
from tavli.server.study.pace import Pace


def test_so_much_at_once_and_then_as_time_passes():
    clock = StandingClock()
    reads = Pace(3, 0.5, clock)
    assert [reads.take("anna") for _ in range(4)] == [True, True, True, False]
    clock.pass_ms(2000)
    assert [reads.take("anna") for _ in range(2)] == [True, False]


def test_who_asks_too_fast_still_gets_what_is_his():
    clock = StandingClock()
    reads = Pace(1, 4.0, clock)
    taken = 0
    for _ in range(50):  # five a second, for ten seconds
        taken += reads.take("anna")
        clock.pass_ms(200)
    assert taken >= 25


def test_nobody_waits_for_another():
    reads = Pace(1, 0.5, StandingClock())
    assert reads.take("anna")
    assert reads.take("babis")


def test_looking_costs_nothing_and_a_high_cost_leaves_nothing():
    clock = StandingClock()
    failures = Pace(5, 1.0, clock)
    assert failures.has_left("anna")
    assert failures.take("anna", 4)
    assert failures.take("anna", 4)
    assert not failures.has_left("anna")
    clock.pass_ms(999)
    assert not failures.has_left("anna")
    clock.pass_ms(1)
    assert failures.has_left("anna")


def test_only_so_many_are_remembered(monkeypatch):
    monkeypatch.setattr(pace, "MOST_REMEMBERED", 2)
    reads = Pace(1, 0.001, StandingClock())
    for guest in ("anna", "babis", "chara"):
        reads.take(guest)
    assert [reads.has_left(guest) for guest in ("anna", "babis", "chara")] == [
        True,
        False,
        False,
    ]
