"""What a server takes of its machine."""

import logging

import pytest
from starlette.applications import Starlette

from tavli.server.running import _log_faults, server_config

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


def test_what_passing_robots_cause_is_not_logged(caplog):
    names = ("uvicorn.error", "asyncio", "django.request", "django.security")
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.level for logger in loggers]
    try:
        _log_faults()
        for logger in loggers:
            logger.warning("a robot was here")
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
    assert not caplog.records
