"""The example for bots plays a whole match by what the protocol's page says."""

import subprocess
import sys
from pathlib import Path

import pytest

from live.house import House

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.slow
def test_the_example_bot_plays_every_game(tmp_path: Path) -> None:
    with House(tmp_path / "data") as house:
        for game in ("tavli", "backgammon"):
            told = subprocess.run(
                [sys.executable, str(BOT), game, house.origin],
                capture_output=True,
                text=True,
                check=False,
                timeout=300,
            )
            assert told.returncode == 0, told.stderr
            assert " to " in told.stdout
        assert not house.has_complained, house.output


def test_the_example_bot_stays_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) < 100
