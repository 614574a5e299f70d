"""The report of an analysis as one page of HTML that works from a disk."""

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from tavli.analysis.curve import anchor_of, svg_of
from tavli.analysis.entry import Decision, Entry, Kind, Mark
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
from tavli.evaluation.chances import DOUBLE, LOST_DOUBLE, WIN
from tavli.words import Catalogue

_COLUMNS: Final = ((WIN, "win"), (DOUBLE, "double"), (LOST_DOUBLE, "lost_double"))


def as_page(
    studies: Sequence[Study], words: Catalogue, trend: Trend | None = None
) -> str:
    """Return one page on *studies*, at least one, in the language of *words*.

    Several of them have a list at the head, and a *trend* its table. Nothing is
    loaded from elsewhere, and no script is in it.
    """
    speeches = [Speech(study, words) for study in studies]
    return "\n".join(_page(speeches, words, trend)) + "\n"


def _page(
    speeches: Sequence[Speech], words: Catalogue, trend: Trend | None
) -> Iterator[str]:
    language = words.language
    title = speeches[0].title() if len(speeches) == 1 else words.text("analysis")
    yield "<!DOCTYPE html>"
    yield f'<html lang="{language.code}" dir="{language.direction.value}">'
    yield '<head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title>"
    yield f"<style>\n{_style()}</style></head>"
    yield "<body>"
    if len(speeches) > 1:
        yield "<nav><ul>"
        for number, speech in enumerate(speeches, 1):
            yield f'<li><a href="#m{number}">{escape(speech.title())}</a></li>'
        yield "</ul></nav>"
    if trend is not None:
        yield from _trend(speeches[0], trend)
    for number, speech in enumerate(speeches, 1):
        yield from _match(speech, f"m{number}")
    yield "</body></html>"


def _trend(speech: Speech, trend: Trend) -> Iterator[str]:
    yield f"<h1>{escape(trend_title(speech, trend))}</h1>"
    yield from _table_head(trend_heads(speech))
    yield from (_row(line) for line in trend_lines(speech, trend))
    yield "</tbody></table></div>"


@cache
def _style() -> str:
    return (files("tavli.analysis") / "page.css").read_text(encoding="utf-8")


def _match(speech: Speech, name: str) -> Iterator[str]:
    yield f'<section id="{name}"><h1>{escape(speech.title())}</h1>'
    yield f'<p class="note">{escape(speech.depth())}</p>'
    yield f'<p class="note">{escape(speech.unit())}</p>'
    yield from _totals(speech)
    rating = speech.words.text("performance_rating")
    lower = speech.label("lower_is_better")
    yield f'<p class="note">{escape(rating)}: {escape(lower)}</p>'
    for game in speech.study.games:
        yield from _game(speech, game, name)
    yield "</section>"


def _totals(speech: Speech) -> Iterator[str]:
    """Yield the two tables at the head of a match."""
    corner, *players = (escape(name) for name in names(speech))
    yield '<div class="wide"><table><thead><tr>'
    yield f'<td rowspan="2">{corner}</td>'
    yield from (
        f'<th scope="colgroup" colspan="{FIGURES}"><bdi>{player}</bdi></th>'
        for player in players
    )
    yield "</tr><tr>"
    yield from (f'<th scope="col">{escape(head)}</th>' for head in heads(speech)[1:])
    yield "</tr></thead><tbody>"
    yield from (_row(line) for line in totals(speech))
    yield "</tbody></table></div>"
    yield from _table_head(names(speech))
    yield from (_row(line) for line in others(speech))
    yield "</tbody></table></div>"


def _row(line: Line) -> str:
    label, *figures = line
    cells = "".join(f"<td>{_figure(figure)}</td>" for figure in figures)
    return f'<tr><th scope="row">{escape(label)}</th>{cells}</tr>'


