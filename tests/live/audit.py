"""The log against what the players were told, and the dice against their proof."""

import io
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from live.player import Player
from tavli.formats.dice_proof import ProvenDice, commitment_to
from tavli.formats.record import MatchRecord, read
from tavli.match import GameStarted, OpeningThrown, Rolled
from tavli.protocol.events import Event
from tavli.rules import Dice

_LOG: Final = """
SELECT seq, action_id, events FROM tavli_action WHERE match_id = ? ORDER BY seq
"""
_events = msgspec.json.Decoder(tuple[Event, ...])


@dataclass(slots=True)
class Audit:
    """What was compared, and everything that was wrong."""

    matches: int = 0
    actions: int = 0
    acknowledged: int = 0
    rolls: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Audit") -> None:
        """Take in what *other* found."""
        self.matches += other.matches
        self.actions += other.actions
        self.acknowledged += other.acknowledged
        self.rolls += other.rolls
        self.faults += other.faults


def audit_log(database: Path, tables: Iterable[Sequence[Player]]) -> Audit:
    """Compare the log of every table with what its players were told."""
    link = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        total = Audit()
        for players in tables:
            rows = link.execute(_LOG, (players[0].match,)).fetchall()
            total.add(_audit_table(rows, players))
        return total
    finally:
        link.close()


def _audit_table(rows: list[tuple[int, str, str]], players: Sequence[Player]) -> Audit:
    match = players[0].match
    found = Audit(matches=1, actions=len(rows))
    if [row[0] for row in rows] != list(range(1, len(rows) + 1)):
        found.faults.append(f"{match}: the log has a gap or a double")
        return found
    names = Counter(row[1] for row in rows)
    found.faults += [
        f"{match}: {name} was done twice" for name in names - Counter(set(names))
    ]
    log = {seq: (name, _events.decode(text)) for seq, name, text in rows}
    for player in players:
        found.acknowledged += len(player.acknowledged)
        found.faults += _differences(player, log)
    return found


def _differences(
    player: Player, log: dict[int, tuple[str, tuple[Event, ...]]]
) -> list[str]:
    who = f"{player.match} {player.seat}"
    faults = [
        f"{who}: version {version} is not in the log as it was told"
        for version, events in player.log.items()
        if version not in log or log[version][1] != events
    ]
    faults += [
        f"{who}: version {version} is not the action that was acknowledged as such"
        for name, version in player.acknowledged.items()
        if version not in log or log[version][0] != name
    ]
    return faults


def audit_dice(record: bytes) -> Audit:
    """Recompute every throw of a finished match from the secret in its record."""
    match = read(io.BytesIO(record))
    found = Audit(matches=1)
    proof, commitment = match.proof, match.header.commitment
    if proof is None or commitment is None:
        found.faults.append(f"{match.header.match}: the record proves no dice")
        return found
    secret = bytes.fromhex(proof.secret)
    if commitment_to(secret) != commitment:
        found.faults.append(f"{match.header.match}: the secret is not the promised one")
    dice = ProvenDice(
        match=match.header.match,
        secret=secret,
        white_seed=proof.white_seed,
        black_seed=proof.black_seed,
    )
    for game, index, thrown in _throws(match):
        found.rolls += 1
        if dice.roll(game, index) != thrown:
            found.faults.append(
                f"{match.header.match}: throw {index} of game {game} is not {thrown}"
            )
    return found


def _throws(record: MatchRecord) -> Iterable[tuple[int, int, Dice]]:
    game = index = 0
    for entry in record.events:
        match entry.event:
            case GameStarted(number=number):
                game, index = number, 0
            case OpeningThrown(white, black):
                yield game, index, Dice(white, black)
                index += 1
            case Rolled(_, dice):
                yield game, index, dice
                index += 1
            case _:
                continue
