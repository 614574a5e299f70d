"""A process that thinks for the server, and the line to it."""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

_END_SECONDS: Final = 2.0
_PATIENCE: Final = 5
"""How much it yields to the server: people's actions come first."""

_ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")

Serve = Callable[..., None]
"""What the process runs: given its end of the line, and what it was started with."""


class Child:
    """At most one process at a time; a second one replaces it."""

    def __init__(
        self, name: str, serve: Serve, *given: Any, leads_group: bool = False
    ) -> None:
        """Make it, with nothing started: ``serve(link, *given)`` travels by name.

        With *leads_group* it calls `lead_group`, and what it starts ends with it.
        """
        self._name, self._serve, self._given = name, serve, given
        self._leads_group = leads_group
        self._context = multiprocessing.get_context("spawn")
        self._process: BaseProcess | None = None
        self._link: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The process, if one was started."""
        return self._process.pid if self._process else None

    @property
    def link(self) -> Connection | None:
        """The line to the process, if one was started."""
        return self._link

    def start(self) -> Connection:
        """Start a process, in place of what runs; return the line to it."""
        self.end()
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=self._serve,
            args=(theirs, *self._given),
            name=self._name,
            daemon=True,
        )
        process.start()
        theirs.close()  # the child alone holds it, so that its death is heard
        self._process, self._link = process, ours
        return ours

    def end(self) -> None:
        """End the process, in whatever it is doing."""
        process, self._process = self._process, None
        link, self._link = self._link, None
        if process is not None:
            if self._leads_group:
                _end_group(process)
            process.kill()
            process.join(_END_SECONDS)
        if link is not None:
            link.close()


def settle() -> None:
    """Begin as a child does, before NumPy is loaded: one thread, deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    for name in _ONE_THREAD:
        os.environ[name] = "1"


def lead_group() -> None:
    """Lead a group of processes, which those started from here on belong to."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)


def _end_group(process: BaseProcess) -> None:
    """End the group that *process* leads, if it has come to lead one."""
    if process.pid is None or not hasattr(os, "killpg"):
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def step_back() -> None:
    """Yield the processor to the server from here on."""
    if hasattr(os, "nice"):
        os.nice(_PATIENCE)
