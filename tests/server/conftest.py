"""A migrated house for the whole run, emptied and started anew for each test."""

from collections.abc import Callable, Iterator

import pytest

from server.houses import RunningHouse, StandingClock, empty
from server.visitors import Visitor
from tavli.server.place import Place


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The one place of this test process, its database brought up to date."""
    from tavli.server.settings import configure

    place = Place(folder=tmp_path_factory.mktemp("house"), port=0)
    configure(place)

    from tavli.server.schema import bring_up_to_date

    bring_up_to_date(place)
    return place


@pytest.fixture
def clock() -> StandingClock:
    return StandingClock()


@pytest.fixture
def start_house(
    place: Place, clock: StandingClock
) -> Iterator[Callable[..., RunningHouse]]:
    """Start a house with limits or bots of the test's own."""
    houses = []
    empty(place.database)

    def start(**options: object) -> RunningHouse:
        houses.append(RunningHouse(place=place, clock=clock, **options).start())
        return houses[-1]

    yield start
    for house in houses:
        house.stop()


@pytest.fixture
def house(start_house: Callable[..., RunningHouse]) -> RunningHouse:
    return start_house()


@pytest.fixture
def visit(house: RunningHouse) -> Iterator[Callable[..., Visitor]]:
    """Return what lets one more visitor in."""
    visitors = []

    def enter(**options: object) -> Visitor:
        visitors.append(Visitor(house, **options))
        return visitors[-1]

    yield enter
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def visitor(visit: Callable[..., Visitor]) -> Visitor:
    return visit()
