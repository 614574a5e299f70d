"""The questions that are known at the study desk, and how many there may be."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tavli.server.study.task import Lane, State, Task


class BusyError(Exception):
    """The desk takes no more: of this player, or of anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much is taken at once, and how long it is kept.

    Files have bounds of their own below those of all questions: each of them holds
    a process for as long as whoever made it likes. So many are *waiting* for an answer
    at once, in each lane but that of files, where all wait that are taken.
    """

    of_player: int = 4
    of_all: int = 48
    files_of_player: int = 2
    files_of_all: int = 12
    waiting: int = 4
    kept: int = 400
    kept_bytes: int = 48 * 1024 * 1024
    forsaken_seconds: float = 180.0
    idle_seconds: float = 600.0

    def waiting_in(self, lane: Lane) -> int:
        """Return how many may wait for an answer in *lane* at once."""
        return self.files_of_all if lane is Lane.FILES else self.waiting


class Shelf:
    """Tasks by name and by question, the oldest first; used under the desk's lock."""

    def __init__(self, bounds: Bounds, clock: Callable[[], float]) -> None:
        self._bounds = bounds
        self._clock = clock
        self._tasks: OrderedDict[str, Task] = OrderedDict()
        self._by_key: dict[str, str] = {}

    def __iter__(self) -> Iterator[Task]:
        return iter(tuple(self._tasks.values()))

    def get(self, task_id: str) -> Task | None:
        """Return a task by its name, if it is known."""
        return self._tasks.get(task_id)

    def known(self, key: str) -> Task | None:
        """Return the task of an equal question, unless it came to nothing."""
        task = self._tasks.get(self._by_key.get(key, ""))
        if task is None or task.state in (State.FAILED, State.CANCELLED):
            return None
        self._tasks.move_to_end(task.id)
        return task

    def check_room(self, owner: str, lane: Lane) -> None:
        """See that *owner* may ask one more question in *lane*.

        Raises:
            BusyError: he, or all together, ask too much already.
        """
        bounds = self._bounds
        under_way = [task for task in self if not task.state.is_over]
        mine = sum(owner in task.owners for task in under_way)
        if mine >= bounds.of_player:
            raise BusyError(
                f"You have {mine} studies under way; wait for one, or cancel it."
            )
        if len(under_way) >= bounds.of_all:
            raise BusyError("The server studies for many people just now; try later.")
        if lane is Lane.FILES:
            self._check_files(owner, [one for one in under_way if one.lane is lane])

    def keep(self, task: Task) -> None:
        """Take *task* in, and forget what is over where there is no room."""
        task.asked = self._clock()
        self._tasks[task.id] = task
        self._by_key[task.key] = task.id
        size = sum(one.size for one in self)
        for old in self:
            fits = size <= self._bounds.kept_bytes
            if len(self._tasks) <= self._bounds.kept and fits:
                break
            if old.state.is_over:
                size -= old.size
                self._forget(old)

    def is_forsaken(self, task: Task) -> bool:
        """Return whether nobody has looked after *task* for long."""
        return self._clock() - task.asked > self._bounds.forsaken_seconds

    def _check_files(self, owner: str, files: list[Task]) -> None:
        if sum(owner in task.owners for task in files) >= self._bounds.files_of_player:
            raise BusyError("Your last file is still being read; wait for it.")
        if len(files) >= self._bounds.files_of_all:
            raise BusyError("The server reads many files just now; try later.")

    def _forget(self, task: Task) -> None:
        del self._tasks[task.id]
        if self._by_key.get(task.key) == task.id:
            del self._by_key[task.key]
