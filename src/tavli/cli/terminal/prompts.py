"""Say what a person may type now."""

from collections.abc import Iterator

from tavli.cli.terminal.speech import Speech
from tavli.match import (
    AcceptResignation,
    Action,
    Beaver,
    DeclineResignation,
    Double,
    Drop,
    EndSession,
    MatchState,
    NextGame,
    PlayMoves,
    Raccoon,
    Resign,
    ResignMatch,
    Roll,
    Take,
    legal_actions,
    stake_points,
)
from tavli.rules import Player

_ENTER = "Enter"


def prompt(speech: Speech, state: MatchState, player: Player, example: str) -> str:
    """Return the line at whose end *player* types.

    What loses something, such as a drop, has to be typed out: Enter never does it.
    """
    parts = [
        f"{typed} = {meaning}"
        for typed, meaning in _choices(speech, state, player)
        if not typed.startswith("resign")
    ]
    if PlayMoves() in legal_actions(state, player):
        parts.insert(0, speech.words.text("type_play", example=example))
    now = [speech.words.text("turn_of", name=speech.name(player))]
    if state.game and state.game.dice and not state.game.resignation:
        now.append(speech.words.text("rolled", dice=str(state.game.dice)))
    return f"{'. '.join(now)}. {', '.join(parts)} > "


def help_lines(speech: Speech, state: MatchState, player: Player) -> Iterator[str]:
    """Yield everything that *player* may type now, one a line."""
    words = speech.words
    if PlayMoves() in legal_actions(state, player):
        yield f"13/7 8/7 = {words.text('play')}"
        yield f"list = {words.text('move_list')}"
    for typed, meaning in _choices(speech, state, player):
        yield f"{typed} = {meaning}"
    yield f"board = {words.text('board')}"
    yield f"quit = {words.text('leave')}"


def stake_lines(speech: Speech, state: MatchState, player: Player) -> Iterator[str]:
    """Yield the stakes at which *player* may resign, each with its points."""
    for typed, meaning in _choices(speech, state, player):
        if typed.startswith("resign"):
            yield f"{typed} = {meaning}"


def _choices(
    speech: Speech, state: MatchState, player: Player
) -> Iterator[tuple[str, str]]:
    for action in legal_actions(state, player):
        choice = _choice(speech, state, action)
        if choice is not None:
            yield choice


def _choice(
    speech: Speech, state: MatchState, action: Action
) -> tuple[str, str] | None:
    words = speech.words
    match action:
        case Roll():
            return _ENTER, words.text("roll_dice")
        case NextGame():
            return _ENTER, words.text("next_game")
        case Resign(stake):
            return f"resign {stake.value}", _resignation(speech, state, action)
        case ResignMatch():
            return "resign match", f"{words.text('resign')}: {words.text('match')}"
        case Drop():
            return "drop", f"{words.text('drop')} ({_dropped(speech, state)})"
        case EndSession():
            return "end", words.text("match_over")
        case (
            Double()
            | Take()
            | Beaver()
            | Raccoon()
            | AcceptResignation()
            | DeclineResignation()
        ):
            return action.do, words.text(action.do)
        case _:
            return None


def _resignation(speech: Speech, state: MatchState, action: Resign) -> str:
    name = speech.stake(state, action.stake)
    if state.game is None:
        return name
    points = stake_points(state, state.game, action.stake.value)
    return f"{name}, {speech.points(points)}"


def _dropped(speech: Speech, state: MatchState) -> str:
    offer = state.game.offer if state.game else None
    return speech.points(offer.stake if offer else 1)
