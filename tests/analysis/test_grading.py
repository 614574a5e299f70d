"""What decisions and throws cost, against numbers worked out by hand."""

from dataclasses import replace

import pytest

from analysis.matches_at_random import events_at_random, graded_by
from tavli.analysis.aim import Aim, Unit
from tavli.analysis.cube_tree import to_answer
from tavli.analysis.entry import Choice, Kind, Mark, Phase
from tavli.analysis.grading import grade
from tavli.analysis.judge import Depth, Judge
from tavli.analysis.phases import has_contact, phase_of
from tavli.analysis.question import CubeValues, Final, Place, Throw
from tavli.analysis.story import stories
from tavli.analysis.tally import PER_RATING, Errors, Sum, Tally
from tavli.evaluation.pips import PipEvaluator
from tavli.match import (
    Doubled,
    Dropped,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchRules,
    OfferKind,
    OpeningThrown,
    Played,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
)
from tavli.rules import (
    BACKGAMMON,
    FEVGA,
    PLAKOTO,
    PORTES,
    ROLLS,
    Dice,
    Move,
    Player,
    Position,
    Side,
    Stake,
)

MONEY = MatchRules.parse("backgammon", "money", {})
WHITE, BLACK = Player.WHITE, Player.BLACK
OPENING = (
    GameStarted(1, "backgammon"),
    OpeningThrown(3, 1),
    Played(WHITE, (Move(8, 5), Move(6, 5)), ("", "")),
)

BLACKS = Played(BLACK, (Move(8, 5), Move(6, 5)), ("", ""))


@pytest.fixture(scope="module")
def judge():
    return Judge(Depth(0), PipEvaluator)


def graded(judge, *events, rules=MONEY):
    (game,) = graded_by(judge, rules, events)
    return game


def test_money_begins_even_and_the_throw_for_the_start_is_luck(judge):
    game = graded(judge, *OPENING)
    start, roll = game.throws
    assert game.start == pytest.approx(0)
    assert (start.player, start.dice) == (WHITE, None)
    assert start.cost.value == 0  # pips do not care who is on roll
    assert roll.dice == Dice(3, 1)
    assert game.result is None
    assert game.last == game.curve[-1]


def test_a_drop_costs_what_a_take_was_worth_beyond_it(judge):
    ended = GameEnded(BLACK, 1, GameEnding.DROPPED, (0, 1))
    game = graded(judge, *OPENING, Doubled(BLACK, 2), Dropped(WHITE), ended)
    double, answer = game.decisions[-2:]
    values = {option.choice: option.value for option in answer.options}
    assert double.kind is Kind.DOUBLE
    assert double.cost.value < -0.4  # nobody doubles at the start
    assert answer.made == "drop"
    assert answer.best == "take"
    assert values[Choice.DROP] == -1
    assert answer.cost.value == pytest.approx(-1 - values[Choice.TAKE])
    assert answer.mark is Mark.VERY_BAD
    assert game.result == -1
    assert Sum.of(game).rest == pytest.approx(0, abs=1e-9)


def test_giving_up_too_early_is_the_error_of_who_gives_up(judge):
    offer = ResignationOffered(BLACK, Stake.SINGLE)
    ended = GameEnded(WHITE, 1, GameEnding.RESIGNED, (1, 0))
    game = graded(judge, *OPENING, offer, ResignationAccepted(WHITE), ended)
    before = game.decisions[-3]
    resigned, accepted = game.decisions[-2:]
    assert before.kind is Kind.PLAY
    assert resigned.kind is Kind.RESIGNATION
    assert resigned.cost.value == pytest.approx(-1 + game.curve[-3])
    assert accepted.cost.value == 0
    assert game.result == 1
    assert game.unexplained == 0
    tally = Tally.of([game], BLACK)
    rated = tally.plays.cost.points + tally.cube.cost.points
    assert tally.all.cost.points == pytest.approx(rated + resigned.cost.points)
    assert tally.all.rated == pytest.approx(rated)


def test_the_end_of_a_damaged_record_is_nobodys_error(judge):
    ended = GameEnded(WHITE, 2, GameEnding.RESIGNED, (2, 0))
    (story,) = stories(MONEY, [*OPENING, ended], damaged=frozenset({1}))
    game = grade(story, judge.answer)
    assert game.result == 2
    assert game.unexplained == pytest.approx(2 - game.curve[-1])
    assert Sum.of(game).rest == pytest.approx(0, abs=1e-9)


def test_events_that_do_not_follow_are_left_out(judge):
    impossible = Played(BLACK, (Move(20, 15),), ("",))
    (story,) = stories(MONEY, [*OPENING, Rolled(BLACK, Dice(5, 1)), impossible])
    assert story.is_damaged
    assert len(grade(story, judge.answer).throws) == 3


