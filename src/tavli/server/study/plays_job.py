"""Questions about one position: its plays, its chances, its cube."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Final

import msgspec

from tavli.engine.advice import Outlook, RankedPlay
from tavli.notation.position import PositionLine, read_position
from tavli.protocol.hint import Chances
from tavli.server.study.positions import without_roll
from tavli.server.study.teller import StudyError, Teller
from tavli.server.study.wire import StudiedCube, StudiedPlay, StudiedPlays

# What thinks is imported only where it thinks: the server itself names these jobs and
# needs none of the compiled code.

DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class PlaysJob:
    """Which plays of the roll of *position*, a line, are best to *depth* plies?"""

    position: str
    depth: int

    def answer(self, teller: Teller) -> bytes:
        """Return `StudiedPlays`; each depth on the way is told."""
        from tavli.engine.analyst import Look, house_analyst
        from tavli.engine.standing import state_of
        from tavli.search.at_table import utility_of

        line = read_position(self.position)
        dice, turn = line.state.dice, line.turn
        if dice is None or turn is None:
            raise StudyError("no_roll", "There is no roll to play in this position.")
        utility = utility_of(state_of(line), turn)
        found = b""
        for plies in range(self.depth + 1):
            teller.tell(plies, self.depth + 1, found)
            look = Look(plies, utility, teller.check)
            ranked = house_analyst().best(line.ruleset, line.position, dice, look)
            found = msgspec.json.encode(StudiedPlays(plays=tuple(_studied(ranked))))
        return found


@dataclass(frozen=True, slots=True)
class CubeJob:
    """What are the chances before the roll of *position*, and what of its cube?"""

    position: str
    depth: int

    def answer(self, teller: Teller) -> bytes:
        """Return `StudiedCube`; each depth on the way is told."""
        line = without_roll(read_position(self.position))
        found = b""
        for plies in range(self.depth + 1):
            teller.tell(plies, self.depth + 1, found)
            found = msgspec.json.encode(_cube(line, plies))
        return found


def _cube(line: PositionLine, plies: int) -> StudiedCube:
    from tavli.engine.analyst import Look, house_analyst
    from tavli.engine.standing import state_of
    from tavli.search.at_table import utility_of

    analyst, state, turn = house_analyst(), state_of(line), line.turn
    assert turn is not None  # or there were no state
    look = Look(plies, utility_of(state, turn))
    outlook, equity = analyst.judge(line.ruleset, line.position, look)
    told = StudiedCube(
        depth=plies, chances=chances_of(outlook), equity=round(equity, DIGITS)
    )
    if not state.rules.has_cube:  # as in a match to one point
        return told
    found = analyst.cube(state, turn, plies=plies)
    return msgspec.structs.replace(
        told,
        verdict=found.verdict.name.lower(),
        no_double=round(found.no_double, DIGITS),
        double_take=round(found.double_take, DIGITS),
        double_drop=round(found.double_drop, DIGITS),
        beaver=None if found.beaver is None else round(found.beaver, DIGITS),
        unit="match" if line.state.score and line.state.score.target else "points",
    )


def chances_of(outlook: Outlook) -> Chances:
    """Return *outlook* in the protocol's words."""
    rounded = {name: round(chance, DIGITS) for name, chance in asdict(outlook).items()}
    return Chances(**rounded)


def _studied(ranked: tuple[RankedPlay, ...]) -> Iterator[StudiedPlay]:
    best: dict[int, float] = {}
    for play in ranked:
        best[play.plies] = max(play.equity, best.get(play.plies, play.equity))
    for play in ranked:
        yield StudiedPlay(
            play=play.text,
            moves=tuple(str(move) for move in play.play),
            equity=round(play.equity, DIGITS),
            error=round(best[play.plies] - play.equity, DIGITS),
            chances=chances_of(play.outlook),
            depth=play.plies,
        )
