"""What stands in for machines elsewhere."""

from typing import Self

import pytest

from tavli.cli import options


@pytest.fixture
def near_machines(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Let this process be every cluster; return the address and cores asked for."""
    asked: list[tuple[str, int]] = []

    class NearMachines:
        def __init__(self, address: str, cores: int) -> None:
            asked.append((address, cores))

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def in_order(self, task, shared, numbers):
            return (task(*shared, number) for number in numbers)

    monkeypatch.setattr(options, "Machines", NearMachines)
    return asked
