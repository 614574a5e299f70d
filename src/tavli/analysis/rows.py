"""An analysis as rows for a spreadsheet: one for each decision and each throw."""

from collections.abc import Iterator
from typing import Final

from tavli.analysis.entry import Decision, Entry
from tavli.analysis.study import Study

Row = dict[str, int | str | float]
"""One line, by the names of its columns."""

_PLACES: Final = 6
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def rows_of(study: Study) -> Iterator[Row]:
    """Yield the entries of *study* in order, each with where it belongs."""
    for game in study.games:
        for entry, value in zip(game.entries, game.curve, strict=True):
            yield {
                "match": _harmless(study.header.match),
                "game": game.story.number,
                "variant": game.story.ruleset.key,
                **_entry(study, entry),
                "white_value_after": round(value, _PLACES),
                "unit": game.unit.value,
                **_decision(entry),
            }


def _entry(study: Study, entry: Entry) -> Row:
    chance = entry.cost.chance
    return {
        "event": entry.moment,
        "turn": entry.turn,
        "player": _harmless(study.name(entry.player)),
        "kind": entry.kind.value if isinstance(entry, Decision) else "luck",
        "dice": "" if entry.dice is None else str(entry.dice),
        "depth": study.depth.name,
        "points": round(entry.cost.points, _PLACES),
        "chance": "" if chance is None else round(chance, _PLACES),
        "value": round(entry.cost.value, _PLACES),
    }


def _decision(entry: Entry) -> Row:
    if not isinstance(entry, Decision):
        blank = ("made", "best", "mark", "counts", "phase", "cube", "plays")
        return dict.fromkeys(blank, "")
    return {
        "made": entry.made,
        "best": entry.best,
        "mark": entry.mark.value,
        "counts": int(entry.counts),
        "phase": entry.phase.value,
        "cube": entry.cube,
        "plays": entry.plays,
    }


def _harmless(name: str) -> str:
    """Return a *name* that a file brought so that no spreadsheet reckons with it."""
    return f"'{name}" if name.startswith(_FORMULA) else name
