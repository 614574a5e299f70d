"""Tails as arrays in files, and back: checked, since compiled code trusts them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.tables.file import TableError, Tensors
from tavli.kernels.race import Tails
from tavli.kernels.race_build import MOST_ROLLS


def tails_to(
    name: str, tails: Tails, built: int | None = None
) -> Mapping[str, NDArray[Any]]:
    """Return the arrays of the first *built* states, or of all, under *name*."""
    count = len(tails.sure) if built is None else built
    return {
        f"{name}.starts": tails.starts[: count + 1],
        f"{name}.sure": tails.sure[:count],
        f"{name}.values": tails.values[: tails.starts[count]],
    }


def tails_from(name: str, tensors: Tensors) -> Tails:
    """Return the tails that stand under *name*.

    Raises:
        KeyError: an array is missing.
        TableError: their parts don't fit each other.
    """
    starts = flat(tensors[f"{name}.starts"], np.int64)
    sure = flat(tensors[f"{name}.sure"], np.int8)
    values = flat(tensors[f"{name}.values"], np.float32)
    if len(starts) != len(sure) + 1 or starts[0] != 0 or starts[-1] != len(values):
        raise TableError(f"the parts of its {name!r} don't fit each other")
    lengths = np.diff(starts)
    if len(lengths) and not 0 <= lengths.min() <= lengths.max() <= MOST_ROLLS:
        raise TableError(f"its {name!r} has an impossible number of rolls")
    return Tails(starts, sure, values)


def flat(array: NDArray[Any], dtype: type[np.generic]) -> NDArray[Any]:
    """Return a view of *array* that can't be written to: one type for the kernels.

    Raises:
        TableError: it is of another type or shape.
    """
    if array.ndim != 1 or array.dtype != dtype:
        raise TableError(f"it holds {array.dtype} where {dtype.__name__} is wanted")
    view = array.view()
    view.flags.writeable = False
    return view