def _game(speech: Speech, game: GradedGame, match: str) -> Iterator[str]:
    name = speech.words.text(game.story.ruleset.name)
    title = f"{speech.game(game.story.number)} ({name})"
    yield f"<section><h2>{escape(title)}</h2>"
    yield f"<p>{escape(sum_of(speech, game))}</p>"
    for warning in warnings(speech, game):
        yield f'<p class="note">{escape(warning)}</p>'
    yield svg_of(speech, game, match)
    if changed := turning_points(game):
        yield f"<h3>{escape(speech.label('changed'))}</h3><ul>"
        yield from (f"<li>{_moved(speech, entry)}</li>" for entry in changed)
        yield "</ul>"
    marked = [each for each in game.decisions if each.mark is not Mark.NONE]
    yield f"<h3>{escape(speech.label('worst' if marked else 'no_errors'))}</h3>"
    for decision in sorted(marked, key=lambda each: each.cost.points):
        yield from _decision(speech, game, decision, match)
    yield "</section>"


def _moved(speech: Speech, entry: Entry) -> str:
    """Say what happened: when, who, what, and by how much."""
    kind = speech.words.text("error" if isinstance(entry, Decision) else "luck")
    parts = {
        "turn": escape(speech.turn(entry)),
        "player": f"<bdi>{escape(speech.player(entry.player))}</bdi>",
        "what": f'<bdi class="play">{escape(speech.happened(entry))}</bdi>',
        "kind": escape(kind),
        "cost": _figure(speech.cost(entry.cost)),
    }
    return speech.words.text("analysis.moved", **parts)


def _decision(
    speech: Speech, game: GradedGame, decision: Decision, match: str
) -> Iterator[str]:
    mark = decision.mark.value
    yield f'<article id="{anchor_of(game, decision, match)}">'
    yield f"<p>{_moved(speech, decision)} "
    yield f'<span class="mark {mark}">{escape(speech.mark(decision.mark))}</span><br>'
    yield f"{escape(speech.better(decision))}</p>"
    reasons = reasons_for(game.story.ruleset, decision)
    if reasons:
        yield "<ul>"
        for reason in reasons:
            yield f"<li>{escape(reason.text(speech.words))}</li>"
        yield "</ul>"
    if decision.kind is Kind.PLAY:
        yield from _candidates(speech, game, decision)
    else:
        yield from _options(speech, game, decision)
    yield "</article>"


def _candidates(speech: Speech, game: GradedGame, decision: Decision) -> Iterator[str]:
    """Yield the table of plays, all of one depth, the best first."""
    heads = ("", *(speech.label(code) for _, code in _COLUMNS), speech.label("points"))
    yield from _table_head((*heads, speech.words.text("depth")))
    scale = game.aim.scale(decision.cube)
    for candidate in decision.candidates:
        judged = candidate.judged
        cells = [speech.chance(judged.chances[column]) for column, _ in _COLUMNS]
        best = decision.candidates[0].judged.value
        cells.append(speech.signed((judged.value - best) / scale))
        cells.append(f"{judged.plies}-ply")
        made = ' class="made"' if candidate.text == decision.made else ""
        figures = "".join(f"<td>{_figure(cell)}</td>" for cell in cells)
        play = f'<bdi dir="ltr">{escape(candidate.text)}</bdi>'
        yield f'<tr{made}><td class="play">{play}</td>{figures}</tr>'
    yield "</tbody></table></div>"


def _options(speech: Speech, game: GradedGame, decision: Decision) -> Iterator[str]:
    """Yield the table of what could be done about the cube."""
    value = speech.words.text("equity"), speech.words.text("depth")
    yield from _table_head(("", *value))
    for option in sorted(decision.options, key=lambda each: -each.value):
        name = speech.choice(option.choice.value, decision.kind)
        made = ' class="made"' if option.choice.value == decision.made else ""
        figure = _figure(speech.value(game.aim, option.value))
        yield f'<tr{made}><td class="words">{escape(name)}</td><td>{figure}</td>'
        yield f"<td>{_figure(f'{decision.plies}-ply')}</td></tr>"
    yield "</tbody></table></div>"


def _table_head(heads: Sequence[str]) -> Iterator[str]:
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    yield f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>'


def _figure(text: str) -> str:
    """Return a figure that keeps its direction in any sentence."""
    return f'<bdi class="figure" dir="ltr">{escape(text)}</bdi>'
