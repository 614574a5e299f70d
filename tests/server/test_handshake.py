"""Who gets a socket: our own pages, and players we know."""

import pytest
from websockets.exceptions import InvalidStatus

from server.visitors import Visitor
from tavli.server.play.limits import Limits


def _refused(visitor: Visitor, **options: object) -> int:
    with pytest.raises(InvalidStatus) as refusal:
        visitor.connect(**options)
    return refusal.value.response.status_code


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "https://tavli.example",
        "http://127.0.0.1",
        "http://127.0.0.1.tavli.example:{port}",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:{port}/",
        "HTTP://127.0.0.1:{port}",
    ],
)
def test_a_foreign_origin_gets_403(visitor, origin):
    wanted = origin and origin.format(port=visitor.house.place.port)
    assert _refused(visitor, origin=wanted) == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_our_own_origins_get_in(visitor, host):
    origin = f"http://{host}:{visitor.house.place.port}"
    with visitor.connect(origin=origin) as line:
        line.say(type="ping")
        assert line.hear() == {"type": "pong"}


@pytest.mark.parametrize("cookie", ["", "{}=", "{}=nobody", "a=b; =;;", "{}"])
def test_a_stranger_gets_403(visitor, cookie):
    from django.conf import settings

    header = cookie.format(settings.SESSION_COOKIE_NAME)
    assert _refused(visitor, headers={"Cookie": header}) == 403


@pytest.mark.parametrize(
    "others",
    ['a={"b": [1]}', "y=a b", "z", 'q="open', "k@=1", "=; ;", "tavli_lang=\xe9"],
)
def test_cookies_of_other_servers_do_not_hide_ours(visitor, others):
    cookie = f"{others}; {visitor.cookie_header()}"
    with visitor.connect(headers={"Cookie": cookie}) as line:
        line.say(type="ping")
        assert line.hear() == {"type": "pong"}


def test_one_player_has_so_many_sockets_and_no_more(start_house):
    house = start_house(limits=Limits(sockets_of_player=2))
    visitor, other = Visitor(house), Visitor(house)
    lines = [visitor.connect(), visitor.connect()]
    assert _refused(visitor) == 403
    with other.connect():
        lines[0].close()
        # The place is free once the server has seen the closing.
        free = next(filter(None, (_try(visitor) for _ in range(1000))))
        free.close()
    lines[1].close()
    for one in (visitor, other):
        one.close()


def _try(visitor: Visitor) -> object:
    try:
        return visitor.connect()
    except InvalidStatus:
        return None


def test_the_house_has_so_many_sockets_and_no_more(start_house):
    house = start_house(limits=Limits(sockets=1))
    visitor, other = Visitor(house), Visitor(house)
    with visitor.connect():
        assert _refused(other) == 403
    for one in (visitor, other):
        one.close()
