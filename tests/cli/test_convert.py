"""`tavli convert`: one file, whole folders, and what goes wrong on the way."""

import errno
import io
import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from matches import kept_matches
from records import tavli_record
from tavli.cli.main import tavli
from tavli.formats import ogxm_writer, record
from tavli.formats.load import FileKind, load_file

BROKEN = "nothing of the kind\n"


def run(*arguments: str | Path, status: int = 0) -> str:
    asked = ["convert", *map(str, arguments)]
    result = CliRunner().invoke(tavli, asked, standalone_mode=False)
    if result.exception:
        raise result.exception
    assert result.return_value == status
    return result.output


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "match.mat"
    path.parent.mkdir()
    path.write_bytes(kept_matches()[0].read_bytes())
    return path


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        ("tavli", FileKind.RECORD),
        ("mat", FileKind.MATCH_TEXT),
        ("txt", FileKind.MATCH_TEXT),
        ("sgf", FileKind.SGF),
    ],
)
def test_the_suffix_tells_what_is_written(match, tmp_path, suffix, kind):
    out = tmp_path / f"out.{suffix}"
    assert str(out) in run(match, out)
    (found,) = load_file(out)
    (source,) = load_file(match)
    assert found.source_kind is kind
    assert [entry.event for entry in found.record.events] == [
        entry.event for entry in source.record.events
    ]
    assert not found.complaints


def test_a_page_is_written_with_its_boards(match, tmp_path):
    out = tmp_path / "out.html"
    run(match, out)
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") > 50
    assert "http" not in page  # works from the disk, asks nobody


@pytest.mark.parametrize("inside", ["out", "deep/out", "."])
def test_a_second_run_does_not_read_what_the_first_one_wrote(match, inside):
    folder = match.parent
    (folder / "deep").mkdir()
    (folder / "deep" / "other.mat").write_bytes(match.read_bytes())
    out = folder / inside
    runs = [
        run(folder, out, "--force", "--json").splitlines(),
        run(folder, out, "--force", "--json").splitlines(),
    ]
    files = [[json.loads(line)["file"] for line in lines] for lines in runs]
    assert files[0] == files[1] == [str(folder / "deep" / "other.mat"), str(match)]
    assert len(list(folder.rglob("*.tavli"))) == 2


def test_a_folder_is_turned_whole_and_one_broken_file_costs_no_other(match, tmp_path):
    (match.parent / "broken.mat").write_text(BROKEN)
    (match.parent / "deeper").mkdir()
    (match.parent / "deeper" / "same.mat").write_bytes(match.read_bytes())
    (match.parent / "notes.pdf").write_text("not for us")
    out = tmp_path / "out"
    lines = run(match.parent, out, "--to", "sgf", "--json", status=1).splitlines()
    answers = {Path(found["file"]).name: found for found in map(json.loads, lines)}
    assert set(answers) == {"broken.mat", "match.mat", "same.mat"}
    assert answers["broken.mat"]["error"].startswith("line 1: this is no match")
    assert answers["same.mat"]["written"] == [str(out / "deeper" / "same.sgf")]
    assert (out / "match.sgf").is_file()
    assert not list(out.rglob("*.part"))


def test_two_formats_of_one_match_do_not_write_over_each_other(match, tmp_path):
    run(match, match.with_suffix(".sgf"))
    run(match.parent, tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "match.sgf.tavli",
        "match.tavli",
    ]


def test_several_matches_of_a_file_get_a_file_each(match, tmp_path):
    first, second = tmp_path / "a.sgf", tmp_path / "b.sgf"
    run(match, first)
    run(match, second)
    both = tmp_path / "both.sgf"
    both.write_text(first.read_text() + second.read_text().replace("PW[", "PW[x"))
    run(both, tmp_path / "out.mat")
    assert (tmp_path / "out-1.mat").is_file()
    assert (tmp_path / "out-2.mat").is_file()


@pytest.fixture
def two(match) -> bytes:
    """What a file of two matches holds."""
    return match.read_bytes() + kept_matches()[1].read_bytes()


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_a_numbered_match_is_not_written_over_another_of_the_same_run(
    match, tmp_path, two, force
):
    folder, out = match.parent, tmp_path / "out"
    (folder / "a-1.mat").write_bytes(match.read_bytes().replace(b"P1xxx", b"mine"))
    (folder / "a.mat").write_bytes(two)
    lines = run(folder, out, "--json", *force).splitlines()
    written = [name for line in lines for name in json.loads(line)["written"]]
    names = ["a-1.tavli", "a.mat-1.tavli", "a.mat-2.tavli", "match.tavli"]
    assert sorted(written) == [str(out / name) for name in names]
    assert sorted(path.name for path in out.iterdir()) == names
    (first,), (second,) = load_file(out / names[0]), load_file(out / names[2])
    assert (first.record.header.white, second.record.header.white) == ("mine", "P1xxx")


