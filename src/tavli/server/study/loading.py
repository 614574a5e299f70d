"""What a process of the study desk loads before anything is asked of it."""

from importlib import import_module
from typing import Final

_THINKING: Final = (
    "tavli.analysis.study",
    "tavli.analysis.workshop",
    "tavli.engine.advising",
    "tavli.search.rollout",
)


def load() -> None:
    """Load the code that thinks; kernels and nets come with the first question."""
    for module in _THINKING:
        import_module(module)
