"""Weight files are checked before they are believed."""

import json
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tavli.evaluation.chances import DOUBLE, DRAW, LOST_DOUBLE, WIN, of_outcome
from tavli.evaluation.net import Net, NetError, NetEvaluator, game_of
from tavli.kernels.board import encode
from tavli.kernels.inputs import INPUTS, THERMOMETERS, WITH_SHOTS, write_inputs
from tavli.kernels.shots import SHOTS
from tavli.rules import FEVGA, PLAKOTO, PORTES, Position, find_ruleset


def random_net(game: str = "portes", wide: int = 8, narrow: int = 4) -> Net:
    rng = np.random.default_rng(4)

    def weights(*shape: int):
        return rng.normal(size=shape).astype(np.float32)

    return Net(
        game=game,
        wide=weights(INPUTS, wide),
        wide_bias=weights(wide),
        narrow=weights(wide, narrow),
        narrow_bias=weights(narrow),
        heads=weights(narrow, 6),
        heads_bias=weights(6),
        facts={"games": "12"},
    )


@pytest.fixture
def net():
    return random_net()


@pytest.fixture
def path(net, tmp_path):
    place = tmp_path / "net.safetensors"
    place.write_bytes(net.to_bytes())
    return place


def test_a_net_comes_back_in_half_precision(net, path):
    read = Net.read(path, "portes")
    assert read.facts["games"] == "12"
    assert read.parameters == net.parameters
    for name, weights in net.tensors.items():
        assert read.tensors[name].dtype == np.float32
        assert np.allclose(read.tensors[name], weights, rtol=1e-3, atol=1e-6)


def test_a_net_with_shots_comes_back_with_them(net, tmp_path):
    shots = np.ones((SHOTS, 8), np.float32)
    with_shots = replace(net, wide=np.concatenate([net.wide, shots]))
    place = tmp_path / "net.safetensors"
    place.write_bytes(with_shots.to_bytes())
    assert Net.read(place, "portes").inputs == WITH_SHOTS
    assert (Net.read(place, "portes").wide[INPUTS:] == 1).all()
    changed(place, inputs=THERMOMETERS)
    with pytest.raises(NetError, match=r"wide has the shape \(360, 8\)"):
        Net.read(place, "portes")


def test_chances_are_those_of_the_formula(net):
    boards = encode(Position.start(PORTES))[None]
    inputs = np.zeros((1, INPUTS), np.float32)
    write_inputs(boards, inputs)
    wide = np.maximum(inputs @ net.wide + net.wide_bias, 0)
    narrow = np.maximum(wide @ net.narrow + net.narrow_bias, 0)
    raw = 1 / (1 + np.exp(-(narrow @ net.heads + net.heads_bias)))
    found = NetEvaluator(net, PORTES).chances(boards)
    assert found[0, WIN] == pytest.approx(raw[0, WIN], abs=1e-5)


def test_chances_fit_together(net):
    boards = np.repeat(encode(Position.start(PORTES))[None], 700, axis=0)
    found = NetEvaluator(net, PORTES).chances(boards)
    assert (found[:, DOUBLE] <= found[:, WIN]).all()
    lost = 1 - found[:, WIN] - found[:, DRAW]
    assert (found[:, LOST_DOUBLE] <= lost + 1e-6).all()


def test_a_finished_game_is_worth_its_end(net):
    board = encode(Position.start(PORTES))
    board[1] = 0
    board[1, 0] = 15
    found = NetEvaluator(net, PORTES).chances(board[None])
    assert (found == of_outcome(-2)).all()


def test_house_rules_are_judged_by_the_games_own_net(net):
    NetEvaluator(net, find_ruleset("portes:max_points=3"))
    with pytest.raises(NetError, match="portes can't judge fevga"):
        NetEvaluator(net, FEVGA)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(NetError, match=r"nowhere\.safetensors"):
        Net.read(tmp_path / "nowhere.safetensors", "portes")


@pytest.mark.parametrize("part", [0, 1, 7, 8, 100, 0.5, 0.99])
def test_a_truncated_file_is_refused(path, part):
    blob = path.read_bytes()
    path.write_bytes(blob[: int(part * len(blob)) if part < 1 else part])
    with pytest.raises(NetError, match=r"net\.safetensors is damaged"):
        Net.read(path, "portes")


def test_a_net_of_another_game_is_refused(path):
    with pytest.raises(NetError, match="trained for portes, not plakoto"):
        Net.read(path, PLAKOTO.name)


def changed(path, **notes):
    """Write other notes into the header of the file."""
    blob = path.read_bytes()
    (size,) = struct.unpack("<Q", blob[:8])
    header = json.loads(blob[8 : 8 + size])
    header["__metadata__"].update(notes)
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + blob[8 + size :])


def test_another_version_is_refused(path):
    changed(path, tavli_net="7")
    with pytest.raises(NetError, match="version 7, not 1"):
        Net.read(path, "portes")


def test_other_inputs_are_refused(path):
    changed(path, inputs="something-else")
    with pytest.raises(NetError, match="something-else"):
        Net.read(path, "portes")


def headed(path, header: bytes):
    """Write a file that is nothing but this header."""
    path.write_bytes(struct.pack("<Q", len(header)) + header)


@pytest.mark.parametrize(
    "header",
    [
        *(b"[]", b"null", b"3", b"[" * 5000, b'{"a":' * 5000, b"\xff"),
        *(b'{"__metadata__": []}', b'{"__metadata__": {"game": 3}}'),
    ],
)
def test_a_header_of_nonsense_is_refused(path, header):
    headed(path, header)
    for read in (lambda: Net.read(path, "portes"), lambda: game_of(path)):
        with pytest.raises(NetError, match=r"net\.safetensors is damaged or no net"):
            read()


@pytest.mark.parametrize("header", [b"{}", b'{"__metadata__": null}'])
def test_a_header_without_notes_is_that_of_no_net(path, header):
    headed(path, header)
    assert game_of(path) == ""
    with pytest.raises(NetError, match="a net of version none"):
        Net.read(path, "portes")


def test_what_a_header_says_is_told_on_one_short_line(path):
    changed(path, game="\n\x1b[31m" + "x" * 10_000)
    with pytest.raises(NetError) as refused:
        Net.read(path, "portes")
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < len(str(path)) + 100


def test_a_file_without_an_end_is_not_read_to_it():
    with pytest.raises(NetError, match="/dev/zero is too large"):
        Net.read(Path("/dev/zero"), "portes")


def test_weights_that_are_no_numbers_are_refused(net, path):
    net.narrow[0, 0] = np.nan
    path.write_bytes(net.to_bytes())
    with pytest.raises(NetError, match="narrow holds values that are no numbers"):
        Net.read(path, "portes")


def test_shapes_that_do_not_fit_are_refused(net, path):
    misshapen = Net(
        game=net.game,
        wide=net.wide[:, :-1],
        **{name: net.tensors[name] for name in net.tensors if name != "wide"},
    )
    path.write_bytes(misshapen.to_bytes())
    with pytest.raises(NetError, match="wide has the shape"):
        Net.read(path, "portes")
