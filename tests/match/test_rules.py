"""What is agreed before a match, read from texts."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavli.match import (
    GAMES,
    LONGEST_MATCH,
    CubeOption,
    DrawStarter,
    Length,
    MatchRules,
    MatchState,
    NextStarter,
    Opening,
    Span,
    begin,
    choices_of,
    defaults_of,
    fold,
)


@pytest.mark.rule("M2")
@pytest.mark.parametrize("text", [str(n) for n in range(1, LONGEST_MATCH + 1)])
def test_every_number_of_points_that_is_offered_can_be_read(text):
    length = Length.parse(text)
    assert (length.span, length.target, str(length)) == (Span.POINTS, int(text), text)


@pytest.mark.parametrize("text", ["game", "money"])
def test_lengths_without_points(text):
    assert str(Length.parse(text)) == text


@pytest.mark.rule("M2")
@pytest.mark.parametrize("text", ["0", "26", "05", "-3", "5 ", "", "٣", "9" * 40])
def test_other_lengths_are_refused_in_a_sentence(text):
    with pytest.raises(ValueError, match="a length is game, money or 1 to 25, not"):
        Length.parse(text)


@pytest.mark.parametrize("length", ["game", "money"])
def test_tavli_is_played_to_points(length):
    with pytest.raises(ValueError, match="to a number of points"):
        MatchRules.parse("tavli", length)


@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga"])
def test_only_backgammon_is_played_for_money(game):
    with pytest.raises(ValueError, match=f"{game} is not played for money"):
        MatchRules.parse(game, "money")


def test_an_unknown_game_is_refused_and_the_known_are_told():
    with pytest.raises(ValueError, match=r"the games are tavli, portes, .* not 'go'"):
        MatchRules.parse("go", "5")


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("portes", {"mother": "1"}, "portes to 5 has no option 'mother'"),
        ("portes", {"fevga.runner": "reach_12"}, "has no option 'fevga.runner'"),
        ("tavli", {"bg.crawford": "on"}, "has no option 'bg.crawford'"),
        ("tavli", {"portes.max_points": "4"}, "portes.max_points is one of 2, 3, not"),
        ("tavli", {"starter_next": ""}, "starter_next is one of winner, loser"),
        (
            "backgammon",
            {"bg.holland": "on", "bg.crawford": "off"},
            "the Holland rule follows a Crawford game",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused_in_a_sentence(game, options, sentence):
    with pytest.raises(ValueError, match=sentence.replace(".", r"\.")):
        MatchRules.parse(game, "5", options)


def test_only_what_differs_from_the_defaults_is_kept():
    rules = MatchRules.parse(
        "tavli", "5", {"starter_next": "winner", "portes.max_points": "3"}
    )
    assert dict(rules.options) == {"portes.max_points": "3"}


@pytest.mark.rule("M4")
@pytest.mark.parametrize(
    ("game", "starter"),
    [
        ("tavli", NextStarter.WINNER),
        ("portes", NextStarter.WINNER),
        ("backgammon", NextStarter.ROLL_OFF),
    ],
)
def test_who_starts_by_default(game, starter):
    rules = MatchRules.parse(game, "5")
    assert rules.next_starter is starter
    assert rules.opening is Opening.USE_ROLLED
    assert rules.draw_starter is DrawStarter.LAST_WINNER


@pytest.mark.rule("B10")
@pytest.mark.rule("B11")
def test_a_game_by_itself_knows_the_options_of_money_play():
    keys = choices_of("backgammon", Length.parse("game")).keys()
    assert keys == choices_of("backgammon", Length.parse("money")).keys()
    assert {"bg.jacoby", "bg.beaver", "bg.raccoon", "bg.auto_doubles"} < keys


@pytest.mark.rule("B7")
def test_crawford_is_the_default_of_matches_alone():
    assert MatchRules.parse("backgammon", "5").cube_options == CubeOption.CRAWFORD
    for length in ("money", "game"):
        options = MatchRules.parse("backgammon", length).cube_options
        assert options == CubeOption.NONE


def test_a_tavli_match_carries_the_house_rules_of_its_three_games():
    rules = MatchRules.parse(
        "tavli",
        "7",
        {
            "portes.hit_and_run_home": "forbidden",
            "plakoto.mother_points": "3",
            "fevga.mobility": "classic",
        },
    )
    assert [rules.ruleset(number).key for number in range(1, 5)] == [
        "portes:hit_and_run_home=forbidden",
        "plakoto:mother_points=3",
        "fevga:mobility=classic",
        "portes:hit_and_run_home=forbidden",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_every_option_can_be_agreed(game):
    length = Length.parse("5")
    for key, values in choices_of(game, length).items():
        assert defaults_of(game, length)[key] == values[0]
        for value in values:
            options = {key: value}
            if key == "bg.crawford":
                options["bg.holland"] = "off"
            rules = MatchRules.parse(game, "5", options)
            chosen = {} if value == values[0] else {key: value}
            assert dict(rules.options) == chosen


@given(data=st.data(), game=st.sampled_from(GAMES), length=st.sampled_from(["3", "7"]))
def test_rules_read_back_from_their_own_texts_are_the_same(data, game, length):
    choices = choices_of(game, Length.parse(length))
    chosen = {
        key: data.draw(st.sampled_from(values)) for key, values in choices.items()
    }
    if chosen.get("bg.crawford") == "off":
        chosen["bg.holland"] = "off"
    rules = MatchRules.parse(game, length, chosen)
    again = MatchRules.parse(rules.game, str(rules.length), rules.options)
    assert again == rules
    assert hash(again) == hash(rules)


def test_a_match_travels_to_another_process_and_stays_the_same():
    rules = MatchRules.parse("tavli", "5", {"portes.max_points": "3"})
    state = fold(rules, begin(MatchState(rules=rules)))
    arrived = pickle.loads(pickle.dumps(state))
    assert arrived == state
    assert arrived.rules.options == {"portes.max_points": "3"}
