"""The table at the head of a report: what both players' figures add up to."""

from collections.abc import Iterator, Sequence

from tavli.analysis.entry import Mark, Phase
from tavli.analysis.grading import GradedGame
from tavli.analysis.speech import Speech
from tavli.analysis.tally import Errors, Sum, Tally
from tavli.rules import Player

Line = tuple[str, ...]
"""A label, then a figure for each player, White's first."""


def heads(speech: Speech) -> Line:
    """Return the head line of the table."""
    return ("", *(speech.player(player) for player in Player))


def totals(speech: Speech) -> Iterator[Line]:
    """Yield the lines of the table."""
    tallies = [speech.study.tally(player) for player in Player]
    words = speech.words
    for label, errors in _groups(speech, tallies):
        if not any(each.count or each.cost.points for each in errors):
            continue
        decided, cost = speech.label("decisions"), speech.label("errors")
        rating = words.text("performance_rating")
        yield (f"{label}: {decided}", *(words.number(each.count) for each in errors))
        yield (f"{label}: {cost}", *(speech.cost(each.cost) for each in errors))
        yield (f"{label}: {rating}", *(speech.rating(each) for each in errors))
    for mark in Mark:
        if name := speech.mark(mark):
            yield (name, *(words.number(t.all.marks[mark]) for t in tallies))
    yield (words.text("luck"), *(speech.cost(tally.luck) for tally in tallies))


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
        yield speech.label("breaks_off")
    if game.unexplained:
        shift = speech.shift(game.aim, game.unexplained)
        yield f"{speech.label('unexplained')}: {shift}"


def _groups(
    speech: Speech, tallies: Sequence[Tally]
) -> Iterator[tuple[str, list[Errors]]]:
    yield speech.label("all"), [tally.all for tally in tallies]
    yield speech.label("plays"), [tally.plays for tally in tallies]
    yield speech.label("cube"), [tally.cube for tally in tallies]
    for phase in Phase:
        yield speech.phase(phase), [tally.phases[phase] for tally in tallies]
