"""The rules pages say the same in every language, under the same numbers."""

import re

import pytest
from markdown_it import MarkdownIt

from tavli.match import Length, choices_of
from tavli.match.refused import Denial
from tavli.protocol.codes import ProtocolCode
from tavli.rules import Refusal
from tavli.words import (
    HOUSE_RULES,
    LANGUAGES,
    PAGES,
    Catalogue,
    catalogue,
    rules_page,
)

RULE = re.compile(r"^### ([A-Z]\d+) \S", re.MULTILINE)
CORE = [f"C{number}" for number in range(1, 17)]
RULES = {
    "tavli": [*(f"M{number}" for number in range(1, 10)), *CORE],
    "portes": [*(f"P{number}" for number in range(1, 9)), *CORE],
    "plakoto": [*(f"K{number}" for number in range(1, 12)), *CORE],
    "fevga": [*(f"F{number}" for number in range(1, 12)), *CORE],
    "backgammon": ["P1", "P2", "P3", *(f"B{number}" for number in range(1, 15)), *CORE],
    "dice": [f"D{number}" for number in range(1, 7)],
}
WRONG = {
    "en": r"\b(stones?|pieces?|queens?|he|his|him)\b",
    "el": r"\b(ελεγκτ\w+|πιόνι\w*|σημεί\w+|φραγμ\w+|εσείς|σας)\b",
    "tr": r"\b(checker|dama|noktay?\w*|üçgen\w*|çubuk\w*|sizin|lütfen)\b",
    "ar": r"(بيدق|داما|شريط|تحمّل|ارمِ|اضغط|[٠-٩])",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_the_same_rules_in_every_language(page, language):
    assert RULE.findall(rules_page(language, page)) == RULES[page]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_whole(page, language):
    text = rules_page(language, page)
    assert text.startswith("# ")
    assert "{{" not in text
    assert not re.search("<[a-z]", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_rule_has_a_text_under_its_heading(page, language):
    tokens = MarkdownIt().parse(rules_page(language, page))
    empty = [
        heading.content
        for heading, after in zip(tokens, tokens[2:], strict=False)
        if heading.type == "inline"
        and re.match(r"[A-Z]\d+ ", heading.content)
        and after.type != "paragraph_open"
    ]
    assert empty == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_uses_no_word_that_is_wrong_here(page, language):
    text = rules_page(language, page)
    assert re.findall(WRONG[language], text, re.IGNORECASE) == []


@pytest.mark.parametrize("page", ["portes", "plakoto", "fevga", "tavli"])
def test_the_games_of_tavli_have_mars_and_the_others_gammon(page):
    assert "γκάμον" not in rules_page("el", page).replace("μπάκγκαμον", "")
    assert "μαρς" not in rules_page("el", "backgammon")


@pytest.mark.parametrize(("language", "page"), [("xx", "tavli"), ("el", "../tavli")])
def test_a_page_that_is_not_there_is_refused(language, page):
    with pytest.raises(ValueError, match=r"the (languages|pages) are"):
        rules_page(language, page)


def test_the_house_rules_are_those_of_the_games():
    """Matches and money play offer different options; a page shows them all."""
    for page, shown in HOUSE_RULES.items():
        known = {}
        for length in ("3", "money") if page == "backgammon" else ("3",):
            known |= choices_of(page, Length.parse(length))
        for other in HOUSE_RULES if page == "tavli" else ():
            for rule in HOUSE_RULES[other]:
                if rule.key.startswith(f"{other}.") and rule.key in known:
                    assert rule.values == known.pop(rule.key)
        if page in ("portes", "fevga", "backgammon"):
            del known["draw_starter"]  # these games are never drawn
        assert {rule.key: rule.values for rule in shown} == known


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", HOUSE_RULES)
def test_every_house_rule_is_explained_with_its_key_and_the_default_first(
    page, language
):
    text = rules_page(language, page)
    for rule in HOUSE_RULES[page]:
        sentences = [
            catalogue(language).text(rule.sentence(value)) for value in rule.values
        ]
        lines = [
            f"- {sentence} `{rule.key}={value}`\n"
            for sentence, value in zip(sentences, rule.values, strict=True)
        ]
        assert "".join(lines) in text
        assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reasons", [Refusal, Denial, ProtocolCode])
def test_every_reason_to_refuse_can_be_said(reasons, language):
    words: Catalogue = catalogue(language)
    sentences = [words.text(reason.value) for reason in reasons]
    assert len(set(sentences)) == len(sentences)
