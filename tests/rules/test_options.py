"""House rules: each choice decides where its cases say so, and is named in full."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from boards import SINGLE_OPTIONS, line
from rules.oracle import Oracle
from tavli.rules import (
    OPTIONS,
    PLAKOTO,
    PORTES,
    RULESETS,
    Dice,
    Position,
    Role,
    Ruleset,
    find_ruleset,
    legal_plays,
    result_of,
    with_options,
)

DATA = Path(__file__).parent.parent / "data" / "options"
CASES: list[dict[str, Any]] = [
    json.loads(text)
    for file in sorted(DATA.glob("*.jsonl"))
    for text in file.read_text(encoding="utf-8").splitlines()
]
Ends = dict[Position, tuple[str | None, int] | None]

every_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def wanted(case: dict[str, Any]) -> Ends:
    """The finals that *case* names, seen by the mover, White."""
    ends: Ends = {}
    for final in case["finals"]:
        _, position = line(final["position"])
        result = (final["winner"], final["points"]) if "points" in final else None
        ends[position.passed()] = result
    return ends


def answered(ruleset: Ruleset, case: dict[str, Any]) -> Ends:
    """The finals that *ruleset* allows in the position of *case*, White to move."""
    _, position = line(case["position"])
    ends: Ends = {}
    for end in legal_plays(ruleset, position, Dice(*case["dice"])):
        result = result_of(ruleset, end)
        letters = {Role.MOVER: "w", Role.WAITER: "b", None: None}
        ends[end] = result and (letters[result.winner], result.points)
    return ends


@every_case
def test_the_option_gives_these_finals(case):
    ruleset, _ = line(case["position"])
    assert answered(ruleset, case) == wanted(case)


@every_case
def test_the_option_decides(case):
    ruleset, _ = line(case["position"])
    assert answered(RULESETS[ruleset.name], case) != wanted(case)


@every_case
def test_the_second_engine_gives_the_same_finals(case):
    ruleset, position = line(case["position"])
    ends = Oracle(ruleset).legal_ends(position, tuple(case["dice"]))
    assert ends == wanted(case).keys()


def test_every_choice_has_at_least_five_cases():
    counts = Counter(line(case["position"])[0] for case in CASES)
    assert [row.key for row in SINGLE_OPTIONS if counts[row] < 5] == []


# --------------------------------------------------------------------- names


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), *SINGLE_OPTIONS])
def test_a_key_finds_its_ruleset(ruleset: Ruleset):
    assert find_ruleset(ruleset.key) == ruleset


def test_a_default_chosen_by_name_is_no_option():
    chosen = {option.name: option.default for option in OPTIONS["fevga"]}
    assert with_options(RULESETS["fevga"], chosen) == RULESETS["fevga"]


def test_options_are_written_in_one_order():
    key = "plakoto:bearoff_with_own_pin=true,mother_points=1"
    assert find_ruleset(key).key == "plakoto:mother_points=1,bearoff_with_own_pin=true"


def test_choosing_options_forgets_those_chosen_before():
    one = with_options(PLAKOTO, {"mother_points": "1"})
    assert with_options(one, {"mother_rule": "off"}).key == "plakoto:mother_rule=off"


def test_without_a_mother_rule_its_other_choices_change_nothing():
    bare = find_ruleset("plakoto:mother_rule=off")
    both = find_ruleset("plakoto:mother_points=3,mother_rule=off")
    assert (both.mother, both.most_points) == (bare.mother, bare.most_points)


@pytest.mark.parametrize(
    ("key", "most"),
    [
        ("portes", 2),
        ("portes:max_points=3", 3),
        ("plakoto", 2),
        ("plakoto:mother_points=3", 3),
        ("plakoto:mother_points=1", 2),
        ("fevga", 2),
        ("backgammon", 3),
    ],
)
def test_most_points_of_one_game(key: str, most: int):
    assert find_ruleset(key).most_points == most


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("chess", "the games are portes, plakoto, fevga, backgammon, not 'chess'"),
        ("", "the games are portes, plakoto, fevga, backgammon, not ''"),
        ("portes:cube=on", "portes has no option 'cube'"),
        ("portes:max_points=4", "max_points is one of 2, 3, not '4'"),
        ("portes:max_points", "written once, like a=b, not 'max_points'"),
        ("portes:max_points=3,max_points=3", "written once, like a=b"),
        ("portes:,", "written once, like a=b, not ''"),
        ("plakoto:max_points=3", "plakoto has no option 'max_points'"),
        ("backgammon:=", "backgammon has no option ''"),
    ],
)
def test_an_unknown_key_is_refused_in_one_sentence(key: str, sentence: str):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        find_ruleset(key)


def test_a_refusal_quotes_only_the_start_of_what_it_read():
    with pytest.raises(ValueError, match="not 'xxx") as refused:
        find_ruleset("x" * 10_000)
    assert len(str(refused.value)) < 120


def test_a_setup_of_other_than_fifteen_checkers_is_refused():
    with pytest.raises(ValueError, match="portes must set up 15 checkers a side"):
        type(PORTES)(
            name="portes",
            setup=((24, 14),),
            course=PORTES.course,
            contact=PORTES.contact,
            stakes=PORTES.stakes,
        )
