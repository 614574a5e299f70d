"""Our own record through the rules: each fault is named by its line."""

import random
from dataclasses import replace

import pytest

from records import real_records, record_of, tavli_record, text_of
from tavli.formats.load import load_matches
from tavli.formats.record import MatchRecord, RecordedEvent
from tavli.formats.record_replay import replay_record
from tavli.formats.replay import FileKind, replay_bytes
from tavli.match import (
    Abandon,
    Claim,
    CubeAutoDoubled,
    DeclineResignation,
    Doubled,
    EndSession,
    Event,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchEnded,
    MatchEnding,
    MatchRules,
    MatchState,
    OpeningThrown,
    Played,
    Resign,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    ResignMatch,
    Roll,
    Rolled,
    act,
    begin,
)
from tavli.rules import Dice, Move, Player, Stake

WHITE, BLACK = Player.WHITE, Player.BLACK


def complaints(found: MatchRecord) -> list[tuple]:
    judge = replay_record(found)
    return [(one.game, one.line, one.sentence) for one in judge.complaints]


def with_event(found: MatchRecord, index: int, event: Event) -> MatchRecord:
    """Return *found* with another event in place of one."""
    events = list(found.events)
    events[index] = replace(events[index], event=event)
    return replace(found, events=tuple(events))


def first(found: MatchRecord, kind: type, *, at_least: int = 0) -> int:
    """Return where the first event of *kind* stands."""
    return next(
        index
        for index, entry in enumerate(found.events)
        if index >= at_least and isinstance(entry.event, kind)
    )


def without(found: MatchRecord, index: int) -> MatchRecord:
    events = (*found.events[:index], *found.events[index + 1 :])
    return replace(found, events=events)


@pytest.mark.parametrize("number", range(12))
def test_real_matches_have_no_complaint_as_records(number):
    found = real_records()[number]
    assert complaints(found) == []


@pytest.mark.parametrize("seed", range(4))
def test_a_tavli_match_has_no_complaint(seed):
    found = replay_bytes(text_of(tavli_record(seed)).encode())
    assert found.complaints == ()
    assert found.kind is FileKind.RECORD
    assert (found.game, found.length, found.finished) == ("tavli", "3", True)


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_record_of_a_running_match_is_right_wherever_an_action_ends(cut):
    record = tavli_record()
    played = replace(record, events=record.events[:cut], proof=None)
    found = complaints(played)
    assert found == [] or "breaks off" in found[0][2]


def test_an_illegal_play_is_named_with_its_rule():
    record = tavli_record()
    index = first(record, Played)
    by = record.events[index].event.by
    wrong = with_event(record, index, Played(by, (Move(24, 1),), ("",)))
    game, line, sentence = complaints(wrong)[0]
    assert (game, line) == (1, index + 2)
    assert "24/1 is not legal" in sentence


def test_a_false_mark_is_named():
    record = tavli_record()
    index = first(record, Played)
    play = record.events[index].event
    wrong = with_event(record, index, replace(play, marks=("*",) * len(play.play)))
    (complaint,) = complaints(wrong)
    assert complaint[:2] == (1, index + 2)
    assert complaint[2].startswith("by the rules play")


def test_a_wrong_score_is_named_and_then_believed():
    record = tavli_record()
    index = first(record, GameEnded)
    end = record.events[index].event
    wrong = with_event(record, index, replace(end, score=(9, 9)))
    found = complaints(wrong)
    assert found[0][:2] == (1, index + 2)
    assert "score [0, 1], not score" in found[0][2]


def test_a_wrong_starter_is_named():
    record = tavli_record(length="5")
    index = first(record, GameStarted, at_least=1)
    start = record.events[index].event
    wrong = with_event(record, index, replace(start, starter=start.starter.opponent))
    found = complaints(wrong)[0]
    assert found[1] == index + 2
    assert "by the rules starter b" in found[2]


def test_a_missing_event_is_named():
    record = tavli_record()
    index = first(record, GameEnded)
    found = complaints(without(record, index))
    assert found[0][1] == record.events[index + 1].line
    assert found[0][2].startswith("before this event game_end")


