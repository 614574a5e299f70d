"""How much a player can still lose, as far as it can be proved."""

from typing import Final

from tavli.match import GameState, MatchState, largest_loss
from tavli.rules import BAR, Player, Ruleset, Side, Stake

_MOST_OFF_A_TURN: Final = 4
_LEAST_PIPS_A_TURN: Final = 2
"""Each of two dice brings a checker at least one pip nearer to its home."""


def largest_possible_loss(state: MatchState, game: GameState, loser: Player) -> Stake:
    """Return the largest stake at which *loser* can still lose.

    The rules let a gammon count as possible until the first checker is off. Once
    nothing stands in the loser's way, arithmetic may say better.
    """
    most = largest_loss(state, game, loser)
    side, winner = game.side(loser), game.side(loser.opponent)
    if most is Stake.SINGLE or not runs_free(game.ruleset, side, winner):
        return most
    if _is_off_in_time(side, winner, is_on_roll=game.turn is loser):
        return Stake.SINGLE
    in_winners_home = side.rearmost > 18
    return most if in_winners_home else Stake(min(most.value, Stake.GAMMON.value))


def runs_free(ruleset: Ruleset, side: Side, opponent: Side) -> bool:
    """Whether no checker of *opponent* stands on or ahead of *side*'s rearmost."""
    if opponent.checkers[BAR]:
        return False
    across, rearmost = ruleset.course.across, side.rearmost
    return all(
        across(point) > rearmost
        for point in range(1, BAR)
        if opponent.checkers[point] or point in opponent.pinned
    )


def _is_off_in_time(side: Side, winner: Side, *, is_on_roll: bool) -> bool:
    """Whether *side* can bear off a checker before *winner* is done, whatever falls."""
    outside = sum(max(0, point - 6) * n for point, n in enumerate(side.checkers))
    needed = -(-outside // _LEAST_PIPS_A_TURN) + 1
    left = sum(winner.checkers[1:]) + len(winner.pinned)
    winners_turns = -(-left // _MOST_OFF_A_TURN)
    return needed <= (winners_turns if is_on_roll else winners_turns - 1)
