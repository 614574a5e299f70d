"""Replay a match as a file writes it through the rules and the match."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tavli.formats.effort import Effort
from tavli.formats.errors import RecordError
from tavli.formats.judge import Judge
from tavli.formats.written import RESULTS, Cell, CellKind, WrittenGame, WrittenMatch
from tavli.formats.written_turns import Turns
from tavli.match import (
    LARGEST_CUBE,
    AcceptResignation,
    CubeAutoDoubled,
    Drop,
    Event,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchEnded,
    MatchEnding,
    MatchRules,
    NextGame,
    Phase,
    Resign,
    Score,
)
from tavli.notation.errors import quoted
from tavli.rules import Player, Stake

_NAMES: Final = {Player.WHITE: "the left player", Player.BLACK: "the right player"}


def replay_written(match: WrittenMatch, effort: Effort | None = None) -> Judge:
    """Return the judge that has seen all of *match*, with its complaints.

    Raises:
        RecordError: the match is of a kind that isn't played here.
        TooMuchError: it asks more of the rules than *effort* has left.
    """
    replay = _Replay(Judge(rules_of(match), effort), match)
    for line, sentence in match.faults:
        replay.judge.complain(line, sentence)
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
            f"the variation {quoted(variation)} is not known, only Backgammon is",
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
        return MatchRules.parse(match.game, length, options)
    except ValueError as error:
        raise RecordError(str(error), match.length_line) from error


class _Replay:
    """A match text on its way through the rules.

    *before* is the score before the game, *claimed* the one after it by the file's
    own results, None where it gives none; *doubted* is set once a game's result was
    complained of.
    """

    def __init__(self, judge: Judge, match: WrittenMatch) -> None:
        self.judge = judge
        self._jacoby_is_known = bool(match.length) or "jacoby" in match.tags
        self._before = judge.state.score
        self._claimed: Score | None = self._before
        self._doubted = False
        self._turns = Turns(judge)

    def play_game(self, game: WrittenGame) -> None:
        """Judge one game from its head to its result."""
        self._doubted = False
        self._turns = Turns(self.judge)
        if not self._start(game):
            return
        for cell in game.cells:
            if cell.kind in RESULTS:
                self._result(cell)
            else:
                self._turns.take(cell)
        self._finish(game)

    def _leave_out(self, game: WrittenGame) -> None:
        """Begin at *game*, from the midst of a match, with the score it names."""
        judge, rules = self.judge, self.judge.state.rules
        score = game.score or judge.state.score
        number = max(game.number - 1, 1)
        # Whether the Crawford game is over is told by the flag of this one.
        over = game.crawford is False and max(score) == rules.length.target - 1
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
        if game.score is not None and game.score != judge.state.score:
            self._believe_score(game, game.score)
        if judge.state.ended or _is_decided(judge):
            judge.complain(game.line, "the match was over before this game")
            return False
        if judge.state.game is None:
            started = judge.begin()
        else:
            started = judge.expected(Player.WHITE, NextGame())
        judge.accept(*self._with_crawford(game, started))
        judge.note(game.notes, GameStarted)
        if judge.state.rules.has_cube:
            value = 2
            while value <= min(game.auto_cube, LARGEST_CUBE):
                judge.accept(CubeAutoDoubled(value))
                value *= 2
        if game.number != judge.game.number and not game.stands_alone:
            judge.complain(
                game.line, f"this is game {judge.game.number}, not {game.number}"
            )
        self._claimed = self._before = judge.state.score
        return True

    def _believe_score(self, game: WrittenGame, score: Score) -> None:
        """Go on with the *score* in the game's head, and complain if it is new."""
        judge = self.judge
        if self._claimed is not None and score != self._claimed:
            judge.complain(
                game.score_line,
                f"the score is given as {_score(score)}, and by the games "
                f"before it is {_score(judge.state.score)}",
            )
        if judge.state.game is None:
            self._leave_out(game)
        else:
            judge.correct_score(score)

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
            "by the rules this is the Crawford game"
            if first.crawford
            else "by the rules this is not the Crawford game",
        )
        return (replace(first, crawford=bool(game.crawford)), *others)

    def _finish(self, game: WrittenGame) -> None:
        """See to it that the game has an end before the next one begins."""
        if self.judge.game.ended:
            return
        if not self._turns.lost:
            last = game.cells[-1].line if game.cells else game.line
            what = "has no result" if game.cells else "is empty"
            self.judge.complain(last, f"this game {what}")
        self._end(None, 0)
        self._claimed = None

    def _result(self, cell: Cell) -> None:
        winner = _winner_of(cell)
        if not self.judge.game.ended:
            self._concede(winner, cell)
        ended = self.judge.game.ended
        if ended is None:
            raise AssertionError("a concession ends the game")
        points = ended.points if cell.value is None else cell.value
        if (winner, points) != (ended.winner, ended.points):
            self._doubt(winner, points, ended, cell)
        if cell.ends_match and not self.judge.state.ended:
            self.judge.complain(
                cell.line,
                f"the match is not over at {_score(self.judge.state.score)}",
            )

    def _doubt(
        self, winner: Player | None, points: int, ended: GameEnded, cell: Cell
    ) -> None:
        """Complain of a result that is not the rules' one, once a game."""
        if winner and self._is_cut(winner, points, ended):
            return
        self._claimed = _added(self._before, winner, points)
        if self._doubted or self._may_be_jacoby(winner, points, ended):
            return
        self._doubted = True
        right = _NAMES[ended.winner] if ended.winner else "nobody"
        self.judge.complain(
            cell.line,
            f"{quoted(cell.text, 40)}: by the rules {right} wins {ended.points}",
        )

    def _needed(self, player: Player) -> int | None:
        """Return how many points *player* lacked before this game."""
        target = self.judge.state.rules.length.target
        white, black = self._before
        have = white if player is Player.WHITE else black
        return target - have if target else None

    def _is_cut(self, winner: Player, points: int, ended: GameEnded) -> bool:
        """Whether only the surplus of the last game is left out, as some sites do."""
        return (
            winner is ended.winner
            and points == self._needed(winner)
            and points < ended.points
        )

    def _may_be_jacoby(
        self, winner: Player | None, points: int, ended: GameEnded
    ) -> bool:
        """Whether the result is right under a rule of which the file says nothing."""
        return (
            not self._jacoby_is_known
            and winner is ended.winner
            and self.judge.game.cube.owner is None
            and points == self.judge.game.cube.value
        )

    def _concede(self, winner: Player | None, cell: Cell) -> None:
        """End the game where the file ends it though the board does not."""
        game, judge = self.judge.game, self.judge
        if winner is None:
            judge.complain(cell.line, "by the rules this game is not drawn")
            self._doubted = True
        elif not self._turns.lost:
            if game.offer and game.offer.by is winner:
                judge.try_out(winner.opponent, Drop(), cell.line)
            elif stake := self._stake(winner, cell):
                self._resign(winner, stake, cell)
        if not judge.game.ended:
            points = 0 if winner is None else cell.value or game.cube.value
            self._end(winner, points)

    def _stake(self, winner: Player, cell: Cell) -> Stake | None:
        """Return the stake of a resignation, or complain that there is none such."""
        cube = self.judge.game.cube.value
        points = cell.value or cube
        times, rest = divmod(points, cube)
        if rest and points == self._needed(winner):
            times, rest = times + 1, 0  # the surplus is left out
        if rest or times not in (stake.value for stake in Stake):
            self.judge.complain(
                cell.line,
                f"{quoted(cell.text, 40)}: with the cube at {cube} nobody can resign "
                f"{points} points",
            )
            return None
        return Stake(times)

    def _resign(self, winner: Player, stake: Stake, cell: Cell) -> None:
        """Let the loser resign; who has just doubled may only give up altogether."""
        judge = self.judge
        if judge.game.offer:
            return
        judge.try_out(winner.opponent, Resign(stake), cell.line)
        if judge.game.phase is Phase.TO_ANSWER_RESIGNATION:
            judge.try_out(winner, AcceptResignation(), cell.line)

    def _end(self, winner: Player | None, points: int) -> None:
        """End the game as the file has it, whatever the rules say."""
        score = self.judge.state.score
        score = _added(score, winner, points)
        self.judge.accept(GameEnded(winner, points, GameEnding.RESIGNED, score))
        if _is_decided(self.judge):
            self.judge.accept(MatchEnded(winner, MatchEnding.POINTS, score))


def _winner_of(cell: Cell) -> Player | None:
    match cell.kind:
        case CellKind.WIN:
            return cell.player
        case CellKind.LOSS:
            return cell.player.opponent
        case _:
            return None


def _added(score: Score, winner: Player | None, points: int) -> Score:
    white, black = score
    if winner is None:
        return score
    if winner is Player.WHITE:
        return white + points, black
    return white, black + points


def _is_decided(judge: Judge) -> bool:
    target = judge.state.rules.length.target
    return bool(target) and max(judge.state.score) >= target


def _score(score: Score) -> str:
    return f"{score[0]}-{score[1]}"
