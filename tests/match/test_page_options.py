"""The page offers exactly the options that a match can be made with."""

import json
from pathlib import Path

import pytest

from tavli.match.rules import GAMES, Length, choices_of

_WRITTEN = Path(__file__).parents[2] / "web/src/rules/options.json"
_OFFERED = json.loads(_WRITTEN.read_text("utf-8"))


def test_every_game_is_there():
    assert list(_OFFERED) == list(GAMES)


@pytest.mark.parametrize(
    ("game", "span"), [(game, span) for game in _OFFERED for span in _OFFERED[game]]
)
def test_the_options_are_those_of_the_rules(game, span):
    length = Length.parse("5" if span == "points" else span)
    known = {key: list(values) for key, values in choices_of(game, length).items()}
    assert _OFFERED[game][span] == known, "run `python tools/page_options.py`"
    assert list(_OFFERED[game][span]) == list(known)
