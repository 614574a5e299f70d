"""`tavli serve`: the house, in one process."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tavli.cli.paths import NamedPath

if TYPE_CHECKING:
    from rich.progress import Progress

    from tavli.server.place import Place

DATA: Final = Path("tavli-data")
"""Where a server keeps its key and its database unless told otherwise."""

_LARGEST_PORT: Final = 65535
_MOST_WORKERS: Final = 64
_PREPARING: Final = "Preparing {}"


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on."
)
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, _LARGEST_PORT),
    help="Port to listen on; 0 takes a free one.",
)
@click.option(
    "--data",
    default=DATA,
    show_default=True,
    type=NamedPath(),
    help="Folder of the key and the database; made if missing.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Address under which browsers reach a proxy in front, such as"
    " https://tavli.example; may be repeated.",
)
@click.option(
    "--workers",
    default=None,
    type=click.IntRange(1, _MOST_WORKERS),
    help="Processes that think for the computer; one for each two cores by default.",
)
def serve(
    host: str, port: int, data: Path, origins: tuple[str, ...], workers: int | None
) -> None:
    """Serve the house where people play, in a browser.

    With --host 0.0.0.0 other devices on the network can join: the link and its QR
    code are printed. Stop with Ctrl-C.
    """
    from tavli.server.origin import read_link
    from tavli.server.place import Place
    from tavli.server.running import listen, run

    links = tuple(read_link(origin) for origin in origins)
    wanted = Place(folder=data.resolve(), host=host, port=port, links=links)
    listener = listen(wanted)
    place = wanted.at_port(listener.getsockname()[1])
    count = workers or max(1, (os.cpu_count() or 1) // 2)
    with _preparations() as preparing:
        task = preparing.add_task(_PREPARING.format("players"), total=None)

        def tell(done: int, total: int, what: str) -> None:
            preparing.update(
                task, description=_PREPARING.format(what), completed=done, total=total
            )

        def open_up() -> None:
            preparing.stop()
            _announce(place)

        run(place, listener, workers=count, tell=tell, when_ready=open_up)


def _preparations() -> "Progress":
    """Return the bar that a first start fills, while everything is compiled."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _announce(place: "Place") -> None:
    click.echo(f"tavli is open at {place.address}")
    if place.shared_address is not None:
        click.echo(f"On another device open {place.shared_address}")
        _print_qr(place.shared_address)
    click.echo(f"Data is kept in {place.folder}. Stop with Ctrl-C.")


def _print_qr(address: str) -> None:
    import segno

    segno.make(address, error="l").terminal(compact=True)
