"""The figures that `docs/strength.md` is written from, and its pictures drawn."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
FIGURES: Final = ROOT / "docs" / "strength"
FIRST_ROLLS: Final = ROOT / "src" / "tavli" / "search" / "first_rolls"
GAMES: Final = ("portes", "plakoto", "fevga", "backgammon")

Row = Mapping[str, Any]


class Figures:
    """What has been measured, by the names of the files in *folder*."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, name: str) -> Any:
        """Return what a JSON file holds, None if it is not there."""
        path = self.folder / name
        return json.loads(path.read_text("utf-8")) if path.exists() else None

    def by_game(self, name: str) -> dict[str, Row]:
        """Return what the folder *name* has of each game, where that was measured."""
        found = {game: self.read(f"{name}/{game}.json") for game in GAMES}
        return {game: of[game] for game, of in found.items() if of is not None}

    def openings(self, game: str) -> Any:
        """Return the first rolls of *game*, None if nobody measured them.

        The published ones lie in the package, where the page reads them too.
        """
        path = (FIRST_ROLLS if self.are_published else self.folder / "openings") / (
            f"{game}.json"
        )
        return json.loads(path.read_text("utf-8")) if path.exists() else None

    @property
    def are_published(self) -> bool:
        """Whether they are those of the repository."""
        return self.folder == FIGURES

    def shipped(self, name: str) -> Any:
        """Return what a JSON file of the package holds."""
        return json.loads((ROOT / "src" / "tavli" / name).read_text("utf-8"))
