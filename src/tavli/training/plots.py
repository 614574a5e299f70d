"""Pictures of training runs; they need Matplotlib, which `tavli[train]` brings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from tavli.training.curves import Curves

_PANELS: Final[Mapping[str, Mapping[str, str]]] = {
    "mean cross entropy, nats": {"loss": "loss"},
    "parts of all games": {
        "starter_wins": "starter wins",
        "doubles": "double or more",
        "triples": "triple",
        "draws": "draw",
    },
    "turns a game, up to the race": {"turns": "turns"},
    "games a second": {"games_a_second": "games a second"},
}
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Four that people tell apart whatever colours they see (Okabe and Ito)."""


def plot_run(folder: Path, game: str) -> Path:
    """Draw the log of the run in *folder* as ``run.svg`` there, and return the path.

    Raises:
        LogError: there is no log, or none of a run.
    """
    path = folder / "run.svg"
    draw_run(Curves.read(folder / "log.jsonl"), f"{game}: training", path)
    return path


def draw_run(curves: Curves, title: str, path: Path) -> None:
    """Draw how the loss and the games of a run went on."""
    figure = Figure(figsize=(9, 6), layout="constrained")
    figure.suptitle(title)
    for panel, (label, names) in zip(
        figure.subplots(2, 2).flat, _PANELS.items(), strict=True
    ):
        _draw_panel(panel, curves, names)
        panel.set_title(label, fontsize="medium")
    save(figure, path)


def _draw_panel(panel: Any, curves: Curves, names: Mapping[str, str]) -> None:
    millions = curves.games / 1e6
    for colour, (name, label) in zip(_COLOURS, names.items(), strict=False):
        if curves.means[name].any():
            panel.plot(millions, curves.means[name], color=colour, label=label)
    for stage, begin in curves.stages:
        panel.axvline(begin / 1e6, color="#888888", linewidth=0.6)
        place = (begin / 1e6, 1.0)
        panel.annotate(
            f"{stage} ",
            place,
            xycoords=("data", "axes fraction"),
            va="top",
            ha="right",
            rotation=90,
            fontsize=7,
        )
    panel.set_xlabel("million games")
    panel.grid(visible=True, linewidth=0.3)
    if len(names) > 1:
        panel.legend(fontsize="small")


def save(figure: Figure, path: Path) -> None:
    """Write *figure* as an SVG that is the same whenever it is drawn again."""
    settings = {"svg.hashsalt": "tavli", "svg.fonttype": "none"}
    with mpl.rc_context(settings):
        figure.savefig(path, format="svg", metadata={"Date": None})
