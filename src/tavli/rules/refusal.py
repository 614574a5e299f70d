"""Refuse a play in words: find the first rule it breaks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from tavli.rules.dice import Dice
from tavli.rules.duties import forbids_step
from tavli.rules.graph import MoveGraph, move_graph
from tavli.rules.packed import (
    MEMORY_SHIFT,
    MOVER_ANY_PIN,
    MOVER_AT,
    MOVER_OUTSIDE,
    MOVER_PIN,
    pack,
    unpack,
)
from tavli.rules.plays import legal_plays
from tavli.rules.points import BAR, OFF, START
from tavli.rules.position import Position
from tavli.rules.ruleset import Mobility, Restriction, Ruleset
from tavli.rules.scoring import result_of
from tavli.rules.steps import Move, stepper


class Refusal(Enum):
    """Why a play is refused; the value is its code in every language."""

    NO_CHECKER_THERE = "no_checker_there"
    CHECKER_IS_PINNED = "checker_is_pinned"
    FORWARD_ONLY = "forward_only"
    ENTER_FIRST = "enter_first"
    NO_SUCH_DIE = "no_such_die"
    POINT_HELD = "point_held"
    NOT_ALL_HOME = "not_all_home"
    OWN_CHECKER_PINNED = "own_checker_pinned"
    FURTHER_BACK_FIRST = "further_back_first"
    RUNNER_FIRST = "runner_first"
    HIT_AND_STAY = "hit_and_stay"
    SIX_IN_A_ROW = "six_in_a_row"
    LEAVE_A_MOVE = "leave_a_move"
    BOTH_DICE = "both_dice"
    LARGER_DIE = "larger_die_first"
    DICE_LEFT = "dice_left"
    NO_LEGAL_MOVE = "no_legal_move"
    GAME_OVER = "game_is_over"


SENTENCES: Final[Mapping[Refusal, str]] = MappingProxyType(
    {
        Refusal.NO_CHECKER_THERE: "you have no checker there",
        Refusal.CHECKER_IS_PINNED: "that checker is pinned",
        Refusal.FORWARD_ONLY: "checkers only move forward",
        Refusal.ENTER_FIRST: "you must enter from the bar first",
        Refusal.NO_SUCH_DIE: "your dice do not reach that far",
        Refusal.POINT_HELD: "your opponent holds that point",
        Refusal.NOT_ALL_HOME: "bring all your checkers home before bearing off",
        Refusal.OWN_CHECKER_PINNED: "you may not bear off while a checker of yours is "
        "pinned",
        Refusal.FURTHER_BACK_FIRST: "a checker further back must move first",
        Refusal.RUNNER_FIRST: "only your first checker may move until it "
        "has passed the opponent's start",
        Refusal.HIT_AND_STAY: "a checker that has hit in your home stays "
        "there this turn",
        Refusal.SIX_IN_A_ROW: "six points in a row may not be held here",
        Refusal.LEAVE_A_MOVE: "you must leave your opponent a move",
        Refusal.BOTH_DICE: "both dice must be played if possible",
        Refusal.LARGER_DIE: "you must play the larger die",
        Refusal.DICE_LEFT: "you still have a die to play",
        Refusal.NO_LEGAL_MOVE: "there is no legal move: the turn passes",
        Refusal.GAME_OVER: "the game is over before it",
    }
)
"""Each refusal as the second half of an English sentence."""


class IllegalMoveError(ValueError):
    """A play that the rules refuse; the position is unchanged.

    *move* is the move that broke the rule, or None where the play as a whole did.
    """

    def __init__(self, move: Move | None, refusal: Refusal) -> None:
        self.move, self.refusal = move, refusal
        what = "this play" if move is None else str(move)
        super().__init__(f"{what} is not legal: {SENTENCES[refusal]}")


def check_play(
    ruleset: Ruleset,
    position: Position,
    dice: Dice,
    moves: Sequence[Move],
    graph: MoveGraph | None = None,
) -> None:
    """Raise IllegalMoveError unless *moves* are a legal play of *dice*.

    *graph* is the roll's `move_graph`, where the caller has it already.
    """
    graph = graph or move_graph(ruleset, position, dice)
    if graph.complete(moves) is None:
        raise _explain(ruleset, position, dice, moves, graph)


def _explain(
    ruleset: Ruleset,
    position: Position,
    dice: Dice,
    moves: Sequence[Move],
    graph: MoveGraph,
) -> IllegalMoveError:
    if graph.is_lost_turn:  # and *moves* isn't empty, or it would be legal
        return IllegalMoveError(None, Refusal.NO_LEGAL_MOVE)
    left, packed = list(dice.numbers), pack(position)
    for index, move in enumerate(moves):
        if result_of(ruleset, unpack(packed), mid_play=True) is not None:
            return IllegalMoveError(move, Refusal.GAME_OVER)
        refusal = _step_refusal(ruleset, packed, left, move)
        if refusal is not None:
            return IllegalMoveError(move, refusal)
        die, packed = _take(ruleset, packed, left, move)
        left.remove(die)
        if graph.follow(moves[: index + 1]) is None:
            whole = _play_refusal(ruleset, position, dice, moves[: index + 1])
            return IllegalMoveError(move, whole)
    return IllegalMoveError(None, Refusal.DICE_LEFT)


def _dice_for(move: Move, left: Sequence[int]) -> list[int]:
    """Return the dice that could make *move*, exact ones first."""
    length = move.source - move.target
    if move.target == OFF:
        return sorted({die for die in left if die >= length})
    return [length] if length in left else []


def _take(
    ruleset: Ruleset, packed: int, left: Sequence[int], move: Move
) -> tuple[int, int]:
    """Play *move*, known to be a legal step, with its die; return die and end.

    Where several dice could make it, each may, and the smallest is used.
    """
    return _dice_for(move, left)[0], stepper(ruleset).taken(packed, move).end


def _step_refusal(
    ruleset: Ruleset, packed: int, left: Sequence[int], move: Move
) -> Refusal | None:
    """Return the rule that *move* breaks as a single step."""
    if not (OFF <= move.target <= START and OFF < move.source <= BAR):
        return Refusal.NO_CHECKER_THERE
    source = next(_source_faults(ruleset, packed, move), None)
    return source or next(_target_faults(ruleset, packed, left, move), None)


def _source_faults(ruleset: Ruleset, packed: int, move: Move) -> Iterator[Refusal]:
    if not (packed >> MOVER_AT[move.source]) & 15:
        if packed & MOVER_PIN[move.source]:
            yield Refusal.CHECKER_IS_PINNED
        yield Refusal.NO_CHECKER_THERE
    if move.target >= move.source:
        yield Refusal.FORWARD_ONLY
    if move.source != BAR and (packed >> MOVER_AT[BAR]) & 15:
        yield Refusal.ENTER_FIRST
    if move.source == START and stepper(ruleset).waits_for_runner(packed):
        yield Refusal.RUNNER_FIRST


def _target_faults(
    ruleset: Ruleset, packed: int, left: Sequence[int], move: Move
) -> Iterator[Refusal]:
    steps = stepper(ruleset)
    if move.target == OFF:
        yield from _bear_off_faults(ruleset, packed)
    elif not steps.is_open(packed, move.target):
        yield Refusal.POINT_HELD
    dice = _dice_for(move, left)
    if not dice:
        yield Refusal.NO_SUCH_DIE
    legal = [s for die in dice for s in steps.steps(packed, die) if s.move == move]
    if legal and forbids_step(ruleset, legal[0].end):
        yield Refusal.SIX_IN_A_ROW
    if not legal:
        stays = packed >> MEMORY_SHIFT >> move.source & 1
        yield Refusal.HIT_AND_STAY if stays else Refusal.FURTHER_BACK_FIRST


def _bear_off_faults(ruleset: Ruleset, packed: int) -> Iterator[Refusal]:
    if packed & MOVER_OUTSIDE:
        yield Refusal.NOT_ALL_HOME
    ban = Restriction.NO_BEAR_OFF_WHILE_PINNED in ruleset.restrictions
    if ban and packed & MOVER_ANY_PIN:
        yield Refusal.OWN_CHECKER_PINNED


def _play_refusal(
    ruleset: Ruleset, position: Position, dice: Dice, moves: Sequence[Move]
) -> Refusal:
    """Say what a play owes whose every step is legal by itself.

    The duty without which it would be legal is the one it breaks.
    """
    no_duty = replace(ruleset, mobility=Mobility.NONE)
    if move_graph(no_duty, position, dice).follow(moves) is not None:
        return Refusal.LEAVE_A_MOVE
    no_blocks = replace(no_duty, blocks=())
    if ruleset.blocks and move_graph(no_blocks, position, dice).follow(moves):
        return Refusal.SIX_IN_A_ROW
    one_die = all(
        len(play) == 1 for play in legal_plays(ruleset, position, dice).values()
    )
    if one_die and not dice.is_double:
        return Refusal.LARGER_DIE
    return Refusal.BOTH_DICE
