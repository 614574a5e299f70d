"""An engine in a process of its own, asked over its standard input and output.

The protocol is in ``docs/arena.md``: a line that says who answers, then batches of
boards and rolls as bytes, each answered with as many boards.
"""

import json
import select
import shlex
import shutil
import subprocess
import weakref
from contextlib import suppress
from typing import IO, Final

import numpy as np

from tavli.bots.arena.legality import Referee
from tavli.kernels.board import ROWS, SLOTS, Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import Ruleset

PROTOCOL: Final = 1
_LONGEST_HELLO: Final = 4096
_LARGEST_BATCH: Final = 4096
_BOARD: Final = ROWS * SLOTS
_PATIENCE_S: Final = 300.0
_GOODBYE_S: Final = 2.0


class PipeError(RuntimeError):
    """An engine in another process that can't be started, or doesn't answer."""


class PipeChooser:
    """Ask the program *command* for every choice, and check each for legality."""

    def __init__(
        self, command: str, ruleset: Ruleset, *, patience_s: float = _PATIENCE_S
    ) -> None:
        """Start *command*, and wait until it says who it is.

        Raises:
            PipeError: it can't be started, or says something else.
        """
        self.ruleset = ruleset
        self._command = command
        self._patience_s = patience_s
        self._referee = Referee(ruleset)
        self._process = _started(command)
        self.close = weakref.finalize(self, _end, self._process)
        try:
            self.name = self._hello()
        except PipeError:
            self.close()
            raise

    def choose(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the finals chosen, as `Chooser.choose`.

        Raises:
            PipeError: the program is gone, or silent.
            IllegalChoiceError: it broke the rules of the game.
        """
        parts = [
            self._answer(
                boards[first : first + _LARGEST_BATCH],
                rolls[first : first + _LARGEST_BATCH],
            )
            for first in range(0, len(boards), _LARGEST_BATCH)
        ]
        finals = np.concatenate(parts) if parts else np.empty_like(boards)
        self._referee.check(self.name, boards, rolls, finals)
        return finals

    def _answer(self, boards: Boards, rolls: Rolls) -> Boards:
        question = np.empty((len(boards), _BOARD + 2), np.int8)
        question[:, :_BOARD] = boards.reshape(len(boards), _BOARD)
        question[:, _BOARD:] = rolls
        try:
            stdin = _pipe(self._process.stdin)
            stdin.write(len(boards).to_bytes(4, "little") + question.tobytes())
            stdin.flush()
        except OSError as error:
            raise PipeError(f"{self._command} is gone: {error.strerror}") from error
        size = len(boards) * _BOARD
        blob = self._read(4 + size)
        if int.from_bytes(blob[:4], "little") != len(boards):
            raise PipeError(f"{self._command} answers another number of questions")
        return np.frombuffer(blob[4:], np.int8).reshape(-1, ROWS, SLOTS)

    def _hello(self) -> str:
        line = bytearray()
        while not line.endswith(b"\n"):
            line += self._read(1)
            if len(line) > _LONGEST_HELLO:
                raise PipeError(f"{self._command} says too much of itself")
        try:
            hello = json.loads(line)
            protocol, name = hello["tavli_pipe"], hello["name"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise PipeError(
                f"{self._command} begins with no line of this protocol"
            ) from error
        if protocol != PROTOCOL:
            raise PipeError(
                f"{self._command} speaks protocol {protocol}, not {PROTOCOL}"
            )
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise PipeError(
                f"{self._command} gives no name that can be shown on one line"
            )
        return name

    def _read(self, size: int) -> bytes:
        """Return *size* bytes of the answer, as they come."""
        stdout = _pipe(self._process.stdout)
        blob = bytearray()
        while len(blob) < size:
            if not select.select([stdout], [], [], self._patience_s)[0]:
                raise PipeError(
                    f"{self._command} has been silent for {self._patience_s:.0f} s"
                )
            piece = stdout.read(size - len(blob))
            if not piece:
                raise PipeError(f"{self._command} ended before it answered")
            blob += piece
        return bytes(blob)


def _started(command: str) -> "subprocess.Popen[bytes]":
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PipeError(f"can't read the command {command!r}: {error}") from error
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise PipeError(f"there is no program {words[0] if words else ''!r} to start")
    return subprocess.Popen(  # noqa: S603  # what the caller asked to be run
        [program, *words[1:]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,  # Ctrl-C is for us: we end it when we end
    )


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Close the pipes, at which the program ends; kill it if it doesn't."""
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            _pipe(pipe).close()
    try:
        process.wait(_GOODBYE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
