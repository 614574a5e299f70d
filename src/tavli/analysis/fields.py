"""An analysis as plain fields, for JSON: everything that the reports tell of."""

from typing import Any, Final

from tavli.analysis.entry import Candidate, Cost, Decision, Entry, Luck, Mark
from tavli.analysis.graded import GradedGame
from tavli.analysis.lines import line_of
from tavli.analysis.question import Judged
from tavli.analysis.reasons import Reason, reasons_for
from tavli.analysis.study import Study, turning_points
from tavli.analysis.tally import Errors, Sum, Tally
from tavli.evaluation.chances import NAMES
from tavli.rules import Player
from tavli.words import Catalogue

VERSION: Final = 1
"""The version of these fields."""

_PLACES: Final = 6

Fields = dict[str, Any]
"""What becomes a JSON object."""


def as_fields(study: Study, words: Catalogue) -> Fields:
    """Return *study* as fields; reasons are told in the language of *words*."""
    header = study.header
    return {
        "tavli_analysis": VERSION,
        "match": header.match,
        "players": {player.value: study.name(player) for player in Player},
        "game": header.rules.game,
        "length": str(header.rules.length),
        "options": dict(header.rules.options),
        "depth": study.depth.name,
        "plies": study.depth.plies,
        "score": list(study.score),
        "complaints": study.complaints,
        "totals": {p.value: _tally(study.tally(p)) for p in Player},
        "games": [_game(game, words) for game in study.games],
    }


def _game(game: GradedGame, words: Catalogue) -> Fields:
    found = Sum.of(game)
    changed = {entry.moment for entry in turning_points(game)}
    return {
        "number": game.story.number,
        "game": game.story.ruleset.key,
        "unit": game.unit.value,
        "damaged": game.story.is_damaged,
        "start": _rounded(found.start),
        "luck": _rounded(found.luck),
        "errors": _rounded(found.errors),
        "unexplained": _rounded(found.unexplained),
        "result": None if game.result is None else _rounded(game.result),
        "last": _rounded(found.end),
        "totals": {p.value: _tally(Tally.of([game], p)) for p in Player},
        "curve": [
            {"event": entry.moment, "value": _rounded(value)}
            for entry, value in zip(game.entries, game.curve, strict=True)
        ],
        "entries": [
            _entry(game, entry, words) | {"changed": entry.moment in changed}
            for entry in game.entries
        ],
    }


def _entry(game: GradedGame, entry: Entry, words: Catalogue) -> Fields:
    fields: Fields = {
        "event": entry.moment,
        "turn": entry.turn,
        "by": entry.player.value,
        "plies": entry.plies,
        "dice": None if entry.dice is None else str(entry.dice),
        **_cost(entry.cost),
    }
    if isinstance(entry, Luck):
        return {"kind": "luck", **fields}
    return fields | _decision(game, entry, words)


def _decision(game: GradedGame, decision: Decision, words: Catalogue) -> Fields:
    reasons: tuple[Reason, ...] = ()
    if decision.mark is not Mark.NONE:
        reasons = reasons_for(game.story.ruleset, decision)
    return {
        "kind": decision.kind.value,
        "made": decision.made,
        "best": decision.best,
        "mark": decision.mark.value,
        "counts": decision.counts,
        "phase": decision.phase.value,
        "cube": decision.cube,
        "position": line_of(game, decision),
        "plays": decision.plays,
        "candidates": [_candidate(each) for each in decision.candidates],
        "options": [
            {"choice": option.choice.value, "value": _rounded(option.value)}
            for option in decision.options
        ],
        "reasons": [
            {
                "fact": reason.fact.value,
                "best": _rounded(reason.best),
                "made": _rounded(reason.made),
                "of_sides": reason.of_sides,
                "text": reason.text(words),
            }
            for reason in reasons
        ],
    }


def _candidate(candidate: Candidate) -> Fields:
    judged = candidate.judged
    return {
        "play": candidate.text,
        "steps": [f"{source}/{target}" for source, target in judged.steps],
        "value": _rounded(judged.value),
        "plies": judged.plies,
        "chances": _chances(judged),
    }


def _chances(judged: Judged) -> Fields:
    return {
        name: _rounded(chance)
        for name, chance in zip(NAMES, judged.chances, strict=True)
    }


def _tally(tally: Tally) -> Fields:
    return {
        "all": _errors(tally.all),
        "plays": _errors(tally.plays),
        "cube": _errors(tally.cube),
        "phases": {p.value: _errors(e) for p, e in tally.phases.items()},
        "luck": _cost(tally.luck),
        "throws": tally.throws,
        "plies": tally.plies,
    }


def _errors(errors: Errors) -> Fields:
    rate, rating = errors.rate, errors.rating
    return {
        "decisions": errors.count,
        **_cost(errors.cost),
        "rate": None if rate is None else _rounded(rate),
        "rating": None if rating is None else _rounded(rating),
        "marks": {mark.value: count for mark, count in errors.marks.items()},
    }


def _cost(cost: Cost) -> Fields:
    return {
        "value": _rounded(cost.value),
        "points": _rounded(cost.points),
        "chance": None if cost.chance is None else _rounded(cost.chance),
    }


def _rounded(number: float) -> float:
    return round(number, _PLACES) + 0.0