def test_a_game_at_a_score_that_cannot_be_is_left_out_and_no_other():
    rules = MatchRules.parse("backgammon", "3", {})
    won = GameEnded(WHITE, 1, GameEnding.DROPPED, (1, 0))
    crawford = replace(OPENING[0], crawford=True)
    over = replace(won, points=4, score=(4, 0))
    second, third = (replace(OPENING[0], number=number) for number in (2, 3))
    events = [crawford, *OPENING[1:], won, second, *OPENING[1:], over]
    (story,) = stories(rules, [*events, third, *OPENING[1:]])
    assert (story.number, story.start.score) == (2, (1, 0))


@pytest.mark.parametrize("game", ["portes", "tavli"])
def test_without_a_cube_a_match_that_is_over_has_no_more_games(game):
    rules = MatchRules.parse(game, "1", {})
    won = GameEnded(WHITE, 1, GameEnding.BORNE_OFF, (1, 0))
    first, second = (
        GameStarted(number, rules.ruleset(number).name) for number in (1, 2)
    )
    events = [first, *OPENING[1:], won, second, *OPENING[1:]]
    assert [story.number for story in stories(rules, events)] == [1]


def test_behind_the_end_of_a_game_nothing_happens_in_it(judge):
    rules = MatchRules.parse("backgammon", "3", {})
    over = GameEnded(WHITE, 3, GameEnding.RESIGNED, (3, 0))
    (story,) = stories(rules, [*OPENING, over, Rolled(BLACK, Dice(5, 1))])
    assert story.is_damaged
    assert len(grade(story, judge.answer).throws) == 2


def test_a_play_belongs_to_the_side_that_threw(judge):
    stray = Played(WHITE, (Move(13, 8), Move(6, 5)), ("", ""))
    (story,) = stories(MONEY, [*OPENING, Rolled(BLACK, Dice(5, 1)), stray])
    assert story.is_damaged
    (play,) = grade(story, judge.answer).decisions[:1]
    assert play.made == "8/5 6/5"


def test_after_a_play_without_a_throw_the_game_goes_on_from_its_board(judge):
    events = [*OPENING, BLACKS, Rolled(WHITE, Dice(6, 1))]
    (story,) = stories(MONEY, events)
    assert story.is_damaged
    (thrown,) = [turn for number, turn in story.turns.items() if number == 4]
    assert thrown.position.waiter == thrown.position.mover  # both have moved so
    game = grade(story, judge.answer)
    assert [each.kind for each in game.decisions] == [Kind.PLAY]  # no cube was judged


def test_a_game_whose_throw_for_the_start_is_lost_is_told_nonetheless(judge):
    rules = MatchRules.parse("portes", "3", {})
    (story,) = stories(
        rules, [GameStarted(1, "portes"), Rolled(BLACK, Dice(3, 1)), BLACKS]
    )
    assert story.turns[1].player is BLACK
    assert grade(story, judge.answer).decisions


def test_nothing_is_told_of_a_game_that_cannot_be(judge):
    wrong = GameStarted(2, "portes")
    ended = GameEnded(BLACK, 1, GameEnding.DROPPED, (0, 1))
    events = [*OPENING, ended, wrong, *OPENING[1:]]
    (story,) = stories(MONEY, events)
    assert not story.is_damaged
    assert len(grade(story, judge.answer).throws) == 2


def test_games_before_a_file_begins_are_left_out(judge):
    rules = MatchRules.parse("backgammon", "7", {})
    before = (
        GameStarted(1, "backgammon"),
        GameEnded(None, 0, GameEnding.RESIGNED, (4, 2)),
    )
    first = replace(OPENING[0], number=2)
    found = stories(rules, [*before, first, *OPENING[1:]])
    assert [story.number for story in found] == [2]
    assert found[0].start.score == (4, 2)
    assert grade(found[0], judge.answer).start > 0.2


def test_points_are_told_at_the_cube_and_chances_of_the_match(judge):
    rules = MatchRules.parse("backgammon", "7", {})
    games = [
        game
        for seed in range(4)
        for game in graded_by(judge, rules, events_at_random(rules, seed, games=2))
    ]
    decisions = [decision for game in games for decision in game.decisions]
    assert {decision.cube for decision in decisions} > {1, 2}
    for game in games:
        for each in game.decisions:
            scale = game.aim.scale(each.cube)
            assert each.cost.points == pytest.approx(each.cost.value / scale)
            assert each.cost.chance == pytest.approx(each.cost.value / 2)


