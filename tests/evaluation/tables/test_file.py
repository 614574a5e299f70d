"""Files of tables: whole and right, or refused in a sentence that names them."""

import json
import os

import numpy as np
import pytest

from tavli.evaluation.tables.file import TableError, read_table, write_table

NUMBERS = {
    "a": np.arange(1000, dtype=np.float32),
    "b": np.arange(6, dtype=np.int64).reshape(2, 3),
}


@pytest.fixture
def path(tmp_path):
    written = tmp_path / "small.safetensors"
    write_table(written, "small", NUMBERS, {"note": "a fact"})
    return written


def spoil_header(path, old: bytes, new: bytes):
    assert len(old) == len(new)
    path.write_bytes(path.read_bytes().replace(old, new, 1))


def test_what_was_written_is_read(path):
    found = read_table(path, "small")
    assert found.facts["note"] == "a fact"
    assert found.tensors.keys() == NUMBERS.keys()
    for name, array in NUMBERS.items():
        assert (found.tensors[name] == array).all()
        assert found.tensors[name].dtype == array.dtype


def test_what_is_read_cannot_be_written_to(path):
    with pytest.raises(ValueError, match="read-only"):
        read_table(path, "small").tensors["a"][0] = 1


def test_writing_leaves_nothing_else_behind(path):
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_whoever_may_read_other_files_may_read_a_table(path):
    other = path.with_name("other")
    other.touch()
    assert path.stat().st_mode == other.stat().st_mode


def test_drafts_of_killed_processes_are_swept_up(path):
    old, new = (path.with_name(f"{path.name}.{pid}.new") for pid in (1, 2))
    for draft in (old, new):
        draft.write_bytes(b"cut off")
    hours_ago = path.stat().st_mtime - 7200
    os.utime(old, (hours_ago, hours_ago))
    write_table(path, "numbers", {"values": np.arange(3.0)})
    assert not old.exists()
    assert new.exists()


def test_a_file_is_written_over_by_another(path):
    write_table(path, "small", {"a": np.zeros(3, np.float32)})
    assert len(read_table(path, "small").tensors["a"]) == 3


@pytest.mark.parametrize("size", [0, 1, 7, 8, 40, 200, -1])
def test_a_truncated_file_is_refused(path, size):
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(TableError, match=r"small\.safetensors is truncated"):
        read_table(path, "small")


def test_a_file_with_something_behind_it_is_refused(path):
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(TableError, match=r"small\.safetensors is truncated, or no"):
        read_table(path, "small")


def test_a_file_of_another_version_is_refused(path):
    spoil_header(path, b'"tavli_table":"1"', b'"tavli_table":"7"')
    with pytest.raises(TableError, match=r"is of version '7'; this release .* '1'"):
        read_table(path, "small")


def test_another_table_is_refused(path):
    with pytest.raises(TableError, match="is the table 'small', not 'large'"):
        read_table(path, "large")


def test_a_net_is_no_table(tmp_path):
    from safetensors.numpy import save_file

    other = tmp_path / "net.safetensors"
    save_file(NUMBERS, other, metadata={"tavli_net": "1"})
    with pytest.raises(TableError, match="is not a table of tavli"):
        read_table(other, "small")


def test_a_changed_number_is_noticed(path):
    whole = bytearray(path.read_bytes())
    whole[-5] ^= 1
    path.write_bytes(whole)
    with pytest.raises(TableError, match="is damaged: its checksum"):
        read_table(path, "small")


def test_arrays_that_changed_places_are_noticed(path):
    spoil_header(path, b'"shape":[2,3]', b'"shape":[3,2]')
    with pytest.raises(TableError, match="is damaged: its checksum"):
        read_table(path, "small")


def test_numbers_of_a_kind_no_table_has_are_refused(tmp_path):
    from safetensors.numpy import save_file

    odd = tmp_path / "odd.safetensors"
    facts = {"tavli_table": "1", "name": "odd"}
    save_file({"a": np.zeros(3, np.complex64)}, odd, metadata=facts)
    with pytest.raises(TableError, match="holds numbers of the kind"):
        read_table(odd, "odd")


def test_a_header_of_nonsense_is_refused(path):
    header = json.dumps({"a": {"dtype": "F32", "shape": [9], "data_offsets": [0, 4]}})
    blob = len(header).to_bytes(8, "little") + header.encode() + b"abcd"
    path.write_bytes(blob)
    with pytest.raises(TableError, match="truncated, or no table"):
        read_table(path, "small")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(
        TableError, match=r"there is no .*none\.safetensors: .*builds it"
    ):
        read_table(tmp_path / "none.safetensors", "none")


def test_a_folder_is_no_table(tmp_path):
    with pytest.raises(TableError, match="can't read the table"):
        read_table(tmp_path, "small")


def test_a_place_that_cannot_be_written_to_is_named(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(TableError, match="can't write the table"):
        write_table(blocked / "small.safetensors", "small", NUMBERS)


def test_a_table_that_cannot_be_put_in_place_says_so_in_words_and_leaves_nothing(
    tmp_path,
):
    (tmp_path / "small.safetensors").mkdir()
    with pytest.raises(TableError, match=r"small.safetensors: Is a directory$"):
        write_table(tmp_path / "small.safetensors", "small", NUMBERS)
    assert [path.name for path in tmp_path.iterdir()] == ["small.safetensors"]
