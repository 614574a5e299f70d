"""Carry out what a file says happened, by the rules, and note what is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tavli.formats.effort import Effort
from tavli.match import (
    Action,
    ActionRefusedError,
    Event,
    GameEnded,
    GameState,
    MatchEnded,
    MatchRules,
    MatchState,
    OpeningThrown,
    Rolled,
    Score,
    act,
    begin,
)
from tavli.rules import Dice, IllegalMoveError, Player
from tavli.words.findings import Finding, finding


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that is wrong in a file: in which game, on which line, and what.

    *line* counts from 1; 0 is the file as a whole.
    """

    game: int | None
    line: int
    what: Finding

    @property
    def sentence(self) -> str:
        """What is wrong, in English."""
        return self.what.sentence


class DiceMissingError(LookupError):
    """The file holds no throw where the rules ask for one."""


@dataclass(slots=True)
class FileDice:
    """The throws that a file holds, by game and index."""

    throws: dict[tuple[int, int], Dice] = field(default_factory=dict)

    def roll(self, game: int, index: int) -> Dice:
        """Return the throw that the file holds there."""
        try:
            return self.throws[game, index]
        except KeyError:
            raise DiceMissingError from None


class Judge:
    """The state of a match that is being replayed, and the complaints so far.

    *events* is everything that was let stand, in order: without complaints, the
    whole match. *notes* are the remarks of the file by index of their event. Without
    an *effort* it asks the rules as much as it takes.
    """

    def __init__(self, rules: MatchRules, effort: Effort | None = None) -> None:
        self.state = MatchState(rules=rules)
        self._effort = effort
        self.events: list[Event] = []
        self.dice = FileDice()
        self.complaints: list[Complaint] = []
        self.notes: dict[int, Mapping[str, object]] = {}

    @property
    def game(self) -> GameState:
        """The game that is being played, or was played last."""
        if self.state.game is None:
            raise AssertionError("a game is begun before anything happens in it")
        return self.state.game

    def complain(self, line: int, what: Finding) -> None:
        """Note that *line* is wrong."""
        game = self.state.game.number if self.state.game else None
        self.complaints.append(Complaint(game, line, what))

    def expected(self, player: Player, action: Action) -> tuple[Event, ...]:
        """Return what *action* leads to by the rules.

        Raises:
            ActionRefusedError: it isn't possible.
        """
        return act(self.state, player, action, self.dice)

    def accept(self, *events: Event) -> None:
        """Let *events* be what happened.

        Raises:
            ValueError: the match can't go on from there.
            TooMuchError: it asks more of the rules than any match.
        """
        for event in events:
            self.state = self.state.after(event)
            self.events.append(event)
            if isinstance(event, OpeningThrown | Rolled):
                self._pay()

    def _pay(self) -> None:
        """Pay for the plays of the throw that was just made."""
        game = self.game
        if self._effort is not None and game.dice is not None:
            self._effort.spend(game.position, game.dice)

    def note(self, notes: Mapping[str, object], *kinds: type) -> None:
        """Let *notes* belong to the last event that is one of *kinds*."""
        if not notes:
            return
        for index in range(len(self.events) - 1, -1, -1):
            if isinstance(self.events[index], kinds):
                self.notes[index] = {**self.notes.get(index, {}), **notes}
                return

    def correct_score(self, score: Score) -> None:
        """Let *score* count, whatever the games so far have led to."""
        self.state = replace(self.state, score=score, ended=None)
        if self.events and isinstance(self.events[-1], MatchEnded):
            self.events.pop()  # the file goes on, at a score that decides nothing
        if self.events and isinstance(self.events[-1], GameEnded):
            self.events[-1] = replace(self.events[-1], score=score)

    def begin(self) -> tuple[Event, ...]:
        """Return how the first game begins by the rules."""
        return begin(self.state)

    def try_out(self, player: Player, action: Action, line: int) -> bool:
        """Do *action*; if the rules refuse it, complain about *line*."""
        try:
            self.accept(*self.expected(player, action))
        except ActionRefusedError as refused:
            self.complain(line, refusal_of(refused))
            return False
        return True


def refusal_of(refused: ActionRefusedError) -> Finding:
    """Return why an action was refused; of a play, which move is to blame."""
    cause = refused.__cause__
    if isinstance(cause, IllegalMoveError):
        return illegal(cause)
    return Finding(refused.code)


def illegal(error: IllegalMoveError) -> Finding:
    """Return why a play is refused, with the move that breaks the rule."""
    why = Finding(error.refusal.value)
    if error.move is None:
        return finding("illegal_play", why)
    return finding("illegal_move", why, move=str(error.move))
