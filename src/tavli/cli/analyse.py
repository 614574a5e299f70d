"""`tavli analyse`: what was lost and what was luck in recorded matches."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tavli.cli import options
from tavli.cli.folders import leads_nowhere, look_through
from tavli.cli.interrupted import INTERRUPTED
from tavli.cli.outputs import OutputFile, keep_apart
from tavli.cli.paths import NamedPath
from tavli.words import LANGUAGES, Catalogue, catalogue

if TYPE_CHECKING:
    from tavli.analysis.cache import AnswerCache
    from tavli.analysis.study import Study
    from tavli.analysis.trends import Trend
    from tavli.analysis.workshop import Workshop

_DEEPEST: Final = 2
_MOST_PROCESSES: Final = 256
_MOST_FILES: Final = 10_000


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=NamedPath("a file or a folder", exists=True),
)
@click.option(
    "--plies",
    type=click.IntRange(0, _DEEPEST),
    default=2,
    show_default=True,
    help="How far to look ahead.",
)
@click.option(
    "--filters",
    type=click.Choice(["narrow", "normal", "wide"]),
    default="normal",
    show_default=True,
    help="How many plays of a roll are looked into.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, _MOST_PROCESSES),
    help="How many processors to use; without, all that are of use. The result is the "
    "same.",
)
@click.option("--player", metavar="NAME", help="Tell how the matches of NAME went.")
@click.option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    default="en",
    show_default=True,
    help="The language of the report.",
)
@options.as_json
@click.option(
    "--html",
    type=OutputFile(),
    metavar="FILE",
    help="Write the report to FILE as one page, with a curve of each game.",
)
@click.option(
    "--csv",
    type=OutputFile(),
    metavar="FILE",
    help="Write every decision and throw to FILE, one a line.",
)
@click.option(
    "--keep",
    type=NamedPath("a file", dir_okay=False),
    metavar="FILE",
    help="Keep answers in FILE and not in the usual one.",
)
@click.option("--no-keep", is_flag=True, help="Keep no answers, and use none.")
def analyse(files: Sequence[Path], **choices: object) -> int:
    """Grade every play and every turn of the cube in recorded matches.

    FILE is a record of any kind that can be read, or a folder of them. Each decision
    is held against the best at the depth chosen, each throw against the mean of all.
    Answers are kept as soon as they are found: what was broken off with Ctrl-C goes on
    where it stopped, and a second look is quick.
    """
    wanted = _Wanted(**choices)  # type: ignore[arg-type]  # click has checked them
    work = _Work(wanted, catalogue(wanted.lang))
    found, faults = _files(files)
    answers = None if wanted.no_keep else work.place
    outputs = {"--html": wanted.html, "--csv": wanted.csv, "the answers": answers}
    keep_apart(outputs, [path for path in found if not leads_nowhere(path)])
    for fault in faults:
        work.fail(f"{fault.filename}: {fault.strerror}")
    try:
        return work.run(found)
    except KeyboardInterrupt:
        where = f"kept in {work.place}" if work.keeps else "not kept"
        click.echo(f"\ntavli: broken off; what was found is {where}", err=True)
        return INTERRUPTED


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """The options, as click names them."""

    plies: int
    filters: str
    processes: int | None
    player: str | None
    lang: str
    as_json: bool
    html: Path | None
    csv: Path | None
    keep: Path | None
    no_keep: bool


class _Work:
    """The analysis of some files, from reading them to the reports."""

    def __init__(self, wanted: _Wanted, words: Catalogue) -> None:
        from tavli.analysis.cache import answers_path

        self._wanted, self._words = wanted, words
        self.place = wanted.keep or answers_path(os.environ)
        self._cache: AnswerCache | None = None
        self._failed = 0

    @property
    def keeps(self) -> bool:
        """Whether what is found is kept at the place."""
        return self._cache is not None and self._cache.keeps

    def run(self, paths: Sequence[Path]) -> int:
        """Analyse *paths* and return the exit status."""
        studies: list[Study] = []
        with ExitStack() as stack:
            workshop = self._workshop(stack)
            for number, path in enumerate(paths, 1):
                label = f"{number} of {len(paths)}: " if len(paths) > 1 else ""
                for found in self._studied(workshop, path, label):
                    self._tell(found, is_first=not studies)
                    studies.append(found)
        if studies:
            self._finish(studies)
        return 1 if self._failed else 0

    def _workshop(self, stack: ExitStack) -> "Workshop":
        from tavli.analysis.cache import AnswerCache
        from tavli.analysis.judge import Depth
        from tavli.analysis.workshop import Workshop

        wanted = self._wanted
        if not wanted.no_keep:
            self._cache = stack.enter_context(AnswerCache(self.place, _warn))
        depth = Depth(wanted.plies, wanted.filters)
        return stack.enter_context(
            Workshop(depth, cache=self._cache, processes=wanted.processes)
        )

    def _studied(
        self, workshop: "Workshop", path: Path, label: str
    ) -> "Iterator[Study]":
        """Yield the matches of the file at *path*, analysed."""
        from tavli.analysis.study import study
        from tavli.formats.errors import RecordError
        from tavli.formats.load import load_file

        try:
            matches = load_file(path)
        except RecordError as error:
            self.fail(f"{path}: {error}")
            return
        except OSError as error:
            self.fail(f"{path}: {error.strerror or error}")
            return
        for match in matches:
            for complaint in match.complaints:
                _warn(f"{path}: line {complaint.line}: {complaint.sentence}")
            progress = _Progress(f"{label}{path.name}")
            try:
                yield study(match, workshop, progress)
            finally:
                progress.clear()

    def _tell(self, found: "Study", *, is_first: bool) -> None:
        """Print the report of one match."""
        if self._wanted.as_json:
            from tavli.analysis.fields import as_fields

            told = json.dumps(as_fields(found, self._words), ensure_ascii=False)
            # A file's name may hold half a sign of two, which no JSON can.
            click.echo(told.encode(errors="replace"))
            return
        from tavli.analysis.text import as_text

        if not is_first:
            click.echo()
        click.echo(as_text(found, self._words), nl=False)

    def _trend(self, studies: "Sequence[Study]") -> "Trend | None":
        """Return how the matches of one player went, if there are several."""
        from tavli.analysis.trends import most_met, trend_of

        name = self._wanted.player or (most_met(studies) if len(studies) > 1 else None)
        if name is None:
            return None
        try:
            return trend_of(studies, name)
        except ValueError as error:
            self.fail(str(error))
            return None

    def _finish(self, studies: "Sequence[Study]") -> None:
        """Tell what all matches have in common, and write the files."""
        from tavli.analysis.page import as_page
        from tavli.analysis.rows import rows_of
        from tavli.analysis.text import trend_text
        from tavli.cli.sheets import as_csv
        from tavli.search.whole import write_whole

        trend = self._trend(studies)
        if trend is not None and not self._wanted.as_json:
            click.echo()
            click.echo(trend_text(trend, studies[0], self._words), nl=False)
        if self._wanted.html is not None:
            write_whole(self._wanted.html, as_page(studies, self._words, trend))
        rows = [row for each in studies for row in rows_of(each)]
        if self._wanted.csv is not None and rows:
            write_whole(self._wanted.csv, as_csv(rows))

    def fail(self, sentence: str) -> None:
        """Say what can't be done; the rest of the work is."""
        self._failed += 1
        _warn(sentence)


