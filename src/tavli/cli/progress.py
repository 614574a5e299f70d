"""One line of progress on a terminal, written over again and again."""

import sys
from typing import Final

import click

_WIDTH: Final = 50


def tell(text: str) -> None:
    """Show *text* in place of what was told before, if somebody looks on."""
    if sys.stderr.isatty():
        click.echo(f"\r{text:<{_WIDTH}}", err=True, nl=False)


def told_all() -> None:
    """End the line."""
    if sys.stderr.isatty():
        click.echo(err=True)
