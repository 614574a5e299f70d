"""The only use of Numba, typed so that strict checking survives it."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import numba
import numba.core.event
import numba.extending

from tavli.kernels.kept import folder_for

_P = ParamSpec("_P")
_R = TypeVar("_R")

_log = logging.getLogger(__name__)

# Numba makes its settings while it runs, and annotates nothing.
_settings: Any = numba.config
_events: Any = numba.core.event

IS_COMPILED: Final = not _settings.DISABLE_JIT
"""Whether kernels are compiled; NUMBA_DISABLE_JIT=1 leaves them to Python."""


def kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile *function*, without Python objects, and keep the code on disk.

    *function* is one of this package.
    """
    folder = folder_for(function.__module__, _settings.CACHE_DIR, os.environ)
    compiled: Callable[_P, _R]
    if folder is None:
        compiled = numba.njit(nogil=True)(function)
    else:
        with _numba_keeps_in(folder):
            compiled = numba.njit(cache=True, nogil=True)(function)
    return compiled


def either(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Leave *function* to Python when Python calls it; kernels compile it."""
    registered: Callable[_P, _R] = numba.extending.register_jitable(function)
    return registered


@contextmanager
def _numba_keeps_in(folder: Path) -> Iterator[None]:
    """Let Numba keep the code of what is decorated now in *folder*."""
    before = _settings.CACHE_DIR
    _settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _settings.CACHE_DIR = before


class _Teller(numba.core.event.Listener):
    """Says in one sentence that a first use compiles, and so takes its time."""

    def __init__(self) -> None:
        self._told = False

    def on_start(self, event: object) -> None:  # noqa: ARG002  # Numba's signature
        if self._told:
            return
        self._told = True
        if folder_for(__name__, _settings.CACHE_DIR, os.environ) is None:
            _log.warning(
                "Compiling for this machine, at every start: no folder for compiled"
                " code can be written. NUMBA_CACHE_DIR may name one."
            )
        else:
            _log.warning(
                "Compiling for this machine: half a minute or more, and only once."
            )

    def on_end(self, event: object) -> None:
        """Say nothing more."""


_events.register("numba:compile", _Teller())
