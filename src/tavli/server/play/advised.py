"""Advice in the protocol's words."""

from dataclasses import asdict
from types import MappingProxyType
from typing import Final, Literal

from tavli.engine.advice import Advice, CubeChoice, RankedPlay
from tavli.match import Action, Beaver, Double, Drop, Roll, Take
from tavli.protocol import AskHint, Chances, Hint, HintedCube, HintedPlay

_DIGITS: Final = 4

CubeAction = Literal["roll", "double", "take", "drop", "beaver"]
_CUBE_ACTIONS: Final = MappingProxyType[Action, CubeAction](
    {
        Roll(): "roll",
        Double(): "double",
        Take(): "take",
        Drop(): "drop",
        Beaver(): "beaver",
    }
)


def hint_of(message: AskHint, advice: Advice) -> Hint:
    """Return the answer to *message*."""
    return Hint(
        match=message.match,
        version=message.version,
        plays=tuple(_play(ranked) for ranked in advice.plays),
        cube=tuple(_cube(choice) for choice in advice.cube),
        unit="match" if advice.is_of_match else "points",
    )


def _play(ranked: RankedPlay) -> HintedPlay:
    rounded = {
        name: round(chance, _DIGITS) for name, chance in asdict(ranked.outlook).items()
    }
    return HintedPlay(
        play=ranked.text,
        moves=tuple(str(move) for move in ranked.play),
        equity=round(ranked.equity, _DIGITS),
        chances=Chances(**rounded),
        depth=ranked.plies,
    )


def _cube(choice: CubeChoice) -> HintedCube:
    return HintedCube(
        do=_CUBE_ACTIONS[choice.action], equity=round(choice.equity, _DIGITS)
    )
