"""What may not be played is refused in words: the first rule that it breaks."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import Game, board, reachable, rolls
from rules.constructed import constructed
from tavli.rules import (
    BAR,
    FEVGA,
    OFF,
    PLAKOTO,
    PORTES,
    Dice,
    IllegalMoveError,
    Move,
    Play,
    Position,
    Refusal,
    Ruleset,
    check_play,
    find_ruleset,
    legal_plays,
    move_graph,
)

HIT_AND_STAY = find_ruleset("portes:hit_and_run_home=forbidden")
EVERY_STEP = find_ruleset("fevga:block_timing=every_step")


def moves(text: str) -> Play:
    """Read `13/7 bar/20 6/off`: single steps, in the order played."""
    names = {"bar": BAR, "off": OFF}
    ends = [step.split("/") for step in text.split()]
    return tuple(
        Move(*(names[end] if end in names else int(end) for end in pair))
        for pair in ends
    )


def refused(ruleset: Ruleset, position: Position, dice: str, play: str):
    """Return the error with which *play* is refused."""
    with pytest.raises(IllegalMoveError) as refusal:
        check_play(ruleset, position, Dice.parse(dice), moves(play))
    return refusal.value


START = Position.start(PORTES)
ON_THE_BAR = board(mover="bar:1 13:1 6:13", waiter="24:2 13:13")
HOME = board(mover="6:1 4:2 1:3", waiter="8:2 13:13")
BEHIND = board(mover="5:1 1:2", waiter="23:2 6:13")
IN_FRONT = board(
    mover="17:1 10:3 9:3 8:3 7:3 6:2", waiter="24:9 17:1 16:1 15:1 14:1 13:1 8:1"
)
WALL = board(mover="6:3 5:3 4:3 3:3 2:2 1:1", waiter="19:15")

# Each row: ruleset, position, dice, play, what is refused, and the move that broke it.
EXAMPLES = [
    (PORTES, START, "6-1", "12/6", Refusal.NO_CHECKER_THERE, "12/6"),
    (PORTES, START, "6-1", "bar/19", Refusal.NO_CHECKER_THERE, "bar/19"),
    (PORTES, START, "6-1", "13/7 7/6 8/2", Refusal.NO_SUCH_DIE, "8/2"),
    (
        PLAKOTO,
        board(mover="20x 13:14", waiter="5:1 6:14"),
        "6-1",
        "20/14",
        Refusal.CHECKER_IS_PINNED,
        "20/14",
    ),
    (PORTES, START, "6-1", "8/9", Refusal.FORWARD_ONLY, "8/9"),
    (PORTES, START, "6-1", "8/8", Refusal.FORWARD_ONLY, "8/8"),
    (PORTES, ON_THE_BAR, "6-1", "13/7", Refusal.ENTER_FIRST, "13/7"),
    (PORTES, START, "6-1", "13/8", Refusal.NO_SUCH_DIE, "13/8"),
    (PORTES, START, "6-1", "13/6", Refusal.NO_SUCH_DIE, "13/6"),
    (PORTES, START, "5-1", "24/19", Refusal.POINT_HELD, "24/19"),
    (FEVGA, Position.start(FEVGA), "6-6", "24/18 18/12", Refusal.POINT_HELD, "18/12"),
    (PORTES, START, "6-1", "6/off", Refusal.NOT_ALL_HOME, "6/off"),
    (
        PLAKOTO,
        board(mover="6:1 3x 2:13", waiter="22:1 7:14"),
        "6-5",
        "6/off",
        Refusal.OWN_CHECKER_PINNED,
        "6/off",
    ),
    (PORTES, HOME, "5-1", "4/off", Refusal.FURTHER_BACK_FIRST, "4/off"),
    (PORTES, HOME, "3-1", "4/off", Refusal.NO_SUCH_DIE, "4/off"),
    (
        FEVGA,
        board(mover="24:14 20:1", waiter="24:15"),
        "2-1",
        "24/23",
        Refusal.RUNNER_FIRST,
        "24/23",
    ),
    (
        HIT_AND_STAY,
        board(mover="6:2 1:13", waiter="20:1 6:14"),
        "3-1",
        "6/5 5/2",
        Refusal.HIT_AND_STAY,
        "5/2",
    ),
    (FEVGA, IN_FRONT, "6-4", "17/11 10/6", Refusal.SIX_IN_A_ROW, "10/6"),
    (EVERY_STEP, IN_FRONT, "6-4", "17/11 11/7", Refusal.SIX_IN_A_ROW, "17/11"),
    (FEVGA, WALL, "2-1", "6/5 5/3", Refusal.LEAVE_A_MOVE, "6/5"),
    (
        PORTES,
        board(mover="13:1 8:1 1:13", waiter="21:2 20:2 6:11"),
        "6-3",
        "13/7",
        Refusal.BOTH_DICE,
        "13/7",
    ),
    (
        PORTES,
        board(mover="24:1 8:1 6:13", waiter="21:2 9:2 7:3 6:4 5:4"),
        "6-2",
        "8/2",
        Refusal.DICE_LEFT,
        None,
    ),
    (
        PORTES,
        board(mover="24:1 11:1 1:13", waiter="5:2 20:2 13:11"),
        "4-4",
        "11/7",
        Refusal.DICE_LEFT,
        None,
    ),
    (
        PORTES,
        board(mover="13:1 1:14", waiter="19:2 6:13"),
        "6-1",
        "13/12",
        Refusal.LARGER_DIE,
        "13/12",
    ),
    (PORTES, START, "6-1", "13/7", Refusal.DICE_LEFT, None),
    (PORTES, START, "6-1", "", Refusal.DICE_LEFT, None),
    (PORTES, BEHIND, "3-3", "5/2", Refusal.NO_LEGAL_MOVE, None),
    (FEVGA, IN_FRONT, "6-6", "17/11", Refusal.NO_LEGAL_MOVE, None),
    (
        PLAKOTO,
        board(mover="5:1 3:14", waiter="24:1 6:14"),
        "4-2",
        "5/1 3/1",
        Refusal.GAME_OVER,
        "3/1",
    ),
    (
        PORTES,
        board(mover="1:1", waiter="6:15"),
        "6-6",
        "1/off 1/off",
        Refusal.GAME_OVER,
        "1/off",
    ),
    (
        PLAKOTO,
        board(mover="24x 5:1 3:13", waiter="24:1 6:13 1:1"),
        "4-1",
        "5/1 3/2",
        Refusal.GAME_OVER,
        "3/2",
    ),
]


@pytest.mark.parametrize(
    "row", EXAMPLES, ids=[f"{row[4].value}: {row[3]}" for row in EXAMPLES]
)
def test_refusal(row):
    *question, refusal, move = row
    error = refused(*question)
    assert (error.refusal, error.move and str(error.move)) == (refusal, move)


def test_every_refusal_is_reached():
    assert {row[4] for row in EXAMPLES} == set(Refusal)


@pytest.mark.rule("F11")
def test_the_duty_is_the_reason_where_the_play_would_be_legal_without_it():
    error = refused(FEVGA, WALL, "2-1", "6/4 5/4")
    assert error.refusal is Refusal.LEAVE_A_MOVE


def test_the_error_says_what_is_not_legal_and_why():
    error = refused(PORTES, START, "5-1", "24/19")
    assert str(error) == "24/19 is not legal: your opponent holds that point"


def test_the_error_speaks_of_the_play_where_no_single_move_is_wrong():
    error = refused(PORTES, START, "6-1", "13/7")
    assert str(error) == "this play is not legal: you still have a die to play"


def test_the_bar_and_off_are_written_as_words():
    assert str(refused(PORTES, START, "6-1", "bar/19")).startswith("bar/19 is")
    assert str(refused(PORTES, START, "6-1", "6/off")).startswith("6/off is")


@pytest.mark.rule("K8")
def test_a_move_after_the_end_of_the_game_is_told_so():
    """5/1^ has won, and no turn passes."""
    won = board(mover="5:1 3:14", waiter="24:1 6:14")
    error = refused(PLAKOTO, won, "4-2", "5/1 3/1")
    assert str(error) == "3/1 is not legal: the game is over before it"


def test_an_error_is_a_value_error():
    assert isinstance(refused(PORTES, START, "6-1", "8/8"), ValueError)


# ------------------------------------------------------------------ what is legal


def test_a_lost_turn_is_played_by_playing_nothing():
    check_play(PORTES, BEHIND, Dice(3, 3), ())


def test_steps_may_come_in_any_order_that_is_legal_step_by_step():
    check_play(PORTES, START, Dice(6, 1), moves("8/7 13/7"))
    check_play(PORTES, START, Dice(6, 1), moves("13/7 8/7"))


def test_a_graph_at_hand_is_used():
    graph = move_graph(PORTES, START, Dice(6, 1))
    check_play(PORTES, START, Dice(6, 1), moves("13/7 8/7"), graph)


@given(st.one_of(reachable(), constructed()), rolls())
def test_every_legal_play_is_accepted(game: Game, dice: Dice):
    for play in legal_plays(*game, dice).values():
        check_play(*game, dice, play)


points = st.integers(OFF, BAR)


@given(st.one_of(reachable(), constructed()), rolls(), st.data())
def test_a_play_is_accepted_exactly_if_it_ends_in_a_legal_final_position(
    game: Game, dice: Dice, data: st.DataObject
):
    """Plays are drawn near the legal ones: their steps shuffled, cut, and spoilt."""
    plays = sorted(legal_plays(*game, dice).values())
    play = data.draw(st.permutations(data.draw(st.sampled_from(plays))))
    play = play[: data.draw(st.integers(0, 4))]
    if play and data.draw(st.booleans()):
        spoilt = data.draw(st.integers(0, len(play) - 1))
        play[spoilt] = Move(data.draw(points), data.draw(points))
    end = ended(game, dice, tuple(play))
    if end in legal_plays(*game, dice):
        check_play(*game, dice, play)
    else:
        with pytest.raises(IllegalMoveError):
            check_play(*game, dice, play)


def ended(game: Game, dice: Dice, play: Play) -> Position | None:
    """Where *play* ends a path of legal plays, with every assignment of dice tried."""
    ruleset, position = game
    graph = move_graph(ruleset, position, dice)
    for order in set(product(dice.numbers, repeat=len(play))):
        number = 0
        for move, die in zip(play, order, strict=True):
            edges = graph.places[number].edges
            after = [e.next for e in edges if (e.move, e.die) == (move, die)]
            if not after:
                break
            (number,) = after
        else:
            if graph.places[number].is_final:
                return graph.places[number].position
    return None


# -------------------------------------------------------------------- bad input

anything = st.one_of(
    st.integers(-3, 28), st.integers(), st.sampled_from([2**63, -(2**63), 10**40])
)


@given(
    st.one_of(reachable(), constructed()),
    rolls(),
    st.lists(st.builds(Move, anything, anything), max_size=6),
)
def test_any_numbers_are_refused_in_words_or_legal(
    game: Game, dice: Dice, play: list[Move]
):
    if ended(game, dice, tuple(play)) is not None:
        check_play(*game, dice, play)
    else:
        with pytest.raises(IllegalMoveError, match="is not legal: "):
            check_play(*game, dice, play)


@pytest.mark.parametrize(
    "move",
    [Move(-1, 5), Move(5, -1), Move(26, 20), Move(25, 25), Move(10**40, 1), Move(0, 0)],
)
def test_points_that_do_not_exist_hold_no_checker(move: Move):
    with pytest.raises(IllegalMoveError) as refusal:
        check_play(PORTES, START, Dice(6, 1), [move])
    assert refusal.value.refusal is Refusal.NO_CHECKER_THERE


def test_a_very_long_play_is_refused_at_the_first_wrong_move():
    play = moves("13/7 8/7") + moves("13/7") * 100_000
    with pytest.raises(IllegalMoveError) as refusal:
        check_play(PORTES, START, Dice(6, 1), play)
    assert refusal.value.refusal is Refusal.NO_SUCH_DIE
