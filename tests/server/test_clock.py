"""The one clock that reads the machine's."""

from datetime import UTC, datetime

from tavli.server.clock import system_clock


def test_the_clock_tells_milliseconds_since_1970():
    before = datetime.now(UTC).timestamp() * 1000
    told = system_clock()
    after = datetime.now(UTC).timestamp() * 1000
    assert before - 1 <= told <= after + 1


def test_steady_milliseconds_are_not_those_that_people_set(monkeypatch):
    monkeypatch.setattr("time.time_ns", lambda: 0)
    monkeypatch.setattr("time.monotonic_ns", lambda: 7_999_999)
    assert (system_clock(), system_clock.steady_ms()) == (0, 7)


def test_no_moment_lies_before_the_first_that_a_record_can_hold(monkeypatch):
    monkeypatch.setattr("time.time_ns", lambda: -1)
    assert system_clock() == 0
