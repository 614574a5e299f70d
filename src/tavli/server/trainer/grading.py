"""What a play in answer to an exercise is worth, and what its player is told."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import msgspec

from tavli.notation.position import read_position
from tavli.server.models import Exercise
from tavli.server.refused import RefusedError
from tavli.server.study.desk import Desk
from tavli.server.study.task import Lane, Order, State
from tavli.server.study.wire import MOST_DEPTH
from tavli.server.trainer.drill import Drill, JudgedPlay, Judgement
from tavli.server.trainer.drill_job import DrillJob, text_of
from tavli.server.trainer.schedule import Verdict
from tavli.server.trainer.wire import AnswerPlay, Feedback

_SECONDS: Final = 60.0
_WAIT_SECONDS: Final = 40.0
_DIGITS: Final = 5
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Graded:
    """An answer held against the best plays; no *play* is the answer of who gave up."""

    drill: Drill
    judgement: Judgement
    play: JudgedPlay | None

    @property
    def verdict(self) -> Verdict:
        """How good it was."""
        if self.play is None:
            return Verdict.SHOWN
        return Verdict.of(self.judgement.lost(self.play))

    def feedback(self, *, counted: bool, due: int) -> Feedback:
        """Return what the player is told."""
        judgement, made = self.judgement, self.drill.made
        stored = self.drill.judgement
        known = stored.find(made)
        shown = list(judgement.plays[:_SHOWN])
        if self.play is not None and self.play not in shown:
            shown.append(self.play)
        return Feedback(
            verdict=self.verdict.value,
            played=self.play.play if self.play else None,
            error=round(judgement.lost(self.play), _DIGITS) if self.play else None,
            best=judgement.plays[0].play,
            made=made,
            made_error=round(stored.lost(known), _DIGITS) if known else 0.0,
            depth=judgement.plays[0].plies,
            unit=judgement.unit,
            plays=tuple(_told(judgement, play) for play in shown),
            options=(),
            reasons=self.drill.reasons,
            counted=counted,
            due=due,
        )


def give_up(exercise: Exercise) -> Graded:
    """Return the answer of who wants to be shown."""
    drill = _drill_of(exercise)
    return Graded(drill, drill.judgement, None)


def grade(exercise: Exercise, steps: tuple[str, ...], desk: Desk, owner: str) -> Graded:
    """Return the answer *steps*; what no analysis has kept is judged by *desk*.

    Raises:
        IllegalMoveError: the rules forbid it.
        StudyError: there is nothing to play.
        BusyError: too much is being studied already.
        RefusedError: the desk did not answer.
    """
    drill = _drill_of(exercise)
    text = text_of(read_position(exercise.position), steps)
    known = drill.judgement.find(text)
    if known is not None:
        return Graded(drill, drill.judgement, known)
    job = DrillJob(
        position=exercise.position,
        standing=drill.standing,
        steps=steps,
        depth=exercise.depth,
    )
    judgement = _judged(desk, job, owner)
    return Graded(drill, judgement, judgement.find(text))


def _drill_of(exercise: Exercise) -> Drill:
    return msgspec.json.decode(exercise.content, type=Drill)


def _judged(desk: Desk, job: DrillJob, owner: str) -> Judgement:
    lane = Lane.QUICK if job.depth < MOST_DEPTH else Lane.LONG
    order = Order(job=job, key=repr(job), lane=lane, seconds=_SECONDS)
    task = desk.ask(order, owner)
    seen = desk.wait(task.id, _WAIT_SECONDS)
    if seen is None or seen.state is not State.DONE:
        raise RefusedError(
            "busy",
            (seen and seen.text)
            or "The server has too much to think about just now; send the play again.",
            HTTPStatus.SERVICE_UNAVAILABLE,
        )
    return msgspec.json.decode(seen.answer, type=Judgement)


def _told(judgement: Judgement, play: JudgedPlay) -> AnswerPlay:
    return AnswerPlay(
        play=play.play,
        value=round(play.value, _DIGITS),
        error=round(judgement.lost(play), _DIGITS),
        win=round(play.chances.win, _DIGITS),
        double=round(play.chances.double, _DIGITS),
    )
