"""Words are asked for by code, and speak each language by its own rules."""

import pytest

from tavli.words import LANGUAGES, Direction, UnknownWordError, catalogue, find_language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no entry"),
        ("el", "γκέλα"),
        ("tr", "gele"),
        ("ar", "لا دخول"),
    ],
)
def test_a_word_is_asked_for_by_its_code(language, text):
    assert catalogue(language).text("dance") == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_code_that_is_not_there_is_a_fault(language):
    with pytest.raises(UnknownWordError):
        catalogue(language).text("no such code")
    with pytest.raises(UnknownWordError):
        catalogue(language).count("no such code", 2)


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: "0 checkers", 1: "1 checker", 2: "2 checkers"}),
        ("el", {0: "0 πούλια", 1: "1 πούλι", 1.5: "1,5 πούλια"}),
        ("tr", {0: "0 pul", 1: "1 pul", 200: "200 pul"}),
        (
            "ar",
            {
                0: "لا أحجار",
                1: "حجر واحد",
                2: "حجران",
                3: "3 أحجار",
                10: "10 أحجار",
                11: "11 حجرًا",
                99: "99 حجرًا",
                100: "100 حجر",
                101: "101 حجر",
                102: "102 حجر",
                103: "103 أحجار",
                110: "110 أحجار",
                111: "111 حجرًا",
                200: "200 حجر",
                1.5: "1.5 حجر",
            },
        ),
    ],
)
def test_a_count_takes_the_form_of_its_number(language, forms):
    words = catalogue(language)
    assert {n: words.count("count.checkers", n) for n in forms} == forms


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "12,345.678"),
        ("el", "12.345,678"),
        ("tr", "12.345,678"),
        ("ar", "12,345.678"),
    ],
)
def test_numbers_have_the_signs_of_the_language(language, text):
    assert catalogue(language).number(12345.678) == text


def test_a_name_is_isolated_in_arabic_text():
    text = catalogue("ar").text("turn_of", name="Eleni")
    assert "\N{FIRST STRONG ISOLATE}Eleni\N{POP DIRECTIONAL ISOLATE}" in text


def test_an_arabic_name_is_isolated_in_english_text():
    text = catalogue("en").text("turn_of", name="ليلى")
    assert "\N{FIRST STRONG ISOLATE}ليلى\N{POP DIRECTIONAL ISOLATE}" in text


def test_a_latin_name_stands_bare_in_english_text():
    assert catalogue("en").text("turn_of", name="Eleni") == "Turn: Eleni"


def test_a_plain_number_is_not_isolated():
    assert catalogue("ar").text("not_verified", n=4) == "الرمية 4 غير مطابقة"


def test_braces_in_a_name_are_only_braces():
    assert catalogue("en").text("turn_of", name="{n}") == "Turn: {n}"


@pytest.mark.parametrize("code", ["el", "el-GR", "EL_gr"])
def test_a_language_is_found_by_its_tag(code):
    assert find_language(code).name == "Ελληνικά"


@pytest.mark.parametrize("code", ["", "fr", "elvish", "-el", "x" * 10_000])
def test_an_unknown_language_is_refused_in_a_short_sentence(code):
    with pytest.raises(ValueError, match="the languages are el, en, tr, ar") as refusal:
        find_language(code)
    assert len(str(refusal.value)) < 100


def test_only_arabic_runs_from_right_to_left():
    assert [
        language.code
        for language in LANGUAGES.values()
        if language.direction is Direction.RIGHT_TO_LEFT
    ] == ["ar"]
