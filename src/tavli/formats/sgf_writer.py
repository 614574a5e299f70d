"""Write a match as SGF: backgammon as GNU Backgammon does, the others likewise.

A game of SGF knows rolls, plays, the cube and its result. Times, ties in the
roll-off, refused resignations and the proof of the dice stay behind. A rollout of
ours becomes a comment, which every reader of SGF shows.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TextIO

from tavli import __version__
from tavli.formats.errors import NoGameError
from tavli.formats.record import Annotation, Header, MatchRecord
from tavli.formats.record_rollout import rollouts_of
from tavli.formats.rollout_text import in_words
from tavli.formats.sgf import (
    COMMENT,
    OWN_PROPERTY,
    SGF_BACKGAMMON,
    Remarks,
    add_remarks,
    join_comments,
    remarks_in,
)
from tavli.match import (
    Beavered,
    CubeAutoDoubled,
    CubeOption,
    Doubled,
    Dropped,
    Event,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchRules,
    Opening,
    OpeningThrown,
    Played,
    Raccooned,
    Rolled,
    Score,
    Span,
    Taken,
)
from tavli.rules import BACKGAMMON, BAR, OFF, RULESETS, Dice, Play, Player, Ruleset

_PROGRAM: Final = f"tavli:{__version__}"
_POINTS: Final = "zabcdefghijklmnopqrstuvwxy"

_TURNS: Final[Mapping[type, str]] = {
    Doubled: "double",
    Beavered: "double",
    Raccooned: "double",
    Taken: "take",
    Dropped: "drop",
}


@dataclass(slots=True)
class _Game:
    """One game on its way to text; *said* is a comment for its next node."""

    started: GameStarted
    score: Score
    remarks: Remarks
    nodes: list[str] = field(default_factory=list)
    cube: int = 1
    rolled: tuple[Player, Dice] | None = None
    ended: GameEnded | None = None
    said: list[str] = field(default_factory=list)

    @property
    def is_left_out(self) -> bool:
        """Whether this game only stands for ones that the file did not have."""
        ended = self.ended
        return not self.nodes and ended is not None and ended.winner is None


def write(record: MatchRecord, stream: TextIO) -> None:
    """Write *record* to *stream*.

    Raises:
        ValueError: the match is played by rules that SGF can't hold, or has no game.
    """
    rules = record.header.rules
    if rules.opening is Opening.REROLL:
        raise ValueError("SGF can't hold a roll-off whose dice are thrown again")
    program = next(
        (note.source for note in record.annotations if remarks_in(note.fields)), None
    )
    games = [game for game in _games(record) if not game.is_left_out]
    if not games:
        raise NoGameError
    for game in games:
        root = _root(record.header, game, program)
        stream.write(f"({root}\n{''.join(game.nodes)})\n")


def _games(record: MatchRecord) -> list[_Game]:
    remarks = _remarks(record.annotations)
    rolled = _rollouts(record)
    games: list[_Game] = []
    score: Score = (0, 0)
    for index, entry in enumerate(record.events):
        event, remark = entry.event, remarks.get(index, {})
        if isinstance(event, GameStarted):
            games.append(_Game(event, score, remark))
        elif games:
            _add(games[-1], event, remark)
        if games:
            games[-1].said += rolled.get(index, ())
        score = event.score if isinstance(event, GameEnded) else score
    for game in games:
        _leave_roll(game)
    return games


def _remarks(annotations: Iterable[Annotation]) -> dict[int, Remarks]:
    """Return by event what programs said that SGF has a place for: lists of texts."""
    found: dict[int, Remarks] = {}
    for annotation in annotations:
        remarks = found.setdefault(annotation.event, {})
        add_remarks(remarks, remarks_in(annotation.fields))
    for remarks in found.values():
        join_comments(remarks)
    return found


def _rollouts(record: MatchRecord) -> dict[int, list[str]]:
    """Return what our rollouts say, by the event that made their position."""
    found: dict[int, list[str]] = {}
    for event, rollout in rollouts_of(record):
        found.setdefault(event, []).append(in_words(rollout))
    return found


def _properties(remarks: Remarks) -> str:
    return "".join(
        name + "".join(f"[{_escaped(value)}]" for value in values)
        for name, values in remarks.items()
    )


def _escaped(text: str) -> str:
    """Return *text* as a value: no text file holds zero bytes."""
    return text.replace("\0", "").replace("\\", "\\\\").replace("]", "\\]")


def _add(game: _Game, event: Event, remark: Remarks) -> None:
    """Add what *event* puts into a node of *game*."""
    match event:
        case OpeningThrown(white, black) if white != black:
            starter = Player.WHITE if white > black else Player.BLACK
            game.rolled = (starter, Dice(max(white, black), min(white, black)))
        case CubeAutoDoubled(value):
            game.cube = value
        case Rolled(by, dice):
            game.rolled = (by, dice)
        case Played(by, play, _) if game.rolled:
            dice, ruleset = game.rolled[1], RULESETS[game.started.game]
            game.rolled = None
            _add_node(game, by, f"{dice.first}{dice.second}", remark, play, ruleset)
        case Doubled(by) | Beavered(by) | Raccooned(by) | Taken(by) | Dropped(by):
            _leave_roll(game)
            _add_node(game, by, _TURNS[type(event)], remark)
        case GameEnded():
            game.ended = event
        case _:
            pass


def _add_node(  # noqa: PLR0913, PLR0917  # a node has so many parts
    game: _Game,
    by: Player,
    text: str,
    remark: Remarks,
    play: Play = (),
    ruleset: Ruleset = BACKGAMMON,
) -> None:
    steps = "".join(
        _letter(point, by, ruleset)
        for move in play
        for point in (move.source, move.target)
    )
    said, game.said = game.said, []
    # A node has one comment at most, and that of another program was there first.
    if said and COMMENT not in remark:
        remark = remark | {COMMENT: ["\n".join(said)]}
    game.nodes.append(f";{by.value.upper()}[{text}{steps}]{_properties(remark)}\n")


def _letter(point: int, by: Player, ruleset: Ruleset) -> str:
    if by is Player.WHITE or point in (OFF, BAR):
        return _POINTS[point]
    return _POINTS[ruleset.course.across(point)]


def _leave_roll(game: _Game) -> None:
    """Write the roll that was never played, if there is one."""
    if game.rolled:
        by, dice = game.rolled
        game.nodes.append(f";PL[{by.value.upper()}]DI[{dice.first}{dice.second}]\n")
        game.rolled = None


def _root(header: Header, game: _Game, program: str | None) -> str:
    rules, (white, black) = header.rules, game.score
    is_backgammon = game.started.game == BACKGAMMON.name
    parts = [
        f";FF[4]GM[{SGF_BACKGAMMON if is_backgammon else game.started.game}]CA[UTF-8]",
        f"AP[{_PROGRAM}]",
        f"MI[length:{rules.length.target}][game:{game.started.number - 1}]",
        f"[ws:{white}][bs:{black}]",
        f"PW[{_escaped(header.white)}]PB[{_escaped(header.black)}]",
        *_rules(rules, game, program),
        f"CV[{game.cube}]" * (game.cube > 1),
        _result(game.ended) if game.ended else "",
        _properties(game.remarks),
    ]
    return "".join(parts)


def _rules(rules: MatchRules, game: _Game, program: str | None) -> Iterator[str]:
    """Yield the rules as others read them, and what only we know in our own way."""
    if CubeOption.JACOBY in rules.cube_options:
        yield "RU[Jacoby]"
    elif CubeOption.CRAWFORD in rules.cube_options and rules.has_cube:
        yield "RU[Crawford:CrawfordGame]" if game.started.crawford else "RU[Crawford]"
    own: dict[str, str] = {}
    is_usual = rules.game == BACKGAMMON.name and rules.length.span is Span.POINTS
    if not is_usual or rules.options.keys() - {"bg.crawford"}:
        own = {"game": rules.game, "length": str(rules.length), **rules.options}
    if program and program != _PROGRAM.replace(":", " "):
        own["remarks"] = program
    if own:
        values = (f"[{_escaped(f'{key}:{text}')}]" for key, text in own.items())
        yield OWN_PROPERTY + "".join(values)


def _result(ended: GameEnded) -> str:
    if ended.winner is None:
        return "RE[0]" if ended.ending is GameEnding.BOTH_MOTHERS else ""
    given_up = ended.ending in (GameEnding.RESIGNED, GameEnding.DROPPED)
    return f"RE[{ended.winner.value.upper()}+{ended.points}{'R' * given_up}]"
