"""A writer of OGXM that fails is said in a sentence, like a match it can't hold."""

import subprocess

import pytest

from records import real_records
from tavli.formats import ogxm_writer
from tavli.formats.load import load_matches
from tavli.formats.ogxm_writer import ogxm_bytes


@pytest.fixture(autouse=True)
def a_library(monkeypatch):
    """Let the library seem to be there: none of these comes to call it."""
    monkeypatch.setattr(ogxm_writer, "find_spec", lambda _: True)


def test_a_writer_that_takes_too_long_is_an_error_of_this_match(monkeypatch):
    monkeypatch.setattr(ogxm_writer, "_PATIENCE", 0)
    with pytest.raises(ValueError, match="this match takes too long to write as OGXM"):
        ogxm_bytes(real_records()[0])


@pytest.mark.parametrize(
    ("stderr", "why"),
    [(b"", "the library broke off"), (b"KeyError: 'plies'\n", "KeyError: 'plies'")],
)
def test_a_writer_that_fails_says_why(stderr, why, monkeypatch):
    died = subprocess.CompletedProcess((), -9, b"", stderr)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: died)
    with pytest.raises(ValueError, match=f"can't be written as OGXM: {why}$"):
        ogxm_bytes(real_records()[0])


_MIDST = """ 5 point match

 Game 4
 A : 2                                B : 1
  1) 31: 8/5 6/5                         52: 13/8 24/22
  2)  Doubles => 2                       Drops
      Wins 1 point
"""


def test_a_match_from_its_midst_does_not_lose_its_score_in_silence():
    (found,) = load_matches(_MIDST.encode(), "midst.mat")
    assert found.complaints == ()
    with pytest.raises(ValueError, match="no place for the score at which this match"):
        ogxm_bytes(found.record)
