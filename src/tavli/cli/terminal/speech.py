"""Say what happened in a match, in the words of one language."""

from collections.abc import Iterator
from typing import Final

from tavli.bots.names import computer_name
from tavli.match import (
    Beavered,
    CubeAutoDoubled,
    Doubled,
    Dropped,
    Event,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchEnded,
    MatchState,
    OpeningThrown,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Score,
    Taken,
)
from tavli.notation.plays import write_steps
from tavli.rules import Player, Stake
from tavli.words import Catalogue

_NAMES: Final = {Player.WHITE: "white", Player.BLACK: "black"}
_ENDINGS: Final = {
    GameEnding.MOTHER: "mother_win",
    GameEnding.BOTH_MOTHERS: "both_mothers_pinned",
    GameEnding.DROPPED: "drop",
    GameEnding.RESIGNED: "resign",
}
_CUBE: Final = {Doubled: "double", Beavered: "beaver", Raccooned: "raccoon"}
_ANSWERS: Final = {
    Taken: "take",
    Dropped: "drop",
    ResignationAccepted: "accept",
    ResignationDeclined: "decline",
}


class Speech:
    """Sentences about one match, whoever has to read or hear them."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words

    def name(self, player: Player) -> str:
        """The name of a side."""
        return self.words.text(_NAMES[player])

    def computer(self, bot: str) -> str:
        """The computer, as *bot*; a level goes by its number and its name."""
        return computer_name(bot, self.words)

    def points(self, points: int) -> str:
        """So many points, counted."""
        return self.words.count("count.points", points)

    def score(self, score: Score) -> str:
        """How the match stands, each side with its points."""
        white, black = (
            f"{self.name(player)} {points}"
            for player, points in zip(Player, score, strict=True)
        )
        return f"{self.words.text('score')}: {white}, {black}"

    def stake(self, state: MatchState, stake: Stake) -> str:
        """The name of a stake; what a gammon is called depends on the game."""
        game = state.game
        has_triple = game is not None and Stake.BACKGAMMON in game.ruleset.stakes
        double = "gammon" if has_triple else "mars"
        codes = {Stake.SINGLE: "single", Stake.GAMMON: double}
        return self.words.text(codes.get(stake, "backgammon_win"))

    def event(self, before: MatchState, event: Event) -> Iterator[str]:
        """Yield the sentences for *event*, which happened in *before*."""
        match event:
            case GameStarted():
                yield from self._game_started(event)
            case OpeningThrown(white, black):
                yield from self._opening(white, black)
            case Rolled(by, dice):
                yield self._said(by, self.words.text("rolled", dice=str(dice)))
            case Played():
                yield self._said(event.by, self._played(event))
            case GameEnded():
                yield from self._game_ended(event)
            case MatchEnded():
                yield from self._match_ended(event)
            case _:
                yield from self._offer(before, event)

    def _said(self, player: Player, sentence: str) -> str:
        return f"{self.name(player)} – {sentence}"

    def _game_started(self, event: GameStarted) -> Iterator[str]:
        number = self.words.text("game_number", n=event.number)
        yield f"{number}: {self.words.text(event.game)}"
        if event.crawford:
            yield self.words.text("crawford_game")
        if event.starter is not None:
            yield self.words.text("starts_with", name=self.name(event.starter))

    def _opening(self, white: int, black: int) -> Iterator[str]:
        thrown = f"{self.name(Player.WHITE)} {white}, {self.name(Player.BLACK)} {black}"
        yield f"{self.words.text('roll_off')}: {thrown}"
        if white == black:
            yield f"{self.words.text('tie')}: {self.words.text('reroll')}"
            return
        starter = Player.WHITE if white > black else Player.BLACK
        yield self.words.text("starts_with", name=self.name(starter))

    def _played(self, event: Played) -> str:
        if not event.play:
            return self.words.text("no_legal_move")
        play = write_steps(event.play, event.marks)
        return self.words.text("played", play=play)

    def _offer(self, before: MatchState, event: Event) -> Iterator[str]:
        match event:
            case CubeAutoDoubled(value):
                automatic = self.words.text("automatic_doubles")
                yield f"{automatic}: {self.words.text('cube_value')} {value}"
            case Doubled(by, value) | Beavered(by, value) | Raccooned(by, value):
                word = self.words.text(_CUBE[type(event)])
                yield self._said(by, f"{word}: {value}")
            case ResignationOffered(by, stake):
                word = self.words.text("resign")
                yield self._said(by, f"{word}: {self.stake(before, stake)}")
            case (
                Taken(by)
                | Dropped(by)
                | ResignationAccepted(by)
                | ResignationDeclined(by)
            ):
                yield self._said(by, self.words.text(_ANSWERS[type(event)]))
            case _:
                raise AssertionError(f"no sentence for {type(event).__name__}")

    def _game_ended(self, event: GameEnded) -> Iterator[str]:
        how = _ENDINGS.get(event.ending)
        because = f" ({self.words.text(how)})" if how else ""
        if event.winner is None:
            yield f"{self.words.text('draw')}{because}"
        else:
            won = self.words.text("won_by", name=self.name(event.winner))
            yield f"{won}, {self.points(event.points)}{because}"
        yield self.score(event.score)

    def _match_ended(self, event: MatchEnded) -> Iterator[str]:
        yield f"{self.words.text('match_over')}. {self.score(event.score)}"
        if event.winner is not None:
            yield self.words.text("won_by", name=self.name(event.winner))
