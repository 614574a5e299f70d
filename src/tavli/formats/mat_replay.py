"""Replay a two-column match text through the rules and the match."""

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from tavli.formats.errors import RecordError
from tavli.formats.judge import Judge
from tavli.formats.mat import MatGame, MatMatch
from tavli.formats.mat_cells import Cell, CellKind
from tavli.match import (
    AcceptResignation,
    Action,
    ActionRefusedError,
    Beaver,
    Double,
    Doubled,
    Drop,
    GameEnded,
    GameEnding,
    GameState,
    MatchEnded,
    MatchEnding,
    MatchRules,
    NextGame,
    OpeningThrown,
    Phase,
    Played,
    PlayMoves,
    Raccoon,
    Resign,
    Roll,
    Rolled,
    Score,
    Take,
)
from tavli.notation.errors import NotationError, quoted
from tavli.notation.resolve import as_moves, resolve_play
from tavli.rules import Dice, IllegalMoveError, Player, Stake

_NAMES: Final = {Player.WHITE: "the left player", Player.BLACK: "the right player"}
_ANSWERS: Final = MappingProxyType[CellKind, Action](
    {
        CellKind.TAKE: Take(),
        CellKind.DROP: Drop(),
        CellKind.BEAVER: Beaver(),
        CellKind.RACCOON: Raccoon(),
    }
)


def replay_mat(match: MatMatch) -> Judge:
    """Return the judge that has seen all of *match*, with its complaints.

    Raises:
        RecordError: the match is of a kind that isn't played here.
    """
    replay = _Replay(Judge(rules_of(match)), match)
    for game in match.games:
        replay.play_game(game)
    return replay.judge


def rules_of(match: MatMatch) -> MatchRules:
    """Return the rules that the head of the file gives.

    Raises:
        RecordError: the game or its length isn't played here.
    """
    variation = match.tags.get("variation", "backgammon")
    if variation.lower() != "backgammon":
        raise RecordError(
            f"the variation {quoted(variation)} is not known, only Backgammon is"
        )
    options: dict[str, str] = {}
    if not match.length:
        # A beaver that was played proves that beavers were agreed on.
        options = {"bg.beaver": "on", "bg.raccoon": "on"}
        if match.tags.get("jacoby", "").lower() == "on":
            options["bg.jacoby"] = "on"
    elif match.length > 1 and match.tags.get("crawford", "").lower() == "off":
        options["bg.crawford"] = "off"
    try:
        length = str(match.length or "money")
        return MatchRules.parse("backgammon", length, options)
    except ValueError as error:
        raise RecordError(str(error), match.length_line) from error


