"""Questions wait in their lane, are answered once, and can be cancelled."""

import threading
import time

import pytest

from server.study.answerers import Breaks, Echo, Endless, Inline, Refuses
from tavli.server.study.process import BrokenError, NoProcessError, TooLargeError
from tavli.server.study.shelf import BusyError
from tavli.server.study.task import Lane, Order, State

_LONG = 30.0


def order(job, key=None, lane=Lane.QUICK):
    return Order(job=job, key=key or repr(job), lane=lane, seconds=_LONG)


def test_a_question_is_answered(make_desk):
    desk = make_desk()
    asked = desk.ask(order(Echo("yes")), "anna")
    seen = desk.wait(asked.id, _LONG)
    assert (seen.state, seen.answer, seen.done, seen.total) == (
        State.DONE,
        b'"yes"',
        1,
        2,
    )


def test_the_same_question_is_answered_once(make_desk):
    desk = make_desk()
    first = desk.ask(order(Echo("yes")), "anna")
    desk.wait(first.id, _LONG)
    assert desk.ask(order(Echo("yes")), "babis").id == first.id
    assert desk.ask(order(Echo("no")), "babis").id != first.id


def test_what_came_to_nothing_is_asked_again(make_desk):
    desk = make_desk()
    first = desk.ask(order(Breaks()), "anna")
    seen = desk.wait(first.id, _LONG)
    assert (seen.state, seen.code) == (State.FAILED, "internal")
    assert desk.ask(order(Breaks()), "anna").id != first.id


def test_a_refusal_is_told_in_its_words(make_desk):
    desk = make_desk()
    seen = desk.wait(desk.ask(order(Refuses()), "anna").id, _LONG)
    assert (seen.state, seen.code) == (State.FAILED, "no_roll")
    assert seen.text == "There is no roll to play in this position."


def test_a_cancelled_question_ends_and_frees_its_lane(make_desk):
    desk = make_desk()
    endless = desk.ask(order(Endless()), "anna")
    behind = desk.ask(order(Echo("next")), "anna")
    assert desk.cancel(endless.id, "anna").state is State.CANCELLED
    assert desk.wait(behind.id, _LONG).state is State.DONE


def test_a_question_is_kept_while_anybody_waits_for_it(make_desk):
    desk = make_desk()
    endless = desk.ask(order(Endless()), "anna")
    desk.ask(order(Endless()), "babis")
    assert not desk.cancel(endless.id, "anna").state.is_over
    assert desk.cancel(endless.id, "babis").state is State.CANCELLED


def test_nobody_else_cancels_a_question(make_desk):
    desk = make_desk()
    endless = desk.ask(order(Endless()), "anna")
    assert not desk.cancel(endless.id, "stranger").state.is_over


def test_quick_questions_do_not_wait_for_long_ones(make_desk):
    desk = make_desk()
    desk.ask(order(Endless(), lane=Lane.LONG), "anna")
    quick = desk.ask(order(Echo("quick")), "anna")
    assert desk.wait(quick.id, _LONG).state is State.DONE


def test_a_player_has_so_many_questions_under_way(make_desk):
    desk = make_desk(of_player=2)
    for name in ("a", "b"):
        desk.ask(order(Endless(name)), "anna")
    with pytest.raises(BusyError, match="You have 2 studies under way"):
        desk.ask(order(Endless("c")), "anna")
    desk.ask(order(Endless("c")), "babis")


def test_all_players_together_have_so_many(make_desk):
    desk = make_desk(of_all=2)
    for name in ("anna", "babis"):
        desk.ask(order(Endless(name)), name)
    with pytest.raises(BusyError, match="many people"):
        desk.ask(order(Endless("c")), "chara")


