"""Files that are written whole or not at all."""

from contextlib import suppress
from pathlib import Path
from secrets import token_hex


def write_whole(path: Path, content: str | bytes) -> Path:
    """Write *content* to *path*; what stood there stays until the new one is whole.

    What is no file, such as a pipe or a device, is not replaced but written to.
    """
    # No name that another file asked for could have, nor one that is too long.
    draft = path.with_name(f".{token_hex(8)}.new")
    if isinstance(content, str):
        # A name that a file brought may hold half a sign of two, which no file can.
        content = content.encode("utf-8", errors="replace")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return path
        draft.write_bytes(content)
        return draft.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        # Gone if it was put in place; what was broken off leaves nothing either.
        with suppress(OSError):
            draft.unlink(missing_ok=True)
