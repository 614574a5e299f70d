"""Replay our own record: every event must be what the rules make of the last ones."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tavli.formats.effort import Effort
from tavli.formats.event_fields import event_to_fields
from tavli.formats.judge import DiceMissingError, Judge, refusal_of
from tavli.formats.record import MatchRecord, RecordedEvent
from tavli.match import (
    Abandon,
    AcceptResignation,
    Action,
    ActionRefusedError,
    Beaver,
    Beavered,
    Claim,
    CubeAutoDoubled,
    DeclineResignation,
    Double,
    Doubled,
    Drop,
    Dropped,
    EndSession,
    Event,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchEnded,
    MatchEnding,
    NextGame,
    OpeningThrown,
    Played,
    PlayMoves,
    Raccoon,
    Raccooned,
    Resign,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    ResignMatch,
    Roll,
    Rolled,
    Take,
    Taken,
    largest_ending,
)
from tavli.rules import Dice, Player
from tavli.words.findings import Finding, finding

_NOTHING_LEADS: Final = "nothing_leads"
"""The code of a refusal that is told with its event."""

_ANSWERS: Final[Mapping[type, Action]] = {
    Doubled: Double(),
    Taken: Take(),
    Dropped: Drop(),
    Beavered: Beaver(),
    Raccooned: Raccoon(),
    ResignationAccepted: AcceptResignation(),
    ResignationDeclined: DeclineResignation(),
}


def replay_record(record: MatchRecord, effort: Effort | None = None) -> Judge:
    """Return the judge that has seen all of *record*, with its complaints.

    Raises:
        TooMuchError: it asks more of the rules than *effort* has left.
    """
    judge = Judge(record.header.rules, effort)
    judge.dice.throws.update(_throws(record.events))
    replay = _Replay(judge, record.events)
    while replay.left:
        replay.step()
    return judge


def _throws(
    events: Sequence[RecordedEvent],
) -> Iterator[tuple[tuple[int, int], Dice]]:
    """Yield every throw of the record with its game and its index there."""
    game, index = 0, 0
    for entry in events:
        match entry.event:
            case GameStarted(number):
                game, index = number, 0
            case OpeningThrown(white, black):
                yield (game, index), Dice(white, black)
                index += 1
            case Rolled(_, dice):
                yield (game, index), dice
                index += 1
            case _:
                pass


class _StuckError(Exception):
    """After what the record says, its game can't go on by the rules."""


class _Replay:
    """Where a replay stands; *left* are the events still to be judged."""

    def __init__(self, judge: Judge, events: Sequence[RecordedEvent]) -> None:
        self._judge, self._events, self._at = judge, events, 0

    @property
    def left(self) -> bool:
        """Whether an event is still to be judged."""
        return self._at < len(self._events)

    def step(self) -> None:
        """Judge what one action brought about; leave a game that can't go on."""
        try:
            if self._at == 0 and self._begins_late():
                for entry in self._events[:2]:
                    self._go_on_from(entry)
            else:
                self._judge_action(self._events[self._at])
        except _StuckError:
            self._skip_game()

    def _begins_late(self) -> bool:
        """Whether the first game only stands for ones that nobody wrote down.

        So begins the record of a file that holds a match from its midst.
        """
        rules = self._judge.state.rules
        match [entry.event for entry in self._events[:2]]:
            case [
                GameStarted(number, game, None),
                GameEnded(None, 0, GameEnding.RESIGNED, score),
            ]:
                target = rules.length.target
                known = rules.ruleset(number).name == game
                return known and (not target or max(score) < target)
            case _:
                return False

    def _judge_action(self, entry: RecordedEvent) -> None:
        try:
            expected = self._expected(entry)
        except ActionRefusedError as refused:
            self._judge.complain(entry.line, _refused(entry, refused))
            self._go_on_from(entry)
            return
        except DiceMissingError as missing:
            self._judge.complain(entry.line, finding("breaks_off_roll_off"))
            raise _StuckError from missing
        if self._was_answered():
            expected = expected[:1]
        for event in expected:
            self._compare(event)

    def _was_answered(self) -> bool:
        """Whether the next event is an offer that was answered, as the next tells.

        Once an offer that was all a match needed was answered like any smaller one.
        """
        match [entry.event for entry in self._events[self._at : self._at + 2]]:
            case [
                ResignationOffered(by, stake),
                ResignationAccepted(other) | ResignationDeclined(other),
            ]:
                most = largest_ending(self._judge.state, self._judge.game, by)
                return other is by.opponent and stake.value < most.value
            case _:
                return False

    def _expected(self, entry: RecordedEvent) -> tuple[Event, ...]:
        if isinstance(entry.event, GameStarted) and self._judge.state.game is None:
            return self._judge.begin()
        then = self._events[self._at + 1 : self._at + 2]
        ends_session = bool(then) and _ends_session(then[0].event)
        if isinstance(entry.event, GameEnded) and not ends_session:
            # Only a session is given up so that a game ends with it; an end that
            # somebody merely wrote down has nothing behind it.
            raise _nothing_leads()
        player, action = _action_behind(entry.event)
        return self._judge.expected(player, action)

    def _compare(self, expected: Event) -> None:
        """Hold the next event against the *expected* one."""
        if not self.left:
            last = self._events[-1].line
            self._judge.complain(
                last, finding("breaks_off_before", event=_text(expected))
            )
            self._believe(expected)
            return
        entry = self._events[self._at]
        if entry.event == expected:
            self._at += 1
            self._believe(expected)
        elif type(entry.event) is type(expected):
            self._judge.complain(entry.line, _difference(entry.event, expected))
            self._go_on_from(entry)
        else:
            self._judge.complain(
                entry.line, finding("missing_before", event=_text(expected))
            )
            self._believe(expected)

    def _go_on_from(self, entry: RecordedEvent) -> None:
        self._at += 1
        self._believe(entry.event)

    def _believe(self, event: Event) -> None:
        try:
            self._judge.accept(event)
        except ValueError as error:
            raise _StuckError from error

    def _skip_game(self) -> None:
        """Go on where the next game begins; believe what this one's end says."""
        while self.left:
            event = self._events[self._at].event
            if isinstance(event, GameStarted):
                return
            if isinstance(event, GameEnded | MatchEnded) and self._judge.state.game:
                self._judge.accept(event)
            self._at += 1


