"""`tavli convert`: matches from one format into another, whole folders at once."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tavli.cli.folders import leads_nowhere, look_through
from tavli.cli.paths import NamedPath
from tavli.formats.judge import Complaint
from tavli.formats.load import FileKind, load_file
from tavli.formats.save import SaveKind, left_out, save_match
from tavli.formats.suffixes import READ, WRITTEN, suffix_of
from tavli.search.whole import write_whole

if TYPE_CHECKING:
    from rich.progress import Progress

_READ_NAMES: Final = {suffix[1:]: kind for suffix, kind in READ.items()}
_WRITTEN_NAMES: Final = {suffix[1:]: kind for suffix, kind in WRITTEN.items()}
_STANDARD_OUTPUT: Final = Path("-")
_FILES: Final = NamedPath("a file or a folder")
_EXAMPLES: Final = """\b
Examples:
  tavli convert match.xg match.mat
  tavli convert old-matches/ records/ --to tavli
"""


@dataclass(frozen=True, slots=True)
class _Job:
    """A file to read, and the names to write it under: the first that is free."""

    source: Path
    names: tuple[Path, ...]


@dataclass(slots=True)
class _Outcome:
    """What became of one file: what was written, and what is wrong with it."""

    source: Path
    kind: str | None = None
    matches: int = 0
    written: list[str] = field(default_factory=list)
    complaints: list[dict[str, object]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@click.command(epilog=_EXAMPLES)
@click.argument("source", metavar="IN", type=_FILES)
@click.argument("target", metavar="OUT", type=_FILES)
@click.option(
    "--from",
    "from_name",
    type=click.Choice(sorted(_READ_NAMES)),
    help="What IN is; by default its content tells.",
)
@click.option(
    "--to",
    "to_name",
    type=click.Choice(sorted(_WRITTEN_NAMES)),
    help="What to write; by default the suffix of OUT tells.",
)
@click.option("--force", is_flag=True, help="Write over files that are there already.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
def convert(  # noqa: PLR0913  # click gives each option by itself
    source: Path,
    target: Path,
    *,
    from_name: str | None,
    to_name: str | None,
    force: bool,
    as_json: bool,
) -> int:
    """Turn the matches in IN into another format, and write them to OUT.

    IN is a file or a folder of them, OUT then a folder as well; OUT - is standard
    output. Read are our record, match text, SGF, XG, BGBlitz and OGXM; written are
    our record, match text, SGF, OGXM and a page of HTML. An OUT inside IN is not
    read. What is wrong in a file is said, and costs no other file and no other game.
    The exit status is 1 if a file could not be read or written.
    """
    if source.is_dir() and target == _STANDARD_OUTPUT:
        raise click.UsageError(
            f"{source} is a folder, and standard output takes one match: name a folder"
        )
    to = _target_kind(source, target, to_name)
    read_as = _READ_NAMES[from_name] if from_name else None
    files, faults = look_through(source) if source.is_dir() else ([source], [])
    jobs = list(_jobs(files, source, target, to, any_file=read_as is not None))
    if not jobs and not faults:
        raise click.ClickException(f"{source} holds no file of a format that is read")
    for fault in faults:
        closed = _Outcome(Path(fault.filename), errors=[_reason(fault)])
        _show(closed, as_json=as_json, quiet=target == _STANDARD_OUTPUT)
    failed, taken = len(faults), set[Path]()
    with _progress(len(jobs)) as progress:
        task = progress.add_task("converting", total=len(jobs)) if progress else None
        for job in jobs:
            outcome = _converted(job, read_as, to, taken, force=force)
            failed += bool(outcome.errors)
            _show(outcome, as_json=as_json, quiet=target == _STANDARD_OUTPUT)
            if progress and task is not None:
                progress.advance(task)
    return 1 if failed else 0


def _target_kind(source: Path, target: Path, name: str | None) -> SaveKind:
    if name:
        return _WRITTEN_NAMES[name]
    if source.is_dir():
        return SaveKind.RECORD
    kind = WRITTEN.get(suffix_of(target.name))
    if kind is None:
        known = " ".join(sorted(_WRITTEN_NAMES))
        raise click.UsageError(
            f"the suffix of {target} names no format that is written; say --to and one "
            f"of {known}"
        )
    return kind


def _jobs(
    files: Sequence[Path], source: Path, target: Path, to: SaveKind, *, any_file: bool
) -> Iterator[_Job]:
    """Yield what to read of *files*, and to write."""
    if not source.is_dir():
        into = target.is_dir() and target != _STANDARD_OUTPUT
        yield _Job(source, (target / f"{source.stem}.{to.value}" if into else target,))
        return
    for path in files:
        if not (any_file or suffix_of(path.name) in READ):
            continue
        if not leads_nowhere(path) and _is_output(path, source, target, to):
            continue
        inside = path.relative_to(source)
        usual = inside.with_suffix(f".{to.value}")
        longer = inside.with_name(f"{inside.name}.{to.value}")
        yield _Job(path, (target / usual, target / longer))


def _is_output(path: Path, source: Path, target: Path, to: SaveKind) -> bool:
    """Whether *path* lies where an earlier call wrote, and so is nothing to read."""
    written = target.resolve()
    if written == source.resolve():
        return suffix_of(path.name) == f".{to.value}"
    return path.resolve().is_relative_to(written) and written.is_relative_to(
        source.resolve()
    )


def _progress(files: int) -> "Progress | nullcontext[None]":
    """Return a bar for a terminal and many files, or nothing."""
    if files < 2 or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console
    from rich.progress import Progress

    return Progress(console=Console(stderr=True), transient=True)


def _converted(
    job: _Job,
    read_as: FileKind | None,
    to: SaveKind,
    taken: set[Path],
    *,
    force: bool,
) -> _Outcome:
    """Turn one file into another; what goes wrong is told in the outcome."""
    outcome = _Outcome(job.source)
    try:
        loaded = load_file(job.source, read_as)
        outcome.kind, outcome.matches = loaded[0].source_kind.value, len(loaded)
        for match in loaded:
            outcome.complaints.extend(_fields(found) for found in match.complaints)
        names = _free(job, len(loaded), taken)
    except (OSError, ValueError) as error:
        outcome.errors.append(_reason(error))
        return outcome
    taken.update(names)
    for number, (name, match) in enumerate(zip(names, loaded, strict=True), 1):
        try:
            _write(name, save_match(match.record, to), job.source, force=force)
        except (OSError, ValueError) as error:  # this match's alone: others are written
            which = f"match {number}: " if len(loaded) > 1 else ""
            outcome.errors.append(f"{which}{_reason(error)}")
        else:
            outcome.written.append(str(name))
            outcome.complaints.extend(map(_fields, left_out(match.record, to)))
    return outcome


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _free(job: _Job, matches: int, taken: set[Path]) -> list[Path]:
    """Return a name for each of the *matches* of a file, none of which is *taken*.

    Raises:
        ValueError: there are no such names.
    """
    if matches > 1 and _STANDARD_OUTPUT in job.names:
        raise ValueError(
            f"holds {matches} matches, and standard output takes one: name a file or "
            "a folder"
        )
    for name in job.names:
        names = [name] if matches == 1 else _numbered(name, matches)
        if taken.isdisjoint(names):
            return names
    raise ValueError(
        f"{job.names[-1]} would be written from two files: give one another name"
    )


def _numbered(name: Path, matches: int) -> list[Path]:
    return [name.with_stem(f"{name.stem}-{at}") for at in range(1, matches + 1)]


def _fields(found: Complaint) -> dict[str, object]:
    return {"game": found.game, "line": found.line, "sentence": found.sentence}


def _write(path: Path, content: bytes, source: Path, *, force: bool) -> None:
    """Write *content* whole or not at all.

    Raises:
        ValueError: it can't be; the sentence names *path*.
    """
    is_standard = path == _STANDARD_OUTPUT
    try:
        if is_standard:
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()  # a full disk shows itself here, not at exit
        else:
            _write_file(path, content, source, force=force)
    except OSError as error:
        name = "standard output" if is_standard else path
        raise ValueError(f"can't write {name}: {_reason(error)}") from error


def _write_file(path: Path, content: bytes, source: Path, *, force: bool) -> None:
    if path.exists() and (not force or path.samefile(source)):
        why = "is the file that is read" if path.samefile(source) else "exists already"
        raise ValueError(f"{path} {why}, and is not written over")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


def _show(outcome: _Outcome, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        click.echo(json.dumps(_answer(outcome)), err=quiet)
        return
    for found in outcome.complaints:
        place = f":{found['line']}" if found["line"] else ""
        game = f" game {found['game']}:" if found["game"] else ""
        click.echo(f"{outcome.source}{place}:{game} {found['sentence']}", err=True)
    for error in outcome.errors:
        click.echo(f"{outcome.source}: {error}", err=True)
    if outcome.written and not quiet:
        click.echo(f"{outcome.source}: {outcome.kind} to {', '.join(outcome.written)}")


def _answer(outcome: _Outcome) -> dict[str, object]:
    answer: dict[str, object] = {
        "file": str(outcome.source),
        "kind": outcome.kind,
        "matches": outcome.matches,
        "written": outcome.written,
        "complaints": outcome.complaints,
    }
    return answer | ({"error": "; ".join(outcome.errors)} if outcome.errors else {})
