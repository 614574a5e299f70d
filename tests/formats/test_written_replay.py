"""Match texts through the rules: real ones are right, and each fault is named."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches import all_matches, kept_matches
from records import read_text, text_of
from spoiling import damage, plays_of, spoil
from tavli.formats.errors import RecordError
from tavli.formats.judge import Judge
from tavli.formats.load import load_matches
from tavli.formats.replay import replay_bytes, replay_file
from tavli.formats.written import Cell, CellKind
from tavli.formats.written_turns import Turns
from tavli.match import MatchEnded, MatchRules, fold
from tavli.rules import Dice, Player

HEAD = " {length} point match\n\n Game 1\n Anna : 0                      Basil : 0\n"


def complaints(body: str, *, length: int = 3, head: str = HEAD) -> list[tuple]:
    found = replay_bytes((head.format(length=length) + body).encode())
    return [(one.game, one.line, one.sentence) for one in found.complaints]


# ------------------------------------------------------------------- real matches


@pytest.mark.parametrize("path", kept_matches(), ids=lambda path: path.stem)
def test_a_real_match_has_no_complaint(path):
    found = replay_file(path)
    assert found.complaints == ()
    assert found.games > 0


@pytest.mark.slow
def test_the_whole_collection_has_no_complaint():
    paths = all_matches()
    if not paths:
        pytest.skip("the larger collection of matches is not beside the repository")
    assert {path.name: replay_file(path).complaints for path in paths} == {
        path.name: () for path in paths
    }


def test_scores_are_computed_and_not_believed():
    seven = next(path for path in kept_matches() if path.stem == "seven-point")
    found = replay_file(seven)
    assert (found.score, found.length, found.finished) == ((9, 2), "7", True)


# ----------------------------------------------------------------- spoiled matches


@pytest.mark.parametrize("path", kept_matches(), ids=lambda path: path.stem)
def test_the_first_complaint_names_the_play_that_was_made_illegal(path):
    content, chance = path.read_bytes(), random.Random(path.stem)
    plays = plays_of(content)
    for _ in range(3):
        copy = spoil(content, plays, chance)
        first = replay_bytes(copy.content).complaints[0]
        assert (first.game, first.line) == (copy.game, copy.line), copy.text


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_answered_by_a_report_or_one_sentence(seed):
    chance = random.Random(seed)
    path = chance.choice(kept_matches())
    spoiled = damage(path.read_bytes(), chance)
    try:
        sentences = [one.sentence for one in replay_bytes(spoiled).complaints]
    except RecordError as error:
        sentences = [error.reason]
    assert all(sentence and "\n" not in sentence for sentence in sentences)


@given(st.text("0123456789:/ ()*offbar\nDoubles=>TakWinpt", max_size=200))
def test_no_body_of_a_game_breaks_the_replay(body):
    complaints(body)


def test_a_cube_without_end_is_named_and_the_game_left():
    turns = "  2) Doubles => 3                     Takes\n" * 5000
    named = [sentence for _, _, sentence in complaints(OPENING + turns, length=0)]
    assert "the cube is never turned past 4096" in named
    assert len(named) < 50


# --------------------------------------------------------------------- each fault

OPENING = "  1) 31: 8/5 6/5                42: 8/4 6/4\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("  2) 61: 13/7 8/6", "8/6 is not legal. Your dice do not reach that far"),
        ("  2) 61: 13/7", "You still have a die to play"),
        ("  2) 61: Cannot Move", "You still have a die to play"),
        ("  2) 61: 13/7 14/13", "You have no checker there"),
        ("  2) 61: 24/20 13/12", "dice do not reach that far"),
        ("  2) 61: 13/7* 8/7", "no checker is hit on 7"),
        ("  2) 61: 13/7 hm", "'hm' is not a step"),
        ("  2) 79: 13/7 8/7", "can't be read"),
        ("  2)                             61: 13/7 8/7", "It is not your turn"),
        ("  2)  Takes", "There is no offer to answer"),
        ("  2)  Drops", "There is no offer to answer"),
        ("  2)  Doubles => 4", "the cube goes from 1 to 2, not 4"),
    ],
)
def test_an_impossible_cell_is_named_by_game_and_line(line, words):
    first = complaints(OPENING + line + "\n      Wins 1 point\n")[0]
    assert first[:2] == (1, 6)
    assert words in first[2]


def test_a_play_the_file_does_not_know_is_no_fault_at_the_end():
    assert complaints(OPENING + "  2) 61: ????\n      Wins 1 point\n") == []
    assert complaints(OPENING + "  2) 00: ????\n      Wins 1 point\n") == []


@pytest.mark.parametrize("roll", ["61: ????", "00: ????"])
def test_a_play_the_file_does_not_know_is_named_where_the_game_goes_on(roll):
    body = f"{OPENING}  2) {roll}                    61: 13/7 8/7\n      Wins 1 point\n"
    ((game, line, sentence),) = complaints(body)
    assert (game, line) == (1, 6)
    assert "leaves open what was played" in sentence


def test_an_opening_the_file_does_not_know_is_named():
    body = "  1) 61: ????                    61: 13/7 8/7\n      Wins 1 point\n"
    assert [line for _, line, _ in complaints(body)] == [5]


def test_a_roll_that_was_thrown_again_is_no_fault():
    body = f"{OPENING}  2) 00: ????\n  3) 61: 13/7 8/7\n      Wins 1 point\n"
    assert complaints(body) == []


def test_every_illegal_play_is_reported_as_long_as_the_board_permits():
    body = OPENING + "  2) 61: 13/7 8/6               61: 13/7 8/6\n Wins 1 point\n"
    assert [line for _, line, _ in complaints(body)] == [6, 6]


def test_the_next_game_is_judged_although_one_was_lost():
    second = " Game 2\n Anna : 1                       Basil : 0\n"
    body = (
        f"{OPENING}  2) nonsense\n      Wins 1 point\n{second}{OPENING}  2) 61: 9/2\n"
    )
    found = complaints(body)
    assert [(game, line) for game, line, _ in found] == [(1, 6), (2, 11)]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (
            f"{OPENING}  2)  Doubles => 2                 Drops\n      Wins 2 points\n",
            (1, 7, "'Wins 2 points': by the rules White wins 1"),
        ),
        (
            f"{OPENING}  2)  Doubles => 2                 Drops\n{'':34}Wins 1 point\n",
            (1, 7, "'Wins 1 point': by the rules White wins 1"),
        ),
        (
            f"{OPENING}      Wins 4016 points\n",
            (
                1,
                6,
                "'Wins 4016 points': with the cube at 1 nobody can resign 4,016 points",
            ),
        ),
        (
            f"{OPENING}      Wins 1 point and the match\n",
            (1, 6, "the match is not over at 1-0"),
        ),
        (f"{OPENING}", (1, 5, "this game has no result")),
        ("", (1, 3, "this game is empty")),
        (
            "  1) 33: 8/5(2) 6/3(2)\n      Wins 1 point\n",
            (1, 5, "a game can't begin with 3-3: equal dice are thrown again"),
        ),
        (
            f"{OPENING}      Wins 1 point\n  3) 61: 13/7 8/7\n",
            (1, 7, "the game was over before '61: 13/7 8/7'"),
        ),
    ],
)
def test_a_wrong_result_is_named(body, complaint):
    assert complaints(body, length=5) == [complaint]


def test_after_a_game_without_a_result_the_next_head_is_believed():
    second = "\n Game 2\n Anna : 2                       Basil : 0\n"
    body = f"{OPENING}{second}{OPENING}      Wins 1 point\n"
    assert complaints(body) == [(1, 5, "this game has no result")]


def test_a_wrong_score_in_a_head_is_named_once():
    heads = "".join(
        f"\n Game {number}\n Anna : {won}                       Basil : 0\n"
        f"{OPENING}      Wins 1 point\n"
        for number, won in ((2, 2), (3, 3))
    )
    body = f"{OPENING}      Wins 1 point\n{heads}"
    assert complaints(body, length=7) == [
        (1, 9, "the score is given as 2-0, and by the games before it is 1-0")
    ]


def test_a_game_after_the_end_of_the_match_is_named():
    second = "\n Game 2\n Anna : 3                       Basil : 0\n"
    body = f"{OPENING}      Wins 3 points\n{second}{OPENING}      Wins 1 point\n"
    assert complaints(body) == [(1, 8, "the match was over before this game")]


@pytest.mark.parametrize("score", [(4, 0), (0, 3), (3, 3)])
def test_a_match_stays_won_whatever_score_decides_it_in_a_later_head(score):
    white, black = score
    second = f"\n Game 2\n Anna : {white}                       Basil : {black}\n"
    body = f"{OPENING}      Wins 3 points\n{second}{OPENING}      Wins 1 point\n"
    content = (HEAD.format(length=3) + body).encode()
    (loaded,) = load_matches(content, "match")
    assert complaints(body) == [(1, 8, "the match was over before this game")]
    assert loaded.state.score == (3, 0)
    assert loaded.state.ended is not None


def test_no_score_in_a_head_adds_a_game_to_a_single_one():
    game = (
        "(;FF[4]GM[portes]MI[length:0][game:{0}][ws:{1}][bs:0]PW[A]PB[B]"
        "TV[game:portes][length:game]RE[W+1R];PL[W]DI[31])"
    )
    content = (game.format(0, 0) + game.format(1, 3)).encode()
    (loaded,) = load_matches(content, "single.sgf")
    (complaint,) = loaded.complaints
    assert complaint.sentence == "the match was over before this game"
    assert loaded.state.score == (1, 0)
    assert loaded.state.ended is not None


def test_a_wrong_number_of_a_game_is_named():
    second = "\n Game 3\n Anna : 1                       Basil : 0\n"
    body = f"{OPENING}      Wins 1 point\n{second}{OPENING}      Wins 1 point\n"
    assert complaints(body) == [(2, 8, "this is game 2, not 3")]


CRAWFORD = (
    f"{OPENING}      Wins 2 points\n\n Game 2\n"
    f" Anna : 2                       Basil : 0\n{OPENING}"
    "  2)  Doubles => 2                 Drops\n      Wins 1 point\n"
)


def test_a_double_in_the_crawford_game_is_named():
    assert complaints(CRAWFORD) == [(2, 11, "No doubling in the Crawford game.")]


def test_without_the_crawford_rule_the_same_double_is_right():
    assert complaints(CRAWFORD, head='; [Crawford "Off"]\n' + HEAD) == []


def test_the_surplus_of_the_last_game_may_be_left_out():
    body = f"{OPENING}  2)  Doubles => 2                 Takes\n"
    won = "  3) 61: 13/7 8/7\n      Wins {} and the match\n"
    assert complaints(body + won.format("3 points")) == []
    assert complaints(body + won.format("4 points")) == []


def test_a_match_that_is_not_played_here_is_refused():
    for text, words in (
        ('; [Variation "Nackgammon"]\n' + HEAD.format(length=3), "'Nackgammon'"),
        (HEAD.format(length=99), "a length is"),
    ):
        with pytest.raises(RecordError, match=words):
            replay_bytes(text.encode())


MONEY = HEAD.replace("{length} point match", "Money session")


def test_in_money_play_beavers_and_raccoons_are_known():
    body = (
        f"{OPENING}  2)  Doubles => 2                 Beavers => 4\n"
        "  3)  Raccoons => 8                Takes\n"
        "  4) 61: 13/7 8/7\n      Wins 8 points\n"
    )
    assert complaints(body, head=MONEY) == []


GAMMON = f"{OPENING}      Wins {{}} points\n"


@pytest.mark.parametrize(
    ("tag", "points", "count"),
    [
        ("", 2, 0),
        ('; [Jacoby "Off"]\n', 2, 0),
        ('; [Jacoby "On"]\n', 2, 1),
        ('; [Jacoby "On"]\n', 1, 0),
    ],
)
def test_under_the_jacoby_rule_nobody_resigns_a_gammon_without_a_cube(
    tag, points, count
):
    assert len(complaints(GAMMON.format(points), head=tag + MONEY)) == count


def test_a_loser_s_line_says_the_same_as_the_winner_s():
    lost = "  2)  Losses 2 points              Wins 2 points\n"
    assert complaints(OPENING + lost) == []
    wrong = "  2)  Losses 2 points              Wins 1 point\n"
    assert [line for _, line, _ in complaints(OPENING + wrong)] == [6]


def test_a_double_before_a_result_was_dropped_or_its_owner_gave_up():
    doubled = OPENING + "  2)  Doubles => 2\n"
    assert complaints(doubled + "      Wins 1 point\n") == []
    assert complaints(doubled + " " * 34 + "Wins 1 point\n") == []
    assert len(complaints(doubled + "      Wins 2 points\n", length=5)) == 1


def test_a_result_without_points_is_the_cube_s():
    assert complaints(OPENING + "      Wins\n") == []


def test_a_beaver_in_a_match_is_named():
    body = f"{OPENING}  2)  Doubles => 2                 Beavers => 4\n"
    assert "Beavers are not played" in complaints(body)[0][2]


def test_an_action_that_the_rules_refuse_is_named_and_ends_the_game():
    rules = MatchRules.parse("backgammon", "3", {"opening_first": "reroll"})
    judge = Judge(rules)
    judge.accept(*judge.begin())
    turns = Turns(judge)
    turns.take(
        Cell(CellKind.ROLL, Player.WHITE, 5, 1, "31: 8/5 6/5", Dice(3, 1), "8/5 6/5")
    )
    (complaint,) = judge.complaints
    assert complaint.sentence == "'31: 8/5 6/5': Roll the dice first."
    assert turns.lost


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("      Wins 10000001 points\n", 6, "nobody can resign 10,000,001 points"),
        ("      Losses 999999999993\n", 6, "nobody can resign 999,999,999,993"),
        (f"      Wins {'9' * 900}\n", 6, "nobody can resign"),
        ("  2)  Doubles => 99999999999    Takes\n      Wins 2 points\n", 6, "the cube"),
        (
            "      Wins 1 point\n\n Game 2\n Anna : 50000000       Basil : 0\n"
            f"{OPENING}      Wins 1 point\n",
            9,
            "the score is given as 50000000-0, and by the games before it is 1-0",
        ),
    ],
)
def test_a_number_beyond_all_matches_is_named_and_not_believed(body, line, words):
    content = (HEAD.format(length=3) + OPENING + body).encode()
    (loaded,) = load_matches(content, "match")
    (complaint,) = loaded.complaints
    assert complaint.line == line
    assert words in complaint.sentence
    assert max(loaded.state.score) <= 2
    assert read_text(text_of(loaded.record)).header == loaded.record.header


def test_points_add_up_to_nothing_that_a_record_can_not_hold():
    game = " Game {0}\n Anna : {1}                       Basil : 0\n{2}"
    end = "      Wins 9999 points\n\n"
    scores = (0, 9_995_000, 10_000_000)
    games = [
        game.format(number, score, OPENING) + end
        for number, score in enumerate(scores, 1)
    ]
    content = (" 0 point match\n\n" + "".join(games)).encode()
    (loaded,) = load_matches(content, "match")
    assert loaded.state.score[0] > 10_000_000
    assert read_text(text_of(loaded.record)).header == loaded.record.header


def test_a_match_that_its_file_goes_on_with_is_not_over():
    """A score in a head that decides nothing takes back that the match was over."""
    second = "\n Game 2\n Anna : 1                       Basil : 0\n"
    body = f"{OPENING}      Wins 3 points\n{second}{OPENING}      Wins 1 point\n"
    content = (HEAD.format(length=3) + body).encode()
    (loaded,) = load_matches(content, "match")
    events = [entry.event for entry in loaded.record.events]
    assert not any(isinstance(event, MatchEnded) for event in events)
    assert (
        fold(loaded.record.header.rules, events).score == loaded.state.score == (2, 0)
    )
