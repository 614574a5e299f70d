"""Our positions after every play against those of an independent reader."""

from collections.abc import Iterator
from pathlib import Path

import gvformat
import pytest

from matches import ALL, all_matches, kept_matches
from tavli.formats.load import load_file
from tavli.formats.record import MatchRecord
from tavli.match import GameStarted, MatchState, Played
from tavli.notation.ogid import write_ogid
from tavli.notation.position import PositionLine
from tavli.rules import BACKGAMMON

MISSED = {"studio-00": 549}
"""Plays that the other reader passes over: there 55 was played 14/off 3/off."""
LEFT_OPEN = {"galaxy-53": -2}
"""A last roll that a file leaves open, for which it repeats the position before."""
THREE = [ALL / f"seven-point.{suffix}" for suffix in ("mat", "sgf", "xg")]


def positions_of(record: MatchRecord) -> Iterator[tuple[int, str]]:
    """Yield the game and the checkers after each play."""
    state = MatchState(rules=record.header.rules)
    number = 0
    for entry in record.events:
        state = state.after(entry.event)
        number += isinstance(entry.event, GameStarted)
        if isinstance(entry.event, Played):
            game = state.game
            line = PositionLine(BACKGAMMON, game.white, game.black, entry.event.by)
            yield number, ":".join(write_ogid(line).split(":")[:2])


def positions_in(document: dict, *, is_turned: bool) -> Iterator[tuple[int, str]]:
    """Yield the same from the other reader, which may call our White Black."""
    for number, game in enumerate(document["games"], start=1):
        for ply in game["plies"]:
            if ply["action_id"] <= 20:
                white, black = ply["ogid_after"].split(":")[:2]
                if is_turned:
                    white, black = _turned(black), _turned(white)
                yield number, f"{white}:{black}"


def _turned(places: str) -> str:
    letters = "0123456789abcdefghijklmnop"
    return "".join(sorted(letters[25 - letters.index(place)] for place in places))


def agree(path: Path, document: dict) -> int:
    """Compare all positions of both readers; return how many there are."""
    (loaded,) = load_file(path)
    assert not loaded.complaints
    is_turned = document["player_white"] != loaded.record.header.white
    ours = list(positions_of(loaded.record))
    theirs = list(positions_in(document, is_turned=is_turned))
    if path.stem in MISSED:
        theirs.insert(MISSED[path.stem], ours[MISSED[path.stem]])
    if path.stem in LEFT_OPEN:
        assert theirs[LEFT_OPEN[path.stem]] == theirs.pop()
    assert ours == theirs
    return len(ours)


@pytest.mark.parametrize("path", kept_matches()[:3], ids=lambda path: path.stem)
def test_match_texts_give_the_positions_of_the_other_reader(path):
    assert agree(path, gvformat.convert_mat(path)) > 50


@pytest.mark.slow
def test_all_match_texts_give_the_positions_of_the_other_reader():
    if not all_matches():
        pytest.skip(f"needs the larger collection in {ALL}")
    count = sum(agree(path, gvformat.convert_mat(path)) for path in all_matches())
    assert count > 8000


def test_one_match_in_three_formats_has_the_same_positions():
    if not all(path.exists() for path in THREE):
        pytest.skip(f"needs the larger collection in {ALL}")
    first, *others = (list(positions_of(load_file(path)[0].record)) for path in THREE)
    assert len(first) == 189
    assert all(other == first for other in others)
    agree(THREE[2], gvformat.convert_xg(THREE[2].read_bytes()))
