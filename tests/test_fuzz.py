"""The fuzz targets run, each for a moment."""

import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[1] / "fuzz" / "round_trips.py"
SPEC = importlib.util.spec_from_file_location("round_trips", FILE)
round_trips = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(round_trips)


@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        ("position", 2000),
        ("play", 2000),
        ("position-id", 2000),
        ("match-id", 2000),
        ("identifier", 1000),
        ("record", 15),
        ("sgf", 15),
        ("match-text", 15),
    ],
)
def test_damaged_texts_are_refused_or_make_the_round_trip(name, rounds):
    assert round_trips.run(name, seed=1, rounds=rounds) == rounds


def test_every_format_is_run():
    marks = test_damaged_texts_are_refused_or_make_the_round_trip.pytestmark
    assert {name for name, _ in marks[0].args[1]} == set(round_trips.FORMATS)


def test_a_fault_names_the_seed_that_makes_it_again(monkeypatch):
    def broken(content: bytes) -> None:
        raise ZeroDivisionError(len(content))

    target = round_trips.FORMATS["play"]._replace(trip=broken)
    monkeypatch.setattr(round_trips, "FORMATS", {"play": target})
    with pytest.raises(ZeroDivisionError) as fault:
        round_trips.run("play", seed=7, rounds=1)
    assert fault.value.__notes__[0].startswith("play --seed 7: b'")
