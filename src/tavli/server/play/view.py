"""How a match looks from a seat, in the protocol's words."""

from collections.abc import Iterable
from typing import cast

from tavli.match import (
    Action,
    GameState,
    MatchState,
    Phase,
    Resign,
    legal_actions,
    stake_points,
)
from tavli.notation.match_line import match_line
from tavli.notation.position import PositionLine, write_position
from tavli.protocol import Cube, Graph, Node, Offer, View
from tavli.protocol.text import StakeName
from tavli.protocol.view import Mark
from tavli.protocol.view import Phase as PhaseName
from tavli.rules import Edge, MoveGraph, Player, Position, Side, move_graph
from tavli.server.play.wire import colour_of, stake_name

Seats = tuple[Player, ...]
"""Where somebody sits: nowhere, at one side, or at both."""


def view_of(state: MatchState, version: int, seats: Seats, *, graph: bool) -> View:
    """Return *state* as the holder of *seats* may see it.

    *graph* asks for the legal moves, which only he gets who must play them.
    """
    game = state.game or _empty_board(state)
    actor = actor_of(state, seats)
    actions = legal_actions(state, actor) if actor and state.game else ()
    awaited = state.awaited
    return View(
        version=version,
        phase=_phase(state),
        turn=colour_of(next(iter(awaited))) if len(awaited) == 1 else None,
        game=game.ruleset.name,
        number=game.number,
        course=game.ruleset.course.value,
        position=write_position(line_of(state, game)),
        board=packed_board(game.white, game.black),
        dice=(game.dice.first, game.dice.second) if game.dice else None,
        cube=cube_of(state, game),
        score=state.score,
        crawford=game.crawford,
        pips=(game.white.pip_count, game.black.pip_count),
        offer=_offer(state, game),
        may=tuple(_name(action) for action in actions),
        resign_points=_resign_points(state, game, actions),
        graph=_graph(game) if graph and _must_play(state, seats) else None,
    )


def actor_of(state: MatchState, seats: Seats) -> Player | None:
    """Return for whom the holder of *seats* acts: at both, for whoever must."""
    if len(seats) < 2:
        return seats[0] if seats else None
    awaited = state.awaited
    return next(iter(awaited)) if len(awaited) == 1 else Player.WHITE


def _phase(state: MatchState) -> PhaseName:
    if state.game is None and not state.ended:
        return "waiting"
    return state.phase.value


def packed_board(white: Side, black: Side) -> str:
    """Write both sides: 26 hex digits from off to bar, a dot, the pinned points."""
    return f"{_packed_side(white)}/{_packed_side(black)}"


def _packed_side(side: Side) -> str:
    # Each byte in hex is two digits; no count needs the first.
    counts = bytes(side.checkers).hex()[1::2]
    pinned = "".join(f"{point:02d}" for point in sorted(side.pinned))
    return f"{counts}.{pinned}"


def _empty_board(state: MatchState) -> GameState:
    ruleset = state.rules.ruleset(1)
    start = Position.start(ruleset)
    return GameState(number=1, ruleset=ruleset, white=start.mover, black=start.waiter)


def line_of(state: MatchState, game: GameState) -> PositionLine:
    """Return the position line of *game* in the match of *state*."""
    return PositionLine(
        game.ruleset, game.white, game.black, game.turn, match_line(state, game)
    )


def cube_of(state: MatchState, game: GameState) -> Cube | None:
    """Return the cube as it lies, or None in a game without one."""
    if not state.rules.has_cube:
        return None
    if game.offer is not None:  # on the table at its new value, in nobody's hands yet
        return Cube(value=game.offer.value, owner=None)
    owner = colour_of(game.cube.owner) if game.cube.owner else None
    return Cube(value=game.cube.value, owner=owner)


def _offer(state: MatchState, game: GameState) -> Offer | None:
    if game.resignation is None:
        return None
    by, stake = game.resignation.by, game.resignation.stake
    points = stake_points(state, game, stake.value)
    return Offer(stake=stake_name(stake), by=colour_of(by), points=points)


def _name(action: Action) -> str:
    if isinstance(action, Resign):
        return f"{action.do}:{stake_name(action.stake)}"
    return action.do


def _resign_points(
    state: MatchState, game: GameState, actions: Iterable[Action]
) -> dict[StakeName, int]:
    return {
        stake_name(action.stake): stake_points(state, game, action.stake.value)
        for action in actions
        if isinstance(action, Resign)
    }


def _must_play(state: MatchState, seats: Seats) -> bool:
    return state.phase is Phase.TO_PLAY and not state.awaited.isdisjoint(seats)


def _graph(game: GameState) -> Graph:
    assert game.dice is not None
    mover = game.turn or Player.WHITE
    return graph_of(move_graph(game.ruleset, game.position, game.dice), mover)


def graph_of(found: MoveGraph, mover: Player) -> Graph:
    """Return the legal ways of *mover* to play a roll in the protocol's words."""
    order = 1 if mover is Player.WHITE else -1
    return Graph(
        nodes=tuple(
            Node(
                board="/".join(place.written[::order]),
                moves=tuple(_edge(edge) for edge in place.edges),
                final=place.is_final,
            )
            for place in found.places
        )
    )


def _edge(edge: Edge) -> tuple[int, int, int, Mark, int]:
    return (*edge.move, edge.die, cast("Mark", edge.mark), edge.next)
