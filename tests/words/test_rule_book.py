"""The norm in docs/rules agrees with itself, with the pages and with the program."""

import json
import re
from pathlib import Path

import pytest

from tavli.cli.legal import answer
from tavli.match import LARGEST_CUBE, Length, choices_of
from tavli.notation.position import read_position, write_position
from tavli.words import LANGUAGES, rules_page

BOOK = Path(__file__).parents[2] / "docs" / "rules"
GAMES = ("core", "portes", "plakoto", "fevga", "backgammon", "tavli")
HEADING = re.compile(r"^#{2,3} (.+)$", re.MULTILINE)
RULE = re.compile(r"^### ([A-Z]\d+) ", re.MULTILINE)
EXAMPLE = re.compile(r"^([A-Z]-\d\d)  (.+)\n((?:   [=!…] .*\n)+)", re.MULTILINE)
RESULTS = {
    "White": lambda points: {"winner": "w", "points": points},
    "Black": lambda points: {"winner": "b", "points": points},
}


def chapter(name):
    return (BOOK / f"{name}.md").read_text(encoding="utf-8")


EXAMPLES = [found for game in GAMES for found in EXAMPLE.findall(chapter(game))]


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_numbered_from_one_without_a_gap(name):
    letter = {"core": "C", "plakoto": "K", "tavli": "M"}.get(name, name[0].upper())
    numbers = RULE.findall(chapter(name))
    assert numbers == [f"{letter}{n}" for n in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("name", [game for game in GAMES if game != "core"])
def test_a_players_page_has_every_rule_of_the_norm(name):
    told = RULE.findall(rules_page("en", name))
    wanted = RULE.findall(chapter(name)) + RULE.findall(chapter("core"))
    assert [number for number in wanted if number not in told] == []


@pytest.mark.rule("B4")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_tells_where_the_cube_stops(language):
    rule = rules_page(language, "backgammon").partition("### B4")[2]
    assert str(LARGEST_CUBE) in rule.partition("### B5")[0]


EMPTY = {"en": "is empty", "el": "είναι άδεια", "tr": "boşsa", "ar": "خالية"}


@pytest.mark.rule("C12")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_holds_back_no_number_whose_own_point_is_held(language):
    """A blocked checker further back matters only where the number's point is empty."""
    rule = rules_page(language, "portes").partition("### C12")[2]
    assert EMPTY[language] in rule.partition("### C13")[0]


def test_the_book_holds_all_worked_examples():
    numbers = [number for number, _, _ in EXAMPLES]
    assert len(numbers) == len(set(numbers)) == 63


@pytest.mark.parametrize(
    ("line", "verdict"),
    [example[1:] for example in EXAMPLES],
    ids=[example[0] for example in EXAMPLES],
)
def test_an_example_is_what_the_program_plays(line, verdict):
    found = answer(line.encode())
    assert "error" not in found
    finals = {}
    for final in found["finals"]:
        _, white, black, _ = final["position"].split()
        finals[f"{white} {black}"] = final.get("result")
    listed, count = {}, None
    for mark, text in re.findall(r"^   ([=!…])  (.+)$", verdict, re.MULTILINE):
        position, _, result = text.partition("  ")
        if mark == "=":
            winner, _, points = result.partition(" ")
            ended = {"winner": None, "points": 0} if winner == "draw" else None
            listed[position] = (
                RESULTS[winner](int(points)) if winner in RESULTS else ended
            )
        elif mark == "!":
            assert position not in finals
        else:
            count = int(text.split()[0])
    if count is None:
        assert listed == finals
    else:
        assert len(finals) == count
        assert listed.items() <= finals.items()


def test_every_option_stands_in_the_table_with_its_values():
    table = {
        cells[0].strip(" `"): set(re.findall(r"`([^`]+)`", "|".join(cells[1:3])))
        for row in chapter("README").splitlines()
        if row.startswith("| `")
        for cells in [row.strip("|").split("|")]
    }
    known = {}
    for game, length in (
        ("tavli", "5"),
        ("backgammon", "5"),
        ("backgammon", "money"),
    ):
        for key, values in choices_of(game, Length.parse(length)).items():
            known.setdefault(key, set()).update(values)
    assert table == known


@pytest.mark.parametrize("name", ["README", *GAMES])
def test_every_link_to_a_rule_leads_to_its_heading(name):
    for target, anchor in re.findall(r"\]\(([\w.]+\.md)#([\w-]+)\)", chapter(name)):
        headings = HEADING.findall((BOOK / target).read_text(encoding="utf-8"))
        assert anchor in [slug(heading) for heading in headings]


def slug(heading):
    """Return the anchor that a heading has where Markdown is shown."""
    return re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")


NOTATION = (BOOK.parent / "notation.md").read_text(encoding="utf-8")


def test_the_notation_page_shows_the_true_answer():
    question = "plakoto 24:14,20:1 24:14,8:1 w dice=3-1"
    shown = re.search(r"```json\n(.+?)```", NOTATION, re.DOTALL)
    assert f"```text\n{question}\n```" in NOTATION
    assert json.loads(shown[1]) == answer(question.encode())


def test_the_lines_of_the_notation_page_are_canonical():
    lines = re.findall(
        r"^(?:portes|plakoto|fevga|backgammon) .+$", NOTATION, re.MULTILINE
    )
    assert len(lines) == 6
    assert [write_position(read_position(line)) for line in lines] == lines
