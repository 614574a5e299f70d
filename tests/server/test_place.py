"""A server's folder, its address, and the names it answers to."""

import errno
import stat
from pathlib import Path

import pytest

from tavli.server.origin import read_link
from tavli.server.place import Place, PlaceError, prepare


def test_the_folder_and_the_key_are_made_for_nobody_else(tmp_path):
    place = Place(folder=tmp_path / "new" / "house")
    key = prepare(place)
    assert len(key) >= 50
    assert stat.S_IMODE(place.key_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.folder.stat().st_mode) == 0o700
    assert prepare(place) == key


def test_in_a_folder_of_somebody_elses_the_files_are_still_for_nobody_else(tmp_path):
    tmp_path.chmod(0o755)
    place = Place(folder=tmp_path)
    prepare(place)
    for file in (place.key_file, place.database):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_key_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    place = Place(folder=tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", killed)
        with pytest.raises(KeyboardInterrupt):
            prepare(place)
    assert len(prepare(place)) >= 50


def test_two_houses_have_two_keys(tmp_path):
    assert prepare(Place(folder=tmp_path / "a")) != prepare(
        Place(folder=tmp_path / "b")
    )


def test_a_folder_that_is_a_file_is_refused_in_words(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(PlaceError, match="name another with --data"):
        prepare(Place(folder=tmp_path / "file"))


def test_a_folder_that_cannot_be_written_is_refused_in_words(tmp_path, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)
    with pytest.raises(PlaceError, match="can't hold the server's data"):
        prepare(Place(folder=tmp_path))


def test_a_key_that_was_damaged_is_refused_in_words(tmp_path):
    place = Place(folder=tmp_path)
    place.key_file.write_text("short")
    with pytest.raises(PlaceError, match="too short"):
        prepare(place)


def test_a_local_server_answers_to_local_names_only(tmp_path):
    place = Place(folder=tmp_path, port=9000)
    assert place.hosts == ("127.0.0.1", "localhost", "[::1]")
    assert place.origins == {
        "http://127.0.0.1:9000",
        "http://localhost:9000",
        "http://[::1]:9000",
    }
    assert place.address == "http://127.0.0.1:9000"
    assert place.shared_address is None


def test_an_open_server_answers_to_its_address_on_the_network(tmp_path, monkeypatch):
    monkeypatch.setattr("tavli.server.place.lan_host", lambda: "192.168.1.20")
    place = Place(folder=tmp_path, host="0.0.0.0", port=9000)
    assert "192.168.1.20" in place.hosts
    assert "http://192.168.1.20:9000" in place.origins
    assert place.shared_address == "http://192.168.1.20:9000"
    assert place.address == "http://127.0.0.1:9000"


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "0.0", "::", "::0"])
def test_a_server_on_all_addresses_is_open_however_that_is_written(tmp_path, host):
    place = Place(folder=tmp_path, host=host)
    assert place.is_open
    assert place.address == "http://127.0.0.1:8000"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "τάβλι", "", "1"])
def test_a_server_on_one_address_is_not_open(tmp_path, host):
    assert not Place(folder=tmp_path, host=host).is_open


def test_without_a_network_there_is_nothing_to_share(tmp_path, monkeypatch):
    monkeypatch.setattr("tavli.server.place.lan_host", lambda: None)
    assert Place(folder=tmp_path, host="0.0.0.0").shared_address is None


def test_behind_a_proxy_the_proxys_origin_counts(tmp_path):
    place = Place(folder=tmp_path, links=("https://tavli.example",))
    assert "tavli.example" in place.hosts
    assert "https://tavli.example" in place.origins
    assert place.shared_address == "https://tavli.example"
    assert place.is_secure


