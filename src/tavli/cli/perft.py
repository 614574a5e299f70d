"""`tavli perft`: count the tree of final positions below a position."""

import json
from typing import Final

import click

from tavli.cli import options
from tavli.notation.errors import NotationError
from tavli.notation.position import PositionLine, read_position
from tavli.rules import RULESETS, Player, Position, divide, find_ruleset, result_of

_DEEPEST: Final = 4


@click.command()
@click.argument("position", nargs=-1)
@click.option(
    "--depth",
    type=click.IntRange(1, _DEEPEST),
    default=1,
    show_default=True,
    help="How many turns deep to count.",
)
@click.option("--divide", "by_roll", is_flag=True, help="Show each of the 21 rolls.")
@options.as_json
def perft(
    position: tuple[str, ...], *, depth: int, by_roll: bool, as_json: bool
) -> None:
    """Count the distinct final positions of all 21 rolls, DEPTH turns deep.

    POSITION is a game's name, for its starting position, or a position line; a
    lost turn counts one. Without it, each game is counted from its start.
    """
    for text in (" ".join(position),) if position else tuple(RULESETS):
        _count(_line(text), depth, by_roll=by_roll, as_json=as_json)


def _count(line: PositionLine, depth: int, *, by_roll: bool, as_json: bool) -> None:
    if result_of(line.ruleset, line.position) is not None:
        raise NotationError("the game is over in this position")
    counts = divide(line.ruleset, line.position, depth)
    total = sum(counts.values())
    if as_json:
        answer: dict[str, object] = {
            "game": line.ruleset.key,
            "depth": depth,
            "leaves": total,
        }
        if by_roll:
            answer["divide"] = {str(roll): leaves for roll, leaves in counts.items()}
        click.echo(json.dumps(answer))
        return
    if by_roll:
        for roll, leaves in counts.items():
            click.echo(f"{roll}  {leaves:,}")
    click.echo(f"{line.ruleset.key}  depth {depth}  {total:,}")


def _line(text: str) -> PositionLine:
    """Return the position *text* names: a line, or a game's start."""
    if " " in text.strip():
        return read_position(text)
    try:
        ruleset = find_ruleset(text.strip().lower())
    except ValueError as error:
        raise NotationError(str(error)) from error
    return PositionLine.of(ruleset, Position.start(ruleset), Player.WHITE)
