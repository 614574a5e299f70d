"""Write `docs/strength.md` from the figures in `docs/strength`, and draw its pictures.

    python tools/strength_page.py
    python tools/strength_page.py --training runs    with the logs runs/GAME/log.jsonl

The words are in ``strength.template.md``. Pictures need Matplotlib, which
``tavli[train]`` brings; without it those that are there stay as they are.
"""

import argparse
import csv
import json
import re
import sys
from pathlib import Path
from typing import Final

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


def keep_curves(runs: Path, folder: Path) -> None:
    """Keep the curves of each game's run in *runs* as CSV and JSON."""
    (folder / "training").mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        log = runs / game / "log.jsonl"
        if not log.exists():
            continue
        curves = Curves.read(log)
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
    options = parser.parse_args()
    folder: Path = options.figures.resolve()
    if options.training:
        keep_curves(options.training, folder)
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
