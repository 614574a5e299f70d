"""Files that are written whole, where a link stands in their place."""

from pathlib import Path

from tavli.search.whole import write_whole


def test_a_link_stays_and_the_file_behind_it_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "kept.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to("kept.txt")
    assert write_whole(link, "new") == link
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert sorted(tmp_path.iterdir()) == [target, link]


def test_a_link_to_an_open_file_is_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "open.txt", tmp_path / "link.txt"
    with target.open("w+") as opened:
        link.symlink_to(f"/proc/self/fd/{opened.fileno()}")
        write_whole(link, "new")
        assert opened.read() == "new"
    assert link.is_symlink()
