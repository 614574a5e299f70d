"""Whatever a reader finds wrong in a file or a text has words in every language."""

import ast
import re
from pathlib import Path

import pytest

from tavli.formats.errors import RecordError
from tavli.formats.load import load_matches
from tavli.match import Denial
from tavli.notation.errors import NotationError
from tavli.notation.identifiers import find_identifier
from tavli.notation.position import read_position
from tavli.rules import Refusal
from tavli.words import LANGUAGES, catalogue
from tavli.words.findings import Finding, finding

SOURCE = Path(__file__).parents[2] / "src/tavli"
PLACE = re.compile(r"\{(\w+)\}")


def rows(language):
    """Return the texts of each row of the findings: of a count, all its forms."""
    found = {}
    for key, text in catalogue(language)._messages._catalog.items():
        code = key if isinstance(key, str) else key[0]
        if code.startswith("fault."):
            found.setdefault(code, []).append(text)
    return found


ROWS = {language: rows(language) for language in LANGUAGES}


def made():
    """Yield the code and the names of the values of each finding in the source."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "finding"
            ):
                assert isinstance(node.args[0], ast.Constant), ast.unparse(node)
                names = {keyword.arg for keyword in node.keywords}
                yield node.args[0].value, names | ({"why"} if node.args[1:] else set())


MADE = list(made())


@pytest.mark.parametrize(("code", "names"), MADE, ids=[code for code, _ in MADE])
def test_a_finding_has_words_in_all_languages_and_fills_them(code, names):
    for language in LANGUAGES:
        *forms, text = ROWS[language][f"fault.{code}"]
        assert set(PLACE.findall(text)) == names
        # A form for one thing, or for two, may name the number itself.
        assert all(names - {"n"} <= set(PLACE.findall(form)) <= names for form in forms)


def test_no_row_is_left_that_nobody_finds():
    assert {f"fault.{code}" for code, _ in MADE} == set(ROWS["en"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refused", [*Refusal, *Denial])
def test_what_the_rules_refuse_has_words_too(language, refused):
    assert Finding(refused.value).text(catalogue(language))


def test_readers_of_positions_say_nothing_in_english_alone():
    """What can't be written is told in a terminal only; what is read, on a page."""
    plain = [
        f"{file.name}: {ast.unparse(node)[:80]}"
        for file in sorted((SOURCE / "notation").glob("*.py"))
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        and re.match(r"_?(?:read|find|resolve)", function.name)
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in {"NotationError", "AmbiguousPlayError"}
        and isinstance(node.args[0], ast.Constant | ast.JoinedStr)
    ]
    # A position identifier of another game than backgammon is asked for by a program.
    assert [one for one in plain if "position_id.py" not in one] == []


def test_a_sentence_holds_what_is_behind_it():
    why = Finding("larger_die_first")
    found = finding("illegal_move", why, move="13/7")
    assert found.sentence == "13/7 is not legal. You must play the larger die."
    assert why.text(catalogue("el")) in found.text(catalogue("el"))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["1 point", "2 points", "3 points", "12 points"]),
        ("el", ["1 πόντο", "2 πόντους", "3 πόντους", "12 πόντους"]),
        ("tr", ["1 puan", "2 puan", "3 puan", "12 puan"]),
        ("ar", ["نقطة واحدة", "نقطتين", "3 نقاط", "12 نقطة"]),
    ],
)
def test_things_are_told_in_the_form_that_their_number_asks_for(language, told):
    words = catalogue(language)
    for n, counted in zip((1, 2, 3, 12), told, strict=True):
        text = finding("no_such_stake", cube=4, n=n).text(words)
        assert re.search(rf"{counted}\b", text), text


def test_counts_are_written_as_the_language_writes_them():
    found = finding("at_line", finding("most_lines", most=100_000), line=1200)
    assert found.sentence == "line 1200: a match has at most 100,000 lines"
    assert "100.000" in found.text(catalogue("tr"))


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"good morning", "γραμμή 1: "),
        (b'{"tavli_record":1}', "γραμμή 1, στήλη 1: "),
        (b"RGMH\x01\0\0\0" + b"\xff" * 2000, "byte "),
        (b"\0\1\2\3", "byte 0: "),
    ],
)
def test_a_file_is_refused_in_the_readers_language(content, place):
    with pytest.raises(RecordError) as refused:
        load_matches(content, "evening")
    told = refused.value.placed.text(catalogue("el"))
    assert told.startswith(place)
    assert refused.value.placed.sentence == str(refused.value)


@pytest.mark.parametrize(
    ("read", "text"),
    [(read_position, "portes 6:2 24:2 w dice=7-1"), (find_identifier, "XGID=a:b")],
)
def test_a_text_is_refused_in_the_readers_language(read, text):
    with pytest.raises(NotationError) as refused:
        read(text)
    placed = refused.value.placed
    assert placed.sentence == str(refused.value)
    assert placed.text(catalogue("ar")) != placed.sentence
