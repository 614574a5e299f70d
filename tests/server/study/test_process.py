"""A process that is stopped, dies, or raises, and the next one in its place."""

import os
import signal
import subprocess
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from server.study.answerers import (
    Breaks,
    Deaf,
    Dies,
    Echo,
    Endless,
    Refuses,
    StartsAnother,
    Swallows,
    Tidies,
    nothing,
)
from tavli.server.study.file_job import FileJob
from tavli.server.study.plays_job import PlaysJob
from tavli.server.study.process import (
    BrokenError,
    Means,
    NoProcessError,
    StudyProcess,
    TooLargeError,
    process_of,
)
from tavli.server.study.task import Lane
from tavli.server.study.teller import StoppedError, StudyError
from tavli.server.workers.child import Child

_LONG = 60.0


@pytest.fixture
def process():
    process = StudyProcess(means())
    yield process
    process.end()


def means(**changes):
    usual = Means(prepare=nothing, most_bytes=1024**3, attempts=2)
    return replace(usual, **changes)


def ask(process, job, *, seconds=_LONG, is_wanted=lambda: True, hear=lambda _: None):
    return process.answer(job, seconds=seconds, hear=hear, is_wanted=is_wanted)


def test_it_answers_and_says_how_far_it_is(process):
    heard = []
    assert ask(process, Echo("yes"), hear=heard.append) == b'"yes"'
    assert [(told.done, told.total, told.partial) for told in heard] == [
        (1, 2, b'"half"')
    ]


def test_a_stopped_job_leaves_its_process_alive(process):
    heard = []
    with pytest.raises(StoppedError):
        ask(process, Endless(), hear=heard.append, is_wanted=lambda: not heard)
    pid = process.pid
    assert ask(process, Echo("next")) == b'"next"'
    assert process.pid == pid is not None


def test_a_job_that_does_not_listen_is_ended_with_its_process(process):
    ask(process, Echo("awake"))
    with pytest.raises(StoppedError):
        ask(process, Deaf(), is_wanted=lambda: False)
    assert process.pid is None
    assert ask(process, Echo("next")) == b'"next"'


def test_a_job_has_so_much_time(process):
    ask(process, Echo("awake"))
    with pytest.raises(TimeoutError):
        ask(process, Deaf(), seconds=0.3)
    assert process.pid is None


def test_a_process_that_dies_is_replaced(process, tmp_path):
    assert ask(process, Dies(tmp_path / "mark")) == b'"alive"'


def test_a_job_that_kills_every_process_is_given_up(process):
    with pytest.raises(BrokenError, match="every process that tried died"):
        ask(process, Dies())
    assert ask(process, Echo("next")) == b'"next"'


def test_what_a_job_raises_is_told(process):
    with pytest.raises(BrokenError, match="LookupError: lost it"):
        ask(process, Breaks())
    with pytest.raises(StudyError, match="no roll") as refused:
        ask(process, Refuses())
    assert refused.value.code == "no_roll"


def test_it_loads_before_it_is_asked(process):
    process.start()
    pid = process.pid
    assert ask(process, Echo("yes")) == b'"yes"'
    assert process.pid == pid


def test_it_answers_a_question_of_a_page():
    process = StudyProcess()
    line = "portes 6:1 1:1 w dice=6-1"
    answer = ask(process, PlaysJob(line, 0), seconds=10 * _LONG)
    process.end()
    assert b'"play":"6/off"' in answer


def test_a_reader_of_files_looks_for_garbage_seldom(process):
    reader = process_of(Lane.FILES)
    seldom, often = (int(ask(one, Tidies())) for one in (reader, process))
    reader.end()
    assert seldom > 10 * often


def test_where_one_try_is_enough_a_job_is_not_asked_again(tmp_path):
    process = StudyProcess(means(attempts=1))
    with pytest.raises(BrokenError, match="every process that tried died"):
        ask(process, Dies(tmp_path / "mark"))
    assert ask(process, Dies(tmp_path / "mark")) == b'"alive"'
    process.end()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has none")
def test_a_process_that_died_idle_costs_the_next_job_no_attempt():
    process = StudyProcess(means(attempts=1))
    assert ask(process, Echo("awake")) == b'"awake"'
    os.kill(process.pid, signal.SIGKILL)
    while not process._child.link.poll():  # until it is gone
        time.sleep(0.01)
    assert ask(process, Echo("next")) == b'"next"'
    process.end()


def test_a_job_that_no_process_can_take_is_not_blamed(tmp_path):
    process = StudyProcess(means(prepare=partial(os._exit, 3), attempts=1))
    with pytest.raises(NoProcessError):
        ask(process, Dies(tmp_path / "mark"))
    assert not (tmp_path / "mark").exists()


def test_a_process_that_can_not_be_started_is_not_the_jobs_fault(process, monkeypatch):
    def refuse(_):
        raise BlockingIOError("no room for another process")

    with monkeypatch.context() as patched:
        patched.setattr(Child, "start", refuse)
        with pytest.raises(NoProcessError):
            ask(process, Echo("early"))
    assert ask(process, Echo("next")) == b'"next"'


def test_a_job_has_so_much_memory():
    process = StudyProcess(means(most_bytes=256 * 1024**2))
    with pytest.raises(TooLargeError, match="MemoryError"):
        ask(process, Swallows(512 * 1024**2))
    assert ask(process, Echo("next")) == b'"next"'
    process.end()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="the system has no groups")
def test_what_a_job_started_ends_with_it(process):
    said = []
    with pytest.raises(StoppedError):
        ask(process, StartsAnother(), hear=said.append, is_wanted=lambda: not said)
    (other,) = (int(told.partial) for told in said)
    end = time.monotonic() + _LONG
    while not is_gone(other):
        assert time.monotonic() < end
        time.sleep(0.02)


def is_gone(pid):
    """Whether a process has ended; nobody may have cleared it away yet."""
    if not Path("/proc/self/stat").exists():
        return subprocess.run(["kill", "-0", str(pid)], check=False).returncode != 0
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return True
    return told.rpartition(")")[2].split()[0] in ("Z", "X")


def test_files_are_read_in_a_process_of_their_own():
    process = process_of(Lane.FILES)
    text = b" 1 point match\n\n Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5\n"
    assert b'"kind":"match text"' in ask(process, FileJob(text, "a.mat"))
    process.end()
