"""One match in memory: its facts, its log, and the state that the log adds up to."""

from collections.abc import Iterable, Sequence
from typing import Self

from tavli.match import (
    Action,
    ActionRefusedError,
    MatchState,
    Phase,
    act,
    begin,
    fold,
)
from tavli.protocol import ProtocolCode, View
from tavli.protocol.codes import SENTENCES
from tavli.rules import Dice, Player
from tavli.server.play.entries import Entry
from tavli.server.play.facts import MatchFacts
from tavli.server.play.view import Seats, view_of
from tavli.server.play.wire import from_wire, to_wire

BEGINNING = "begin"
"""The action id of a match's first entry; clients' ids are longer."""


class RefusedError(Exception):
    """An action that changes nothing: *code* for the page, *text* for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text

    @classmethod
    def by_protocol(cls, code: ProtocolCode) -> Self:
        """Return the refusal for a reason that isn't the rules'."""
        return cls(code.value, SENTENCES[code])


class Table:
    """Judges actions and holds the log; it neither stores nor sends anything.

    `decide` only proposes an entry. Memory moves on with `advance`, after the entry
    is on the disk.
    """

    def __init__(self, facts: MatchFacts, entries: Iterable[Entry] = ()) -> None:
        self.facts = facts
        self.entries: list[Entry] = []
        self.state: MatchState = fold(facts.rules, ())
        self._known: dict[str, Entry] = {}
        self._views: dict[tuple[Seats, bool], View] = {}
        for entry in entries:
            self.advance(entry, self.state_after(entry))

    @property
    def version(self) -> int:
        """How many actions the match has seen."""
        return len(self.entries)

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.state.phase is Phase.MATCH_OVER

    @property
    def has_begun(self) -> bool:
        """Whether the first game is set up."""
        return bool(self.entries)

    def entry_of(self, action_id: str) -> Entry | None:
        """Return what the action of that name did, if it was done."""
        return self._known.get(action_id)

    def after(self, version: int) -> Sequence[Entry]:
        """Return the entries that followed *version*."""
        return self.entries[version:]

    def beginning(self, at: int) -> Entry:
        """Return the entry that sets up the first game, once the dice are fixed."""
        assert self.facts.is_ready
        events = to_wire(begin(self.state), at)
        return Entry(seq=1, action_id=BEGINNING, events=events, at=at)

    def decide(self, seat: Player, action: Action, action_id: str, at: int) -> Entry:
        """Return the entry that *action* of *seat* would add.

        Raises:
            RefusedError: the rules or the match refuse it.
        """
        try:
            events = act(self.state, seat, action, _Dice(self.facts))
        except ActionRefusedError as refused:
            raise RefusedError(refused.code, str(refused)) from refused
        return Entry(
            seq=self.version + 1,
            action_id=action_id,
            events=to_wire(events, at),
            seat=seat.value,
            at=at,
        )

    def state_after(self, entry: Entry) -> MatchState:
        """Return the state that *entry* leads to, read as it will be read from disk."""
        state = self.state
        for event in from_wire(entry.events):
            state = state.after(event)
        return state

    def advance(self, entry: Entry, state: MatchState) -> None:
        """Move on by an entry that is stored and leads to *state*."""
        assert entry.seq == self.version + 1
        self.state = state
        self.entries.append(entry)
        self._known[entry.action_id] = entry
        self._views.clear()

    def view(self, seats: Seats, *, graph: bool) -> View:
        """Return the present state as the holder of *seats* may see it."""
        key = (seats, graph)
        if key not in self._views:
            self._views[key] = view_of(self.state, self.version, seats, graph=graph)
        return self._views[key]

    def computer_to_act(self) -> Player | None:
        """Return the computer's seat if the match waits for it and nobody else.

        Where either player may go on (the roll-off, the next game) the person does.
        """
        if self.is_over or not self.has_begun or len(self.state.awaited) != 1:
            return None
        (seat,) = self.state.awaited
        return seat if self.facts.sitters[seat].is_computer else None


class _Dice:
    """The match's dice, asked for only when they are thrown."""

    def __init__(self, facts: MatchFacts) -> None:
        self._facts = facts

    def roll(self, game: int, index: int) -> Dice:
        if not self._facts.is_ready:
            raise RefusedError.by_protocol(ProtocolCode.NOT_STARTED)
        return self._facts.dice().roll(game, index)
