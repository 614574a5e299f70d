"""Nothing is told before it is stored, and nothing stored is lost or doubled."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.damage import damage
from server.play.scenes import Scene, Seated, settled
from tavli.protocol import actions
from tavli.rules import Player
from tavli.server.play.allowance import Allowance
from tavli.server.play.hub import Hub
from tavli.server.play.limits import Limits


@pytest.fixture
def scene(template: Path, tmp_path: Path) -> Scene:
    return Scene(template, tmp_path)


async def _both(hub: Hub, scene: Scene) -> tuple[Seated, Seated]:
    seated = Seated(hub, "anna", scene.match), Seated(hub, "babis", scene.match)
    for one in seated:
        await one.join()
        await one.seed()
    return seated


async def _rolled(hub: Hub, scene: Scene) -> tuple[Seated, Seated]:
    """Roll for the start; whoever must play stands first."""
    anna, babis = await _both(hub, scene)
    await anna.act(actions.Roll())
    return (anna, babis) if anna.view["turn"] == "w" else (babis, anna)


def _some_play(seated: Seated) -> actions.Play:
    nodes = seated.view["graph"]["nodes"]
    node, moves = nodes[0], []
    while node["moves"]:
        source, target, _, _, following = node["moves"][0]
        moves.append(f"{source}/{target}")
        node = nodes[following]
    return actions.Play(moves=tuple(moves))


class FullDisk:
    """Opens connections that can't grow the file while the disk is full."""

    def __init__(self, scene: Scene) -> None:
        self._connect = scene.connect
        self.is_full = False
        scene.connect = self

    def __call__(self) -> sqlite3.Connection:
        return _Filling(self._connect(), self)


class _Filling:
    def __init__(self, connection: sqlite3.Connection, disk: FullDisk) -> None:
        self._connection = connection
        self._disk = disk

    def execute(self, statement: str, *values: object) -> object:
        if self._disk.is_full and statement.startswith("BEGIN IMMEDIATE"):
            raise sqlite3.OperationalError("database or disk is full")
        return self._connection.execute(statement, *values)

    def close(self) -> None:
        self._connection.close()


def test_a_full_disk_refuses_the_action_and_the_server_lives(scene):
    disk = FullDisk(scene)

    async def acts(hub: Hub) -> None:
        anna, babis = await _both(hub, scene)
        disk.is_full = True
        heard = len(babis.heard)
        refused = await anna.act(actions.Roll(), id="roll-it-once")
        assert (refused["type"], refused["code"]) == ("refused", "not_saved")
        assert refused["view"]["phase"] == "opening"
        assert len(babis.heard) == heard
        assert [seq for seq, _, _ in scene.rows()] == [1]
        disk.is_full = False
        done = await anna.act(actions.Roll(), id="roll-it-once")
        assert done["type"] == "events"
        assert babis.last["events"] == done["events"]

    scene.play(acts)
    assert [seq for seq, _, _ in scene.rows()] == [1, 2]


def test_a_refused_roll_gives_the_same_dice_when_it_is_sent_again(scene):
    disk = FullDisk(scene)
    openings = []

    async def acts(hub: Hub) -> None:
        anna, _ = await _both(hub, scene)
        for _ in range(3):
            disk.is_full = True
            await anna.act(actions.Roll())
        disk.is_full = False
        openings.append((await anna.act(actions.Roll()))["events"])

    scene.play(acts)
    secret, white, black = scene.one(
        "SELECT secret, white_seed, black_seed FROM tavli_match"
    )
    from tavli.formats.dice_proof import ProvenDice

    dice = ProvenDice(
        match=scene.match,
        secret=bytes.fromhex(secret),
        white_seed=white,
        black_seed=black,
    )
    first = dice.roll(1, 0)
    assert (openings[0][0]["white"], openings[0][0]["black"]) == (
        first.first,
        first.second,
    )


def test_a_seed_that_could_not_be_saved_is_asked_for_again(scene):
    disk = FullDisk(scene)

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        disk.is_full = True
        await anna.seed()
        assert anna.last["code"] == "not_saved"
        disk.is_full = False
        await anna.seed()
        await anna.join()
        joined = [m for m in anna.heard if m["type"] == "joined"][-1]
        assert joined["seeded"] == {"w": True, "b": False}

    scene.play(acts)


