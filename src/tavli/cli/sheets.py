"""Rows of figures as text for other programs, and as files."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tavli.search.whole import write_whole

Row = dict[str, int | str | float]
"""One line of a sheet, by the names of its columns."""


def as_csv(rows: Sequence[Row]) -> str:
    """Return *rows*, of which there is one at least, with a head line."""
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write_sheets(folder: Path, name: str, texts: Mapping[str, str]) -> Iterator[Path]:
    """Write each of *texts*, by the ending of its file; yield what was written."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending, text in texts.items():
        yield write_whole(folder / f"{name}.{ending}", text)
