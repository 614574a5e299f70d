"""`tavli serve` as a process: started, killed, started again on the same folder."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Self

import httpx

_TAVLI: Final = Path(sys.executable).with_name("tavli")
_START_SECONDS: Final = 300.0
_STOP_SECONDS: Final = 20.0


class HouseError(Exception):
    """The server did not start, or ended by itself; the sentence has its last words."""


class House:
    """One folder and one port, with a server process on them or not."""

    def __init__(
        self, folder: Path, *, port: int | None = None, origins: tuple[str, ...] = ()
    ) -> None:
        self.folder = folder
        self._origins = origins
        self.port = port or free_port()
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._output = folder.with_name(f"{folder.name}.out")

    @property
    def origin(self) -> str:
        """The address that pages and sockets are opened on."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_address(self) -> str:
        """The address of the socket."""
        return f"ws://127.0.0.1:{self.port}/socket"

    @property
    def database(self) -> Path:
        """The file that holds the log."""
        return self.folder / "tavli.sqlite3"

    @property
    def pid(self) -> int:
        """The process that serves now."""
        assert self._process is not None
        return self._process.pid

    @property
    def output(self) -> str:
        """Everything that the server has printed so far."""
        return self._output.read_text(errors="replace") if self._output.exists() else ""

    @property
    def has_complained(self) -> bool:
        """Whether the server has printed a warning or an error."""
        return self.has_said("WARNING", "ERROR", "Traceback")

    @property
    def workers(self) -> tuple[int, ...]:
        """The processes that think for the server now."""
        return tuple(
            int(entry.name)
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and _is_worker(entry, self.pid)
        )

    def has_said(self, *words: str) -> bool:
        """Whether the server has printed one of *words*."""
        return any(word in self.output for word in words)

    def start(self) -> Self:
        """Start the server and wait until it answers."""
        command = [str(_TAVLI), "serve", "--port", str(self.port)]
        command += ["--data", str(self.folder)]
        command += [part for origin in self._origins for part in ("--origin", origin)]
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )
        self.starts += 1
        self._wait_until_ready(self._process)
        return self

    def kill(self) -> None:
        """End the server as a power cut would: SIGKILL, at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask the server to end, and wait for it."""
        self._end(signal.SIGTERM)

    def cpu_seconds(self) -> float:
        """Processor time the server has used, all its threads together."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mib(self) -> float:
        """Memory the server holds."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise HouseError(
                f"the server ignored {how.name}:\n{self._tail()}"
            ) from None

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise HouseError(f"the server ended at once:\n{self._tail()}")
            try:
                if httpx.get(f"{self.origin}/healthz", timeout=5).is_success:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        self.kill()
        raise HouseError(f"the server did not answer:\n{self._tail()}")

    def _tail(self) -> str:
        return "\n".join(self.output.splitlines()[-30:])


def _is_worker(entry: Path, parent: int) -> bool:
    try:
        fields = (entry / "stat").read_text().rpartition(")")[2].split()
        command = (entry / "cmdline").read_bytes()
    except OSError:  # it has just ended
        return False
    return int(fields[1]) == parent and b"spawn_main" in command


def free_port() -> int:
    """Return a port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
