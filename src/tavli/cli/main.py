"""The command `tavli`: one lazily imported subcommand a file."""

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Final, NamedTuple, cast

import click

from tavli import __version__


class Subcommand(NamedTuple):
    """What `tavli --help` says of a subcommand without importing it."""

    summary: str
    example: str


SUBCOMMANDS: Final = {
    "serve": Subcommand(
        "Serve the house where people play, in a browser.",
        "tavli serve --host 0.0.0.0 --port 8000",
    ),
    "play": Subcommand(
        "Play in the terminal, against the computer or each other.",
        "tavli play plakoto",
    ),
    "legal": Subcommand(
        "Answer positions on standard input with every legal play.",
        'echo "fevga 24:15 24:15 w dice=6-5" | tavli legal',
    ),
    "perft": Subcommand(
        "Count the positions that lie a few rolls ahead.",
        "tavli perft portes --depth 2",
    ),
    "position": Subcommand(
        "Check a position, draw its board and give its other texts.",
        "tavli position plakoto 24:14,17:1 24:14,8x w",
    ),
    "replay": Subcommand(
        "Replay records of matches and report what is wrong in them.",
        "tavli replay match.tavli old-match.mat",
    ),
    "convert": Subcommand(
        "Turn records of matches from one format into another.",
        "tavli convert old-match.sgf match.mat",
    ),
    "dice": Subcommand(
        "Check the dice of a finished match.",
        "tavli dice verify match.tavli",
    ),
    "train": Subcommand(
        "Teach a net by letting it play itself.",
        "tavli train plakoto",
    ),
    "tables": Subcommand(
        "Build, list and check the tables of exact chances.",
        "tavli tables build",
    ),
    "arena": Subcommand(
        "Let two engines play each other on the same dice.",
        "tavli arena baseline random --game plakoto --games 200",
    ),
    "engine": Subcommand(
        "Answer questions of other programs about plays, chances and the cube.",
        "tavli engine < questions.jsonl",
    ),
    "analyse": Subcommand(
        "Grade every play of recorded matches, and tell luck from skill.",
        "tavli analyse match.mat --html report.html",
    ),
    "rollout": Subcommand(
        "Play a position on many times, and say what it is worth.",
        "tavli rollout portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w dice=3-1",
    ),
    "openings": Subcommand(
        "Show the best play of every first roll, and the next best.",
        "tavli openings fevga --roll 6-5 --trials 144",
    ),
    "met": Subcommand(
        "Work out the chances of winning a match at each score.",
        "tavli met table tavli --to 5",
    ),
    "backup": Subcommand(
        "Copy the database of a running server.",
        "tavli backup --data tavli-data copy.sqlite3",
    ),
}


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        module = import_module(f"tavli.cli.{cmd_name}")
        return cast("click.Command", getattr(module, cmd_name))

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, known.summary) for name, known in SUBCOMMANDS.items()]
            )
        with formatter.section("Examples"):
            for known in SUBCOMMANDS.values():
                formatter.write_text(known.example)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tavli")
def tavli() -> None:
    """Play and study the Greek backgammon games: portes, plakoto, fevga, backgammon."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `tavli` and exit with its status; a mistake is one sentence, no traceback."""
    _mend_streams()
    # Products of small matrices are slowed down tenfold by threads that share them;
    # where there is work for several processors, processes share it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(_status(arguments))


def _mend_streams() -> None:
    """Stand in for streams that the caller closed, and let any sign be written."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115  # stays
            setattr(sys, name, stream)
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")


def _status(arguments: Sequence[str] | None) -> int:
    try:
        status = tavli.main(arguments, prog_name="tavli", standalone_mode=False)
        sys.stdout.flush()  # a closed pipe shows itself here, not at exit
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        click.echo(err=True)  # the prompt's line ends where Ctrl-C was pressed
        return 130
    except Exception as error:
        return _status_of(error)
    return status if isinstance(status, int) else 0


def _status_of(error: Exception) -> int:
    """Say what went wrong, or let a fault of ours show itself whole."""
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        _forget_standard_output()
        return 1
    if isinstance(error, OSError):
        click.echo(f"tavli: {_sentence(error)}", err=True)
        return 1
    if type(error).__module__.startswith("tavli."):  # our errors are sentences
        click.echo(f"tavli: {error}", err=True)
        return 1
    raise error


def _sentence(error: OSError) -> str:
    what = error.strerror or str(error)
    if error.filename:
        return f"{error.filename}: {what}"
    # Files name themselves when a disk is full; what a shell has opened can't.
    return f"standard output: {what}" if error.errno == errno.ENOSPC else what


def _forget_standard_output() -> None:
    """Keep Python from flushing into a pipe that nobody reads any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
