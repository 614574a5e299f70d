"""Every code has its text in every language, and no text that is wrong there."""

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import polib
import pytest

from tavli.words import LANGUAGES, LOCALE_ROOT
from tavli.words.compiling import compile_catalogues

FORMS = {"en": 2, "el": 2, "tr": 2, "ar": 6}
PLACE = re.compile(r"\{(\w*)\}")

# Words that are seen elsewhere and would be wrong here, as whole words.
WRONG = {
    "en": ["stone", "piece", "queen", "queens", "trap", "he", "his", "man"],
    "el": ["ελεγκτής", "πιόνι", "πιόνια", "σημείο", "σημεία", "φραγμός", "ρεκόρ"],
    "tr": ["checker", "dama", "nokta", "üçgen", "çubuk", "atış", "pullarınız", "siz"],
    "ar": ["بيدق", "داما", "شريط", "تحمّل", "ارمِ", "العب", "اضغط", "اختر", "أدخل"],
}
RIGHT_ANYWAY = {
    ("tr", "roll_off"),  # başlangıç atışı is the roll-off's own name
    ("tr", "option.length.money"),  # siz: the two players together
}
LEFT_OR_RIGHT = ["يمين", "يسار", "αριστερά", "δεξιά", "sağda", "solda"]
EASTERN_DIGITS = re.compile("[٠-٩۰-۹]")


def catalogue_of(language):
    file = LOCALE_ROOT / language / "LC_MESSAGES" / "tavli.po"
    return {entry.msgctxt: entry for entry in polib.pofile(str(file))}


CATALOGUES = {language: catalogue_of(language) for language in LANGUAGES}


def texts_of(entry):
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def all_texts(language):
    for code, entry in CATALOGUES[language].items():
        for text in texts_of(entry):
            yield code, text


