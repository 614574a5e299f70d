"""Building tables, keeping them, and finding them again."""

import logging
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeGuard

from tavli.evaluation.tables.catalogue import Build, Recipe, Resumable, Table
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
    with suppress(OSError):
        written = table_path(folder, recipe.name).stat().st_mtime_ns
        try:
            return _loaded(recipe, folder, written)
        except TableError as error:
            command = f"`tavli tables build {recipe.name}` builds it anew"
            _LOG.warning("%s; %s", error, "built anew" if recipe.is_small else command)
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


@lru_cache(maxsize=32)
def _loaded(recipe: Recipe, folder: Path, written: int) -> Table:
    """Return the table that was *written* at this time: games share one."""
    del written
    return load(recipe, folder)


def build_steps(recipe: Recipe, folder: Path) -> Generator[Reached, None, None]:
    """Build the table of *recipe* into *folder*, saying after each step how far it is.

    A long build that ends early, by an exception or by the caller's going away, leaves
    what it has for the next, if it `is_kept`.

    Raises:
        TableError: the folder can't be written to.
    """
    build = recipe.build()
    if is_kept(build, recipe):
        yield from _with_saves(recipe, build, unfinished_path(folder, recipe.name))
    else:
        yield from _steps(build)
    write_table(table_path(folder, recipe.name), recipe.name, build.tensors())
    with suppress(OSError):
        unfinished_path(folder, recipe.name).unlink(missing_ok=True)


def is_kept(build: Build, recipe: Recipe) -> TypeGuard[Resumable]:
    """Whether a build that is interrupted goes on where it was."""
    return not recipe.is_small and isinstance(build, Resumable)


def _steps(build: Build) -> Iterator[Reached]:
    yield Reached(build.reached, build.total)
    while build.reached < build.total:
        build.advance()
        yield Reached(build.reached, build.total)


def _with_saves(
    recipe: Recipe, build: Resumable, unfinished: Path
) -> Generator[Reached, None, None]:
    """Take the steps of *build*; go on from *unfinished*, and leave the rest there."""
    _take_up(build, recipe, unfinished)
    saved = build.reached
    try:
        for reached in _steps(build):
            if reached.done - saved > reached.total // _PARTS:
                write_table(unfinished, recipe.name, build.tensors())
                saved = reached.done
            yield reached
    except BaseException:
        if saved < build.reached < build.total:
            write_table(unfinished, recipe.name, build.tensors())
        raise


def _take_up(build: Resumable, recipe: Recipe, unfinished: Path) -> None:
    """Go on from the file *unfinished*, if it is there and of use."""
    if not unfinished.exists():
        return
    try:
        build.resume(read_table(unfinished, recipe.name).tensors)
    except TableError as error:
        _LOG.warning("%s; the build starts anew", error)
