"""`tavli arena`: engines against each other."""

import json
from collections.abc import Iterator
from itertools import islice

import pytest
from click import UsageError
from click.testing import CliRunner, Result

from tavli.bots.arena.duel import Duel
from tavli.bots.arena.keeping import Keeper, KeptError
from tavli.bots.arena.pipe import PipeError
from tavli.bots.arena.players import PlayerError
from tavli.cli import arena as command
from tavli.cli.main import tavli

PLAKOTO = ("--game", "plakoto", "--games", "40")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(
        tavli, ["arena", *arguments], catch_exceptions=False, standalone_mode=False
    )


def answer(*arguments: str) -> dict:
    result = run(*arguments, "--json")
    assert result.return_value == 0
    return json.loads(result.stdout)


def test_a_table_says_who_won_how_much():
    told = run("pips", "random", *PLAKOTO).stdout
    assert told.startswith("game           plakoto, 40 games\n")
    for line in ("first          pips 0-ply", "second         random (seed 1)"):
        assert line in told
    for what in ("points a game", "first wins", "starter", "doubles", "turns"):
        assert f"\n{what}" in told
    assert "less luck" not in told


def test_one_object_says_it_too():
    found = answer("pips", "random", *PLAKOTO, "--luck", "pips")
    assert found["games"] == 40
    assert found["complete"] is True
    assert found["score"]["low"] <= found["score"]["mean"] <= found["score"]["high"]
    assert found["score"]["mean"] > 0.3
    assert found["adjusted"]["mean"] == pytest.approx(found["score"]["mean"], abs=0.5)
    rates = found["rates"]
    assert rates["won"] + rates["lost"] + rates["drawn"] == pytest.approx(1)
    assert rates["won_double"] <= rates["won"]


def test_the_result_is_the_same_on_two_processes():
    there = answer("pips", "random", *PLAKOTO)
    assert answer("pips", "random", *PLAKOTO, "--processes", "2") == there


def test_the_result_is_the_same_on_a_cluster(near_machines):
    there = answer("pips", "random", *PLAKOTO)
    line = ("--cluster", "10.0.0.1:6379", "--processes", "2")
    assert answer("pips", "random", *PLAKOTO, *line) == there
    assert near_machines == [("10.0.0.1:6379", 2)]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("net", "net(fevga "),
        ("level-2", "0-ply, strays by 0."),
        ("house~0.25", "0-ply, strays by 0.25 (seed 1)"),
        ("house", "net(fevga "),
        ("pips-1ply", "pips 1-ply"),
    ],
)
def test_engines_are_known_by_name(name, told):
    assert told in run(name, name, "--game", "fevga", "--games", "2").stdout


def test_an_engine_against_itself_scores_nothing():
    found = answer("random", "random", *PLAKOTO)
    assert found["score"] == {"mean": 0, "low": 0, "high": 0}
    assert found["starter"]["mean"] != 0


def test_another_seed_gives_other_games():
    there = answer("pips", "random", *PLAKOTO)
    assert answer("pips", "random", *PLAKOTO, "--seed", "2") != there


def test_an_interrupted_duel_is_told_and_taken_up_again(tmp_path, monkeypatch):
    whole = answer("pips", "random", *PLAKOTO)
    kept = ("--keep", str(tmp_path / "duel.jsonl"))
    play = command.play_blocks

    def interrupted(*arguments: object) -> Iterator:
        yield from list(islice(play(*arguments), 7))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_blocks", interrupted)
    part = run("pips", "random", *PLAKOTO, *kept, "--json")
    assert part.return_value == 130
    assert json.loads(part.stdout)["complete"] is False
    assert json.loads(part.stdout)["games"] == 14
    monkeypatch.undo()
    with (tmp_path / "duel.jsonl").open("a") as file:
        file.write('{"block": 7, "na')  # cut off by a power failure
    assert answer("pips", "random", *PLAKOTO, *kept) == whole
    assert answer("pips", "random", *PLAKOTO, *kept) == whole


def test_an_interrupt_before_the_first_games_leaves_nothing_to_tell(monkeypatch):
    def interrupted(*_: object) -> Iterator:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "play_blocks", interrupted)
    stopped = run("pips", "random", *PLAKOTO, "--json")
    assert stopped.return_value == 130
    assert stopped.stdout == ""
    assert "no block of games was over yet" in stopped.stderr


def test_a_full_disk_is_told_with_the_file_of_the_duel(full):
    duel = Duel(first="pips", second="random", game="plakoto", pairs=2, seed=1)
    with pytest.raises(OSError, match="kept"):
        Keeper.open(full, duel)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"", "keeps another duel"),
        (b"{}", "line 2 is damaged"),
        (b"[" * 5000, "line 2 is damaged"),
        (b'{"names": ["a", "b"], "points": [], "turns": []}', "line 2 is damaged"),
        (b"\xff", "line 2 is damaged"),
        (b'{"block": 1, "names": ["a", "b"], "points": [], "turns": []}', "no block 0"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path, line, sentence):
    path = tmp_path / "duel.jsonl"
    run("pips", "random", *PLAKOTO, "--keep", str(path))
    head = path.read_bytes().split(b"\n")[0] if line else b"{}"
    path.write_bytes(head + b"\n" + line + b"\n")
    with pytest.raises(KeptError, match=sentence):
        run("pips", "random", *PLAKOTO, "--keep", str(path))
    assert path.read_bytes() == head + b"\n" + line + b"\n"


def test_engines_that_call_themselves_otherwise_by_now_are_refused(tmp_path):
    path = tmp_path / "duel.jsonl"
    run("pips", "random", *PLAKOTO, "--keep", str(path))
    lines = path.read_text().replace("pips 0-ply", "pips of old").splitlines()
    path.write_text("\n".join(lines[:5]) + "\n")
    with pytest.raises(KeptError, match="keeps games of pips of old and random"):
        run("pips", "random", *PLAKOTO, "--keep", str(path))


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ("nobody", "the engines are random, baseline"),
        ("pips-9ply", "looks too far"),
        ("nobody-1ply", "the engines are"),
        ("missing.safetensors", "can't read the net"),
        ("level-0", "not 'level-0'"),
        ("level-9", "not 'level-9'"),
        ("pips~99", "no pips~99: a level strays by 0 to 10 points"),
        ("pips~", "not 'pips~'"),
    ],
)
def test_an_unknown_engine_is_refused_in_a_sentence(first, sentence):
    with pytest.raises(PlayerError, match=sentence):
        run(first, "random", *PLAKOTO)


@pytest.mark.parametrize("name", ["level-3", "random", "house~0.1", "net-1ply"])
def test_luck_is_measured_by_what_judges_and_by_no_player(name):
    sentence = f"the evaluators are house, net, pips and FILE.* not '{name}'"
    with pytest.raises(PlayerError, match=sentence):
        run("pips", "random", *PLAKOTO, "--luck", name)


def test_a_program_that_is_not_there_is_refused():
    with pytest.raises(PipeError, match="no program"):
        run("pipe:no-such-program-anywhere", "random", *PLAKOTO)


@pytest.mark.parametrize("arguments", [("--game", "chess"), ("--games", "1")])
def test_a_game_that_is_none_is_refused(arguments):
    with pytest.raises(UsageError):
        run("pips", "random", *arguments)
