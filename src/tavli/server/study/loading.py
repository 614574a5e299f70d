"""What the processes of the study desk load before anything is asked of them."""

import gc
from importlib import import_module
from typing import Final

_THINKING: Final = (
    "tavli.analysis.study",
    "tavli.analysis.workshop",
    "tavli.engine.advising",
    "tavli.search.rollout",
)

_MADE_BEFORE_A_LOOK: Final = 50_000
"""Objects that a reader makes before it looks for garbage; Python says 700."""


def load() -> None:
    """Load the code that thinks; kernels and nets come with the first question."""
    for module in _THINKING:
        import_module(module)


def load_readers() -> None:
    """Load the code that reads files, which needs no kernels and no nets.

    Positions and plays hold no cycles: looking for garbage among them seldom saves a
    fifth of the time that a match takes.
    """
    import_module("tavli.server.study.file_job")
    gc.freeze()
    gc.set_threshold(_MADE_BEFORE_A_LOOK)