def test_a_result_from_nowhere_is_named():
    record = tavli_record()
    index = first(record, GameEnded)
    end = record.events[index]
    events = (*record.events[:6], end, *record.events[6:])
    found = complaints(replace(record, events=events))
    assert found[0][2].startswith("nothing leads to event game_end")


def test_a_game_that_cannot_go_on_is_left_and_the_next_one_judged():
    record = tavli_record(length="5")
    index = first(record, Played)
    by = record.events[index].event.by
    impossible = Played(by, (Move(23, 22), Move(22, 21)), ("", ""))
    found = complaints(with_event(record, index, impossible))
    assert [one[:2] for one in found] == [(1, index + 2)]


# ------------------------------------------------------------------ backgammon


class FixedDice:
    """Throws 3-1 each time."""

    def roll(self, game: int, index: int) -> Dice:
        assert (game, index) >= (1, 0)
        return Dice(3, 1)


def backgammon(length: str, *actions, options=None) -> MatchRecord:
    """Return the record of a backgammon match in which *actions* were done."""
    rules = MatchRules.parse("backgammon", length, options or {})
    state = MatchState(rules=rules)
    events: list[Event] = []
    for step in (None, *actions):
        news = begin(state) if step is None else act(state, *step, FixedDice())
        for event in news:
            state = state.after(event)
            events.append(event)
    return record_of(rules, events)


@pytest.mark.parametrize(
    ("length", "actions"),
    [
        ("3", [(WHITE, Roll()), (WHITE, Resign(Stake.BACKGAMMON))]),
        ("3", [(WHITE, Roll()), (BLACK, ResignMatch())]),
        ("3", [(BLACK, Claim())]),
        ("3", [(WHITE, Roll()), (WHITE, Resign(Stake.SINGLE)),
               (BLACK, DeclineResignation())]),
        ("money", [(WHITE, Roll()), (WHITE, Resign(Stake.BACKGAMMON)),
                   (WHITE, EndSession())]),
        ("money", [(WHITE, Roll()), (WHITE, ResignMatch())]),
    ],
)  # fmt: skip
def test_every_way_to_end_a_match_is_understood(length, actions):
    assert complaints(backgammon(length, *actions)) == []


def crawford_match(*, flagged: bool = True) -> MatchRecord:
    """Return a match to 3 whose second game is the Crawford game."""
    return record_of(
        MatchRules.parse("backgammon", "3"),
        [
            GameStarted(1, "backgammon"),
            OpeningThrown(3, 1),
            ResignationOffered(BLACK, Stake.GAMMON),
            ResignationAccepted(WHITE),
            GameEnded(WHITE, 2, GameEnding.RESIGNED, (2, 0)),
            GameStarted(2, "backgammon", crawford=flagged),
            OpeningThrown(3, 1),
        ],
    )


def test_a_crawford_game_must_be_flagged():
    assert complaints(crawford_match()) == []
    (complaint,) = complaints(crawford_match(flagged=False))
    assert complaint[1] == 7
    assert "this is the Crawford game, and the record does not say so" in complaint[2]


def test_a_crawford_game_must_not_be_flagged_elsewhere():
    record = backgammon("3", (WHITE, Roll()))
    wrong = with_event(record, 0, GameStarted(1, "backgammon", None, crawford=True))
    (complaint,) = complaints(wrong)
    assert "which it is not" in complaint[2]


def test_a_double_in_the_crawford_game_is_named():
    record = crawford_match()
    opening = record.events[-1]
    more = [
        Played(WHITE, (Move(8, 5), Move(6, 5)), ("", "")),
        Doubled(BLACK, 2),
    ]
    events = (
        *record.events,
        *(
            RecordedEvent(event, None, opening.line + number)
            for number, event in enumerate(more, start=1)
        ),
    )
    found = complaints(replace(record, events=events))
    assert found == [(2, opening.line + 2, "No doubling in the Crawford game.")]


def test_the_cube_s_value_is_computed():
    record = backgammon("5", (WHITE, Roll()))
    state_actions = [
        Played(WHITE, (Move(8, 5), Move(6, 5)), ("", "")),
        Doubled(BLACK, 4),
    ]
    events = [entry.event for entry in record.events] + state_actions
    (complaint,) = complaints(record_of(record.header.rules, events))
    assert complaint[2] == "by the rules cube 2, not cube 4"


