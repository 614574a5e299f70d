"""Rollouts stand in a record with their settings, and hurt no other reader."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from tavli.formats.errors import FieldError
from tavli.formats.load import load_matches
from tavli.formats.record import Annotation, read, write
from tavli.formats.record_rollout import (
    RecordedRollout,
    RolledChances,
    RolledRow,
    Stop,
    Unit,
    read_rollout,
    rollout_note,
    rollouts_of,
)
from tavli.formats.save import SaveKind, save_match

MATCH = b"""\
 5 point match

 Game 1
 Anna : 0                            Basil : 0
  1) 31: 8/5 6/5                      Doubles => 2
  2)  Drops
"""
CHANCES = RolledChances(
    win=0.55, double=0.16, triple=0.01, lost_double=0.12, lost_triple=-0.001, draw=0
)
ROWS = (
    RolledRow(
        play="8/5 6/5", value=0.21, error=0.01, behind=0, joint=0, chances=CHANCES
    ),
    RolledRow(
        play="24/20", value=-0.02, error=0.02, behind=0.23, joint=0.022, chances=CHANCES
    ),
)
ROLLED = RecordedRollout(
    position="backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w dice=3-1",
    by="net(backgammon)",
    trials=432,
    wanted=1296,
    turns=11,
    cube=True,
    seed=7,
    aim=0.01,
    stopped=Stop.ERROR,
    unit=Unit.MATCH,
    price=None,
    rows=ROWS,
)


def match():
    (loaded,) = load_matches(MATCH, "match.mat")
    return loaded.record


def with_notes(*notes):
    return replace(match(), annotations=notes)


def written(record):
    text = io.StringIO()
    write(record, text)
    return text.getvalue()


@pytest.mark.parametrize(
    "found",
    [
        ROLLED,
        replace(ROLLED, turns=None, cube=False, unit=Unit.POINTS, stopped=Stop.TIME),
        replace(ROLLED, price=1.0, rows=(replace(ROWS[0], play="no_double"),)),
    ],
)
def test_a_rollout_comes_back_with_its_settings(found):
    text = written(with_notes(rollout_note(1, found)))
    assert rollouts_of(read(io.BytesIO(text.encode()))) == ((1, found),)
    assert '"from":"tavli ' in text


def test_a_record_without_rollouts_is_what_it_was():
    assert written(match()).startswith('{"tavli_record":1,')
    assert rollouts_of(match()) == ()


def test_whoever_does_not_know_rollouts_reads_a_note():
    record = with_notes(rollout_note(1, ROLLED))
    again = read(io.BytesIO(written(record).encode()))
    assert [one.event for one in again.events] == [one.event for one in match().events]
    assert len(again.annotations) == 1
    (loaded,) = load_matches(written(record).encode(), "match.tavli")
    assert loaded.complaints == load_matches(MATCH, "match.mat")[0].complaints


@pytest.mark.parametrize("kind", list(SaveKind))
def test_every_format_is_written_with_a_rollout_beside(kind):
    assert save_match(with_notes(rollout_note(1, ROLLED)), kind)


@pytest.mark.parametrize(
    "note",
    [
        Annotation(1, "GNU Backgammon 1.08", {"rollout": {"trials": 1}}),
        Annotation(1, "tavlion 3", {"rollout": {}}),
        Annotation(1, "tavli 9.9", {"rollout": {"trials": 1}}),
        Annotation(1, "tavli 9.9", {"rollout": "1296"}),
        Annotation(1, "tavli 9.9", {"C": ["words"]}),
    ],
)
def test_what_is_no_rollout_stays_a_note(note):
    record = read(io.BytesIO(written(with_notes(note)).encode()))
    assert rollouts_of(record) == ()
    assert record.annotations == (note,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"trials": 0}, "trials is a whole number"),
        ({"trials": True}, "trials is a whole number"),
        ({"aim": "0.1"}, "aim is a number"),
        ({"aim": True}, "aim is a number"),
        ({"aim": float("nan")}, "aim is a number"),
        ({"price": 1e12}, "price is a number"),
        ({"rows": []}, "rows is a list of 1 to 64 objects"),
        ({"rows": [1]}, "rows holds objects"),
        ({"unit": "money"}, "unit is one of points, match"),
        ({"later": 1}, "is not a field"),
    ],
)
def test_every_field_is_checked(change, words):
    fields = dict(rollout_note(1, ROLLED).fields["rollout"])
    with pytest.raises(FieldError) as refused:
        read_rollout(fields | change)
    assert words in refused.value.reason


def test_in_sgf_a_rollout_is_a_comment_of_the_node_that_it_is_about():
    text = save_match(with_notes(rollout_note(1, ROLLED)), SaveKind.SGF).decode()
    node = next(line for line in text.splitlines() if line.startswith(";W[31"))
    assert node.endswith(
        "C[Rollout by net(backgammon): 432 of 1,296 trials of 11 turns, with the cube, "
        "seed 7, stopped at 0.01, in chances of the match from -1 to 1: "
        "8/5 6/5 +0.2100 ± 0.0100; 24/20 -0.0200 ± 0.0200 (10.5 JSD)]"
    )
    (again,) = load_matches(text.encode(), "match.sgf")
    assert again.complaints == load_matches(MATCH, "match.mat")[0].complaints


def test_in_sgf_another_programs_comment_keeps_its_place():
    theirs = Annotation(2, "GNU Backgammon 1.08", {"C": ["said already"]})
    record = with_notes(rollout_note(1, ROLLED), theirs)
    text = save_match(record, SaveKind.SGF).decode()
    assert "C[said already]" in text
    assert "Rollout by" not in text


def test_the_example_of_the_manual_is_one():
    page = Path(__file__).parents[2] / "docs" / "formats.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    (example,) = (line for line in lines if '"note":{"rollout":' in line)
    text = f"{written(match())}{example}\n"
    ((_, rollout),) = rollouts_of(read(io.BytesIO(text.encode())))
    assert rollout.trials == rollout.wanted == 1296
    assert [row.play for row in rollout.rows] == ["8/5 6/5"]
