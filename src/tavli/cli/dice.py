"""`tavli dice`: check the dice of finished matches."""

import sys
from pathlib import Path

import click

from tavli.cli.paths import NamedPath


@click.group()
def dice() -> None:
    """Check the dice of a finished match."""


@dice.command()
@click.argument("record", type=NamedPath("a file", exists=True, dir_okay=False))
def verify(record: Path) -> None:
    """Recompute every throw of RECORD from its secret and its seeds.

    The exit status is 1 if the record doesn't prove its dice or a throw differs.
    """
    from tavli.formats.dice_proof import ProofError, check_dice
    from tavli.formats.errors import RecordError
    from tavli.formats.record import read_file

    try:
        rolls = check_dice(read_file(record))
    except (RecordError, ProofError) as fault:
        raise click.ClickException(f"{record}: {fault}") from fault
    wrong = [roll for roll in rolls if not roll.is_right]
    for roll in wrong:
        click.echo(
            f"{record}, line {roll.line}: roll {roll.index} of game {roll.game} is"
            f" recorded as {roll.thrown}, but the secret gives {roll.proven}."
        )
    if wrong:
        sys.exit(1)
    if not rolls:
        click.echo(f"{record}: no dice were thrown: there is nothing to check.")
        return
    click.echo(f"{record}: all {len(rolls)} throws come from the promised secret.")
