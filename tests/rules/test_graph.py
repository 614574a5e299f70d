"""The graph of a roll: what a board offers that knows no rules."""

from itertools import combinations, islice

import pytest

from boards import board, line
from tavli.rules import (
    BAR,
    FEVGA,
    OFF,
    PLAKOTO,
    PORTES,
    Dice,
    Edge,
    Move,
    MoveGraph,
    Position,
    find_ruleset,
    graph,
    move_graph,
)


def offered(graph: MoveGraph, *walk: Move) -> set[Edge]:
    """Return the edges out of the place that *walk* leads to."""
    place, _ = graph.follow(walk) or pytest.fail(f"{walk} is not offered")
    return set(place.edges)


def moves(edges: set[Edge]) -> set[str]:
    return {str(edge.move) for edge in edges}


def test_a_lost_turn_is_one_place_with_nothing_to_offer():
    closed = board(mover="bar:1 1:14", waiter="6:2 5:2 4:2 3:2 2:2 1:2 13:3")
    graph = move_graph(PORTES, closed, Dice(3, 1))
    assert graph.is_lost_turn
    assert [place.position for place in graph.places] == [closed]
    assert graph.places[0].is_final


def test_the_turn_starts_at_place_0():
    start = Position.start(PLAKOTO)
    assert move_graph(PLAKOTO, start, Dice(6, 5)).places[0].position == start


def test_one_position_reached_in_two_ways_is_one_place():
    graph = move_graph(PLAKOTO, Position.start(PLAKOTO), Dice(6, 5))
    positions = [place.position for place in graph.places if place.is_final]
    assert len(positions) == len(set(positions))


def test_a_step_that_strands_the_other_die_is_not_offered():
    """13/7 with the 6 would leave no 3."""
    position = board(mover="13:1 8:1 1:13", waiter="21:2 20:2 6:11")
    assert "13/7" not in moves(offered(move_graph(PORTES, position, Dice(6, 3))))


def test_after_a_step_only_the_other_die_is_offered():
    graph = move_graph(PORTES, Position.start(PORTES), Dice(6, 1))
    after = offered(graph, Move(13, 7))
    assert {edge.die for edge in after} == {1}


def test_a_checker_enters_with_the_die_of_its_point():
    position = board(mover="bar:1 6:14", waiter="13:15")
    entering = offered(move_graph(PORTES, position, Dice(4, 1)))
    assert {(str(edge.move), edge.die) for edge in entering} == {
        ("bar/21", 4),
        ("bar/24", 1),
    }


def test_bearing_off_with_a_larger_die_uses_that_die():
    position = board(mover="5:1 1:1", waiter="8:2 13:13")
    first = offered(move_graph(PORTES, position, Dice(6, 1)))
    assert {edge.die for edge in first if edge.move == Move(5, OFF)} == {6}


def test_bearing_off_one_checker_may_use_either_die():
    position = board(mover="2:3", waiter="24:2 13:13")
    first = offered(move_graph(PORTES, position, Dice(6, 5)))
    assert {edge.die for edge in first} == {6, 5}


def test_where_either_die_could_be_meant_the_play_that_goes_on_is_found():
    position = board(mover="4:2 1:1", waiter="8:2 13:13")
    graph = move_graph(PORTES, position, Dice(6, 5))
    both = (Move(4, OFF), Move(4, OFF))
    assert graph.complete(both) == both


def test_the_way_past_a_blot_can_be_chosen():
    """8/5 by way of 6 hits there, by way of 7 it does not."""
    position = board(mover="8:1 1:14", waiter="19:1 13:14")
    graph = move_graph(PORTES, position, Dice(2, 1))
    hitting = graph.marks((Move(8, 6), Move(6, 5)))
    quiet = graph.marks((Move(8, 7), Move(7, 5)))
    assert (hitting, quiet) == (("*", ""), ("", ""))


def test_steps_are_marked_where_they_pin():
    position = board(mover="24:14 20:1", waiter="24:14 8:1")
    graph = move_graph(PLAKOTO, position, Dice(3, 1))
    assert {str(e.move): e.mark for e in offered(graph)}["20/17"] == "^"


def test_nothing_follows_the_step_that_ends_the_game():
    position = board(mover="5:1 3:14", waiter="24:1 6:14")
    graph = move_graph(PLAKOTO, position, Dice(4, 2))
    assert offered(graph, Move(5, 1)) == set()


def test_all_checkers_on_the_bar_are_offered_before_others():
    position = board(mover="bar:2 6:13", waiter="13:15")
    graph = move_graph(PORTES, position, Dice(3, 1))
    assert {edge.move.source for edge in offered(graph)} == {BAR}
    assert {edge.move.source for edge in offered(graph, Move(BAR, 22))} == {BAR}


def test_a_hitter_that_must_stay_is_not_offered():
    ruleset = find_ruleset("portes:hit_and_run_home=forbidden")
    position = board(mover="6:2 1:13", waiter="20:1 6:14")
    graph = move_graph(ruleset, position, Dice(3, 1))
    assert moves(offered(graph, Move(6, 5))) == {"6/3"}


def test_following_moves_that_are_not_offered_leads_nowhere():
    graph = move_graph(PORTES, Position.start(PORTES), Dice(6, 1))
    assert graph.follow((Move(24, 23), Move(23, 22))) is None
    assert graph.complete((Move(24, 23),)) is None


@pytest.mark.rule("F9")
@pytest.mark.parametrize(
    "text",
    [
        "fevga 24:2,23:1,22:1,21:1,20:1,1:9 6:2,5:2,4:2,3:3,2:3,1:3 w",
        "fevga 6:2,5:2,4:2,3:3,2:3,1:3 24:2,23:1,22:1,21:1,20:1,1:9 b",
    ],
    ids=["white", "black"],
)
def test_the_own_quarter_is_forbidden_to_both_colours(text: str):
    ruleset, position = line(text)
    assert move_graph(ruleset, position, Dice(6, 5)).is_lost_turn


@pytest.mark.rule("F1")
@pytest.mark.parametrize(("die", "is_open"), [(1, True), (2, False), (3, True)])
def test_my_way_leads_over_the_opponents_corner(die, is_open):
    """My 13, 12, 11 and 10 are his 1, 24, 23 and 22; he holds the 23 alone."""
    position = board(mover="24:13 13:1 8:1", waiter="23:14 2:1")
    first = offered(move_graph(FEVGA, position, Dice(die, die)))
    assert (Move(13, 13 - die) in {edge.move for edge in first}) is is_open


def test_few_of_the_largest_graphs_are_kept_at_hand():
    usual = graph._usual.cache_info().currsize
    for held in islice(combinations(range(24, 1, -1), 15), 20):
        mine = ",".join(f"{point}:1" for point in held)
        asked = (*line(f"portes {mine} 24:15 w"), Dice(1, 1))
        assert len(move_graph(*asked).places) > 700
        assert move_graph(*asked) is move_graph(*asked)
    assert graph._usual.cache_info().currsize == usual
    assert graph._wide.cache_info().currsize <= 16
