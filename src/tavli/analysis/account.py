"""The value of a game on its way, and what moved it."""

from dataclasses import dataclass, field
from typing import Final, Required, TypedDict, Unpack

from tavli.analysis.aim import Aim, Unit
from tavli.analysis.entry import (
    Candidate,
    Choice,
    Cost,
    Decision,
    Entry,
    Kind,
    Luck,
    Option,
)
from tavli.analysis.phases import phase_of
from tavli.analysis.story import Moment
from tavli.match import GameState
from tavli.rules import Dice, Player


def sign(player: Player) -> int:
    """Return 1 for White and -1 for Black: it turns a value into White's view."""
    return 1 if player is Player.WHITE else -1


ROUNDING: Final = 1e-5
"""Differences below this come from numbers of single precision."""


class Facts(TypedDict, total=False):
    """What a decision holds besides, as `Decision` names it."""

    made: Required[str]
    best: Required[str]
    counts: Required[bool]
    dice: Dice
    candidates: tuple[Candidate, ...]
    plays: int
    options: tuple[Option, ...]


@dataclass(slots=True)
class Account:
    """What a game is worth *now*, and the entries that brought it there.

    *aim*, *now* and *curve* are White's; the curve has the value after each entry.
    Everything was judged *plies* deep. *unexplained* gathers what no entry is behind.
    """

    aim: Aim
    now: float
    plies: int
    unexplained: float = 0.0
    entries: list[Entry] = field(default_factory=list)
    curve: list[float] = field(default_factory=list)

    def value(self, player: Player) -> float:
        """Return what the game is worth to *player* now."""
        return sign(player) * self.now

    def worth(self, player: Player, points: int) -> float:
        """Return what winning *points*, or losing them below 0, is worth to him."""
        return sign(player) * self.aim.worth(sign(player) * points)

    def cost(self, value: float, cube: int) -> Cost:
        """Return *value* in every unit in which it is told."""
        chance = value / 2 if self.aim.unit is Unit.MATCH else None
        return Cost(value, value / self.aim.scale(cube), chance)

    def throw(
        self, moment: Moment, player: Player, value: float, dice: Dice | None
    ) -> None:
        """Note that a throw made the game worth *value* to *player*."""
        game = moment.game
        entry = Luck(
            player=player,
            moment=moment.number,
            turn=game.turns + 1,
            cost=self.cost(value - self.value(player), game.cube.value),
            dice=dice,
            plies=self.plies,
        )
        self._enter(entry, value)

    def choose(
        self,
        moment: Moment,
        player: Player,
        choice: Choice,
        options: tuple[Option, ...],
        *,
        counts: bool = False,
    ) -> None:
        """Grade *choice* among *options*, whose values are those for *player*."""
        values = {option.choice: option.value for option in options}
        if choice not in values:
            return  # a damaged record; its end shows what this was worth
        best = max(options, key=lambda option: option.value)
        self.decide(
            moment,
            player,
            _KINDS[choice],
            (values[choice], best.value),
            made=choice.value,
            best=choice.value if values[choice] == best.value else best.choice.value,
            counts=counts or values[choice] < best.value,
            options=options,
        )

    def decide(
        self,
        moment: Moment,
        player: Player,
        kind: Kind,
        values: tuple[float, float],
        **facts: Unpack[Facts],
    ) -> None:
        """Enter a decision whose *values* are what was made and what was best."""
        game = before(moment)
        position = game.seen_by(player)
        made, best = values
        # Of a cube that can't help, doubling may still be a gain over what was left.
        jump = best - self.value(player)
        self.unexplained += sign(player) * jump if abs(jump) > ROUNDING else 0.0
        entry = Decision(
            kind=kind,
            player=player,
            moment=moment.number,
            turn=game.turns + 1,
            cost=self.cost(made - best, game.cube.value),
            phase=phase_of(game.ruleset, position, game.turns + 1),
            position=position,
            cube=game.cube.value,
            plies=self.plies,
            **facts,
        )
        self._enter(entry, made)

    def _enter(self, entry: Entry, value: float) -> None:
        """Note what left the game worth *value* to the player of *entry*."""
        self.now = sign(entry.player) * value
        self.entries.append(entry)
        self.curve.append(self.now)


def before(moment: Moment) -> GameState:
    """Return the game as it stood before *moment*."""
    game = moment.before.game
    assert game is not None
    return game


_KINDS: Final = {
    Choice.ROLL: Kind.DOUBLE,
    Choice.DOUBLE: Kind.DOUBLE,
    Choice.TAKE: Kind.ANSWER,
    Choice.DROP: Kind.ANSWER,
    Choice.BEAVER: Kind.ANSWER,
    Choice.RACCOON: Kind.ANSWER,
    Choice.PLAY_ON: Kind.RESIGNATION,
    Choice.RESIGN: Kind.RESIGNATION,
    Choice.ACCEPT: Kind.ANSWER_TO_RESIGNATION,
    Choice.DECLINE: Kind.ANSWER_TO_RESIGNATION,
}
