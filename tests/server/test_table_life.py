"""Seats, seeds, resuming, presence, claims, and what watchers see."""

import hashlib
import json

import pytest

from server.houses import RunningHouse
from server.visitors import Visitor

FIVE_MINUTES = 300_000


def test_the_commitment_is_out_before_any_seed_is_taken(visit):
    inviter, friend = visit(), visit()
    match = friend.made(f"/api/challenges/{inviter.challenge()}/accept")
    with inviter.sit(match) as line:
        assert len(bytes.fromhex(line.joined["commitment"])) == 32
        assert line.joined["seeded"] == {"w": False, "b": False}
        assert line.view["phase"] == "waiting"


def test_nothing_can_be_played_before_both_seeds_are_in(visit):
    inviter, friend = visit(), visit()
    match = friend.made(f"/api/challenges/{inviter.challenge()}/accept")
    with inviter.sit(match) as white, friend.sit(match) as black:
        for do in ("roll", "next", "resign_match"):
            assert white.act(do)["code"] == "not_started"
        white.give_seed()
        assert white.act("roll")["code"] == "not_started"
        black.give_seed()
        assert white.hear_until("events")["view"]["phase"] == "opening"


def test_the_first_seed_counts(visit):
    inviter, friend = visit(), visit()
    match = friend.made(f"/api/challenges/{inviter.challenge()}/accept")
    with inviter.sit(match) as white, friend.sit(match) as black:
        white.give_seed("a" * 32)
        white.give_seed("b" * 32)
        black.give_seed("c" * 32)
        white.hear_until("events")
        white.act("resign_match")
    proof = _record(inviter, match)[-1]
    assert proof["seeds"] == {"w": "a" * 32, "b": "c" * 32}


def _record(visitor: Visitor, match: str) -> list[dict[str, object]]:
    text = visitor.get(f"/api/matches/{match}/record").text
    return [json.loads(line) for line in text.splitlines()]


def test_the_secret_is_in_the_record_after_the_match_and_never_before(visitor):
    match = visitor.new_match()
    with visitor.sit(match) as line:
        line.give_seed()
        line.hear_until("events")
        before = visitor.get(f"/api/matches/{match}/record").text
        assert "secret" not in before
        page = visitor.get(f"/verify/{match}").text
        line.act("resign_match")
        everything_said = json.dumps(line.heard)
    proof = _record(visitor, match)[-1]
    secret = bytes.fromhex(proof["secret"])
    assert hashlib.sha256(secret).hexdigest() == line.joined["commitment"]
    assert proof["secret"] not in everything_said
    assert proof["secret"] not in page
    assert proof["secret"] in visitor.get(f"/verify/{match}").text


def test_the_computer_adds_no_seed(visitor):
    match = visitor.new_match()
    with visitor.sit(match) as line:
        assert line.joined["seeded"] == {"w": False, "b": True}
        line.give_seed("d" * 64)
        line.hear_until("events")
        line.act("resign_match")
    assert _record(visitor, match)[-1]["seeds"] == {"w": "d" * 64, "b": ""}


def test_a_line_that_comes_back_hears_exactly_what_it_missed(pair):
    pair.play_until("to_roll")
    heard = pair.white_line.version
    pair.white_line.close()
    missed = 0
    while pair.black_line.view["turn"] == "b":
        pair.black_line.do_first()
        missed += 1
    pair.white_line = pair.white.sit(pair.match, since=heard)
    history = pair.white_line.joined["history"]
    assert [step["version"] for step in history] == list(
        range(heard + 1, heard + missed + 1)
    )
    assert pair.white_line.view["version"] == heard + missed
    pair.do_first()


@pytest.mark.parametrize("since", [0, 1, 10**6])
def test_history_is_what_followed_the_version_named(pair, since):
    pair.play_until("to_roll")
    joined = pair.white_line.join(pair.match, since=since)
    versions = [step["version"] for step in joined["history"]]
    assert versions == list(range(since + 1, joined["version"] + 1))


