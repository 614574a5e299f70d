"""`tavli position`: check a position, draw it, and give its other texts."""

import json
from contextlib import suppress

import click

from tavli.cli import options
from tavli.notation.diagram import diagram
from tavli.notation.errors import NotationError
from tavli.notation.gnu_line import find_gnu_line, match_id_of
from tavli.notation.match_id import write_match_id
from tavli.notation.position import PositionLine, read_position, write_position
from tavli.notation.position_id import write_position_id
from tavli.rules import RULESETS, Contact, Player


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

    TEXT is a position line, or the identifiers of GNU Backgammon, found anywhere in
    what was pasted. Portes and backgammon have such identifiers as well.
    """
    line = _read(" ".join(text))
    texts = _texts(line)
    if as_json:
        click.echo(json.dumps(texts))
        return
    viewer = Player(view) if view else line.turn or Player.WHITE
    click.echo(diagram(line, view=viewer))
    for name, written in texts.items():
        click.echo(f"{name}: {written}")


def _read(text: str) -> PositionLine:
    """Return the position of *text*, whichever kind of text it is."""
    names_a_game = text.lower().lstrip().startswith(tuple(RULESETS))
    found = None if names_a_game else find_gnu_line(text)
    return found or read_position(text)


def _texts(line: PositionLine) -> dict[str, str]:
    """Return every text that *line* can be written as, by name.

    An identifier that has no room for the line's numbers is left out.
    """
    texts = {"position": write_position(line)}
    if line.ruleset.contact is Contact.HIT:
        texts["GNU position ID"] = write_position_id(line.position)
    if line.ruleset.has_cube and line.turn:
        with suppress(NotationError):
            texts["GNU match ID"] = write_match_id(match_id_of(line))
    return texts
