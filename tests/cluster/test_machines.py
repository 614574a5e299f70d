"""Work spreads over machines, and what can't be reached is said in words."""

import socket
import sys
from types import ModuleType

import pytest

from tavli.cluster.machines import ClusterError, Machines


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterError, match=r"pip install 'tavli\[cluster\]'"):
        Machines("local")


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_an_address_where_nobody_listens_is_named_at_once(monkeypatch, scheme):
    monkeypatch.setitem(sys.modules, "ray", ModuleType("ray"))
    with socket.socket() as bound:  # but it does not listen
        bound.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{bound.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no cluster answers at {address}"):
            Machines(address)


def test_a_cluster_that_does_not_start_is_told_in_words(monkeypatch):
    def overloaded(**_: object) -> None:
        raise Exception("the node timed out")  # noqa: TRY002  # as Ray does

    ray = ModuleType("ray")
    monkeypatch.setattr(ray, "init", overloaded, raising=False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(ClusterError, match="at local: the node timed out"):
        Machines("local")


def test_a_port_that_is_none_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", ModuleType("ray"))
    with pytest.raises(ClusterError, match="no cluster answers at localhost:99999"):
        Machines("localhost:99999")


class Counter:
    def __init__(self, first: int) -> None:
        self.count = first

    def add(self, more: int) -> int:
        self.count += more
        return self.count

    def set(self, count: int) -> None:
        self.count = count


def product(first: int, second: int) -> int:
    return first * second


def fails(number: int) -> int:
    raise ValueError(f"no {number}")


@pytest.fixture(scope="module")
def machines():
    pytest.importorskip("ray", reason="a cluster needs the extra cluster")
    with Machines("local", cores=1) as cluster:
        yield cluster


@pytest.mark.slow
def test_tasks_answer_in_their_order(machines):
    assert list(machines.in_order(product, (3,), range(9))) == list(range(0, 27, 3))


@pytest.mark.slow
def test_a_task_that_fails_is_told(machines):
    with pytest.raises(ClusterError, match=r"^a task failed on the cluster: no 4$"):
        list(machines.in_order(fails, (), [4]))


@pytest.mark.slow
def test_what_nobody_waits_for_is_left_out(machines):
    answers = machines.in_order(product, (3,), range(9))
    assert next(answers) == 0
    answers.close()
    assert list(machines.in_order(product, (2,), [4])) == [8]


@pytest.mark.slow
def test_a_crew_keeps_its_state(machines):
    crew = machines.settle(Counter, [(10,)])
    assert crew.ask("add", 5) == [15]
    crew.tell_each("set", [100])
    assert crew.ask("add", 1) == [101]