def _action_behind(event: Event) -> tuple[Player, Action]:
    """Return who did what so that *event* could be the first thing to happen."""
    match event:
        case GameStarted():
            return Player.WHITE, NextGame()
        case OpeningThrown():
            return Player.WHITE, Roll()
        case Rolled(by):
            return by, Roll()
        case Played(by, play):
            return by, PlayMoves(play)
        case ResignationOffered(by, stake):
            return by, Resign(stake)
        case CubeAutoDoubled() | GameEnded() | MatchEnded():
            return _ending_action(event)
        case _:
            return event.by, _ANSWERS[type(event)]


def _ending_action(
    event: CubeAutoDoubled | GameEnded | MatchEnded,
) -> tuple[Player, Action]:
    """Return the action that ends a game or a match at one blow."""
    match event:
        case GameEnded(Player() as winner, _, GameEnding.RESIGNED):
            return winner.opponent, ResignMatch()
        case MatchEnded(Player() as winner, MatchEnding.RESIGNED):
            return winner.opponent, ResignMatch()
        case MatchEnded(Player() as winner, MatchEnding.CLAIMED):
            return winner, Claim()
        case MatchEnded(None, MatchEnding.ABANDONED):
            return Player.WHITE, Abandon()
        case MatchEnded(_, MatchEnding.SESSION):
            return Player.WHITE, EndSession()
        case _:
            raise _nothing_leads()


def _ends_session(event: Event) -> bool:
    return isinstance(event, MatchEnded) and event.ending is MatchEnding.SESSION


def _nothing_leads() -> ActionRefusedError:
    return ActionRefusedError(_NOTHING_LEADS, "nothing leads here")


def _text(event: Event) -> str:
    """Return *event* as it stands in a record, for a sentence."""
    return ", ".join(f"{key} {value}" for key, value in event_to_fields(event).items())


def _refused(entry: RecordedEvent, refused: ActionRefusedError) -> Finding:
    if refused.code == _NOTHING_LEADS:
        return finding("nothing_leads", event=_text(entry.event))
    return refusal_of(refused)


def _difference(found: Event, expected: Event) -> Finding:
    """Say what is wrong with *found*."""
    if isinstance(found, GameStarted) and isinstance(expected, GameStarted):
        if expected.crawford and not found.crawford:
            return finding("crawford_unsaid")
        if found.crawford and not expected.crawford:
            return finding("crawford_wrong")
    wrong, right = event_to_fields(found), event_to_fields(expected)
    keys = [key for key in right if right[key] != wrong.get(key)]
    return finding(
        "differs",
        right=", ".join(f"{key} {right[key]}" for key in keys),
        found=", ".join(f"{key} {wrong.get(key)}" for key in keys),
    )