def test_events_in_messages_in_history_and_in_the_record_are_the_same(pair):
    pair.play_until("to_roll")
    told = [
        event
        for message in pair.white_line.heard
        if message["type"] == "events"
        for event in message["events"]
    ]
    joined = pair.white_line.join(pair.match)
    history = [event for step in joined["history"] for event in step["events"]]
    assert told == history == _record(pair.white, pair.match)[1:]


def test_only_the_seat_that_must_play_gets_the_graph(visitor, pair):
    pair.play_until("to_play")
    actor, other = pair.acting()
    assert actor.view["graph"]["nodes"][0]["board"] == actor.view["board"]
    assert other.view["graph"] is None
    with visitor.sit(pair.match) as watcher:
        assert watcher.view["graph"] is None
        assert watcher.view["board"] == actor.view["board"]


def test_a_client_that_knows_the_rules_is_spared_the_graph(pair):
    pair.play_until("to_play")
    actor, _ = pair.acting()
    moves = actor.first_path()
    actor.join(pair.match, graph=False)
    assert actor.view["graph"] is None
    assert actor.view["may"][0] == "play"
    assert actor.act("play", moves=moves)["type"] == "events"


def test_a_watcher_hears_what_the_players_hear(visitor, pair):
    with visitor.sit(pair.match) as watcher:
        pair.play_until("to_roll")
        watcher.hear_until("events")
        while watcher.version < pair.white_line.version:
            watcher.hear_until("events")
        assert watcher.view["position"] == pair.white_line.view["position"]
        assert watcher.view["may"] == []


def test_two_people_at_one_screen_play_from_one_seat(visitor):
    match = visitor.new_match("plakoto", opponent="same_device")
    with visitor.sit(match) as line:
        assert line.seat == "both"
        line.give_seed()
        line.hear_until("events")
        movers = set()
        for _ in range(12):
            movers.add(line.view["turn"])
            line.do_first()
        assert {"w", "b"} <= movers
        assert line.act("claim")["code"] == "still_here"


def test_coming_and_going_is_told(pair, clock):
    clock.pass_ms(5000)
    pair.black_line.close()
    told = pair.white_line.hear_until("presence")["players"]
    while told["b"]["present"]:
        told = pair.white_line.hear_until("presence")["players"]
    assert told == {
        "w": {"present": True, "away_since": None},
        "b": {"present": False, "away_since": clock.now, "away_ms": 0},
    }
    pair.black_line = pair.black.sit(pair.match)
    told = pair.white_line.hear_until("presence")["players"]
    assert told["b"] == {"present": True, "away_since": None}


def test_a_second_page_of_the_same_player_keeps_him_present(pair):
    with pair.black.sit(pair.match):
        pair.black_line.say(type="leave", match=pair.match)
        pair.black_line.say(type="ping")
        pair.black_line.hear_until("pong")
        pair.white_line.say(type="ping")
        pair.white_line.hear_until("pong")
        last = [m for m in pair.white_line.heard if m["type"] == "presence"][-1]
        assert last["players"]["b"]["present"]


def _leave(pair) -> None:
    pair.black_line.close()
    while pair.white_line.hear_until("presence")["players"]["b"]["present"]:
        pass


@pytest.mark.parametrize(
    ("do", "winner", "result"), [("claim", "w", "won"), ("abandon", None, "abandoned")]
)
def test_after_five_minutes_absence_the_other_may_end_the_match(
    pair, clock, do, winner, result
):
    _leave(pair)
    clock.pass_ms(FIVE_MINUTES - 1)
    assert pair.white_line.act(do)["code"] == "still_here"
    clock.pass_ms(1)
    ended = pair.white_line.act(do)["events"][-1]
    assert (ended["event"], ended["how"], ended["winner"]) == ("match_end", do, winner)
    (listed,) = pair.white.get("/api/matches").json()["finished"]
    assert (listed["result"], listed["how"]) == (result, do)
    assert "secret" in _record(pair.white, pair.match)[-1]


