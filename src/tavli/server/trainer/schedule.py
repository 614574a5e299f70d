"""When an exercise comes back: FSRS, with our words for what was remembered."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final

from fsrs import Card, Rating, Scheduler, State

_BEST: Final = 0.001
"""What is lost below this comes of rounding."""

_NEAR: Final = 0.04
"""The least that an analysis marks as an error, in points."""

_SCHEDULER: Final = Scheduler(
    learning_steps=(timedelta(minutes=10),),
    relearning_steps=(timedelta(minutes=10),),
    maximum_interval=365,
    enable_fuzzing=False,
)


class Verdict(Enum):
    """How good an answer was."""

    BEST = "best"
    NEAR = "near"
    ERROR = "error"
    SHOWN = "shown"

    @classmethod
    def of(cls, error: float) -> "Verdict":
        """Return the verdict on a play that loses *error* points, 0 or more."""
        if error < _BEST:
            return cls.BEST
        return cls.NEAR if error < _NEAR else cls.ERROR

    @property
    def is_solved(self) -> bool:
        """Whether the mistake was not made again."""
        return self in (Verdict.BEST, Verdict.NEAR)


_RATINGS: Final = {
    Verdict.BEST: Rating.Good,
    Verdict.NEAR: Rating.Hard,
    Verdict.ERROR: Rating.Again,
    Verdict.SHOWN: Rating.Again,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """How well an exercise is remembered; times are milliseconds since the epoch.

    *state*, *step*, *stability* and *difficulty* are those of FSRS.
    """

    due: int
    state: int = State.Learning.value
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    reviewed: int | None = None

    def after(self, verdict: Verdict, now: int) -> "Recall":
        """Return what is remembered after an answer."""
        card = Card(
            card_id=0,  # without one it would read the clock
            state=State(self.state),
            step=self.step,
            stability=self.stability,
            difficulty=self.difficulty,
            due=_moment(self.due),
            last_review=None if self.reviewed is None else _moment(self.reviewed),
        )
        card, _ = _SCHEDULER.review_card(card, _RATINGS[verdict], _moment(now))
        return Recall(
            due=_milliseconds(card.due),
            state=card.state.value,
            step=card.step,
            stability=card.stability,
            difficulty=card.difficulty,
            reviewed=now,
        )


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
