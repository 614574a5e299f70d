"""Who follows a match: its players and watchers, and what they are told."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tavli.protocol import (
    Happened,
    Hint,
    Joined,
    PlayerCard,
    PresenceChanged,
    Rules,
    ServerMessage,
    Step,
    encode,
)
from tavli.protocol.text import Seat
from tavli.rules import Player
from tavli.server.clock import Clock
from tavli.server.play.allowance import Allowance
from tavli.server.play.entries import Entry
from tavli.server.play.presence import Attendance
from tavli.server.play.table import BEGINNING, Table
from tavli.server.play.view import Seats
from tavli.server.play.wire import colour_of


@dataclass(eq=False, slots=True)
class Follower:
    """A connection of *player*; *put* queues a frame for it and never blocks."""

    player: str
    put: Callable[[str], None]
    allowance: Allowance
    matches: set[str] = field(default_factory=set)

    def send(self, message: ServerMessage) -> None:
        """Queue *message*, which this player alone asked for."""
        frame = encode(message)
        self.allowance.charge_answer(len(frame))
        self.put(frame)


@dataclass(frozen=True, slots=True)
class Following:
    """How somebody follows: from which seats, and whether he needs the graph."""

    seats: Seats
    graph: bool


class Room:
    """A table with people around it. *lock* is held while an action is stored."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.followers: dict[Follower, Following] = {}
        self.computer: asyncio.Task[None] | None = None
        self.hint: Hint | None = None
        self.is_doubtful = False
        sitters = table.facts.sitters
        self.attendance = Attendance(
            clock, [seat for seat in Player if sitters[seat].is_computer]
        )
        self._told_here = self._here

    @property
    def is_idle(self) -> bool:
        """Whether nobody follows and nothing is under way."""
        return not (self.followers or self.lock.locked() or self.computer)

    def enter(self, follower: Follower, *, graph: bool) -> Following:
        """Let *follower* hear everything from now on; a second time changes nothing."""
        seats = self.table.facts.seats_of(follower.player)
        if follower not in self.followers:
            self.attendance.arrive(seats)
        self.followers[follower] = Following(seats, graph)
        return self.followers[follower]

    def leave(self, follower: Follower) -> None:
        """Let *follower* go if he is there."""
        following = self.followers.pop(follower, None)
        if following is not None:
            self.attendance.depart(following.seats)

    def joined(self, following: Following, since: int, absence_ms: int) -> Joined:
        """Return the answer to a join."""
        table, facts = self.table, self.table.facts
        return Joined(
            match=facts.id,
            seat=seat_name(following.seats),
            rules=Rules(
                game=facts.rules.game,
                length=str(facts.rules.length),
                options=dict(facts.rules.options),
            ),
            players={colour_of(seat): self._card(seat) for seat in Player},
            commitment=facts.commitment,
            seeded={colour_of(seat): facts.has_seed(seat) for seat in Player},
            absence_ms=absence_ms,
            version=table.version,
            history=tuple(
                Step(version=entry.seq, events=entry.events)
                for entry in table.after(since)
            ),
            view=table.view(following.seats, graph=following.graph),
            rematch=facts.rematch,
        )

    def happened(self, entry: Entry, following: Following) -> Happened:
        """Return the news of *entry* for somebody who follows so."""
        return Happened(
            match=self.table.facts.id,
            version=entry.seq,
            events=entry.events,
            view=self.table.view(following.seats, graph=following.graph),
            action=None if entry.action_id == BEGINNING else entry.action_id,
        )

    def tell(self, entry: Entry) -> None:
        """Tell everybody of *entry*; each way of following is written once."""
        frames: dict[Following, str] = {}
        for follower, following in self._all():
            if following not in frames:
                frames[following] = encode(self.happened(entry, following))
            follower.put(frames[following])

    def tell_presence(self, newcomer: Follower | None = None) -> None:
        """Tell who is here: everybody if that has changed, else only *newcomer*."""
        players = {colour_of(seat): self.attendance.of(seat) for seat in Player}
        presence = PresenceChanged(match=self.table.facts.id, players=players)
        if self._here != self._told_here:
            self._told_here = self._here
            self.tell_all(presence)
        elif newcomer is not None:
            newcomer.send(presence)

    def tell_all(self, message: ServerMessage) -> None:
        """Tell everybody the same."""
        frame = encode(message)
        for follower, _ in self._all():
            follower.put(frame)

    @property
    def _here(self) -> frozenset[Player]:
        return frozenset(seat for seat in Player if self.attendance.is_here(seat))

    def _all(self) -> Iterator[tuple[Follower, Following]]:
        yield from tuple(self.followers.items())

    def _card(self, seat: Player) -> PlayerCard:
        sitter = self.table.facts.sitters[seat]
        return PlayerCard(
            name=sitter.name,
            kind="computer" if sitter.is_computer else "guest",
            present=self.attendance.is_here(seat),
            level=sitter.level or None,
        )


def seat_name(seats: Seats) -> Seat:
    """Return what the protocol calls *seats*."""
    match seats:
        case ():
            return "watch"
        case (seat,):
            return colour_of(seat)
        case _:
            return "both"
