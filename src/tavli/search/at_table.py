"""What a match at the table asks of a search: its stakes, and its cube."""

from collections.abc import Mapping
from functools import cache, lru_cache

from tavli.match import (
    LONGEST_MATCH,
    CubeOption,
    GameState,
    MatchRules,
    MatchState,
    Span,
)
from tavli.rules import Player
from tavli.search.cube import Raises
from tavli.search.cube_place import CubePlace
from tavli.search.cube_trials import CubeInPlay, may_double
from tavli.search.match_equity import Before, MatchEquity
from tavli.search.match_table import Crawford, MatchTable
from tavli.search.match_with_cube import match_table
from tavli.search.rates import shipped_rates
from tavli.search.stakes import MatchStakes, MoneyStakes, Stakes
from tavli.search.utility import POINTS, Utility
from tavli.search.who import Who


def place_of(game: GameState, player: Player) -> CubePlace:
    """Return the cube of *game* as *player* sees it."""
    return CubePlace(game.cube.value, _who(game.cube.owner, player))


def cube_before_roll(state: MatchState, player: Player) -> CubeInPlay:
    """Return the cube of trials from before the roll of *player*, who is on roll.

    Two cubes, the one that he leaves and the one that was doubled and taken; one
    where he can't double, or gains nothing by it.

    Raises:
        RatesError: in a match, the measured rates are missing.
    """
    stakes, place = stakes_of(state, player), place_of(_begun(state), player)
    both = (place, place.doubled) if may_double(stakes, place) else (place,)
    return CubeInPlay(stakes, both, doubles_at_once=False)


def cube_after_plays(state: MatchState, player: Player, plays: int) -> CubeInPlay:
    """Return the cube of trials after *plays* of *player*, seen by the other side.

    Raises:
        RatesError: in a match, the measured rates are missing.
    """
    stakes, place = stakes_of(state, player), place_of(_begun(state), player)
    return CubeInPlay(stakes.turned, (place.turned,) * plays)


def _begun(state: MatchState) -> GameState:
    if state.game is None:
        raise ValueError("a cube lies at a game that has begun")
    return state.game


def raises_in(state: MatchState) -> Raises:
    """Return which answers to a double the match knows besides take and drop."""
    options = state.rules.cube_options
    return Raises(
        beaver=CubeOption.BEAVER in options, raccoon=CubeOption.RACCOON in options
    )


def stakes_of(state: MatchState, player: Player) -> Stakes:
    """Return what *player* plays for in a game with a cube.

    Raises:
        RatesError: in a match, the measured rates are missing.
    """
    game, options = state.game, state.rules.cube_options
    if state.rules.length.span is not Span.POINTS:
        return MoneyStakes(has_jacoby=CubeOption.JACOBY in options)
    is_crawford = game is not None and game.crawford
    over = state.crawford_played and not is_crawford
    crawford = crawford_of(state.rules)
    return MatchStakes(
        _table(crawford),
        *_needed(state, player),
        is_crawford=is_crawford,
        crawford_is_over=over or crawford is Crawford.LEFT_OUT,
    )


def is_at_stake(state: MatchState) -> bool:
    """Whether a game at this score is played: files may tell of any.

    In a match both sides still need points, and in the Crawford game one needs one.
    """
    game = state.game
    if state.rules.length.span is not Span.POINTS:
        return True
    needed = _needed(state, Player.WHITE)
    is_crawford = state.rules.has_cube and game is not None and game.crawford
    return min(needed) >= 1 and (not is_crawford or 1 in needed)


def crawford_of(rules: MatchRules) -> Crawford:
    """Return whether a match by *rules* has a Crawford game."""
    has_one = CubeOption.CRAWFORD in rules.cube_options
    return Crawford.PLAYED if has_one else Crawford.LEFT_OUT


def utility_of(state: MatchState, player: Player) -> Utility:
    """Return what the ends of the game at hand are worth to *player*.

    Points, but single ones as long as Jacoby's rule has it so; in a match to some
    points the chance to win it.

    Raises:
        RatesError: in a match, the measured rates are missing.
    """
    game = state.game
    if game is None:
        return POINTS
    if state.rules.has_cube:
        return stakes_of(state, player).utility(place_of(game, player))
    if state.rules.length.span is not Span.POINTS:
        return POINTS
    return _equity(state.rules).utility(
        *_needed(state, player), _before(state, game, player)
    )


def chances_after(state: MatchState, player: Player) -> Mapping[int, float]:
    """Return the chance of *player* to win the match after each end of this game.

    Ends are told in points won, below 0 if lost.

    Raises:
        ValueError: it is no match to points without a cube, or nobody has started.
        RatesError: the measured rates are missing.
    """
    game = state.game
    if game is None or game.starter is None:
        raise ValueError("a game must have begun to tell what its ends lead to")
    return _equity(state.rules).chances_after(
        *_needed(state, player), _before(state, game, player)
    )


def _before(state: MatchState, game: GameState, player: Player) -> Before:
    return Before(
        (game.number - 1) % len(state.rules.cycle),
        _who(game.starter, player),
        _who(state.last_winner, player),
    )


def _needed(state: MatchState, player: Player) -> tuple[int, int]:
    target = state.rules.length.target
    return target - state.points(player), target - state.points(player.opponent)


def _who(one: Player | None, me: Player) -> Who:
    if one is None:
        return Who.NOBODY
    return Who.ME if one is me else Who.OTHER


@cache
def _table(crawford: Crawford) -> MatchTable:
    return match_table(shipped_rates()["backgammon"], LONGEST_MATCH, crawford)


@lru_cache(64)
def _equity(rules: MatchRules) -> MatchEquity:
    return MatchEquity.of(rules, shipped_rates())