def test_where_no_name_is_free_nothing_is_lost(match, tmp_path, two):
    folder, out = match.parent, tmp_path / "out"
    (folder / "a.mat").write_bytes(two)
    for name in ("a", "a-1.mat", "a.mat-1"):
        (folder / name).write_bytes(match.read_bytes())
    said = run(folder, out, "--from", "mat", "--force", "--json", status=1)
    answers = [json.loads(line) for line in said.splitlines()]
    written = [name for answer in answers for name in answer["written"]]
    assert len(written) == len(set(written)) == len(list(out.iterdir()))
    (refused,) = [answer for answer in answers if "error" in answer]
    assert refused["error"] == (
        f"{out / 'a.mat-1.tavli'} would be written from two files: give one another "
        "name"
    )


def test_files_are_not_written_over_unasked(match, tmp_path):
    out = tmp_path / "out.mat"
    out.write_text("mine")
    assert "exists already" in run(match, out, status=1)
    assert out.read_text() == "mine"
    run(match, out, "--force")
    assert out.read_text() != "mine"
    assert "the file that is read" in run(match, match, "--force", status=1)


def test_what_a_format_cannot_hold_is_said(tmp_path):
    source = tmp_path / "tavli.tavli"
    with source.open("w", encoding="utf-8") as file:
        record.write(tavli_record(), file)
    said = run(source, tmp_path / "out.mat", status=1)
    assert "match text can't hold tavli" in said
    assert "OGXM can't hold tavli" in run(source, tmp_path / "o.ogxm", status=1)


def test_a_match_that_cannot_be_written_costs_no_other_of_its_file(match, tmp_path):
    run(match, tmp_path / "a.sgf")
    good = (tmp_path / "a.sgf").read_text(encoding="utf-8")
    other = good.replace("PW[", "PW[x")
    money = re.sub(r"MI\[length:\d+\]", "MI[length:0]", other).replace(
        "MI[", "CV[2]MI["
    )
    both = tmp_path / "both.sgf"
    both.write_text(money + good, encoding="utf-8")
    said = run(both, tmp_path / "out.mat", status=1)
    assert "match 1: match text can't hold" in said
    assert (tmp_path / "out-2.mat").is_file()
    assert not (tmp_path / "out-1.mat").exists()


def test_a_file_that_is_there_costs_no_other_match(match, tmp_path, two):
    match.write_bytes(two)
    (tmp_path / "out-1.tavli").write_text("mine")
    first, second = (str(tmp_path / f"out-{number}.tavli") for number in (1, 2))
    asked = (match, tmp_path / "out.tavli")
    said = run(*asked, status=1).splitlines()
    assert f"{match}: match 1: {first} exists already, and is not written over" in said
    assert f"{match}: match text to {second}" in said
    assert Path(first).read_text() == "mine"
    assert load_file(Path(second))
    Path(first).unlink()
    (answer,) = map(json.loads, run(*asked, "--json", status=1).splitlines())
    assert answer["written"] == [first]
    assert answer["error"].startswith(f"match 2: {second} exists already")


def test_a_fault_of_the_disk_costs_no_other_match(match, tmp_path, two, monkeypatch):
    match.write_bytes(two)
    replace = Path.replace

    def refuse_the_first(draft: Path, target: Path) -> Path:
        if target.stem == "out-1":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(draft, target)

    monkeypatch.setattr(Path, "replace", refuse_the_first)
    said = run(match, tmp_path / "out.tavli", status=1).splitlines()
    first = tmp_path / "out-1.tavli"
    reason = os.strerror(errno.ENOSPC)
    assert f"{match}: match 1: can't write {first}: {reason}" in said
    assert f"{match}: match text to {tmp_path / 'out-2.tavli'}" in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out-2.tavli"]


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_refuses_is_told_with_the_file_it_refused(
    match, tmp_path, monkeypatch, code
):
    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, "write_bytes", refuse)
    out = tmp_path / "deep" / "out.tavli"
    sentence = f"can't write {out}: {os.strerror(code)}"
    assert run(match, out, status=1) == f"{match}: {sentence}\n"
    answer = json.loads(run(match, out, "--json", status=1))
    assert answer["error"] == sentence


def test_a_folder_that_cannot_be_made_is_told_with_the_file_it_was_for(match, tmp_path):
    (tmp_path / "file").touch()
    out = tmp_path / "file" / "out.tavli"
    assert f"{match}: can't write {out}: " in run(match, out, status=1)


