"""Figures and names as a reader of each language expects them."""

import pytest

from analysis.matches_at_random import events_at_random, graded_by
from records import record_of
from tavli.analysis.aim import Aim
from tavli.analysis.entry import Cost
from tavli.analysis.judge import Depth, Judge
from tavli.analysis.page import as_page
from tavli.analysis.speech import Speech, shown
from tavli.analysis.study import Study
from tavli.analysis.text import as_text
from tavli.evaluation.pips import PipEvaluator
from tavli.match import MatchRules
from tavli.words import LANGUAGES, catalogue


@pytest.fixture(scope="module")
def found():
    rules = MatchRules.parse("backgammon", "3", {})
    events = events_at_random(rules, 1, games=2)
    games = graded_by(Judge(Depth(0), PipEvaluator), rules, events)
    header = record_of(rules, list(events)).header
    return Study(header, Depth(0), tuple(games), (1, 0))


def test_signs_stand_before_figures_and_nothing_has_none(found):
    english = Speech(found, catalogue("en"))
    assert english.signed(0.1234) == "+0.123"
    assert english.signed(-0.1236) == "-0.124"
    assert english.signed(-0.0001) == "0.000"
    assert Speech(found, catalogue("el")).signed(-1.5) == "-1,500"


def test_in_arabic_signs_stay_on_the_left_of_figures(found):
    assert Speech(found, catalogue("ar")).signed(-0.5) == "\u200e-0.500"


def test_points_and_chances_are_told_apart(found):
    speech = Speech(found, catalogue("en"))
    assert "cube" in speech.unit()
    assert speech.cost(Cost(-0.2, -0.5, -0.1)) == "-0.500 (-10.00%)"
    assert speech.cost(Cost(-0.2, -0.5, None)) == "-0.500"
    assert speech.value(Aim.of_points(), 1.5) == "+1.500"
    assert speech.value(found.games[0].aim, 0.5) == "75.0%"


def test_in_turkish_the_sign_for_hundredths_stands_before_the_digits(found):
    speech = Speech(found, catalogue("tr"))
    assert speech.chance(0.753) == "%75,3"
    assert [speech.per_cent(share) for share in (0.1, -0.1, 0)] == [
        "+%10,00",
        "-%10,00",
        "%0,00",
    ]


def test_names_cannot_command_a_terminal():
    assert shown("\x1b[31mAnna\u202e\x07\u2066") == "[31mAnna"
    assert shown("Άννα \u200fسلمى") == "Άννα \u200fسلمى"


@pytest.mark.parametrize("language", LANGUAGES)
def test_reports_are_whole_in_every_language(found, language):
    words = catalogue(language)
    text, page = as_text(found, words), as_page([found, found], words)
    _, _, body = page.partition("</style>")
    for report in (text, body):
        assert "{" not in report
        assert words.text("performance_rating") in report
    assert page.count("<polyline") == 2 * len(found.games)


def test_without_a_cube_none_is_told_of():
    rules = MatchRules.parse("portes", "3", {})
    header = record_of(rules, list(events_at_random(rules, 1, games=1))).header
    bare = Study(header, Depth(0), (), (0, 0))
    assert "cube" not in Speech(bare, catalogue("en")).unit()


def test_half_a_sign_is_shown_as_a_question_mark():
    assert shown("a\udc80b") == "a?b"
