"""Files of text that are written whole or not at all."""

from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> Path:
    """Write *text* to *path*; what stood there stays until the new one is whole."""
    draft = path.with_name(path.name + ".new")
    # A name that a file brought may hold half a sign of two, which no file can.
    content = text.encode("utf-8", errors="replace")
    try:
        draft.write_bytes(content)
        return draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
