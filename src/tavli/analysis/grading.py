"""Grade a game: hold each decision against the best, each throw against the mean.

The value of the game runs through its moments. A throw moves it to the value of the
best play (luck), a play from there to the value of what was left (error), and that is
the value before the next throw: so luck and errors add up to the result.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final as Constant
from typing import Required, TypedDict, Unpack

from tavli.analysis.account import Account, sign
from tavli.analysis.aim import Aim, Unit
from tavli.analysis.cube_tree import CubeEvent, choice_of, to_answer, to_double
from tavli.analysis.entry import (
    Candidate,
    Choice,
    Decision,
    Entry,
    Kind,
    Luck,
    Option,
)
from tavli.analysis.phases import phase_of
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
    GameState,
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
from tavli.rules import Dice, Play, Player, after_moves

AnswerOf = Callable[[Question], Answer]
"""Returns what is known to a question."""

CLOSE: Constant = 0.16
"""Leaving the cube alone counts as a decision if a double is so near, in points."""

ROUNDING: Constant = 1e-5
"""Differences below this come from numbers of single precision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedGame:
    """A game with everything that was luck or a decision in it.

    *aim*, *start*, *curve* and *result* are White's; the curve has the value after
    each entry. *result* is None if the record breaks off. *unexplained* is what the
    end of a damaged record adds beyond the entries, and 0 in all others.
    """

    story: Story
    aim: Aim
    entries: tuple[Entry, ...]
    start: float
    curve: tuple[float, ...]
    result: float | None
    unexplained: float

    @property
    def unit(self) -> Unit:
        """In what it is counted."""
        return self.aim.unit

    @property
    def last(self) -> float:
        """The value where the record ends."""
        return self.curve[-1] + self.unexplained if self.curve else self.start

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What the players decided, in order."""
        return tuple(each for each in self.entries if isinstance(each, Decision))

    @property
    def throws(self) -> tuple[Luck, ...]:
        """What the dice gave, in order."""
        return tuple(each for each in self.entries if isinstance(each, Luck))


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


class _Facts(TypedDict, total=False):
    """What a decision holds besides, as `Decision` names it."""

    made: Required[str]
    best: Required[str]
    counts: Required[bool]
    dice: Dice
    candidates: tuple[Candidate, ...]
    plays: int
    options: tuple[Option, ...]


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
        self._account = Account(aim, self._start)
        self._values = self._asked[starter].reply
        self._thrown: _Thrown | None = None
        self._offered: tuple[float, float] | None = None
        self._result: float | None = None
        self._unexplained = 0.0

    def graded(self) -> GradedGame:
        """Return what was found."""
        return GradedGame(
            story=self._story,
            aim=self._account.aim,
            entries=tuple(self._account.entries),
            start=self._start,
            curve=tuple(self._account.curve),
            result=self._result,
            unexplained=self._unexplained,
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
        self._lucky(moment, starter, -self._asked[starter].value)

    def _throw(self, moment: Moment) -> None:
        """Note the luck of the throw that was made at *moment*."""
        turn = self._story.turns.get(moment.number)
        if turn is None:
            return
        ranked = self._answer_of(turn.throw)
        assert isinstance(ranked, Ranked)
        self._thrown = _Thrown(turn, ranked, self._made(turn, ranked))
        self._account.aim = _whites(turn.place.aim, turn.player)
        self._lucky(moment, turn.player, self._thrown.best.value, turn)

    def _made(self, turn: Turn, ranked: Ranked) -> Judged | None:
        """Return what is known of the play that was made."""
        final, left = turn.final, turn.left
        if final is None or left is None:
            return None
        return ranked.of(final) or self._judged(left)

    def _lucky(
        self, moment: Moment, player: Player, value: float, turn: Turn | None = None
    ) -> None:
        luck = value - self._account.value(player)
        entry = Luck(
            player=player,
            moment=moment.number,
            turn=moment.game.turns + 1,
            cost=self._account.cost(luck, moment.game.cube.value),
            dice=turn.dice if turn else None,
            plies=self._plies,
        )
        self._account.enter(entry, value)

    def _play(self, moment: Moment, play: Play) -> None:
        """Grade the play of *moment* among all plays of its throw."""
        thrown, self._thrown = self._thrown, None
        if thrown is None or thrown.made is None:
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
        self._decide(
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
        near = CLOSE * self._account.aim.scale(_before(moment).cube.value)
        close = values.stay - values.doubled < near
        self._choose(moment, player, Choice.ROLL, to_double(values), counts=close)

    def _turn_cube(self, moment: Moment, event: CubeEvent) -> None:
        """Grade a double, or the answer to an offer."""
        values, offer = self._values, _before(moment).offer
        if values is None:
            return
        options = to_double(values)
        if offer is not None:
            options = to_answer(offer.kind, values)
            if offer.kind is not OfferKind.BEAVER:
                options = _turned(options)
        self._choose(moment, event.by, choice_of(event), options, counts=True)

    # --- resignations and ends

    def _offer(self, moment: Moment, event: ResignationOffered) -> None:
        game = _before(moment)
        points = stake_points(moment.before, game, event.stake.value)
        ends = self._account.worth(event.by, -points)
        plays_on = self._account.value(event.by)
        self._offered = ends, plays_on
        options = (
            Option(Choice.PLAY_ON, plays_on),
            Option(Choice.RESIGN, min(ends, plays_on)),
        )
        self._choose(moment, event.by, Choice.RESIGN, options)

    def _answer_offer(self, moment: Moment, player: Player, choice: Choice) -> None:
        if self._offered is None:
            return
        ends, plays_on = self._offered
        options = (Option(Choice.ACCEPT, -ends), Option(Choice.DECLINE, -plays_on))
        self._choose(moment, player, choice, options)

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
        self._unexplained += rest if abs(rest) > ROUNDING else 0.0

    def _give_up(self, moment: Moment, loser: Player) -> None:
        """Grade that a game was given up at a blow."""
        assert self._result is not None
        options = (
            Option(Choice.PLAY_ON, self._account.value(loser)),
            Option(Choice.RESIGN, sign(loser) * self._result),
        )
        self._choose(moment, loser, Choice.RESIGN, options)

    # --- decisions

    def _choose(
        self,
        moment: Moment,
        player: Player,
        choice: Choice,
        options: tuple[Option, ...],
        *,
        counts: bool = False,
    ) -> None:
        """Grade *choice* among *options*, whose values are those for *player*."""
        values = {option.choice: option.value for option in options}
        if choice not in values:
            return  # a damaged record; its end shows what this was worth
        best = max(options, key=lambda option: option.value)
        self._decide(
            moment,
            player,
            _KINDS[choice],
            (values[choice], best.value),
            made=choice.value,
            best=choice.value if values[choice] == best.value else best.choice.value,
            counts=counts or values[choice] < best.value,
            options=options,
        )

    def _decide(
        self,
        moment: Moment,
        player: Player,
        kind: Kind,
        values: tuple[float, float],
        **facts: Unpack[_Facts],
    ) -> None:
        """Enter a decision whose *values* are what was made and what was best."""
        game = _before(moment)
        position = game.seen_by(player)
        made, best = values
        # Of a cube that can't help, doubling may still be a gain over what was left.
        jump = best - self._account.value(player)
        self._unexplained += sign(player) * jump if abs(jump) > ROUNDING else 0.0
        entry = Decision(
            kind=kind,
            player=player,
            moment=moment.number,
            turn=game.turns + 1,
            cost=self._account.cost(made - best, game.cube.value),
            phase=phase_of(game.ruleset, position, game.turns + 1),
            position=position,
            cube=game.cube.value,
            plies=self._plies,
            **facts,
        )
        self._account.enter(entry, made)

    @property
    def _plies(self) -> int:
        return next(iter(self._asked.values())).plies

    def _judged(self, question: Final) -> Judged:
        answer = self._answer_of(question)
        assert isinstance(answer, Judged)
        return answer


_KINDS: Constant = {
    Choice.ROLL: Kind.DOUBLE,
    Choice.DOUBLE: Kind.DOUBLE,
    Choice.TAKE: Kind.ANSWER,
    Choice.DROP: Kind.ANSWER,
    Choice.BEAVER: Kind.ANSWER,
    Choice.RACCOON: Kind.ANSWER,
    Choice.PLAY_ON: Kind.RESIGNATION,
    Choice.RESIGN: Kind.RESIGNATION,
    Choice.ACCEPT: Kind.ANSWER_TO_RESIGNATION,
    Choice.DECLINE: Kind.ANSWER_TO_RESIGNATION,
}


def _whites(aim: Aim, player: Player) -> Aim:
    """Return White's aim, where *aim* is that of *player*."""
    return aim if player is Player.WHITE else aim.turned


def _turned(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple(Option(option.choice, -option.value) for option in options)


def _before(moment: Moment) -> GameState:
    """Return the game as it stood before *moment*."""
    game = moment.before.game
    assert game is not None
    return game


def _text(turn: Turn, judged: Judged) -> str:
    """Return the play behind *judged* as it is written."""
    ruleset = turn.place.ruleset
    final = after_moves(ruleset, turn.position, judged.play)
    return write_play(ruleset, turn.position, final, turn.dice, judged.play)
