"""Whose question of a lane is answered next: guests take turns, not questions."""

from collections.abc import Iterator
from itertools import count

from tavli.server.study.task import State, Task


class Turns:
    """The tasks of a lane that are not over; used under the desk's lock.

    The next task is the oldest of the guest who has waited longest. Whoever asks waits
    from then on, and begins anew when one of his tasks is over: those who came
    while he was served go before what else he asked, and those who come later
    don't, so that everybody's turn comes. A task of several guests goes with the first
    of them, and is the turn of all.
    """

    def __init__(self) -> None:
        self._waiting: list[Task] = []
        self._working: list[Task] = []
        self._since: dict[str, int] = {}
        self._ticks = count()

    def __iter__(self) -> Iterator[Task]:
        """Go through those that wait, the oldest first."""
        return iter(tuple(self._waiting))

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._waiting)

    @property
    def working(self) -> int:
        """How many are being answered."""
        return len(self._working)

    def put(self, task: Task) -> None:
        """Let *task*, a new one, wait."""
        self._waiting.append(task)

    def join(self, task: Task, guest: str) -> None:
        """Let *guest* wait for *task* too."""
        task.owners.add(guest)
        if task.state is State.WAITING:
            self._since.setdefault(guest, next(self._ticks))

    def leave(self, task: Task, guest: str) -> None:
        """Let *guest* wait for *task* no more; what he was served of it was a turn."""
        if guest in task.owners and task in self._working:
            self._begin_anew({guest})
        task.owners.discard(guest)
        self._forget_others()

    def take(self) -> Task:
        """Return the next task, which is being answered from now on."""
        task = next(self._in_turn())
        self._waiting.remove(task)
        self._working.append(task)
        task.state = State.WORKING
        self._forget_others()
        return task

    def drop(self, task: Task) -> None:
        """Forget *task*, which is over."""
        if task in self._working:
            self._working.remove(task)
            self._begin_anew(task.owners)
        elif task in self._waiting:
            self._waiting.remove(task)
        self._forget_others()

    def ahead(self, task: Task) -> int:
        """Return how many of those that wait are answered before *task*, as of now."""
        if task not in self._waiting:
            return 0
        return next(k for k, one in enumerate(self._in_turn()) if one is task)

    def _in_turn(self) -> Iterator[Task]:
        """Go through those that wait as they are answered if nobody else comes."""
        since, left = dict(self._since), list(self._waiting)
        last = max(since.values(), default=0)

        def serve(task: Task) -> None:
            nonlocal last
            last += 1
            since.update(dict.fromkeys(task.owners & since.keys(), last))

        for task in self._working:
            serve(task)
        while left:
            task = min(left, key=lambda one: min(since[guest] for guest in one.owners))
            left.remove(task)
            yield task
            serve(task)

    def _begin_anew(self, guests: set[str]) -> None:
        tick = next(self._ticks)
        self._since.update(dict.fromkeys(guests & self._since.keys(), tick))

    def _forget_others(self) -> None:
        """Forget since when those waited who wait for nothing any more."""
        guests = {guest for task in self._waiting for guest in task.owners}
        self._since = {one: at for one, at in self._since.items() if one in guests}
