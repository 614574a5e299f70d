"""What a run keeps, so that it can go on another day."""

from io import BytesIO
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Final
from warnings import catch_warnings

import numpy as np
import torch

from tavli.search.whole import write_whole

VERSION: Final = 1
_DAMAGE: Final = (EOFError, UnpicklingError)

Kept = dict[str, Any]
"""Texts, numbers, tensors and arrays, in dicts and lists."""


class CheckpointError(ValueError):
    """A checkpoint that can't be used; the message names it and says why."""


def write_checkpoint(path: Path, kept: Kept) -> None:
    """Write *kept* to *path*; what stood there stays until the new one is whole."""
    content = BytesIO()  # the library's own words for a full disk say nothing
    torch.save({"version": VERSION, **_as_tensors(kept)}, content)
    write_whole(path, content.getvalue())


def read_checkpoint(path: Path) -> Kept:
    """Return what was kept at *path*; its tensors of workers as tensors still.

    Raises:
        CheckpointError: it can't be read, is damaged, or of another version.
    """
    try:
        with catch_warnings(action="ignore"):  # a damaged file may look like anything
            # A checkpoint is data: nothing in it may be run.
            kept: Kept = torch.load(path, weights_only=True)
        version = kept["version"]
    except OSError as error:
        raise CheckpointError(
            f"the checkpoint {path} can't be read: {error.strerror}"
        ) from error
    except (RuntimeError, LookupError, TypeError, ValueError, *_DAMAGE) as error:
        raise CheckpointError(
            f"{path} can't be read: it is damaged, or no checkpoint of a run; remove "
            "it, or take another folder"
        ) from error
    if version != VERSION:
        raise CheckpointError(f"{path} is of version {version!r:.20}, not {VERSION}")
    return kept


def as_arrays(state: Kept) -> dict[str, np.ndarray[Any, Any]]:
    """Return the tensors of a worker's *state* as the arrays they were."""
    return {name: value.numpy() for name, value in state.items()}


def _as_tensors(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return torch.from_numpy(value.copy(order="C"))
    if isinstance(value, dict):
        return {key: _as_tensors(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_tensors(item) for item in value]
    return value