def test_a_row_that_was_kept_after_all_is_found_and_not_doubled(scene):
    """The disk said no, but the row was there: as after a power cut."""
    kept = {}

    async def acts(hub: Hub) -> None:
        actor, other = await _rolled(hub, scene)
        play = _some_play(actor)
        version = actor.view["version"]
        room = hub._rooms.get(scene.match)
        write = hub._ledger._writer.write

        async def write_and_fail(job: object) -> bool:
            await write(job)
            from tavli.server.play.writer import NotSavedError

            raise NotSavedError("lost the answer")

        hub._ledger._writer.write = write_and_fail
        refused = await actor.act(play, id="played-once")
        assert refused["code"] == "not_saved"
        assert room.table.version == version
        hub._ledger._writer.write = write
        done = await actor.act(play, id="played-once", version=version)
        assert (done["type"], done["version"]) == ("events", version + 1)
        kept.update(other=other.last["version"], version=version)

    scene.play(acts)
    assert kept["other"] == kept["version"] + 1
    assert [name for _, name, _ in scene.rows()].count("played-once") == 1


def test_a_place_in_the_log_that_another_process_took_is_stale(scene):
    async def acts(hub: Hub) -> None:
        actor, other = await _rolled(hub, scene)
        version = actor.view["version"]

        async def other_process(second: Hub) -> None:
            mine = Seated(second, actor.follower.player, scene.match)
            await mine.join()
            await mine.act(_some_play(mine))

        await asyncio.to_thread(scene.play, other_process)
        answer = await actor.act(actions.ResignMatch(), version=version)
        assert answer["code"] == "stale"
        assert answer["view"]["version"] == version + 1
        assert other.last["version"] == version + 1

    scene.play(acts)
    assert [seq for seq, _, _ in scene.rows()] == [1, 2, 3]


def test_the_end_of_a_match_and_its_result_are_one(scene):
    async def acts(hub: Hub) -> None:
        anna, _ = await _both(hub, scene)
        await anna.act(actions.ResignMatch())

    scene.play(acts)
    assert scene.one("SELECT winner_id, how FROM tavli_result") == ("babis", "resign")
    assert scene.rows()[-1][2][-1]["event"] == "match_end"


def test_a_result_that_cannot_be_written_takes_its_action_with_it(scene):
    async def acts(hub: Hub) -> None:
        anna, _ = await _both(hub, scene)
        broken = sqlite3.connect(scene.database)
        broken.execute("ALTER TABLE tavli_result RENAME TO tavli_result_gone")
        broken.commit()
        broken.close()
        refused = await anna.act(actions.ResignMatch())
        assert refused["code"] == "not_saved"
        assert refused["view"]["phase"] == "opening"

    scene.play(acts)
    assert [seq for seq, _, _ in scene.rows()] == [1]


def test_a_match_whose_seeds_came_just_before_the_end_begins_later(scene):
    connection = sqlite3.connect(scene.database)
    connection.execute("UPDATE tavli_match SET white_seed='aa', black_seed='bb'")
    connection.commit()
    connection.close()

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        assert anna.view["phase"] == "opening"

    scene.play(acts)


def test_folding_the_log_gives_the_views_that_were_shown(scene):
    shown, folded = {}, {}

    async def acts(hub: Hub) -> None:
        actor, other = await _rolled(hub, scene)
        await actor.act(_some_play(actor))
        await other.act(actions.Roll())
        shown.update({one.follower.player: one.view for one in (actor, other)})

    async def again(hub: Hub) -> None:
        for name in shown:
            seated = Seated(hub, name, scene.match)
            await seated.join()
            folded[name] = seated.view

    scene.play(acts)
    scene.play(again)
    assert folded == shown
    assert shown["anna"]["version"] == 4


def test_a_player_who_vanishes_in_the_middle_of_storing_is_served_all_the_same(scene):
    async def acts(hub: Hub) -> None:
        anna, babis = await _both(hub, scene)
        acting = asyncio.create_task(anna.act(actions.Roll()))
        await asyncio.sleep(0)
        hub.drop(anna.follower)
        acting.cancel()
        await settled(lambda: babis.view["version"] == 2 or not hub._tasks._running)
        assert len(scene.rows()) == babis.view["version"]

    scene.play(acts)


