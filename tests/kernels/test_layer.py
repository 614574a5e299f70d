"""The first layer as a sum of rows is the product that it stands for."""

import numpy as np
import pytest

from kernels.boards_of_play import played
from tavli.kernels.inputs import INPUT_LISTS, INPUTS, STACKS, write_inputs
from tavli.kernels.layer import FirstLayer, first_layer, first_layer_of_finals
from tavli.kernels.movegen import afterstates
from tavli.kernels.shots import SHOTS, active_shots, shot_room
from tavli.kernels.sparse import sum_inputs
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.kernels.turn import passed
from tavli.rules import RULESETS

UNITS = 24


@pytest.fixture(scope="module", params=INPUT_LISTS)
def weights(request):
    size = (INPUT_LISTS[request.param], UNITS)
    return np.random.default_rng(3).normal(size=size).astype(np.float32)


def product(boards, weights, bias):
    thermometers = np.zeros((len(boards), INPUTS), np.float32)
    write_inputs(boards, thermometers)
    shots = np.zeros((len(boards), SHOTS), np.float32)
    room = shot_room()
    for board, row in zip(boards, shots, strict=True):
        count = active_shots(board, 0, room)
        row[room.places[:count]] = room.values[:count]
    stacks = boards[:, :2, :, np.newaxis] >= np.arange(5, 16)
    parts = [thermometers]
    if len(weights) in (INPUTS + SHOTS, INPUTS + SHOTS + STACKS):
        parts.append(shots)
    if len(weights) >= INPUTS + STACKS:
        parts.append(stacks.reshape(len(boards), -1).astype(np.float32))
    return np.maximum(np.concatenate(parts, axis=1) @ weights + bias, 0)


@pytest.mark.parametrize("game", RULESETS)
def test_a_layer_is_the_product_of_inputs_and_weights(game, weights):
    boards, _ = played(RULESETS[game], 200, seed=5)
    bias = np.linspace(-1, 1, UNITS, dtype=np.float32)
    layer = np.zeros((len(boards), UNITS), np.float32)
    first_layer(FirstLayer.of(weights, bias), boards, layer)
    assert np.allclose(layer, product(boards, weights, bias), atol=1e-4)


@pytest.mark.parametrize("game", RULESETS)
def test_the_end_of_a_play_is_seen_by_the_next_player(game, weights):
    ruleset = RULESETS[game]
    table, buffers = compile_ruleset(ruleset), Buffers.make()
    bias = np.linspace(-1, 1, UNITS, dtype=np.float32)
    for board, (first, second) in zip(*played(ruleset, 60, seed=6), strict=True):
        count = afterstates(table, board, int(first), int(second), buffers)
        finals = buffers.boards[:count]
        layer = np.zeros((count, UNITS), np.float32)
        first_layer_of_finals(FirstLayer.of(weights, bias), board, finals, layer)
        assert np.allclose(layer, product(passed(finals), weights, bias), atol=1e-4)


@pytest.mark.parametrize("game", RULESETS)
def test_what_learns_hears_the_same_as_what_plays(game, weights):
    boards, _ = played(RULESETS[game], 200, seed=7)
    bias = np.linspace(-1, 1, UNITS, dtype=np.float32)
    layer = np.zeros((len(boards), UNITS), np.float32)
    sum_inputs(boards, weights, bias, layer)
    assert np.allclose(np.maximum(layer, 0), product(boards, weights, bias), atol=1e-4)


def test_each_thermometer_shows_its_count():
    boards = np.zeros((16, 4, 26), np.int8)
    boards[:, 0, 24] = np.arange(16)
    inputs = np.zeros((16, INPUTS), np.float32)
    write_inputs(boards, inputs)
    at = 24 * 5
    assert inputs[0].sum() == 0
    assert inputs[3, at : at + 5].tolist() == [1, 1, 1, 0, 0]
    assert inputs[15, at : at + 5].tolist() == [1, 1, 1, 1, 11 / 4]


def test_pins_of_either_side_have_inputs_of_their_own():
    boards = np.zeros((2, 4, 26), np.int8)
    boards[0, 2, 24] = boards[1, 3, 24] = 1
    inputs = np.zeros((2, INPUTS), np.float32)
    write_inputs(boards, inputs)
    assert np.flatnonzero(inputs[0]).tolist() == [INPUTS - 25]
    assert np.flatnonzero(inputs[1]).tolist() == [INPUTS - 1]
