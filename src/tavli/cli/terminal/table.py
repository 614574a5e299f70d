"""The table itself: ask who is on turn, let it happen, say what happened."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tavli.bots import Bot
from tavli.cli.terminal.keeping import RecordFile
from tavli.cli.terminal.picture import Picture
from tavli.cli.terminal.prompts import help_lines, prompt, stake_lines
from tavli.cli.terminal.speech import Speech
from tavli.cli.terminal.typed import (
    Choice,
    GoOn,
    ListPlays,
    PlayText,
    Quit,
    ShowBoard,
    ShowHelp,
    ShowStakes,
    Typed,
    read_typed,
    shown,
)
from tavli.match import (
    Action,
    ActionRefusedError,
    DiceSource,
    Event,
    GameStarted,
    GameState,
    MatchRules,
    NextGame,
    Phase,
    PlayMoves,
    Roll,
    act,
    begin,
    fold,
)
from tavli.notation.errors import NotationError
from tavli.notation.plays import write_play
from tavli.notation.resolve import resolve_play
from tavli.rules import IllegalMoveError, Play, Player, Position, legal_plays
from tavli.words import ENGLISH

_MOST_LISTED: Final = 60


class QuitTableError(Exception):
    """The person has left; the match stands as it stood."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How the table speaks with people: what it says, shows and asks."""

    speech: Speech
    picture: Picture
    say: Callable[[str], None]
    ask: Callable[[str], str]


