"""Machines that work together, as one Ray cluster."""

import logging
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, Final, Self, TypeVar

_R = TypeVar("_R")
_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_ONE_THREAD: Final = dict.fromkeys(_THREADS, "1")
_AHEAD: Final = 2
"""Tasks that wait for each core, so that none is idle between two."""


_PATIENCE_S: Final = 10.0


class ClusterError(RuntimeError):
    """The cluster can't be reached, or lost what was asked of it."""


class Machines:
    """A connection to a cluster; close it, or use it as a context.

    *address* is what ``ray start`` printed, such as ``10.0.0.1:6379``; ``local``
    starts a cluster of this machine alone, with *cores* workers if they are given.
    """

    def __init__(self, address: str, cores: int | None = None) -> None:
        """Connect.

        Raises:
            ClusterError: Ray is not installed, or nobody answers at *address*.
        """
        try:
            import ray  # noqa: PLC0415  # an extra: its absence is told in words
        except ImportError as error:
            raise ClusterError(
                "a cluster needs the extra cluster: pip install 'tavli[cluster]'"
            ) from error
        _knock(address)
        self._ray: Any = ray
        where: dict[str, Any] = {"address": address}
        if address == "local":
            where = {"num_cpus": cores, "include_dashboard": False}
        try:
            ray.init(
                **where,
                runtime_env={"env_vars": _ONE_THREAD},
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except Exception as error:  # Ray has no kind of its own for these
            raise ClusterError(f"no cluster answers at {address}: {error}") from error
        self.cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster; what still runs there for us is stopped."""
        self._ray.shutdown()

    def in_order(
        self,
        task: Callable[..., _R],
        shared: Sequence[object],
        numbers: Iterable[int],
    ) -> Iterator[_R]:
        """Yield ``task(*shared, number)`` for each of *numbers*, in their order.

        *shared* travels to each machine once. A machine that is lost costs time: its
        tasks are done again elsewhere.

        Raises:
            ClusterError: a task failed, or could not be done again.
        """
        remote = self._ray.remote(max_retries=3)(task)
        given = [self._ray.put(value) for value in shared]
        waiting: deque[Any] = deque()
        try:
            for number in numbers:
                waiting.append(remote.remote(*given, number))
                if len(waiting) > _AHEAD * self.cores:
                    yield self._result(waiting.popleft())
            while waiting:
                yield self._result(waiting.popleft())
        finally:  # what nobody waits for any more
            for future in waiting:
                self._ray.cancel(future)

    def settle(self, kind: type, rows: Iterable[Sequence[object]]) -> "Crew":
        """Return a crew: one object ``kind(*row)`` for each of *rows*, far away."""
        remote = self._ray.remote(num_cpus=1)(kind)
        return Crew(self, [remote.remote(*row) for row in rows])

    def _result(self, future: Any) -> Any:
        problems = self._ray.exceptions
        try:
            return self._ray.get(future)
        except problems.RayTaskError as error:  # its text is the trace over there
            raise ClusterError(
                f"a task failed on the cluster: {error.cause}"
            ) from error
        except problems.RayError as error:
            raise ClusterError(f"the cluster lost a task: {error}") from error


def _knock(address: str) -> None:
    """Raise ClusterError if nobody listens at *address*: Ray would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not (port.isascii() and port.isdigit()):
        return  # a word of Ray's, such as local
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE_S).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"no cluster answers at {address}: {error}") from error


class Crew:
    """Objects on the machines of a cluster, each of which keeps its state there."""

    def __init__(self, machines: Machines, members: Sequence[Any]) -> None:
        self._machines = machines
        self._members = members

    def ask(self, method: str, *arguments: object) -> list[Any]:
        """Call *method* of every object at once; return the answers in their order.

        Raises:
            ClusterError: one of them is gone, and its state with it.
        """
        ray = self._machines._ray  # noqa: SLF001  # of the same module
        given = [ray.put(argument) for argument in arguments]
        futures = [getattr(member, method).remote(*given) for member in self._members]
        return [self._machines._result(future) for future in futures]  # noqa: SLF001

    def tell_each(self, method: str, rows: Iterable[object]) -> None:
        """Call *method* of each object with its own of *rows*."""
        futures = [
            getattr(member, method).remote(row)
            for member, row in zip(self._members, rows, strict=True)
        ]
        for future in futures:
            self._machines._result(future)  # noqa: SLF001