@pytest.mark.parametrize(
    ("seq", "events", "said"),
    [
        (7, "[]", "has a gap"),
        (1, "garbage", "Entry 1 of match"),
        (1, '[{"event":"roll","by":"w"}]', "Entry 1 of match"),
        (1, '[{"event":"roll","by":"w","dice":"7-7"}]', "written like 6-1"),
        (1, '[{"event":"take","by":"w"}]', "before any game"),
        (1, '[{"event":"game","number":1,"game":"fevga","starter":null}]', "is portes"),
    ],
)
def test_a_broken_log_is_refused_and_other_matches_go_on(
    scene, caplog, seq, events, said
):
    connection = sqlite3.connect(scene.database)
    connection.execute(
        "INSERT INTO tavli_action (match_id, seq, action_id, seat, events, at)"
        " VALUES (?, ?, 'odd', '', ?, 0)",
        (scene.match, seq, events),
    )
    connection.commit()
    connection.close()

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        assert anna.last["code"] == "match_damaged"

    scene.play(acts)
    assert said in caplog.text


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (sqlite3.DatabaseError("database disk image is malformed"), "database_damaged"),
        (sqlite3.OperationalError("disk I/O error"), "internal"),
    ],
)
def test_a_database_that_is_torn_is_told_from_one_that_fails_for_a_while(
    scene, monkeypatch, fault, code
):
    from tavli.server.play import ledger

    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(ledger, "load_match", fail)

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        assert anna.last["code"] == code

    scene.play(acts)