def test_what_waits_says_how_many_are_before_it(make_desk):
    desk = make_desk()
    first = desk.ask(order(Endless()), "anna")
    while desk.see(first.id).state is State.WAITING:
        pass
    waiting = [desk.ask(order(Echo(name)), "babis") for name in ("a", "b")]
    assert [desk.see(one.id).ahead for one in waiting] == [0, 1]


def test_one_guests_rollouts_hold_nobody_else_up(make_desk):
    desk = make_desk()
    many = [
        desk.ask(order(Endless(name), lane=Lane.LONG), "anna").id for name in "abcd"
    ]
    while desk.see(many[0]).state is State.WAITING:
        pass
    other = desk.ask(order(Echo("short"), lane=Lane.LONG), "babis").id
    assert [desk.see(one).ahead for one in (other, *many[1:])] == [0, 1, 2, 3]
    desk.cancel(many[0], "anna")
    assert desk.wait(other, _LONG).state is State.DONE
    assert not desk.see(many[2]).state.is_over


def test_only_so_many_answers_are_kept(make_desk):
    desk = make_desk(kept=3)
    asked = []
    for number in range(5):
        asked.append(desk.ask(order(Echo(str(number))), "anna"))
        desk.wait(asked[-1].id, _LONG)
    known = [desk.see(one.id) is not None for one in asked]
    assert known == [False, False, True, True, True]


def test_large_answers_are_forgotten_earlier(make_desk):
    desk = make_desk(kept_bytes=2_000)
    first = desk.ask(order(Echo("x" * 3_000)), "anna")
    desk.wait(first.id, _LONG)
    desk.ask(order(Echo("y")), "anna")
    assert desk.see(first.id) is None


def test_a_forsaken_question_is_dropped(make_desk):
    desk = make_desk(forsaken_seconds=0.0)
    endless = desk.ask(order(Endless()), "anna")
    quick = desk.ask(order(Endless("other")), "babis")
    # Looking at one is what keeps it, so only the last look of all is made.
    while desk._shelf.get(endless.id).state is not State.CANCELLED:
        pass
    assert desk.see(quick.id).state in (State.CANCELLED, State.WORKING, State.WAITING)


def test_a_stopped_desk_takes_nothing(make_desk):
    desk = make_desk()
    endless = desk.ask(order(Endless()), "anna")
    desk.stop()
    assert desk.see(endless.id).state is State.CANCELLED
    with pytest.raises(BusyError, match="about to stop"):
        desk.ask(order(Echo("late")), "anna")


def test_a_lane_that_went_home_comes_back(make_desk):
    desk = make_desk(idle_seconds=0.0)
    for text in ("one", "two"):
        asked = desk.ask(order(Echo(text)), "anna")
        assert desk.wait(asked.id, _LONG).state is State.DONE


def test_what_was_asked_is_let_go_of_once_it_is_answered(make_desk):
    desk = make_desk()
    asked = desk.ask(order(Echo("large")), "anna")
    desk.wait(asked.id, _LONG)
    assert desk._shelf.get(asked.id).job is None
    assert desk.see(asked.id).answer == b'"large"'


def test_only_so_many_are_held_up_at_once(make_desk):
    desk = make_desk(waiting=0)
    endless = desk.ask(order(Endless()), "anna")
    assert not desk.wait(endless.id, _LONG).state.is_over


def test_whoever_waits_for_a_file_takes_no_place_of_who_asks(make_desk):
    desk = make_desk(waiting=1)
    slow = desk.ask(order(Endless("slow"), lane=Lane.FILES), "anna")
    held = threading.Thread(target=desk.wait, args=(slow.id, _LONG))
    held.start()
    while desk._held_up[Lane.FILES] == 0:
        time.sleep(0.01)
    asked = desk.ask(order(Echo("quick")), "babis")
    assert desk.wait(asked.id, _LONG).state is State.DONE
    desk.cancel(slow.id, "anna")
    held.join()


