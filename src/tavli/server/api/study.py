"""``/api/study``: positions that are set up, and long questions about them."""

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from msgspec import Raw

from tavli.notation.errors import NotationError
from tavli.notation.position import read_position, write_position
from tavli.notation.possible import Found, ImpossibleError
from tavli.rules.refusal import IllegalMoveError
from tavli.server.api.answers import answer, call, read_body
from tavli.server.guests import player_of
from tavli.server.house import House, house_of
from tavli.server.languages import current_language
from tavli.server.play.wire import colour_of
from tavli.server.refused import RefusedError
from tavli.server.rollouts import keep_rollout, rollouts_at
from tavli.server.said import Said, as_sentence
from tavli.server.studies import find
from tavli.server.study.match_job import MatchJob
from tavli.server.study.orders import ANSWERS, order_for, order_for_match
from tavli.server.study.pace import Pace
from tavli.server.study.pasted import find_position
from tavli.server.study.positions import after_play, described
from tavli.server.study.shelf import BusyError
from tavli.server.study.task import Order, Seen, State
from tavli.server.study.teller import StudyError
from tavli.server.study.wire import (
    AskMatch,
    KeptRollouts,
    NewTask,
    ReadPosition,
    TaskSeen,
    TryPlay,
)

_log = logging.getLogger(__name__)
_Made = TypeVar("_Made")


def refusing(make: Callable[[], _Made]) -> _Made:
    """Return what *make* returns.

    Raises:
        RefusedError: it can't; the sentence is that of whatever was wrong.
    """
    try:
        return make()
    except ImpossibleError as fault:
        code = fault.found.fault.value
        raise RefusedError(
            code, _sentence(fault), values=_values(fault.found)
        ) from fault
    except NotationError as fault:
        said = Said.of(fault.placed) if fault.placed else None
        raise RefusedError("bad_position", _sentence(fault), said=said) from fault
    except IllegalMoveError as fault:
        raise RefusedError(fault.refusal.value, as_sentence(str(fault))) from fault
    except StudyError as fault:
        raise RefusedError(fault.code, fault.text) from fault
    except BusyError as fault:
        status = HTTPStatus.TOO_MANY_REQUESTS
        raise RefusedError("too_many", str(fault), status) from fault


def seen(task: Seen | None) -> TaskSeen:
    """Return *task* in the page's words.

    Raises:
        RefusedError: there is none, any more.
    """
    if task is None:
        raise RefusedError(
            "unknown_study",
            "This study is not known any more; ask again.",
            HTTPStatus.NOT_FOUND,
        )
    return TaskSeen(
        task=task.id,
        state=task.state.value,
        done=task.done,
        total=task.total,
        ahead=task.ahead,
        answer=Raw(task.answer) if task.answer else None,
        error=task.code or None,
        text=task.text or None,
    )


def check_pace(pace: Pace, player_id: str) -> None:
    """See that a player looks at positions no faster than anybody can.

    Raises:
        RefusedError: he has to wait a little.
    """
    if not pace.take(player_id):
        raise RefusedError(
            "too_many_positions",
            "You look at positions faster than the server can follow; wait a few "
            "seconds and try again.",
            HTTPStatus.TOO_MANY_REQUESTS,
        )


def check_reads(request: HttpRequest) -> None:
    """See that whoever makes *request* looks at positions no faster than anybody can.

    Raises:
        RefusedError: he has to wait a little.
    """
    house = house_of(request)
    check_pace(house.paces.reads, player_of(request, house.clock).id)


def _read(request: HttpRequest) -> HttpResponse:
    check_reads(request)
    asked = read_body(request, ReadPosition)
    return answer(refusing(lambda: described(find_position(asked.text))))


def _play(request: HttpRequest) -> HttpResponse:
    check_reads(request)
    asked = read_body(request, TryPlay)
    return answer(
        refusing(
            lambda: described(after_play(read_position(asked.position), asked.moves))
        )
    )


def _ask(request: HttpRequest) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    check_pace(house.paces.asks, player.id)
    asked = read_body(request, NewTask).question
    if isinstance(asked, AskMatch):
        order = match_order(house, asked)
    else:
        order = refusing(lambda: order_for(asked))
    return _told(house, refusing(lambda: house.desk.ask(order, player.id)))


def _told(house: House, task: Seen | None) -> HttpResponse:
    """Answer how *task* stands; a finished rollout is remembered when it is seen."""
    told = seen(task)
    if task is not None and task.is_kept and task.state is State.DONE:
        try:
            keep_rollout(task.answer, house.clock())
        except DatabaseError as fault:
            # Who asked waits for the answer, not for the disk, and looks again.
            _log.warning("a finished rollout is not remembered: %s", fault)
    return answer(told)


def _rollouts(request: HttpRequest) -> HttpResponse:
    """Tell what was rolled out before of the position that the address names."""
    house = house_of(request)
    check_pace(house.paces.rollouts, player_of(request, house.clock).id)
    text = request.GET.get("position", "")
    line = refusing(lambda: read_position(text))
    return answer(KeptRollouts(rollouts=rollouts_at(write_position(line))))


def match_order(house: House, asked: AskMatch) -> Order:
    """Return the order of the analysis that is *asked* for.

    Raises:
        RefusedError: there is no such match.
    """
    if asked.match is not None:
        found = find("match", asked.match, asked.number)
    elif asked.file is not None:
        found = find("file", asked.file, asked.number)
    else:
        raise RefusedError("bad_request", "A match or a file must be named.")
    damaged = {fault.game for fault in found.faults if fault.game is not None}
    return order_for_match(
        MatchJob(
            record=found.text,
            depth=asked.depth,
            language=current_language(),
            report=asked.report,
            cache=house.place.folder / ANSWERS,
            damaged=tuple(sorted(damaged)),
        )
    )


def _see(request: HttpRequest, task_id: str) -> HttpResponse:
    house = house_of(request)
    return _told(house, house.desk.see(task_id))


def _cancel(request: HttpRequest, task_id: str) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    return answer(seen(house.desk.cancel(task_id, player.id)))


def _sentence(fault: NotationError) -> str:
    return as_sentence(
        fault.reason if isinstance(fault, ImpossibleError) else str(fault)
    )


def _values(found: Found) -> dict[str, str]:
    if found.player is None:
        return {}
    side = colour_of(found.player)
    return {"side": side, "point": str(found.point), "facing": str(found.facing)}


read = call(POST=_read)
play = call(POST=_play)
ask = call(POST=_ask)
task = call(GET=_see)
cancel = call(POST=_cancel)
rollouts = call(GET=_rollouts)
