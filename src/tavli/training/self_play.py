"""Play games against oneself, and bring home what can be learned from them."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from tavli.cluster.machines import Machines
from tavli.evaluation.chances import Chances
from tavli.evaluation.net import Net, NetEvaluator
from tavli.evaluation.tables.building import ready
from tavli.evaluation.tables.catalogue import RECIPES
from tavli.evaluation.tables.place import tables_folder
from tavli.evaluation.tables.race import RaceTable
from tavli.kernels.board import Boards, encode
from tavli.kernels.lessons import (
    LESSONS,
    MOST_TURNS,
    SIDES,
    Games,
    Races,
    advance,
    throw,
)
from tavli.kernels.movegen import Rolls
from tavli.kernels.race import Race
from tavli.rules import Position
from tavli.search.lookahead import Lookahead
from tavli.search.net_chooser import NetChooser
from tavli.search.utility import Utility
from tavli.training.contest import Contest, Judge, Luck, luck_of, straying
from tavli.training.plan import KNOWN, TAUGHT, Plan, Stage

GAMES_APART: Final = 2**40
"""Each worker numbers its games from a multiple of this: no two share their dice."""


State = dict[str, NDArray[Any]]
"""What a checkpoint keeps of one worker."""


class Aim(NamedTuple):
    """What self-play plays for, and the lambda of its targets.

    With a *contest* targets are not made of games' ends but by a look ahead. *races*,
    one of `RACES`, says where games end, and what their races teach; *astray* is the
    chance of a turn that any legal play is made, on the share of sides that are
    *strayers*.
    """

    utility: Utility
    trust: float
    contest: Contest | None = None
    races: str = KNOWN
    astray: float = 0.0
    strayers: float = 1.0

    @classmethod
    def of(cls, stage: Stage) -> Self:
        """Return what self-play does in *stage*."""
        return cls(
            utility=stage.utility,
            trust=stage.trust,
            contest=stage.contest,
            races=stage.races,
            astray=stage.astray,
            strayers=stage.strayers,
        )


@dataclass(frozen=True, slots=True)
class Harvest:
    """Positions (n, 4, 26) with the chances (n, 6) that they turned out to have.

    Both are seen by the side on roll; tallies and sums are those of
    `kernels.lessons`, since the worker's making.
    """

    lessons: Boards
    targets: Chances
    tallies: NDArray[np.int64]
    sums: NDArray[np.float64]


class Worker:
    """One thread's games; what is unfinished goes on with the next net."""

    def __init__(self, plan: Plan, race: Race, number: int) -> None:
        """Make worker *number*; its games end in the races that *race* knows."""
        self._ruleset = plan.ruleset
        self._race = race
        self._seed = np.uint64(plan.seed)
        self._start = encode(Position.start(plan.ruleset))
        first = number * GAMES_APART
        self.games = Games.make(self._start, plan.side_by_side, first, plan.seed)

    def play(self, net: Net, aim: Aim, wanted: int) -> Harvest:
        """Play with *net* until *wanted* lessons are there, or a few more."""
        evaluator = NetEvaluator(net, self._ruleset)
        if aim.contest is None:
            lessons, targets = self._played(evaluator, aim, wanted)
        else:
            lessons, targets = self._contested(evaluator, aim, aim.contest, wanted)
        return Harvest(
            lessons, targets, self.games.tallies.copy(), self.games.sums.copy()
        )

    def _played(
        self, evaluator: NetEvaluator, aim: Aim, wanted: int
    ) -> tuple[Boards, Chances]:
        """Return lessons whose targets come from how games end."""
        chooser = NetChooser(evaluator, aim.utility)
        lookahead = Lookahead(evaluator) if aim.astray else None
        games, rule = self.games, (aim.trust, self._start, self._seed)
        races = self._races(aim)
        rolls = np.zeros((len(games.boards), 2), np.int8)
        parts: list[tuple[Boards, Chances]] = []
        gathered = 0
        room = len(games.lessons) - len(games.boards) * MOST_TURNS
        while gathered + games.tallies[LESSONS] < wanted:
            throw(games, rolls)
            finals, foreseen = chooser.choose_with_chances(games.boards, rolls)
            if lookahead is not None:
                self._go_astray(lookahead, aim, rolls, finals)
            advance(evaluator.table, finals, foreseen, games, races, rule)
            if games.tallies[LESSONS] > room:
                parts.append(self._drained())
                gathered += len(parts[-1][0])
        parts.append(self._drained())
        return _joined(parts)

    def _contested(
        self, evaluator: NetEvaluator, aim: Aim, contest: Contest, wanted: int
    ) -> tuple[Boards, Chances]:
        """Return lessons whose targets are looked ahead; the best of them is played."""
        judge = Judge.of_house(evaluator, aim.utility)
        games, rule = self.games, (aim.trust, self._start, self._seed)
        races = self._races(aim)
        rolls = np.zeros((len(games.boards), 2), np.int8)
        parts: list[tuple[Boards, Chances]] = []
        gathered = 0
        while gathered < wanted:
            throw(games, rolls)
            held = judge.hold(games.boards, rolls, contest, self._luck(aim.strayers))
            finals, chances = held.finals[held.best], held.chances[held.best]
            advance(evaluator.table, finals, chances, games, races, rule)
            games.tallies[LESSONS] = 0  # how games end is not learned here
            parts.append(held.lessons)
            gathered += len(held.lessons[0])
        return _joined(parts)

    def _go_astray(
        self, lookahead: Lookahead, aim: Aim, rolls: Rolls, finals: Boards
    ) -> None:
        """Overwrite some *finals* by any others of the same rolls, and mark the turns.

        The net learns of positions so that its own play doesn't lead to.
        """
        games = self.games
        luck = self._luck(aim.strayers)
        lost = np.flatnonzero(luck < aim.astray)
        if len(lost):
            every, starts = lookahead.candidates(games.boards[lost], rolls[lost])
            finals[lost] = every[straying(luck[lost], starts, aim.astray)]
            games.strays[lost, games.turns[lost]] = True

    def _luck(self, strayers: float) -> Luck:
        """Return the luck of each turn, and 1 for sides that never go astray."""
        games = self.games
        turns = np.arange(len(games.turns))
        lots = games.lots[turns, games.turns % SIDES]
        return np.where(lots < strayers, luck_of(games.dice), 1.0)

    def _races(self, aim: Aim) -> Races:
        """Return the tables that end games and teach, as *aim* wants it."""
        none = self._race._replace(points=0)
        return Races(
            ending=self._race if aim.races == KNOWN else none,
            teaching=self._race if aim.races == TAUGHT else none,
        )

    def _drained(self) -> tuple[Boards, Chances]:
        count = int(self.games.tallies[LESSONS])
        self.games.tallies[LESSONS] = 0
        return self.games.lessons[:count].copy(), self.games.targets[:count].copy()

    def pack(self) -> State:
        """Return what a checkpoint keeps: games under way and their pasts."""
        longest = int(self.games.turns.max()) + 1
        return {
            "boards": self.games.boards,
            "turns": self.games.turns,
            "dice": self.games.dice,
            "past": self.games.past[:, :longest],
            "foreseen": self.games.foreseen[:, :longest],
            "strays": self.games.strays[:, :longest],
            "lots": self.games.lots,
            "tallies": self.games.tallies,
            "sums": self.games.sums,
        }

    def unpack(self, kept: State) -> None:
        """Go on with the games that `pack` returned."""
        for name in ("boards", "turns", "dice", "tallies", "sums"):
            getattr(self.games, name)[:] = kept[name]
        longest = kept["past"].shape[1]
        self.games.past[:, :longest] = kept["past"]
        self.games.foreseen[:, :longest] = kept["foreseen"]
        # Older checkpoints have neither: nothing went astray, and games under way keep
        # the lots that were drawn when this worker was made.
        if "strays" in kept:
            self.games.strays[:, :longest] = kept["strays"]
        if "lots" in kept:
            self.games.lots[:] = kept["lots"]


