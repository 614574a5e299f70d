"""The shipped data: rates of all games, and the tables that follow from them."""

from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavli.cli.main import tavli
from tavli.match import GAMES
from tavli.rules import RULESETS
from tavli.search.rates import shipped_rates

EQUITIES = Path(str(files("tavli.search"))) / "equities"


def test_there_are_rates_of_every_game_and_they_are_plausible():
    rates = shipped_rates()
    assert rates.keys() == RULESETS.keys()
    for name, measured in rates.items():
        assert measured.source, name
        assert 0.45 < measured.win + measured.draw / 2 < 0.6, name
        assert (measured.triple > 0) == (name == "backgammon")
        assert (measured.draw == 0) or name == "plakoto"


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_tables_follow_from_the_shipped_rates(game, tmp_path):
    wanted = ["met", "table", game, "--to", "7", "--out", str(tmp_path)]
    assert CliRunner().invoke(tavli, wanted, catch_exceptions=False).exit_code == 0
    for ending in ("csv", "json"):
        name = f"{game}.{ending}"
        assert (EQUITIES / name).read_text() == (tmp_path / name).read_text(), name
