"""`tavli position`: check a position, draw it, and give its other texts."""

import json

import click

from tavli.cli import options
from tavli.notation.diagram import diagram
from tavli.notation.identifiers import identifiers_of, read_any_position
from tavli.notation.position import PositionLine, write_position
from tavli.rules import Player


@click.command()
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--view",
    type=click.Choice([player.value for player in Player]),
    help="Whose side to look from; by default the side on roll.",
)
@options.as_json
def position(text: tuple[str, ...], *, view: str | None, as_json: bool) -> None:
    """Check a position, draw its board and give its texts.

    TEXT is a position line, or an identifier of another program, found anywhere in
    what was pasted: XGID, OGID, a board line of FIBS, the identifiers of GNU
    Backgammon.
    """
    line = read_any_position(" ".join(text))
    texts = _texts(line)
    if as_json:
        click.echo(json.dumps(texts))
        return
    viewer = Player(view) if view else line.turn or Player.WHITE
    click.echo(diagram(line, view=viewer))
    for name, written in texts.items():
        click.echo(f"{name}: {written}")


def _texts(line: PositionLine) -> dict[str, str]:
    """Return every text that *line* can be written as, by name.

    An identifier that has no room for what the line says is left out.
    """
    return {"position": write_position(line), **identifiers_of(line)}
