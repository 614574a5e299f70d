"""Invitations by link, and playing again."""

import threading

import pytest

DAY = 24 * 60 * 60 * 1000


def test_a_friend_takes_the_link_and_both_are_told(visit):
    inviter, friend = visit(), visit()
    made = inviter.post(
        "/api/challenges", {"game": "tavli", "length": "3", "options": {}}
    ).json()
    path = f"/api/challenges/{made['challenge']}"
    assert made["url"].endswith(f"/c/{made['challenge']}")
    seen = friend.get(path).json()
    assert (seen["state"], seen["mine"], seen["by"]) == (
        "open",
        False,
        inviter.me["name"],
    )
    assert seen["rules"] == {"game": "tavli", "length": "3", "options": {}}
    match = friend.made(f"{path}/accept")
    for player, mine in ((inviter, True), (friend, False)):
        told = player.get(path).json()
        assert (told["state"], told["mine"], told["match"]) == ("taken", mine, match)


def test_a_third_person_is_not_told_the_match(visit):
    inviter, friend, third = visit(), visit(), visit()
    path = f"/api/challenges/{inviter.challenge()}"
    friend.made(f"{path}/accept")
    assert "match" not in third.get(path).json()
    refused = third.post(f"{path}/accept")
    assert (refused.status_code, refused.json()["error"]) == (409, "table_full")


def test_accepting_twice_is_accepting_once(visit):
    inviter, friend = visit(), visit()
    path = f"/api/challenges/{inviter.challenge()}/accept"
    assert friend.made(path) == friend.made(path)
    assert len(friend.get("/api/matches").json()["running"]) == 1