def places(text):
    return sorted(PLACE.findall(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_code(language):
    assert CATALOGUES[language].keys() == CATALOGUES["en"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_filled(language):
    empty = [code for code, text in all_texts(language) if not text.strip()]
    assert empty == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_count_has_all_its_forms(language):
    short = [
        code
        for code, entry in CATALOGUES[language].items()
        if entry.msgid_plural and len(entry.msgstr_plural) != FORMS[language]
    ]
    assert short == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plural_header_names_as_many_forms(language):
    file = polib.pofile(str(LOCALE_ROOT / language / "LC_MESSAGES" / "tavli.po"))
    assert file.metadata["Plural-Forms"].startswith(f"nplurals={FORMS[language]};")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_values_are_placed_in_every_language(language):
    """A form that is for one number alone may say it in words: one die, حجران."""
    single = range(3) if language == "ar" else range(1)
    wrong = []
    for code, entry in CATALOGUES[language].items():
        wanted = places(entry.msgid_plural or entry.msgid)
        for form, text in entry.msgstr_plural.items() or {None: entry.msgstr}.items():
            found = places(text)
            if form in single and "n" not in found:
                found = sorted([*found, "n"])
            if found != wanted:
                wrong.append((code, text))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_word_that_is_wrong_here(language):
    seen = [
        (code, word)
        for code, text in all_texts(language)
        for word in WRONG[language]
        if re.search(rf"(?<!\w){word}(?!\w)", text, re.IGNORECASE)
        and (language, code) not in RIGHT_ANYWAY
    ]
    assert seen == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_left_or_right(language):
    seen = [
        (code, word)
        for code, text in all_texts(language)
        for word in LEFT_OR_RIGHT
        if re.search(rf"(?<!\w){word}(?!\w)", text)
    ]
    assert seen == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_digits_are_the_ones_beside_the_board(language):
    seen = [code for code, text in all_texts(language) if EASTERN_DIGITS.search(text)]
    assert seen == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_direction_marks_only_isolate_notation(language):
    """A sentence may isolate notation that it quotes, and closes what it opens."""
    marks = re.compile("[\u200e\u200f\u202a-\u202e\u2067\u2068]")
    seen = [code for code, text in all_texts(language) if marks.search(text)]
    assert seen == []
    isolated = re.compile("\u2066[^\u2066\u2069]+\u2069")
    left_over = [
        code
        for code, text in all_texts(language)
        if re.search("[\u2066\u2069]", isolated.sub("", text))
    ]
    assert left_over == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_takes_no_ending_and_no_article(language):
    """A name stands alone: no suffix, no prefix, no letter that touches it."""
    touching = [
        code
        for code, text in all_texts(language)
        if re.search(r"[\w'’]\{(?:name|white|black|opponent)\}", text)
        or re.search(r"\{(?:name|white|black|opponent)\}['’\w]", text)
    ]
    assert touching == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_do_not_shout(language):
    assert [code for code, text in all_texts(language) if "!" in text] == []


REFUSALS = sorted(
    code
    for code, entry in CATALOGUES["en"].items()
    if any("refusals.toml" in place for place, _ in entry.occurrences)
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_one_short_sentence(language):
    texts = {code: CATALOGUES[language][code].msgstr for code in REFUSALS}
    assert {code for code, text in texts.items() if len(text) > 90} == set()
    assert {code for code, text in texts.items() if text[-1] not in ".:"} == set()


SCREENS = {
    "answer to a double": ["take", "drop", "beaver", "resign"],
    "answer to a resignation": ["accept", "decline"],
    "turn": ["roll_dice", "double", "done", "take_back", "resign"],
    "home": ["play_computer", "invite_friend", "same_device", "settings", "rules"],
    "games": ["tavli", "portes", "plakoto", "fevga", "backgammon"],
    "stakes of tavli": ["single", "mars", "mother_win", "draw"],
    "stakes of backgammon": ["single", "gammon", "backgammon_win"],
    "board": ["home", "outer_board", "bar", "tray", "off", "point", "start_point"],
    "table": ["your_turn", "opponents_turn", "thinking", "opponent_away"],
    "refusals": REFUSALS,
    "throws": [
        *("ones", "twos", "threes", "fours", "fives", "sixes", "six_five", "six_four"),
        *("six_three", "six_two", "six_one", "five_four", "five_three", "five_two"),
        *("five_one", "four_three", "four_two", "four_one", "three_two", "three_one"),
        "two_one",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
def test_two_things_on_one_screen_have_two_texts(screen, language):
    texts = [CATALOGUES[language][code].msgstr for code in SCREENS[screen]]
    assert sorted(texts) == sorted(set(texts))


def test_marks_for_native_readers_stand_in_the_catalogues():
    unsure = [
        code for code, entry in CATALOGUES["ar"].items() if "native" in entry.tcomment
    ]
    assert "mother" in unsure
    assert "checker" not in unsure


def test_the_catalogues_and_the_glossary_are_what_the_entries_say():
    words = load_tool()
    for target, text in words.outputs(words.all_entries()):
        assert target.read_text("utf-8") == text, "run `python tools/words.py`"


def test_the_compiled_catalogues_are_not_older_than_their_sources():
    before = {file: file.read_bytes() for file in LOCALE_ROOT.glob("*/*/*.mo")}
    after = {file: file.read_bytes() for file in compile_catalogues(LOCALE_ROOT)}
    assert before == after, "the words changed: run `python tools/words.py`"


@pytest.mark.parametrize(
    ("toml", "complaint"),
    [
        ('[a]\nen = "x"\nel = "x"\ntr = "x"', "lacks a text or a form in ar"),
        ('[a]\nen = "x"\nel = "x"\ntr = ""\nar = "x"', "lacks a text or a form in tr"),
        ('a = "x"', "is not a table of languages"),
        ('[a]\nen = "x"\nfr = "x"', "unknown key 'fr'"),
        ("[a", "Expected"),
        (
            '[a]\nen = {one = "x"}\nel = "x"\ntr = "x"\nar = "x"',
            "lacks a text or a form in el",
        ),
    ],
)
def test_an_entry_that_is_not_complete_is_refused_in_words(tmp_path, toml, complaint):
    words = load_tool()
    words.ROOT = tmp_path
    (tmp_path / "some.toml").write_text(toml, encoding="utf-8")
    with pytest.raises(words.EntryError, match=complaint):
        list(words.read_entries(tmp_path / "some.toml"))


def load_tool():
    file = Path(__file__).parents[2] / "tools" / "words.py"
    spec = spec_from_file_location("tools_words", file)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_tool_names_what_is_out_of_date(capsys, monkeypatch):
    words = load_tool()
    assert words.main(["--check"]) == 0
    readme = words.ROOT / "README.md"
    monkeypatch.setattr(words, "outputs", lambda _: [(readme, "other words")])
    assert words.main(["--check"]) == 1
    assert "out of date: README.md" in capsys.readouterr().out


def test_the_tool_refuses_what_it_does_not_know(capsys):
    assert load_tool().main(["--chekc"]) == 2
    assert "usage" in capsys.readouterr().err
