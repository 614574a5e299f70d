"""Every numbered rule of docs/rules is cited by a test, and nothing else is."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
BOOK = TESTS.parent / "docs" / "rules"
NUMBER = re.compile(r"^### ([A-Z]\d+) ", re.MULTILINE)


def numbered() -> set[str]:
    """The rules that the book numbers."""
    pages = (page.read_text(encoding="utf-8") for page in BOOK.glob("*.md"))
    return {number for page in pages for number in NUMBER.findall(page)}


def cited() -> set[str]:
    """The numbers in `pytest.mark.rule("K8")`, of a function or of a whole file."""
    return {
        argument.value
        for file in TESTS.rglob("test_*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    }


def test_every_numbered_rule_has_a_test():
    assert sorted(numbered() - cited()) == []


def test_every_cited_rule_is_in_the_book():
    assert sorted(cited() - numbered()) == []


def test_the_book_numbers_the_rules_of_all_games():
    assert {number[0] for number in numbered()} == set("CPKFBM")
