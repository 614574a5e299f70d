"""Read damaged texts of every format, and write and read again what could be read."""

import argparse
import io
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from tavli.formats import mat, mat_writer, record
from tavli.formats.errors import RecordError
from tavli.formats.load import FileKind, load_matches
from tavli.formats.record import Header, MatchRecord, RecordedEvent
from tavli.formats.replay import replay_bytes
from tavli.formats.save import SaveKind, save_match
from tavli.formats.written_replay import replay_written
from tavli.notation.errors import NotationError
from tavli.notation.identifiers import find_identifier, identifiers_of
from tavli.notation.match_id import read_match_id, write_match_id
from tavli.notation.position import read_position, write_position
from tavli.notation.position_id import read_position_id, write_position_id
from tavli.notation.written import read_legs
from tavli.rules import BACKGAMMON

MATCHES: Final = Path(__file__).resolve().parents[1] / "tests" / "data" / "matches"


class Format(NamedTuple):
    """A format under test: good texts to damage, and the trip they make."""

    seeds: Callable[[], Sequence[bytes]]
    trip: Callable[[bytes], None]


# ------------------------------------------------------------------ round trips


def position_line(content: bytes) -> None:
    """A position line that is read is written canonically and read the same."""
    try:
        line = read_position(content.decode("latin-1"))
    except NotationError:
        return
    assert read_position(write_position(line)) == line


def play(content: bytes) -> None:
    """The legs of a play that is read make up a play again."""
    try:
        legs = read_legs(content.decode("latin-1"))
    except NotationError:
        return
    again = " ".join(f"{leg.source}/{leg.target}{leg.mark}" for leg in legs) or "-"
    assert read_legs(again) == legs


def position_id(content: bytes) -> None:
    """A GNU position ID that is read is the one that is written."""
    text = content.decode("latin-1")
    try:
        position = read_position_id(text, BACKGAMMON)
    except NotationError:
        return
    assert write_position_id(position) == text.strip()


def match_id(content: bytes) -> None:
    """A GNU match ID that is read says the same when it is written."""
    try:
        match = read_match_id(content.decode("latin-1"))
    except NotationError:
        return
    assert read_match_id(write_match_id(match)).score == match.score
    assert write_match_id(read_match_id(write_match_id(match))) == write_match_id(match)


def identifier(content: bytes) -> None:
    """An identifier that is found is written so that it says the same."""
    try:
        line = find_identifier(content.decode("latin-1"))
    except NotationError:
        return
    if line is None:
        return
    for name, text in identifiers_of(line).items():
        if name in ("XGID", "OGID", "FIBS board"):
            again = find_identifier(text)
            assert again is not None
            assert (again.position, again.turn) == (line.position, line.turn)


def sgf_text(content: bytes) -> None:
    """A match in SGF without complaints is written so that it is the same match."""
    try:
        matches = load_matches(content, "fuzz.sgf", FileKind.SGF)
    except RecordError:
        return
    for match in matches:
        if not match.complaints:
            (again,) = load_matches(save_match(match.record, SaveKind.SGF), "again.sgf")
            assert not again.complaints
            assert again.state.score == match.state.score


def own_record(content: bytes) -> None:
    """A record that is read is written and read the same, and can be replayed."""
    try:
        found = record.read(io.BytesIO(content))
    except RecordError:
        return
    again = record.read(io.BytesIO(_written(found)))
    assert again.header == found.header
    assert [entry.event for entry in again.events] == [e.event for e in found.events]
    replay_bytes(content)


def match_text(content: bytes) -> None:
    """A match text without complaints is written so that it is the same match."""
    try:
        judge = replay_written(mat.read(content))
    except RecordError:
        return
    if judge.complaints:
        return
    out = io.StringIO()
    header = Header(match="fuzz", rules=judge.state.rules, white="A", black="B")
    events = tuple(RecordedEvent(event) for event in judge.events)
    mat_writer.write(MatchRecord(header, events), out)
    again = replay_written(mat.read(out.getvalue().encode()))
    assert not again.complaints
    assert again.state.score == judge.state.score


