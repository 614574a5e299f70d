"""Answers on disk: found again, bounded, and never in the way."""

import os
import random
import sqlite3

import pytest

from tavli.analysis.cache import AnswerCache, answers_path


@pytest.fixture
def warnings():
    return []


def kept(path, warnings, **options):
    return AnswerCache(path, warnings.append, **options)


def test_what_was_kept_is_found_again(tmp_path, warnings):
    path = tmp_path / "deep" / "answers.sqlite3"
    with kept(path, warnings) as cache:
        cache.put({b"one": b"1" * 100, b"two": b"2"})
    with kept(path, warnings) as cache:
        assert cache.get([b"one", b"two", b"three"]) == {
            b"one": b"1" * 100,
            b"two": b"2",
        }
    assert warnings == []


def test_what_is_put_is_there_even_if_nobody_closes(tmp_path, warnings):
    path = tmp_path / "answers.sqlite3"
    kept(path, warnings).put({b"one": b"1"})
    assert kept(path, warnings).get([b"one"]) == {b"one": b"1"}


def test_more_keys_than_one_statement_takes_are_asked_for(tmp_path, warnings):
    values = {f"{n}".encode(): b"x" for n in range(2000)}
    with kept(tmp_path / "answers.sqlite3", warnings) as cache:
        cache.put(values)
        assert cache.get(values) == values


def test_what_was_not_asked_for_longest_is_forgotten(tmp_path, warnings):
    noise = random.Random(1).randbytes(1000)
    path = tmp_path / "answers.sqlite3"
    with kept(path, warnings) as cache:
        cache.put({b"old": noise, b"dear": noise})
    with kept(path, warnings) as cache:
        cache.get([b"dear"])
    with kept(path, warnings, largest=1500) as cache:
        assert cache.get([b"new"]) == {}
    with kept(path, warnings) as cache:
        assert set(cache.get([b"old", b"dear"])) == {b"dear"}
    assert warnings == []


def test_a_file_grows_smaller_when_much_is_forgotten(tmp_path, warnings):
    path = tmp_path / "answers.sqlite3"
    noise = random.Random(2)
    with kept(path, warnings) as cache:
        cache.put({f"{n}".encode(): noise.randbytes(1000) for n in range(200)})
    before = path.stat().st_size
    kept(path, warnings, largest=20_000).close()
    assert path.stat().st_size < before / 4
    assert warnings == []


def test_a_damaged_file_is_named_and_begun_again(tmp_path, warnings):
    path = tmp_path / "answers.sqlite3"
    path.write_bytes(b"this was never a database " * 100)
    with kept(path, warnings) as cache:
        cache.put({b"one": b"1"})
        assert cache.get([b"one"]) == {b"one": b"1"}
    assert len(warnings) == 1
    assert str(path) in warnings[0]
    assert "begun again" in warnings[0]


def test_a_file_that_is_damaged_inside_is_begun_again(tmp_path, warnings):
    path = tmp_path / "answers.sqlite3"
    with kept(path, warnings) as cache:
        cache.put({f"{n}".encode(): bytes([n % 251]) * 900 for n in range(500)})
    content = bytearray(path.read_bytes())
    content[5000:] = bytes(len(content) - 5000)
    path.write_bytes(content)
    with kept(path, warnings) as cache:
        found = cache.get(f"{n}".encode() for n in range(500))
        cache.put({b"one": b"1"})
        assert cache.get([b"one"]) == {b"one": b"1"}
    assert all(set(value) == {int(key) % 251} for key, value in found.items())
    assert len(warnings) == 1


def test_a_value_that_the_disk_changed_is_not_believed(tmp_path, warnings):
    path = tmp_path / "answers.sqlite3"
    with kept(path, warnings) as cache:
        cache.put({b"one": b"the truth"})
    with sqlite3.connect(path) as base:
        base.execute("UPDATE answers SET value = x'00000000' || substr(value, 5)")
    base.close()
    with kept(path, warnings) as cache:
        assert cache.get([b"one"]) == {}


def test_a_place_that_cannot_be_written_only_warns(tmp_path, warnings):
    (tmp_path / "file").write_text("")
    with kept(tmp_path / "file" / "answers.sqlite3", warnings) as cache:
        cache.put({b"one": b"1"})
        assert cache.get([b"one"]) == {}
    assert len(warnings) == 1


def test_two_processes_may_use_one_file(tmp_path, warnings):
    path = tmp_path / "answers.sqlite3"
    with kept(path, warnings) as one, kept(path, warnings) as other:
        one.put({b"one": b"1"})
        other.put({b"two": b"2"})
        assert one.get([b"two"]) == {b"two": b"2"}
        assert other.get([b"one"]) == {b"one": b"1"}
    assert warnings == []


def test_the_environment_says_where(tmp_path):
    chosen = {"TAVLI_ANSWERS": str(tmp_path / "a"), "XDG_CACHE_HOME": "elsewhere"}
    assert answers_path(chosen) == tmp_path / "a"
    cached = answers_path({"XDG_CACHE_HOME": str(tmp_path)})
    assert cached == tmp_path / "tavli" / "answers.sqlite3"


def test_a_file_that_holds_something_else_is_left_alone(tmp_path, warnings):
    match = tmp_path / "match.mat"
    match.write_text("7 point match", encoding="utf-8")
    with kept(match, warnings) as cache:
        cache.put({b"one": b"1"})
        assert cache.get([b"one"]) == {}
    assert match.read_text(encoding="utf-8") == "7 point match"
    assert len(warnings) == 1
    assert "name another" in warnings[0]


def test_the_database_of_another_program_is_left_alone(tmp_path, warnings):
    path = tmp_path / "songs.sqlite3"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE songs (name TEXT)")
    base.close()
    before = path.read_bytes()
    with kept(path, warnings) as cache:
        cache.put({b"one": b"1"})
    assert path.read_bytes() == before
    assert "name another" in warnings[0]


def test_what_is_no_plain_file_is_left_alone(tmp_path, warnings):
    pipe = tmp_path / "answers.sqlite3"
    os.mkfifo(pipe)
    with kept(pipe, warnings) as cache:
        cache.put({b"one": b"1"})
        assert cache.get([b"one"]) == {}
    assert pipe.is_fifo()
    assert warnings == [
        f"answers are not kept: {pipe}: this is no plain file: name another"
    ]


def test_of_a_folder_nobody_is_told_to_remove_it(tmp_path, warnings):
    with kept(tmp_path, warnings) as cache:
        cache.put({b"one": b"1"})
    assert tmp_path.is_dir()
    assert warnings == [
        f"answers are not kept: {tmp_path}: this is a folder: name a file in it"
    ]
