"""Turn what was asked about a position into an order for the desk."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

import msgspec

from tavli.engine.standing import state_of
from tavli.notation.plays import write_play
from tavli.notation.position import PositionLine, read_position, write_position
from tavli.notation.resolve import resolve_play
from tavli.rules import Position, move_graph
from tavli.server.study.match_job import MatchJob
from tavli.server.study.plays_job import CubeJob, PlaysJob
from tavli.server.study.positions import described, without_roll
from tavli.server.study.rollout_job import SECONDS, RolloutJob
from tavli.server.study.task import Lane, Order
from tavli.server.study.teller import StudyError
from tavli.server.study.wire import TRIALS_AT_ONCE, AskCube, AskPlays, AskRollout

_QUICK_DEPTH: Final = 1
_QUICK_SECONDS: Final = 60.0
_DEEP_SECONDS: Final = 120.0
_MARGIN: Final = 30.0
_MATCH_SECONDS: Final = (120.0, 600.0, 1800.0)
"""By depth: whoever waits sees how far it is, and can cancel."""

ANSWERS: Final = "answers.sqlite3"
"""What was found in matches, kept in the house's folder; it may be deleted."""

_BLOCKED: Final = {
    "game_is_over": "The game is over in this position.",
    "nobody_on_roll": "Nobody is on roll here: say whose turn it is.",
    "match_is_over": "The match is over at this score.",
    "cube_too_large": "The cube is larger than it can be in a game here.",
}


@dataclass(frozen=True, slots=True)
class _Depth:
    lane: Lane
    seconds: float


def order_for(asked: AskPlays | AskCube | AskRollout) -> Order:
    """Return the order that answers *asked*, checked as far as that is quick.

    Raises:
        NotationError: the position or a play can't be read.
        IllegalMoveError: a play is not legal.
        StudyError: there is nothing to ask in this position.
    """
    line = read_position(asked.position)
    _check(line)
    match asked:
        case AskPlays(depth=depth):
            text = write_position(_rolled(line))
            return _order(PlaysJob(text, depth), _by_depth(depth))
        case AskCube(depth=depth):
            text = write_position(without_roll(line))
            return _order(CubeJob(text, depth), _by_depth(depth))
        case AskRollout():
            job, treated = _rollout(line, asked), _Depth(Lane.LONG, SECONDS + _MARGIN)
            return replace(_order(job, treated), is_kept=True)


def order_for_match(job: MatchJob) -> Order:
    """Return the order of an analysis; equal records are analysed once."""
    digest = sha256(repr((job.record, job.damaged)).encode()).hexdigest()
    key = f"match {digest} {job.depth} {job.language} {job.report}"
    seconds = _MATCH_SECONDS[job.depth]
    return Order(job=job, key=key, lane=Lane.LONG, seconds=seconds)


def _rollout(line: PositionLine, asked: AskRollout) -> RolloutJob:
    plays = _written(_rolled(line), asked.plays) if asked.plays else ()
    fields = msgspec.structs.asdict(asked) | {
        # Before the roll there is none: what comes out is not remembered as of one.
        "position": write_position(line if plays else without_roll(line)),
        "plays": plays,
        # What is played anyway: else one rollout would go by several numbers.
        "trials": -(-asked.trials // TRIALS_AT_ONCE) * TRIALS_AT_ONCE,
        "cube": asked.cube and line.ruleset.has_cube,
    }
    return RolloutJob(**fields)


def _written(line: PositionLine, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the plays of *texts* as they are written here, each of them once.

    Raises:
        NotationError: one can't be read.
        IllegalMoveError: one is not legal.
    """
    dice = line.state.dice
    assert dice is not None
    graph = move_graph(line.ruleset, line.position, dice)
    written: dict[Position, str] = {}
    for text in texts:
        play = resolve_play(line.ruleset, line.position, dice, text)
        end = graph.follow(play)
        assert end is not None  # it is legal
        final = end[0].position
        written[final] = write_play(line.ruleset, line.position, final, dice, play)
    return tuple(written.values())


def _check(line: PositionLine) -> None:
    blocked = described(line).blocked
    if blocked is not None:
        raise StudyError(blocked, _BLOCKED[blocked])
    state_of(line)  # refused here rather than after a wait


def _rolled(line: PositionLine) -> PositionLine:
    if line.state.dice is None:
        raise StudyError("no_roll", "There is no roll to play in this position.")
    return line


def _by_depth(depth: int) -> _Depth:
    if depth <= _QUICK_DEPTH:
        return _Depth(Lane.QUICK, _QUICK_SECONDS)
    return _Depth(Lane.LONG, _DEEP_SECONDS)


def _order(job: PlaysJob | CubeJob | RolloutJob, treated: _Depth) -> Order:
    return Order(job=job, key=repr(job), lane=treated.lane, seconds=treated.seconds)
