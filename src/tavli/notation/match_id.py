"""GNU Backgammon's match ID: score, cube, dice and whose decision it is.

Player 0 of the identifier is White here, player 1 is Black.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from tavli.notation.bits import BitReader, from_base64, join, to_base64
from tavli.notation.errors import NotationError
from tavli.rules import Dice, Player
from tavli.words.findings import finding

_BYTES: Final = 9
_KEY_BITS: Final = 67
_PLAYERS: Final = (Player.WHITE, Player.BLACK)
_NOBODY: Final = 3


class GameState(Enum):
    """Where the game stands, as the identifier numbers it."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


class OfferedStake(Enum):
    """What a pending resignation offers."""

    NONE = 0
    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchId:
    """What a match ID says; *length* 0 is money play.

    *roller* is on roll or has rolled; *decider* must decide now, which differs
    while a double or a resignation waits for its answer.
    """

    cube_value: int = 1
    cube_owner: Player | None = None
    roller: Player = Player.WHITE
    decider: Player = Player.WHITE
    crawford: bool = False
    state: GameState = GameState.PLAYING
    doubled: bool = False
    resigning: OfferedStake = OfferedStake.NONE
    dice: Dice | None = None
    length: int = 0
    score: tuple[int, int] = (0, 0)
    jacoby: bool = True

    def __post_init__(self) -> None:
        value = self.cube_value
        if not 1 <= value < 1 << 16 or value & (value - 1):
            raise NotationError(f"a GNU match ID can't hold a cube that shows {value}")
        for number in (self.length, *self.score):
            if not 0 <= number < 1 << 15:
                raise NotationError(f"a GNU match ID can't hold the number {number}")


def write_match_id(match: MatchId) -> str:
    """Return the 12 characters of *match*; the larger die stands first."""
    owner = _PLAYERS.index(match.cube_owner) if match.cube_owner else _NOBODY
    high, low = (match.dice.high, match.dice.low) if match.dice else (0, 0)
    white, black = match.score
    return to_base64(
        join(
            (
                (match.cube_value.bit_length() - 1, 4),
                (owner, 2),
                (_PLAYERS.index(match.roller), 1),
                (match.crawford, 1),
                (match.state.value, 3),
                (_PLAYERS.index(match.decider), 1),
                (match.doubled, 1),
                (match.resigning.value, 2),
                (high, 3),
                (low, 3),
                (match.length, 15),
                (white, 15),
                (black, 15),
                (not match.jacoby, 1),
            )
        ),
        _BYTES,
    )


def read_match_id(text: str) -> MatchId:
    """Return what *text* says.

    Raises:
        NotationError: *text* is no match ID.
    """
    reader = BitReader(from_base64(text.strip(), _BYTES, "GNU match ID"))
    take = reader.take
    match = MatchId(
        cube_value=1 << take(4),
        cube_owner=_owner(take(2)),
        roller=_PLAYERS[take(1)],
        crawford=bool(take(1)),
        state=_state(take(3)),
        decider=_PLAYERS[take(1)],
        doubled=bool(take(1)),
        resigning=OfferedStake(take(2)),
        dice=_dice(take(3), take(3)),
        length=take(15),
        score=(take(15), take(15)),
        jacoby=not take(1),
    )
    if reader.bits >> _KEY_BITS:
        raise NotationError(finding("id_behind", kind="GNU match ID"))
    return match


def _owner(number: int) -> Player | None:
    if number == 2:
        raise NotationError(finding("id_cube"))
    return None if number == _NOBODY else _PLAYERS[number]


def _state(number: int) -> GameState:
    if number > GameState.DROPPED.value:
        raise NotationError(finding("id_state", found=number))
    return GameState(number)


def _dice(first: int, second: int) -> Dice | None:
    if not first and not second:
        return None
    try:
        return Dice(first, second)
    except ValueError as error:
        raise NotationError(finding("dice", text=repr(f"{first}-{second}"))) from error
