"""The first game of a match text: one that was written stays."""

import io

from tavli.formats import mat_writer
from tavli.formats.load import load_matches

_EMPTY_FIRST = """ 5 point match

 Game 1
 A : 0                                B : 0

 Game 2
 A : 0                                B : 0
  1) 31: 8/5 6/5                         52: 13/8 24/22
  2)  Doubles => 2                       Drops
      Wins 1 point
"""


def test_an_empty_first_game_that_was_written_is_written_again() -> None:
    (found,) = load_matches(_EMPTY_FIRST.encode(), "empty.mat")
    stream = io.StringIO()
    mat_writer.write(found.record, stream)
    assert " Game 1\n" in stream.getvalue()
    assert " Game 2\n" in stream.getvalue()
