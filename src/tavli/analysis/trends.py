"""A player over many matches: how his errors and his luck went."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tavli.analysis.entry import Phase
from tavli.analysis.study import Study
from tavli.analysis.tally import Errors, Tally
from tavli.bots.names import present_name
from tavli.rules import Player


@dataclass(frozen=True, slots=True)
class Step:
    """One match of a player: its name, who he was in it, and his figures."""

    match: str
    opponent: str
    player: Player
    tally: Tally


@dataclass(frozen=True, slots=True)
class Trend:
    """The matches of a player called *name*, in the order given, and their sum."""

    name: str
    depth: str
    steps: tuple[Step, ...]
    all: Tally

    @property
    def weakest(self) -> tuple[tuple[Phase, Errors], ...]:
        """The phases by what they cost a decision, the dearest first."""
        found = [(p, each) for p, each in self.all.phases.items() if each.count]
        return tuple(sorted(found, key=lambda pair: -(pair[1].rate or 0.0)))


def trend_of(studies: Sequence[Study], name: str) -> Trend:
    """Return how the matches of the player called *name* went.

    Raises:
        ValueError: nobody is called so, or not all were judged equally deep.
    """
    depths = {study.depth.name for study in studies}
    if len(depths) > 1:
        raise ValueError(
            f"matches judged at {' and '.join(sorted(depths))} can't be put side by "
            "side: analyse all of them at one depth"
        )
    steps, games = [], []
    for study in studies:
        player = study.player_named(name)
        if player is not None:
            opponent = study.name(player.opponent)
            match = study.header.match
            steps.append(Step(match, opponent, player, study.tally(player)))
            games.append((study.games, player))
    if not steps:
        raise ValueError(f"no player of these matches is called {name[:80]!r}")
    return Trend(name.strip(), depths.pop(), tuple(steps), Tally.of_many(games))


def most_met(studies: Iterable[Study]) -> str | None:
    """Return the name that most of *studies* have in common; None without one."""
    names = Counter(
        present_name(study.name(player)) for study in studies for player in Player
    )
    ((name, count),) = names.most_common(1) or [("", 0)]
    return name if count > 1 else None
