"""Laws that hold in every position of every game under every house rule."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import Game, mixed_rulesets, reachable, rolls, rulesets
from rules.constructed import constructed, with_pinned_mother
from rules.oracle import Oracle
from tavli.rules import (
    BAR,
    CHECKERS,
    OFF,
    START,
    Dice,
    Edge,
    MoveGraph,
    Position,
    Role,
    Ruleset,
    Side,
    legal_plays,
    move_graph,
    result_of,
)
from tavli.rules.packed import pack, swapped, unpack
from tavli.rules.ruleset import Contact
from tavli.rules.steps import stepper

any_position = st.one_of(reachable(), constructed())
fevga_position = st.one_of(
    reachable(rulesets(["fevga"])), constructed(mixed_rulesets(["fevga"]))
)
plakoto_position = st.one_of(
    reachable(rulesets(["plakoto"])), constructed(mixed_rulesets(["plakoto"]))
)


# ------------------------------------------------------------ the second engine


@given(any_position, rolls())
def test_both_engines_find_the_same_final_positions(game: Game, dice: Dice):
    ruleset, position = game
    ends = Oracle(ruleset).legal_ends(position, (dice.first, dice.second))
    assert legal_plays(ruleset, position, dice).keys() == ends


@given(any_position, rolls())
def test_both_engines_see_the_same_results(game: Game, dice: Dice):
    ruleset, position = game
    oracle = Oracle(ruleset)
    letters = {Role.MOVER: "m", Role.WAITER: "w", None: None}
    for end in legal_plays(ruleset, position, dice):
        result = result_of(ruleset, end)
        seen = result and (letters[result.winner], result.points)
        assert seen == oracle.result(oracle.read(end), during=False)


# --------------------------------------------------------------------- checkers


@given(any_position, rolls())
def test_each_side_keeps_fifteen_checkers(game: Game, dice: Dice):
    for end in legal_plays(*game, dice):
        assert end.mover.total == end.waiter.total == CHECKERS


@given(any_position, rolls())
def test_two_colours_share_a_point_only_where_one_pins_the_other(
    game: Game, dice: Dice
):
    ruleset, position = game
    for end in legal_plays(ruleset, position, dice):
        for point in range(1, START + 1):
            there = ruleset.course.across(point)
            mine, theirs = end.mover.checkers[point], end.waiter.checkers[there]
            assert not (mine and theirs)
            assert (there in end.waiter.pinned) <= bool(mine)
            assert (point in end.mover.pinned) <= bool(theirs)


@given(any_position, rolls())
def test_the_mover_loses_exactly_the_pips_he_plays(game: Game, dice: Dice):
    ruleset, position = game
    for end, play in legal_plays(ruleset, position, dice).items():
        played = sum(move.source - move.target for move in play)
        assert position.mover.pip_count - end.mover.pip_count == played


@given(any_position, rolls())
def test_the_waiter_gains_pips_only_by_being_hit(game: Game, dice: Dice):
    ruleset, position = game
    for end in legal_plays(ruleset, position, dice):
        sent = end.waiter.checkers[BAR] - position.waiter.checkers[BAR]
        gained = end.waiter.pip_count - position.waiter.pip_count
        assert gained >= 0
        assert bool(gained) == bool(sent)
        assert ruleset.contact is Contact.HIT or not sent


# ------------------------------------------------------------------------ turns


@given(any_position, rolls())
def test_every_play_that_does_not_end_the_game_uses_the_same_number_of_dice(
    game: Game, dice: Dice
):
    ruleset, position = game
    plays = legal_plays(ruleset, position, dice)
    lengths = {
        len(play) for end, play in plays.items() if result_of(ruleset, end) is None
    }
    assert len(lengths) <= 1


@given(any_position, rolls())
def test_the_order_of_the_dice_does_not_matter(game: Game, dice: Dice):
    turned = Dice(dice.second, dice.first)
    assert legal_plays(*game, dice).keys() == legal_plays(*game, turned).keys()


@given(any_position, rolls())
def test_colours_do_not_matter(game: Game, dice: Dice):
    """The second engine, at the other side of the table, takes the same steps."""
    ruleset, position = game
    oracle = Oracle(ruleset)
    turned = oracle.read(position.passed())
    for die in set(dice.numbers):
        theirs = {oracle.write(end).passed() for end in oracle.steps(turned, "w", die)}
        steps = stepper(ruleset).steps(pack(position), die)
        assert {unpack(step.end) for step in steps} == theirs


@given(any_position)
def test_passing_twice_is_nothing(game: Game):
    _, position = game
    assert position.passed().passed() == position


@given(any_position, rolls())
def test_a_lost_turn_leaves_the_position_as_it_is(game: Game, dice: Dice):
    ruleset, position = game
    plays = legal_plays(ruleset, position, dice)
    assert plays
    if () in plays.values():
        assert plays == {position: ()}


# ------------------------------------------------------------------------ graph


def walks(graph: MoveGraph, place: int = 0) -> Iterator[int]:
    """Yield every place that the edges reach, each once."""
    seen, waiting = {place}, [place]
    while waiting:
        number = waiting.pop()
        yield number
        for edge in graph.places[number].edges:
            if edge.next not in seen:
                seen.add(edge.next)
                waiting.append(edge.next)


@given(any_position, rolls())
def test_the_finals_of_the_graph_are_the_legal_final_positions(game: Game, dice: Dice):
    graph = move_graph(*game, dice)
    finals = {place.position for place in graph.places if place.is_final}
    assert finals == legal_plays(*game, dice).keys()


@given(any_position, rolls())
def test_every_step_offered_lies_on_a_full_legal_play(game: Game, dice: Dice):
    graph = move_graph(*game, dice)
    assert set(walks(graph)) == set(range(len(graph.places)))
    for place in graph.places:
        assert bool(place.edges) != place.is_final


@given(any_position, rolls())
def test_every_step_offered_is_one_of_the_second_engine(game: Game, dice: Dice):
    oracle = Oracle(game[0])
    graph = move_graph(*game, dice)
    for place in graph.places:
        for edge in place.edges:
            steps = oracle.steps(oracle.read(place.position), "m", edge.die)
            after = graph.places[edge.next].position
            assert after in {oracle.write(step) for step in steps}


@given(any_position, rolls())
def test_the_dice_used_along_a_walk_are_dice_of_the_throw(game: Game, dice: Dice):
    graph = move_graph(*game, dice)
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, dice.numbers)]
    for number, left in waiting:
        for edge in graph.places[number].edges:
            rest = list(left)
            rest.remove(edge.die)
            if (edge.next, tuple(rest)) not in waiting:
                waiting.append((edge.next, tuple(rest)))


@given(any_position, rolls())
def test_undoing_a_step_restores_the_position_exactly(game: Game, dice: Dice):
    ruleset, position = game
    graph = move_graph(ruleset, position, dice)
    for place in graph.places:
        for edge in place.edges:
            after = graph.places[edge.next].position
            assert undone(ruleset, after, edge, place.position) == place.position


def undone(ruleset: Ruleset, after: Position, edge: Edge, before: Position) -> Position:
    """Take *edge* back by hand; of *before* only the pins are asked."""
    across = ruleset.course.across
    mine, theirs = list(after.mover.checkers), list(after.waiter.checkers)
    pinned = set(after.waiter.pinned)
    source, target = edge.move
    mine[target] -= 1
    mine[source] += 1
    if edge.mark == "*":
        theirs[BAR] -= 1
        theirs[across(target)] += 1
    if edge.mark == "^":
        pinned.remove(across(target))
        theirs[across(target)] += 1
    if across(source) in before.waiter.pinned - pinned:
        pinned.add(across(source))
        theirs[across(source)] -= 1
    waiter = Side(tuple(theirs), frozenset(pinned))
    return Position(Side(tuple(mine), after.mover.pinned), waiter)


@given(any_position, rolls())
def test_a_play_leads_step_by_step_to_its_final_position(game: Game, dice: Dice):
    graph = move_graph(*game, dice)
    for end, play in legal_plays(*game, dice).items():
        place, trail = graph.follow(play) or pytest.fail(f"{play} is not in the graph")
        assert (place.position, place.is_final, len(trail)) == (end, True, len(play))


@given(any_position, rolls(), st.data())
def test_any_beginning_of_a_play_can_be_finished(
    game: Game, dice: Dice, data: st.DataObject
):
    """However a player touches the board, what is offered never strands him."""
    graph = move_graph(*game, dice)
    number, moves = 0, []
    while not graph.places[number].is_final:
        edge = data.draw(st.sampled_from(graph.places[number].edges))
        moves.append(edge.move)
        number = edge.next
    assert graph.complete(moves) == tuple(moves)


# ---------------------------------------------------------------------- packing


@given(any_position)
def test_unpacking_gives_back_what_was_packed(game: Game):
    _, position = game
    assert unpack(pack(position)) == position


@given(any_position)
def test_a_swapped_pack_is_the_pack_of_the_passed_position(game: Game):
    _, position = game
    assert swapped(pack(position)) == pack(position.passed())


# --------------------------------------------------------------------- the games


@pytest.mark.rule("F9")
@pytest.mark.rule("F10")
@given(fevga_position, rolls())
def test_no_fevga_play_ends_in_a_forbidden_block(game: Game, dice: Dice):
    ruleset, position = game
    oracle = Oracle(ruleset)
    for end, play in legal_plays(ruleset, position, dice).items():
        assert not play or not oracle.has_block(oracle.read(end), "m")


@pytest.mark.rule("F6")
@given(reachable(rulesets(["fevga"])))
def test_before_the_first_checker_passes_the_others_stand_on_24(game: Game):
    ruleset, position = game
    last = 12 if "runner" in dict(ruleset.options) else 11
    for one in (position.mover, position.waiter):
        if not sum(one.checkers[OFF : last + 1]):
            assert one.checkers[START] >= CHECKERS - 1


@pytest.mark.rule("K7")
@given(reachable(rulesets(["plakoto"])))
def test_a_pinned_mother_means_an_opposing_checker_on_its_last_point(game: Game):
    _, position = game
    for one, other in (
        (position.mover, position.waiter),
        (position.waiter, position.mover),
    ):
        if START in one.pinned:
            assert other.checkers[1]
            assert not one.checkers[START]


@pytest.mark.rule("K8")
@given(with_pinned_mother(Role.WAITER), rolls())
def test_a_pinned_mother_is_never_released(game: Game, dice: Dice):
    for end in legal_plays(*game, dice):
        assert START in end.waiter.pinned


@pytest.mark.rule("K9")
@given(with_pinned_mother(Role.MOVER), rolls())
def test_a_player_whose_mother_is_pinned_never_wins(game: Game, dice: Dice):
    ruleset, position = game
    for end in legal_plays(ruleset, position, dice):
        result = result_of(ruleset, end)
        assert result is None or result.winner is None
