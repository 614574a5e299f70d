"""Damage copies of real files in many ways: each must be read or refused with a place.

    python fuzz/damaged_files.py [--copies 5000] [--seed 1] [--state FILE] [FOLDER]

No copy may crash the reader, keep it longer than 90 seconds or take more than 500 MB;
each refusal names a line or a byte, and so does each complaint. With --state the
answers are kept in a file as they come, and a run that was stopped goes on where it
was; the files of two runs, one with --from 2500, put together are one. Copy number N
of a seed is always the same: --only N reads it alone.
"""

import argparse
import json
import multiprocessing
import random
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tavli.formats.errors import RecordError
from tavli.formats.load import load_matches

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = (ROOT.parent / "shared/data/matches", ROOT / "tests/data/matches")
PATIENCE: Final = 90.0
MOST_KIB: Final = 500_000
IN_A_ROW: Final = 44
"""Copies of one file follow each other, so that its positions are still at hand."""

SUFFIXES: Final = frozenset({".mat", ".sgf", ".xg", ".bgf", ".ogxm", ".tavli", ".txt"})

Damage = Callable[[bytes, random.Random], bytes]


def main() -> int:
    """Damage, read, count; 1 if any copy was not answered as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    default = next(folder for folder in FOLDERS if folder.is_dir())
    parser.add_argument("folder", nargs="?", type=Path, default=default)
    parser.add_argument("--copies", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=Path)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--only", type=int)
    chosen = parser.parse_args()
    files = sorted(
        path for path in chosen.folder.iterdir() if path.suffix.lower() in SUFFIXES
    )
    if chosen.only is not None:
        print(answer_to(*damaged_copy(files, chosen.seed, chosen.only)))
        return 0
    answers = _kept(chosen.state)
    for number in range(chosen.first, chosen.copies):
        if number not in answers:
            answer, peak = _Reader.ask(*damaged_copy(files, chosen.seed, number))
            answers[number] = answer, peak
            _keep(chosen.state, number, answer, peak)
            if answer.startswith("FAULT"):
                print(f"copy {number}: {answer}", flush=True)
            if len(answers) % 100 == 0:
                print(f"{len(answers)} of {chosen.copies} copies", flush=True)
    return _report(answers, len(files))


def _report(answers: dict[int, tuple[str, int]], files: int) -> int:
    kinds = Counter(answer.partition(":")[0] for answer, _ in answers.values())
    print(f"{len(answers)} damaged copies of {files} files: {dict(kinds)}")
    peak = max(peak for _, peak in answers.values())
    print(f"largest process: {peak // 1024} MiB")
    if peak > MOST_KIB:
        print(f"FAULT: more than {MOST_KIB:,} KiB")
    return 1 if kinds["FAULT"] or peak > MOST_KIB else 0


def _kept(state: Path | None) -> dict[int, tuple[str, int]]:
    if state is None or not state.exists():
        return {}
    lines = state.read_text(encoding="utf-8").splitlines()
    whole = (json.loads(line) for line in lines if line.endswith("]"))
    return {number: (answer, peak) for number, answer, peak in whole}


def _keep(state: Path | None, number: int, answer: str, peak: int) -> None:
    if state is not None:
        with state.open("a", encoding="utf-8") as file:
            file.write(json.dumps([number, answer, peak]) + "\n")


class _Reader:
    """One process that reads copies; a new one where it hangs or dies."""

    pool = None

    @classmethod
    def ask(cls, name: str, content: bytes) -> tuple[str, int]:
        """Return the answer to one copy, and the largest process so far in KiB."""
        if cls.pool is None:
            context = multiprocessing.get_context("spawn")
            cls.pool = context.Pool(1, maxtasksperchild=500)
        try:
            return cls.pool.apply_async(weighed_answer, (name, content)).get(PATIENCE)
        except multiprocessing.TimeoutError:
            cls.pool.terminate()
            cls.pool = None
            return "FAULT: it hangs or died", 0
        except Exception as error:  # what is looked for
            return f"FAULT: {type(error).__name__}: {error}", 0


def weighed_answer(name: str, content: bytes) -> tuple[str, int]:
    """Return the answer to *content*, and the largest of this process and its own."""
    answer = answer_to(name, content)
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return answer, max(resource.getrusage(which).ru_maxrss for which in who)


def answer_to(name: str, content: bytes) -> str:
    """Return how *content* was answered, in one word, and a sentence of the answer."""
    try:
        matches = load_matches(content, name)
    except RecordError as error:
        if error.line is None and error.offset is None:
            return f"FAULT: refused without a place: {error}"
        return f"refused: {error}"
    for match in matches:
        for complaint in match.complaints:
            if not complaint.line and not complaint.sentence.startswith("byte "):
                return f"FAULT: a complaint without a place: {complaint}"
    told = next((found for match in matches for found in match.complaints), None)
    return f"complaint: {told}" if told else "nothing wrong:"


# ---------------------------------------------------------------------- damage


def damaged_copy(files: list[Path], seed: int, number: int) -> tuple[str, bytes]:
    """Return the name and the content of copy *number* of *seed*."""
    chance = random.Random(f"{seed} {number}")
    path = files[number // IN_A_ROW % len(files)]
    content = path.read_bytes()
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        content = chance.choice(WAYS)(content, chance)
    return path.name, content


def _span(content: bytes, chance: random.Random, longest: int) -> tuple[int, int]:
    start = chance.randint(0, len(content))
    return start, min(len(content), start + chance.randint(1, longest))


def _cut_short(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randint(0, len(content))]


def _flipped(content: bytes, chance: random.Random) -> bytes:
    spoiled = bytearray(content)
    for _ in range(chance.randint(1, 20)):
        if spoiled:
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
    return bytes(spoiled)


def _lost(content: bytes, chance: random.Random) -> bytes:
    start, end = _span(content, chance, chance.choice((1, 20, 2000)))
    return content[:start] + content[end:]


def _doubled(content: bytes, chance: random.Random) -> bytes:
    start, end = _span(content, chance, 2000)
    return content[:end] + content[start:end] + content[end:]


def _zeroed(content: bytes, chance: random.Random) -> bytes:
    start, end = _span(content, chance, 600)
    return content[:start] + bytes(end - start) + content[end:]


def _strewn(content: bytes, chance: random.Random) -> bytes:
    start, _ = _span(content, chance, 1)
    sort = chance.choice((b"()[];\\", b"0123456789/:-*", b'{}",', bytes(range(256))))
    noise = bytes(chance.choice(sort) for _ in range(chance.randint(1, 60)))
    return content[:start] + noise + content[start:]


def _inflated(content: bytes, chance: random.Random) -> bytes:
    """Make a number in the text, or one of four bytes, very large."""
    start, _ = _span(content, chance, 1)
    large = chance.choice((b"99999999999999999999", b"\xff\xff\xff\x7f", b"-1"))
    return content[:start] + large + content[start + len(large) :]


def _nested(content: bytes, chance: random.Random) -> bytes:
    start, _ = _span(content, chance, 1)
    deep = chance.choice((b"(;", b"[", b'{"a":', b"(")) * chance.randint(1, 20_000)
    return content[:start] + deep + content[start:]


def _swapped(content: bytes, chance: random.Random) -> bytes:
    first, second = sorted(chance.randint(0, len(content)) for _ in range(2))
    return content[second:] + content[first:second] + content[:first]


def _without_line(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    del lines[chance.randrange(len(lines))]
    return b"\n".join(lines)


def _with_other_ends(content: bytes, _: random.Random) -> bytes:
    return b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n")


WAYS: Final[tuple[Damage, ...]] = (
    _cut_short,
    _flipped,
    _flipped,
    _lost,
    _lost,
    _doubled,
    _zeroed,
    _strewn,
    _strewn,
    _inflated,
    _nested,
    _swapped,
    _without_line,
    _with_other_ends,
)


def copies_of(files: list[Path], seed: int, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield the first *count* copies of *seed*."""
    for number in range(count):
        yield damaged_copy(files, seed, number)


if __name__ == "__main__":
    sys.exit(main())
