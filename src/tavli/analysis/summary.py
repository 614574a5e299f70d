"""The table at the head of a report: what both players' figures add up to."""

from collections.abc import Iterator, Sequence
from typing import Final

from tavli.analysis.entry import Mark, Phase
from tavli.analysis.graded import GradedGame
from tavli.analysis.speech import Speech, shown
from tavli.analysis.tally import Errors, Sum, Tally
from tavli.analysis.trends import Trend
from tavli.rules import Player

Line = tuple[str, ...]
"""A label, then the figures of each player, White's first."""

FIGURES: Final = 4
"""How many figures each player has in a line."""


def heads(speech: Speech) -> Line:
    """Return the head line of the table: what each figure is."""
    rates = (speech.words.text(code) for code in ("error_rate", "performance_rating"))
    figures = (speech.label("decisions"), speech.label("errors"), *rates)
    return ("", *figures * 2)


def totals(speech: Speech) -> Iterator[Line]:
    """Yield the lines of the table, one for each kind of decision."""
    tallies = [speech.study.tally(player) for player in Player]
    for label, errors in _groups(speech, tallies):
        if any(each.count or each.cost.points for each in errors):
            first, second = (_figures(speech, each) for each in errors)
            yield (label, *first, *second)


def others(speech: Speech) -> Iterator[Line]:
    """Yield the lines with one figure for each player: marks and luck."""
    tallies = [speech.study.tally(player) for player in Player]
    for mark in Mark:
        if mark is not Mark.NONE:
            counts = (speech.words.number(tally.all.marks[mark]) for tally in tallies)
            yield (speech.mark_heading(mark), *counts)
    yield (speech.heading("luck"), *(speech.cost(tally.luck) for tally in tallies))


def names(speech: Speech) -> Line:
    """Return the head line of `others`."""
    return ("", *(speech.player(player) for player in Player))


def _figures(speech: Speech, errors: Errors) -> Line:
    count = speech.words.number(errors.count)
    rate, rating = speech.rate(errors), speech.rating(errors)
    return count, speech.cost(errors.cost), rate, rating


def sum_of(speech: Speech, game: GradedGame) -> str:
    """Say how start, luck and errors of *game* make its result, for White."""
    found, aim = Sum.of(game), game.aim
    return speech.words.text(
        "analysis.sum",
        start=speech.value(aim, found.start),
        luck=speech.shift(aim, found.luck),
        errors=speech.shift(aim, found.errors),
        result=speech.value(aim, found.end),
        name=speech.player(Player.WHITE),
    )


def warnings(speech: Speech, game: GradedGame) -> Iterator[str]:
    """Say what is to be known before the figures of *game* are read."""
    if game.story.is_damaged:
        yield speech.label("damaged")
    if game.result is None:
        yield speech.label("no_result")
    if game.unexplained:
        shift = speech.shift(game.aim, game.unexplained)
        yield f"{speech.label('unexplained')}: {shift}"


def trend_title(speech: Speech, trend: Trend) -> str:
    """Say whose matches are told, and how deep they were judged."""
    return f"{shown(trend.name)}: {speech.label('trend')} ({trend.depth})"


def trend_heads(speech: Speech) -> Line:
    """Return the head line of the table of a player's matches."""
    return (*heads(speech)[: 1 + FIGURES], speech.words.text("luck"))


def trend_lines(speech: Speech, trend: Trend) -> Iterator[Line]:
    """Yield a line for each match of a player, for all, and for each phase of all."""
    for step in trend.steps:
        luck = speech.cost(step.tally.luck)
        figures = _figures(speech, step.tally.all)
        yield (shown(f"{step.match} ({step.opponent})"), *figures, luck)
    luck = speech.cost(trend.all.luck)
    yield (speech.label("all"), *_figures(speech, trend.all.all), luck)
    for phase, errors in trend.weakest:
        yield (speech.phase(phase), *_figures(speech, errors), "")


def _groups(
    speech: Speech, tallies: Sequence[Tally]
) -> Iterator[tuple[str, list[Errors]]]:
    yield speech.label("all"), [tally.all for tally in tallies]
    yield speech.label("plays"), [tally.plays for tally in tallies]
    yield speech.label("cube"), [tally.cube for tally in tallies]
    for phase in Phase:
        yield speech.phase(phase), [tally.phases[phase] for tally in tallies]
