"""Every legal play of a position line, as text."""

from collections.abc import Iterator
from dataclasses import dataclass

from tavli.engine.standing import who_rolls
from tavli.notation.errors import NotationError
from tavli.notation.plays import write_play
from tavli.notation.position import PositionLine, write_position
from tavli.rules import Dice, Player, Position, Role, legal_plays, result_of


@dataclass(frozen=True, slots=True)
class Ending:
    """How a play ended the game: nobody has won a draw."""

    winner: Player | None
    points: int


@dataclass(frozen=True, slots=True)
class Final:
    """A final position, told with the other side on roll, and a play to it."""

    position: str
    play: str
    ending: Ending | None


def finals_of(line: PositionLine) -> list[Final]:
    """Return every final position that the roll of *line* can reach, sorted.

    Raises:
        NotationError: nobody is on roll, there is no roll, or the game is over.
    """
    dice, mover = _asked(line)
    return sorted(_finals(line, dice, mover), key=lambda final: final.position)


def _asked(line: PositionLine) -> tuple[Dice, Player]:
    """Return the roll and who plays it, or refuse the question."""
    mover = who_rolls(line)
    if line.state.dice is None:
        raise NotationError(
            "the roll is missing: add dice= and two numbers, like dice=6-1"
        )
    return line.state.dice, mover


def _finals(line: PositionLine, dice: Dice, mover: Player) -> Iterator[Final]:
    before = line.position
    for after, play in legal_plays(line.ruleset, before, dice).items():
        passed = PositionLine.of(line.ruleset, after.passed(), mover.opponent)
        text = write_play(line.ruleset, before, after, dice, play)
        yield Final(write_position(passed), text, _ending(line, mover, after))


def _ending(line: PositionLine, mover: Player, after: Position) -> Ending | None:
    result = result_of(line.ruleset, after)
    if result is None:
        return None
    winners = {Role.MOVER: mover, Role.WAITER: mover.opponent, None: None}
    return Ending(winners[result.winner], result.points)
