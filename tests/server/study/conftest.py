"""Desks whose jobs are answered on the lane's own thread."""

from collections.abc import Callable, Iterator

import pytest

from server.study.answerers import Inline
from tavli.server.study.desk import Answerer, Desk
from tavli.server.study.shelf import Bounds
from tavli.server.study.task import Lane


@pytest.fixture
def make_desk() -> Iterator[Callable[..., Desk]]:
    """Return what makes a desk, which is stopped in the end."""
    desks: list[Desk] = []

    def make(answerer: Callable[[Lane], Answerer] = Inline, **bounds: float) -> Desk:
        desks.append(Desk(answerer, bounds=Bounds(**bounds)))
        return desks[-1]

    yield make
    for desk in desks:
        desk.stop()
