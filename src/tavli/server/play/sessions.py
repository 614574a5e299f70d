"""Who opens a socket: the same session cookie that the pages use."""

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.http import parse_cookie

from tavli.server.guests import PLAYER_KEY
from tavli.server.models import Player


async def player_of_cookie(header: str | None) -> str | None:
    """Return the id of the player whose session *header* names, or None."""
    key = _session_key(header or "")
    if key is None:
        return None
    return await sync_to_async(_player_of_session, thread_sensitive=False)(key)


def _session_key(header: str) -> str | None:
    # Read as Django reads it: other servers on this machine share our cookie jar,
    # and their cookies may be anything.
    return parse_cookie(header).get(settings.SESSION_COOKIE_NAME)


def _player_of_session(key: str) -> str | None:
    try:
        player_id = SessionStore(session_key=key).get(PLAYER_KEY)
        known = player_id and Player.objects.filter(pk=player_id).exists()
    finally:
        connection.close()  # this thread's own, which no request will close
    return str(player_id) if known else None
