"""`tavli dice verify`: a true record passes, a changed throw is named."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from records import proven_text
from tavli.cli.dice import dice

SECRET = bytes(range(32))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game in which three throws were made."""
    path = tmp_path / "match.tavli"
    path.write_text(proven_text(SECRET))
    return path


def verify(path: Path) -> Result:
    return CliRunner().invoke(dice, ["verify", str(path)])


def test_a_true_record_is_confirmed(record):
    answer = verify(record)
    assert answer.exit_code == 0
    assert answer.output == f"{record}: all 3 throws come from the promised secret.\n"


def test_a_changed_throw_is_named_by_file_line_game_and_roll(record):
    lines = record.read_text().splitlines()
    thrown = json.loads(lines[3])["dice"]
    lie = "6-6" if thrown != "6-6" else "1-1"
    lines[3] = lines[3].replace(thrown, lie)
    record.write_text("\n".join(lines))
    answer = verify(record)
    assert answer.exit_code == 1
    assert answer.output == (
        f"{record}, line 4: roll 1 of game 1 is recorded as {lie}, but the secret "
        f"gives {thrown}.\n"
    )


def test_a_record_without_throws_is_not_called_proven(record):
    lines = record.read_text().splitlines()
    thrown = ('"opening"', '"roll"')
    kept = [line for line in lines if not any(word in line for word in thrown)]
    record.write_text("\n".join(kept))
    answer = verify(record)
    assert answer.exit_code == 0
    assert answer.output == (
        f"{record}: no dice were thrown: there is nothing to check.\n"
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("proof", "prof"), "line 7"),
        ((SECRET.hex(), "00" * 32), "not the one that was promised"),
        (('"commitment"', '"commitments"'), "line 1"),
    ],
)
def test_a_record_that_proves_nothing_is_refused_in_words(record, change, sentence):
    record.write_text(record.read_text().replace(*change))
    answer = verify(record)
    assert answer.exit_code == 1
    assert sentence in answer.output
    assert str(record) in answer.output


def test_a_match_that_goes_on_has_no_proof_yet(record):
    record.write_text("\n".join(record.read_text().splitlines()[:-1]))
    answer = verify(record)
    assert answer.exit_code == 1
    assert "the secret follows the match's end" in answer.output


def test_a_file_that_is_no_record_is_refused_in_words(tmp_path):
    (tmp_path / "noise").write_bytes(b"\xff\x00noise")
    answer = verify(tmp_path / "noise")
    assert answer.exit_code == 1
    assert "Traceback" not in answer.output
