"""What the processes of the study desk load before anything is asked of them."""

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


def load_readers() -> None:
    """Load the code that reads files, which needs no kernels and no nets."""
    import_module("tavli.server.study.file_job")
