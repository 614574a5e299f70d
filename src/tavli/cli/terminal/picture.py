"""Show the board: drawn, or told point by point for those who listen."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from tavli.cli.terminal.speech import Speech
from tavli.match import GameState
from tavli.notation.diagram import diagram
from tavli.notation.position import PositionLine
from tavli.rules import BAR, OFF, START, Player

_TALLIES: Final = 2
"""The last lines of a diagram, one a side; here they are said in words."""


class Picture(Protocol):
    """A way to show a game to *view*, in whose numbering all points stand."""

    def lines(self, game: GameState, view: Player) -> Sequence[str]:
        """Return the board and both sides' counts, line by line."""
        ...


class DrawnBoard:
    """The board in plain characters: ``O`` is White, ``X`` is Black."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    def lines(self, game: GameState, view: Player) -> Sequence[str]:
        """Draw the board with *view* moving from his 24 to his 1."""
        line = PositionLine(game.ruleset, game.white, game.black, game.turn)
        drawn = diagram(line, view=view).splitlines()[:-_TALLIES]
        counts = (_counts(self._speech, game, side) for side in (view.opponent, view))
        letters = {Player.WHITE: "O", Player.BLACK: "X"}
        sides = (view.opponent, view)
        return [
            *drawn,
            *(f"{letters[s]} {text}" for s, text in zip(sides, counts, strict=True)),
        ]


class SpokenBoard:
    """The board as sentences, without a single line drawn."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    def lines(self, game: GameState, view: Player) -> Sequence[str]:
        """Tell where each side stands, from the rearmost point on."""
        words = self._speech.words
        numbering = f"{words.text('own_numbering')}: {self._speech.name(view)}"
        told = [
            f"{self._speech.name(side)}: {', '.join(self._points(game, side, view))}"
            for side in (view, view.opponent)
        ]
        counts = [_counts(self._speech, game, s) for s in (view, view.opponent)]
        return [numbering, *told, *counts]

    def _points(self, game: GameState, side: Player, view: Player) -> Iterator[str]:
        words, checkers = self._speech.words, game.side(side)
        for point in range(START, OFF, -1):
            seen = point if side is view else game.ruleset.course.across(point)
            if checkers.checkers[point]:
                count = words.count("count.checkers", checkers.checkers[point])
                yield f"{seen}: {count}"
            if point in checkers.pinned:
                yield f"{seen}: {words.text('pinned_checker')}"


def _counts(speech: Speech, game: GameState, player: Player) -> str:
    """Tell a side's pips and what it has on the bar and off the board."""
    words, side = speech.words, game.side(player)
    parts = [words.count("count.pips", side.pip_count)]
    for code, place in (("bar", BAR), ("off", OFF)):
        if side.checkers[place]:
            count = words.count("count.checkers", side.checkers[place])
            parts.append(f"{words.text(code)}: {count}")
    return f"{speech.name(player)}: {', '.join(parts)}"
