"""Match text of other programs, in all its dialects."""

import pytest

from tavli.formats.errors import RecordError
from tavli.formats.mat import read, read_all
from tavli.formats.mat_cells import split_cells
from tavli.formats.source import read_bytes
from tavli.formats.written import Cell, CellKind
from tavli.rules import Dice, Player

WHITE, BLACK = Player.WHITE, Player.BLACK

HEAD = " 3 point match\n\n Game 1\n Anna : 0                      Basil : 0\n"


def cells(text: str) -> list[tuple[CellKind, Player, int]]:
    return [(cell.kind, cell.player, cell.column) for cell in split_cells(text, 1)]


def lone(text: str) -> Cell:
    (cell,) = split_cells(text, 7)
    return cell


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "  1) 41: 13/9 24/23              42: 8/4 6/4",
            [(CellKind.ROLL, WHITE, 6), (CellKind.ROLL, BLACK, 34)],
        ),
        (
            "  1)                             41: 13/9 24/23 ",
            [(CellKind.ROLL, BLACK, 34)],
        ),
        (
            " 14) 11: 17/16 16/15 15/14 14/13* 41: 25/21",
            [(CellKind.ROLL, WHITE, 6), (CellKind.ROLL, BLACK, 35)],
        ),
        (
            "  9)  Doubles => 2                Takes",
            [(CellKind.DOUBLE, WHITE, 7), (CellKind.TAKE, BLACK, 35)],
        ),
        (
            " 10)  Drops                       Wins 1 point",
            [(CellKind.DROP, WHITE, 7), (CellKind.WIN, BLACK, 35)],
        ),
        ("      Wins 2 points", [(CellKind.WIN, WHITE, 7)]),
        (
            "                                  Wins 2 points",
            [(CellKind.WIN, BLACK, 35)],
        ),
        (
            "  4)  Beavers => 4               Raccoons => 8",
            [(CellKind.BEAVER, WHITE, 7), (CellKind.RACCOON, BLACK, 34)],
        ),
        (
            "  4) 61: 13/7 8/7     61: 13/7 8/7    Wins 1 point Wins 1 point",
            [
                (CellKind.ROLL, WHITE, 6),
                (CellKind.ROLL, BLACK, 23),
                (CellKind.UNREADABLE, BLACK, 39),
            ],
        ),
        (" 33)", []),
        (" Losses 1 point", []),
        ("  2) hello", [(CellKind.UNREADABLE, WHITE, 6)]),
        ("  2) 77: 8/1", [(CellKind.UNREADABLE, WHITE, 6)]),
        (
            "  2) what 61: 13/7 8/7",
            [(CellKind.UNREADABLE, WHITE, 6), (CellKind.ROLL, WHITE, 11)],
        ),
    ],
)
def test_a_line_is_split_into_what_each_player_did(text, expected):
    assert cells(text) == expected


@pytest.mark.parametrize(
    ("text", "dice", "play"),
    [
        ("  1) 65: 24/13", Dice(6, 5), "24/13"),
        ("  1) 65:", Dice(6, 5), "-"),
        ("  1) 65: Cannot Move", Dice(6, 5), "-"),
        ("  1) 65: ????", Dice(6, 5), None),
        ("  1) 00: ????", None, None),
    ],
)
def test_a_roll_may_be_played_lost_or_unknown(text, dice, play):
    cell = lone(text)
    assert (cell.kind, cell.dice, cell.play) == (CellKind.ROLL, dice, play)


def test_values_and_the_end_of_the_match_are_read():
    assert lone("  3)  Doubles => 4").value == 4
    won = lone("      Wins 4016 points and the match")
    assert (won.value, won.ends_match, won.line) == (4016, True, 7)


@pytest.mark.parametrize(
    ("head", "names", "score"),
    [
        (" Anna : 0                      Basil : 2", ("Anna", "Basil"), (0, 2)),
        (
            " Anna Maria : 0           B. O'Brien : 2",
            ("Anna Maria", "B. O'Brien"),
            (0, 2),
        ),
        (
            " A: the 1st : 1           Θ'άνος ß : 12",
            ("A: the 1st", "Θ'άνος ß"),
            (1, 12),
        ),
        (f" {'long' * 12} : 0  x : 0", ("long" * 12, "x"), (0, 0)),
        (" 5 : 4 : 0          6 : 0 : 1", ("5 : 4", "6 : 0"), (0, 1)),
        (" #1 : 0              ;-) : 1", ("#1", ";-)"), (0, 1)),
        (" ;-) : 0             #1 : 1", (";-)", "#1"), (0, 1)),
    ],
)
def test_names_may_hold_blanks_colons_and_any_signs(head, names, score):
    match = read(f" 5 point match\n\n Game 1\n{head}\n  1) 31: 8/5 6/5\n".encode())
    assert match.games[0].score == score
    found = (match.white, match.black)
    expected = names or tuple(
        part.rsplit(" : ", 1)[0].strip() for part in _halves(head)
    )
    assert found == expected


@pytest.mark.parametrize(
    "head",
    [
        " Anna : 0   Basil : 2\n; Clio : 1   Dion : 3",
        "; Round : 2   Table : 3\n Anna : 0   Basil : 2",
        "; Round : 2   Table : 3\n# Clio : 1   Dion : 3\n Anna : 0   Basil : 2",
        "; Round : 2   Table : 3\n Anna : 0   Basil : 2\n; Clio : 1   Dion : 3",
    ],
)
def test_a_comment_in_a_game_is_no_cell(head):
    match = read(f" 5 point match\n\n Game 1\n{head}\n# 31: 8/5 6/5\n".encode())
    assert (match.white, match.black, match.games[0].score) == ("Anna", "Basil", (0, 2))
    assert match.games[0].cells == []