def _joined(parts: list[tuple[Boards, Chances]]) -> tuple[Boards, Chances]:
    lessons = np.concatenate([lessons for lessons, _ in parts])
    return lessons, np.concatenate([targets for _, targets in parts])


class Players(Protocol):
    """Workers, wherever they are, *count* of them."""

    count: int

    def play(self, net: Net, aim: Aim, wanted: int) -> list[Harvest]:
        """Play until *wanted* lessons are there; a harvest a worker, in their order."""
        ...

    def pack(self) -> list[State]:
        """Return what a checkpoint keeps of each worker."""
        ...

    def unpack(self, kept: list[State]) -> None:
        """Go on with what `pack` returned; ValueError if there are more or fewer."""
        ...


class Threads:
    """Workers of this machine: threads, since the kernels leave Python free."""

    def __init__(self, plan: Plan, race: Race, count: int) -> None:
        self.count = count
        self._workers = [Worker(plan, race, number) for number in range(count)]
        self._pool = ThreadPoolExecutor(count)

    def play(self, net: Net, aim: Aim, wanted: int) -> list[Harvest]:
        """Play as `Players.play`."""
        share = -(-wanted // len(self._workers))
        return list(
            self._pool.map(lambda worker: worker.play(net, aim, share), self._workers)
        )

    def pack(self) -> list[State]:
        """Return the state of each worker."""
        return [worker.pack() for worker in self._workers]

    def unpack(self, kept: list[State]) -> None:
        """Go on as `Players.unpack`."""
        for worker, state in zip(self._workers, kept, strict=True):
            worker.unpack(state)


class Distant:
    """Workers on the machines of a cluster."""

    def __init__(self, machines: Machines, plan: Plan, race: Race, count: int) -> None:
        self.count = count
        self._crew = machines.settle(
            Worker, [(plan, race, number) for number in range(count)]
        )

    def play(self, net: Net, aim: Aim, wanted: int) -> list[Harvest]:
        """Play as `Players.play`."""
        share = -(-wanted // self.count)
        harvests: list[Harvest] = self._crew.ask("play", net, aim, share)
        return harvests

    def pack(self) -> list[State]:
        """Return the state of each worker."""
        return self._crew.ask("pack")

    def unpack(self, kept: list[State]) -> None:
        """Go on as `Players.unpack`."""
        self._crew.tell_each("unpack", kept)


def race_of_self_play() -> Race:
    """Return the table of the last six points, built if it isn't there."""
    table = ready(RECIPES["race-6"], tables_folder(os.environ))
    assert isinstance(table, RaceTable)
    return table.race
