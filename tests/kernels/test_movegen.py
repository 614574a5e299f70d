"""The compiled generator against the definition."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from boards import line
from kernels.interpreted import INTERPRETED
from kernels.play import all_rulesets, finals, random_turns
from rules.constructed import construct
from tavli.kernels import movegen
from tavli.kernels.board import decode, encode
from tavli.kernels.movegen import batch_afterstates
from tavli.kernels.steps import MAX_AFTERSTATES, Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import (
    FEVGA,
    PORTES,
    ROLLS,
    RULESETS,
    Dice,
    Position,
    legal_plays,
)

CASES = Path(__file__).parent.parent / "data" / "cases"
BUFFERS = Buffers.make()


def test_random_play_under_every_option():
    rng = random.Random(20)
    for ruleset in all_rulesets(rng, mixtures=0 if INTERPRETED else 6):
        table = compile_ruleset(ruleset)
        for position, dice in random_turns(ruleset, rng, 12 if INTERPRETED else 150):
            got = finals(table, position, dice, BUFFERS)
            wanted = legal_plays(ruleset, position, dice)
            assert len(got) == len(wanted), (ruleset.key, position, dice)
            assert set(got) == set(wanted), (ruleset.key, position, dice)


@pytest.mark.parametrize("file", sorted(CASES.glob("*.jsonl")), ids=lambda f: f.stem)
def test_the_cases(file):
    for text in file.read_text(encoding="utf-8").splitlines()[
        :: 9 if INTERPRETED else 1
    ]:
        case = json.loads(text)
        ruleset, position = line(case["position"])
        wanted = {line(final["position"])[1].passed() for final in case["finals"]}
        table = compile_ruleset(ruleset)
        got = finals(table, position, Dice(*case["dice"]), BUFFERS)
        assert len(got) == len(wanted), case["id"]
        assert set(got) == wanted, case["id"]


EDGES = [
    # The last checkers: the small die first, or the large one alone.
    "portes 2:1 6:15 w",
    "portes 4:1,1:1 6:15 w",
    "backgammon 6:1,3:1,1:1 bar:1,20:1,6:13 w",
    "plakoto 6:1,1:1 19x,7:14 w",
    # Higher checkers blocked, or pinned.
    "portes 5:1,3:1 23:2,6:13 w",
    "plakoto:bearoff_with_own_pin=true 6x,4:2,1:12 19:1,7:14 w",
    "plakoto:bearoff_with_own_pin=true 7x,3:14 18:1,6:14 w",
    # Hitters that stay, alone and joined by another.
    "portes:hit_and_run_home=forbidden 6:2,1:13 20:1,8:14 w",
    "portes:hit_and_run_home=forbidden 8:1,6:1,4:1 24:1,23:1,22:1,20:1,7:11 w",
    # Mothers: pinned now, before, on both sides; starts left late or in time.
    "plakoto 5:1,3:14 24:1,6:14 w",
    "plakoto 13:14,5:1 24:1,13:2,6:12 w",
    "plakoto 24:1,5:1,3:13 24:1,6:14 w",
    "plakoto 24:2,4:1,3:1,2:11 24:1,6:14 w",
    "plakoto 24:3,3:11,1:1 24x,8:14 w",
    "plakoto 24:1,3:13,1:1 24x,8:14 w",
    "plakoto 24x,5:1,3:13 24:1,6:13,1:1 w",
    "plakoto:mother_needs_empty_start=false 24:4,3:1,2:10 24:1,6:14 w",
    "plakoto:mother_timing=end_of_play 5:1,3:1 24:1,6:14 w",
    "plakoto:mother_rule=off 24x,2:14 24:1,6:13,1:1 w",
    # First checkers that pass, or don't, with the first move of two or four.
    "fevga 24:15 24:15 w",
    "fevga 24:14,14:1 24:15 w",
    "fevga:runner=reach_12 24:14,14:1 23:5,20:4,5:6 w",
    "fevga 24:14,14:1 23:5,20:4,5:6 w",
    "fevga 24:14 24:15 w",
    # Blocks at the end of a play, on the way, and as the only play.
    "fevga 24:2,23:1,22:1,21:1,20:1,1:9 6:2,5:2,4:2,3:3,2:3,1:3 w",
    "fevga:block_timing=every_step 24:2,23:1,21:1,20:1,19:1,1:9 6:8,5:7 w",
    "fevga 17:1,10:3,9:3,8:3,7:3,6:2 24:9,17:1,16:1,15:1,14:1,13:1,8:1 w",
    "fevga:front_six=while_start_occupied 17:1,10:3,9:3,8:3,7:3,6:2 17:9,8:6 w",
    "fevga:front_set=12..7 18:1,11:3,10:3,9:3,8:3,7:2 17:9,16:6 w",
    "fevga:own_quarter=until_opponent_past 24:2,23:2,22:2,21:2,20:2,8:5 17:9,6:6 w",
    # A move for the opponent: by his last point, by two dice, by leaving a block.
    "fevga 6:3,5:3,4:3,3:3,2:2,1:1 19:15 w",
    "fevga 24:3,23:1,22:1,21:1,20:1,1:8 24:14,14:1 w",
    "fevga 19:1,17:1,16:1,15:1,14:1,8:10 6:15 w",
    "fevga:mobility_rank=before_dice 13:1,6:1,5:2,4:3,3:2,2:2,1:4 19:15 w",
    "fevga:mobility=classic 6:3,5:3,4:3,3:3,2:2,1:1 19:15 w",
    "fevga 6:2,5:2,4:2,3:3,2:3,1:3 24:2,23:2,22:2,21:2,20:2,19:1,1:4 w",
    "fevga:block_timing=every_step 6:2,5:2,4:2,3:3,2:3,1:3 "
    "24:2,23:2,22:2,21:2,20:2,19:1,1:4 w",
    "fevga:block_timing=every_step 6:2,5:2,4:2,3:3,2:3,1:3 "
    "24:1,23:2,22:2,21:2,20:2,19:1,1:5 w",
    "fevga 2:1,1:1 24:15 w",
]
"""Where a rule decides that random games seldom come to."""


@pytest.mark.parametrize("text", EDGES)
def test_every_roll_where_a_rule_decides(text):
    ruleset, position = line(text)
    table = compile_ruleset(ruleset)
    for dice in ROLLS:
        got = finals(table, position, dice, BUFFERS)
        wanted = legal_plays(ruleset, position, dice)
        assert len(got) == len(wanted), dice
        assert set(got) == set(wanted), dice


def test_constructed_positions_under_any_mixture_of_house_rules():
    rng = random.Random(7)
    rulesets = list(all_rulesets(rng, mixtures=10))
    for _ in range(60 if INTERPRETED else 600):
        ruleset = rng.choice(rulesets)
        position, dice = construct(ruleset, rng), rng.choice(ROLLS)
        got = finals(compile_ruleset(ruleset), position, dice, BUFFERS)
        wanted = legal_plays(ruleset, position, dice)
        assert len(got) == len(wanted), (ruleset.key, position, dice)
        assert set(got) == set(wanted), (ruleset.key, position, dice)


@pytest.mark.parametrize("name", RULESETS)
def test_a_batch_writes_what_single_calls_write(name):
    ruleset = RULESETS[name]
    table = compile_ruleset(ruleset)
    turns = list(random_turns(ruleset, random.Random(4), 8 if INTERPRETED else 60))
    boards = np.array([encode(position) for position, _ in turns])
    rolls = np.array([dice.numbers[:2] for _, dice in turns], np.int8)
    starts = np.zeros(len(turns) + 1, np.int64)
    buffers = Buffers.make(MAX_AFTERSTATES + 20_000)
    assert batch_afterstates(table, boards, rolls, starts, buffers) == len(turns)
    for index, (position, dice) in enumerate(turns):
        written = buffers.boards[starts[index] : starts[index + 1]]
        assert [decode(board) for board in written] == finals(
            table, position, dice, BUFFERS
        )


def test_a_batch_stops_where_a_roll_might_not_fit():
    table = compile_ruleset(PORTES)
    boards = np.array([encode(Position.start(PORTES))] * 3)
    rolls = np.array([(3, 1)] * 3, np.int8)
    starts = np.zeros(4, np.int64)
    assert batch_afterstates(table, boards, rolls, starts, Buffers.make()) == 1
    assert starts[1] == len(legal_plays(PORTES, Position.start(PORTES), Dice(3, 1)))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_dice_of_another_type_compile_nothing_anew():
    table, board = compile_ruleset(PORTES), encode(Position.start(PORTES))
    count = movegen.afterstates(table, board, 3, 1, BUFFERS)
    before = list(movegen._write_finals.signatures)
    first, second = np.array((3, 1), np.int8)
    assert movegen.afterstates(table, board, first, second, BUFFERS) == count
    assert movegen._write_finals.signatures == before


def test_buffers_have_room_for_a_roll():
    with pytest.raises(ValueError, match="room for 4096, not 10"):
        Buffers.make(10)


def test_a_ruleset_with_too_many_blocks_is_refused():
    with pytest.raises(ValueError, match="forbids 18 blocks; a table holds 8"):
        compile_ruleset(replace(FEVGA, blocks=FEVGA.blocks * 9))


@pytest.mark.parametrize("name", RULESETS)
def test_a_board_keeps_a_position(name):
    for position, _ in random_turns(RULESETS[name], random.Random(9), 40):
        assert decode(encode(position)) == position
