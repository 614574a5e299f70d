"""What a server takes of its machine."""

import errno
import logging

import pytest
from django.db import OperationalError
from starlette.applications import Starlette

from tavli.server.place import Place, PlaceError
from tavli.server.running import _alone, _log_faults, listen, server_config

resource = pytest.importorskip("resource", reason="only Unix limits open files")


@pytest.mark.parametrize(
    ("soft", "hard", "raised", "lines"),
    [
        (256, 1_048_576, 16_384, 16_128),
        (256, 1024, 1024, 768),
        (1024, 4096, 4096, 3840),
        (1024, 1024, 1024, 768),
        (100_000, 100_000, 100_000, 99_744),
    ],
)
def test_connections_leave_the_database_its_files(
    monkeypatch, soft, hard, raised, lines
):
    limits = [soft]

    def set_limit(kind: int, wanted: tuple[int, int]) -> None:
        assert kind == resource.RLIMIT_NOFILE
        if wanted[0] > hard:
            raise ValueError("not allowed to raise maximum limit")
        limits.append(wanted[0])

    monkeypatch.setattr(resource, "getrlimit", lambda _: (limits[-1], hard))
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert server_config(Starlette()).limit_concurrency == lines
    assert limits[-1] == raised


NAMES = ("uvicorn.error", "asyncio", "django.request", "django.security")


@pytest.fixture
def loggers():
    """The loggers that a server quiets, as it leaves them."""
    found = [logging.getLogger(name) for name in NAMES]
    before = [(one, one.level, tuple(one.filters)) for one in found]
    _log_faults()
    yield found
    for logger, level, filters in before:
        logger.setLevel(level)
        logger.filters[:] = filters


def test_what_passing_robots_cause_is_not_logged(loggers, caplog):
    for logger in loggers:
        logger.warning("a robot was here")
    assert not caplog.records


@pytest.mark.parametrize(
    ("fault", "lines"),
    [(OperationalError("disk is full"), 0), (OSError("disk is full"), 1), (None, 1)],
)
@pytest.mark.usefixtures("loggers")
def test_a_failed_database_writes_no_traceback_for_every_page(caplog, fault, lines):
    logging.getLogger("django.request").error(
        "Broken: %s", "/", exc_info=fault, extra={"status_code": 503}
    )
    assert len(caplog.records) == lines


@pytest.mark.parametrize("host", ["", " "])
def test_no_address_is_not_taken_for_all_of_them(tmp_path, host):
    with pytest.raises(PlaceError, match="--host is empty"):
        listen(Place(folder=tmp_path, host=host, port=0))


def test_a_lock_that_cannot_be_opened_is_said_in_words(tmp_path):
    (tmp_path / "serve.lock").mkdir()
    with (
        pytest.raises(PlaceError, match=r"\(serve\.lock: is a directory\)"),
        _alone(Place(folder=tmp_path)),
    ):
        pytest.fail("nobody holds the folder")


def test_a_file_system_without_locks_is_said_in_words(tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    with (
        pytest.raises(PlaceError, match="no locks available"),
        _alone(Place(folder=tmp_path)),
    ):
        pytest.fail("nobody holds the folder")


def test_a_fault_of_whoever_holds_a_folder_is_not_one_of_the_folder(tmp_path):
    with pytest.raises(BlockingIOError), _alone(Place(folder=tmp_path)):
        raise BlockingIOError
