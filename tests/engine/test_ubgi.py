"""`Ubgi`: the commands of version 0.2, and what version 0.1 called otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavli.engine.analyst import Analyst
from tavli.engine.ubgi import LONGEST_COMMAND, Ubgi
from tavli.evaluation.pips import PipEvaluator
from tavli.notation.gnu_line import match_id_of
from tavli.notation.match_id import write_match_id
from tavli.notation.position import read_position
from tavli.notation.position_id import write_position_id
from tavli.rules import BACKGAMMON, Dice, Position, Side, legal_plays

START = "4HPwATDgc/ABMA"
STARTED = "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w"


def talk(*lines: str) -> list[str]:
    engine = Ubgi(Analyst(PipEvaluator))
    return [reply.decode() for reply in engine.replies(one.encode() for one in lines)]


def test_the_handshake():
    hello = talk("ubgi", "isready")
    assert hello[0].startswith("id name tavli ")
    assert hello[1].startswith("id author ")
    assert hello[2:] == ["proto 0.2", "ubgiok", "readyok"]


def test_a_move_is_legal_and_told_die_by_die():
    (answer,) = talk("newgame", "dice 3 1", "set engine.ply 0", "go")
    word, *steps = answer.split()
    assert word == "bestmove"
    plays = legal_plays(BACKGAMMON, Position.start(BACKGAMMON), Dice(3, 1)).values()
    assert tuple(steps) in {tuple(str(move) for move in play) for play in plays}


def test_a_position_identifier_is_on_roll():
    same = talk(f"position gnubgid {START}", "dice 6 5", "set engine.ply 0", "go")
    assert same == talk("newgame", "dice 6 5", "set engine.ply 0", "go chequer")


def test_a_match_identifier_may_follow():
    told = talk(f"position gnubgid {START}:cAkAAAAAAAAA", "set engine.ply 0", "go cube")
    assert told == ["bestcube nodouble"]


def test_whoever_cannot_move_passes():
    shut = Position(
        Side.of({25: 1, 6: 14}), Side.of({6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2})
    )
    identifier = write_position_id(shut)
    told = talk(f"position gnubgid {identifier}", "dice 6 5", "set engine.ply 0", "go")
    assert told == ["bestmove pass"]


def test_a_turn_is_a_cube_and_a_move():
    (told,) = talk("newgame", "dice 3 1", "set engine.ply 0", "go turn")
    assert told.startswith("bestturn cube=nodouble move=")


def test_keys_are_listed_and_kept():
    keys = talk("keys")
    assert [key.split()[1] for key in keys] == [
        "game.variant",
        "engine.ply",
        "engine.level",
        "engine.seed",
    ]
    assert talk("set engine.ply 1", "get engine.ply") == ["value engine.ply 1"]
    assert talk("get game.variant") == ["value game.variant backgammon"]


def test_version_0_1_is_understood():
    assert talk(
        "setoption name Variant value backgammon",
        "setoption name Ply value 0",
        "get engine.ply",
        "newgame",
        "setturn p0",
        "dice 3 1",
        "stop",
    ) == ["value engine.ply 0"]
    moved = talk("newgame", "dice 3 1", "set engine.ply 0", "go role chequer")
    assert moved[0].startswith("bestmove ")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["castle"], "error bad_command castle"),
        (["go"], "error bad_state missing position"),
        (["newgame", "go"], "error bad_state missing dice"),
        (["newgame", "go rollout"], "error unsupported go rollout"),
        (["dice 7 1"], "error bad_value dice must_be two numbers, 1..6"),
        (["dice"], "error bad_value dice must_be two numbers, 1..6"),
        (["position xgid XGID=-b"], "error unsupported position xgid"),
        (["position gnubgid nonsense"], "error bad_value gnubgid "),
        (["set engine.ply 9"], "error bad_value engine.ply must_be 0..2"),
        (["set engine.ply ²"], "error bad_value engine.ply must_be 0..2"),
        (["set game.variant chess"], "error bad_value game.variant must_be backgammon"),
        (["set engine.colour red"], "error unsupported engine.colour"),
        (["get engine.colour"], "error unsupported engine.colour"),
        (["setoption Ply 1"], "error bad_command expected: setoption"),
        (["x" * (LONGEST_COMMAND + 1)], "error bad_command longer than"),
    ],
)
def test_a_fault_is_one_line_and_the_talk_goes_on(lines, why):
    *_, fault, last = talk(*lines, "get engine.seed")
    assert fault.startswith(why)
    assert last == "value engine.seed 0"


def test_quit_ends_the_talk():
    assert talk("quit", "ubgi") == []


@given(st.binary(max_size=80))
def test_no_bytes_end_the_talk(line):
    for reply in Ubgi(Analyst(PipEvaluator)).reply(line):
        assert "\n" not in reply


def test_nobody_doubles_in_a_match_to_one_point():
    line = read_position(f"{STARTED} cube=1@- score=0-0/1")
    identifier = f"{START}:{write_match_id(match_id_of(line))}"
    told = talk(f"position gnubgid {identifier}", "set engine.ply 0", "go cube")
    assert told == ["bestcube nodouble"]
