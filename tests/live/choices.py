"""What a client that knows no rules may do: it picks among what the server offers."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, get_args

from tavli.protocol import Graph, View
from tavli.protocol.actions import (
    Accept,
    Action,
    Beaver,
    Decline,
    Double,
    Drop,
    Next,
    Play,
    Raccoon,
    Resign,
    Roll,
    Take,
)
from tavli.protocol.text import StakeName

_PLAIN: Final[Mapping[str, Action]] = {
    "roll": Roll(),
    "next": Next(),
    "double": Double(),
    "take": Take(),
    "drop": Drop(),
    "beaver": Beaver(),
    "raccoon": Raccoon(),
    "accept": Accept(),
    "decline": Decline(),
}


@dataclass(frozen=True, slots=True)
class Temper:
    """How often a random player does more than roll and play."""

    doubles: float = 0.04
    resigns: float = 0.002


def choose(view: View, seat: str, random: Random, temper: Temper) -> Action | None:
    """Return something that *view* permits at *seat*, or None to wait."""
    if view.graph is not None and view.phase == "to_play":
        if _wants(random, temper.resigns) and (stakes := _stakes(view)):
            return Resign(stake=random.choice(stakes))
        return Play(moves=walk(view.graph, random))
    if (
        view.phase == "to_roll"
        and "double" in view.may
        and _wants(random, temper.doubles)
    ):
        return Double()
    if view.phase in ("opening", "to_roll"):
        return Roll() if "roll" in view.may else None
    if view.phase == "game_over":
        return Next() if "next" in view.may else None
    if view.turn != seat:
        return None
    answers = [name for name in view.may if name in _PLAIN and name != "roll"]
    return _PLAIN[random.choice(answers)] if answers else None


def walk(graph: Graph, random: Random) -> tuple[str, ...]:
    """Return a random way through *graph*, to a board that may be played."""
    steps, node = [], graph.nodes[0]
    while node.moves:
        source, target, _, _, following = random.choice(node.moves)
        steps.append(f"{_point(source)}/{_point(target)}")
        node = graph.nodes[following]
    assert node.final, "the graph leads to a board that may not be played"
    return tuple(steps)


def _point(number: int) -> str:
    return {0: "off", 25: "bar"}.get(number, str(number))


def _stakes(view: View) -> list[StakeName]:
    names: tuple[StakeName, ...] = get_args(StakeName)
    return [name for name in names if f"resign:{name}" in view.may]


def _wants(random: Random, chance: float) -> bool:
    return random.random() < chance
