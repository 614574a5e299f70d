"""`tavli legal`: questions on standard input, one JSON answer a line."""

import json
import sys
from collections.abc import Iterator, Mapping
from typing import BinaryIO, Final

import click

from tavli.notation.errors import NotationError
from tavli.notation.fields import LONGEST_LINE
from tavli.notation.plays import write_play
from tavli.notation.position import PositionLine, read_position, write_position
from tavli.rules import Dice, Player, Position, Role, legal_plays, result_of

_READ_AT_ONCE: Final = LONGEST_LINE + 2

Answer = Mapping[str, object]


@click.command()
def legal() -> None:
    """Answer positions on standard input with every legal play.

    Each line is a position with its dice, each answer one JSON object with every
    final position. A line that can't be answered gets {"error": ...}, and the
    next one is read.
    """
    for question in _lines(sys.stdin.buffer):
        print(json.dumps(answer(question)), flush=True)


def answer(question: bytes) -> Answer:
    """Return every final position that the rules allow, or what is wrong."""
    try:
        line = read_position(_decoded(question))
        dice, mover = _asked(line)
    except NotationError as error:
        return {"error": str(error)}
    plays = legal_plays(line.ruleset, line.position, dice)
    finals = [
        _final(
            line,
            mover,
            after,
            write_play(line.ruleset, line.position, after, dice, play),
        )
        for after, play in plays.items()
    ]
    return {"finals": sorted(finals, key=lambda final: str(final["position"]))}


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of *stream*; of one that is too long, only its beginning."""
    while line := stream.readline(_READ_AT_ONCE):
        yield line
        while not line.endswith(b"\n") and len(line) == _READ_AT_ONCE:
            line = stream.readline(_READ_AT_ONCE)


def _decoded(question: bytes) -> str:
    try:
        return question.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise NotationError("the line is not UTF-8 text", error.start + 1) from error


def _asked(line: PositionLine) -> tuple[Dice, Player]:
    """Return the roll and who plays it, or refuse the question."""
    if line.turn is None:
        raise NotationError("nobody is on roll: the turn must be w or b, not ?")
    if line.state.dice is None:
        raise NotationError(
            "the roll is missing: add dice= and two numbers, like dice=6-1"
        )
    if result_of(line.ruleset, line.position) is not None:
        raise NotationError("the game is over in this position")
    return line.state.dice, line.turn


def _final(
    line: PositionLine, mover: Player, after: Position, play: str
) -> dict[str, object]:
    """Return one final position, with the result if it ends the game."""
    passed = PositionLine.of(line.ruleset, after.passed(), mover.opponent)
    final: dict[str, object] = {"position": write_position(passed), "play": play}
    result = result_of(line.ruleset, after)
    if result is not None:
        winner = {Role.MOVER: mover, Role.WAITER: mover.opponent, None: None}[
            result.winner
        ]
        final["result"] = {
            "winner": winner.value if winner else None,
            "points": result.points,
        }
    return final
