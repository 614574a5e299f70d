"""Building tables, keeping them, and finding them again."""

import logging
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tavli.evaluation.tables.catalogue import Build, Recipe, Table
from tavli.evaluation.tables.file import TableError, read_table, write_table
from tavli.evaluation.tables.place import table_path, unfinished_path

_LOG: Final = logging.getLogger(__name__)

_PARTS: Final = 10
"""A long build is saved so many times on its way."""


class Reached(NamedTuple):
    """How far a build is, in steps of its own."""

    done: int
    total: int


def load(recipe: Recipe, folder: Path) -> Table:
    """Return the table of *recipe* from *folder*.

    Raises:
        TableError: it is not there, or is no use; the message says why.
    """
    path = table_path(folder, recipe.name)
    stored = read_table(path, recipe.name)
    try:
        return recipe.load(stored.tensors)
    except TableError as error:
        raise TableError(f"{path} is no table of this kind: {error}") from error


def ready(recipe: Recipe, folder: Path) -> Table | None:
    """Return the table of *recipe*, built now if it is small, None if it isn't there.

    A file that is no use is named in the log and passed over; a folder that can't be
    written to costs the building again, not the table.
    """
    if table_path(folder, recipe.name).exists():
        try:
            return load(recipe, folder)
        except TableError as error:
            _LOG.warning("%s", error)
    if not recipe.is_small:
        return None
    build = recipe.build()
    while build.reached < build.total:
        build.advance()
    try:
        write_table(table_path(folder, recipe.name), recipe.name, build.tensors())
    except TableError as error:
        _LOG.warning("%s; it will be built again", error)
    return recipe.load(build.tensors())


def build_steps(recipe: Recipe, folder: Path) -> Generator[Reached, None, None]:
    """Build the table of *recipe* into *folder*, saying after each step how far it is.

    What an earlier build left unfinished is used. One that ends early, by an
    exception or by the caller's going away, leaves what it has for the next.

    Raises:
        TableError: the folder can't be written to.
    """
    build = recipe.build()
    unfinished = unfinished_path(folder, recipe.name)
    _take_up(build, recipe, unfinished)
    saved = build.reached
    yield Reached(build.reached, build.total)
    try:
        while build.reached < build.total:
            build.advance()
            if not recipe.is_small and build.reached - saved > build.total // _PARTS:
                write_table(unfinished, recipe.name, build.tensors())
                saved = build.reached
            yield Reached(build.reached, build.total)
    except BaseException:
        if not recipe.is_small and saved < build.reached < build.total:
            write_table(unfinished, recipe.name, build.tensors())
        raise
    write_table(table_path(folder, recipe.name), recipe.name, build.tensors())
    with suppress(OSError):
        unfinished.unlink(missing_ok=True)


def _take_up(build: Build, recipe: Recipe, unfinished: Path) -> None:
    """Go on from the file *unfinished*, if it is there and of use."""
    if not unfinished.exists():
        return
    try:
        build.resume(read_table(unfinished, recipe.name).tensors)
    except TableError as error:
        _LOG.warning("%s; the build starts anew", error)