@pytest.mark.parametrize("white", ["Anna", ";-)"])
def test_a_comment_in_a_later_game_is_no_score(white):
    first = f" Game 1\n {white} : 0   Basil : 2\n  1) 31: 8/5 6/5\n"
    later = f" Game 2\n {white} : 1   Basil : 2\n; Round : 2   Table : 3\n"
    last = " Game 3\n; Round : 2   Table : 3\n Anna : 2   Basil : 2\n"
    match = read(f" 5 point match\n{first}{later}{last}".encode())
    assert [game.score for game in match.games] == [(0, 2), (1, 2), (2, 2)]
    assert match.black == "Basil"


def _halves(head: str) -> tuple[str, str]:
    left, right = head.strip().rsplit("  ", 1)
    return left.strip(), right.strip()


@pytest.mark.parametrize(
    "content",
    [
        (HEAD + "  1) 31: 8/5 6/5\n").encode(),
        b"\xef\xbb\xbf" + (HEAD + "  1) 31: 8/5 6/5\n").encode(),
        (HEAD + "  1) 31: 8/5 6/5\n").replace("\n", "\r\n").encode(),
        (HEAD + "  1) 31: 8/5 6/5\n").replace("\n", "\r").encode(),
        (HEAD + "  1) 31: 8/5 6/5   \n").replace("Anna", "Ann\xe9").encode("latin-1"),
        (HEAD + "  1) 31: 8/5 6/5\n").encode("utf-16"),
        b'; [Site "x"]\n; a remark\n\n' + (HEAD + "  1) 31: 8/5 6/5\n").encode(),
    ],
)
def test_every_usual_encoding_and_line_end_is_read(content):
    match = read(content)
    assert match.length == 3
    assert match.black == "Basil"
    (cell,) = match.games[0].cells
    assert cell.play == "8/5 6/5"


@pytest.mark.parametrize("word", ["Money session", "unlimited", "0 point match"])
def test_money_play_has_no_length(word):
    assert read(HEAD.replace("3 point match", word).encode()).length == 0


def test_tags_before_the_match_are_kept():
    match = read(('; [Crawford "Off"]\n; [Match ID "7"]\n' + HEAD).encode())
    assert match.tags == {"crawford": "Off", "match id": "7"}


def test_every_cell_knows_its_line():
    match = read((HEAD + "  1) 31: 8/5 6/5\n\n  2)  Doubles => 2\n").encode())
    assert [cell.line for cell in match.games[0].cells] == [5, 7]


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"", 1, "this file is empty"),
        (b"\n \n", 1, "this file is empty"),
        (b"hello\n", 1, "a line like '5 point match' is missing"),
        (b" Game 1\n", 1, "a line like '5 point match' is missing"),
        (b" 5 point match\n", 1, "has no game"),
        (b"PK\x03\x04\0\0", None, "no text file"),
        (b"\xff\xfe" + b"a", None, "does not go on so"),
        (HEAD.encode() + b"x" * 1001, 5, "1,001 characters"),
        (HEAD.encode() + b"\t" * 200 + b"x", 5, "1,601 characters"),
        (HEAD.encode() + b"\n" * 100_000, 100_001, "at most 100,000 lines"),
        (HEAD.encode() + b" Game 1\n" * 1000, 1004, "at most 1,000 games"),
    ],
)
def test_a_file_that_is_no_match_is_refused_in_a_sentence(content, line, words):
    with pytest.raises(RecordError) as refused:
        read(content)
    assert words in refused.value.reason
    assert refused.value.line == line
    assert line or refused.value.offset is not None


def test_a_file_is_bounded(tmp_path):
    path = tmp_path / "big.mat"
    path.write_bytes(b"x" * 11)
    assert read_bytes(path, most=11) == b"x" * 11
    with pytest.raises(RecordError, match="larger than the 10 bytes"):
        read_bytes(path, most=10)
    with pytest.raises(RecordError, match="a folder"):
        read_bytes(tmp_path)


def test_a_roll_needs_no_colon():
    left, right = split_cells("  3) 31 8/5 6/5            61 bar/24 13/7", 7)
    assert (left.dice, left.play) == (Dice(3, 1), "8/5 6/5")
    assert (right.dice, right.play) == (Dice(6, 1), "bar/24 13/7")


def test_an_illegal_play_in_brackets_keeps_its_column():
    (cell,) = split_cells("  3) Illegal play (31: 8/5 8/6)", 7)
    assert (cell.dice, cell.play) == (Dice(3, 1), "8/5 8/6")
    assert cell.column == 20


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Rejects", CellKind.DROP),
        ("Resigned Game", CellKind.LOSS),
        ("Forfeits", CellKind.LOSS),
        ("Lost on time", CellKind.LOSS),
    ],
)
def test_the_words_of_several_sites_are_known(text, kind):
    (cell,) = split_cells(f"  3)  {text}", 7)
    assert cell.kind is kind


@pytest.mark.parametrize("name", ["5 point match", "Money", "Unlimited 7", "Game 2"])
def test_a_name_that_reads_like_a_length_begins_no_match(name):
    text = HEAD.replace("Anna", name) + "  1) 41: 13/9 24/23\n"
    (match,) = read_all((text + text.partition("\n\n")[2]).encode())
    assert len(match.games) == 2
    assert match.white == name
