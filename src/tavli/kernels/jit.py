"""The only use of Numba's decorator, typed so that strict checking survives it."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba
import numba.extending

_P = ParamSpec("_P")
_R = TypeVar("_R")


def kernel(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Compile *function*, without Python objects, and keep the code on disk."""
    compiled: Callable[_P, _R] = numba.njit(cache=True, nogil=True)(function)
    return compiled


def either(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Leave *function* to Python when Python calls it; kernels compile it."""
    registered: Callable[_P, _R] = numba.extending.register_jitable(function)
    return registered