def test_of_two_takers_at_the_same_moment_one_is_seated(visit):
    inviter = visit()
    takers = [visit() for _ in range(6)]
    path = f"/api/challenges/{inviter.challenge()}/accept"
    together = threading.Barrier(len(takers))
    answers = []

    def take(taker: object) -> None:
        together.wait(20)
        answers.append(taker.post(path))

    threads = [threading.Thread(target=take, args=(taker,)) for taker in takers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [200] + [409] * (len(takers) - 1)
    assert {a.json()["error"] for a in answers if a.status_code == 409} == {
        "table_full"
    }
    assert len(inviter.get("/api/matches").json()["running"]) == 1


def test_ones_own_invitation_cannot_be_taken(visitor):
    refused = visitor.post(f"/api/challenges/{visitor.challenge()}/accept")
    assert (refused.status_code, refused.json()["error"]) == (409, "own_invitation")


def test_an_invitation_expires(visit, clock):
    inviter, friend = visit(), visit()
    path = f"/api/challenges/{inviter.challenge()}"
    clock.pass_ms(DAY - 1)
    assert friend.get(path).json()["state"] == "open"
    clock.pass_ms(1)
    assert friend.get(path).json()["state"] == "expired"
    refused = friend.post(f"{path}/accept")
    assert (refused.status_code, refused.json()["error"]) == (410, "invitation_expired")


def test_an_invitation_can_be_withdrawn_by_its_maker_only(visit):
    inviter, friend = visit(), visit()
    path = f"/api/challenges/{inviter.challenge()}"
    assert friend.post(f"{path}/cancel").json()["error"] == "not_yours"
    assert inviter.post(f"{path}/cancel").json()["state"] == "cancelled"
    assert friend.post(f"{path}/accept").json()["error"] == "invitation_cancelled"


def test_a_taken_invitation_cannot_be_withdrawn(visit):
    inviter, friend = visit(), visit()
    path = f"/api/challenges/{inviter.challenge()}"
    friend.made(f"{path}/accept")
    assert inviter.post(f"{path}/cancel").json()["error"] == "table_full"


def test_the_qr_code_is_an_image_of_the_link(visitor):
    answer = visitor.get(f"/api/challenges/{visitor.challenge()}/qr")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<?xml")
    assert "<script" not in answer.text


@pytest.mark.parametrize("path", ["", "/accept", "/cancel"])
def test_an_invitation_that_does_not_exist(visitor, path):
    address = f"/api/challenges/nothing{path}"
    answer = visitor.post(address) if path else visitor.get(address)
    assert (answer.status_code, answer.json()["error"]) == (404, "unknown_challenge")


def test_a_guest_opens_so_many_invitations_and_no_more(visitor):
    for _ in range(20):
        visitor.challenge()
    refused = visitor.post("/api/challenges", {"game": "portes", "length": "1"})
    assert (refused.status_code, refused.json()["error"]) == (429, "too_many")


# --- playing again


def test_two_presses_make_one_rematch_and_everybody_follows(visitor, pair):
    with visitor.sit(pair.match) as watcher:
        pair.finish_by_resignation()
        path = f"/api/matches/{pair.match}/rematch"
        offer = pair.white.post(path).json()
        assert pair.white.post(path).json() == offer
        assert pair.black_line.hear_until("rematch_offer")["by"] == "w"
        following = pair.black.post(path).json()["match"]
        assert pair.white.post(path).json()["match"] == following
        for line in (*pair.lines, watcher):
            assert line.hear_until("rematch")["next"] == following
    with pair.white.sit(following) as line:
        assert line.seat == "w"
        assert line.joined["commitment"] != pair.white_line.joined["commitment"]


def test_both_press_at_once_and_there_is_one_rematch(pair):
    pair.finish_by_resignation()
    path = f"/api/matches/{pair.match}/rematch"
    together = threading.Barrier(2)

    def press(player: object) -> None:
        together.wait(20)
        player.post(path)

    threads = [
        threading.Thread(target=press, args=(p,)) for p in (pair.white, pair.black)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    running = [
        p.get("/api/matches").json()["running"] for p in (pair.white, pair.black)
    ]
    assert len(running[0]) == 1
    assert running[0][0]["match"] == running[1][0]["match"]


def test_who_comes_back_to_a_finished_match_learns_of_its_rematch(pair):
    pair.finish_by_resignation()
    path = f"/api/matches/{pair.match}/rematch"
    pair.white.post(path)
    following = pair.black.post(path).json()["match"]
    assert pair.white_line.join(pair.match)["rematch"] == following


def test_against_the_computer_a_rematch_begins_at_once(visitor):
    match = visitor.new_match()
    path = f"/api/matches/{match}/rematch"
    assert visitor.post(path).json()["error"] == "not_over"
    with visitor.sit(match) as line:
        line.give_seed()
        line.hear_until("events")
        line.act("resign_match")
    following = visitor.post(path).json()["match"]
    assert visitor.post(path).json()["match"] == following != match


def test_a_rematch_is_for_the_players(visit, pair):
    pair.finish_by_resignation()
    stranger = visit()
    refused = stranger.post(f"/api/matches/{pair.match}/rematch")
    assert (refused.status_code, refused.json()["error"]) == (403, "not_seated")
    offer = pair.white.post(f"/api/matches/{pair.match}/rematch").json()["challenge"]
    refused = stranger.post(f"/api/challenges/{offer}/accept")
    assert (refused.status_code, refused.json()["error"]) == (403, "not_invited")


def test_a_rematch_offer_can_be_taken_by_its_link(pair):
    pair.finish_by_resignation()
    offer = pair.white.post(f"/api/matches/{pair.match}/rematch").json()["challenge"]
    following = pair.black.made(f"/api/challenges/{offer}/accept")
    assert pair.white_line.hear_until("rematch")["next"] == following


def test_an_offer_that_lapsed_is_made_anew_and_not_accepted_by_chance(pair, clock):
    pair.finish_by_resignation()
    path = f"/api/matches/{pair.match}/rematch"
    pair.white.post(path)
    clock.pass_ms(DAY)
    offer = pair.black.post(path).json()
    assert "match" not in offer
    assert pair.black.get("/api/matches").json()["running"] == []
    assert "match" in pair.white.post(path).json()


def test_an_offer_that_was_withdrawn_is_not_accepted_by_chance(pair):
    pair.finish_by_resignation()
    path = f"/api/matches/{pair.match}/rematch"
    offer = pair.white.post(path).json()["challenge"]
    pair.white.post(f"/api/challenges/{offer}/cancel")
    assert "match" not in pair.black.post(path).json()


@pytest.mark.parametrize("make", ["new_match", "challenge"])
def test_a_guest_begins_only_so_much_in_an_hour(visitor, clock, monkeypatch, make):
    for module in ("seating", "invitations"):
        monkeypatch.setattr(f"tavli.server.{module}.MOST_AN_HOUR", 2)
    path = "/api/matches" if make == "new_match" else "/api/challenges"
    body = {"game": "portes", "length": "1"}
    if make == "new_match":
        body["opponent"] = "computer"
    for _ in range(2):
        getattr(visitor, make)()
    assert visitor.post(path, body).json()["error"] == "too_many"
    clock.pass_ms(60 * 60 * 1000)
    assert visitor.post(path, body).status_code == 200
