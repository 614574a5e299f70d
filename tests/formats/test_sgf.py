"""SGF: what is read, what stays of it, and what damage costs."""

import io
import shutil
import subprocess
from dataclasses import replace

import pytest

from matches import ALL, kept_matches
from records import read_text, record_of, tavli_record
from records import text_of as record_text
from tavli.formats import sgf_writer
from tavli.formats.errors import RecordError
from tavli.formats.load import FileKind, LoadedMatch, load_file, load_matches
from tavli.formats.record import Annotation, MatchRecord
from tavli.formats.sgf_tree import read_games
from tavli.match import (
    Beavered,
    CubeAutoDoubled,
    Doubled,
    GameEnded,
    GameStarted,
    MatchRules,
    OpeningThrown,
    Played,
    Raccooned,
    Rolled,
    Taken,
    fold,
)
from tavli.rules import Dice, Move, Player

ROOT = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08]MI[length:5][game:{}][ws:{}][bs:{}]"
NAMES = "PW[Anna]PB[Basil]RU[Crawford]"
SHORT = ROOT.format(0, 0, 0) + NAMES + "\n;B[41lpab]\n;W[31fehe]\n;B[double];W[drop])"


def text_of(record: MatchRecord) -> str:
    out = io.StringIO()
    sgf_writer.write(record, out)
    return out.getvalue()


def read(text: str) -> LoadedMatch:
    (loaded,) = load_matches(text.encode(), "match.sgf")
    return loaded


def events_of(loaded: LoadedMatch) -> list:
    return [entry.event for entry in loaded.record.events]


def test_a_game_is_read_move_by_move():
    loaded = read(SHORT)
    assert loaded.source_kind is FileKind.SGF
    assert not loaded.complaints
    assert events_of(loaded)[:5] == [
        GameStarted(1, "backgammon"),
        OpeningThrown(1, 4),
        Played(Player.BLACK, (Move(13, 9), Move(24, 23)), ("", "")),
        Rolled(Player.WHITE, Dice(3, 1)),
        Played(Player.WHITE, (Move(6, 5), Move(8, 5)), ("", "")),
    ]
    assert loaded.record.header.white == "Anna"
    assert loaded.state.score == (0, 1)


@pytest.mark.parametrize("path", kept_matches()[:4], ids=lambda path: path.stem)
def test_what_is_written_is_read_back(path):
    (loaded,) = load_file(path)
    again = read(text_of(loaded.record))
    assert not again.complaints
    assert events_of(again) == events_of(loaded)
    assert again.record.header.rules == loaded.record.header.rules


@pytest.mark.parametrize("seed", [1, 2])
def test_the_other_games_are_written_under_their_names(seed):
    record = tavli_record(seed)
    text = text_of(record)
    assert "GM[plakoto]" in text
    assert "GM[fevga]" in text
    again = read(text)
    assert not again.complaints
    assert _without_ties(events_of(again)) == _without_ties(
        [entry.event for entry in record.events]
    )
    assert again.record.header.rules == record.header.rules
    assert again.record.header.white == record.header.white


def _without_ties(events: list) -> list:
    return [
        event
        for event in events
        if not (isinstance(event, OpeningThrown) and event.white == event.black)
    ]


def test_analysis_is_kept_as_remarks_and_written_again():
    remark = "A[0][lpab E ver 3 0.49 0.14 0.00 0.13 0.00 -0.004 2C 0 1 0.0 1]"
    text = SHORT.replace(";B[41lpab]", f";B[41lpab]{remark}C[a \\] and \\\\]")
    loaded = read(text)
    (note,) = loaded.annotations
    assert note.source == "GNU Backgammon 1.08"
    assert isinstance(loaded.record.events[note.event].event, Played)
    assert note.fields["C"] == ["a ] and \\"]
    again = read(text_of(loaded.record))
    assert again.annotations == loaded.annotations
    assert read(text_of(again.record)).annotations == loaded.annotations


def test_comments_of_any_program_are_written_again_under_its_name():
    text = SHORT.replace("GNU Backgammon:1.08", "Another:2")
    text = text.replace("\n;B[41lpab]", "GC[a club]C[at the start]\n;B[41lpab]C[bold]")
    loaded = read(text)
    assert {note.source for note in loaded.annotations} == {"Another 2"}
    assert [note.fields for note in loaded.annotations] == [
        {"GC": ["a club"], "C": ["at the start"]},
        {"C": ["bold"]},
    ]
    written = text_of(loaded.record)
    assert read(written).annotations == loaded.annotations
    assert text_of(read(written).record) == written