def test_each_match_that_cannot_be_written_has_its_reason(
    match, tmp_path, two, monkeypatch
):
    match.write_bytes(two)
    monkeypatch.setattr(ogxm_writer, "find_spec", lambda _: None)
    said = run(match, tmp_path / "out.ogxm", status=1).splitlines()
    assert said == [
        f"{match}: match {number}: writing OGXM needs a library: pip install gammonview"
        for number in (1, 2)
    ]
    (answer,) = map(
        json.loads, run(match, tmp_path / "o.ogxm", "--json", status=1).splitlines()
    )
    assert (answer["matches"], answer["written"]) == (2, [])
    assert all(f"match {number}: " in answer["error"] for number in (1, 2))


def test_complaints_are_said_with_their_lines(match, tmp_path):
    text = match.read_text(encoding="utf-8").replace("Wins 1 point", "Wins 4016 point")
    match.write_text(text, encoding="utf-8")
    (answer,) = map(json.loads, run(match, tmp_path / "o.sgf", "--json").splitlines())
    assert answer["complaints"]
    assert all(found["line"] for found in answer["complaints"])


def test_what_a_format_has_no_place_for_is_complained_of(match, tmp_path):
    pytest.importorskip("gvformat", reason="OGXM is written by it")
    text = kept_matches()[0].read_text(encoding="utf-8").splitlines()
    (first, *_) = [at for at, line in enumerate(text) if line.startswith("  1)")]
    game = [*text[:first], "  1) 61: ????", f"{'':36}Wins 1 point"]
    match.write_text("\n".join(game), encoding="utf-8")
    out = tmp_path / "out.ogxm"
    (answer,) = map(json.loads, run(match, out, "--json").splitlines())
    assert answer["written"] == [str(out)]
    (found,) = answer["complaints"]
    assert found["game"] == 1
    assert found["sentence"].startswith("6-1 was thrown and not played")


def test_standard_output_holds_the_match_alone(match):
    result = CliRunner().invoke(tavli, ["convert", str(match), "-", "--to", "tavli"])
    found = record.read(io.BytesIO(result.stdout_bytes))
    assert found.events


def test_standard_output_takes_one_match(match, tmp_path, two, monkeypatch):
    monkeypatch.chdir(tmp_path)
    match.write_bytes(two)
    asked = ["convert", str(match), "-", "--to", "tavli"]
    result = CliRunner().invoke(tavli, asked, standalone_mode=False)
    assert result.return_value == 1
    assert "holds 2 matches, and standard output takes one" in result.stderr
    assert result.stdout_bytes == b""
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


@pytest.mark.usefixtures("match")
def test_a_folder_is_not_turned_into_standard_output(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(tavli, ["convert", "in", "-"])
    assert result.exit_code == 2
    assert "in is a folder, and standard output takes one match" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_standard_output_is_meant_even_beside_a_folder_of_that_name(
    match, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").mkdir()
    result = CliRunner().invoke(tavli, ["convert", str(match), "-", "--to", "tavli"])
    assert record.read(io.BytesIO(result.stdout_bytes)).events
    assert not list((tmp_path / "-").iterdir())


def test_a_neighbour_named_like_a_draft_is_left_alone(match, tmp_path):
    out = tmp_path / "b.sgf"
    neighbour = tmp_path / ".b.sgf.part"
    neighbour.write_text("mine")
    assert CliRunner().invoke(tavli, ["convert", str(match), str(out)]).exit_code == 0
    assert neighbour.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == [neighbour, out, match.parent]


def test_a_name_may_be_as_long_as_the_system_lets_it(match, tmp_path):
    out = tmp_path / ("n" * 251 + ".sgf")
    assert CliRunner().invoke(tavli, ["convert", str(match), str(out)]).exit_code == 0
    assert out.stat().st_size > 0


@pytest.mark.parametrize("which", ["IN", "OUT"])
def test_an_empty_text_is_neither_a_file_nor_a_folder(
    which, match, tmp_path, monkeypatch
):
    monkeypatch.chdir(match.parent)
    paths = {"IN": str(match), "OUT": str(tmp_path / "out")} | {which: ""}
    result = CliRunner().invoke(tavli, ["convert", *paths.values()])
    assert result.exit_code == 2
    assert f"'{which}': name a file or a folder; an empty text is none." in (
        " ".join(result.stderr.split())
    )
    assert list(tmp_path.rglob("*")) == [match.parent, match]


def test_an_unknown_suffix_is_asked_about(match, tmp_path):
    result = CliRunner().invoke(tavli, ["convert", str(match), str(tmp_path / "a.doc")])
    assert result.exit_code == 2
    assert "say --to" in result.output
    assert "Examples" in CliRunner().invoke(tavli, ["convert", "--help"]).output


def test_its_help_shows_a_command_on_each_line():
    lines = [line.strip() for line in run("--help").splitlines()]
    assert "tavli convert match.xg match.mat" in lines
    assert "tavli convert old-matches/ records/ --to tavli" in lines
