"""Boards for terminals: what is drawn, from whose side, in whose numbers."""

import pytest

from tavli.notation.diagram import diagram
from tavli.notation.position import read_position
from tavli.rules import Player

START = """\
  13 14 15 16 17 18       19 20 21 22 23 24
+-------------------+---+-------------------+
|  O           X    |   |  X              O |
|  O           X    |   |  X              O |
|  O           X    |   |  X                |
|  O                |   |  X                |
|  O                |   |  X                |
|                   |bar|                   |
|  X                |   |  O                |
|  X                |   |  O                |
|  X           O    |   |  O                |
|  X           O    |   |  O              X |
|  X           O    |   |  O              X |
+-------------------+---+-------------------+
  12 11 10  9  8  7        6  5  4  3  2  1
X Black: 167 pips, 0 on the bar, 0 off
O White: 167 pips, 0 on the bar, 0 off, to move"""


def rows(text: str, view: Player) -> list[str]:
    return diagram(read_position(text), view=view).split("\n")


def test_the_start_of_portes():
    text = "portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w"
    assert "\n".join(rows(text, Player.WHITE)) == START


def test_the_other_player_sees_the_same_board_from_his_side():
    text = "portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 b"
    swapped = START.translate(str.maketrans("OX", "XO"))
    expected = swapped.replace("X Black", "? White").replace("O White", "X Black")
    expected = expected.replace("? White", "O White").split("\n")
    drawn = rows(text, Player.BLACK)
    assert drawn[:-2] == expected[:-2]
    assert drawn[-1] == "X Black: 167 pips, 0 on the bar, 0 off, to move"


def test_a_pinned_checker_lies_small_under_the_one_that_pins_it():
    drawn = rows("plakoto 24:13,23:1,17:1 24:14,8x b", Player.WHITE)
    assert drawn[2][15] == "x"
    assert drawn[3][15] == "O"
    turned = rows("plakoto 24:13,23:1,17:1 24:14,8x b", Player.BLACK)
    assert turned[12][15] == "x"
    assert turned[11][15] == "O"


def test_a_tall_stack_is_numbered():
    drawn = rows("plakoto 24:15 24:15 ?", Player.WHITE)
    assert drawn[6].endswith("15 |")
    assert drawn[5].endswith(" O |")


def test_in_fevga_the_opponent_starts_on_my_twelve():
    drawn = rows("fevga 24:15 24:15 ?", Player.BLACK)
    assert drawn[2][-3] == "X"
    assert drawn[12][3] == "O"
    assert drawn[13].startswith("+")


@pytest.mark.parametrize(("view", "row"), [(Player.WHITE, 2), (Player.BLACK, 12)])
def test_who_enters_top_right_waits_on_the_upper_bar(view, row):
    drawn = rows("portes bar:1,6:14 24:2 w", view)
    assert drawn[row][20:25] == "| O |"


def test_what_is_off_is_told_in_words():
    drawn = rows("portes 6:3 bar:2,24:1 w", Player.WHITE)
    assert drawn[-1] == "O White: 18 pips, 0 on the bar, 12 off, to move"
    assert drawn[-2] == "X Black: 74 pips, 2 on the bar, 12 off"