class _Replay:
    """A match text on its way through the rules.

    *before* is the score before the game, *claimed* the one after it by the file's
    own results. *lost* is set where a game can't be followed any further; *doubted*
    once its result was complained of; *unknown* is a turn that the file left open.
    """

    def __init__(self, judge: Judge, match: MatMatch) -> None:
        self.judge = judge
        self._jacoby_is_known = bool(match.length) or "jacoby" in match.tags
        self._claimed = self._before = judge.state.score
        self._lost = self._doubted = False
        self._unknown: Cell | None = None

    def play_game(self, game: MatGame) -> None:
        """Judge one game from its head to its result."""
        self._lost = self._doubted = False
        self._unknown = None
        if not self._start(game):
            return
        for cell in game.cells:
            if cell.kind in (CellKind.WIN, CellKind.LOSS):
                self._result(cell)
            elif cell.kind is CellKind.UNREADABLE:
                self._lose(cell, f"{quoted(cell.text)} can't be read")
            elif not self._lost:
                self._act(cell)
        self._finish(game)

    @property
    def _game(self) -> GameState:
        game = self.judge.state.game
        if game is None:
            raise AssertionError("a game is set up before its cells are read")
        return game

    def _start(self, game: MatGame) -> bool:
        """Set the game up; return whether the match goes that far."""
        judge = self.judge
        if game.score is not None and game.score != judge.state.score:
            if game.score != self._claimed:
                judge.complain(
                    game.score_line,
                    f"the score is given as {_score(game.score)}, and by the games "
                    f"before it is {_score(judge.state.score)}",
                )
            judge.state = replace(judge.state, score=game.score, ended=None)
        if judge.state.ended or _is_decided(judge):
            judge.complain(game.line, "the match was over before this game")
            return False
        if judge.state.game is None:
            judge.accept(*judge.begin())
        else:
            judge.accept(*judge.expected(Player.WHITE, NextGame()))
        if game.number != self._game.number:
            judge.complain(
                game.line, f"this is game {self._game.number}, not {game.number}"
            )
        self._claimed = self._before = judge.state.score
        return True

    def _finish(self, game: MatGame) -> None:
        """See to it that the game has an end before the next one begins."""
        if self._game.ended:
            return
        if not self._lost:
            last = game.cells[-1].line if game.cells else game.line
            what = "has no result" if game.cells else "is empty"
            self.judge.complain(last, f"this game {what}")
        self._end(None, 0)

    # --- turns

    def _act(self, cell: Cell) -> None:
        unknown, self._unknown = self._unknown, None
        if unknown and (unknown.dice or unknown.player is not cell.player):
            text = quoted(unknown.text)
            self._lose(
                unknown, f"{text} leaves open what was played before the game went on"
            )
        elif self._game.ended:
            self._lose(cell, f"the game was over before {quoted(cell.text)}")
        elif cell.kind is CellKind.ROLL:
            self._roll(cell)
        elif cell.kind is CellKind.DOUBLE:
            self._double(cell)
        else:
            done = self.judge.try_out(cell.player, _ANSWERS[cell.kind], cell.line)
            self._lost = not done and cell.kind is not CellKind.TAKE

    def _roll(self, cell: Cell) -> None:
        dice = cell.dice
        if cell.play is None and self._game.phase is not Phase.OPENING:
            self._unknown = cell  # no fault if the game ends here
        if dice is None:
            return
        if self._game.phase is Phase.OPENING:
            self._open(cell, dice)
        else:
            self.judge.dice.throws[self._game.number, self._game.rolls] = dice
            try:
                rolled, *_ = self.judge.expected(cell.player, Roll())
            except ActionRefusedError as refused:
                self._lose(cell, f"{quoted(cell.text)}: {refused}")
                return
            self.judge.accept(rolled)
        if cell.play is not None:
            self._play(cell, dice, cell.play)

    def _open(self, cell: Cell, dice: Dice) -> None:
        """Begin the game: the first player threw the larger number of the roll-off."""
        high, low = dice.high, dice.low
        if dice.is_double:
            self.judge.complain(
                cell.line,
                f"a game can't begin with {dice}: equal dice are thrown again",
            )
            high, low = 2, 1
        if cell.player is Player.WHITE:
            self.judge.accept(OpeningThrown(high, low))
        else:
            self.judge.accept(OpeningThrown(low, high))
        if dice.is_double:
            self.judge.accept(Rolled(cell.player, dice))

    def _play(self, cell: Cell, dice: Dice, text: str) -> None:
        game, judge = self._game, self.judge
        try:
            play = resolve_play(game.ruleset, game.position, dice, text)
            judge.accept(*judge.expected(cell.player, PlayMoves(play)))
        except (NotationError, IllegalMoveError) as error:
            judge.complain(cell.line, f"{quoted(cell.text, 40)}: {error}")
            self._force(cell.player, dice, text)

    def _force(self, player: Player, dice: Dice, text: str) -> None:
        """Let an illegal play stand if the board permits it: the file goes on so."""
        try:
            play = as_moves(text, dice)
            self.judge.accept(Played(player, play, ("",) * len(play)))
        except ValueError:
            self._lost = True

    def _double(self, cell: Cell) -> None:
        value = 2 * self._game.cube.value
        if cell.value not in (None, value):
            self.judge.complain(
                cell.line,
                f"the cube goes from {value // 2} to {value}, not {cell.value}",
            )
        if not self.judge.try_out(cell.player, Double(), cell.line):
            self.judge.accept(Doubled(cell.player, value))

    def _lose(self, cell: Cell, sentence: str) -> None:
        """Complain of *cell* and follow this game no further."""
        self.judge.complain(cell.line, sentence)
        self._lost = True

    # --- results

    def _result(self, cell: Cell) -> None:
        winner = cell.player if cell.kind is CellKind.WIN else cell.player.opponent
        if not self._game.ended:
            self._concede(winner, cell)
        ended = self._game.ended
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

    def _doubt(self, winner: Player, points: int, ended: GameEnded, cell: Cell) -> None:
        """Complain of a result that is not the rules' one, once a game."""
        if self._is_cut(winner, points, ended):
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

    def _may_be_jacoby(self, winner: Player, points: int, ended: GameEnded) -> bool:
        """Whether the result is right under a rule of which the file says nothing."""
        return (
            not self._jacoby_is_known
            and winner is ended.winner
            and self._game.cube.owner is None
            and points == self._game.cube.value
        )

    def _concede(self, winner: Player, cell: Cell) -> None:
        """End the game where the file ends it though the board does not."""
        game, judge, loser = self._game, self.judge, winner.opponent
        if not self._lost and game.phase in (
            Phase.TO_ANSWER_DOUBLE,
            Phase.TO_ANSWER_BEAVER,
        ):
            judge.try_out(loser, Drop(), cell.line)
        elif not self._lost:
            self._resign(winner, cell)
        if not self._game.ended:
            self._end(winner, cell.value or game.cube.value)

    def _resign(self, winner: Player, cell: Cell) -> None:
        cube = self._game.cube.value
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
            return
        self.judge.try_out(winner.opponent, Resign(Stake(times)), cell.line)
        if self._game.phase is Phase.TO_ANSWER_RESIGNATION:
            self.judge.try_out(winner, AcceptResignation(), cell.line)

    def _end(self, winner: Player | None, points: int) -> None:
        """End the game as the file has it, whatever the rules say."""
        score = self.judge.state.score
        if winner:
            score = _added(score, winner, points)
        self.judge.accept(GameEnded(winner, points, GameEnding.RESIGNED, score))
        if _is_decided(self.judge):
            self.judge.accept(MatchEnded(winner, MatchEnding.POINTS, score))


def _added(score: Score, winner: Player, points: int) -> Score:
    white, black = score
    if winner is Player.WHITE:
        return white + points, black
    return white, black + points


def _is_decided(judge: Judge) -> bool:
    target = judge.state.rules.length.target
    return bool(target) and max(judge.state.score) >= target


def _score(score: Score) -> str:
    return f"{score[0]}-{score[1]}"