def _files(paths: Sequence[Path]) -> tuple[list[Path], list[OSError]]:
    """Return the files among *paths* and in the folders among them, in order.

    What can't be looked into there comes after them.

    Raises:
        click.ClickException: a folder holds none, or there are too many.
    """
    found: list[Path] = []
    faults: list[OSError] = []
    for path in paths:
        inside, closed = _inside(path) if path.is_dir() else ([path], [])
        if not inside and not closed:
            raise click.ClickException(f"{path} holds no file of a format that is read")
        found += inside
        faults += closed
        if len(found) > _MOST_FILES:
            raise click.UsageError(f"more than {_MOST_FILES:,} files at once")
    return found, faults


def _inside(folder: Path) -> tuple[list[Path], list[OSError]]:
    """Return the files in *folder* whose suffix is that of a format that is read."""
    from tavli.formats.suffixes import READ, suffix_of

    files, faults = look_through(folder)
    shown = [file for file in files if not file.name.startswith(".")]
    return [file for file in shown if suffix_of(file.name) in READ], faults


def _warn(sentence: str) -> None:
    click.echo(f"tavli: {sentence}", err=True)


class _Progress:
    """A line on the terminal that says how far the work on a match has come."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            self._shown = True
            click.echo(f"\r{self._label}: {done:,} of {total:,} ", err=True, nl=False)

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo("\r\033[K", err=True, nl=False)
