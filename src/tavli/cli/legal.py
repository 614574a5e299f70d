"""`tavli legal`: questions on standard input, one JSON answer a line."""

import json
import sys
from collections.abc import Mapping

import click

from tavli.engine.legal import Final, finals_of
from tavli.engine.lines import bounded_lines
from tavli.notation.errors import NotationError
from tavli.notation.fields import LONGEST_LINE
from tavli.notation.position import read_position

Answer = Mapping[str, object]


@click.command()
def legal() -> None:
    """Answer positions on standard input with every legal play.

    Each line is a position with its dice, each answer one JSON object with every
    final position. A line that can't be answered gets {"error": ...}, and the
    next one is read.
    """
    for question in bounded_lines(sys.stdin.buffer, LONGEST_LINE):
        print(json.dumps(answer(question)), flush=True)


def answer(question: bytes) -> Answer:
    """Return every final position that the rules allow, or what is wrong."""
    try:
        finals = finals_of(read_position(_decoded(question)))
    except NotationError as error:
        return {"error": str(error)}
    return {"finals": [_fields(final) for final in finals]}


def _decoded(question: bytes) -> str:
    try:
        return question.decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise NotationError("the line is not UTF-8 text", error.start + 1) from error


def _fields(final: Final) -> dict[str, object]:
    """Return one final position, with the result if it ends the game."""
    fields: dict[str, object] = {"position": final.position, "play": final.play}
    if final.ending is not None:
        winner = final.ending.winner
        fields["result"] = {
            "winner": winner.value if winner else None,
            "points": final.ending.points,
        }
    return fields
