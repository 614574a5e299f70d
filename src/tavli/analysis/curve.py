"""The curve of a game's value as a picture in SVG."""

from collections.abc import Iterator
from html import escape
from math import ceil, floor
from typing import Final

from tavli.analysis.aim import Unit
from tavli.analysis.entry import Decision, Mark
from tavli.analysis.graded import GradedGame
from tavli.analysis.speech import Speech
from tavli.rules import Player

_WIDTH: Final = 720
_HEIGHT: Final = 220
_LEFT: Final = 56
_EDGE: Final = 12
_STEP: Final = {Unit.MATCH: 0.2, Unit.POINTS: 0.5}
"""Ten hundredths of a match, or half a point."""

_RADIUS: Final = {Mark.DOUBTFUL: 4, Mark.BAD: 5, Mark.VERY_BAD: 7}


def svg_of(speech: Speech, game: GradedGame, match: str) -> str:
    """Return the curve of *game*, White's value upwards, each marked error a link.

    A link leads to the decision in the same page; *match* names the match there.
    """
    return "\n".join(_parts(speech, game, match))


def anchor_of(game: GradedGame, decision: Decision, match: str) -> str:
    """Return the name of the place in a page that tells of *decision*."""
    return f"{match}-{game.story.number}-{decision.moment}-{decision.kind.value}"


class _Frame:
    """Where in the picture an entry and a value stand.

    It reaches from *low* to *high*, whole steps around all that the game was worth.
    """

    def __init__(self, game: GradedGame) -> None:
        self.values = (game.start, *game.curve)
        step = _STEP[game.unit]
        self.low = floor(min(self.values) / step) * step
        self.high = ceil(max(self.values) / step) * step
        if self.high == self.low:
            self.low, self.high = self.low - step, self.high + step

    def x(self, entry: int) -> float:
        """Return how far right the value after so many entries stands."""
        width = _WIDTH - _LEFT - _EDGE
        return round(_LEFT + width * entry / max(1, len(self.values) - 1), 1)

    def y(self, value: float) -> float:
        """Return how far down *value* stands."""
        share = (self.high - value) / (self.high - self.low)
        return round(_EDGE + (_HEIGHT - 2 * _EDGE) * share, 1)

    @property
    def levels(self) -> tuple[float, ...]:
        """The values that are drawn as lines: both ends, and even chances between."""
        inside = self.low < 0 < self.high
        return (self.high, 0.0, self.low) if inside else (self.high, self.low)


def _parts(speech: Speech, game: GradedGame, match: str) -> Iterator[str]:
    frame = _Frame(game)
    white = speech.player(Player.WHITE)
    title = speech.words.text("analysis.value_for", name=white)
    yield (
        f'<svg class="curve" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'direction="ltr" aria-label="{escape(title)}">'
    )
    yield f"<title>{escape(title)}</title>"
    for value in frame.levels:
        yield from _level(speech, game, frame, value)
    points = " ".join(
        f"{frame.x(k)},{frame.y(value)}" for k, value in enumerate(frame.values)
    )
    yield f'<polyline class="line" points="{points}"/>'
    for number, entry in enumerate(game.entries, 1):
        if isinstance(entry, Decision) and entry.mark in _RADIUS:
            at = f'cx="{frame.x(number)}" cy="{frame.y(frame.values[number])}"'
            yield f'<a href="#{anchor_of(game, entry, match)}">'
            yield f"{_dot(speech, entry, at)}</a>"
    yield "</svg>"


def _level(
    speech: Speech, game: GradedGame, frame: _Frame, value: float
) -> Iterator[str]:
    y = frame.y(value)
    label = escape(speech.value(game.aim, value))
    yield f'<line class="level" x1="{_LEFT}" x2="{_WIDTH - _EDGE}" y1="{y}" y2="{y}"/>'
    yield f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{label}</text>'


def _dot(speech: Speech, decision: Decision, at: str) -> str:
    player, mark = speech.player(decision.player), decision.mark
    what = f"{player}, {speech.happened(decision)}: {speech.cost(decision.cost)}"
    return (
        f'<circle class="{mark.value}" {at} r="{_RADIUS[mark]}">'
        f"<title>{escape(what)}</title></circle>"
    )
