"""Matches of every kind between reckless players: recorded, read and replayed."""

import io
import random

import pytest

from records import SeededDice, read_text, record_of, text_of
from tavli.formats import mat, mat_writer
from tavli.formats.record import MatchRecord
from tavli.formats.record_replay import replay_record
from tavli.formats.written_replay import replay_written
from tavli.match import (
    EndSession,
    MatchRules,
    MatchState,
    PlayMoves,
    Resign,
    ResignMatch,
    act,
    begin,
    legal_actions,
)
from tavli.rules import Player, legal_plays

MOST_EVENTS = 500
CUBE = {"bg.beaver": "on", "bg.raccoon": "on", "bg.jacoby": "on"}
KINDS = [
    ("tavli", "5", {}),
    ("tavli", "3", {"starter_next": "roll_off", "draw_starter": "other"}),
    ("tavli", "7", {"plakoto.mother_points": "3", "opening_first": "reroll"}),
    ("portes", "3", {"portes.max_points": "3"}),
    ("plakoto", "game", {"plakoto.mother_timing": "end_of_play"}),
    ("fevga", "2", {"fevga.mobility": "classic"}),
    ("backgammon", "game", {}),
    ("backgammon", "5", {}),
    ("backgammon", "7", {"bg.crawford": "off"}),
    ("backgammon", "9", {"bg.holland": "on"}),
    ("backgammon", "money", CUBE),
    ("backgammon", "money", CUBE | {"bg.auto_doubles": "on"}),
]


def reckless(kind: tuple, seed: int) -> MatchRecord:
    """Return the record of a match in which both do whatever they may."""
    game, length, options = kind
    rules = MatchRules.parse(game, length, options)
    chance, dice = random.Random(f"{kind} {seed}"), SeededDice(seed)
    state, events = MatchState(rules=rules), []
    news = begin(state)
    while True:
        for event in news:
            state = state.after(event)
            events.append(event)
        if state.ended or len(events) >= MOST_EVENTS:
            return record_of(rules, events)
        news = act(state, *_whim(state, chance), dice)


def _whim(state: MatchState, chance: random.Random):
    """Return a player and one of the things he may do; giving up is rare."""
    while True:
        player = chance.choice(sorted(state.awaited, key=lambda one: one.value))
        if chance.random() < 0.02:
            player = chance.choice(list(Player))
        actions = legal_actions(state, player)
        if not actions:
            continue
        action = chance.choice(actions)
        rare = isinstance(action, Resign | ResignMatch | EndSession)
        if rare and chance.random() < (0.995 if len(actions) > 1 else 0):
            continue
        if isinstance(action, PlayMoves):
            game = state.game
            plays = list(legal_plays(game.ruleset, game.position, game.dice).values())
            action = PlayMoves(chance.choice(plays))
        return player, action


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind[:2])))
def test_whatever_was_played_is_read_as_it_was_and_replays_without_complaint(
    kind, seed
):
    found = reckless(kind, seed)
    assert read_text(text_of(found)) == found
    assert replay_record(found).complaints == []


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "kind", KINDS[7:11], ids=lambda kind: "-".join(map(str, kind[:2]))
)
def test_match_text_keeps_every_play_and_every_score(kind, seed):
    found = reckless(kind, seed)
    out = io.StringIO()
    mat_writer.write(found, out)
    judge = replay_written(mat.read(out.getvalue().encode()))
    assert [one for one in judge.complaints if "no result" not in one.sentence] == []
    assert [_kept(event) for event in judge.events if _kept(event)] == [
        _kept(entry.event) for entry in found.events if _kept(entry.event)
    ]


def _kept(event) -> str:
    """Return *event* as far as match text can hold it, or nothing."""
    name = type(event).__name__
    if name in ("Played", "Rolled", "Doubled", "Taken", "Dropped", "Beavered"):
        return repr(event)
    if name == "GameEnded" and event.winner:
        return repr((event.winner, event.points))
    return ""
