"""`tavli legal`: the norm's example, the cases, and what can't be answered."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavli.cli.legal import answer, legal
from tavli.cli.main import tavli

COMMAND = [sys.executable, "-c", "from tavli.cli.main import main; main()", "legal"]
CASES = Path(__file__).resolve().parents[1] / "data" / "cases"


def answers(questions: str | bytes) -> list[dict]:
    result = CliRunner().invoke(tavli, ["legal"], input=questions)
    assert result.exit_code == 0
    return [json.loads(line) for line in result.output.splitlines()]


def test_the_norm_s_example_is_answered_word_for_word():
    (found,) = answers("plakoto 24:14,20:1 24:14,8:1 w dice=3-1\n")
    assert found == {
        "finals": [
            {
                "position": "plakoto 24:12,23:1,21:1,20:1 24:14,8:1 b",
                "play": "24/21 24/23",
            },
            {"position": "plakoto 24:13,20:2 24:14,8:1 b", "play": "24/20"},
            {"position": "plakoto 24:13,21:1,19:1 24:14,8:1 b", "play": "24/21 20/19"},
            {"position": "plakoto 24:13,23:1,17:1 24:14,8x b", "play": "24/23 20/17^"},
            {"position": "plakoto 24:14,16:1 24:14,8:1 b", "play": "20/16"},
        ]
    }


def test_every_case_is_right_in_one_run_of_the_real_command():
    cases = [
        json.loads(row)
        for file in sorted(CASES.glob("*.jsonl"))
        for row in file.read_text(encoding="utf-8").splitlines()
    ]
    questions = "".join(
        f"{case['position']} dice={case['dice'][0]}-{case['dice'][1]}\n"
        for case in cases
    )
    run = subprocess.run(
        COMMAND,
        input=questions,
        capture_output=True,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(found) == len(cases) == 884
    wrong = [
        case["id"]
        for case, got in zip(cases, found, strict=True)
        if _outcomes(got["finals"]) != _expected(case["finals"])
    ]
    assert wrong == []


def _outcomes(finals: list[dict]) -> list[tuple]:
    over = [final.get("result", {}) for final in finals]
    return [
        (final["position"], result.get("winner"), result.get("points", 0))
        for final, result in zip(finals, over, strict=True)
    ]


def _expected(finals: list[dict]) -> list[tuple]:
    return sorted(
        (final["position"], final.get("winner"), final.get("points") or 0)
        for final in finals
    )


def test_a_final_that_ends_the_game_has_its_result():
    (won,) = answers("portes 1:1 6:15 w dice=2-1\n")
    (final,) = won["finals"]
    assert final == {
        "position": "portes - 6:15 b",
        "play": "1/off",
        "result": {"winner": "w", "points": 2},
    }


def test_a_drawn_plakoto_has_no_winner_and_no_points():
    (drawn,) = answers("plakoto 24x,5:1,3:13 24:1,6:13,1:1 w dice=4-1\n")
    results = [final.get("result") for final in drawn["finals"]]
    assert results == [{"winner": None, "points": 0}] * 2


def test_a_lost_turn_is_the_same_position_passed():
    (lost,) = answers("portes bar:1,6:14 6:3,5:3,4:3,3:2,2:2,1:2 w dice=6-5\n")
    assert lost["finals"] == [
        {"position": "portes bar:1,6:14 6:3,5:3,4:3,3:2,2:2,1:2 b", "play": "-"}
    ]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("portes 24:15 24:2 ? dice=6-1", "nobody is on roll"),
        ("portes 23:15 24:2 w", "the roll is missing"),
        ("portes - 24:15 b dice=6-1", "the game is over"),
        ("portes - 24:15 w dice=6-1", "the game is over"),
        ("plakoto 23:14,1:1 24x,6:14 b dice=6-1", "the game is over"),
        ("", "needs a game"),
        ("hello", "1 of these 4 fields"),
        ("portes 24:16 - w dice=6-1", "column 8: a side has at most 15"),
        ("x" * 5000, "at most 1,000 characters"),
    ],
)
def test_what_cannot_be_answered_is_an_error_and_the_next_line_is_read(question, words):
    found = answers(f"{question}\nfevga 24:15 24:15 w dice=6-5\n")
    assert len(found) == 2
    assert list(found[0]) == ["error"]
    assert words in found[0]["error"]
    assert len(found[1]["finals"]) == 1


def test_bytes_that_are_no_text_are_an_error():
    assert "not UTF-8" in answers(b"portes \xff\n")[0]["error"]


def test_the_last_line_needs_no_end():
    assert len(answers("fevga 24:15 24:15 w dice=6-5")) == 1
    assert answers("") == []


def test_each_answer_is_sent_before_the_next_question():
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        for _ in range(2):
            running.stdin.write("fevga 24:15 24:15 w dice=6-5\n")
            running.stdin.flush()
            assert "finals" in running.stdout.readline()
        running.stdin.close()


def test_house_rules_stay_in_the_answer():
    found = answer(b"plakoto:mother_points=1 24:1,3:13,1:1 24x,8:14 w dice=5-3")
    assert found["finals"][0] == {
        "position": "plakoto:mother_points=1 19:1,3:13,1:1 24x,8:14 b",
        "play": "24/19",
        "result": {"winner": "w", "points": 1},
    }


def test_the_command_explains_itself():
    assert "Answer positions" in CliRunner().invoke(legal, ["--help"]).output
