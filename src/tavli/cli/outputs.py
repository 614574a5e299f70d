"""What a command writes at its end; what is in the way is said before the work."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from tavli.cli.paths import NamedPath


class OutputFile(NamedPath):
    """A file that can be made or written over."""

    def __init__(self) -> None:
        super().__init__("a file", dir_okay=False)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """Return the path that *value* names."""
        path = super().convert(value, param, ctx)
        if path.exists() and not path.is_file():
            self.fail(f"{path} is no plain file: name another", param, ctx)
        if not path.parent.is_dir():
            sentence = f"there is no folder {path.parent}: make it first"
            self.fail(sentence, param, ctx)
        if not _can_be_written(path.parent):
            self.fail(_closed(path.parent), param, ctx)
        return path


class OutputFolder(NamedPath):
    """A folder that can be written in, or made with those above it."""

    def __init__(self) -> None:
        super().__init__(file_okay=False)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """Return the path that *value* names."""
        path = super().convert(value, param, ctx)
        there = next(one for one in (path, *path.parents) if one.exists())
        if not there.is_dir():
            self.fail(f"{there} is no folder: name another", param, ctx)
        if not _can_be_written(there):
            self.fail(_closed(there), param, ctx)
        return path


def keep_apart(outputs: Mapping[str, Path | None], read: Sequence[Path]) -> None:
    """See that nothing is written over what is *read*, or over another output.

    The *outputs* stand under what the user knows them by.

    Raises:
        click.UsageError: something would be.
    """
    names: dict[Path, str] = {}
    for name, out in outputs.items():
        if out is None:
            continue
        if out.exists() and any(map(out.samefile, read)):
            raise click.UsageError(
                f"{out} is read, and is not written over: name another file"
            )
        first = names.setdefault(out.resolve(), name)
        if first != name:
            raise click.UsageError(
                f"{first} and {name} are one file, {out}: name another"
            )


def _can_be_written(folder: Path) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)


def _closed(folder: Path) -> str:
    return f"nothing can be written in {folder}: name another folder"