def test_port_80_is_not_written(tmp_path):
    assert Place(folder=tmp_path, port=80).address == "http://127.0.0.1"


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://Tavli.Example", "https://tavli.example"),
        ("http://192.168.1.2:8000/", "http://192.168.1.2:8000"),
        ("HTTPS://τάβλι.gr", "https://xn--hxamvh6b.gr"),
        ("https://ΤΆΒΛΙ.gr:8443", "https://xn--hxamvh6b.gr:8443"),
        ("https://φίλος.gr", "https://xn--kxaymmq.gr"),
        ("https://faß.example", "https://xn--fa-hia.example"),
        ("https://xn--hxamvh6b.gr", "https://xn--hxamvh6b.gr"),
        ("https://tavli.example:443", "https://tavli.example"),
        ("https://tavli.example:", "https://tavli.example"),
        ("https://tavli.example:80", "https://tavli.example:80"),
        ("http://tavli.example:80/", "http://tavli.example"),
        ("http://tavli.example:08000", "http://tavli.example:8000"),
        ("http://my_pi:8000", "http://my_pi:8000"),
        ("http://[FD00:0::5]:8000", "http://[fd00::5]:8000"),
    ],
)
def test_an_origin_is_read_as_browsers_write_it(text, origin):
    assert read_link(text) == origin


@pytest.mark.parametrize(
    "text",
    [
        "tavli.example",
        "ftp://tavli.example",
        "https://",
        "https://a/b",
        "https://a?b",
        "https://user@a",
        "https://@a",
        "https://[abc",
        "https://[::1]a",
        "https://a:b",
        "https://a:-1",
        "https://a b",
        "https://a\\b",
        "https://a%2eb",
        "*",
    ],
)
def test_what_is_no_origin_is_refused_in_words(text):
    with pytest.raises(PlaceError, match="An origin is written like"):
        read_link(text)


@pytest.mark.parametrize("port", ["0", "65536", "99999", "999999999"])
def test_a_port_that_does_not_exist_is_refused_in_words(port):
    with pytest.raises(PlaceError, match="ports go from 1 to 65535"):
        read_link(f"https://tavli.example:{port}")


@pytest.mark.parametrize(
    "host", ["[abc]", "[1.2.3.4]", "1.2.3.999", "1.2.3", "a..b", "-ü", "ü" * 64, "a!"]
)
def test_a_host_that_no_browser_opens_is_refused_in_words(host):
    with pytest.raises(PlaceError, match="no host name that a browser could open"):
        read_link(f"https://{host}")


@pytest.mark.parametrize(
    "link", ["https://τάβλι.gr", "https://tavli.example:443", "http://[FD00::5]:8000"]
)
def test_what_a_browser_sends_of_an_origin_is_known(tmp_path, link):
    origin = read_link(link)
    host = origin.partition("://")[2]
    place = Place(folder=tmp_path, links=(origin,))
    assert host.isascii()
    assert place.knows(host)
    assert place.admits(origin, host)


def test_a_host_is_known_however_it_was_typed(tmp_path):
    place = Place(folder=tmp_path, host="Tavli.local")
    assert place.knows("tavli.local:8000")
    assert place.admits("http://tavli.local:8000", "tavli.local:8000")


OPEN_HOSTS = ["192.168.7.9", "10.0.0.5:9000", "[fd00::5]:8000", "localhost:8000"]
FOREIGN_HOSTS = ["tavli.example", "192.168.7.9.tavli.example", "1.2.3", "", "[::1"]


@pytest.mark.parametrize("host", OPEN_HOSTS)
def test_an_open_server_goes_by_any_address(tmp_path, host):
    place = Place(folder=tmp_path, host="0.0.0.0")
    assert place.knows(host)
    assert place.admits(f"http://{host}", host)


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_no_server_goes_by_a_foreign_name(tmp_path, host):
    for own in ("0.0.0.0", "127.0.0.1"):
        place = Place(folder=tmp_path, host=own)
        assert not place.knows(host)
        assert not place.admits(f"http://{host}", host)


def test_a_local_server_does_not_go_by_other_addresses(tmp_path):
    place = Place(folder=tmp_path)
    assert not place.knows("192.168.7.9:8000")
    assert not place.admits("http://192.168.7.9:8000", "192.168.7.9:8000")


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://10.0.0.6:8000", "https://10.0.0.5:8000", "http://10.0.0.5"],
)
def test_an_open_server_admits_its_own_pages_only(tmp_path, origin):
    place = Place(folder=tmp_path, host="0.0.0.0")
    assert not place.admits(origin, "10.0.0.5:8000")
