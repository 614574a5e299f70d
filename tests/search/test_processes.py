"""Tasks that processes share, and what becomes of the processes."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tavli.search.processes import LostProcessError, in_order


def power(base: int, exponent: int) -> int:
    return base**exponent


def process_of(number: int) -> int:
    time.sleep(0.01 * number)
    return os.getpid()


def ends_at(last: int, number: int) -> int:
    if number == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    raise ValueError(f"no {number}")


def waits(number: int) -> int:
    if number:
        time.sleep(600)
    return os.getpid()


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def assert_gone(process: int) -> None:
    """Wait until *process* is gone; a minute is long even on a busy machine."""
    for _ in range(600):
        if not is_there(process):
            return
        time.sleep(0.1)
    raise AssertionError(f"{process} is still there")


def test_answers_come_in_their_order_from_other_processes():
    assert list(in_order(power, [3], range(20), 2)) == [3**n for n in range(20)]
    assert os.getpid() not in set(in_order(process_of, [], range(3), 2))


def test_nothing_to_do_is_done_at_once():
    assert list(in_order(power, [3], range(0), 2)) == []


def test_a_process_that_is_killed_is_told_of_and_what_was_done_stands():
    done = []
    with pytest.raises(LostProcessError, match="ended in the middle"):
        done.extend(in_order(ends_at, [12], range(30), 2))
    assert done == list(range(len(done)))


def test_a_task_that_fails_says_so_itself():
    with pytest.raises(ValueError, match="no 0"):
        list(in_order(fails, [], range(2), 2))


def test_processes_nobody_waits_for_are_ended():
    answers = in_order(waits, [], range(9), 2)
    process = next(answers)
    answers.close()
    assert_gone(process)


def test_processes_end_with_the_one_that_was_killed():
    program = (
        "from search.test_processes import waits\n"
        "from tavli.search.processes import in_order\n"
        "for process in in_order(waits, [], range(9), 2):\n"
        "    print(process, flush=True)\n"
    )
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        env={**os.environ, **paths},
    ) as parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        assert is_there(process)
        parent.kill()
    assert_gone(process)
