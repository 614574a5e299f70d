"""Write `docs/strength.md` from the figures in `docs/strength`, and draw its pictures.

    python tools/strength_page.py
    python tools/strength_page.py --training runs    with the logs runs/GAME/log.jsonl
    python tools/strength_page.py --went-on runs     those of runs that went on from the
                                                     nets shipped before, once

The words are in ``strength.template.md``. Pictures need Matplotlib, which
``tavli[train]`` brings; without it those that are there stay as they are.
"""

import argparse
import csv
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
from strength_figures import FIGURES, GAMES, ROOT, Figures
from strength_parts import PARTS

from tavli.training.curves import NAMES, Curves

_TEMPLATE: Final = Path(__file__).with_name("strength.template.md")
_PLACE: Final = re.compile(r"\{\{(?P<name>[a-z]+)(?: (?P<rest>[^{}]+))?\}\}")


def written(figures: Figures) -> str:
    """Return the page."""

    def fill(place: re.Match[str]) -> str:
        return PARTS[place["name"]](figures, place["rest"] or "")

    text = _PLACE.sub(fill, _TEMPLATE.read_text("utf-8"))
    return re.sub(r"\n{3,}", "\n\n", text)


def read_curves(runs: Path) -> dict[str, Curves]:
    """Return the curves of each game's run in *runs*, where there is one."""
    logs = {game: runs / game / "log.jsonl" for game in GAMES}
    return {game: Curves.read(log) for game, log in logs.items() if log.exists()}


def lengthen(later: Mapping[str, Curves], folder: Path) -> dict[str, Curves]:
    """Return the curves kept in *folder* with those of runs that went on from there.

    Raises:
        SystemExit: nothing is kept of a game, or it ends in these already.
    """
    longer = {}
    for game, curves in later.items():
        fields = Figures(folder).read(f"training/{game}.json")
        if fields is None:
            raise SystemExit(
                f"no curves of {game} are kept that a run could go on from"
            )
        kept = Curves.from_fields(fields)
        loss = curves.means["loss"]
        before = kept.means["loss"][-len(loss) :]
        if len(before) == len(loss) and np.allclose(before, loss, rtol=1e-4):
            raise SystemExit(f"the curves of {game} end in those of this run already")
        longer[game] = kept.followed_by(curves)
    return longer


def keep_curves(found: Mapping[str, Curves], folder: Path) -> None:
    """Keep the curves of games as CSV and JSON in *folder*."""
    (folder / "training").mkdir(parents=True, exist_ok=True)
    for game, curves in found.items():
        place = folder / "training" / game
        with place.with_suffix(".csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["games", *NAMES])
            for index, games in enumerate(curves.games):
                means = (f"{curves.means[name][index]:.6g}" for name in NAMES)
                writer.writerow([int(games), *means])
        text = json.dumps(curves.fields) + "\n"
        place.with_suffix(".json").write_text(text, "utf-8")


def main() -> int:
    """Draw what there is, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--figures", type=Path, default=FIGURES, metavar="FOLDER")
    parser.add_argument("--training", type=Path, metavar="FOLDER")
    parser.add_argument("--went-on", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    folder: Path = options.figures.resolve()
    if options.training:
        keep_curves(read_curves(options.training), folder)
    if options.went_on:
        keep_curves(lengthen(read_curves(options.went_on), folder), folder)
    try:
        from strength_plots import draw  # noqa: PLC0415  # its Matplotlib is optional
    except ImportError as error:
        print(f"No pictures: {error.name} is missing; pip install 'tavli[train]'")
    else:
        draw(Figures(folder))
    is_published = folder == FIGURES
    path = ROOT / "docs" / "strength.md" if is_published else folder / "strength.md"
    path.write_text(written(Figures(folder)), encoding="utf-8")
    print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