def test_an_automatic_double_must_be_due():
    record = backgammon("3", (WHITE, Roll()))
    events = [entry.event for entry in record.events] + [CubeAutoDoubled(2)]
    (complaint,) = complaints(record_of(record.header.rules, events))
    assert complaint[2].startswith("nothing leads to event auto_double")


LATE = (
    "(;FF[4]GM[6]MI[length:5][game:{}][ws:{}][bs:{}]PW[A]PB[B]RU[Crawford]"
    ";B[41lpab];W[double];B[drop])"
)


@pytest.mark.parametrize(
    "before",
    [(1, 1, 0), (3, 2, 3), (5, 1, 4)],
)
def test_a_match_from_its_midst_has_no_complaint_as_a_record(before):
    (loaded,) = load_matches(LATE.format(*before).encode(), "late.sgf")
    assert not loaded.complaints
    (again,) = load_matches(text_of(loaded.record).encode(), "late.tavli")
    assert not again.complaints
    assert again.state == loaded.state


def test_only_the_first_game_may_stand_for_others():
    (loaded,) = load_matches(LATE.format(1, 1, 0).encode(), "late.sgf")
    for score in ((5, 0), (0, 7)):  # the match would have been over
        ended = GameEnded(None, 0, GameEnding.RESIGNED, score)
        assert complaints(with_event(loaded.record, 1, ended))
    won = GameEnded(WHITE, 0, GameEnding.RESIGNED, (1, 0))
    assert complaints(with_event(loaded.record, 1, won))
    events = [entry.event for entry in loaded.record.events]
    started = GameStarted(3, "backgammon")
    later = [*events, started, GameEnded(None, 0, GameEnding.RESIGNED, (4, 0))]
    assert len(complaints(record_of(loaded.record.header.rules, later))) == 1


@pytest.mark.parametrize("length", ["5", "money"])
def test_after_an_end_that_nothing_leads_to_the_next_game_is_judged(length):
    begun = backgammon(length, (WHITE, Roll()))
    events = [entry.event for entry in begun.events]
    lost = GameEnded(WHITE, 1, GameEnding.RESIGNED, (1, 0))
    again = replace(events[0], number=2)
    found = record_of(begun.header.rules, [*events, lost, again, *events[1:]])
    judge = replay_record(found)
    (complaint,) = judge.complaints
    assert complaint.line == len(events) + 2
    assert complaint.sentence.startswith("nothing leads to event game_end")
    assert judge.state.ended is None
    assert (judge.state.score, judge.game.number) == ((1, 0), 2)


def test_the_record_of_a_damaged_match_is_no_more_damaged():
    play = "  1) 31: 8/5 6/5                         {}\n"
    heads = " Game {}\n A : {}                                B : 0\n"
    end = "      Wins 1 point\n\n"
    lost, right = play.format("51: 20/15 15/14"), play.format("52: 13/8 24/22")
    text = heads.format(1, 0) + lost + end + heads.format(2, 1) + right + end
    (loaded,) = load_matches(f" 5 point match\n\n{text}".encode(), "damaged.mat")
    assert len(loaded.complaints) == 1
    (again,) = load_matches(text_of(loaded.record).encode(), "damaged.tavli")
    assert len(again.complaints) == 1
    assert again.state == loaded.state


def test_nothing_follows_the_end():
    record = backgammon("3", (BLACK, Claim()))
    events = [entry.event for entry in record.events] + [Rolled(WHITE, Dice(3, 1))]
    (complaint,) = complaints(record_of(record.header.rules, events))
    assert complaint[2] == "The match is over."


def test_a_match_does_not_end_before_its_score():
    record = backgammon("3", (WHITE, Roll()))
    end = MatchEnded(WHITE, MatchEnding.POINTS, (3, 0))
    events = [entry.event for entry in record.events] + [end]
    (complaint,) = complaints(record_of(record.header.rules, events))
    assert complaint[2].startswith("nothing leads to event match_end")


