"""What the games are: the definition, in the standard library alone."""

from tavli.rules.dice import ROLLS, Dice
from tavli.rules.games import (
    BACKGAMMON,
    FEVGA,
    OPTIONS,
    PLAKOTO,
    PORTES,
    RULESETS,
    Option,
    find_ruleset,
    with_options,
)
from tavli.rules.graph import Edge, MoveGraph, Place, move_graph
from tavli.rules.options import OptionError, OptionFault
from tavli.rules.perft import divide, perft
from tavli.rules.player import Player
from tavli.rules.plays import after_moves, legal_plays
from tavli.rules.points import BAR, CHECKERS, OFF, START, Course
from tavli.rules.position import Position, Side
from tavli.rules.refusal import IllegalMoveError, Refusal, check_play
from tavli.rules.ruleset import Contact, Restriction, Ruleset, Stake
from tavli.rules.scoring import Ending, Result, Role, result_of, stake_won
from tavli.rules.steps import Move, Play

__all__ = [
    "BACKGAMMON",
    "BAR",
    "CHECKERS",
    "FEVGA",
    "OFF",
    "OPTIONS",
    "PLAKOTO",
    "PORTES",
    "ROLLS",
    "RULESETS",
    "START",
    "Contact",
    "Course",
    "Dice",
    "Edge",
    "Ending",
    "IllegalMoveError",
    "Move",
    "MoveGraph",
    "Option",
    "OptionError",
    "OptionFault",
    "Place",
    "Play",
    "Player",
    "Position",
    "Refusal",
    "Restriction",
    "Result",
    "Role",
    "Ruleset",
    "Side",
    "Stake",
    "after_moves",
    "check_play",
    "divide",
    "find_ruleset",
    "legal_plays",
    "move_graph",
    "perft",
    "result_of",
    "stake_won",
    "with_options",
]
