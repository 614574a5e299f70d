"""`tavli backup`: copy a server's data while it runs."""

from pathlib import Path

import click

from tavli.cli.paths import NamedPath
from tavli.cli.serve import DATA


@click.command()
@click.option(
    "--data",
    default=DATA,
    show_default=True,
    type=NamedPath(),
    help="Folder of the server's key and database.",
)
@click.argument("file", type=NamedPath("a file", dir_okay=False))
def backup(data: Path, file: Path) -> None:
    """Copy the database of a running or stopped server to FILE.

    The key that signs the guests' cookies goes beside it, as FILE.key.
    """
    from tavli.server.copying import copy_house
    from tavli.server.place import Place

    kept = copy_house(Place(folder=data), file)
    matches = "1 match" if kept.matches == 1 else f"{kept.matches} matches"
    click.echo(f"Saved {matches} of {data} in {file}.")
    click.echo(f"The key is in {kept.key_file}: keep it to yourself.")
