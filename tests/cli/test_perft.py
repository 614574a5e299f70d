"""`tavli perft`: counts that others have counted too."""

import json

import pytest
from click.testing import CliRunner

from tavli.cli.main import tavli
from tavli.notation.errors import NotationError


def run(*arguments: str) -> str:
    result = CliRunner().invoke(tavli, ["perft", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


@pytest.mark.parametrize(
    ("game", "depth", "leaves"),
    [
        ("portes", "1", "447"),
        ("plakoto", "1", "59"),
        ("plakoto", "2", "3,474"),
        ("fevga", "1", "22"),
        ("fevga", "2", "479"),
    ],
)
def test_the_known_counts_from_the_start(game, depth, leaves):
    assert run(game, "--depth", depth) == f"{game}  depth {depth}  {leaves}\n"


def test_without_a_position_every_game_is_counted():
    assert [line.split()[0] for line in run().splitlines()] == [
        "portes",
        "plakoto",
        "fevga",
        "backgammon",
    ]


def test_a_position_line_may_be_given_whole_or_in_words():
    words = ["portes", "6:15", "24:15", "w"]
    assert run(*words) == run(" ".join(words))


def test_each_roll_can_be_shown():
    lines = run("fevga", "--divide").splitlines()
    assert len(lines) == 22
    assert lines[0] == "1-1  1"
    assert "5-5  2" in lines


def test_json_holds_the_same_counts():
    found = json.loads(run("fevga", "--divide", "--json"))
    assert (found["game"], found["depth"], found["leaves"]) == ("fevga", 1, 22)
    assert sum(found["divide"].values()) == 22


def test_house_rules_may_stand_behind_the_game():
    assert run("PLAKOTO:mother_rule=off").startswith("plakoto:mother_rule=off  depth 1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("chess", "the games are"),
        ("portes 24:16 - w", "at most 15 checkers"),
        ("portes - 24:15 w", "the game is over"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_sentence(text, words):
    with pytest.raises(NotationError, match=words):
        CliRunner().invoke(tavli, ["perft", text], catch_exceptions=False)
