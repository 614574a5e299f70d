"""What is fixed about a match before its first event, and who sits where."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from tavli.formats.dice_proof import ProvenDice
from tavli.match import MatchRules
from tavli.rules import Player


@dataclass(frozen=True, slots=True)
class Sitter:
    """The player at a seat; *level* is empty for people."""

    id: str
    name: str
    level: str = ""

    @property
    def is_computer(self) -> bool:
        """Whether the house plays this seat."""
        return bool(self.level)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFacts:
    """A match as it was agreed; *seeds* holds those of the people who gave theirs."""

    id: str
    rules: MatchRules
    sitters: Mapping[Player, Sitter]
    secret: bytes
    commitment: str
    seeds: Mapping[Player, str]
    rematch: str | None = None

    def seats_of(self, player_id: str) -> tuple[Player, ...]:
        """Return where *player_id* sits: nowhere, at a seat, or at both."""
        return tuple(
            seat for seat, sitter in self.sitters.items() if sitter.id == player_id
        )

    @property
    def is_ready(self) -> bool:
        """Whether the dice are fixed: everybody who must give a seed has."""
        return all(self.has_seed(seat) for seat in Player)

    def has_seed(self, seat: Player) -> bool:
        """Whether nothing more is expected of *seat*; the computer adds no seed."""
        return self.sitters[seat].is_computer or seat in self.seeds

    def with_seeds(self, seeds: Mapping[Player, str]) -> Self:
        """Return the facts once *seeds* are known."""
        return replace(self, seeds=seeds)

    def renamed(self, player_id: str, name: str) -> Self:
        """Return the facts with another name for *player_id*, if he sits here."""
        sitters = {
            seat: replace(sitter, name=name) if sitter.id == player_id else sitter
            for seat, sitter in self.sitters.items()
        }
        return replace(self, sitters=sitters)

    def followed_by(self, match_id: str) -> Self:
        """Return the facts once the rematch is *match_id*."""
        return replace(self, rematch=match_id)

    def dice(self) -> ProvenDice:
        """Return the dice of the match, which nothing can change once it is ready."""
        assert self.is_ready
        return ProvenDice(
            match=self.id,
            secret=self.secret,
            white_seed=self.seeds.get(Player.WHITE, ""),
            black_seed=self.seeds.get(Player.BLACK, ""),
        )