def test_who_comes_back_in_time_cannot_be_claimed_against(pair, clock):
    _leave(pair)
    clock.pass_ms(FIVE_MINUTES - 1)
    pair.black_line = pair.black.sit(pair.match)
    clock.pass_ms(FIVE_MINUTES)
    assert pair.white_line.act("claim")["code"] == "still_here"


def test_the_computer_is_never_away(visitor, clock):
    match = visitor.new_match()
    with visitor.sit(match) as line:
        line.give_seed()
        line.hear_until("events")
        clock.pass_ms(10 * FIVE_MINUTES)
        assert line.act("claim")["code"] == "still_here"


def test_an_invited_player_who_never_comes_can_be_left(visit, clock):
    inviter, friend = visit(), visit()
    match = friend.made(f"/api/challenges/{inviter.challenge()}/accept")
    with inviter.sit(match) as line:
        clock.pass_ms(FIVE_MINUTES)
        assert line.act("abandon")["view"]["phase"] == "match_over"


def test_nothing_changes_after_the_end(pair, clock):
    pair.finish_by_resignation()
    before = pair.white_line.version
    _leave(pair)
    clock.pass_ms(FIVE_MINUTES)
    for do in ("roll", "next", "resign_match", "claim", "abandon"):
        assert pair.white_line.act(do)["code"] == "match_is_over"
    assert pair.white_line.version == before


def test_the_match_lives_in_its_log_alone(start_house):
    first = start_house()
    visitor = Visitor(first)
    match = visitor.new_match("fevga")
    with visitor.sit(match) as line:
        line.give_seed()
        line.hear_until("events")
        for _ in range(6):
            while line.view["turn"] not in (line.seat, None):
                line.hear_until("events")
            line.do_first()
        history = line.join(match)["history"]
    first.stop()

    second: RunningHouse = start_house()
    visitor.house = second
    with visitor.sit(match) as line:
        resumed = line.joined["history"]
        assert resumed[: len(history)] == history
        while line.view["turn"] not in (line.seat, None):
            line.hear_until("events")
        assert line.do_first()["type"] == "events"
    visitor.close()


def test_of_two_actions_at_one_version_one_is_done(pair):
    for line, name in zip(pair.lines, ("from-white", "from-black"), strict=True):
        line.say(
            type="act",
            match=pair.match,
            id=name,
            version=line.version,
            action={"do": "roll"},
        )
    answers = []
    for line, name in zip(pair.lines, ("from-white", "from-black"), strict=True):
        while True:
            message = line.hear()
            if name in (message.get("action"), message.get("id")):
                answers.append(message)
                break
    assert sorted(answer["type"] for answer in answers) == ["events", "refused"]
    assert {answer.get("code") for answer in answers} == {None, "stale"}
    assert {answer["view"]["version"] for answer in answers} == {2}


def test_an_offer_made_while_the_opponent_is_away_waits_for_him(seat):
    pair = seat("backgammon", "3")
    pair.play_until("to_roll")
    if pair.white_line.view["turn"] == "b":
        pair.do_first()
        pair.play_until("to_roll")
    while pair.white_line.view["turn"] != "w":
        pair.do_first()
    pair.play_until("to_roll")
    _leave(pair)
    actor = pair.white_line
    assert actor.view["turn"] == "w"
    actor.act("double")
    pair.black_line = pair.black.sit(pair.match)
    assert pair.black_line.view["phase"] == "to_answer_double"
    assert pair.black_line.view["may"][:2] == ["take", "drop"]
    assert pair.black_line.view["cube"] == {"value": 2, "owner": None}
    assert pair.black_line.act("take")["view"]["cube"] == {"value": 2, "owner": "b"}
