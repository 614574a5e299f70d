"""How a game of a written match ends: its result, held against the rules."""

from typing import Final

from tavli.formats.judge import Judge
from tavli.formats.written import Cell, CellKind, WrittenGame
from tavli.formats.written_turns import Turns
from tavli.match import (
    LARGEST_CUBE,
    AcceptResignation,
    Drop,
    GameEnded,
    GameEnding,
    MatchEnded,
    MatchEnding,
    Phase,
    Resign,
    Score,
)
from tavli.notation.errors import quoted
from tavli.rules import Player, Stake
from tavli.words.findings import Finding, finding

_MOST_OF_A_GAME: Final = max(stake.value for stake in Stake) * LARGEST_CUBE
"""No game gives more points: a larger result is complained of and not believed."""


class Ending:
    """The end of one game, which has begun.

    *claimed* is the score after it by the file's own results, None where it gives
    none.
    """

    def __init__(self, judge: Judge, turns: Turns, *, jacoby_is_known: bool) -> None:
        self._judge, self._turns = judge, turns
        self._jacoby_is_known = jacoby_is_known
        self._before = judge.state.score
        self.claimed: Score | None = self._before
        self._doubted = False  # once a game is enough

    def take(self, cell: Cell) -> None:
        """Judge the result that *cell* gives."""
        winner = _winner_of(cell)
        if not self._judge.game.ended:
            self._concede(winner, cell)
        ended = self._judge.game.ended
        if ended is None:
            raise AssertionError("a concession ends the game")
        points = ended.points if cell.value is None else cell.value
        if (winner, points) != (ended.winner, ended.points):
            self._doubt(winner, points, ended, cell)
        if cell.ends_match and not self._judge.state.ended:
            self._judge.complain(
                cell.line,
                finding("match_goes_on", score=as_text(self._judge.state.score)),
            )

    def _doubt(
        self, winner: Player | None, points: int, ended: GameEnded, cell: Cell
    ) -> None:
        """Complain of a result that is not the rules' one, once a game."""
        if winner and self._is_cut(winner, points, ended):
            return
        self.claimed = _added(self._before, winner, points)
        if self._doubted or self._may_be_jacoby(winner, points, ended):
            return
        self._doubted = True
        self._judge.complain(
            cell.line,
            finding("cell", _right(ended), text=quoted(cell.text, 40)),
        )

    def _needed(self, player: Player) -> int | None:
        """Return how many points *player* lacked before this game."""
        target = self._judge.state.rules.length.target
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
            and self._judge.game.cube.owner is None
            and points == self._judge.game.cube.value
        )

    def _concede(self, winner: Player | None, cell: Cell) -> None:
        """End the game where the file ends it though the board does not."""
        game, judge = self._judge.game, self._judge
        if winner is None:
            judge.complain(cell.line, finding("not_drawn"))
            self._doubted = True
        elif not self._turns.lost:
            if game.offer and game.offer.by is winner:
                judge.try_out(winner.opponent, Drop(), cell.line)
            elif stake := self._stake(winner, cell):
                self._resign(winner, stake, cell)
        if not judge.game.ended:
            points = cell.value or game.cube.value
            if points > _MOST_OF_A_GAME:
                points = game.cube.value
            self._end(winner, points if winner else 0)

    def _stake(self, winner: Player, cell: Cell) -> Stake | None:
        """Return the stake of a resignation, or complain that there is none such."""
        cube = self._judge.game.cube.value
        points = cell.value or cube
        times, rest = divmod(points, cube)
        if rest and points == self._needed(winner):
            times, rest = times + 1, 0  # the surplus is left out
        if rest or times not in (stake.value for stake in Stake):
            self._doubted = True
            self._judge.complain(
                cell.line,
                finding(
                    "cell",
                    finding("no_such_stake", cube=cube, n=points),
                    text=quoted(cell.text, 40),
                ),
            )
            return None
        return Stake(times)

    def _resign(self, winner: Player, stake: Stake, cell: Cell) -> None:
        """Let the loser resign; who has just doubled may only give up altogether."""
        judge = self._judge
        if judge.game.offer:
            return
        judge.try_out(winner.opponent, Resign(stake), cell.line)
        if judge.game.phase is Phase.TO_ANSWER_RESIGNATION:
            judge.try_out(winner, AcceptResignation(), cell.line)

    def _end(self, winner: Player | None, points: int) -> None:
        """End the game as the file has it, whatever the rules say."""
        score = self._judge.state.score
        score = _added(score, winner, points)
        self._judge.accept(GameEnded(winner, points, GameEnding.RESIGNED, score))
        if is_decided(self._judge):
            self._judge.accept(MatchEnded(winner, MatchEnding.POINTS, score))

    def finish(self, game: WrittenGame) -> None:
        """See to it that the game has an end before the next one begins."""
        if self._judge.game.ended:
            return
        if not self._turns.lost:
            last = game.cells[-1].line if game.cells else game.line
            what = finding("no_result") if game.cells else finding("game_empty")
            self._judge.complain(last, what)
        self._end(None, 0)
        self.claimed = None


def _right(ended: GameEnded) -> Finding:
    """Return who wins how much by the rules."""
    match ended.winner:
        case Player.WHITE:
            return finding("white_wins", points=ended.points)
        case Player.BLACK:
            return finding("black_wins", points=ended.points)
        case None:
            return finding("nobody_wins", points=ended.points)


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


def is_decided(judge: Judge) -> bool:
    """Return whether a side has the points that the match is played to."""
    target = judge.state.rules.length.target
    return bool(target) and max(judge.state.score) >= target


def as_text(score: Score) -> str:
    """Return *score* as files and sentences write it."""
    return f"{score[0]}-{score[1]}"
