"""Matches that are played sensibly up to a moment worth looking at."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Final

import msgspec

from live.choices import Temper
from live.guest import Guest, sit_down
from live.house import House
from live.player import Player
from tavli.bots import make_bot
from tavli.formats.record import event_from_fields
from tavli.match import MatchRules, PlayMoves, fold
from tavli.protocol import View
from tavli.protocol.actions import Accept, Action, Double, Next, Play, Roll, Take
from tavli.rules import BAR, OFF
from tavli.rules import Player as Side

Moment = Callable[[View], bool]
"""Whether a view is the one that was waited for; it is asked at each turn's dice."""

_PEOPLE: Final = ("Επισκέπτης 12", "Misafir 27")
_MOST_MATCHES: Final = 30
_MOST_SECONDS: Final = 120
_DOUBLES_FROM: Final = 20
_MIDDLE: Final = 18
_NAMES: Final = {OFF: "off", BAR: "bar"}


@dataclass(frozen=True, slots=True)
class Scene:
    """A match that waits for *player*, who knows it by *cookies*."""

    match: str
    seat: str
    cookies: dict[str, str]
    others: dict[str, str]


def play_to(
    house: House, game: str, length: str, moment: Moment, **options: str
) -> Scene:
    """Let two guests play until *moment*, from a thread with a loop of its own."""
    # Playwright's loop runs in the thread of the tests, and one thread has one.
    with ThreadPoolExecutor(1) as thread:
        playing = _play_to(house, game, length, moment, options)
        return thread.submit(asyncio.run, playing).result()


async def _play_to(
    house: House, game: str, length: str, moment: Moment, options: dict[str, str]
) -> Scene:
    guests = [await Guest.arrive(house) for _ in range(2)]
    for guest, name in zip(guests, _PEOPLE, strict=True):
        await guest.post("/api/me", name=name)
    try:
        for _ in range(_MOST_MATCHES):
            match = await sit_down(guests[0], guests[1], game, length, **options)
            chooses = _Sensible(MatchRules.parse(game, length, options), moment)
            players = [_seat(guest, match, chooses) for guest in guests]
            await _play_until_one_stops(players)
            for player, other in (players, players[::-1]):
                if player.view is not None and moment(player.view):
                    theirs = other.guest.cookies
                    return Scene(match, player.seat, player.guest.cookies, theirs)
    finally:
        for guest in guests:
            await guest.leave()
    raise AssertionError(f"{_MOST_MATCHES} matches of {game} had no such moment")


def _seat(guest: Guest, match: str, chooses: "_Sensible") -> Player:
    player = Player(guest, match, random=Random(1), temper=Temper())
    player.chooses = chooses
    return player


async def _play_until_one_stops(players: list[Player]) -> None:
    tasks = [asyncio.create_task(player.play()) for player in players]
    async with asyncio.timeout(_MOST_SECONDS):
        done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in done:
        task.result()


class _Sensible:
    """Plays as the computer would, until its moment comes."""

    def __init__(self, rules: MatchRules, moment: Moment) -> None:
        self._rules = rules
        self._moment = moment
        self._bot = make_bot("baseline", 7)

    def __call__(self, player: Player, view: View) -> Action | None:
        if self._moment(view):
            player.stop()
            return None
        match view.phase:
            case "to_play" if view.turn == player.seat:
                return self._play(player)
            case "to_roll" if "double" in view.may and view.version > _DOUBLES_FROM:
                return Double() if view.cube and view.cube.value == 1 else Roll()
            case "opening" | "to_roll" if "roll" in view.may:
                return Roll()
            case "game_over" if "next" in view.may:
                return Next()
            case "to_answer_double" if view.turn == player.seat:
                return Take()
            case "to_answer_resignation" if view.turn == player.seat:
                return Accept()
            case _:
                return None

    def _play(self, player: Player) -> Action:
        fields = [
            msgspec.json.decode(msgspec.json.encode(event))  # lists, as in a record
            for version in sorted(player.log)
            for event in player.log[version]
        ]
        for one in fields:
            del one["t"]
        state = fold(self._rules, map(event_from_fields, fields))
        chosen = self._bot.choose(state, Side(player.seat))
        assert isinstance(chosen, PlayMoves)
        return Play(
            moves=tuple(
                f"{_point(move.source)}/{_point(move.target)}" for move in chosen.moves
            )
        )


def _point(number: int) -> str:
    return _NAMES.get(number, str(number))


# ------------------------------------------------------------ moments


def mid_game(view: View) -> bool:
    """Some turns have been played, and dice lie on the board."""
    return view.phase == "to_play" and view.version > _MIDDLE


def pins_on_both_sides(view: View) -> bool:
    """Plakoto: each side has a checker that is pinned, and somebody is to play."""
    white, black = (side.partition(".")[2] for side in view.board.split("/"))
    return view.phase == "to_play" and bool(white) and bool(black)


def a_mother_waits(view: View) -> bool:
    """Plakoto: somebody's last checker is still on his start point."""
    last = any(side[24] == "1" for side in view.board.split("/"))
    return view.phase == "to_play" and last


def cube_is_owned(view: View) -> bool:
    """Backgammon: somebody holds the cube and it is his turn to play."""
    owner = view.cube.owner if view.cube else None
    return view.phase == "to_play" and owner is not None


def game_is_over(view: View) -> bool:
    """The result of a game lies on the board."""
    return view.phase in ("game_over", "match_over")


def match_is_over(view: View) -> bool:
    """Nothing more can happen."""
    return view.phase == "match_over"
