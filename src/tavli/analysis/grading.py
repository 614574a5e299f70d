"""Grade a game: hold each decision against the best, each throw against the mean.

The value of the game runs through its moments. A throw moves it to the value of the
best play (luck), a play from there to the value of what was left (error), and that is
the value before the next throw: so luck and errors add up to the result.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final as Constant

from tavli.analysis.account import ROUNDING, Account, before, sign
from tavli.analysis.aim import Aim
from tavli.analysis.cube_tree import CubeEvent, choice_of, to_answer, to_double
from tavli.analysis.entry import (
    Candidate,
    Choice,
    Kind,
    Option,
)
from tavli.analysis.graded import GradedGame
from tavli.analysis.question import (
    Answer,
    Final,
    Judged,
    Question,
    Ranked,
    steps_of,
)
from tavli.analysis.story import Moment, Story, Turn, may_double
from tavli.match import (
    Beavered,
    Doubled,
    Dropped,
    GameEnded,
    GameEnding,
    OfferKind,
    OpeningThrown,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Taken,
    stake_points,
)
from tavli.notation.plays import write_play
from tavli.rules import Play, Player, after_moves

AnswerOf = Callable[[Question], Answer]
"""Returns what is known to a question."""

CLOSE: Constant = 0.16
"""Leaving the cube alone counts as a decision if a double is so near, in points."""


def grade(story: Story, answer_of: AnswerOf) -> GradedGame:
    """Grade the game of *story* by what is known to its questions.

    Raises:
        KeyError: an answer is missing.
    """
    grader = _Grader(story, answer_of)
    for moment in story.moments:
        grader.take(moment)
    return grader.graded()


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A throw that waits to be played, with its plays and the best of them."""

    turn: Turn
    ranked: Ranked
    made: Judged | None

    @property
    def best(self) -> Judged:
        first = self.ranked.candidates[0]
        if self.made is not None and self.made.value > first.value:
            return self.made
        return first


