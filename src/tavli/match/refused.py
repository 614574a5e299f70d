"""Refuse an action in words: it isn't possible now."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from tavli.rules import IllegalMoveError


class Denial(Enum):
    """Why an action is refused; the value is its code in every language."""

    NOT_YOUR_TURN = "not_your_turn"
    ROLL_FIRST = "roll_first"
    ALREADY_ROLLED = "already_rolled"
    DOUBLE_BEFORE_ROLL = "double_before_roll"
    CUBE_WITH_OPPONENT = "cube_with_opponent"
    CRAWFORD_NO_DOUBLE = "crawford_no_double"
    NO_CUBE = "no_cube"
    NO_DOUBLE_YET = "no_double_yet"
    CUBE_LIMIT = "cube_limit"
    NOTHING_OFFERED = "nothing_offered"
    ANSWER_FIRST = "answer_first"
    NO_BEAVER = "no_beaver"
    NO_RACCOON = "no_raccoon"
    RESIGNATION_TOO_LARGE = "resignation_too_large"
    RESIGNATION_REFUSED = "resignation_refused"
    GAME_OVER = "game_is_over"
    GAME_GOES_ON = "game_goes_on"
    MATCH_OVER = "match_is_over"
    NOT_MONEY = "not_money_play"


DENIALS: Final[Mapping[Denial, str]] = MappingProxyType(
    {
        Denial.NOT_YOUR_TURN: "It is not your turn.",
        Denial.ROLL_FIRST: "Roll the dice first.",
        Denial.ALREADY_ROLLED: "You have rolled already.",
        Denial.DOUBLE_BEFORE_ROLL: "You may double only before you roll.",
        Denial.CUBE_WITH_OPPONENT: "The cube is with your opponent.",
        Denial.CRAWFORD_NO_DOUBLE: "No doubling in the Crawford game.",
        Denial.NO_CUBE: "This game is played without the cube.",
        Denial.NO_DOUBLE_YET: "It is too early in the game to double.",
        Denial.CUBE_LIMIT: "The cube is at its largest value.",
        Denial.NOTHING_OFFERED: "There is no offer to answer.",
        Denial.ANSWER_FIRST: "An offer waits for an answer first.",
        Denial.NO_BEAVER: "Beavers are not played at this table.",
        Denial.NO_RACCOON: "Raccoons are not played at this table.",
        Denial.RESIGNATION_TOO_LARGE: "You cannot lose that much any more.",
        Denial.RESIGNATION_REFUSED: "That offer was refused in this turn.",
        Denial.GAME_OVER: "The game is over.",
        Denial.GAME_GOES_ON: "The game is not over yet.",
        Denial.MATCH_OVER: "The match is over.",
        Denial.NOT_MONEY: "Only money play ends between two games.",
    }
)
"""Each denial as an English sentence."""


class ActionRefusedError(ValueError):
    """An action that isn't possible now; the match is unchanged.

    *code* is the `Denial`'s or, for a play, the `Refusal`'s.
    """

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)

    @classmethod
    def of(cls, denial: Denial) -> "ActionRefusedError":
        """Return the refusal for *denial*."""
        return cls(denial.value, DENIALS[denial])

    @classmethod
    def of_play(cls, error: IllegalMoveError) -> "ActionRefusedError":
        """Return the refusal for a play that the rules refuse."""
        return cls(error.refusal.value, str(error))
