"""Lines of a stream, none of them longer than is good for us."""

from collections.abc import Iterator
from typing import BinaryIO


def bounded_lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yield the lines of *stream*; of one longer than *most*, only *most* + 1 bytes.

    The rest of such a line is skipped, so that the next one is read from its start.
    """
    while line := stream.readline(most + 2):
        yield line.rstrip(b"\r\n")[: most + 1]
        while not line.endswith(b"\n") and len(line) == most + 2:
            line = stream.readline(most + 2)
