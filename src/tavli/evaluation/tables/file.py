"""Tables on disk: safetensors files with a header that says what they are."""

import json
import mmap
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

VERSION: Final = "1"
"""Of the format and of what the tables mean; a file of another one is built anew."""

_ABANDONED: Final = 3600.0
"""Seconds after which nobody writes a draft any more."""

Tensors = Mapping[str, NDArray[Any]]

_DTYPES: Final = {"F64": "<f8", "F32": "<f4", "I64": "<i8", "I8": "|i1"}


class TableError(ValueError):
    """A table that can't be used; the message names the file and says why."""


class TableFile(NamedTuple):
    """What a file holds: arrays, not writable, and facts about them as text."""

    tensors: Tensors
    facts: Mapping[str, str]


def write_table(
    path: Path, name: str, tensors: Tensors, facts: Mapping[str, str] | None = None
) -> None:
    """Write the table *name* to *path*, whole or not at all.

    Raises:
        TableError: the folder can't be written to, or the disk is full.
    """
    whole = {key: np.ascontiguousarray(array) for key, array in tensors.items()}
    header = {
        **(facts or {}),
        "tavli_table": VERSION,
        "name": name,
        "checksum": _checksum(whole),
    }
    # One name a process: two that build the same table don't meet.
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.touch()
        mode = (
            unfinished.stat().st_mode
        )  # the user's; the library lets nobody else read
        save_file(whole, unfinished, metadata=header)
        unfinished.chmod(mode)
        _drop_abandoned(path, unfinished.stat().st_mtime)
        unfinished.replace(path)
    except (OSError, SafetensorError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TableError(f"can't write the table {path}: {reason}") from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


def _drop_abandoned(path: Path, now: float) -> None:
    """Remove what processes that were killed had begun to write to *path*."""
    for draft in path.parent.glob(f"{path.name}.*.new"):
        with suppress(OSError):  # another process may be quicker
            if now - draft.stat().st_mtime > _ABANDONED:
                draft.unlink()


def read_table(path: Path, name: str) -> TableFile:
    """Map the table *name* from *path* into memory.

    Raises:
        TableError: it is not there, truncated, damaged, of another version, or a
            table of another name.
    """
    facts = read_facts(path, name)
    try:
        tensors = _mapped(path)
    except OSError as error:
        raise TableError(f"can't read the table {path}: {error.strerror}") from error
    except KeyError as error:
        raise TableError(f"{path} holds numbers of the kind {error}") from error
    if _checksum(tensors) != facts.get("checksum"):
        raise TableError(f"{path} is damaged: its checksum is not that of its numbers")
    return TableFile(tensors, facts)


def read_facts(path: Path, name: str) -> Mapping[str, str]:
    """Return what the header of the table *name* at *path* says, its numbers unread.

    Raises:
        TableError: as `read_table`, but for damage to the numbers.
    """
    try:
        with safe_open(path, framework="numpy") as opened:
            facts = dict(opened.metadata() or {})
    except FileNotFoundError as error:
        raise TableError(
            f"there is no {path}: `tavli tables build {name}` builds it"
        ) from error
    except OSError as error:
        reason = error.strerror or error
        raise TableError(f"can't read the table {path}: {reason}") from error
    except SafetensorError as error:
        raise TableError(f"{path} is truncated, or no table: {error}") from error
    _check_facts(path, name, facts)
    return facts


def _check_facts(path: Path, name: str, facts: Mapping[str, str]) -> None:
    version, found = facts.get("tavli_table"), facts.get("name")
    if version is None or found is None:
        raise TableError(f"{path} is not a table of tavli: its header names none")
    if version != VERSION:
        raise TableError(
            f"{path} is of version {version[:20]!r}; this release of tavli reads "
            f"{VERSION!r}"
        )
    if found != name:
        raise TableError(f"{path} is the table {found[:40]!r}, not {name!r}")


def _mapped(path: Path) -> Tensors:
    """Return the arrays of a file whose header the library has checked."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
        memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    tensors = {}
    for key, entry in header.items():
        if key == "__metadata__":
            continue
        first, last = (8 + size + offset for offset in entry["data_offsets"])
        dtype = np.dtype(_DTYPES[entry["dtype"]])
        flat = np.frombuffer(memory, dtype, (last - first) // dtype.itemsize, first)
        tensors[key] = flat.reshape(entry["shape"])
    return tensors


def _checksum(tensors: Tensors) -> str:
    total = 0
    for name in sorted(tensors):
        array = tensors[name]
        note = f"{name} {array.dtype.str} {array.shape}"
        total = zlib.crc32(note.encode(), total)
        total = zlib.crc32(array.reshape(-1).view(np.uint8).data, total)
    return f"{total:08x}"
