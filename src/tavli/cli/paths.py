"""Paths as arguments of commands."""

import os
from pathlib import Path
from typing import Any

import click


class NamedPath(click.Path):
    """A path; an empty text, such as of a variable that isn't set, is none.

    It would be taken for the folder that the command runs in. The caller is asked to
    name *what* instead.
    """

    def __init__(
        self,
        what: str = "a folder",
        *,
        exists: bool = False,
        file_okay: bool = True,
        dir_okay: bool = True,
    ) -> None:
        super().__init__(
            exists=exists, path_type=Path, file_okay=file_okay, dir_okay=dir_okay
        )
        self._what = what

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """Return the path that *value* names."""
        if not os.fspath(value):
            self.fail(f"name {self._what}; an empty text is none.", param, ctx)
        return Path(os.fsdecode(super().convert(value, param, ctx)))
