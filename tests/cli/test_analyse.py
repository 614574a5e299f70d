"""`tavli analyse`: reports in every form and language, and work that is kept."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from matches import kept_matches
from records import tavli_record, text_of
from tavli.cli.main import tavli
from tavli.words import LANGUAGES

SHORT = next(path for path in kept_matches() if path.stem == "galaxy-18")


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    return tmp_path_factory.mktemp("kept") / "answers.sqlite3"


def run(answers, *arguments):
    asked = ["analyse", "--plies", "0", "--keep", str(answers), *map(str, arguments)]
    result = CliRunner().invoke(tavli, asked, standalone_mode=False)
    assert result.exception is None
    return result.return_value, result.stdout, result.stderr


def test_a_match_is_told_with_its_depth(answers):
    status, out, _ = run(answers, SHORT)
    assert status == 0
    assert "0-ply" in out.splitlines()[1]
    assert "Game 4 (backgammon)" in out
    assert "The largest errors" in out


def test_json_tells_everything_and_adds_up(answers):
    status, out, _ = run(answers, "--json", SHORT)
    (line,) = out.splitlines()
    found = json.loads(line)
    assert status == 0
    assert found["depth"] == "0-ply"
    assert [game["number"] for game in found["games"]] == [1, 2, 3, 4]
    for game in found["games"]:
        total = game["start"] + game["luck"] + game["errors"]
        assert total == pytest.approx(game["result"], abs=1e-5)
        assert game["unexplained"] == 0
        assert all(entry["plies"] == 0 for entry in game["entries"])
    plays = [e for g in found["games"] for e in g["entries"] if e["kind"] == "play"]
    assert all(play["points"] <= 0 for play in plays)
    assert all({c["plies"] for c in play["candidates"]} == {0} for play in plays)


def test_plakoto_and_fevga_are_graded_like_the_others(answers, tmp_path):
    path = tmp_path / "tavli.tavli"
    path.write_text(text_of(tavli_record()), encoding="utf-8")
    _, out, _ = run(answers, "--json", path)
    found = json.loads(out)
    games = [game["game"] for game in found["games"]]
    assert {"portes", "plakoto"} <= set(games)
    for game in found["games"]:
        assert game["unit"] == "match"
        total = game["start"] + game["luck"] + game["errors"]
        assert total == pytest.approx(game["result"], abs=1e-5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_its_words(answers, language, tmp_path):
    page = tmp_path / "page.html"
    status, out, _ = run(answers, "--lang", language, "--html", page, SHORT)
    assert status == 0
    assert out
    assert f'lang="{language}"' in page.read_text(encoding="utf-8")


class _Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loaded = set(), set(), []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids.add(found.get("id"))
        if tag == "a":
            self.links.add(found["href"].removeprefix("#"))
        self.loaded += [found[key] for key in ("src",) if key in found]
        assert tag not in ("script", "link", "iframe")


def test_the_page_stands_alone_and_its_curve_leads_to_the_errors(answers, tmp_path):
    page = tmp_path / "page.html"
    run(answers, "--html", page, SHORT)
    text = page.read_text(encoding="utf-8")
    links = _Links()
    links.feed(text)
    assert links.links
    assert links.links <= links.ids
    assert not links.loaded
    assert not re.search(r"https?://|url\(", text)
    assert text.count("<polyline") == 4


def test_names_do_no_harm_to_the_page(answers, tmp_path):
    found = text_of(tavli_record()).replace("Άννα: 1", "<script>x</script>&\u202e")
    path, page = tmp_path / "a.tavli", tmp_path / "page.html"
    path.write_text(found, encoding="utf-8")
    run(answers, "--html", page, path)
    _Links().feed(page.read_text(encoding="utf-8"))


def test_csv_has_a_line_for_each_decision_and_throw(answers, tmp_path):
    sheet = tmp_path / "sheet.csv"
    _, out, _ = run(answers, "--json", "--csv", sheet, SHORT)
    rows = list(csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8"))))
    entries = [e for g in json.loads(out)["games"] for e in g["entries"]]
    assert len(rows) == len(entries)
    assert [row["kind"] for row in rows] == [entry["kind"] for entry in entries]
    assert {row["depth"] for row in rows} == {"0-ply"}


def test_a_folder_is_read_and_one_bad_file_costs_no_other(answers, tmp_path):
    (tmp_path / "good.mat").write_bytes(SHORT.read_bytes())
    (tmp_path / "bad.mat").write_text("no match at all", encoding="utf-8")
    status, out, err = run(answers, tmp_path)
    assert status == 1
    assert "bad.mat" in err
    assert "Game 4" in out


def test_matches_of_one_player_show_how_he_went(answers, tmp_path):
    for name in ("one.mat", "two.mat"):
        (tmp_path / name).write_bytes(SHORT.read_bytes())
    player = json.loads(run(answers, "--json", SHORT)[1])["players"]["w"]
    page = tmp_path / "page.html"
    asked = ("--player", player.upper(), "--html", page, tmp_path)
    status, out, _ = run(answers, *asked)
    assert status == 0
    assert page.read_text(encoding="utf-8").count('href="#m') >= 2
    assert "Match by match (0-ply)" in out
    page.unlink()
    assert run(answers, "--player", "Nobody", tmp_path)[0] == 1


def test_a_damaged_answer_file_is_named_and_the_work_is_done(tmp_path):
    path = tmp_path / "answers.sqlite3"
    path.write_bytes(b"\xff" * 4096)
    status, out, err = run(path, SHORT)
    assert status == 0
    assert str(path) in err
    assert "Game 4" in out


def test_a_second_look_says_the_same(answers):
    assert run(answers, "--json", SHORT)[1] == run(answers, "--json", SHORT)[1]


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_found_and_the_next_run_goes_on(tmp_path):
    answers, folder = tmp_path / "answers.sqlite3", tmp_path / "matches"
    folder.mkdir()
    for path in kept_matches():
        (folder / path.name).write_bytes(path.read_bytes())
    arguments = ("analyse", "--plies", "0", "--json", "--keep", answers, folder)
    code = "from tavli.cli.main import main; main()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()  # the first match is done, the next begun
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    assert process.returncode == 130
    done = [json.loads(line)["match"] for line in (first, *rest.splitlines())]
    assert 0 < len(done) < len(kept_matches())
    whole = subprocess.run(
        command, capture_output=True, text=True, check=True, env=dict(os.environ)
    ).stdout.splitlines()
    assert len(whole) == len(kept_matches())
    assert whole[0] + "\n" == first


@pytest.mark.parametrize(
    ("content", "options", "where"),
    [
        (b"", (), "kept in {}"),
        (b"", ("--no-keep",), "not kept"),
        (b"milk, bread, salt", (), "not kept"),
    ],
)
def test_what_was_broken_off_is_said_to_be_kept_only_where_it_is(
    content, options, where, tmp_path, monkeypatch
):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tavli.analysis.study.study", interrupted)
    path = tmp_path / "answers"
    path.write_bytes(content)
    status, _, err = run(path, *options, SHORT)
    assert status == 130
    assert err.endswith(f"broken off; what was found is {where.format(path)}\n")
    assert path.read_bytes().startswith(content)


@pytest.mark.parametrize("option", ["--html", "--csv", "--keep"])
def test_a_match_that_is_read_is_not_written_over(option, tmp_path):
    match = tmp_path / "match.mat"
    match.write_bytes(SHORT.read_bytes())
    asked = ["analyse", "--plies", "0", option, str(match), str(tmp_path)]
    result = CliRunner().invoke(tavli, asked)
    assert result.exit_code == 2
    assert "is not written over" in result.stderr
    assert match.read_bytes() == SHORT.read_bytes()


def test_a_folder_without_matches_is_said_so(tmp_path):
    (tmp_path / "report.html").write_text("<p>", encoding="utf-8")
    (tmp_path / "folder.mat").mkdir()
    result = CliRunner().invoke(tavli, ["analyse", str(tmp_path)])
    assert result.exit_code == 1
    assert "holds no file of a format that is read" in result.stderr


def test_what_is_no_plain_file_is_not_passed_over():
    result = CliRunner().invoke(tavli, ["analyse", os.devnull], standalone_mode=False)
    assert result.return_value == 1
    assert "this file is empty" in result.stderr


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\\t=1"])
def test_no_name_is_a_formula_in_a_sheet(name, answers, tmp_path):
    path, sheet = tmp_path / "a.tavli", tmp_path / "sheet.csv"
    found = text_of(tavli_record()).replace("Άννα: 1", name)
    path.write_text(found, encoding="utf-8")
    run(answers, "--csv", sheet, path)
    rows = csv.DictReader(io.StringIO(sheet.read_text(encoding="utf-8")))
    players = {row["player"] for row in rows}
    assert f"'{name}".replace("\\t", "\t") in players


def test_half_a_sign_in_a_name_is_written_as_a_question_mark(answers, tmp_path):
    path, page = tmp_path / "a.tavli", tmp_path / "page.html"
    found = text_of(tavli_record()).replace("Άννα: 1", "a\\udc80b")
    path.write_text(found, encoding="utf-8")
    run(answers, "--html", page, path)
    assert "a?b" in page.read_text(encoding="utf-8")
    _, out, _ = run(answers, "--json", path)
    assert json.loads(out)["players"]["w"] == "a?b"
