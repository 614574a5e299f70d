"""`tavli serve` and `tavli backup` as processes, as people run them."""

import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TAVLI = str(Path(sys.executable).with_name("tavli"))


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `tavli serve` on a free port; yield the process and its address."""
    process = subprocess.Popen(
        [TAVLI, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    said, found = "", None
    try:
        # On a machine that is new to it, it says first what it compiles.
        while not found and (line := process.stdout.readline()):
            said += line
            found = re.fullmatch(r"tavli is open at (http://127\.0\.0\.1:\d+)\n", line)
        assert found, said
        yield process, found[1]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [TAVLI, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def test_serve_says_where_it_is_and_stops_cleanly(tmp_path):
    with serving("--data", str(tmp_path / "house")) as (process, address):
        assert httpx.get(f"{address}/healthz").text == "ok\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        rest = process.stdout.read()
    assert rest == f"Data is kept in {tmp_path / 'house'}. Stop with Ctrl-C.\n"


def test_a_taken_port_is_said_in_one_sentence(tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        answer = run("serve", "--port", port, "--data", str(tmp_path / "house"))
    assert answer.returncode == 1
    assert answer.stderr == (
        f"tavli: Port {port} of 127.0.0.1 is taken by another program; choose another "
        "with --port.\n"
    )
    assert not (tmp_path / "house").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--host", ""), "name an address of this machine with it."),
        (("--host", "203.0.113.7"), "name an address of this machine with --host."),
        (("--origin", "tavli.example"), "An origin is written like https://"),
    ],
)
def test_an_address_that_cannot_be_is_said_in_one_sentence(
    tmp_path, arguments, sentence
):
    answer = run("serve", "--port", "0", "--data", str(tmp_path / "house"), *arguments)
    assert answer.returncode == 1
    assert sentence in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_folder_that_cannot_be_used_is_said_in_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    answer = run("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert answer.returncode == 1
    assert "name another with --data." in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("command", ["serve", "backup"])
def test_an_empty_text_names_no_folder(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = run(command, "--data", "", *(["copy"] if command == "backup" else []))
    assert answer.returncode == 2
    assert "name a folder; an empty text is none." in answer.stderr
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "why"), [("", "name a file; an empty text is none."), (".", "directory")]
)
def test_a_copy_has_a_name(name, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for kept in ("tavli.sqlite3", "secret.key"):
        (tmp_path / kept).touch()
    answer = run("backup", "--data", ".", name)
    assert answer.returncode == 2
    assert why in answer.stderr
    assert "Traceback" not in answer.stderr
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_that_is_no_database_is_said_in_one_sentence(tmp_path):
    (tmp_path / "tavli.sqlite3").write_bytes(b"not a database, but long enough" * 99)
    answer = run("serve", "--port", "0", "--data", str(tmp_path))
    assert answer.returncode == 1
    assert "can't be used as the server's database" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_folder_is_served_once_and_backed_up_while_it_is(tmp_path):
    house, copy = tmp_path / "house", tmp_path / "copy.sqlite3"
    with serving("--data", str(house)) as (process, address):
        _make_match(address)
        second = run("serve", "--port", "0", "--data", str(house))
        assert second.returncode == 1
        assert "Another tavli serves" in second.stderr

        answer = run("backup", "--data", str(house), str(copy))
        assert answer.returncode == 0, answer.stderr
        assert answer.stdout.startswith("Saved 1 match of")
        assert process.poll() is None
        _make_match(address)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM tavli_match").fetchone() == (1,)
    key = tmp_path / "copy.sqlite3.key"
    assert key.read_text() == (house / "secret.key").read_text()
    for file in (key, copy):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_copy_never_replaces_a_file(tmp_path):
    house, copy = tmp_path / "house", tmp_path / "copy"
    with serving("--data", str(house)):
        assert run("backup", "--data", str(house), str(copy)).returncode == 0
    before = copy.read_bytes()
    again = run("backup", "--data", str(house), str(copy))
    assert again.returncode == 1
    assert "is there already; name a new file." in again.stderr
    assert copy.read_bytes() == before


def test_a_copy_can_be_served(tmp_path):
    house, copy, restored = (tmp_path / name for name in ("house", "copy", "restored"))
    with serving("--data", str(house)) as (_, address):
        match = _make_match(address)
        run("backup", "--data", str(house), str(copy))
    restored.mkdir()
    copy.rename(restored / "tavli.sqlite3")
    copy.with_name("copy.key").rename(restored / "secret.key")
    with serving("--data", str(restored)) as (_, address):
        record = httpx.get(f"{address}/api/matches/{match}/record")
        assert json.loads(record.text)["match"] == match


def _make_match(address: str) -> str:
    with httpx.Client(base_url=address) as client:
        client.cookies.set("csrftoken", "x" * 32, domain="127.0.0.1")
        answer = client.post(
            "/api/matches",
            json={"game": "portes", "length": "1", "opponent": "computer"},
            headers={"X-CSRFToken": "x" * 32},
        )
        return json.loads(answer.text)["match"]


def test_behind_a_proxy_links_and_cookies_follow_its_address(tmp_path):
    arguments = ("--data", str(tmp_path / "h"), "--origin", "https://tavli.example")
    forwarded = {"Host": "tavli.example", "X-Forwarded-Proto": "https"}
    with (
        serving(*arguments) as (_, address),
        httpx.Client(base_url=address, headers=forwarded) as client,
    ):
        answer = client.post(
            "/api/challenges",
            json={"game": "portes", "length": "1"},
            headers={
                "Cookie": f"csrftoken={'x' * 32}",
                "X-CSRFToken": "x" * 32,
                "Origin": "https://tavli.example",
                "Referer": "https://tavli.example/",
            },
        )
        assert answer.json()["url"].startswith("https://tavli.example/c/")
        cookies = answer.headers.get_list("set-cookie")
        assert all("Secure" in cookie for cookie in cookies)
        session = next(c for c in cookies if c.startswith("tavli_")).split(";")[0]
        with connect(
            address.replace("http", "ws") + "/socket",
            origin="https://tavli.example",
            additional_headers={"Cookie": session},
        ) as line:
            line.send('{"type": "ping"}')
            assert line.recv(20) == '{"type":"pong"}'


def test_stopping_tells_the_pages_and_does_not_wait_for_them(tmp_path):
    with serving("--data", str(tmp_path / "house")) as (process, address):
        given = httpx.get(f"{address}/api/me").cookies
        cookies = "; ".join(f"{name}={value}" for name, value in given.items())
        with connect(
            address.replace("http", "ws") + "/socket",
            origin=address,
            additional_headers={"Cookie": cookies},
        ) as line:
            process.send_signal(signal.SIGINT)
            with pytest.raises(ConnectionClosed):
                line.recv(20)
            assert line.close_code == 1012
        assert process.wait(20) == 0


def test_there_is_nothing_to_back_up_in_an_empty_folder(tmp_path):
    answer = run("backup", "--data", str(tmp_path), str(tmp_path / "copy"))
    assert answer.returncode == 1
    assert "There is no server's data in" in answer.stderr


def test_a_copy_that_has_nowhere_to_go_leaves_nothing_behind(tmp_path):
    with serving("--data", str(tmp_path / "house")):
        target = tmp_path / "nowhere" / "copy"
        answer = run("backup", "--data", str(tmp_path / "house"), str(target))
    assert answer.returncode == 1
    assert "failed" in answer.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house"]


def test_an_open_server_answers_to_addresses_and_not_to_foreign_names(tmp_path):
    with serving("--data", str(tmp_path / "h"), "--host", "0.0.0.0") as (_, address):
        for host, status in (("10.1.2.3:8000", 200), ("tavli.example", 400)):
            answer = httpx.get(f"{address}/healthz", headers={"Host": host})
            assert answer.status_code == status


def test_an_open_server_prints_a_link_and_a_code_for_phones(tmp_path):
    with serving("--data", str(tmp_path / "h"), "--host", "0.0.0.0") as (process, _):
        process.send_signal(signal.SIGINT)
        process.wait(20)
        rest = process.stdout.read()
    if "On another device open" not in rest:
        pytest.skip("this machine has no network to share")
    assert re.search(r"On another device open http://[\d.]+:\d+\n", rest)
    assert "█" in rest
