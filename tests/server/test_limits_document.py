"""The limits that docs/protocol.md promises are the limits that are kept."""

from pathlib import Path

import pytest

from tavli.server.bodies import LARGEST_BODY, LARGEST_FILE
from tavli.server.names import LONGEST_NAME
from tavli.server.play.limits import Limits

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "protocol.md").read_text(encoding="utf-8")
FLAT = " ".join(TEXT.split())


def _promises() -> list[str]:
    limits = Limits()
    return [
        f"may send {limits.burst} messages at once and"
        f" {limits.messages_a_second:g} a second",
        f"follow {limits.tables} matches",
        f"together may send as much as {limits.full_sockets}, and every"
        f" {limits.answer_bytes // 1024} KiB of an answer",
        f"after {limits.actions:,} actions no game begins any more,"
        f" after {limits.last_actions:,} more nothing is done",
        f"leave {limits.waiting_messages} messages unread",
        f"a player may have {limits.sockets_of_player} sockets",
        f'"absence_ms": {limits.absence_ms}',
        f"at most {LARGEST_BODY // 1024} KiB",
        f"1 to {LONGEST_NAME} characters",
    ]


@pytest.mark.parametrize("promise", _promises())
def test_a_limit_of_the_page_is_the_servers(promise):
    assert promise in FLAT


def test_the_example_of_a_proxy_lets_the_largest_body_pass():
    page = (DOCS / "operations.md").read_text(encoding="utf-8")
    assert f"client_max_body_size {LARGEST_FILE // 1024**2}m;" in page
    assert f"{LARGEST_FILE // 1024**2} MiB of a file to study" in page
    assert LARGEST_FILE % 1024**2 == 0
    assert LARGEST_BODY < LARGEST_FILE


@pytest.mark.usefixtures("place")
def test_what_a_guest_may_begin():
    from tavli.server import invitations, seating

    assert (
        f"at most {seating.MOST_RUNNING} matches running, {invitations.MOST_OPEN} "
        f"invitations open, and begins {seating.MOST_AN_HOUR} of each an hour"
    ) in FLAT