def test_a_roll_off_that_breaks_off_is_named():
    rules = MatchRules.parse("portes", "3")
    events = [GameStarted(1, "portes"), OpeningThrown(3, 3)]
    assert complaints(record_of(rules, events)) == [
        (1, 3, "the record breaks off in this roll-off")
    ]


def test_an_action_that_breaks_off_is_named():
    record = backgammon("3", (WHITE, Roll()), (WHITE, Resign(Stake.BACKGAMMON)))
    events = [entry.event for entry in record.events]
    (complaint,) = complaints(record_of(record.header.rules, events[:-1]))
    assert complaint[2].startswith("the record breaks off before event match_end")


def test_an_abandoned_match_is_understood():
    assert complaints(backgammon("3", (WHITE, Roll()), (BLACK, Abandon()))) == []


def test_a_roll_off_that_breaks_off_is_named_once():
    rules = MatchRules.parse("portes", "3")
    events = [GameStarted(1, "portes"), *[OpeningThrown(3, 3)] * 50]
    assert complaints(record_of(rules, events)) == [
        (1, 3, "the record breaks off in this roll-off")
    ]


def test_a_cube_that_runs_away_ends_the_game_s_replay():
    rules = MatchRules.parse("backgammon", "money", {"bg.auto_doubles": "on"})
    events = [
        GameStarted(1, "backgammon"),
        *[CubeAutoDoubled(2)] * 5000,
        OpeningThrown(3, 3),
        OpeningThrown(3, 1),
        Rolled(WHITE, Dice(3, 1)),
    ]
    assert 0 < len(complaints(record_of(rules, events))) < 20


def test_no_automatic_double_is_due_once_the_cube_is_turned():
    rules = MatchRules.parse("backgammon", "money", {"bg.auto_doubles": "on"})
    events = [
        GameStarted(1, "backgammon"),
        *[CubeAutoDoubled(2)] * 12,
        OpeningThrown(3, 3),
        OpeningThrown(3, 1),
    ]
    found = complaints(record_of(rules, events))
    assert [line for _, line, _ in found] == list(range(3, 15))


@pytest.mark.parametrize("seed", range(25))
def test_lines_in_any_disorder_are_answered_by_complaints(seed):
    chance = random.Random(seed)
    header, *lines, proof = text_of(tavli_record()).splitlines()
    for _ in range(chance.randint(1, 6)):
        lines.insert(chance.randrange(len(lines)), lines.pop(chance.randrange(40)))
        lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    found = replay_bytes("\n".join((header, *lines, proof)).encode())
    assert found.complaints


def match_point(*events: Event) -> MatchRecord:
    """A match of backgammon to one point, in which Black has moved once."""
    moved = Played(BLACK, (Move(8, 5), Move(6, 5)), ("", ""))
    begun = (GameStarted(1, "backgammon"), OpeningThrown(1, 3), moved)
    return record_of(MatchRules.parse("backgammon", "1"), [*begun, *events])


LOST = (
    GameEnded(BLACK, 1, GameEnding.RESIGNED, (0, 1)),
    MatchEnded(BLACK, MatchEnding.POINTS, (0, 1)),
)


def test_a_single_that_ends_the_match_needs_no_answer():
    offered = ResignationOffered(WHITE, Stake.SINGLE)
    assert complaints(match_point(offered, *LOST)) == []


def test_older_records_have_an_answer_to_what_ended_the_match():
    offered = ResignationOffered(WHITE, Stake.SINGLE)
    taken = match_point(offered, ResignationAccepted(BLACK), *LOST)
    assert complaints(taken) == []
    rolled = Rolled(WHITE, Dice(3, 1))
    played_on = match_point(offered, ResignationDeclined(BLACK), rolled)
    assert complaints(played_on) == []


def test_an_answer_to_all_that_could_be_lost_is_still_complained_of():
    offered = ResignationOffered(WHITE, Stake.BACKGAMMON)
    ended = (
        GameEnded(BLACK, 3, GameEnding.RESIGNED, (0, 3)),
        MatchEnded(BLACK, MatchEnding.POINTS, (0, 3)),
    )
    assert complaints(match_point(offered, *ended)) == []
    assert complaints(match_point(offered, ResignationAccepted(BLACK), *ended))
