"""Who may be given a hint, and that the match never hears of it."""

import asyncio

import pytest

from server.houses import first_play_bot
from server.play.scenes import Scene, Seated, settled
from tavli.engine.advice import Advice, Outlook, RankedPlay
from tavli.match import MatchState
from tavli.protocol import AskHint, Join, actions
from tavli.rules import Player, legal_plays
from tavli.server.play.hub import Hub
from tavli.server.workers.thinker import BusyError
from tavli.server.workers.threads import Threads


class Counsel(Threads):
    """Recommends the first legal play, or fails as it is told; counts the questions."""

    def __init__(self, failure: Exception | None = None) -> None:
        super().__init__(first_play_bot, seconds=20)
        self.failure = failure
        self.asked = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def advise(self, state: MatchState, seat: Player) -> Advice:
        del seat
        self.asked += 1
        await self.may_answer.wait()
        if self.failure is not None:
            raise self.failure
        game = state.game
        play = next(iter(legal_plays(game.ruleset, game.position, game.dice).values()))
        outlook = Outlook(0.5, 0.25, 0, 0.125, 0, 0)
        return Advice(plays=(RankedPlay(play, "as it comes", 0.125, outlook, 2),))


async def _to_play(hub: Hub, scene: Scene, player: str = "anna") -> Seated:
    seated = Seated(hub, player, scene.match)
    await seated.join()
    await seated.seed()
    await seated.act(actions.Roll())
    await settled(lambda: seated.view["phase"] in ("to_roll", "to_play"))
    if seated.view["turn"] == "b" and scene.against == "bot":
        await settled(lambda: seated.view["turn"] == "w")
    if seated.view["phase"] == "to_roll":
        await seated.act(actions.Roll())
    return seated


def _ask(hub: Hub, seated: Seated, version: int | None = None) -> None:
    if version is None:
        version = seated.view["version"]
    hub.hint(seated.follower, AskHint(match=seated.match, version=version))


async def _answer(seated: Seated) -> dict:
    await settled(lambda: seated.last["type"] in ("hint", "no_hint"))
    return seated.last


@pytest.mark.parametrize("against", ["bot", "anna"])
def test_whoever_plays_alone_is_told_what_is_best(template, tmp_path, against):
    scene = Scene(template, tmp_path, against=against, thinker=Counsel())

    async def acts(hub: Hub) -> None:
        anna = await _to_play(hub, scene)
        before = scene.rows()
        _ask(hub, anna)
        hint = await _answer(anna)
        assert hint["version"] == anna.view["version"]
        (play,) = hint["plays"]
        assert play["play"] == "as it comes"
        assert play["equity"] == 0.125
        assert play["chances"]["lost_double"] == 0.125
        assert scene.rows() == before
        done = await anna.act(actions.Play(moves=tuple(play["moves"])))
        assert done["type"] == "events"

    scene.play(acts)


def test_two_people_are_given_no_hints(template, tmp_path):
    counsel = Counsel()
    scene = Scene(template, tmp_path, thinker=counsel)

    async def acts(hub: Hub) -> None:
        both = [Seated(hub, name, scene.match) for name in ("anna", "babis")]
        for one in both:
            await one.join()
            await one.seed()
        await both[0].act(actions.Roll())
        for one in both:
            _ask(hub, one)
            assert (await _answer(one))["code"] == "no_hint"

    scene.play(acts)
    assert counsel.asked == 0


def test_watchers_and_the_computer_s_turn_get_none(template, tmp_path):
    scene = Scene(template, tmp_path, against="bot", thinker=Counsel())

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        await anna.seed()
        _ask(hub, anna)  # the roll-off is no decision
        assert (await _answer(anna))["code"] == "no_hint"
        watcher = Seated(hub, "babis", scene.match)
        await watcher.join()
        _ask(hub, watcher)
        assert (await _answer(watcher))["code"] == "no_hint"

    scene.play(acts)


def test_an_old_position_gets_no_hint(template, tmp_path):
    scene = Scene(template, tmp_path, against="bot", thinker=Counsel())

    async def acts(hub: Hub) -> None:
        anna = await _to_play(hub, scene)
        _ask(hub, anna, anna.view["version"] - 1)
        assert (await _answer(anna))["code"] == "stale"

    scene.play(acts)


def test_it_is_looked_for_once_however_often_it_is_asked(template, tmp_path):
    counsel = Counsel()
    scene = Scene(template, tmp_path, against="bot", thinker=counsel)

    async def acts(hub: Hub) -> None:
        anna = await _to_play(hub, scene)
        again = Seated(hub, "anna", scene.match)
        await again.join()
        counsel.may_answer.clear()
        for one in (anna, anna, again):
            _ask(hub, one)
        await settled(lambda: counsel.asked == 1)
        counsel.may_answer.set()
        hints = [await _answer(anna), await _answer(again)]
        _ask(hub, again)
        assert again.last == hints[0] == hints[1]

    scene.play(acts)
    assert counsel.asked == 1


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (BusyError("full"), "busy"),
        (TimeoutError(), "busy"),
        (ZeroDivisionError(), "internal"),
    ],
)
def test_a_hint_that_fails_is_said_and_may_be_asked_again(
    template, tmp_path, failure, code
):
    counsel = Counsel(failure)
    scene = Scene(template, tmp_path, against="bot", thinker=counsel)

    async def acts(hub: Hub) -> None:
        anna = await _to_play(hub, scene)
        _ask(hub, anna)
        assert (await _answer(anna))["code"] == code
        counsel.failure = None
        anna.heard.append({"type": "later"})
        _ask(hub, anna)
        assert (await _answer(anna))["type"] == "hint"

    scene.play(acts)


def test_whoever_has_not_joined_gets_none(template, tmp_path):
    scene = Scene(template, tmp_path, against="bot", thinker=Counsel())

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        _ask(hub, anna, 0)
        assert anna.last["code"] == "not_joined"
        await hub.join(anna.follower, Join(match=scene.match))

    scene.play(acts)
