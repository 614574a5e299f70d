"""How much a player can still lose, as far as it can be proved."""

from typing import Final

from tavli.bots.bear_off import surely_bears_off
from tavli.match import GameState, MatchState, largest_loss
from tavli.rules import Player, Ruleset, Side, Stake

_MOST_OFF_A_TURN: Final = 4
_MOST_PIPS_A_TURN: Final = 24
"""What a double six gives to who can use it all."""

_MOST_THROWS: Final = 4
"""So many are looked ahead: fifteen checkers at home may be off in as many."""


def largest_possible_loss(state: MatchState, game: GameState, loser: Player) -> Stake:
    """Return the largest stake at which *loser* can still lose.

    The rules let a gammon count as possible until the first checker is off. Once
    nothing stands in the loser's way, looking at every throw may say better; he is
    taken to bear off as soon as he can.
    """
    most = largest_loss(state, game, loser)
    side, winner = game.side(loser), game.side(loser.opponent)
    if most is Stake.SINGLE or not runs_free(game.ruleset, side, winner):
        return most
    if not _may_owe_a_block(game.ruleset, side):
        throws = _throws_left(winner, is_on_roll=game.turn is loser)
        if surely_bears_off(side.checkers, min(throws, _MOST_THROWS)):
            return Stake.SINGLE
    in_winners_home = side.rearmost > 18
    return most if in_winners_home else Stake(min(most.value, Stake.GAMMON.value))


def runs_free(ruleset: Ruleset, side: Side, opponent: Side) -> bool:
    """Whether *opponent* stands on or ahead of *side*'s rearmost no more, nor can.

    Where the two go the same way round, one who is behind may still pass.
    """
    across, rearmost = ruleset.course.across, side.rearmost
    return all(across(point) > rearmost for point in range(1, opponent.rearmost + 1))


def _may_owe_a_block(ruleset: Ruleset, side: Side) -> bool:
    """Whether *side* may come to hold a forbidden block: then it may lose a die."""
    return any(side.rearmost >= max(block.points) for block in ruleset.blocks)


def _throws_left(winner: Side, *, is_on_roll: bool) -> int:
    """Return how often the other side surely throws before *winner* is done."""
    left = sum(winner.checkers[1:]) + len(winner.pinned)
    winners_turns = max(
        -(-left // _MOST_OFF_A_TURN), -(-winner.pip_count // _MOST_PIPS_A_TURN)
    )
    return winners_turns if is_on_roll else max(0, winners_turns - 1)