class TerminalTable:
    """A match between people at this keyboard and the computer."""

    def __init__(
        self,
        rules: MatchRules,
        manner: Manner,
        dice: DiceSource,
        bots: Mapping[Player, Bot],
        events: Sequence[Event] = (),
    ) -> None:
        self._manner, self._dice, self._bots = manner, dice, bots
        self._log = list(events)
        self._seen: tuple[Player, Position] | None = None
        self.state = fold(rules, events)

    def play(self, record: RecordFile | None) -> None:
        """Play to the end of the match; keep it in *record* after every action.

        Raises:
            QuitTableError: somebody left before the end.
        """
        if self._log:
            self._recall()
        else:
            self._happen(begin(self.state), record)
        while not self.state.ended:
            player = self._to_act()
            bot = self._bots.get(player)
            if bot is not None:
                action = bot.choose(self.state, player)
                events = act(self.state, player, action, self._dice)
            else:
                events = self._asked(player)
            self._happen(events, record)

    def _recall(self) -> None:
        """Say how a match stands that is taken up again."""
        speech = self._manner.speech
        started = [event for event in self._log if isinstance(event, GameStarted)]
        for event in started[-1:]:  # none, in a match that was left before a game
            self._say_all(speech.event(self.state, event))
        if self.state.ended:
            self._say_all(speech.event(self.state, self.state.ended))
        else:
            self._manner.say(speech.score(self.state.score))

    def _to_act(self) -> Player:
        """Return who acts next: of two who may, the one who sits here."""
        awaited = [player for player in Player if player in self.state.awaited]
        people = [player for player in awaited if player not in self._bots]
        return (people or awaited)[0]

    def _happen(self, events: Sequence[Event], record: RecordFile | None) -> None:
        for event in events:
            for sentence in self._manner.speech.event(self.state, event):
                self._manner.say(sentence)
            self.state = self.state.after(event)
            self._log.append(event)
        if record is not None:
            record.save(self._log)

    # --- asking a person

    def _asked(self, player: Player) -> tuple[Event, ...]:
        """Ask until *player* has typed something that can be done."""
        self._show_new_board(player)
        while True:
            example = self._example()
            question = prompt(self._manner.speech, self.state, player, example)
            action = self._meant(player, read_typed(self._manner.ask(question)))
            if action is None:
                continue
            try:
                return act(self.state, player, action, self._dice)
            except ActionRefusedError as refused:
                self._say_word(refused.code)

    def _meant(self, player: Player, typed: Typed) -> Action | None:
        """Return the action that *typed* means, or answer it and return None."""
        match typed:
            case GoOn():
                return self._go_on(player)
            case Choice(number):
                return self._chosen(number)
            case PlayText(text):
                return self._play_of(player, text)
            case Quit():
                raise QuitTableError
            case ListPlays() | ShowBoard() | ShowHelp() | ShowStakes():
                self._answer(player, typed)
                return None
            case _:
                return typed

    def _answer(
        self, player: Player, typed: ListPlays | ShowBoard | ShowHelp | ShowStakes
    ) -> None:
        speech = self._manner.speech
        match typed:
            case ShowBoard():
                self._show_board(player)
            case ListPlays():
                self._list_plays()
            case ShowStakes():
                self._say_all(stake_lines(speech, self.state, player))
            case ShowHelp():
                self._say_all(help_lines(speech, self.state, player))

    def _go_on(self, player: Player) -> Action | None:
        """Return what Enter alone does; it never loses anything."""
        match self.state.phase:
            case Phase.OPENING | Phase.TO_ROLL:
                return Roll()
            case Phase.GAME_OVER:
                return NextGame()
            case Phase.TO_PLAY if len(plays := self._plays()) == 1:
                self._say_word("forced_move")
                return PlayMoves(plays[0][1])
            case _:
                self._answer(player, ShowHelp())
                return None

    # --- plays

    def _plays(self) -> Sequence[tuple[str, Play]]:
        """Return every legal play with its text; empty where none is due."""
        game = self._game_to_play()
        if game is None or game.dice is None:
            return ()
        before, dice = game.position, game.dice
        plays = legal_plays(game.ruleset, before, dice)
        return sorted(
            (write_play(game.ruleset, before, after, dice, play), play)
            for after, play in plays.items()
        )

    def _game_to_play(self) -> GameState | None:
        return self.state.game if self.state.phase is Phase.TO_PLAY else None

    def _example(self) -> str:
        """Return one legal play, to show how plays are written."""
        game = self._game_to_play()
        if game is None or game.dice is None:
            return ""
        plays = legal_plays(game.ruleset, game.position, game.dice)
        after, play = next(iter(plays.items()))
        return write_play(game.ruleset, game.position, after, game.dice, play)

    def _list_plays(self) -> None:
        plays = self._plays()
        for number, (text, _) in enumerate(plays[:_MOST_LISTED], start=1):
            self._manner.say(f"{number}. {text}")
        if len(plays) > _MOST_LISTED:
            self._manner.say(f"… {len(plays)}")
        if not plays:
            self._say_word("roll_first")

    def _chosen(self, number: int) -> Action | None:
        plays = self._plays()
        if 1 <= number <= len(plays):
            return PlayMoves(plays[number - 1][1])
        self._not_understood(str(number))
        return None

    def _play_of(self, player: Player, text: str) -> Action | None:
        game = self._game_to_play()
        if game is None or game.dice is None:
            # A word that fits nothing here; a play that comes too early is one too.
            early = self.state.phase is Phase.TO_ROLL and "/" in text
            if early:
                self._say_word("roll_first")
            else:
                self._not_understood(text)
            self._answer(player, ShowHelp())
            return None
        try:
            return PlayMoves(resolve_play(game.ruleset, game.position, game.dice, text))
        except IllegalMoveError as error:
            self._say_word(error.refusal.value)
        except NotationError as error:
            self._not_understood(text, str(error))
        return None

    # --- saying

    def _show_new_board(self, player: Player) -> None:
        """Show the board unless *player* has it before his eyes already."""
        game = self.state.game
        if game is None or game.ended:
            return
        seen = player, game.seen_by(player)
        if seen != self._seen:
            self._show_board(player)
        self._seen = seen

    def _show_board(self, player: Player) -> None:
        game = self.state.game
        if game is not None:
            self._say_all(self._manner.picture.lines(game, player))

    def _not_understood(self, text: str, reason: str = "") -> None:
        words = self._manner.speech.words
        self._manner.say(words.text("not_understood", text=shown(text)))
        if reason and words.language is ENGLISH:
            self._manner.say(reason)

    def _say_word(self, code: str) -> None:
        self._manner.say(self._manner.speech.words.text(code))

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._manner.say(line)
