"""Engines in processes of their own."""

import numpy as np
import pytest

from bots.arena.engines import CHEAT, HONEST, pips, program
from tavli.bots.arena.legality import IllegalChoiceError
from tavli.bots.arena.lockstep import play_pairs
from tavli.bots.arena.pipe import PipeChooser, PipeError
from tavli.kernels.board import encode
from tavli.rules import PLAKOTO, Position

BOARDS = np.repeat(encode(Position.start(PLAKOTO))[np.newaxis], 3, axis=0)
ROLLS = np.array([(6, 5), (2, 1), (3, 3)], np.int8)


def test_a_program_plays_whole_games(tmp_path):
    chooser = PipeChooser(program(tmp_path, HONEST), PLAKOTO)
    games = play_pairs((chooser, pips(PLAKOTO)), np.arange(3), 1)
    chooser.close()
    assert chooser.name == "last of all"
    assert games.points.any()


def test_what_it_prints_is_no_answer(tmp_path, capfd):
    chooser = PipeChooser(program(tmp_path, HONEST), PLAKOTO)
    assert len(chooser.choose(BOARDS, ROLLS)) == 3
    assert len(chooser.choose(BOARDS[:0], ROLLS[:0])) == 0
    chooser.close()
    assert "thinking" in capfd.readouterr().err


def test_an_illegal_choice_is_named_with_position_and_roll(tmp_path):
    chooser = PipeChooser(program(tmp_path, CHEAT), PLAKOTO)
    with pytest.raises(
        IllegalChoiceError, match="cheat plays 6-5 in 'plakoto 24:15 24:15 w'"
    ):
        chooser.choose(BOARDS, ROLLS)
    chooser.close()


def hello(name: str) -> str:
    """Return a program's line that says so of itself; *name* is JSON."""
    return f'print(\'{{"tavli_pipe": 1, "name": {name}}}\', flush=True)\n'


HELLO = hello('"x"')


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("", "ended before it answered"),
        ("print('hello')", "begins with no line of this protocol"),
        ("print('[1]')", "begins with no line of this protocol"),
        ("print('[' * 4000)", "begins with no line of this protocol"),
        ('print(\'{"tavli_pipe": 2, "name": "x"}\')', "speaks protocol 2, not 1"),
        ("print('x' * 5000)", "says too much of itself"),
        (hello("[1]"), "gives no name"),
        (hello('""'), "gives no name"),
        (hello(r'"a\\nb"'), "gives no name that can be shown on one line"),
        (hello(r'"\\u001b[31m"'), "gives no name"),
    ],
)
def test_a_program_that_is_no_engine_is_refused(tmp_path, body, sentence):
    with pytest.raises(PipeError, match=sentence):
        PipeChooser(program(tmp_path, body), PLAKOTO)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("sys.stdin.buffer.read(4)", "ended before it answered"),
        (
            "sys.stdin.buffer.read(4)\n"
            "sys.stdout.buffer.write(bytes(4 + 3 * 104))\n"
            "sys.stdout.flush()\n"
            "sys.stdin.buffer.read()",
            "answers another number of questions",
        ),
    ],
)
def test_a_program_that_answers_badly_is_named(tmp_path, body, sentence):
    chooser = PipeChooser(program(tmp_path, HELLO + body), PLAKOTO)
    with pytest.raises(PipeError, match=sentence):
        chooser.choose(BOARDS, ROLLS)
    chooser.close()


def test_a_silent_program_is_not_awaited_for_ever(tmp_path):
    command = program(tmp_path, HELLO + "sys.stdin.buffer.read()")
    chooser = PipeChooser(command, PLAKOTO, patience_s=5.0)
    chooser._patience_s = 0.01
    with pytest.raises(PipeError, match="has been silent"):
        chooser.choose(BOARDS, ROLLS)
    chooser.close()


@pytest.mark.parametrize("command", ["", "no-such-program-anywhere", "'"])
def test_a_command_that_starts_nothing_is_refused(command):
    with pytest.raises(PipeError, match=r"no program|can't read"):
        PipeChooser(command, PLAKOTO)
