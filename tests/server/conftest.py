"""A migrated house for the whole run, emptied and started anew for each test."""

from collections.abc import Callable, Iterator

import pytest

from server.houses import RunningHouse, StandingClock, empty
from server.pairs import Pair, seat_two
from server.visitors import Visitor
from tavli.server.place import Place
from tavli.server.play.limits import Limits


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The one place of this test process, its database brought up to date."""
    from tavli.server.settings import configure

    place = Place(folder=tmp_path_factory.mktemp("house"), port=0)
    configure(place)

    from tavli.server.schema import bring_up_to_date

    bring_up_to_date(place)
    return place


@pytest.fixture(scope="session")
def shared_house(place: Place) -> Iterator[RunningHouse]:
    """The house of all tests that need no limits or bots of their own."""
    house = RunningHouse(
        place=place, clock=StandingClock(), limits=Limits(burst=1_000_000)
    ).start()
    yield house
    house.stop()


@pytest.fixture
def house(shared_house: RunningHouse) -> RunningHouse:
    """A running house that nobody has visited yet."""
    empty(shared_house.place.database)
    return shared_house


@pytest.fixture
def clock(house: RunningHouse) -> StandingClock:
    return house.clock


@pytest.fixture
def start_house(place: Place) -> Iterator[Callable[..., RunningHouse]]:
    """Start another house with limits or bots of the test's own."""
    houses = []
    empty(place.database)

    def start(**options: object) -> RunningHouse:
        house = RunningHouse(place=place, clock=StandingClock(), **options)
        houses.append(house.start())
        return house

    yield start
    for house in houses:
        house.stop()


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


@pytest.fixture
def pair(visit: Callable[..., Visitor]) -> Iterator[Pair]:
    """Two people at a game of portes, about to roll for the start."""
    seated = seat_two(visit)
    yield seated
    for line in seated.lines:
        line.close()


@pytest.fixture
def seat(visit: Callable[..., Visitor]) -> Iterator[Callable[..., Pair]]:
    """Return what seats two people at a game of the test's choice."""
    pairs = []

    def sit(game: str, length: str = "game") -> Pair:
        pairs.append(seat_two(visit, game, length))
        return pairs[-1]

    yield sit
    for seated in pairs:
        for line in seated.lines:
            line.close()