def test_what_is_forced_does_not_count(judge):
    rules = MatchRules.parse("portes", "game", {})
    games = graded_by(judge, rules, events_at_random(rules, 1))
    plays = [d for game in games for d in game.decisions if d.kind is Kind.PLAY]
    assert {play.counts for play in plays if play.plays == 1} == {False}
    assert {play.counts for play in plays if play.plays > 1} == {True}
    assert all(play.cost.value == 0 for play in plays if play.plays == 1)


def test_the_rating_is_the_mean_error_of_what_counts(judge):
    rules = MatchRules.parse("portes", "game", {})
    (game,) = graded_by(judge, rules, events_at_random(rules, 1))
    errors = Errors.of(game.decisions)
    rated = [
        d for d in game.decisions if d.kind in (Kind.PLAY, Kind.DOUBLE, Kind.ANSWER)
    ]
    lost = -sum(each.cost.points for each in rated)
    count = sum(each.counts for each in rated)
    assert errors.rate == pytest.approx(lost / count)
    assert errors.rating == pytest.approx(PER_RATING * lost / count)
    assert Errors.of([]).rating is None


@pytest.mark.parametrize("ruleset", [PORTES, PLAKOTO, FEVGA, BACKGAMMON])
def test_luck_is_nothing_on_average_where_the_end_is_known(ruleset):
    # Exact tables judge every throw of this race alike, so the mean throw is no luck.
    exact = Judge(Depth(0))
    aim = Aim.of_points()
    position = Position(Side.of({3: 2, 2: 1, 0: 12}), Side.of({4: 1, 1: 2, 0: 12}))
    place = Place(ruleset=ruleset, aim=aim)
    before = -exact.answer(Final(place, position.passed())).value
    mean = 0.0
    for dice in ROLLS:
        ranked = exact.answer(Throw(place, position, dice))
        mean += dice.weight / 36 * ranked.candidates[0].value
    assert mean == pytest.approx(before, abs=1e-5)


def test_beavers_and_raccoons_are_worth_what_follows_them():
    values = CubeValues(stay=-0.2, take=-0.5, drop=1, four=-1, eight=-3)
    assert values.raccooned == -3
    assert values.beavered == -1
    assert values.doubled == -1
    assert values.best(may_double=True) == -0.2

    def answers(kind):
        return {o.choice: o.value for o in to_answer(kind, values)}

    double = answers(OfferKind.DOUBLE)
    assert double == {Choice.TAKE: -0.5, Choice.DROP: 1, Choice.BEAVER: -1}
    beaver = answers(OfferKind.BEAVER)
    assert beaver == {Choice.TAKE: -1, Choice.DROP: -2, Choice.RACCOON: -3}
    assert answers(OfferKind.RACCOON) == {Choice.TAKE: -3, Choice.DROP: 4}


@pytest.mark.parametrize(
    ("points", "mark"),
    [
        (0, Mark.NONE),
        (0.0399, Mark.NONE),
        (0.04, Mark.DOUBTFUL),
        (0.08, Mark.BAD),
        (0.16, Mark.VERY_BAD),
    ],
)
def test_marks_begin_at_their_bounds(points, mark):
    assert Mark.of(points) is mark


def test_phases_follow_the_board():
    start = Position.start(PORTES)
    assert phase_of(PORTES, start, 1) is Phase.OPENING
    assert phase_of(PORTES, start, 30) is Phase.CONTACT
    race = Position(Side.of({8: 1, 6: 14}), Side.of({6: 15}))
    assert phase_of(PORTES, race, 30) is Phase.RACE
    assert phase_of(PORTES, race.passed(), 30) is Phase.BEAR_OFF


def test_contact_in_fevga_is_a_checker_on_the_way():
    # White's 6 is Black's 18: nobody has it before him any more.
    apart = Position(Side.of({6: 15}), Side.of({6: 15}))
    assert not has_contact(FEVGA, apart)
    meeting = Position(Side.of({20: 1, 6: 14}), Side.of({6: 15}))
    assert has_contact(FEVGA, meeting)


def test_the_worth_of_ends_turns_with_the_side():
    rules = MatchRules.parse("tavli", "5", {})
    begun = [GameStarted(1, "portes", WHITE), Rolled(WHITE, Dice(3, 1))]
    (story,) = stories(rules, begun)
    aim = Aim.of(story.start, WHITE)
    assert aim.unit is Unit.MATCH
    for points in range(-2, 3):
        assert aim.turned.worth(points) == pytest.approx(-aim.worth(-points))
    assert aim.scale() == pytest.approx(aim.turned.scale())
    assert replace(aim, ends=(0.0,) * 7).mark != aim.mark
