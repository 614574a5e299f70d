"""The real matches that tests replay: those kept here, and all of them if at hand."""

from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = HERE / "data" / "matches"
ALL = HERE.parents[1] / "shared" / "data" / "matches"
"""A larger collection beside the repository; not everybody has it."""


def kept_matches() -> list[Path]:
    """The match texts that a clone carries."""
    return sorted(KEPT.glob("*.mat"))


def all_matches() -> list[Path]:
    """The larger collection; empty where it isn't there."""
    return sorted(ALL.glob("*.mat"))
