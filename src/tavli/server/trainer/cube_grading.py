"""What an answer about the cube is worth, and what its player is told."""

from dataclasses import dataclass
from typing import Final

import msgspec

from tavli.server.models import Exercise
from tavli.server.refused import RefusedError
from tavli.server.trainer.cube_drill import CubeDrill, CubeOption
from tavli.server.trainer.schedule import Verdict
from tavli.server.trainer.wire import AnswerOption, Feedback

_DIGITS: Final = 5


@dataclass(frozen=True, slots=True)
class CubeGraded:
    """An answer held against the best; no *option* is that of who gave up.

    The analysis has judged every option there is, so that nothing is judged anew.
    """

    drill: CubeDrill
    depth: int
    option: CubeOption | None

    @property
    def verdict(self) -> Verdict:
        """How good it was."""
        if self.option is None:
            return Verdict.SHOWN
        return Verdict.of(self.drill.lost(self.option))

    def feedback(self, *, counted: bool, due: int) -> Feedback:
        """Return what the player is told."""
        drill, option = self.drill, self.option
        made = drill.find(drill.made)
        return Feedback(
            verdict=self.verdict.value,
            played=option.choice if option else None,
            error=round(drill.lost(option), _DIGITS) if option else None,
            best=drill.best.choice,
            made=drill.made,
            made_error=round(drill.lost(made), _DIGITS) if made else 0.0,
            depth=self.depth,
            unit=drill.unit,
            plays=(),
            options=tuple(
                AnswerOption(
                    choice=one.choice,
                    value=round(one.value, _DIGITS),
                    error=round(drill.lost(one), _DIGITS),
                )
                for one in drill.options
            ),
            reasons=(),
            counted=counted,
            due=due,
        )


def grade_cube(exercise: Exercise, choice: str | None) -> CubeGraded:
    """Return the answer *choice*; None is that of who wants to be shown.

    Raises:
        RefusedError: that can't be done here.
    """
    drill = msgspec.json.decode(exercise.content, type=CubeDrill)
    option = drill.find(choice) if choice is not None else None
    if choice is not None and option is None:
        possible = ", ".join(one.choice for one in drill.options)
        raise RefusedError(
            "no_such_choice",
            f"The cube leaves other choices here: {possible}.",
        )
    return CubeGraded(drill, exercise.depth, option)
