"""The rows of a match: read when a table opens, written by the one writer."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from tavli.match import MatchRules, MatchState
from tavli.protocol.events import Event, MatchEnded
from tavli.rules import Player
from tavli.server.play.facts import MatchFacts, Sitter
from tavli.server.play.writer import Job

_FACTS: Final = """
SELECT m.game, m.length, m.options, m.secret, m.commitment, m.white_seed, m.black_seed,
       w.id, w.name, w.level, b.id, b.name, b.level, next.id,
       EXISTS (SELECT 1 FROM tavli_result AS r WHERE r.match_id = m.id)
FROM tavli_match AS m
JOIN tavli_player AS w ON w.id = m.white_id
JOIN tavli_player AS b ON b.id = m.black_id
LEFT JOIN tavli_match AS next ON next.rematch_of_id = m.id
WHERE m.id = ?
"""
_ACTIONS: Final = """
SELECT seq, action_id, events FROM tavli_action WHERE match_id = ? ORDER BY seq
"""
_APPEND: Final = """
INSERT INTO tavli_action (match_id, seq, action_id, seat, events, at)
VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING seq
"""
_SCORE: Final = """
UPDATE tavli_match SET white_score = ?, black_score = ?, updated = ? WHERE id = ?
"""
_RESULT: Final = """
INSERT INTO tavli_result (match_id, winner_id, how, white_score, black_score, at)
SELECT m.id, CASE ? WHEN 'w' THEN m.white_id WHEN 'b' THEN m.black_id END, ?, ?, ?, ?
FROM tavli_match AS m WHERE m.id = ?
"""
_SEED: Final[Mapping[Player, str]] = {
    Player.WHITE: (
        "UPDATE tavli_match SET white_seed = ? WHERE id = ? AND white_seed = ''"
    ),
    Player.BLACK: (
        "UPDATE tavli_match SET black_seed = ? WHERE id = ? AND black_seed = ''"
    ),
}

_Row = tuple[int, str, str]
"""A row of the log: its number, the action's name, its events as JSON."""

_events = msgspec.json.Decoder(tuple[Event, ...])


class BrokenLogError(Exception):
    """Rows that can't be the log of a match; nothing is played on such ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One action and everything it did: a row of the log."""

    seq: int
    action_id: str
    events: tuple[Event, ...]
    seat: str = ""
    at: int = 0


def load_match(
    connection: sqlite3.Connection, match_id: str
) -> tuple[MatchFacts, tuple[Entry, ...]] | None:
    """Return a match and its log as one snapshot, or None if there is no such match.

    Raises:
        BrokenLogError, ValueError: the match or its log can't be read.
    """
    connection.execute("BEGIN")
    try:
        row = connection.execute(_FACTS, (match_id,)).fetchone()
        rows = connection.execute(_ACTIONS, (match_id,)).fetchall()
    finally:
        connection.execute("COMMIT")
    if row is None:
        return None
    return _facts(match_id, row), read_log(match_id, rows, is_over=bool(row[14]))


def read_log(
    match_id: str, rows: Iterable[_Row], *, is_over: bool
) -> tuple[Entry, ...]:
    """Return the entries of *rows*, which are in the order of their numbers.

    *is_over* says whether the match has a result, which is stored with its end.

    Raises:
        BrokenLogError: a row is missing or can't be read.
    """
    entries = tuple(_entry(match_id, row) for row in rows)
    if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
        raise BrokenLogError(f"The log of match {match_id} has a gap.")
    if is_over and not (entries and _ends(entries[-1])):
        raise BrokenLogError(f"The log of match {match_id} has lost its end.")
    return entries


def check_texts(what: str, values: Iterable[object]) -> None:
    """See that each of *values* is a text: a damaged row may hold anything.

    Raises:
        BrokenLogError: one is not; its sentence begins with *what*.
    """
    if not all(isinstance(value, str) for value in values):
        raise BrokenLogError(f"{what} has something else where a text belongs.")


def read_rules(match_id: str, game: str, length: str, options: object) -> MatchRules:
    """Return the rules of a match; *options* is what its JSON holds.

    Raises:
        BrokenLogError, ValueError: they are no rules.
    """
    check_texts(f"Match {match_id}", (game, length))
    if not isinstance(options, dict):
        raise BrokenLogError(f"The options of match {match_id} are none.")
    return MatchRules.parse(game, length, options)


def _ends(entry: Entry) -> bool:
    return any(isinstance(event, MatchEnded) for event in entry.events)


def _entry(match_id: str, row: _Row) -> Entry:
    seq, action_id, text = row
    check_texts(f"Entry {seq} of match {match_id}", (action_id, text))
    try:
        events = _events.decode(text)
    except msgspec.MsgspecError as fault:
        raise BrokenLogError(
            f"Entry {seq} of match {match_id} cannot be read: {fault}."
        ) from fault
    return Entry(seq=seq, action_id=action_id, events=events)


def append(match_id: str, entry: Entry, state: MatchState) -> Job[bool]:
    """Return the job that adds *entry*; it answers whether the place was free.

    The match's own row follows *state* in the same transaction, and so does the
    result when the match is over.
    """
    text = msgspec.json.encode(entry.events).decode()

    def job(connection: sqlite3.Connection) -> bool:
        row = (match_id, entry.seq, entry.action_id, entry.seat, text, entry.at)
        if connection.execute(_APPEND, row).fetchone() is None:
            return False
        connection.execute(_SCORE, (*state.score, entry.at, match_id))
        if state.ended is not None:
            winner = state.ended.winner.value if state.ended.winner else None
            result = (winner, state.ended.ending.value, *state.score)
            connection.execute(_RESULT, (*result, entry.at, match_id))
        return True

    return job


def give_seed(
    match_id: str, seats: tuple[Player, ...], seed: str
) -> Job[dict[Player, str]]:
    """Return the job that stores *seed* where none is; it answers with all seeds."""

    def job(connection: sqlite3.Connection) -> dict[Player, str]:
        for seat in seats:
            connection.execute(_SEED[seat], (seed, match_id))
        white, black = connection.execute(
            "SELECT white_seed, black_seed FROM tavli_match WHERE id = ?", (match_id,)
        ).fetchone()
        return _seeds(white, black)

    return job


def _facts(match_id: str, row: tuple[str, ...]) -> MatchFacts:
    check_texts(f"Match {match_id}", row[:13])
    game, length, options, secret, commitment, white_seed, black_seed = row[:7]
    return MatchFacts(
        id=match_id,
        rules=read_rules(match_id, game, length, json.loads(options)),
        sitters={Player.WHITE: Sitter(*row[7:10]), Player.BLACK: Sitter(*row[10:13])},
        secret=bytes.fromhex(secret),
        commitment=commitment,
        seeds=_seeds(white_seed, black_seed),
        rematch=row[13],
    )


def _seeds(white: str, black: str) -> dict[Player, str]:
    return {
        seat: seed
        for seat, seed in ((Player.WHITE, white), (Player.BLACK, black))
        if seed
    }
