"""A level is called what the page calls it, in records too, and known by that."""

import pytest

from tavli.bots import BOTS
from tavli.bots.names import computer_name, present_name, recorded_bot, recorded_name
from tavli.words import catalogue


def test_a_level_goes_by_its_number_and_its_name():
    assert recorded_name("level-4") == "computer (4 · café regular)"
    assert computer_name("level-4", catalogue("el")) == "υπολογιστής (4 · θαμώνας)"
    assert recorded_name("random") == "computer (random)"


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_known_by_the_names_of_all_records(bot):
    for name in (recorded_name(bot), f"computer ({bot})", bot):
        assert recorded_bot(name) == bot
        assert present_name(name) == recorded_name(bot)


def test_a_level_is_known_by_its_number_whatever_it_was_called():
    assert recorded_bot("computer (8 · champion)") == "level-8"


@pytest.mark.parametrize(
    "name", ["computer", "computer (9 · none)", "computer (Άννα)", "Άννα (level-4)", ""]
)
def test_somebody_else_is_no_bot(name):
    assert recorded_bot(name) is None
    assert present_name(name) == name
