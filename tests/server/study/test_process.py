"""A process that is stopped, dies, or raises, and the next one in its place."""

import pytest

from server.study.answerers import (
    Breaks,
    Deaf,
    Dies,
    Echo,
    Endless,
    Refuses,
    nothing,
)
from tavli.server.study.plays_job import PlaysJob
from tavli.server.study.process import BrokenError, StudyProcess
from tavli.server.study.teller import StoppedError, StudyError

_LONG = 60.0


@pytest.fixture
def process():
    process = StudyProcess(nothing)
    yield process
    process.end()


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
