"""What every bot owes the table, whatever its strength."""

from collections import Counter

import pytest

from bots.tables import at, new_match, played, winner_of
from tavli.bots import BOTS, Bot, make_bot
from tavli.match import (
    AcceptResignation,
    Cube,
    CubeOffer,
    DeclineResignation,
    Double,
    NextGame,
    OfferKind,
    Phase,
    PlayMoves,
    Resign,
    Resignation,
    ResignMatch,
    Roll,
    SeededDice,
    act,
    legal_actions,
)
from tavli.rules import Player, Stake, check_play

NAMES = ("random", "baseline", "level-3")  # the other levels play as it does
PAIRS = [(game, name) for game in ("portes", "plakoto", "fevga") for name in NAMES]


def seated(white: str, black: str, seed: int = 1) -> dict[Player, Bot]:
    return {
        Player.WHITE: make_bot(white, seed),
        Player.BLACK: make_bot(black, seed + 1),
    }


def test_a_bot_is_made_by_name():
    levels = [f"level-{number}" for number in range(1, 9)]
    assert [make_bot(name, 0).name for name in BOTS] == ["random", "baseline", *levels]


def test_an_unknown_bot_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match=r"the bots are random, .* not 'gnu'"):
        make_bot("gnu", 0)


@pytest.mark.parametrize("name", NAMES)
def test_whole_tavli_match_is_played_by_legal_actions_alone(name):
    seen = set()
    bots = seated(name, "baseline")
    for state, player, action in played(new_match("tavli", "3"), bots, "tavli"):
        kinds = {type(one) for one in legal_actions(state, player)}
        assert type(action) in kinds
        seen.add(type(action))
        if isinstance(action, PlayMoves):
            game = state.game
            check_play(game.ruleset, game.position, game.dice, action.moves)
    assert {Roll, PlayMoves, NextGame} <= seen


@pytest.mark.parametrize("name", NAMES)
def test_backgammon_match_with_every_cube_option_comes_to_its_end(name):
    kinds = {
        type(action)
        for state, player, action in played(
            new_match("backgammon", "5"), seated(name, "baseline"), "cube"
        )
        if type(action) in {type(one) for one in legal_actions(state, player)}
    }
    assert Double in kinds or name == "random"


@pytest.mark.parametrize("name", NAMES)
def test_no_bot_ever_resigns(name):
    for _, _, action in played(
        new_match("portes", "3"), seated(name, name), "resignations"
    ):
        assert not isinstance(action, (Resign, ResignMatch))


@pytest.mark.parametrize(("game", "name"), PAIRS)
def test_the_same_seed_chooses_the_same(game, name):
    choices = [
        [
            action
            for _, _, action in played(
                new_match(game, "game"), seated(name, name, seed=7), "same"
            )
        ]
        for _ in range(2)
    ]
    assert choices[0] == choices[1]


def test_another_seed_lets_the_random_bot_choose_otherwise():
    start = "24:2 13:5 8:3 6:5"
    state = at(new_match("portes", "game"), start, start, dice="2-1")
    chosen = {
        make_bot("random", seed).choose(state, Player.WHITE) for seed in range(40)
    }
    assert len(chosen) > 8


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_that_is_not_awaited_says_so(name):
    state = at(new_match("portes", "game"), "6:15", "6:15", turn=Player.BLACK)
    with pytest.raises(ValueError, match="does not wait for white"):
        make_bot(name, 0).choose(state, Player.WHITE)


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_rolls_off_and_goes_on_to_the_next_game(name):
    bot = make_bot(name, 0)
    state = new_match("portes", "3")
    assert state.phase is Phase.OPENING
    assert bot.choose(state, Player.BLACK) == Roll()
    state = at(state, "1:1", "6:15")
    for action in (Roll(), PlayMoves(((1, 0),))):
        if state.phase is Phase.TO_PLAY or isinstance(action, Roll):
            for event in act(state, Player.WHITE, action, SeededDice("x")):
                state = state.after(event)
    assert state.phase is Phase.GAME_OVER
    assert bot.choose(state, Player.BLACK) == NextGame()


def resigned(game: str, stake: Stake, white: str, black: str) -> object:
    """What Black answers when White, with those boards, offers *stake*."""
    state = at(
        new_match(game, "7"),
        white,
        black,
        resignation=Resignation(Player.WHITE, stake),
    )
    return make_bot("baseline", 0).choose(state, Player.BLACK)


