"""A match to play through, and boards to set it up with.

`Table` keeps the log beside the state and holds after every action that the one is
the fold of the other; of a refusal it holds that nothing has moved.
"""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from boards import side
from tavli.match import (
    Action,
    ActionRefusedError,
    Cube,
    CubeOffer,
    Event,
    GameEnded,
    GameState,
    MatchEnded,
    MatchRules,
    MatchState,
    NextGame,
    Resign,
    ScriptedDice,
    act,
    begin,
    fold,
)
from tavli.rules import Dice, Player, Stake

WHITE, BLACK = Player.WHITE, Player.BLACK
START = "24:2 13:5 8:3 6:5"


class Table:
    """A match under way, with the dice of a script."""

    def __init__(
        self,
        game: str,
        length: str,
        throws: Iterable[str] = ("6-1",) * 9,
        options: dict[str, str] | None = None,
    ) -> None:
        self.rules = MatchRules.parse(game, length, options)
        self.dice = ScriptedDice(throws)
        self.log: list[Event] = list(begin(MatchState(rules=self.rules)))
        self.state = fold(self.rules, self.log)

    @property
    def game(self) -> GameState:
        assert self.state.game is not None
        return self.state.game

    def does(self, player: Player, *actions: Action) -> tuple[Event, ...]:
        """Let *player* act, once or several times; return the last events."""
        events: tuple[Event, ...] = ()
        for action in actions:
            events = act(self.state, player, action, self.dice)
            for event in events:
                self.state = self.state.after(event)
            self.log += events
        return events

    def refuses(self, player: Player, action: Action) -> str:
        """Return why *action* is refused; no throw may have been asked for."""
        before, asked = self.state, len(self.dice.asked)
        with pytest.raises(ActionRefusedError) as refusal:
            act(self.state, player, action, self.dice)
        assert self.state == before
        assert len(self.dice.asked) == asked
        assert str(refusal.value)
        return refusal.value.code

    def set_up(
        self,
        white: str = START,
        black: str = START,
        *,
        turn: Player = WHITE,
        starter: Player = WHITE,
        dice: str | None = None,
        cube: Cube | None = None,
        offer: CubeOffer | None = None,
        score: tuple[int, int] | None = None,
        crawford_played: bool = False,
        turns: int = 2,
    ) -> "Table":
        """Put the game into full swing: this board, *turn* on roll.

        From here on the log no longer tells how the state came about.
        """
        game = replace(
            self.game,
            white=side(white),
            black=side(black),
            starter=starter,
            turn=turn,
            dice=Dice.parse(dice) if dice else None,
            cube=cube or Cube(),
            offer=offer,
            rolls=turns + 1,
            turns=turns,
        )
        self.state = replace(
            self.state,
            game=game,
            last_starter=starter,
            score=score or self.state.score,
            crawford_played=crawford_played or self.state.crawford_played,
        )
        return self

    def lose(self, loser: Player, stake: Stake = Stake.SINGLE) -> GameEnded:
        """Let *loser* lose the game at *stake*, and return how it ended."""
        if stake is Stake.SINGLE:
            self.set_up("6:1", "6:1")  # a checker is off: no more can be lost
        ended = self.does(loser, Resign(stake))[1]
        assert isinstance(ended, GameEnded)
        return ended

    def next_game(self) -> GameState:
        """Go on to the next game."""
        self.does(WHITE, NextGame())
        return self.game

    @property
    def end(self) -> MatchEnded | None:
        return self.state.ended