def test_a_comment_of_a_node_in_which_nobody_plays_goes_to_the_play_before():
    text = SHORT.replace(";W[31fehe]", ";C[one];W[31fehe]C[two];C[three]")
    loaded = read(text.replace("\n;B[41lpab]", "\n;C[zero]\n;B[41lpab]"))
    assert [note.fields["C"] for note in loaded.annotations] == [
        ["zero"],
        ["one"],
        ["two\nthree"],
    ]
    assert read(text_of(loaded.record)).annotations == loaded.annotations


@pytest.mark.parametrize(
    ("own", "behind", "comments"),
    [
        ("C[short]", f";C[{'x' * 900}]" * 300, ["short", *["x" * 900] * 130]),
        ("", f";C[short];C[{'ß' * 70_000}];C[shorter]", ["short", "shorter"]),
        (f"C[{'!' * 300_000}]", ";C[short]", ["short"]),
        (f"C[{chr(1) * 30_000}]XX[{'x' * 130_000}]", ";C[short]", ["short"]),
        ("C[short]", f";XX[{'x' * 110_000}];YY[{'y' * 110_000}]", ["short"]),
    ],
    ids=["many", "a long one", "the own one", "another property", "two properties"],
)
def test_too_many_remarks_on_a_play_are_named_and_cost_none_of_its_analysis(
    own, behind, comments
):
    analysis = "A[0][x]DA[E ver 3]LU[1]"
    play = f";B[41lpab]{own}{analysis}"
    loaded = read(SHORT.replace(";B[41lpab]", play + behind))
    (note,) = read_text(record_text(loaded.record)).annotations
    assert isinstance(loaded.record.events[note.event].event, Played)
    assert {"A": ["0", "x"], "DA": ["E ver 3"], "LU": ["1"]}.items() <= (
        note.fields.items()
    )
    (comment,) = note.fields["C"]
    assert comment.split("\n")[: len(comments)] == comments
    (complaint,) = loaded.complaints
    assert complaint.line == 2
    assert "more than 120,000 bytes: some are left out" in complaint.sentence
    assert not read(text_of(loaded.record)).complaints


def test_notes_of_several_programs_on_one_play_are_all_written():
    loaded = read(SHORT)
    notes = (
        Annotation(2, "one", {"C": ["bold"], "A": ["0", "x"]}),
        Annotation(2, "two", {"C": ["brave"], "LU": ["1"], "MI": ["game:9"], "BM": []}),
    )
    text = text_of(replace(loaded.record, annotations=notes))
    assert "C[bold\nbrave]A[0][x]LU[1]\n" in text
    again = read(text)
    assert events_of(again) == events_of(loaded)
    assert not again.complaints


@pytest.mark.parametrize(
    ("program", "source"),
    [
        (f"AP[{'x' * 120}]", "x" * 100),
        ("AP[]", "SGF"),
        ("AP[x]TV[remarks:]", "x"),
        (f"TV[remarks:{'y' * 120}]", "y" * 100),
        ("", "SGF"),
    ],
)
def test_the_program_of_a_comment_is_named_as_a_record_can_name_it(program, source):
    text = SHORT.replace("AP[GNU Backgammon:1.08]", program)
    loaded = read(text.replace("[41lpab]", "[41lpab]C[bold]"))
    again = read_text(record_text(loaded.record))
    assert again.annotations == loaded.annotations
    assert [note.source for note in loaded.annotations] == [source]
    assert read(text_of(loaded.record)).annotations == loaded.annotations


def test_the_real_analysis_survives_every_event():
    path = ALL / "seven-point.sgf"
    if not path.exists():
        pytest.skip(f"needs the larger collection in {ALL}")
    (loaded,) = load_file(path)
    again = read(text_of(loaded.record))
    assert len(loaded.annotations) == 201
    assert again.annotations == loaded.annotations
    assert events_of(again) == events_of(loaded)


