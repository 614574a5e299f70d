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
    "learning rate": {"rate": "rate"},
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
    """Draw how the loss, the games and the scores of a run went on."""
    figure = Figure(figsize=(9, 8), layout="constrained")
    figure.suptitle(title)
    *panels, last = figure.subplots(3, 2).flat
    for panel, (label, names) in zip(panels, _PANELS.items(), strict=True):
        _draw_panel(panel, curves, names)
        panel.set_title(label, fontsize="medium")
    _draw_scores(last, curves)
    save(figure, path)


def _draw_scores(panel: Any, curves: Curves) -> None:
    panel.set_title("points a game against others", fontsize="medium")
    if not curves.scores:
        panel.set_axis_off()
        panel.set_title("")
        return
    for colour, (name, rows) in zip(_COLOURS, curves.scores.items(), strict=False):
        games, points, low, high = rows.T
        panel.plot(games / 1e6, points, color=colour, label=name)
        panel.fill_between(games / 1e6, low, high, color=colour, alpha=0.2)
    panel.axhline(0, color="#888888", linewidth=0.6)
    panel.set_xlabel("million games")
    panel.grid(visible=True, linewidth=0.3)
    panel.legend(fontsize="small")


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
    with mpl.rc_context({"svg.hashsalt": "tavli", "svg.fonttype": "none"}):
        figure.savefig(path, format="svg", metadata={"Date": None})
