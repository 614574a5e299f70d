"""One answer for each kind of question."""

from dataclasses import asdict, replace
from typing import Final

from tavli.bots import make_bot
from tavli.bots.levels import level_name
from tavli.engine.advice import Outlook, RankedPlay
from tavli.engine.analyst import DEEPEST, Analyst, Look
from tavli.engine.answer import (
    Answer,
    BestPlay,
    ChancesOf,
    CubeVerdict,
    Judged,
    LegalPlay,
    LegalPlays,
    Ranked,
    Result,
)
from tavli.engine.legal import Ending, finals_of
from tavli.engine.question import Best, CubeQuestion, Evaluate, Legal, Question
from tavli.engine.standing import state_of
from tavli.match import PlayMoves, Span
from tavli.notation.errors import NotationError
from tavli.notation.plays import write_play
from tavli.notation.position import PositionLine, read_position
from tavli.rules import Dice, after_moves
from tavli.search.at_table import utility_of

_DIGITS: Final = 5


def reply_to(analyst: Analyst, asked: Question) -> Answer:
    """Return the answer to *asked*.

    Raises:
        ValueError: it can't be answered; the sentence says why.
    """
    line = read_position(asked.position)
    match asked:
        case Legal(dice=dice, id=name):
            return _legal(_thrown(line, dice), name)
        case Best(dice=dice, level=None):
            return _best(analyst, _thrown(line, dice), asked)
        case Best(dice=dice):
            return _chosen(_thrown(line, dice), asked)
        case Evaluate():
            return _judged(analyst, _unthrown(line), asked)
        case CubeQuestion():
            return _cube(analyst, _unthrown(line), asked)


def _legal(line: PositionLine, name: str | None) -> LegalPlays:
    plays = tuple(
        LegalPlay(
            play=final.play, position=final.position, result=_result(final.ending)
        )
        for final in finals_of(line)
    )
    return LegalPlays(id=name, plays=plays)


def _best(analyst: Analyst, line: PositionLine, asked: Best) -> BestPlay:
    state, dice = state_of(line), line.state.dice
    assert line.turn is not None
    assert dice is not None
    look = Look(_plies(asked.depth), utility_of(state, line.turn))
    found = analyst.best(line.ruleset, line.position, dice, look)
    plays = tuple(_ranked(play) for play in found[: asked.most])
    return BestPlay(id=asked.id, play=plays[0].play, plays=plays)


def _chosen(line: PositionLine, asked: Best) -> BestPlay:
    """Return what a level plays, who knows the score too."""
    if asked.depth is not None:
        raise NotationError("ask for a level or for a depth, not for both")
    state = state_of(line)
    dice = line.state.dice
    assert line.turn is not None
    assert asked.level is not None
    assert dice is not None
    bot = make_bot(level_name(asked.level), asked.seed)
    action = bot.choose(state, line.turn)
    if not isinstance(action, PlayMoves):
        raise TypeError(f"{bot.name} answers a roll with {action}")
    before = line.position
    after = after_moves(line.ruleset, before, action.moves)
    play = write_play(line.ruleset, before, after, dice, action.moves)
    return BestPlay(id=asked.id, play=play)


def _judged(analyst: Analyst, line: PositionLine, asked: Evaluate) -> Judged:
    state, plies = state_of(line), _plies(asked.depth)
    assert line.turn is not None
    look = Look(plies, utility_of(state, line.turn))
    outlook, equity = analyst.judge(line.ruleset, line.position, look)
    return Judged(
        id=asked.id,
        equity=round(equity, _DIGITS),
        chances=_chances(outlook),
        depth=plies,
    )


def _cube(analyst: Analyst, line: PositionLine, asked: CubeQuestion) -> CubeVerdict:
    state = state_of(line)
    assert line.turn is not None
    plies = _plies(asked.depth)
    found = analyst.cube(state, line.turn, plies=plies)
    return CubeVerdict(
        id=asked.id,
        verdict=found.verdict.value,
        double=found.verdict.doubles,
        take=not found.verdict.drops,
        no_double=round(found.no_double, _DIGITS),
        double_take=round(found.double_take, _DIGITS),
        double_drop=round(found.double_drop, _DIGITS),
        beaver=None if found.beaver is None else round(found.beaver, _DIGITS),
        unit="match" if state.rules.length.span is Span.POINTS else "points",
        depth=plies,
    )


def _plies(depth: int | None) -> int:
    return DEEPEST if depth is None else depth


def _thrown(line: PositionLine, dice: str | None) -> PositionLine:
    """Return *line* with the roll of the question, if that has one."""
    if dice is None:
        if line.state.dice is None:
            raise NotationError(
                'the roll is missing: add "dice", like "6-1", or dice= to the position'
            )
        return line
    thrown = Dice.parse(dice)
    if line.state.dice not in (None, thrown):
        raise NotationError(
            f"the position says dice={line.state.dice}, the question {thrown}"
        )
    return replace(line, state=replace(line.state, dice=thrown))


def _unthrown(line: PositionLine) -> PositionLine:
    if line.state.dice is not None:
        raise NotationError(
            "this is asked before the roll: leave dice= out, or ask for the best play"
        )
    return line


def _result(ending: Ending | None) -> Result | None:
    if ending is None:
        return None
    winner = ending.winner.value if ending.winner else None
    return Result(winner=winner, points=ending.points)


def _ranked(play: RankedPlay) -> Ranked:
    return Ranked(
        play=play.text,
        equity=round(play.equity, _DIGITS),
        chances=_chances(play.outlook),
        depth=play.plies,
    )


def _chances(outlook: Outlook) -> ChancesOf:
    return ChancesOf(
        **{name: round(value, _DIGITS) for name, value in asdict(outlook).items()}
    )
