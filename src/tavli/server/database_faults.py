"""What a database that failed means for whoever asked, and what the log says of it."""

import logging
from http import HTTPStatus
from typing import Final

from django.db import DatabaseError, InternalError

from tavli.protocol import ProtocolCode
from tavli.server.play.database import is_undecodable

STATUS: Final = HTTPStatus.SERVICE_UNAVAILABLE

_DAMAGED: Final = (DatabaseError, InternalError)
"""What is raised of a file that is torn or no database. Their other kinds are a disk
that is full, a lock that was not had in time, or two who wrote the same."""

_log = logging.getLogger(__name__)


def noted(fault: DatabaseError, path: str) -> ProtocolCode:
    """Write *fault* to the log and return what to say to whoever asked for *path*.

    One line and no traceback, which would fill a full disk once more.
    """
    # Django raises plain ones of its own, too: no driver's error stands behind those.
    is_torn = type(fault) in _DAMAGED and fault.__cause__ is not None
    if is_torn or is_undecodable(fault):
        _log.error("The database cannot be read: %s (%.80r)", fault, path)
        return ProtocolCode.DATABASE_DAMAGED
    # Most likely the disk is full: whatever was begun has been rolled back.
    _log.warning("The database did not save: %s (%.80r)", fault, path)
    return ProtocolCode.NOT_SAVED
