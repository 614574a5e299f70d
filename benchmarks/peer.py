"""An engine from outside that answers in a process of its own, in turn with ours."""

import json
import subprocess
import sys
from typing import IO, Any, Self


class Peer:
    """A Python program that answers each line with [seconds it computed, an answer]."""

    def __init__(self, program: str, first: object) -> None:
        """Start *program* and write *first* to its input, as a line of JSON."""
        self._process = subprocess.Popen(  # noqa: S603  # words of our own
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._write(json.dumps(first))

    @classmethod
    def start(cls, module: str, program: str, first: object) -> Self | None:
        """Start *program* if *module* is installed; say so if it is not."""
        check = [sys.executable, "-c", f"import {module}"]
        if subprocess.run(check, capture_output=True, check=False).returncode:  # noqa: S603  # words of our own
            print(f"{module} is not installed: our own rates alone", file=sys.stderr)
            return None
        return cls(program, first)

    def ask(self, question: object = None) -> tuple[float, Any]:
        """Let it do its work on *question*; return the seconds and the answer."""
        self._write(json.dumps(question))
        seconds, answer = json.loads(_pipe(self._process.stdout).readline())
        return float(seconds), answer

    def end(self) -> None:
        """Let it end, as nothing more will be asked."""
        self._process.communicate()

    def _write(self, line: str) -> None:
        stdin = _pipe(self._process.stdin)
        stdin.write(line + "\n")
        stdin.flush()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
