"""The examples that `--help` shows are commands that work."""

import re
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from matches import kept_matches
from records import proven_text, tavli_record, text_of
from tavli.cli.main import SUBCOMMANDS, tavli

PIPED = re.compile(r'echo "(?P<input>[^"]*)" \| (?P<command>.*)')
FILLED = re.compile(r"(?P<command>.*) < (?P<file>\S+)")

QUICKER = {
    "analyse": ("--plies", "0", "--no-keep"),
    "perft": ("--depth", "1"),
    "rollout": ("--trials", "144", "--turns", "1", "--evaluator", "pips"),
}
"""What makes an example cheap without making it another."""

SLOW = {"serve", "play", "train", "tables", "arena", "openings", "backup"}
"""What serves, plays, builds, or asks for a house: how it is written is seen alone."""


def shown_in(name: str) -> list[str]:
    """Return the examples in the help of a subcommand."""
    help_text = CliRunner().invoke(tavli, [name, "--help"]).output
    _, _, examples = help_text.partition("Examples:")
    return [line.strip() for line in examples.splitlines() if line.strip()]


EXAMPLES = [
    (name, example)
    for name, known in SUBCOMMANDS.items()
    for example in (known.example, *shown_in(name))
]


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Be in a folder with the files that examples name."""
    text = kept_matches()[0].read_bytes()
    for name in ("match.mat", "old-match.mat", "old-matches/match.mat"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text)
    (tmp_path / "match.tavli").write_bytes(text_of(tavli_record()).encode())
    question = '{"ask": "legal", "position": "fevga 24:15 24:15 w dice=6-5"}\n'
    (tmp_path / "questions.jsonl").write_text(question, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words_of(example: str) -> tuple[list[str], str | None, str | None]:
    """Return the arguments, what is told them, and the file that tells it."""
    told = file = None
    if piped := PIPED.fullmatch(example):
        example, told = piped["command"], piped["input"]
    elif filled := FILLED.fullmatch(example):
        example, file = filled["command"], filled["file"]
    program, *words = shlex.split(example)
    assert program == "tavli"
    return words, told, file


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_of_the_help_is_understood(name, example, folder):
    (first, *words), _, _ = words_of(example)
    assert first == name
    command = getattr(import_module(f"tavli.cli.{name}"), name)
    for file in ("old-match.sgf", "match.xg"):
        (folder / file).touch()
    while isinstance(command, click.Group):
        context = click.Context(command)
        command, words = command.get_command(context, words[0]), words[1:]
        assert command is not None
    command.make_context(name, words)  # a mistake is an error here


@pytest.mark.parametrize(
    ("name", "example"),
    [(name, example) for name, example in EXAMPLES if name not in SLOW],
)
def test_an_example_of_the_help_works(name, example, folder):
    words, told, file = words_of(example)
    for target, kind in (("old-match.sgf", "sgf"), ("match.xg", "ogxm")):
        if target in words:
            made = ["convert", "old-match.mat", target, "--to", kind]
            assert CliRunner().invoke(tavli, made).exit_code == 0
            (folder / "match.mat").unlink()
    if name == "dice":
        (folder / "match.tavli").write_text(proven_text(bytes(32)), encoding="utf-8")
    entered = (folder / file).read_text(encoding="utf-8") if file else told
    words += QUICKER.get(name, ())
    answer = CliRunner().invoke(tavli, words, entered, standalone_mode=False)
    assert answer.exception is None, answer.output
    assert not answer.return_value, answer.output
    assert answer.stdout
