"""What can still be lost: never less than what the rules, played to the end, allow."""

import random
from dataclasses import replace
from functools import cache

import pytest

from bots.tables import at, new_match
from tavli.bots.concession import largest_possible_loss, runs_free
from tavli.rules import (
    CHECKERS,
    OFF,
    ROLLS,
    RULESETS,
    Player,
    Position,
    Ruleset,
    Side,
    Stake,
    legal_plays,
)

WHITE, BLACK = Player.WHITE, Player.BLACK
GAMES = ("portes", "plakoto", "fevga", "backgammon")


def loss(game: str, white: str, black: str, turn: Player = WHITE) -> Stake:
    """The most that White can still lose in *game*."""
    state = at(new_match(game, "7"), white, black, turn=turn)
    assert state.game is not None
    return largest_possible_loss(state, state.game, WHITE)


@cache
def may_keep_all(ruleset: Ruleset, position: Position, throws: int) -> bool:
    """Whether some dice keep all the mover's checkers on, play he as he may.

    The other side is left where it stands.
    """
    if not throws:
        return not position.mover.checkers[OFF]
    return any(
        all(
            not final.mover.checkers[OFF] and may_keep_all(ruleset, final, throws - 1)
            for final in legal_plays(ruleset, position, roll) or (position,)
        )
        for roll in ROLLS
    )


def fewest_turns(ruleset: Ruleset, position: Position) -> int:
    """In how many turns the mover may be done; the other side is left as it is."""
    reached, turns = {position}, 0
    while not any(one.mover.checkers[OFF] == CHECKERS for one in reached):
        reached = {
            final
            for one in reached
            for roll in ROLLS
            if roll.is_double
            for final in legal_plays(ruleset, one, roll)
        }
        turns += 1
    return turns


def race(chance: random.Random, checkers: int) -> tuple[Side, Side]:
    """A loser with all his *checkers* on the board, and a winner who is almost done."""
    points = (1, 2, 4, 5, 6, 6, 6, 7, 9) if checkers < 5 else (2, 4, 5, 6, 6)
    loser = [chance.choice(points) for _ in range(checkers)]
    winner = [chance.choice((1, 2, 6, 9)) for _ in range(chance.randint(1, 6))]
    return (
        Side.of({point: loser.count(point) for point in loser}),
        Side.of({OFF: 15 - len(winner), **{p: winner.count(p) for p in winner}}),
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("checkers", "races"), [(2, 30), (4, 12), (9, 8)])
def test_no_more_is_lost_than_was_proved(game, checkers, races):
    """Small races, with all dice, against what the rules let both sides play."""
    ruleset = RULESETS[game]
    chance, found = random.Random(f"{game} {checkers}"), set()
    for _ in range(races):
        white, black = race(chance, checkers)
        turn = chance.choice((WHITE, WHITE, BLACK))
        state = new_match(game, "7")
        assert state.game is not None
        playing = replace(state.game, white=white, black=black, turn=turn)
        most = largest_possible_loss(state, playing, WHITE)
        found.add(most)
        if most is Stake.SINGLE:
            turns = fewest_turns(ruleset, playing.seen_by(BLACK))
            throws = turns - (turn is BLACK)
            assert not may_keep_all(ruleset, playing.seen_by(WHITE), throws)
    assert Stake.SINGLE in found
    assert Stake.GAMMON in found


@pytest.mark.parametrize("game", GAMES)
def test_who_runs_free_is_never_met_again(game):
    """Random plays of both sides, from positions in which they have just passed."""
    ruleset, chance, met = RULESETS[game], random.Random(game), 0
    for _ in range(30):
        position = Position(
            *(
                Side.of({chance.randint(1, 12): 5, chance.randint(1, 14): 10})
                for _ in range(2)
            )
        )
        free, mine = runs_free(ruleset, position.mover, position.waiter), True
        met += free
        for _ in range(12):
            roll = chance.choice(ROLLS)
            finals = tuple(legal_plays(ruleset, position, roll)) or (position,)
            after = chance.choice(finals)
            if free and mine and not after.mover.checkers[OFF]:
                pips = position.mover.pip_count - after.mover.pip_count
                assert pips == sum(roll.numbers)
            position, mine = after.passed(), not mine
    assert met > 5


@pytest.mark.parametrize(
    ("game", "stake", "white", "black"),
    [
        # A 5-4 bears none off the 6 point.
        ("portes", Stake.GAMMON, "6:15", "1:2"),
        ("plakoto", Stake.GAMMON, "6:15", "1:2"),
        ("backgammon", Stake.GAMMON, "6:15", "1:2"),
        ("fevga", Stake.GAMMON, "6:15", "1:2"),
        ("portes", Stake.GAMMON, "6:15", "6:15"),
        # With each of 1 to 6 one comes off; with 4 to 6 none does on 2-1.
        ("portes", Stake.SINGLE, "6:5 5:2 4:2 3:2 2:2 1:2", "1:1"),
        ("portes", Stake.GAMMON, "6:5 5:5 4:5", "1:4"),
        ("portes", Stake.SINGLE, "6:5 5:5 4:5", "1:5"),
        # Four left are done in one throw only if they are near.
        ("portes", Stake.SINGLE, "6:5 5:5 4:5", "12:1 6:3"),
        # In fevga Black, behind White now, will pass through White's home.
        ("fevga", Stake.GAMMON, "6:5 5:5 4:5", "24:1 6:8"),
        ("fevga", Stake.SINGLE, "6:5 5:5 4:5", "6:8"),
        # A checker on 11 may complete the block in front of Black's start.
        ("fevga", Stake.GAMMON, "11:1 6:4 5:4 4:3 3:2 2:1", "12:13"),
        ("fevga", Stake.SINGLE, "10:1 6:4 5:4 4:3 3:2 2:1", "12:13"),
    ],
)
def test_what_can_still_be_lost_by_who_is_on_roll(game, stake, white, black):
    assert loss(game, white, black) is stake


def test_who_waits_has_a_throw_less():
    assert loss("portes", "6:5 5:5 4:5", "1:5", BLACK) is Stake.GAMMON
    assert loss("portes", "6:5 5:5 4:5", "1:9", BLACK) is Stake.SINGLE
