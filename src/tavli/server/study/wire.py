"""What the study pages ask and are told, one struct each."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Raw, Struct

from tavli.notation.fields import LONGEST_LINE
from tavli.protocol.hint import Chances
from tavli.protocol.text import Colour, GameName, MatchId, Step
from tavli.protocol.view import Cube, Graph

LONGEST_PASTE: Final = 20_000
MOST_ROLLED: Final = 10
TRIALS_AT_ONCE: Final = 144
"""Trials are played in blocks; named here since those need compiled code."""
MOST_TRIALS: Final = 72 * TRIALS_AT_ONCE
MOST_DEPTH: Final = 2
"""The deepest that the analyst looks; named here since he needs compiled code."""

_Line = Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]
_Play = Annotated[str, Meta(min_length=1, max_length=100)]
_Depth = Annotated[int, Meta(ge=0, le=MOST_DEPTH)]
_Number = Annotated[int, Meta(ge=0, le=1000)]


class _Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class _Value(Struct, frozen=True, kw_only=True, omit_defaults=True):
    pass


class ReadPosition(_Body, frozen=True):
    """``POST /api/study/read``: whatever was pasted that has a position in it."""

    text: Annotated[str, Meta(max_length=LONGEST_PASTE)]


class TryPlay(_Body, frozen=True):
    """``POST /api/study/play``: play *moves* of the roll, and go on from there."""

    position: _Line
    moves: Annotated[tuple[Step, ...], Meta(max_length=4)]


class AskPlays(_Body, frozen=True, tag_field="ask", tag="plays"):
    """Which plays of the roll are best, to *depth* plies?"""

    position: _Line
    depth: _Depth


class AskCube(_Body, frozen=True, tag_field="ask", tag="cube"):
    """What are the chances before the roll, and what is to be done with the cube?"""

    position: _Line
    depth: _Depth


class AskRollout(_Body, frozen=True, tag_field="ask", tag="rollout"):
    """What is each of *plays* worth when it is played on many times?

    Without plays the position itself is rolled out, before the roll. It stops after
    *trials*, rounded up to whole blocks, or once the standard error is down to *error*.
    With the *cube*, where the game has one, it is played for points or the match, and
    before the roll a double stands beside none.
    """

    position: _Line
    plays: Annotated[tuple[_Play, ...], Meta(max_length=MOST_ROLLED)] = ()
    trials: Annotated[int, Meta(ge=36, le=MOST_TRIALS)] = 1296
    turns: Annotated[int, Meta(ge=1, le=50)] | None = None
    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0
    error: Annotated[float, Meta(ge=0, le=1)] = 0.0
    cube: bool = False


class AskMatch(_Body, frozen=True, tag_field="ask", tag="match"):
    """Where were points lost in a match, and who was lucky?

    It is one of this house (*match*), or number *number* of a file (*file*). Told
    as fields for the page, or as a report to keep.
    """

    match: MatchId | None = None
    file: MatchId | None = None
    number: _Number = 0
    depth: _Depth = 0
    report: Literal["fields", "html", "csv", "text"] = "fields"


class NewTask(_Body, frozen=True):
    """``POST /api/study/tasks``: a question that takes a while."""

    question: AskPlays | AskCube | AskRollout | AskMatch


class StudyPosition(_Value, frozen=True):
    """A position as the page needs it to be shown, changed and asked about.

    *graph* holds the legal plays where a roll waits to be played. *blocked* is the
    code why nothing can be asked here, such as that the game is over.
    """

    position: str
    game: GameName
    course: Literal["contrary", "parallel"]
    contact: Literal["hit", "pin", "block"]
    has_cube: bool
    has_mother: bool
    turn: Colour | None
    board: str
    dice: tuple[int, int] | None
    cube: Cube | None
    score: tuple[int, int, int] | None
    crawford: bool
    jacoby: bool
    beavers: bool
    pips: tuple[int, int]
    graph: Graph | None
    over: "Over | None" = None
    blocked: str | None = None
    ids: dict[str, str] = {}


class Over(_Value, frozen=True):
    """How the board ended the game; nobody has won a draw."""

    winner: Colour | None
    points: int


class StudiedPlay(_Value, frozen=True):
    """A way to play the roll, and what it is worth to whoever plays it.

    *error* is what it is worth less than the best of the same *depth*: figures of
    different depths are never compared.
    """

    play: str
    moves: tuple[str, ...]
    equity: float
    error: float
    chances: Chances
    depth: int


class StudiedPlays(_Value, frozen=True):
    """All ways to play a roll, the deepest first, of equal depth the best first."""

    plays: tuple[StudiedPlay, ...]
    unit: Literal["points"] = "points"


class StudiedCube(_Value, frozen=True):
    """The chances before the roll, and the cube if there is one, seen by who rolls.

    *equity* is without the cube; the values of the cube are in *unit*.
    """

    depth: int
    chances: Chances
    equity: float
    verdict: str | None = None
    no_double: float | None = None
    double_take: float | None = None
    double_drop: float | None = None
    beaver: float | None = None
    unit: Literal["points", "match"] = "points"


class RolledPlay(_Value, frozen=True):
    """What the trials of a play gave, or of a *choice* about the cube.

    *error* is what it is worth less than the best, *joint* the joint standard
    deviation of the two, and *jsd* how many of them it is behind.
    """

    play: str
    moves: tuple[str, ...]
    equity: float
    equity_error: float
    error: float
    joint: float
    jsd: float
    chances: Chances
    choice: Literal["no_double", "double_take"] | None = None


class RolledOut(_Value, frozen=True):
    """A rollout of *position* so far, with the settings that make it again.

    It ends after *wanted* trials, or at the standard error *aim*. *price* is what a
    double is worth that is passed.
    """

    position: str
    trials: int
    wanted: int
    turns: int | None
    seed: int
    by: str
    plays: tuple[RolledPlay, ...]
    cube: bool = False
    aim: float = 0.0
    unit: Literal["points", "match"] = "points"
    price: float | None = None
    stopped: Literal["trials", "error", "time"] | None = None


class KeptRollouts(_Value, frozen=True):
    """The finished rollouts of a position that are remembered, the newest first."""

    rollouts: tuple[RolledOut, ...]


class TaskSeen(_Value, frozen=True):
    """How far a question is; a rollout's answer grows while it is working."""

    task: str
    state: Literal["waiting", "working", "done", "failed", "cancelled"]
    done: int
    total: int
    ahead: int
    answer: Raw | None = None
    error: str | None = None
    text: str | None = None
