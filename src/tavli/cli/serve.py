"""`tavli serve`: the house, in one process."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from tavli.server.place import Place

DATA: Final = Path("tavli-data")
"""Where a server keeps its key and its database unless told otherwise."""

_LARGEST_PORT: Final = 65535


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
    type=click.Path(path_type=Path),
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
def serve(host: str, port: int, data: Path, origins: tuple[str, ...]) -> None:
    """Serve the house where people play, in a browser.

    With --host 0.0.0.0 other devices on the network can join: the link and its QR
    code are printed. Stop with Ctrl-C.
    """
    from tavli.server.place import Place, read_link
    from tavli.server.running import listen, run

    links = tuple(read_link(origin) for origin in origins)
    wanted = Place(folder=data.resolve(), host=host, port=port, links=links)
    listener = listen(wanted)
    place = wanted.at_port(listener.getsockname()[1])
    run(place, listener, when_ready=lambda: _announce(place))


def _announce(place: "Place") -> None:
    click.echo(f"tavli is open at {place.address}")
    if place.shared_address is not None:
        click.echo(f"On another device open {place.shared_address}")
        _print_qr(place.shared_address)
    click.echo(f"Data is kept in {place.folder}. Stop with Ctrl-C.")


def _print_qr(address: str) -> None:
    import segno

    segno.make(address, error="l").terminal(compact=True)
