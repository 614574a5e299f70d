"""Replay a match as a file writes it through the rules and the match."""

from collections.abc import Mapping
from dataclasses import replace

from tavli.formats.effort import Effort
from tavli.formats.errors import RecordError, bad_rules
from tavli.formats.event_fields import MOST_GAMES, MOST_POINTS
from tavli.formats.judge import Judge
from tavli.formats.written import RESULTS, CellKind, WrittenGame, WrittenMatch
from tavli.formats.written_ending import Ending, as_text, is_decided
from tavli.formats.written_turns import Turns
from tavli.match import (
    LARGEST_CUBE,
    CubeAutoDoubled,
    Event,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchRules,
    NextGame,
    Opening,
    Score,
    Span,
)
from tavli.notation.errors import quoted
from tavli.rules import Player
from tavli.words.findings import finding


def replay_written(match: WrittenMatch, effort: Effort | None = None) -> Judge:
    """Return the judge that has seen all of *match*, with its complaints.

    Raises:
        RecordError: the match is of a kind that isn't played here.
        TooMuchError: it asks more of the rules than *effort* has left.
    """
    replay = _Replay(Judge(rules_of(match), effort), match)
    for line, what in match.faults:
        replay.judge.complain(line, what)
    for game in match.games:
        replay.play_game(game)
    return replay.judge


def rules_of(match: WrittenMatch) -> MatchRules:
    """Return the rules that the head of the file gives.

    Raises:
        RecordError: the game or its length isn't played here.
    """
    if match.options is not None:
        return _parsed_rules(match, match.options)
    variation = match.tags.get("variation", "backgammon")
    if variation.lower() != "backgammon":
        raise RecordError(
            finding("only_backgammon", name=quoted(variation)),
            match.length_line,
        )
    options: dict[str, str] = {}
    if not match.length:
        # A beaver that was played proves that beavers were agreed on.
        options = {"bg.beaver": "on", "bg.raccoon": "on"}
        if match.tags.get("jacoby", "").lower() == "on":
            options["bg.jacoby"] = "on"
    elif match.length > 1 and match.tags.get("crawford", "").lower() == "off":
        options["bg.crawford"] = "off"
    return _parsed_rules(match, options)


def _parsed_rules(match: WrittenMatch, options: Mapping[str, str]) -> MatchRules:
    length = "game" if match.is_single else str(match.length or "money")
    try:
        rules = MatchRules.parse(match.game, length, options)
    except ValueError as error:
        what = bad_rules(match.game, length, error)
        raise RecordError(what, match.length_line) from error
    if rules.opening is Opening.REROLL:
        # A written game begins with a play of the two dice of its roll-off.
        raise RecordError(finding("rerolled"), match.length_line)
    return rules


class _Replay:
    """A match text on its way through the rules.

    *claimed* is the score after the last game by the file's own results, None where
    it gives none.
    """

    def __init__(self, judge: Judge, match: WrittenMatch) -> None:
        self.judge = judge
        self._jacoby_is_known = bool(match.length) or "jacoby" in match.tags
        self._claimed: Score | None = judge.state.score

    def play_game(self, game: WrittenGame) -> None:
        """Judge one game from its head to its result."""
        if max(game.score or (0,)) > MOST_POINTS:
            self._complain_of_score(game)
            game = replace(game, score=None)
        last = self.judge.state.game
        if last and last.number >= MOST_GAMES:
            self.judge.complain(game.line, finding("most_games", most=MOST_GAMES))
            return
        if not self._start(game):
            return
        turns = Turns(self.judge)
        ending = Ending(self.judge, turns, jacoby_is_known=self._jacoby_is_known)
        for cell in game.cells:
            if cell.kind in RESULTS:
                ending.take(cell)
            else:
                turns.take(cell)
        ending.finish(game)
        self._claimed = ending.claimed

    def _leave_out(self, game: WrittenGame) -> None:
        """Begin at *game*, from the midst of a match, with the score it names."""
        judge, rules = self.judge, self.judge.state.rules
        score = game.score or judge.state.score
        number = max(game.number - 1, 1) if game.number <= MOST_GAMES else 1
        # Whether the Crawford game is over is told by the flag of this one, or by a
        # double in it.
        doubles = any(cell.kind is CellKind.DOUBLE for cell in game.cells)
        is_after = game.crawford is False or (game.crawford is None and doubles)
        over = is_after and max(score) == rules.length.target - 1
        judge.accept(
            GameStarted(number, rules.ruleset(number).name, crawford=over),
            GameEnded(None, 0, GameEnding.RESIGNED, score),
        )
        self._claimed = score

    def _start(self, game: WrittenGame) -> bool:
        """Set the game up; return whether the match goes that far."""
        judge = self.judge
        begins = judge.state.game is None
        if game.stands_alone and begins and (game.number > 1 or any(game.score or ())):
            self._leave_out(game)
        if game.score is not None and not self._stays_over(game.score):
            self._believe_score(game, game.score)
        if judge.state.ended or is_decided(judge):
            judge.complain(game.line, finding("match_was_over"))
            return False
        if judge.state.game is None:
            started = judge.begin()
        else:
            started = judge.expected(Player.WHITE, NextGame())
        judge.accept(*self._with_crawford(game, started))
        judge.note(game.notes, GameStarted)
        self._double_first(game)
        is_known = game.stands_alone and game.number <= MOST_GAMES
        if game.number != judge.game.number and not is_known:
            judge.complain(
                game.line,
                finding("game_number", right=judge.game.number, found=game.number),
            )
        return True

    def _double_first(self, game: WrittenGame) -> None:
        """Turn the cube as often as equal dice did at the start of *game*."""
        if not self.judge.state.rules.has_cube:
            return
        value = 2
        while value <= min(game.auto_cube, LARGEST_CUBE):
            self.judge.accept(CubeAutoDoubled(value))
            value *= 2

    def _stays_over(self, score: Score) -> bool:
        """Whether the match has ended, and by *score* too nobody would play on."""
        state, length = self.judge.state, self.judge.state.rules.length
        is_single = length.span is Span.GAME
        decides = is_single or 0 < length.target <= max(score)
        return state.ended is not None and decides

    def _believe_score(self, game: WrittenGame, score: Score) -> None:
        """Go on with the *score* in the game's head, and complain if it is new."""
        judge = self.judge
        if score == judge.state.score:
            return
        if self._claimed is not None and score != self._claimed:
            self._complain_of_score(game)
        if judge.state.game is None:
            self._leave_out(game)
        else:
            judge.correct_score(score)

    def _complain_of_score(self, game: WrittenGame) -> None:
        found = as_text(game.score or (0, 0))
        right = as_text(self.judge.state.score)
        self.judge.complain(game.score_line, finding("score", found=found, right=right))

    def _with_crawford(
        self, game: WrittenGame, started: tuple[Event, ...]
    ) -> tuple[Event, ...]:
        """Return *started* with the Crawford game where the file has it."""
        first, *others = started
        if not isinstance(first, GameStarted) or game.crawford in (
            None,
            first.crawford,
        ):
            return started
        self.judge.complain(
            game.line,
            finding("is_crawford") if first.crawford else finding("is_not_crawford"),
        )
        return (replace(first, crawford=bool(game.crawford)), *others)
