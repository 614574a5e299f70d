"""A file or a folder that one command at a time works on."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click


@contextmanager
def alone(place: Path | None) -> Iterator[None]:
    """Hold the folder or file at *place*, if one is named, for this process.

    Two that write there would spoil what each other keeps. A file that is missing is
    made. The system lets go of it if we are killed.

    Raises:
        click.ClickException: another process holds it.
    """
    if place is None:
        yield
        return
    is_folder = place.is_dir()
    held = os.open(place, os.O_RDONLY if is_folder else os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _hold(held):
            kind = "folder" if is_folder else "file"
            raise click.ClickException(
                f"another tavli works on {place}: wait until it ends, or name another "
                f"{kind}"
            )
        yield
    finally:
        os.close(held)


def _hold(opened: int) -> bool:
    """Return whether nobody else holds what is *opened*."""
    try:
        import fcntl
    except ImportError:  # Windows has none, and works unguarded
        return True
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # nor has every network's file system
        return True
    return True