def test_as_many_wait_for_files_as_are_taken(make_desk):
    desk = make_desk(files_of_all=6, waiting=0)
    names = [f"guest {number}" for number in range(6)]
    files = [desk.ask(order(Endless(name), lane=Lane.FILES), name).id for name in names]
    waiting = [threading.Thread(target=desk.wait, args=(one, _LONG)) for one in files]
    for thread in waiting:
        thread.start()
    while desk._held_up[Lane.FILES] < len(files):
        assert all(thread.is_alive() for thread in waiting)
        time.sleep(0.01)
    for file, name in zip(files, names, strict=True):
        desk.cancel(file, name)
    for thread in waiting:
        thread.join()


def test_neither_questions_nor_files_wait_for_a_file(make_desk):
    desk = make_desk()
    desk.ask(order(Endless("slow"), lane=Lane.FILES), "anna")
    for lane, text in ((Lane.QUICK, "quick"), (Lane.FILES, "other")):
        asked = desk.ask(order(Echo(text), lane=lane), "babis")
        assert desk.wait(asked.id, _LONG).state is State.DONE


def test_a_player_has_so_many_files_read(make_desk):
    desk = make_desk(files_of_player=1)
    desk.ask(order(Endless("a"), lane=Lane.FILES), "anna")
    with pytest.raises(BusyError, match="Your last file is still being read"):
        desk.ask(order(Endless("b"), lane=Lane.FILES), "anna")
    desk.ask(order(Endless("b"), lane=Lane.FILES), "babis")
    desk.ask(order(Endless("c")), "anna")


def test_all_players_together_have_so_many_files_read(make_desk):
    desk = make_desk(files_of_all=1)
    desk.ask(order(Endless("a"), lane=Lane.FILES), "anna")
    with pytest.raises(BusyError, match="reads many files"):
        desk.ask(order(Endless("b"), lane=Lane.FILES), "babis")
    desk.ask(order(Endless("b"), lane=Lane.LONG), "babis")


class Late(Inline):
    """Can't be started as long as the system has no room for it."""

    def start(self) -> None:
        raise BlockingIOError("no room for another process")


class Missing(Inline):
    """Ends its lane's thread by a fault, the first time."""

    lost = True

    def __init__(self, lane: Lane) -> None:
        super().__init__(lane)
        if Missing.lost:
            Missing.lost = False
            raise OSError("nobody is there")


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (TimeoutError(), "study_too_long"),
        (TooLargeError("no memory"), "study_too_large"),
        (NoProcessError("there is none"), "nobody"),
        (BrokenError("it died"), "internal"),
    ],
)
def test_a_failure_says_whose_it_is(make_desk, fault, code):
    class Fails(Inline):
        def answer(self, *_, **options):
            del options
            raise fault

    desk = make_desk(Fails)
    seen = desk.wait(desk.ask(order(Echo("lost")), "anna").id, _LONG)
    assert (seen.state, seen.code) == (State.FAILED, code)


def test_a_lane_goes_on_where_nobody_could_be_started_early(make_desk):
    desk = make_desk(Late)
    asked = desk.ask(order(Echo("yes")), "anna")
    assert desk.wait(asked.id, _LONG).state is State.DONE


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_whoever_looks_at_what_waits_finds_somebody_to_take_it(make_desk):
    Missing.lost = True
    desk = make_desk(Missing)
    asked = desk.ask(order(Echo("yes")), "anna")
    end = time.monotonic() + _LONG
    while not desk.see(asked.id).state.is_over:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert desk.see(asked.id).state is State.DONE


def test_a_question_waits_while_there_is_no_room_for_a_thread(make_desk, monkeypatch):
    def refuse(_):
        raise RuntimeError("can't start new thread")

    desk = make_desk()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        asked = desk.ask(order(Echo("yes")), "anna")
        assert desk.ask(order(Echo("yes")), "babis").state is State.WAITING
    # Asked again, or only waited for: both see to it.
    assert desk.wait(asked.id, _LONG).state is State.DONE
