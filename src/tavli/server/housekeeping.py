"""Forget what nobody will ask for again."""

import asyncio
import logging
from typing import Final

from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection
from django.db.models import Exists, OuterRef, Q

from tavli.server.clock import Clock
from tavli.server.models import (
    Challenge,
    Exercise,
    Kind,
    Match,
    Player,
    StudiedFile,
)

_DAY_SECONDS: Final = 24 * 60 * 60
_FORGOTTEN_MS: Final = 30 * _DAY_SECONDS * 1000
_log = logging.getLogger(__name__)


async def tidy_daily(clock: Clock) -> None:
    """Tidy now and every day until cancelled; a failure waits for the next day."""
    while True:
        await asyncio.to_thread(_tidy_or_say_why_not, clock())
        await asyncio.sleep(_DAY_SECONDS)


def tidy(now: int) -> int:
    """Drop dead sessions, old invitations and studies, and guests who never played.

    Most guests of a public house are robots that looked in once. Nothing that a
    match or its record needs is ever dropped. Returns how many guests are gone.
    """
    SessionStore.clear_expired()
    long_ago = now - _FORGOTTEN_MS
    Challenge.objects.filter(match=None, expires__lt=long_ago).delete()
    StudiedFile.objects.filter(created__lt=long_ago).delete()
    player = OuterRef("pk")
    played = Match.objects.filter(Q(white=player) | Q(black=player))
    invited = Challenge.objects.filter(Q(by=player) | Q(guest=player))
    studied = StudiedFile.objects.filter(by=player)
    practised = Exercise.objects.filter(by=player)
    gone, _ = Player.objects.filter(
        ~Exists(played),
        ~Exists(invited),
        ~Exists(studied),
        ~Exists(practised),
        kind=Kind.GUEST,
        created__lt=long_ago,
    ).delete()
    return gone


def _tidy_or_say_why_not(now: int) -> None:
    try:
        tidy(now)
    except DatabaseError:
        _log.exception("the daily tidying failed")
    finally:
        connection.close()  # this thread's own
