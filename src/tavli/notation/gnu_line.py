"""Between position lines and GNU Backgammon's pairs of identifiers."""

import re
from typing import Final

from tavli.notation.errors import NotationError
from tavli.notation.match_id import GameState, MatchId, OfferedStake, read_match_id
from tavli.notation.position import PositionLine
from tavli.notation.position_id import read_position_id
from tavli.notation.state import CubeState, LineState, ScoreState
from tavli.rules import BACKGAMMON, Player
from tavli.words.findings import finding

# Found anywhere in what was pasted: a board, "Position ID: …", or the pair alone. What
# stands between the two is bounded, so that no text takes more time than its length.
_PAIR: Final = re.compile(
    r"(?<![\w+/])(?P<position>[\w+/]{14})(?![\w+/])"
    r"(?:[^\w+/]{1,40}(?:Match ID[^\w+/]{1,40})?(?P<match>[\w+/]{12})(?![\w+/]))?",
    re.ASCII,
)
_LONGEST: Final = 4000


def find_gnu_line(text: str) -> PositionLine | None:
    """Return the position whose identifiers stand somewhere in *text*, if any do.

    Without a match ID it is White's turn and nothing is known of the match.

    Raises:
        NotationError: what looks like identifiers is wrong, or holds more than a
            position line does.
    """
    fault: NotationError | None = None
    for found in _PAIR.finditer(text[:_LONGEST]):
        try:
            return _read_pair(found["position"], found["match"])
        except NotationError as error:  # a word of 14 letters, perhaps
            fault = fault or error
    if fault:
        raise fault
    return None


def _read_pair(position_text: str, match_text: str | None) -> PositionLine:
    position = read_position_id(position_text, BACKGAMMON)
    if match_text is None:
        return PositionLine.of(BACKGAMMON, position, Player.WHITE)
    match = read_match_id(match_text)
    if match.doubled or match.resigning is not OfferedStake.NONE:
        raise NotationError(finding("offer_waits"))
    return PositionLine.of(BACKGAMMON, position, match.roller, _state_of(match))


def _state_of(match: MatchId) -> LineState:
    # A cube that was never turned is nobody's, whatever the identifier says.
    owner = match.cube_owner if match.cube_value > 1 else None
    return LineState(
        dice=match.dice,
        cube=CubeState(match.cube_value, owner),
        score=ScoreState(*match.score, match.length),
        crawford=match.crawford,
        jacoby=match.jacoby and not match.length,
    )


def match_id_of(line: PositionLine) -> MatchId:
    """Return the match ID of *line*, whose unknown parts are those of money play.

    Raises:
        NotationError: nobody is on roll, or a number is too large for it.
    """
    if line.turn is None:
        raise NotationError("a GNU match ID needs a player on roll")
    state = line.state
    cube = state.cube or CubeState(1, None)
    score = state.score or ScoreState(0, 0, 0)
    return MatchId(
        cube_value=cube.value,
        cube_owner=cube.owner,
        roller=line.turn,
        decider=line.turn,
        crawford=state.crawford,
        state=GameState.PLAYING,
        dice=state.dice,
        length=score.target,
        score=(score.white, score.black),
        jacoby=state.jacoby,
    )