@pytest.mark.parametrize(
    ("game", "stake", "white", "black", "accepted"),
    [
        # The sides have not met yet: everything can still be lost.
        ("backgammon", Stake.SINGLE, "24:15", "13:15", False),
        ("backgammon", Stake.GAMMON, "24:15", "13:15", False),
        # White has passed: no checker of his can be caught in Black's home.
        ("backgammon", Stake.GAMMON, "18:15", "6:10", True),
        ("backgammon", Stake.SINGLE, "18:15", "6:10", False),
        # White is still in Black's home and may stay there.
        ("backgammon", Stake.GAMMON, "24:1 6:14", "1:4", False),
        # White is home and bears off before Black, with nine left, can be done.
        ("backgammon", Stake.SINGLE, "6:5 5:5 4:5", "6:9", True),
        ("portes", Stake.SINGLE, "6:5 5:5 4:5", "6:9", True),
        ("fevga", Stake.SINGLE, "6:5 5:5 4:5", "6:9", True),
        ("plakoto", Stake.SINGLE, "6:5 5:5 4:5", "6:9", True),
        # A throw of 5-4 bears none off the 6 point.
        ("portes", Stake.SINGLE, "6:15", "1:2", False),
        # Four left may all go in one throw, and it is White's turn: he is in time.
        ("portes", Stake.SINGLE, "6:3 5:3 4:3 3:2 2:2 1:2", "6:4", True),
        # The second throw of 2-1 brings him home, the third bears off.
        ("portes", Stake.SINGLE, "12:1 6:4 5:4 4:3 3:3", "6:8", False),
        ("portes", Stake.SINGLE, "12:1 6:4 5:4 4:3 3:3", "6:9", True),
        # A checker on the bar must still come past him.
        ("portes", Stake.SINGLE, "6:5 5:5 4:5", "bar:1 6:8", False),
        # A pinned checker is not past.
        ("plakoto", Stake.SINGLE, "6:14 5x", "20:1 6:8", False),
    ],
)
def test_a_resignation_is_accepted_if_no_more_can_be_won(
    game, stake, white, black, accepted
):
    answer = resigned(game, stake, white, black)
    assert answer == (AcceptResignation() if accepted else DeclineResignation())


def test_off_in_time_is_counted_from_whose_turn_it_is():
    state = at(
        new_match("portes", "7"),
        "6:3 5:3 4:3 3:2 2:2 1:2",
        "6:4",
        turn=Player.BLACK,
        resignation=Resignation(Player.WHITE, Stake.SINGLE),
    )
    assert make_bot("random", 0).choose(state, Player.BLACK) == DeclineResignation()


@pytest.mark.parametrize(
    ("game", "stake", "score", "cube", "accepted"),
    [
        ("portes", Stake.SINGLE, (0, 4), 1, True),
        ("portes", Stake.SINGLE, (0, 3), 1, False),
        ("portes", Stake.SINGLE, (4, 3), 1, False),  # whoever resigns needs nothing
        ("tavli", Stake.SINGLE, (0, 4), 1, True),
        ("backgammon", Stake.SINGLE, (0, 3), 2, True),
        ("backgammon", Stake.SINGLE, (0, 2), 2, False),
        ("backgammon", Stake.GAMMON, (0, 2), 2, True),
        ("backgammon", Stake.GAMMON, (0, 0), 2, False),
    ],
)
def test_a_resignation_that_wins_the_match_is_accepted(
    game, stake, score, cube, accepted
):
    """The sides have not met yet: in every game more could be won."""
    state = at(
        new_match(game, "5"),
        "24:15",
        "13:15",
        cube=Cube(cube, Player.BLACK if cube > 1 else None),
        resignation=Resignation(Player.WHITE, stake),
        score=score,
    )
    answer = make_bot("baseline", 0).choose(state, Player.BLACK)
    assert answer == (AcceptResignation() if accepted else DeclineResignation())


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_offer_is_answered(name):
    for kind, by, player in (
        (OfferKind.DOUBLE, Player.WHITE, Player.BLACK),
        (OfferKind.BEAVER, Player.BLACK, Player.WHITE),
        (OfferKind.RACCOON, Player.WHITE, Player.BLACK),
    ):
        state = at(
            new_match("backgammon", "money", bg__beaver="on", bg__raccoon="on"),
            "24:2 13:5 8:3 6:5",
            "24:2 13:5 8:3 6:5",
            offer=CubeOffer(kind, by, 2, by.opponent),
            cube=Cube(),
        )
        answer = make_bot(name, 0).choose(state, player)
        assert answer in legal_actions(state, player)


def test_random_plays_every_final_about_as_often():
    state = at(
        new_match("portes", "game"),
        "24:2 13:5 8:3 6:5",
        "24:2 13:5 8:3 6:5",
        dice="3-1",
    )
    bot = make_bot("random", 5)
    counts = Counter(bot.choose(state, Player.WHITE) for _ in range(16 * 60))
    assert len(counts) == 16
    assert 36 < min(counts.values()) <= max(counts.values()) < 84


@pytest.mark.slow
@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga", "backgammon"])
def test_baseline_beats_random(game):
    """Twenty games with swapped seats; one that plays at random would win ten."""
    wins = 0
    for number in range(20):
        me = (Player.WHITE, Player.BLACK)[number % 2]
        bots = {me: make_bot("baseline", 0), me.opponent: make_bot("random", number)}
        wins += winner_of(game, bots, f"{game} {number}") is me
    assert wins >= 16
