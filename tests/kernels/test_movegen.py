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
from tavli.kernels import movegen
from tavli.kernels.board import decode, encode
from tavli.kernels.movegen import batch_afterstates
from tavli.kernels.steps import MAX_AFTERSTATES, Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import (
    FEVGA,
    PORTES,
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