def test_a_log_that_lost_its_end_is_refused(scene, caplog):
    async def ends(hub: Hub) -> None:
        anna, _ = await _both(hub, scene)
        await anna.act(actions.ResignMatch())

    async def returns(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        assert anna.last["code"] == "match_damaged"

    scene.play(ends)
    with closing(sqlite3.connect(scene.database)) as connection, connection:
        connection.execute("DELETE FROM tavli_action WHERE seq = 2")
    scene.play(returns)
    assert "has lost its end" in caplog.text


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tavli_action SET events = NULL",
        "UPDATE tavli_action SET events = 5",
        "UPDATE tavli_action SET action_id = NULL",
        "UPDATE tavli_match SET game = NULL",
        "UPDATE tavli_match SET length = NULL",
        "UPDATE tavli_match SET options = NULL",
        "UPDATE tavli_match SET secret = NULL",
        "UPDATE tavli_match SET secret = x'00'",
        "UPDATE tavli_match SET commitment = NULL",
        "UPDATE tavli_match SET white_seed = NULL",
        "UPDATE tavli_player SET name = NULL WHERE id = 'anna'",
        "UPDATE tavli_action SET events = CAST(x'ff41' AS TEXT)",
        "UPDATE tavli_match SET secret = CAST(x'ff41' AS TEXT)",
    ],
)
def test_a_match_with_a_value_that_is_no_text_is_refused(scene, statement):
    async def begins(hub: Hub) -> None:
        await _both(hub, scene)

    async def returns(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        assert anna.last["code"] == "match_damaged"

    scene.play(begins)
    damage(scene.database, statement)
    scene.play(returns)


def test_a_fault_of_ours_costs_one_action_not_the_table(scene, monkeypatch):
    from tavli.server.play.table import Table

    async def acts(hub: Hub) -> None:
        anna, _ = await _both(hub, scene)

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patched:
            patched.setattr(Table, "decide", fail)
            assert (await anna.act(actions.Roll()))["code"] == "internal"
        assert (await anna.act(actions.Roll()))["type"] == "events"

    scene.play(acts)


def test_idle_rooms_are_closed_and_open_again(template, tmp_path):
    scene = Scene(template, tmp_path, limits=Limits(idle_tables=0))
    columns = (
        "game, length, options, white_id, black_id, secret, commitment, white_seed,"
        " black_seed, white_score, black_score, created, updated"
    )
    connection = sqlite3.connect(scene.database)
    connection.execute(
        f"INSERT INTO tavli_match (id, {columns})"
        f" SELECT 'other2345', {columns} FROM tavli_match"
    )
    connection.commit()
    connection.close()

    async def acts(hub: Hub) -> None:
        anna, babis = await _both(hub, scene)
        for one in (anna, babis):
            hub.drop(one.follower)
        other = Seated(hub, "anna", "other2345")
        await other.join()
        assert [room.table.facts.id for room in hub._rooms] == ["other2345"]
        await anna.join()
        assert anna.view["phase"] == "opening"

    scene.play(acts)


# --- the computer's seat


class Unwilling:
    """A bot that fails as often as it is told to, then plays."""

    def __init__(self, failures: list[str], log: list[str]) -> None:
        self.failures = failures
        self.log = log

    def __call__(self, level: str) -> "Unwilling":
        self.log.append(level)
        return self

    def choose(self, state: object, seat: object) -> object:
        from server.houses import FirstPlayBot
        from tavli.match import Take

        failure = self.failures.pop(0) if self.failures else ""
        if failure == "raises":
            raise ZeroDivisionError
        if failure == "illegal":
            return Take()
        return FirstPlayBot().choose(state, seat)


async def _until_my_turn(anna: Seated) -> None:
    await settled(lambda: anna.view["turn"] == "w")


@pytest.mark.parametrize(
    ("failures", "asked"),
    [
        ([], ["first"]),
        (["raises"], ["first", "first"]),
        (["raises", "raises"], ["first", "first", "random"]),
        (["illegal"], ["first", "random"]),
    ],
)
def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(
    template, tmp_path, failures, asked
):
    log: list[str] = []
    scene = Scene(
        template, tmp_path, against="bot", make_bot=Unwilling(list(failures), log)
    )

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        await anna.seed()
        await anna.act(actions.Roll())
        if anna.view["turn"] == "w":
            await anna.act(_some_play(anna))
        await _until_my_turn(anna)

    scene.play(acts)
    assert log[: len(asked)] == asked


def test_a_bot_that_never_answers_is_replaced(template, tmp_path):
    import threading

    never, log = threading.Event(), []

    class Asleep:
        def choose(self, state: object, seat: object) -> object:
            del state, seat
            never.wait(30)

    def make(level: str) -> object:
        from server.houses import FirstPlayBot

        log.append(level)
        return FirstPlayBot() if level == "random" else Asleep()

    scene = Scene(
        template,
        tmp_path,
        against="bot",
        make_bot=make,
        limits=Limits(computer_seconds=1),
    )

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        await anna.seed()
        await anna.act(actions.Roll())
        if anna.view["turn"] == "w":
            await anna.act(_some_play(anna))
        await _until_my_turn(anna)

    try:
        scene.play(acts)
    finally:
        never.set()
    assert log[:3] == ["first", "first", "random"]


def test_the_computer_goes_on_after_a_restart(template, tmp_path):
    scene = Scene(template, tmp_path, against="bot", make_bot=Unwilling([], []))

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        await anna.seed()
        hub._house.wake = lambda room: room  # the computer is cut off in mid-turn
        await anna.act(actions.Roll())
        if anna.view["turn"] == "w":
            await anna.act(_some_play(anna))
        assert anna.view["turn"] == "b"

    async def again(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        await _until_my_turn(anna)

    scene.play(acts)
    scene.play(again)


def test_the_computer_plays_on_when_the_disk_has_room_again(template, tmp_path):
    scene = Scene(template, tmp_path, against="bot")
    disk = FullDisk(scene)

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        await anna.seed()
        await anna.act(actions.Roll())
        if anna.view["turn"] == "w":
            await anna.act(_some_play(anna))
        disk.is_full = True
        version = len(scene.rows())
        await asyncio.sleep(0.05)
        assert len(scene.rows()) in (version, version + 1)
        disk.is_full = False
        await _until_my_turn(anna)

    scene.play(acts)


def test_when_no_bot_answers_the_table_waits_until_somebody_comes(
    template, tmp_path, caplog
):
    never = Scene(
        template,
        tmp_path,
        against="bot",
        make_bot=Unwilling(["raises"] * 1000, []),
    )

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", never.match)
        await anna.join()
        await anna.seed()
        await anna.act(actions.Roll())
        if anna.view["turn"] == "w":
            await anna.act(_some_play(anna))
        room = hub._rooms.get(never.match)
        await settled(lambda: room.computer is None)
        assert anna.view["turn"] == "b"
        # The person is not bound to the table.
        assert (await anna.act(actions.ResignMatch()))["type"] == "events"

    never.play(acts)
    assert "the computer is stuck" in caplog.text


def test_a_fault_of_ours_in_the_computers_turn_does_not_end_the_table(
    template, tmp_path, monkeypatch, caplog
):
    from tavli.server.play.table import Table

    scene = Scene(template, tmp_path, against="bot")
    decide, faults = Table.decide, [ZeroDivisionError()]

    def fail_once(table: Table, seat: Player, *rest: object) -> object:
        if seat is Player.BLACK and faults:
            raise faults.pop()
        return decide(table, seat, *rest)

    monkeypatch.setattr(Table, "decide", fail_once)

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        await anna.seed()
        await anna.act(actions.Roll())
        if anna.view["turn"] == "w":
            await anna.act(_some_play(anna))
        await _until_my_turn(anna)

    scene.play(acts)
    assert "the computer failed" in caplog.text
    assert not faults


def test_a_computer_that_is_always_refused_leaves_the_table_to_the_person(
    template, tmp_path, caplog
):
    scene = Scene(
        template, tmp_path, against="bot", make_bot=Unwilling(["illegal"] * 1000, [])
    )

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        await anna.join()
        await anna.seed()
        await anna.act(actions.Roll())
        if anna.view["turn"] == "w":
            await anna.act(_some_play(anna))
        room = hub._rooms.get(scene.match)
        await settled(lambda: room.computer is None)
        assert (await anna.act(actions.ResignMatch()))["type"] == "events"

    scene.play(acts)
    assert "the bot random was refused" in caplog.text


# --- what one guest costs the others


def _told_of_presence(seated: Seated) -> int:
    return sum(message["type"] == "presence" for message in seated.heard)


def test_presence_is_told_to_all_only_when_a_seat_is_taken_or_left(scene):
    async def acts(hub: Hub) -> None:
        anna, babis = await _both(hub, scene)
        told = _told_of_presence(babis)
        watcher = Seated(hub, "nobody", scene.match)
        for one in (watcher, watcher, anna):
            await one.join()
            assert one.last["type"] == "presence"
        hub.leave(watcher.follower, scene.match)
        second = Seated(hub, "anna", scene.match)
        await second.join()
        hub.leave(second.follower, scene.match)
        hub.leave(second.follower, scene.match)
        assert _told_of_presence(babis) == told
        hub.leave(anna.follower, scene.match)
        assert _told_of_presence(babis) == told + 1
        await second.join()
        assert _told_of_presence(babis) == told + 2
        assert babis.last["players"]["w"] == {"present": True, "away_since": None}

    scene.play(acts)


def test_whoever_was_told_much_waits_before_he_is_told_as_much_again(scene):
    limits = Limits(burst=1, messages_a_second=10**6, answer_bytes=1, full_sockets=1)
    allowance = Allowance(limits, scene.clock)

    async def acts(hub: Hub) -> None:
        first, second = (Seated(hub, "anna", scene.match) for _ in range(2))
        first.follower.allowance = second.follower.allowance = allowance
        await first.join()
        joining = asyncio.create_task(second.join())
        await asyncio.sleep(0.02)
        assert not second.heard
        other = Seated(hub, "babis", scene.match)
        await other.join()
        assert other.heard
        scene.clock.pass_ms(1000)
        await joining
        assert second.heard[0]["type"] == "joined"

    scene.play(acts)


@pytest.mark.parametrize("against", ["babis", "bot"])
def test_a_match_that_has_grown_too_long_can_only_be_ended(template, tmp_path, against):
    limits = Limits(actions=1, last_actions=1)
    scene = Scene(template, tmp_path, against=against, limits=limits)

    async def acts(hub: Hub) -> None:
        anna = Seated(hub, "anna", scene.match)
        other = Seated(hub, "babis", scene.match)
        for one in (anna, other):
            await one.join()
            await one.seed()
        assert (await anna.act(actions.Next()))["code"] == "match_too_long"
        assert (await anna.act(actions.Roll()))["type"] == "events"
        await settled(lambda: not hub._tasks._running)
        assert anna.view["version"] == 2
        assert (await anna.act(actions.Roll()))["code"] == "match_too_long"
        assert (await anna.act(actions.ResignMatch()))["type"] == "events"

    scene.play(acts)
    assert len(scene.rows()) == 3


class SlowDisk:
    """Stores only when it is allowed to."""

    def __init__(self, hub: Hub) -> None:
        self._write, hub._writer.write = hub._writer.write, self._write_slowly
        self._began, self._may_go_on = asyncio.Event(), asyncio.Event()

    async def _write_slowly(self, job: object) -> object:
        self._began.set()
        await self._may_go_on.wait()
        return await self._write(job)

    async def vanish_meanwhile(self, seated: Seated, action: actions.Action) -> None:
        """Let *seated* act, and his socket go while that is being stored."""
        self._began.clear()
        self._may_go_on.clear()
        acting = asyncio.create_task(seated.act(action))
        await self._began.wait()
        seated.hub.drop(seated.follower)
        acting.cancel()
        await asyncio.gather(acting, return_exceptions=True)
        self._may_go_on.set()


def test_the_computer_plays_though_the_socket_that_asked_is_gone(template, tmp_path):
    scene = Scene(template, tmp_path, against="bot")

    async def acts(hub: Hub) -> None:
        anna, watching = (Seated(hub, "anna", scene.match) for _ in range(2))
        for one in (anna, watching):
            await one.join()
        await anna.seed()
        disk = SlowDisk(hub)
        await disk.vanish_meanwhile(anna, actions.Roll())
        await settled(lambda: watching.view["version"] > 1)
        if watching.view["version"] == 2 and watching.view["turn"] == "w":
            await anna.join()
            await disk.vanish_meanwhile(anna, _some_play(anna))
        await settled(lambda: watching.view["version"] > 2)
        await _until_my_turn(watching)

    scene.play(acts)
