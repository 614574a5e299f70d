"""Whole matches at a table: all that is stored can be read, and means the same."""

from collections.abc import Iterator
from random import Random
from typing import get_args

import msgspec
import pytest

from server.houses import StandingClock
from tavli.match import (
    Action,
    Beavered,
    CubeAutoDoubled,
    Doubled,
    Dropped,
    EndSession,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchEnded,
    MatchEnding,
    MatchRules,
    OpeningThrown,
    Played,
    PlayMoves,
    Raccooned,
    Resign,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    ResignMatch,
    Rolled,
    Taken,
    legal_actions,
)
from tavli.protocol import actions as wire
from tavli.protocol import decode_server, encode
from tavli.protocol import events as wire_events
from tavli.rules import Dice, Move, Player, Stake, legal_plays
from tavli.server.play.allowance import Allowance
from tavli.server.play.entries import Entry
from tavli.server.play.facts import MatchFacts, Sitter
from tavli.server.play.limits import Limits
from tavli.server.play.room import Follower, Room
from tavli.server.play.table import Table
from tavli.server.play.wire import from_wire, to_action, to_wire

MATCHES = [
    ("tavli", "3", {}),
    ("tavli", "5", {"plakoto.mother_timing": "end_of_play", "starter_next": "loser"}),
    ("plakoto", "game", {}),
    ("fevga", "2", {"fevga.mobility": "classic"}),
    ("portes", "3", {"opening_first": "reroll"}),
    ("backgammon", "5", {}),
    ("backgammon", "1", {}),
    (
        "backgammon",
        "money",
        {
            "bg.jacoby": "on",
            "bg.beaver": "on",
            "bg.raccoon": "on",
            "bg.auto_doubles": "on",
        },
    ),
]


def _table(game: str, length: str, options: dict[str, str], seed: int) -> Table:
    facts = MatchFacts(
        id="match2345",
        rules=MatchRules.parse(game, length, options),
        sitters={seat: Sitter(seat.value, "somebody") for seat in Player},
        secret=bytes([seed]) * 32,
        commitment="",
        seeds=dict.fromkeys(Player, "aa"),
    )
    return Table(facts)


def _some_action(table: Table, seat: Player, random: Random) -> Action:
    choices = legal_actions(table.state, seat)
    likely = [
        a for a in choices if not isinstance(a, Resign | ResignMatch | EndSession)
    ]
    action = random.choice(likely if likely and random.random() < 0.97 else choices)
    if not isinstance(action, PlayMoves):
        return action
    game = table.state.game
    assert game is not None
    assert game.dice is not None
    plays = legal_plays(game.ruleset, game.position, game.dice)
    return PlayMoves(random.choice(list(plays.values())))


def _played(table: Table, random: Random) -> Iterator[Entry]:
    """Play a match at random, at most 600 actions of it."""
    entry = table.beginning(0)
    while True:
        table.advance(entry, table.state_after(entry))
        yield entry
        if table.is_over or table.version == 600:
            return
        seat = random.choice(sorted(table.state.awaited, key=lambda s: s.value))
        action = _some_action(table, seat, random)
        entry = table.decide(seat, action, f"action-{table.version}", 1000)


@pytest.mark.parametrize(("game", "length", "options"), MATCHES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_table_stores_it_can_be_opened_from(game, length, options, seed):
    table = _table(game, length, options, seed)
    entries = list(_played(table, Random(seed)))
    again = Table(table.facts, entries)
    assert again.state == table.state
    assert again.version == table.version


@pytest.mark.parametrize(("game", "length", "options"), MATCHES)
def test_everything_that_is_told_is_a_message_of_the_protocol(game, length, options):
    heard: list[str] = []
    table = _table(game, length, options, 3)
    room = Room(table, clock := StandingClock())
    allowance = Allowance(Limits(), clock)
    for player in ("w", "b", "nobody"):
        room.enter(Follower(player, heard.append, allowance), graph=True)
    for entry in _played(table, Random(3)):
        room.tell(entry)
    for frame in heard:
        message = decode_server(frame)
        assert encode(message) == frame
    assert len(heard) == 3 * table.version
    kinds = {
        event["event"] for f in heard for event in msgspec.json.decode(f)["events"]
    }
    assert {"game", "roll", "play"} <= kinds


@pytest.mark.parametrize(("game", "length", "options"), MATCHES)
def test_a_view_permits_exactly_what_the_table_accepts(game, length, options):
    table = _table(game, length, options, 4)
    for _ in _played(table, Random(4)):
        for seat in Player:
            may = table.view((seat,), graph=False).may
            assert ("play" in may) == (
                table.view((seat,), graph=True).graph is not None
            )
        both = table.view((Player.WHITE, Player.BLACK), graph=False)
        singles = [table.view((seat,), graph=False).may for seat in Player]
        assert both.may in singles
        assert table.view((), graph=True).may == ()


@pytest.mark.parametrize("action", get_args(wire.Action))
def test_every_action_of_the_protocol_is_one_of_the_match(action):
    fields = {"moves": ("bar/20*", "6/off")} if action is wire.Play else {}
    if action is wire.Resign:
        fields = {"stake": "backgammon"}
    done = to_action(action(**fields))
    assert done.do == action.__struct_config__.tag
    if isinstance(done, PlayMoves):
        assert [str(move) for move in done.moves] == ["bar/20", "6/off"]
    if isinstance(done, Resign):
        assert done.stake is Stake.BACKGAMMON


def test_every_event_of_the_match_is_one_of_the_protocol():
    events = (
        GameStarted(1, "backgammon", None, crawford=True),
        OpeningThrown(3, 3),
        CubeAutoDoubled(2),
        OpeningThrown(5, 3),
        Rolled(Player.WHITE, Dice(6, 1)),
        Played(Player.WHITE, (Move(13, 7), Move(8, 7)), ("", "*")),
        Doubled(Player.BLACK, 4),
        Beavered(Player.WHITE, 8),
        Raccooned(Player.BLACK, 16),
        Taken(Player.WHITE),
        Dropped(Player.WHITE),
        ResignationOffered(Player.WHITE, Stake.GAMMON),
        ResignationAccepted(Player.BLACK),
        ResignationDeclined(Player.BLACK),
        GameEnded(None, 0, GameEnding.BOTH_MOTHERS, (3, 4)),
        MatchEnded(Player.WHITE, MatchEnding.CLAIMED, (3, 4)),
    )
    stored = to_wire(events, 1234)
    assert {event.t for event in stored} == {1234}
    assert len({type(event) for event in stored}) == len(get_args(wire_events.Event))
    assert from_wire(stored) == events
