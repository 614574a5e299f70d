"""Options that several subcommands have, each said once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isnan
from typing import Any, Final, TypeVar

import click

from tavli.cli.outputs import OutputFile, OutputFolder
from tavli.cluster.machines import Machines

_LARGEST_SEED: Final = 2**63 - 1
_MOST_PROCESSES: Final = 256
_MOST_TRIALS: Final = 10_000_000
_MOST_CANDIDATES: Final = 50

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Share(click.FloatRange):
    """A number from 0 to 1; one that isn't a number lies within no bounds, either."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number that *value* writes."""
        number = float(super().convert(value, param, ctx))
        if isnan(number):
            self.fail(f"{value} is no number from 0 to 1", param, ctx)
        return number


def seed(default: int = 1) -> Callable[[_Command], _Command]:
    """Let the caller fix what is left to chance."""
    return click.option(
        "--seed",
        type=click.IntRange(0, _LARGEST_SEED),
        default=default,
        show_default=True,
        help="What chance follows from: the same seed, the same result.",
    )


def candidates(default: int) -> Callable[[_Command], _Command]:
    """Let the caller bound how many plays of a roll are compared."""
    return click.option(
        "--candidates",
        type=click.IntRange(1, _MOST_CANDIDATES),
        default=default,
        show_default=True,
        help="How many plays of a roll are rolled out, at most.",
    )


trials: Final = click.option(
    "--trials",
    type=click.IntRange(1, _MOST_TRIALS),
    default=1296,
    show_default=True,
    help="How many games each position is played on; whole blocks of 144.",
)
processes: Final = click.option(
    "--processes",
    type=click.IntRange(1, _MOST_PROCESSES),
    default=1,
    show_default=True,
    help="How many processors to use; the result is the same.",
)
cluster: Final = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the machines of a Ray cluster; local is one of this machine alone.",
)
out_folder: Final = click.option(
    "--out",
    type=OutputFolder(),
    metavar="FOLDER",
    help="Write GAME.csv and GAME.json into FOLDER.",
)
keep_file: Final = click.option(
    "--keep",
    type=OutputFile(),
    metavar="FILE",
    help="Keep what was played in FILE, and go on from what it keeps.",
)
keep_folder: Final = click.option(
    "--keep",
    type=OutputFolder(),
    metavar="FOLDER",
    help="Keep what was played in FOLDER, and go on from what it keeps.",
)
as_json: Final = click.option(
    "--json", "as_json", is_flag=True, help="Answer with one JSON object."
)
house_rules: Final = click.option(
    "--option",
    "house_rules",
    multiple=True,
    metavar="KEY=VALUE",
    help="A house rule, such as plakoto.mother_points=1; as often as needed.",
)


def read_house_rules(options: Sequence[str]) -> dict[str, str]:
    """Return the values of `--option` by their keys.

    Raises:
        UsageError: one has no value, or there are two for a key.
    """
    chosen: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or key in chosen:
            raise click.UsageError(
                f"an option is given once, like KEY=VALUE, not {option[:60]!r}"
            )
        chosen[key] = value
    return chosen


@contextmanager
def machines_of(address: str | None, cores: int) -> Iterator[Machines | None]:
    """Connect to what `--cluster` names; None where it names nothing.

    A cluster of this machine alone has so many *cores*.

    Raises:
        ClusterError: nobody answers there.
    """
    if address is None:
        yield None
        return
    with Machines(address, cores) as machines:
        yield machines
