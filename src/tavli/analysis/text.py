"""The report of an analysis as plain text."""

from collections.abc import Iterator, Sequence

from tavli.analysis.entry import Decision, Entry, Mark
from tavli.analysis.graded import GradedGame
from tavli.analysis.reasons import reasons_for
from tavli.analysis.speech import Speech
from tavli.analysis.study import Study, turning_points
from tavli.analysis.summary import (
    FIGURES,
    Line,
    heads,
    names,
    others,
    sum_of,
    totals,
    trend_heads,
    trend_lines,
    trend_title,
    warnings,
)
from tavli.analysis.trends import Trend
from tavli.rules import Player
from tavli.words import Catalogue


def as_text(study: Study, words: Catalogue) -> str:
    """Return the report of *study* in the language of *words*."""
    return "\n".join(_lines(Speech(study, words))) + "\n"


def trend_text(trend: Trend, study: Study, words: Catalogue) -> str:
    """Return how the matches of *trend* went, told as those of *study* are."""
    speech = Speech(study, words)
    return "\n".join(_trend(speech, trend)) + "\n"


def _trend(speech: Speech, trend: Trend) -> Iterator[str]:
    yield trend_title(speech, trend)
    yield from _aligned([trend_heads(speech), *trend_lines(speech, trend)])


def _lines(speech: Speech) -> Iterator[str]:
    yield from (speech.title(), speech.depth(), speech.unit())
    rating = speech.words.text("performance_rating")
    yield f"{rating}: {speech.label('lower_is_better')}"
    lines = list(totals(speech))
    for number, player in enumerate(Player):
        yield from ("", speech.player(player))
        first = 1 + number * FIGURES
        own = [
            (line[0], *line[first : first + FIGURES])
            for line in (heads(speech), *lines)
        ]
        yield from _aligned(own)
    yield ""
    yield from _aligned([names(speech), *others(speech)])
    for game in speech.study.games:
        yield ""
        yield from _game(speech, game)


def _aligned(lines: Sequence[Line]) -> Iterator[str]:
    """Yield *lines* with their columns under each other."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for label, *figures in lines:
        cells = (
            figure.rjust(width)
            for figure, width in zip(figures, widths[1:], strict=True)
        )
        yield "  ".join((label.ljust(widths[0]), *cells)).rstrip()


def _game(speech: Speech, game: GradedGame) -> Iterator[str]:
    name = speech.words.text(game.story.ruleset.name)
    yield f"{speech.game(game.story.number)} ({name})"
    yield sum_of(speech, game)
    yield from warnings(speech, game)
    if changed := turning_points(game):
        yield f"  {speech.label('changed')}"
        yield from (f"    {_moved(speech, entry)}" for entry in changed)
    marked = [each for each in game.decisions if each.mark is not Mark.NONE]
    yield f"  {speech.label('worst' if marked else 'no_errors')}"
    for decision in sorted(marked, key=lambda each: each.cost.points):
        yield f"    {_moved(speech, decision)} {speech.mark(decision.mark)}"
        yield f"      {speech.better(decision)}"
        for reason in reasons_for(game.story.ruleset, decision):
            yield f"      {reason.text(speech.words)}"


def _moved(speech: Speech, entry: Entry) -> str:
    """Say what happened in one line: when, who, what, and by how much."""
    return speech.words.text(
        "analysis.moved",
        turn=speech.turn(entry),
        player=speech.player(entry.player),
        what=speech.happened(entry),
        kind=speech.words.text("error" if isinstance(entry, Decision) else "luck"),
        cost=speech.cost(entry.cost),
    )
