"""What the trainer's page asks and is told, one struct each."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tavli.protocol.text import Colour, MatchId, Step
from tavli.server.study.wire import MOST_DEPTH, StudyPosition
from tavli.server.trainer.cube_drill import CubeChoice
from tavli.server.trainer.drill import CountedReason, Unit

_Number = Annotated[int, Meta(ge=0, le=1000)]
_Depth = Annotated[int, Meta(ge=0, le=MOST_DEPTH)]


class _Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class _Value(Struct, frozen=True, kw_only=True):
    pass


class Collect(_Body, frozen=True):
    """``POST /api/trainer/collect``: take the mistakes of a match that is analysed.

    The match is named as in `AskMatch`. *side* says whose mistakes; without it they
    are those of whoever asks, which only a match of this house can know.
    """

    match: MatchId | None = None
    file: MatchId | None = None
    number: _Number = 0
    depth: _Depth = 0
    side: Colour | None = None


class AnswerExercise(_Body, frozen=True):
    """``POST /api/trainer/ID``: the play of *moves*, or what to do about the cube.

    Without either, *give_up* and be told.
    """

    moves: Annotated[tuple[Step, ...], Meta(max_length=4)] = ()
    choice: CubeChoice | None = None
    give_up: bool = False


class Collected(_Value, frozen=True):
    """How many mistakes were taken; *left_out* are more than is taken at a time.

    When the trainer is *full*, they have no room until exercises are taken out.
    While *task* is not None the match is still being analysed: wait and ask again.
    """

    task: str | None = None
    added: int = 0
    known: int = 0
    left_out: int = 0
    full: bool = False


class Origin(_Value, frozen=True):
    """Where a mistake was made: in which record, and at which of its events."""

    source: Literal["match", "file"]
    study: str
    number: int
    event: int


class CubeChoices(_Value, frozen=True):
    """What can be done about a cube that goes, or would go, to *offered*."""

    offered: int
    choices: tuple[CubeChoice, ...]


class Asked(_Value, frozen=True):
    """An exercise without its answer; *answered* is how often it was met.

    *position* has who is asked on roll, also where he answers a double; *on_board* is
    the same with who rolls next, to be opened in the study.
    """

    id: str
    asks: Literal["play", "double", "answer_double", "answer_beaver", "answer_raccoon"]
    position: StudyPosition
    cube: CubeChoices | None
    on_board: str
    origin: Origin
    answered: int
    solved: int


class TrainerState(_Value, frozen=True):
    """How many exercises there are and are *due*, and the next one.

    *exercise* is None when none is due, and *next* says when one will be.
    """

    total: int
    due: int
    next: int | None
    exercise: Asked | None


class AnswerPlay(_Value, frozen=True):
    """A play of the feedback; *error* is what it loses, in points."""

    play: str
    value: float
    error: float
    win: float
    double: float


class AnswerOption(_Value, frozen=True):
    """An option of the feedback about the cube; *error* is what it loses, in points."""

    choice: CubeChoice
    value: float
    error: float


class Feedback(_Value, frozen=True):
    """What an answer was worth, beside the best plays of the same depth.

    About the cube, *options* stand in place of *plays*, and *played*, *best* and
    *made* are choices. *error* and *played* are None for who gave up. *reasons* hold
    the best play against *made*, the one of the match. *counted* tells whether the
    answer moved the date, *due*, on which the exercise comes back.
    """

    verdict: Literal["best", "near", "error", "shown"]
    played: str | None
    error: float | None
    best: str
    made: str
    made_error: float
    depth: int
    unit: Unit
    plays: tuple[AnswerPlay, ...]
    options: tuple[AnswerOption, ...]
    reasons: tuple[CountedReason, ...]
    counted: bool
    due: int