def _written(found: MatchRecord) -> bytes:
    out = io.StringIO()
    record.write(found, out)
    return out.getvalue().encode()


# ------------------------------------------------------------------- good texts


def _matches() -> Sequence[bytes]:
    return [path.read_bytes() for path in sorted(MATCHES.glob("*.mat"))]


def _records() -> Sequence[bytes]:
    found = []
    for content in _matches():
        judge = replay_written(mat.read(content))
        header = Header(match="fuzz", rules=judge.state.rules, white="A", black="B")
        events = [RecordedEvent(e, 1000 * t) for t, e in enumerate(judge.events)]
        found.append(_written(MatchRecord(header, tuple(events))))
    return found


def _sgf_texts() -> Sequence[bytes]:
    found = []
    for content in sorted(_matches(), key=len)[:4]:
        (match,) = load_matches(content, "fuzz.mat")
        found.append(save_match(match.record, SaveKind.SGF))
    return found


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        "position": Format(
            lambda: (
                b"plakoto:mother_points=1 24:13,23:1,17:1 24:14,8x b dice=3-1",
                b"backgammon bar:1,24:2,13:5,8:3,6:4 24:2 w cube=2@b score=3-2/7",
                b"fevga 24:14,13:1 24:15 ? turn=2",
            ),
            position_line,
        ),
        "play": Format(lambda: (b"24/18 13/11*", b"bar/20*/15 8/5(2) 6/off"), play),
        "position-id": Format(
            lambda: (b"4HPwATDgc/ABMA", b"sGfwATDgc/ABMA"), position_id
        ),
        "match-id": Format(lambda: (b"QYkqASAAIAAA", b"8IluACAACAAE"), match_id),
        "identifier": Format(
            lambda: (
                b"XGID=-b----E-C---eE---c-e----B-:1:-1:-1:62:3:2:0:7:10",
                b"11ccccchhhjjjjj:66666888dddddoo:W1N:36:W:R:0:3:7:0",
                b"board:You:him:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:"
                b"0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
            ),
            identifier,
        ),
        "record": Format(_records, own_record),
        "sgf": Format(_sgf_texts, sgf_text),
        "match-text": Format(_matches, match_text),
    }
)


# --------------------------------------------------------------------- the runs


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Return *content* with a few bytes changed, cut out, doubled or put in."""
    for _ in range(chance.randint(0, 3)):
        start = chance.randint(0, len(content))
        end = min(len(content), start + chance.randint(0, 12))
        middle = chance.choice(
            (
                b"",
                content[start:end] * 2,
                chance.randbytes(chance.randint(1, 4)),
                bytes(chance.choices(b"0123456789/:,*^x-wb {}[]", k=2)),
            )
        )
        content = content[:start] + middle + content[end:]
    return content


def run(name: str, seed: int, *, seconds: float = 0, rounds: int = 0) -> int:
    """Send damaged texts through format *name*; return how many.

    It goes on for so many *seconds* and at least so many *rounds*. A fault shows
    itself as an exception, with the seed of its round as a note.
    """
    seeds, trip = FORMATS[name].seeds(), FORMATS[name].trip
    until, done = time.monotonic() + seconds, 0
    while done < rounds or time.monotonic() < until:
        chance = random.Random(seed + done)
        content = damaged(chance.choice(seeds), chance)
        try:
            trip(content)
        except Exception as fault:
            fault.add_note(f"{name} --seed {seed + done}: {content[:500]!r}")
            raise
        done += 1
    return done


def main() -> None:
    """Run the formats that were asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for name in chosen.formats or FORMATS:
        if name not in FORMATS:
            sys.exit(f"there is no format {name!r}, only {', '.join(FORMATS)}")
        print(f"{name}: {run(name, chosen.seed, seconds=chosen.seconds)} round trips")


if __name__ == "__main__":
    main()
