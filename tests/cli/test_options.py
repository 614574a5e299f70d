"""Options that several subcommands have."""

from collections.abc import Iterator

import click
import pytest

from tavli.cli.main import tavli
from tavli.cli.options import Share


def commands(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """Yield *command* with those under it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(f"{path} {name}", below)


NUMBERS = [
    pytest.param(one.type, id=f"{path} {one.opts[0]}")
    for path, command in commands("tavli", tavli)
    for one in command.params
    if isinstance(one.type, click.types.FloatParamType)
]


@pytest.mark.parametrize("text", ["nan", "-nan", "NaN"])
@pytest.mark.parametrize("kind", NUMBERS)
def test_no_number_of_any_command_is_none(kind, text):
    with pytest.raises(click.BadParameter):
        kind(text)


@pytest.mark.parametrize("text", ["nan", "inf", "-0.1", "1.1", "x"])
def test_a_share_is_a_number_from_0_to_1(text):
    assert [Share()(good) for good in ("0", "0.25", "1", "1e-3")] == [0, 0.25, 1, 1e-3]
    with pytest.raises(click.BadParameter):
        Share()(text)
