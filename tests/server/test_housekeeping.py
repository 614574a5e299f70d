"""Robots that looked in once are forgotten; whoever played never is."""

import pytest

from tavli.server.settings import session_cookie

MONTH = 30 * 24 * 60 * 60 * 1000


@pytest.fixture
def tidied(clock):
    """Return what lets a month pass and tidies."""
    from django.db import connection

    from tavli.server.housekeeping import tidy

    def tidy_after(milliseconds: int) -> int:
        clock.pass_ms(milliseconds)
        gone = tidy(clock.now)
        connection.close()
        return gone

    return tidy_after


def test_a_guest_who_never_played_is_forgotten_after_a_month(visit, tidied):
    idle = visit()
    assert tidied(MONTH) == 0
    assert tidied(1) == 1
    assert idle.get("/api/me").json()["id"] != idle.me["id"]


def test_whoever_played_or_was_invited_is_never_forgotten(visit, pair, tidied):
    inviter, loner = visit(), visit()
    loner.new_match()
    pair.finish_by_resignation()
    pair.white.post(f"/api/matches/{pair.match}/rematch")
    challenge = inviter.challenge()
    friend = visit()
    friend.made(f"/api/challenges/{challenge}/accept")
    tidied(10 * MONTH)
    for player in (pair.white, pair.black, inviter, loner, friend):
        assert player.get("/api/me").json()["id"] == player.me["id"]
    assert "proof" in pair.white.get(f"/api/matches/{pair.match}/record").text


def test_an_invitation_that_nobody_took_is_forgotten_a_month_later(visitor, tidied):
    challenge = visitor.challenge()
    tidied(MONTH)
    assert visitor.get(f"/api/challenges/{challenge}").json()["state"] == "expired"
    tidied(MONTH)
    assert visitor.get(f"/api/challenges/{challenge}").status_code == 404


def test_two_houses_on_one_machine_do_not_share_a_cookie():
    assert session_cookie("one key") != session_cookie("another key")
