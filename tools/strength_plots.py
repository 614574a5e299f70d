"""The pictures of `docs/strength.md`, drawn with Matplotlib."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from matplotlib.figure import Figure
from strength_figures import GAMES, Figures, Row

from tavli.training.curves import Curves
from tavli.training.plots import draw_run, save

_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_POINTS: Final = (-3, -2, -1, 0, 1, 2, 3)
_DICE: Final = range(1, 7)


def draw(figures: Figures) -> None:
    """Draw every picture whose figures are there."""
    for name, picture in _PICTURES.items():
        drawn = picture(figures)
        if drawn is not None:
            save(drawn, figures.folder / f"{name}.svg")
    for game in GAMES:
        _draw_training(figures, game)


def _lengths(figures: Figures) -> Figure | None:
    found = figures.by_game("self-play")
    if not found:
        return None
    figure = Figure(figsize=(9, 4), layout="constrained")
    panel = figure.subplots()
    for colour, game in zip(_COLOURS, GAMES, strict=True):
        if row := found.get(game):
            counts = np.array(row["lengths"])
            panel.plot(100 * counts / counts.sum(), color=colour, label=game)
    panel.set_xlim(0, 200)
    panel.set_xlabel("turns of both sides")
    panel.set_ylabel("per cent of all games")
    _finish(panel)
    return figure


def _ends(figures: Figures) -> Figure | None:
    found = figures.by_game("self-play")
    if not found:
        return None
    figure = Figure(figsize=(9, 4), layout="constrained")
    panel = figure.subplots()
    for place, (colour, game) in enumerate(zip(_COLOURS, GAMES, strict=True)):
        if row := found.get(game):
            counts = np.array([row["points"][str(value)] for value in _POINTS])
            at = np.array(_POINTS) + 0.2 * (place - 1.5)
            shares = 100 * counts / counts.sum()
            panel.bar(at, shares, width=0.2, color=colour, label=game)
    panel.set_xlabel("points of the starter")
    panel.set_ylabel("per cent of all games")
    _finish(panel)
    return figure


def _openings(figures: Figures) -> Figure | None:
    found = {game: figures.openings(game) for game in GAMES}
    if not any(found.values()):
        return None
    figure = Figure(figsize=(9, 8), layout="constrained")
    for panel, (game, fields) in zip(
        figure.subplots(2, 2).flat, found.items(), strict=True
    ):
        panel.set_title(game)
        if fields is None:
            panel.set_axis_off()
            continue
        _draw_rolls(panel, fields)
    return figure


def _draw_rolls(panel: Any, fields: Row) -> None:
    """Draw what the best play of each roll is worth, as a triangle of squares."""
    worth = np.full((6, 6), np.nan)
    for roll in fields["rolls"]:
        high, low = (int(die) for die in roll["roll"].split("-"))
        worth[low - 1, high - 1] = roll["plays"][0]["points"]
    bound = np.nanmax(np.abs(worth))
    panel.imshow(worth, cmap="RdYlBu", vmin=-bound, vmax=bound, origin="lower")
    for low, high in np.argwhere(~np.isnan(worth)):
        text = f"{worth[low, high]:+.2f}"
        dark = abs(worth[low, high]) > 0.75 * bound
        colour = "white" if dark else "black"
        panel.text(high, low, text, ha="center", va="center", fontsize=8, color=colour)
    panel.set_xticks(range(6), [str(die) for die in _DICE])
    panel.set_yticks(range(6), [str(die) for die in _DICE])


def _match(figures: Figures) -> Figure:
    fields = figures.shipped("search/equities/tavli.json")
    size = fields["target"]
    chances = np.zeros((size, size))
    for row in fields["rows"]:
        if row["game"] == GAMES[0] and row["starter"] in ("me", "nobody"):
            chances[row["mine"] - 1, row["theirs"] - 1] = 100 * row["chance"]
    figure = Figure(figsize=(6, 5), layout="constrained")
    panel = figure.subplots()
    panel.imshow(chances, cmap="RdYlBu", vmin=0, vmax=100)
    for mine, theirs in np.ndindex(size, size):
        chance = chances[mine, theirs]
        colour = "white" if abs(chance - 50) > 37 else "black"
        text = f"{chance:.0f}"
        panel.text(
            theirs, mine, text, ha="center", va="center", fontsize=8, color=colour
        )
    panel.set_xticks(range(size), [str(need + 1) for need in range(size)])
    panel.set_yticks(range(size), [str(need + 1) for need in range(size)])
    panel.set_xlabel("the other side needs")
    panel.set_ylabel("the starter needs")
    return figure


def _calibration(figures: Figures) -> Figure | None:
    found = figures.by_game("calibration")
    if not found:
        return None
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    for panel, name in zip(figure.subplots(1, 2), ("win", "double"), strict=True):
        panel.axhline(0, color="#888888", linewidth=0.8)
        for colour, game in zip(_COLOURS, GAMES, strict=True):
            if row := found.get(game):
                _draw_parts(panel, row[f"{name}_tenths"], colour, game)
        panel.set_title(name)
        panel.set_xlabel("foreseen")
        panel.set_ylabel("observed less foreseen")
        _finish(panel)
    return figure


def _draw_parts(panel: Any, parts: list[Row], colour: str, game: str) -> None:
    foreseen = np.array([part["foreseen"] for part in parts])
    rates = np.array([list(part["observed"].values()) for part in parts])
    mean, low, high = rates.T
    panel.errorbar(
        foreseen,
        mean - foreseen,
        yerr=(mean - low, high - mean),
        color=colour,
        marker="o",
        markersize=3,
        linewidth=0.8,
        label=game,
    )


def _levels(figures: Figures) -> Figure | None:
    games = figures.shipped("bots/levels.json")["games"]
    measured = {
        game: [level["gap"]["mean"] for level in games[game][:-1]]
        for game in GAMES
        if all(level.get("gap") for level in games[game][:-1])
    }
    if not measured:
        return None
    figure = Figure(figsize=(7, 4), layout="constrained")
    panel = figure.subplots()
    for colour, (game, gaps) in zip(_COLOURS, measured.items(), strict=False):
        below = -np.append(np.cumsum(gaps[::-1])[::-1], 0)
        panel.plot(range(1, len(below) + 1), below, "o-", color=colour, label=game)
    panel.set_xlabel("level")
    panel.set_ylabel("points a game below the strongest, step by step")
    _finish(panel)
    return figure


_PICTURES: Final[dict[str, Callable[[Figures], Figure | None]]] = {
    "lengths": _lengths,
    "ends": _ends,
    "openings": _openings,
    "match": _match,
    "calibration": _calibration,
    "levels": _levels,
}


def _draw_training(figures: Figures, game: str) -> None:
    """Draw the curves that are kept of a run."""
    fields = figures.read(f"training/{game}.json")
    if fields is not None:
        path = figures.folder / "training" / f"{game}.svg"
        draw_run(Curves.from_fields(fields), f"{game}: training", path)


def _finish(panel: Any) -> None:
    panel.grid(visible=True, linewidth=0.3)
    panel.legend(fontsize="small")
