"""Match text that we write is read back as the same match."""

import io

import pytest

from records import real_records, record_of, tavli_record
from tavli.formats import mat, mat_writer
from tavli.formats.load import load_matches
from tavli.formats.record import MatchRecord
from tavli.formats.save import SaveKind, save_match
from tavli.formats.written_replay import replay_written
from tavli.match import (
    Beavered,
    CubeAutoDoubled,
    Doubled,
    GameStarted,
    MatchEnded,
    MatchEnding,
    MatchRules,
    OpeningThrown,
    Played,
    Raccooned,
    Rolled,
    Taken,
)
from tavli.rules import Dice, Move, Player

WHITE, BLACK = Player.WHITE, Player.BLACK


def written(found: MatchRecord) -> str:
    out = io.StringIO()
    mat_writer.write(found, out)
    return out.getvalue()


@pytest.mark.parametrize("number", range(12))
def test_a_real_match_is_read_back_event_by_event(number):
    found = real_records()[number]
    match = mat.read(written(found).encode())
    judge = replay_written(match)
    assert judge.complaints == []
    assert judge.events == [entry.event for entry in found.events]
    assert (match.white, match.black) == ("Άννα: 1", "O'Brien")


OPENING = (
    GameStarted(1, "backgammon"),
    OpeningThrown(1, 3),
    Played(BLACK, (Move(8, 5), Move(6, 5)), ("", "")),
)


def test_the_cube_of_money_play_is_written():
    rules = MatchRules.parse(
        "backgammon",
        "money",
        {"bg.beaver": "on", "bg.raccoon": "on", "bg.jacoby": "on"},
    )
    events = [*OPENING, Doubled(WHITE, 2), Beavered(BLACK, 4), Raccooned(WHITE, 8)]
    text = written(record_of(rules, [*events, Taken(BLACK), Rolled(WHITE, Dice(6, 1))]))
    assert '; [Jacoby "On"]' in text
    assert " 0 point match" in text
    lines = [" ".join(line.split()) for line in text.split("\n")]
    assert lines[lines.index("Game 1") + 2 :] == [
        "1) 31: 8/5 6/5",
        "2) Doubles => 2 Beavers => 4",
        "3) Raccoons => 8 Takes",
        "4) 61: ????",
        "",
    ]


MIDST = """
 5 point match

 Game {number}
 Anna : {score}                            Basil : 2
  1) 31: 8/5 6/5                         52: 24/22 13/8
  2)  Doubles => 2                        Drops
      Wins 1 point

 Game {following}
 Anna : {then}                            Basil : 2
  1)                                     31: 8/5 6/5
  2) 52: 24/22 13/8
"""


@pytest.mark.parametrize(("number", "score"), [(2, 1), (4, 3), (6, 2)])
def test_a_match_from_its_midst_is_read_back_as_it_was(number, score):
    text = MIDST.format(
        number=number, score=score, following=number + 1, then=score + 1
    )
    (found,) = load_matches(text.encode(), "midst.mat")
    (again,) = load_matches(written(found.record).encode(), "midst.mat")
    for match in (found, again):
        said = [complaint.sentence for complaint in match.complaints]
        assert said == ["this game has no result"]
        assert match.state.score == (score + 1, 2)
    assert again.record.events == found.record.events
    assert f"Game {number - 1}\n" not in written(found.record)


def test_a_double_tells_that_the_crawford_game_was_before_the_file():
    text = MIDST.format(number=7, score=4, following=8, then=5)
    (found,) = load_matches(text[: text.index(" Game 8")].encode(), "midst.mat")
    assert found.complaints == ()
    assert found.state.ended is not None


@pytest.mark.parametrize(("number", "score"), [(1, 3), (1001, 3)])
def test_a_score_is_complained_of_where_no_game_was_before(number, score):
    text = MIDST.format(
        number=number, score=score, following=number + 1, then=score + 1
    )
    (found,) = load_matches(text.encode(), "midst.mat")
    said = found.complaints[0].sentence
    assert said == "the score is given as 3-2, and by the games before it is 0-0"


def test_the_one_who_does_not_begin_leaves_his_first_cell_empty():
    rules = MatchRules.parse("backgammon", "3", {})
    text = written(record_of(rules, list(OPENING)))
    assert f"  1) {'':35}31: 8/5 6/5\n" in text


def test_other_games_and_rules_are_refused():
    with pytest.raises(ValueError, match="can't hold tavli"):
        written(tavli_record())
    rules = MatchRules.parse("backgammon", "3", {"starter_next": "winner"})
    with pytest.raises(ValueError, match="can't hold the option starter_next"):
        written(record_of(rules, []))


def test_automatic_doubles_are_refused():
    rules = MatchRules.parse("backgammon", "money", {})
    events = [GameStarted(1, "backgammon"), OpeningThrown(3, 3), CubeAutoDoubled(2)]
    with pytest.raises(ValueError, match="can't hold automatic doubles"):
        written(record_of(rules, events))


@pytest.mark.parametrize(
    "event", [Rolled(WHITE, Dice(6, 1)), MatchEnded(WHITE, MatchEnding.CLAIMED, (0, 0))]
)
@pytest.mark.parametrize("kind", [SaveKind.MATCH_TEXT, SaveKind.SGF])
def test_what_stands_before_any_game_is_passed_over(event, kind):
    rules = MatchRules.parse("backgammon", "3", {})
    begun = save_match(record_of(rules, [event, *OPENING]), kind)
    assert begun == save_match(record_of(rules, [*OPENING]), kind)


@pytest.mark.parametrize(
    "events",
    [
        [],
        [Rolled(WHITE, Dice(6, 1))],
        [MatchEnded(WHITE, MatchEnding.RESIGNED, (0, 0))],
    ],
)
@pytest.mark.parametrize("kind", [SaveKind.MATCH_TEXT, SaveKind.SGF, SaveKind.OGXM])
def test_a_match_without_a_game_is_no_file_of_other_programs(events, kind):
    rules = MatchRules.parse("backgammon", "3", {})
    with pytest.raises(ValueError, match="has no game that could be written"):
        save_match(record_of(rules, events), kind)
