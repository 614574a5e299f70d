"""What a command says that Ctrl-C has broken off."""

from pathlib import Path
from typing import Final

import click

INTERRUPTED: Final = 130
"""The exit status of a command that was broken off."""


def broken_off(keep: Path | None) -> int:
    """Say where what was played is now, and return the exit status."""
    kept = f"kept in {keep}" if keep else "lost: --keep keeps it"
    click.echo(f"\ntavli: broken off; what was played is {kept}", err=True)
    return INTERRUPTED
