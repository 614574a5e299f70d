"""The small parts of the live side, each by itself."""

import asyncio
import threading

import pytest

from server.houses import StandingClock
from tavli.match import Abandon, Claim, Roll
from tavli.rules import Player
from tavli.server.play.allowance import Allowances
from tavli.server.play.computers import Computers, StuckError
from tavli.server.play.limits import Limits, TokenBucket
from tavli.server.play.outbox import Outbox
from tavli.server.play.presence import Attendance
from tavli.server.workers.threads import Threads

# --- the token bucket


def test_a_bucket_lets_a_burst_through_and_then_so_much_a_second():
    clock = StandingClock()
    bucket = TokenBucket(3, 2.0, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.pass_ms(499)
    assert not bucket.take()
    clock.pass_ms(1)
    assert bucket.take()
    clock.pass_ms(60_000)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_clock_that_is_set_back_takes_no_tokens_away():
    clock = StandingClock()
    bucket = TokenBucket(2, 1.0, clock)
    clock.pass_ms(-100_000)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.pass_ms(1000)
    assert bucket.take()


def test_what_is_owed_takes_its_time():
    clock = StandingClock()
    bucket = TokenBucket(10, 2.0, clock)
    bucket.charge(10)
    assert bucket.seconds_owed == 0
    bucket.charge(6)
    assert bucket.seconds_owed == 3
    clock.pass_ms(2999)
    assert bucket.seconds_owed > 0
    clock.pass_ms(1)
    assert bucket.seconds_owed == 0


# --- what a player may ask for over all of his sockets


def test_a_player_with_a_new_socket_owes_what_he_owed():
    limits = Limits(burst=2, messages_a_second=1, full_sockets=3, answer_bytes=100)
    clock = StandingClock()
    allowances = Allowances(limits, clock)
    for _ in range(4):
        allowances.of("anna").charge_message()
    allowances.of("anna").charge_answer(200)
    assert not allowances.of("anna").is_owing
    allowances.of("anna").charge_answer(600)
    assert allowances.of("anna").is_owing
    assert not allowances.of("babis").is_owing
    clock.pass_ms(2000)
    assert not allowances.of("anna").is_owing


def test_a_socket_has_its_own_share_of_messages():
    limits = Limits(burst=2, messages_a_second=1, full_sockets=3)
    allowance = Allowances(limits, StandingClock()).of("anna")
    bucket = allowance.of_socket()
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert allowance.of_socket().take()


# --- the outbox


async def _drained(outbox: Outbox, count: int) -> list[str]:
    return [await outbox.get() for _ in range(count)]


def test_frames_leave_in_the_order_they_came():
    async def scene() -> list[str]:
        outbox = Outbox(Limits())
        for frame in ("a", "b", "c"):
            outbox.put(frame)
        return await _drained(outbox, 3)

    assert asyncio.run(scene()) == ["a", "b", "c"]


def test_a_reader_who_waits_is_woken():
    async def scene() -> str:
        outbox = Outbox(Limits())
        reading = asyncio.create_task(outbox.get())
        await asyncio.sleep(0)
        outbox.put("late")
        return await reading

    assert asyncio.run(scene()) == "late"


@pytest.mark.parametrize(
    "limits", [Limits(waiting_messages=2), Limits(waiting_bytes=25)]
)
def test_too_much_that_waits_is_thrown_away_with_its_reader(limits):
    async def scene() -> None:
        outbox = Outbox(limits)
        for _ in range(2):
            outbox.put("x" * 10)
        assert not outbox.overflowed.is_set()
        outbox.put("x" * 10)
        assert outbox.overflowed.is_set()
        outbox.put("y")
        assert not outbox._frames

    asyncio.run(scene())


def test_one_frame_of_any_size_fits():
    async def scene() -> str:
        outbox = Outbox(Limits(waiting_bytes=10))
        outbox.put("x" * 1000)
        return await outbox.get()

    assert len(asyncio.run(scene())) == 1000


def test_room_comes_back_as_frames_leave():
    async def scene() -> bool:
        outbox = Outbox(Limits(waiting_bytes=25, waiting_messages=2))
        for _ in range(100):
            outbox.put("x" * 10)
            await outbox.get()
        return outbox.overflowed.is_set()

    assert not asyncio.run(scene())


# --- attendance


def test_nobody_is_here_until_he_comes():
    clock = StandingClock()
    attendance = Attendance(clock, ())
    clock.pass_ms(70)
    assert not attendance.is_here(Player.WHITE)
    assert attendance.absence_ms(Player.WHITE) == 70
    attendance.arrive((Player.WHITE,))
    assert attendance.is_here(Player.WHITE)
    assert attendance.absence_ms(Player.WHITE) == 0


def test_absence_begins_when_the_last_socket_goes():
    clock = StandingClock()
    attendance = Attendance(clock, ())
    for _ in range(2):
        attendance.arrive((Player.BLACK,))
    attendance.depart((Player.BLACK,))
    clock.pass_ms(1000)
    assert attendance.absence_ms(Player.BLACK) == 0
    attendance.depart((Player.BLACK,))
    clock.pass_ms(1000)
    assert attendance.absence_ms(Player.BLACK) == 1000
    assert attendance.of(Player.BLACK).away_since == clock.now - 1000


@pytest.mark.parametrize("jump", [-(10**8), 10**8])
def test_a_clock_that_is_set_changes_no_absence(jump):
    clock = StandingClock()
    attendance = Attendance(clock, ())
    attendance.arrive((Player.BLACK,))
    attendance.depart((Player.BLACK,))
    left = clock.now
    clock.pass_ms(700)
    clock.jump_ms(jump)
    clock.pass_ms(300)
    assert attendance.absence_ms(Player.BLACK) == 1000
    told = attendance.of(Player.BLACK)
    assert (told.away_since, told.away_ms) == (left, 1000)


def test_the_computer_is_always_here():
    clock = StandingClock()
    attendance = Attendance(clock, (Player.BLACK,))
    clock.pass_ms(10**9)
    assert attendance.absence_ms(Player.BLACK) == 0
    assert attendance.of(Player.BLACK).away_since is None


# --- the computers


class Thinker:
    def __init__(self, think: object) -> None:
        self._think = think

    def choose(self, state: object, player: object) -> object:
        return self._think(state, player)


def _ask(computers: Computers, level: str = "first") -> object:
    async def scene() -> object:
        return await computers.choose(level, None, Player.WHITE)

    return asyncio.run(scene())


def test_a_bot_thinks_off_the_loop():
    threads = []

    def think(*_: object) -> Roll:
        threads.append(threading.current_thread())
        return Roll()

    assert _ask(Computers(Threads(lambda _: Thinker(think), seconds=20))) == Roll()
    assert threads[0] is not threading.main_thread()


def test_only_so_many_bots_think_at_once():
    thinking, most = [], []
    enough = threading.Barrier(2, timeout=20)

    def think(*_: object) -> Roll:
        thinking.append(1)
        most.append(len(thinking))
        enough.wait()
        thinking.pop()
        return Roll()

    async def scene() -> None:
        computers = Computers(Threads(lambda _: Thinker(think), seconds=20, at_once=2))
        await asyncio.gather(
            *(computers.choose("first", None, Player.WHITE) for _ in range(6))
        )

    asyncio.run(scene())
    assert max(most) <= 2


def test_when_no_bot_answers_it_is_said(caplog):
    def make(level: str) -> Thinker:
        raise ValueError(f"there is no {level}")

    with pytest.raises(StuckError, match="no bot answered for first"):
        _ask(Computers(Threads(make, seconds=20)))
    assert caplog.text.count("there is no") >= 3


@pytest.mark.parametrize("answer", [None, "roll", Claim(), Abandon()])
def test_what_is_no_bots_action_counts_as_failure(answer):
    calls = []

    def make(level: str) -> Thinker:
        calls.append(level)
        return Thinker(lambda *_: answer if level == "first" else Roll())

    assert _ask(Computers(Threads(make, seconds=20))) == Roll()
    assert calls == ["first", "first", "random"]


def test_a_bot_cannot_end_the_server():
    def think(*_: object) -> Roll:
        raise SystemExit

    calls = []

    def make(level: str) -> Thinker:
        calls.append(level)
        return Thinker(think if level == "first" else lambda *_: Roll())

    assert _ask(Computers(Threads(make, seconds=20))) == Roll()
    assert calls == ["first", "first", "random"]