def test_gnu_backgammon_reads_what_is_written(tmp_path):
    program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if program is None:
        pytest.skip("needs GNU Backgammon, the program gnubg")
    (loaded,) = load_file(kept_matches()[0])
    (tmp_path / "ours.sgf").write_text(text_of(loaded.record), encoding="utf-8")
    asked = "load match ours.sgf\nexport match mat theirs.mat\n"
    subprocess.run(
        [program, "-t", "-q", "-r"],
        input=asked,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    (theirs,) = load_file(tmp_path / "theirs.mat")
    assert [_plain(event) for event in events_of(theirs)] == [
        _plain(event) for event in events_of(loaded)
    ]


def _plain(event: object) -> object:
    """Return *event* without the order of a play, in which there is no difference."""
    if isinstance(event, Played):
        return event.by, sorted((move.source, move.target) for move in event.play)
    if isinstance(event, Rolled):
        return event.by, event.dice.numbers
    return event


def test_beavers_are_doubles_of_doubles():
    rules = MatchRules.parse(
        "backgammon", "money", {"bg.beaver": "on", "bg.raccoon": "on"}
    )
    events = [
        GameStarted(1, "backgammon"),
        OpeningThrown(6, 1),
        Played(Player.WHITE, (Move(13, 7), Move(8, 7)), ("", "")),
        Doubled(Player.BLACK, 2),
        Beavered(Player.WHITE, 4),
        Raccooned(Player.BLACK, 8),
        Taken(Player.WHITE),
    ]
    record = record_of(rules, events)
    text = text_of(record)
    assert text.count("[double]") == 3
    again = read(text)
    assert events_of(again)[: len(events)] == events
    assert again.state.game.cube == fold(rules, events).game.cube


def test_automatic_doubles_stand_in_the_root():
    text = (
        "(;FF[4]GM[6]AP[x]MI[length:0][game:0][ws:0][bs:0]PW[A]PB[B]CV[4]\n;W[61mghg])"
    )
    loaded = read(text)
    assert events_of(loaded)[1:3] == [CubeAutoDoubled(2), CubeAutoDoubled(4)]
    assert "CV[4]" in text_of(loaded.record)


def test_a_game_from_the_midst_of_a_match_keeps_its_score():
    loaded = read(
        ROOT.format(3, 2, 4)
        + NAMES.replace("ford]", "ford:CrawfordGame]")
        + ";W[61mghg])"
    )
    assert events_of(loaded)[1] == GameEnded(
        None, 0, events_of(loaded)[1].ending, (2, 4)
    )
    assert events_of(loaded)[2] == GameStarted(4, "backgammon", crawford=True)
    assert loaded.state.score == (2, 4)
    (complaint,) = loaded.complaints
    assert "no result" in complaint.sentence
    text = text_of(loaded.record)
    assert "[game:3][ws:2][bs:4]" in text
    assert text.count("(;") == 1


def test_matches_of_one_file_are_told_apart():
    other = SHORT.replace("Anna", "Clio")
    first, second = load_matches(f"{SHORT}\n{other}\n".encode(), "two.sgf")
    assert (first.record.header.white, second.record.header.white) == ("Anna", "Clio")
    assert first.record.header.match != second.record.header.match


def test_a_broken_game_costs_no_other():
    games = [
        ROOT.format(number, 0, number) + NAMES + ";B[41lpab];W[double];B[drop])"
        for number in range(3)
    ]
    games[1] = games[1].replace("(;", ";").replace("lpab", "lp,b")
    loaded = read("\n".join(games))
    started = [event for event in events_of(loaded) if isinstance(event, GameStarted)]
    assert [event.number for event in started] == [1, 2, 3]
    assert any("can't be read" in found.sentence for found in loaded.complaints)
    assert all(found.line for found in loaded.complaints)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[1]FF[4];B[aa])", "this SGF is of game '1'"),
        ("(;GM[6]RU[Nackgammon];W[31fehe])", "nackgammon"),
        ("(()", "no game"),
        (f"(;GM[6]MI[length:99]{NAMES};W[31fehe])", "a length is"),
    ],
)
def test_what_is_not_ours_is_refused_with_its_line(text, words):
    with pytest.raises(RecordError, match=words) as refused:
        read(text)
    assert refused.value.line == 1


