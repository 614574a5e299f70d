"""Plays as text: written in one way, read in every usual one."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import board, line, reachable, rolls
from tavli.notation.errors import NotationError
from tavli.notation.plays import write_play, write_steps
from tavli.notation.resolve import AmbiguousPlayError, resolve_play
from tavli.notation.written import read_legs
from tavli.rules import (
    BACKGAMMON,
    PLAKOTO,
    PORTES,
    Dice,
    IllegalMoveError,
    Move,
    Position,
    Refusal,
    after_moves,
    legal_plays,
    move_graph,
)

START = Position.start(BACKGAMMON)


def texts(ruleset, position, roll: str) -> set[str]:
    """Every legal play of *roll*, as it is written."""
    dice = Dice.parse(roll)
    return {
        write_play(ruleset, position, after, dice, play)
        for after, play in legal_plays(ruleset, position, dice).items()
    }


# ---------------------------------------------------------------------- writing


def test_the_norm_s_example_is_written_as_it_stands_there():
    ruleset, position = line("plakoto 24:14,20:1 24:14,8:1 w")
    assert texts(ruleset, position, "3-1") == {
        "24/21 24/23",
        "24/20",
        "24/21 20/19",
        "24/23 20/17^",
        "20/16",
    }


@pytest.mark.parametrize(
    ("ruleset", "mover", "waiter", "roll", "text"),
    [
        (PORTES, "bar:1 13:1 1:13", "23:13 6:2", "6-2", "bar/17"),
        (PORTES, "bar:1 6:14", "24:14 4:1", "4-3", "bar/21*/18"),
        (PORTES, "bar:1 6:14", "24:14 4:1", "4-3", "bar/18"),
        (PORTES, "bar:1 6:14", "24:14 4:1", "4-3", "bar/21* 6/3"),
        (PORTES, "6:2 1:13", "20:1 6:14", "3-1", "6/5*/2"),
        (PORTES, "7:1 2:1", "6:15", "6-5", "7/off"),
        (PORTES, "6:1 5:1 4:1", "6:15", "4-1", "6/5 4/off"),
        (PORTES, "8:4 6:2 4:9", "13:15", "1-1", "8/7(4)"),
        (PORTES, "8:2 6:4 3:9", "21:1 1:14", "4-4", "8/4*(2) 6/2(2)"),
        (PORTES, "6:2 3:2 1:11", "24:15", "6-6", "-"),
        (PLAKOTO, "5:1 3:14", "24:1 6:14", "4-2", "5/1^"),
        (PLAKOTO, "17:2 1:13", "8x 6:14", "2-1", "17/14"),
    ],
)
def test_a_play_is_written_shortest_and_rearmost_first(
    ruleset, mover, waiter, roll, text
):
    position = board(mover=mover, waiter=waiter)
    if text == "-":
        position = board(mover="bar:1 6:14", waiter="6:2 5:2 4:2 3:2 2:2 1:5")
    assert text in texts(ruleset, position, roll)


def test_steps_are_written_in_the_order_played_with_their_marks():
    position = board(mover="24:1 13:14", waiter="5:1 1:14")
    graph = move_graph(PORTES, position, Dice(4, 2))
    play = resolve_play(PORTES, position, Dice(4, 2), "13/11 24/20*")
    assert write_steps(play, graph.marks(play)) == "13/11 24/20*"
    assert write_steps((), ()) == "-"


@given(reachable(), rolls())
def test_one_final_position_has_one_text_and_the_text_leads_back_to_it(game, dice):
    ruleset, position = game
    plays = legal_plays(ruleset, position, dice)
    written = {
        write_play(ruleset, position, after, dice, play): after
        for after, play in plays.items()
    }
    assert len(written) == len(plays)
    for text, after in written.items():
        play = resolve_play(ruleset, position, dice, text)
        assert after_moves(ruleset, position, play) == after


@given(reachable(), rolls(), st.randoms())
def test_steps_may_be_named_in_any_order(game, dice, chance):
    ruleset, position = game
    plays = list(legal_plays(ruleset, position, dice).items())
    after, play = chance.choice(plays)
    steps = write_steps(play, move_graph(ruleset, position, dice).marks(play)).split()
    chance.shuffle(steps)
    found = resolve_play(ruleset, position, dice, " ".join(steps))
    assert after_moves(ruleset, position, found) == after


# ---------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    "text",
    [
        "24/18 13/11",
        "13/11 24/18",
        "13/11, 24/18",
        "  24/18   13/11 ",
        "24/18\t13/11",
    ],
)
def test_order_and_blanks_do_not_matter(text):
    play = resolve_play(BACKGAMMON, START, Dice(6, 2), text)
    expected = resolve_play(BACKGAMMON, START, Dice(2, 6), "24/18 13/11")
    assert after_moves(BACKGAMMON, START, play) == after_moves(
        BACKGAMMON, START, expected
    )


@pytest.mark.parametrize("text", ["24/13", "24/18/13", "24/18 18/13"])
def test_a_checker_may_be_followed_in_one_step_or_two(text):
    play = resolve_play(BACKGAMMON, START, Dice(6, 5), text)
    assert after_moves(BACKGAMMON, START, play).mover.checkers[24] == 1


@pytest.mark.parametrize(
    "text", ["8/5(2) 6/3(2)", "8/5 8/5 6/3 6/3", "6/3 8/5 6/3 8/5", "8/5(2), 6/3(2)"]
)
def test_equal_steps_may_be_counted_or_repeated(text):
    play = resolve_play(BACKGAMMON, START, Dice(3, 3), text)
    assert sorted(play) == [(6, 3), (6, 3), (8, 5), (8, 5)]


@pytest.mark.parametrize(
    "text", ["bar/21 6/off", "BAR/21 6/OFF", "25/21 6/0", "Bar/21, 6/Off"]
)
def test_bar_and_off_have_numbers_too(text):
    assert [(leg.source, leg.target) for leg in read_legs(text)] == [(25, 21), (6, 0)]


def test_two_routes_without_a_hit_are_one_play():
    position = board(mover="20:1 6:14", waiter="24:15")
    play = resolve_play(PORTES, position, Dice(3, 1), "20/16")
    assert after_moves(PORTES, position, play).mover.checkers[16] == 1


def test_a_joined_step_without_a_mark_takes_the_route_that_hits_nothing():
    position = board(mover="20:1 6:14", waiter="8:1 24:14")  # a blot on the mover's 17
    quiet = resolve_play(PORTES, position, Dice(3, 1), "20/16")
    assert quiet == ((20, 19), (19, 16))
    hitting = resolve_play(PORTES, position, Dice(3, 1), "20/17*/16")
    assert hitting == ((20, 17), (17, 16))


def test_only_a_real_choice_is_ambiguous():
    blots = board(mover="20:1 6:14", waiter="8:1 6:1 24:13")  # on 17 and on 19
    with pytest.raises(AmbiguousPlayError, match="name the points between"):
        resolve_play(PORTES, blots, Dice(3, 1), "20/16")
    assert resolve_play(PORTES, blots, Dice(3, 1), "20/19*/16")[0] == (20, 19)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("20/17*/16", "17* is written, but no checker is hit on 17"),
        ("20/16^", "16^ is written, but no checker is pinned on 16"),
    ],
)
def test_a_mark_must_be_true(text, words):
    position = board(mover="20:1 6:14", waiter="24:15")
    with pytest.raises(NotationError, match="is written, but") as refused:
        resolve_play(PORTES, position, Dice(3, 1), text)
    assert words in str(refused.value)


def test_marks_may_be_left_out():
    position = board(mover="24:1 6:14", waiter="5:1 24:14")
    play = resolve_play(PORTES, position, Dice(4, 1), "24/20 6/5")
    assert after_moves(PORTES, position, play).waiter.checkers[25] == 1


@pytest.mark.parametrize(
    ("roll", "text", "refusal"),
    [
        ("6-1", "24/18", Refusal.DICE_LEFT),
        ("6-1", "-", Refusal.DICE_LEFT),
        ("6-1", "24/20 13/12", Refusal.NO_SUCH_DIE),
        ("6-5", "24/18 24/19", Refusal.POINT_HELD),
        ("6-5", "23/17 13/8", Refusal.NO_CHECKER_THERE),
        ("6-1", "6/off 6/5", Refusal.NOT_ALL_HOME),
    ],
)
def test_a_play_that_is_not_legal_is_refused_by_its_rule(roll, text, refusal):
    with pytest.raises(IllegalMoveError) as refused:
        resolve_play(BACKGAMMON, START, Dice.parse(roll), text)
    assert refused.value.refusal is refusal


def test_a_lost_turn_is_a_dash():
    closed = board(mover="bar:1 6:14", waiter="6:3 5:3 4:3 3:2 2:2 1:2")
    assert resolve_play(PORTES, closed, Dice(6, 5), "-") == ()
    with pytest.raises(IllegalMoveError):
        resolve_play(PORTES, closed, Dice(6, 5), "6/1 6/off")


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "a play is written like"),
        ("e4", 1, "'e4' is not a step"),
        ("13/7 e4", 6, "'e4' is not a step"),
        ("13/7 7", 6, "'7' is not a step"),
        ("13/26", 1, "no point 26"),
        ("26/20", 1, "no point 26"),
        ("7/13", 1, "goes backwards"),
        ("7/7", 1, "goes backwards"),
        ("8/5(9)", 1, "1 to 4 times"),
        ("8/5(0)", 1, "1 to 4 times"),
        ("8/5(3) 6/3(2)", 1, "at most 4 steps"),
        ("8/5 " * 40, 101, "at most 100 characters"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_column(text, column, words):
    with pytest.raises(NotationError) as refused:
        read_legs(text)
    assert words in refused.value.reason
    assert refused.value.column == column


@given(st.text(max_size=40) | st.text("0123456789/*^()barof -,", max_size=40))
def test_no_text_breaks_the_reader(text):
    try:
        legs = read_legs(text)
    except NotationError:
        return
    assert all(leg.source > leg.target for leg in legs)


def test_every_order_of_a_chain_is_the_same_play():
    position = board(mover="13:2 6:13", waiter="24:15")
    ends = {
        after_moves(
            PORTES,
            position,
            resolve_play(PORTES, position, Dice(2, 2), " ".join(order)),
        )
        for order in permutations(["13/11", "11/9", "9/7", "7/5"])
    }
    assert len(ends) == 1


@pytest.mark.parametrize("dice", [Dice(1, 1), Dice(5, 5), Dice(2, 1)])
def test_a_play_that_no_dice_permit_is_written_too(dice):
    """A file may hold one that was let stand."""
    before = board(mover="13:1 10:1 6:13", waiter="6:15")
    play = (Move(13, 11), Move(10, 7), Move(11, 10))
    after = after_moves(PORTES, before, play)
    assert write_play(PORTES, before, after, dice, play)