class _Grader:
    """The account of a game that is led through its moments.

    *values* is what the cube is worth to who is about to roll, until he throws.
    *offered* is the value to a side of its offer to resign, and of playing on.
    """

    def __init__(self, story: Story, answer_of: AnswerOf) -> None:
        self._story, self._answer_of = story, answer_of
        self._asked = {player: self._judged(final) for player, final in story.openings}
        worth = [sign(p.opponent) * judged.value for p, judged in self._asked.items()]
        starter, final = story.openings[0]
        aim = _whites(final.place.aim, starter.opponent)
        self._start = sum(worth) / len(worth)
        plies = next(iter(self._asked.values())).plies
        self._account = Account(aim, self._start, plies)
        self._values = self._asked[starter].reply
        self._thrown: _Thrown | None = None
        self._offered: tuple[float, float] | None = None
        self._result: float | None = None

    def graded(self) -> GradedGame:
        """Return what was found."""
        return GradedGame(
            story=self._story,
            aim=self._account.aim,
            entries=tuple(self._account.entries),
            start=self._start,
            curve=tuple(self._account.curve),
            result=self._result,
            unexplained=self._account.unexplained,
        )

    def take(self, moment: Moment) -> None:
        """Grade what happened at *moment*."""
        match moment.event:
            case OpeningThrown():
                if moment.game.starter is not None:
                    self._toss(moment, moment.game.starter)
                    self._throw(moment)
            case Rolled(player):
                self._leave_cube(moment, player)
                self._throw(moment)
            case Played(_, play):
                self._play(moment, play)
            case Doubled() | Taken() | Dropped() | Beavered() | Raccooned() as event:
                self._turn_cube(moment, event)
            case _:
                self._take_end(moment)

    def _take_end(self, moment: Moment) -> None:
        """Grade offers to resign, and the end of the game."""
        match moment.event:
            case ResignationOffered() as event:
                self._offer(moment, event)
            case ResignationAccepted(player):
                self._answer_offer(moment, player, Choice.ACCEPT)
            case ResignationDeclined(player):
                self._answer_offer(moment, player, Choice.DECLINE)
            case GameEnded() as event:
                self._end(moment, event)
            case _:
                pass

    # --- throws and plays

    def _toss(self, moment: Moment, starter: Player) -> None:
        """Note the luck of winning the throw for the start."""
        final = dict(self._story.openings)[starter]
        self._account.aim = _whites(final.place.aim, starter.opponent)
        self._values = self._asked[starter].reply
        self._account.throw(moment, starter, -self._asked[starter].value, None)

    def _throw(self, moment: Moment) -> None:
        """Note the luck of the throw that was made at *moment*."""
        turn = self._story.turns.get(moment.number)
        if turn is None:
            return
        ranked = self._answer_of(turn.throw)
        assert isinstance(ranked, Ranked)
        self._thrown = _Thrown(turn, ranked, self._made(turn, ranked))
        self._account.aim = _whites(turn.place.aim, turn.player)
        best = self._thrown.best.value
        self._account.throw(moment, turn.player, best, turn.dice)

    def _made(self, turn: Turn, ranked: Ranked) -> Judged | None:
        """Return what is known of the play that was made."""
        final, left = turn.final, turn.left
        if final is None or left is None:
            return None
        return ranked.of(final) or self._judged(left)

    def _play(self, moment: Moment, play: Play) -> None:
        """Grade the play of *moment* among all plays of its throw."""
        thrown, self._thrown = self._thrown, None
        if thrown is None or thrown.made is None:
            self._values = None  # those were of the board before a play without throw
            return
        self._values = thrown.made.reply
        ranked, turn, made, best = thrown.ranked, thrown.turn, thrown.made, thrown.best
        judged = list(ranked.candidates)
        if made not in judged:
            made = replace(made, steps=steps_of(play))
            judged.append(made)
            judged.sort(key=lambda each: -each.value)
        candidates = tuple(Candidate(_text(turn, each), each) for each in judged)
        texts = {each.judged.final: each.text for each in candidates}
        self._account.decide(
            moment,
            turn.player,
            Kind.PLAY,
            (made.value, best.value),
            made=texts[made.final],
            best=texts[best.final],
            counts=ranked.count > 1,
            dice=turn.dice,
            candidates=candidates,
            plays=ranked.count,
        )

    # --- the cube

    def _leave_cube(self, moment: Moment, player: Player) -> None:
        """Grade that the cube was left alone, where it could be turned."""
        values, self._values = self._values, None
        if values is None or not may_double(moment.before, player):
            return
        near = CLOSE * self._account.aim.scale(before(moment).cube.value)
        close = values.stay - values.doubled < near
        self._account.choose(
            moment, player, Choice.ROLL, to_double(values), counts=close
        )

    def _turn_cube(self, moment: Moment, event: CubeEvent) -> None:
        """Grade a double, or the answer to an offer."""
        values, offer = self._values, before(moment).offer
        if values is None:
            return
        options = to_double(values)
        if offer is not None:
            options = to_answer(offer.kind, values)
            if offer.kind is not OfferKind.BEAVER:
                options = _turned(options)
        self._account.choose(moment, event.by, choice_of(event), options, counts=True)

    # --- resignations and ends

    def _offer(self, moment: Moment, event: ResignationOffered) -> None:
        game = before(moment)
        points = stake_points(moment.before, game, event.stake.value)
        ends = self._account.worth(event.by, -points)
        plays_on = self._account.value(event.by)
        self._offered = ends, plays_on
        options = (
            Option(Choice.PLAY_ON, plays_on),
            Option(Choice.RESIGN, min(ends, plays_on)),
        )
        self._account.choose(moment, event.by, Choice.RESIGN, options)

    def _answer_offer(self, moment: Moment, player: Player, choice: Choice) -> None:
        if self._offered is None:
            return
        ends, plays_on = self._offered
        options = (Option(Choice.ACCEPT, -ends), Option(Choice.DECLINE, -plays_on))
        self._account.choose(moment, player, choice, options)

    def _end(self, moment: Moment, event: GameEnded) -> None:
        if event.winner is None and event.ending is GameEnding.RESIGNED:
            return  # the record breaks off before anybody won
        points = event.points if event.winner is not Player.BLACK else -event.points
        self._result = self._account.worth(Player.WHITE, points)
        rest = self._result - self._account.now
        if event.winner is not None and event.ending is GameEnding.RESIGNED:
            loser = event.winner.opponent
            if sign(loser) * rest < -ROUNDING and not self._story.is_damaged:
                self._give_up(moment, loser)
                return
        self._account.unexplained += rest if abs(rest) > ROUNDING else 0.0

    def _give_up(self, moment: Moment, loser: Player) -> None:
        """Grade that a game was given up at a blow."""
        assert self._result is not None
        options = (
            Option(Choice.PLAY_ON, self._account.value(loser)),
            Option(Choice.RESIGN, sign(loser) * self._result),
        )
        self._account.choose(moment, loser, Choice.RESIGN, options)

    def _judged(self, question: Final) -> Judged:
        answer = self._answer_of(question)
        assert isinstance(answer, Judged)
        return answer


def _whites(aim: Aim, player: Player) -> Aim:
    """Return White's aim, where *aim* is that of *player*."""
    return aim if player is Player.WHITE else aim.turned


def _turned(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple(Option(option.choice, -option.value) for option in options)


def _text(turn: Turn, judged: Judged) -> str:
    """Return the play behind *judged* as it is written."""
    ruleset = turn.place.ruleset
    final = after_moves(ruleset, turn.position, judged.play)
    return write_play(ruleset, turn.position, final, turn.dice, judged.play)
