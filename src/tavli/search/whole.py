"""Files that are written whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

_MOST_LINKS: Final = 40
_SYSTEM: Final = (Path("/dev"), Path("/proc"))


def write_whole(path: Path, content: str | bytes) -> Path:
    """Write *content* to *path*; what stood there stays until the new one is whole.

    What is no file, such as a pipe or a device, is not replaced but written to. A link
    stays a link: the file behind it is written.
    """
    file = _file_behind(path)
    # No name that another file asked for could have, nor one that is too long.
    draft = (file or path).with_name(f".{token_hex(8)}.new")
    if isinstance(content, str):
        # A name that a file brought may hold half a sign of two, which no file can.
        content = content.encode("utf-8", errors="replace")
    try:
        with naming(path):
            if file is None or (file.exists() and not file.is_file()):
                path.write_bytes(content)
                return path
            draft.write_bytes(content)
            draft.replace(file)
    finally:
        # Gone if it was put in place; what was broken off leaves nothing either.
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return path


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let what goes wrong with *path* name it; a full disk by itself names nothing."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _file_behind(path: Path) -> Path | None:
    """Return where the links of *path* lead, or None if that is an open file.

    ``/dev/stdout`` leads to what the shell has opened, which must not be replaced.
    """
    for _ in range(_MOST_LINKS):
        if not path.is_symlink():
            return path
        folder = path.parent.resolve()
        if any(folder.is_relative_to(system) for system in _SYSTEM):
            return None
        path = folder / path.readlink()
    return None