@pytest.mark.parametrize(
    "text",
    [
        SHORT[: len(SHORT) // 2],
        SHORT[:-1],
        SHORT.replace("lpab", "lp"),
        SHORT.replace("double", "doubt"),
        SHORT.replace(";W[31fehe]", ";AE[a:y]AW[a][a]"),
        SHORT.replace(";W[31fehe]", ";W[31fehe](;B[61lrqr])(;B[52lqln])"),
    ],
)
def test_damage_is_named_with_its_line(text):
    loaded = read(text)
    assert loaded.complaints
    assert all(found.line for found in loaded.complaints)


def test_deep_nesting_is_no_danger():
    assert len(read_games("(;FF[4]" + "(;" * 100_000)) == 1


def test_names_are_kept_as_they_were_written():
    names = ["O]Brien\\", "Θ'άνος: 2", '"Ann, a" (1)', "😀", "\u202eשלום\u202c"]
    for name in names:
        escaped = name.replace("\\", "\\\\").replace("]", "\\]")
        loaded = read(SHORT.replace("Anna", escaped))
        assert loaded.record.header.white == name
        assert read(text_of(loaded.record)).record.header.white == name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1253", "utf-8"])
def test_greek_is_read_in_every_usual_encoding(encoding):
    text = SHORT.replace("Anna", "Ελένη Παππά").replace("\n", "\r\n")
    (loaded,) = load_matches(text.encode(encoding), "match.sgf")
    assert loaded.record.header.white == "Ελένη Παππά"
    assert not loaded.complaints


def test_western_letters_are_not_taken_for_greek():
    text = SHORT.replace("Anna", "Gérard Müller")
    (loaded,) = load_matches(text.encode("latin-1"), "match.sgf")
    assert loaded.record.header.white == "Gérard Müller"


def test_a_draw_that_the_rules_do_not_know_is_named():
    text = SHORT.replace("RU[Crawford]", "RU[Crawford]RE[0]")
    loaded = read(text.replace(";W[drop]", ""))
    assert "not drawn" in loaded.complaints[-1].sentence
    ended = loaded.state.game.ended
    assert (ended.winner, ended.points) == (None, 0)


def test_a_result_that_contradicts_the_plays_is_named_and_not_believed():
    loaded = read(SHORT.replace("RU[Crawford]", "RU[Crawford]RE[W+4016]"))
    assert "by the rules Black wins 1" in loaded.complaints[-1].sentence
    assert loaded.state.score == (0, 1)


def test_a_wrong_crawford_game_is_named():
    first = SHORT.replace("RU[Crawford]", "RU[Crawford:CrawfordGame]")
    named, doubled = read(first.replace("[game:0]", "[game:1]")).complaints
    assert "this is not the Crawford game" in named.sentence
    assert "No doubling in the Crawford game" in doubled.sentence


def test_a_single_game_of_plakoto_keeps_its_rules():
    text = (
        "(;FF[4]GM[plakoto]AP[tavli]MI[length:0][game:0][ws:0][bs:0]PW[A]PB[B]"
        "TV[game:plakoto][length:game][plakoto.mother_points:1]\n;W[21xvxw])"
    )
    loaded = read(text)
    rules = loaded.record.header.rules
    assert (rules.game, str(rules.length)) == ("plakoto", "game")
    assert rules.options == {"plakoto.mother_points": "1"}
    assert read(text_of(loaded.record)).record.header.rules == rules


def test_fevga_counts_its_points_from_white():
    text = (
        "(;FF[4]GM[fevga]AP[tavli]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]"
        "TV[game:fevga][length:3]\n;B[65lflg])"
    )
    loaded = read(text)
    assert events_of(loaded)[2] == Played(
        Player.BLACK, (Move(24, 18), Move(24, 19)), ("", "")
    )


@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga"])
def test_a_match_of_another_game_needs_none_of_our_properties(game):
    text = f"(;FF[4]GM[{game}]MI[length:5][game:0][ws:0][bs:0]PW[a]PB[b])"
    (loaded,) = load_matches(text.encode(), "match.sgf")
    assert str(loaded.record.header.rules.length) == "5"
    assert loaded.record.header.rules.game == game


def test_a_match_whose_opening_is_thrown_again_is_refused_in_a_sentence():
    own = "TV[game:backgammon][length:5][opening_first:reroll]"
    with pytest.raises(RecordError, match="thrown again"):
        read(SHORT.replace("RU[Crawford]", own))


@pytest.mark.parametrize(
    ("root", "words"),
    [
        ("[game:0][ws:50000000][bs:0]", "the score is given as 50000000-0"),
        ("[game:999999][ws:0][bs:0]", "this is game 2, not 1,000,000"),
        ("[game:0][ws:0][bs:0]RE[B+99999999R]", "by the rules Black wins 1"),
    ],
)
def test_a_number_beyond_all_matches_is_named_and_not_believed(root, words):
    loaded = read(SHORT.replace("[game:0][ws:0][bs:0]", root))
    assert words in loaded.complaints[0].sentence
    assert loaded.state.score == (0, 1)
    assert read_text(record_text(loaded.record)).header == loaded.record.header


def test_games_behind_the_last_number_are_named_and_left_out():
    games = "\n".join(
        SHORT.replace("[game:0]", f"[game:{number}]").replace("[bs:0]", f"[bs:{won}]")
        for won, number in enumerate((99_998, 99_999, 100_000))
    )
    loaded = read(games)
    assert "at most 100,000 games" in loaded.complaints[-1].sentence
    assert read_text(record_text(loaded.record)).header == loaded.record.header
