"""Judge a play that the analysis had not kept, beside the best ones of its roll."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from tavli.match import MatchState, Played
from tavli.notation.plays import write_play
from tavli.notation.position import PositionLine, read_position
from tavli.protocol.hint import Chances
from tavli.rules import Play, Player, Position
from tavli.server.study.plays_job import DIGITS
from tavli.server.study.positions import after_play, moves_of
from tavli.server.study.teller import StudyError, Teller
from tavli.server.trainer.drill import JudgedPlay, Judgement, Standing

if TYPE_CHECKING:
    from tavli.analysis.question import Judged, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillJob:
    """What is a play of *steps* worth at *position*, beside the best, *depth* deep?"""

    position: str
    standing: Standing
    steps: tuple[str, ...]
    depth: int

    def answer(self, teller: Teller) -> bytes:
        """Return a `Judgement` in which the play is."""
        from tavli.analysis.judge import Depth, Judge
        from tavli.analysis.question import (
            Final,
            Judged,
            Ranked,
            Throw,
        )

        teller.tell(0, 2)
        line = read_position(self.position)
        dice, player = line.state.dice, line.turn
        if dice is None or player is None:
            raise StudyError("no_roll", "There is no roll to play in this position.")
        final = _final(line, self.steps)
        place = _place(self.standing.at(line), player)
        judge = Judge(Depth(self.depth))
        ranked = judge.answer(Throw(place, line.position, dice))
        assert isinstance(ranked, Ranked)
        plays = [_told(line, one, one.play) for one in ranked.candidates]
        if ranked.of(final) is None:
            teller.tell(1, 2)
            judged = judge.answer(Final(place, final))
            assert isinstance(judged, Judged)
            plays.append(_told(line, judged, moves_of(self.steps)))
        plays.sort(key=lambda play: -play.value)
        cube = line.state.cube.value if line.state.cube else 1
        found = Judgement(
            unit=place.aim.unit.value,
            scale=place.aim.scale(cube),
            plays=tuple(plays),
        )
        return msgspec.json.encode(found)


def text_of(line: PositionLine, steps: tuple[str, ...]) -> str:
    """Return the canonical text of *steps*, played at *line*.

    Raises:
        StudyError: there is no roll to play.
        IllegalMoveError: the rules forbid it; the sentence says why.
    """
    return _written(line, _final(line, steps), moves_of(steps))


def _final(line: PositionLine, steps: tuple[str, ...]) -> Position:
    """Return the position after *steps*, seen by who played them."""
    return after_play(line, steps).position.passed()


def _written(line: PositionLine, final: Position, play: Play) -> str:
    assert line.state.dice is not None
    return write_play(line.ruleset, line.position, final, line.state.dice, play)


def _told(line: PositionLine, judged: "Judged", play: Play) -> JudgedPlay:
    from tavli.analysis.question import position_of

    final = position_of(judged.final)
    win, double, triple, lost_double, lost_triple, draw = (
        round(chance, DIGITS) for chance in judged.chances
    )
    return JudgedPlay(
        play=_written(line, final, play),
        steps=tuple(str(move) for move in play),
        value=judged.value,
        plies=judged.plies,
        chances=Chances(
            win=win,
            double=double,
            triple=triple,
            lost_double=lost_double,
            lost_triple=lost_triple,
            draw=draw,
        ),
    )


def _place(state: MatchState, player: Player) -> "Place":
    """Return what *player* plays for; whether the other may double is part of it."""
    from tavli.analysis.story import may_double, place_in

    then = state.after(Played(player, ()))
    return replace(
        place_in(state, player, {}), may_double=may_double(then, player.opponent)
    )
