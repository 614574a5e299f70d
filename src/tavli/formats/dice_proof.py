"""Dice that anyone can check: computed from a secret that was committed to first."""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tavli.formats.record import MatchRecord, RecordedEvent
from tavli.match.events import GameStarted, OpeningThrown, Rolled
from tavli.rules import Dice

SECRET_BYTES: Final = 32
"""How long a secret is; it can't be guessed from its commitment."""

_FAIR_BYTES: Final = 252  # 42 times each number; higher bytes would favour some


class ProofError(ValueError):
    """A record whose dice can't be checked, or don't come from its secret."""


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """A throw of a record beside the one that the secret gives."""

    game: int
    index: int
    thrown: Dice
    proven: Dice
    line: int

    @property
    def is_right(self) -> bool:
        """Whether both are the same, die by die."""
        return self.thrown == self.proven


def commitment_to(secret: bytes) -> str:
    """Return what is published before the match: the SHA-256 of *secret*, in hex."""
    return hashlib.sha256(secret).hexdigest()


def check_dice(record: MatchRecord) -> tuple[CheckedRoll, ...]:
    """Return every throw of *record*, recomputed.

    Raises:
        ProofError: there is no proof yet, or its secret isn't the promised one.
    """
    dice = _proven_dice(record)
    return tuple(_checked(dice, record.events))


def _proven_dice(record: MatchRecord) -> "ProvenDice":
    promised, proof = record.header.commitment, record.proof
    if promised is None:
        raise ProofError("this record promises nothing about its dice")
    if proof is None:
        raise ProofError("this record has no proof: the secret follows the match's end")
    secret = bytes.fromhex(proof.secret) if len(proof.secret) % 2 == 0 else b""
    if not hmac.compare_digest(commitment_to(secret), promised):
        raise ProofError("the secret is not the one that was promised before the match")
    return ProvenDice(
        match=record.header.match,
        secret=secret,
        white_seed=proof.white_seed,
        black_seed=proof.black_seed,
    )


def _checked(
    dice: "ProvenDice", events: tuple[RecordedEvent, ...]
) -> Iterator[CheckedRoll]:
    game = index = 0
    for recorded in events:
        match recorded.event:
            case GameStarted():  # counted: a number of its own choice proves nothing
                game, index = game + 1, 0
            case OpeningThrown(white, black):
                thrown = Dice(white, black)
                proven = dice.roll(game, index)
                yield CheckedRoll(game, index, thrown, proven, recorded.line)
                index += 1
            case Rolled(dice=thrown):
                proven = dice.roll(game, index)
                yield CheckedRoll(game, index, thrown, proven, recorded.line)
                index += 1
            case _:
                continue


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenDice:
    """The dice of one match, all of them, fixed once both seeds are known.

    A seed counts as its text. The computer gives none: its seed is empty.
    """

    match: str
    secret: bytes
    white_seed: str
    black_seed: str

    def roll(self, game: int, index: int) -> Dice:
        """Return roll *index* (from 0) of game number *game* (from 1)."""
        numbers = self._numbers(game, index)
        return Dice(next(numbers), next(numbers))

    def _numbers(self, game: int, index: int) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.digest(
                self.secret, self._message(game, index, counter), hashlib.sha256
            )
            yield from (1 + byte % 6 for byte in block if byte < _FAIR_BYTES)
            counter += 1

    def _message(self, *numbers: int) -> bytes:
        texts = (self.match, self.white_seed, self.black_seed, *map(str, numbers))
        fields = (text.encode() for text in texts)
        # Lengths first, so that no two different lists of fields look the same.
        return b"".join(len(field).to_bytes(4, "big") + field for field in fields)
