"""A rollout in words, for formats that have a place for comments and none for it."""

from tavli.formats.record_rollout import RecordedRollout, RolledRow, Stop, Unit

_NAMES = {"": "the position", "no_double": "no double", "double_take": "double, take"}


def in_words(found: RecordedRollout) -> str:
    """Return *found* as one sentence, with the settings that make it again."""
    rows = "; ".join(_row(row) for row in found.rows)
    return f"Rollout by {found.by}: {_settings(found)}: {rows}{_price(found)}"


def _settings(found: RecordedRollout) -> str:
    trials = f"{found.trials:,}"
    if found.trials < found.wanted:
        trials += f" of {found.wanted:,}"
    parts = [
        f"{trials} trials "
        + (f"of {found.turns} turns" if found.turns else "to the end"),
        "with the cube" if found.cube else "without a cube",
        f"seed {found.seed}",
    ]
    if found.stopped is Stop.ERROR:
        parts.append(f"stopped at {found.aim:g}")
    elif found.stopped is Stop.TIME:
        parts.append("stopped by the clock")
    is_match = found.unit is Unit.MATCH
    parts.append("in chances of the match from -1 to 1" if is_match else "in points")
    return ", ".join(parts)


def _row(row: RolledRow) -> str:
    text = f"{_NAMES.get(row.play, row.play)} {row.value:+z.4f} ± {row.error:.4f}"
    return f"{text} ({row.jsd:.1f} JSD)" if row.behind else text


def _price(found: RecordedRollout) -> str:
    return "" if found.price is None else f"; double, pass {found.price:+.4f}"
