"""`tavli engine`: the house's judgement for other programs."""

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable


@click.command()
@click.option(
    "--ubgi",
    is_flag=True,
    help="Speak UBGI, the Universal Backgammon Interface, instead of JSON.",
)
def engine(*, ubgi: bool) -> int:
    """Answer questions about positions on standard input, one a line.

    Each question and each answer is one JSON object on one line; docs/protocol.md
    describes them. An answer follows for every question, also if it is only why
    there is none. The end of the input ends the engine.
    """
    from tavli.engine.lines import bounded_lines

    stdin = sys.stdin.buffer
    try:
        if ubgi:
            from tavli.engine.ubgi import LONGEST_COMMAND, Ubgi

            _write(Ubgi().replies(bounded_lines(stdin, LONGEST_COMMAND)))
        else:
            from tavli.engine.analyst import house_analyst
            from tavli.engine.session import LONGEST_QUESTION, Session

            session = Session(house_analyst())
            _write(session.answers(bounded_lines(stdin, LONGEST_QUESTION)))
    except KeyboardInterrupt:
        return 130
    return 0


def _write(lines: "Iterable[bytes]") -> None:
    for line in lines:
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
