"""What a player may do now."""

from typing import Final

from tavli.match.actions import (
    AcceptResignation,
    Action,
    Beaver,
    DeclineResignation,
    Double,
    Drop,
    EndSession,
    NextGame,
    PlayMoves,
    Raccoon,
    Resign,
    ResignMatch,
    Roll,
    Take,
)
from tavli.match.cubeplay import double_denial, is_dead, largest_loss, raise_denial
from tavli.match.rules import Span
from tavli.match.state import GameState, MatchState, OfferKind, Phase
from tavli.rules import Player, Stake

PLAYING: Final = (Phase.OPENING, Phase.TO_ROLL, Phase.TO_PLAY)
"""The phases in which a game can be resigned."""


def legal_actions(state: MatchState, player: Player) -> tuple[Action, ...]:
    """Return what *player* may do now; ``PlayMoves()`` stands for any legal play.

    A cube that is dead for him is left out, though turning it is no offence. Claims
    and abandonment, which depend on absence, are never listed.
    """
    if state.ended:
        return ()
    game = state.game
    if game is None or game.ended:
        session = state.rules.length.span is Span.MONEY
        ends = (EndSession(),) if session else (ResignMatch(),)
        return (NextGame(), *ends)
    own = _own_actions(state, game, player) if player in state.awaited else ()
    return (*own, *_resignations(state, game, player))


def _own_actions(
    state: MatchState, game: GameState, player: Player
) -> tuple[Action, ...]:
    match game.phase:
        case Phase.OPENING:
            return (Roll(),)
        case Phase.TO_ROLL:
            denied = double_denial(state, game, player) or is_dead(state, game, player)
            return (Roll(),) if denied else (Roll(), Double())
        case Phase.TO_PLAY:
            return (PlayMoves(),)
        case Phase.TO_ANSWER_DOUBLE:
            more = raise_denial(state, game, OfferKind.BEAVER)
            return (Take(), Drop()) if more else (Take(), Drop(), Beaver())
        case Phase.TO_ANSWER_BEAVER:
            more = raise_denial(state, game, OfferKind.RACCOON)
            return (Take(), Drop()) if more else (Take(), Drop(), Raccoon())
        case Phase.TO_ANSWER_RESIGNATION:
            return (AcceptResignation(), DeclineResignation())
        case _:
            return ()


def _resignations(
    state: MatchState, game: GameState, player: Player
) -> tuple[Action, ...]:
    if game.phase not in PLAYING:
        return (ResignMatch(),)
    most = largest_loss(state, game, player)
    stakes = [stake for stake in Stake if stake.value <= most.value]
    allowed = [s for s in stakes if s is most or not was_refused(game, player, s)]
    return (*(Resign(stake) for stake in allowed), ResignMatch())


def was_refused(game: GameState, player: Player, stake: Stake) -> bool:
    """Whether *player* offered that much in this turn already, and in vain."""
    return any(
        offer.by is player and stake.value <= offer.stake.value
        for offer in game.refused
    )
