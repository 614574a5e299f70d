"""`tavli tables`: build the exact tables, say what is there, and check them."""

import json
import os
import random
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tavli.cli import options
from tavli.cli.outputs import OutputFolder
from tavli.cli.paths import NamedPath

if TYPE_CHECKING:
    from tavli.evaluation.tables.catalogue import Recipe

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _folder_option(kind: click.Path) -> Callable[[_Command], _Command]:
    return click.option(
        "--folder",
        type=kind,
        help="Where the tables are kept, if not in the user's cache.",
    )


_folder = _folder_option(NamedPath(file_okay=False))
_names = click.argument("names", nargs=-1, metavar="[TABLE]...")
_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a table.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def tables() -> None:
    """Build, list and check the tables of exact chances."""


@tables.command()
@_names
@click.option("--again", is_flag=True, help="Build also what is there already.")
@_folder_option(OutputFolder())
def build(names: Sequence[str], *, again: bool, folder: Path | None) -> None:
    """Build the tables named, or all that are missing.

    A build that is interrupted goes on where it stopped when it is asked for again.
    """
    from tavli.evaluation.tables.file import TableError

    place = _place(folder)
    for recipe in _recipes(names):
        state = _state(recipe, place)["state"]
        if state == "built" and not again:
            click.echo(f"{recipe.name} is there; --again builds it anew")
            continue
        try:
            _build(recipe, place)
        except TableError as error:
            raise click.ClickException(str(error)) from error


@tables.command("list")
@_json
@_folder
def list_tables(*, as_json: bool, folder: Path | None) -> None:
    """Say which tables there are, and which of them are built."""
    place = _place(folder)
    for recipe in _recipes(()):
        state = _state(recipe, place)
        if as_json:
            click.echo(json.dumps(state))
            continue
        click.echo(f"{recipe.name:<12} {state['state']:<10} {recipe.summary}")
        click.echo(f"{'':<12} {state['note']}")
    if not as_json:
        click.echo(f"They are kept in {place}")


@tables.command()
@_names
@click.option(
    "--samples",
    type=click.IntRange(1, 100_000),
    default=200,
    show_default=True,
    help="How many positions of each are counted out once more.",
)
@options.seed()
@_folder
def check(names: Sequence[str], *, samples: int, seed: int, folder: Path | None) -> int:
    """Check the tables named, or all that are built, against the rules.

    The file is read whole, and positions drawn by chance are counted out again with
    the plays of the rules. The exit status is 1 if anything is wrong.
    """
    place = _place(folder)
    wrong = 0
    for recipe in _recipes(names):
        if not names and _state(recipe, place)["state"] == "missing":
            continue
        complaints = _complaints(recipe, place, random.Random(seed), samples)  # noqa: S311  # no secret
        wrong += bool(complaints)
        for complaint in complaints:
            click.echo(complaint)
        if not complaints:
            click.echo(f"{recipe.name}: {samples} positions are right")
    return 1 if wrong else 0


def _place(folder: Path | None) -> Path:
    from tavli.evaluation.tables.place import tables_folder

    return folder or tables_folder(os.environ)


def _recipes(names: Sequence[str]) -> "list[Recipe]":
    from tavli.evaluation.tables.catalogue import RECIPES

    for name in names:
        if name not in RECIPES:
            known = ", ".join(RECIPES)
            raise click.UsageError(f"the tables are {known}, not {name[:40]!r}")
    return [RECIPES[name] for name in names or RECIPES]


def _state(recipe: "Recipe", folder: Path) -> dict[str, Any]:
    """Return what is known of a table without reading its numbers."""
    from tavli.evaluation.tables.file import TableError, read_facts
    from tavli.evaluation.tables.place import table_path, unfinished_path

    path = table_path(folder, recipe.name)
    answer = {"table": recipe.name, "summary": recipe.summary, "path": str(path)}
    if path.exists():
        try:
            read_facts(path, recipe.name)
        except TableError as error:
            return {**answer, "state": "no use", "note": str(error)}
        size = path.stat().st_size
        note = f"{size / 1e6:.1f} MB"
        return {**answer, "state": "built", "bytes": size, "note": note}
    if unfinished_path(folder, recipe.name).exists():
        note = f"`tavli tables build {recipe.name}` goes on with it"
        return {**answer, "state": "unfinished", "note": note}
    note = f"takes {recipe.cost}"
    if recipe.is_small:
        note += "; built when it is first wanted"
    return {**answer, "state": "missing", "note": note}


def _build(recipe: "Recipe", folder: Path) -> None:
    """Build one table behind a progress bar."""
    from rich.console import Console
    from rich.progress import Progress

    from tavli.evaluation.tables.building import build_steps, is_kept

    share = 0.0
    try:
        with (
            Progress(console=Console(stderr=True)) as bar,
            closing(build_steps(recipe, folder)) as steps,
        ):
            task = bar.add_task(recipe.name, total=None)
            for reached in steps:
                share = reached.done / reached.total
                bar.update(task, total=reached.total, completed=reached.done)
    except KeyboardInterrupt:
        lost = (
            f"the next `tavli tables build {recipe.name}` goes on from there"
            if is_kept(recipe.build(), recipe)
            else "nothing of it is kept"
        )
        click.echo(f"stopped at {share:.0%} of {recipe.name}; {lost}", err=True)
        raise click.Abort from None
    click.echo(f"{recipe.name} is built")


def _complaints(
    recipe: "Recipe", folder: Path, rng: random.Random, samples: int
) -> list[str]:
    from tavli.evaluation.tables.building import load
    from tavli.evaluation.tables.checking import faults
    from tavli.evaluation.tables.file import TableError

    try:
        table = load(recipe, folder)
    except TableError as error:
        return [str(error)]
    return list(faults(table, rng, samples))
