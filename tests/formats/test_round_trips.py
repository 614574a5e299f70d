"""From a format to our record and back: the same plays, scores and cube."""

from pathlib import Path

import pytest

from matches import ALL, all_matches
from tavli.formats.load import LoadedMatch, load_file, load_matches
from tavli.formats.save import SaveKind, save_match


def there_and_back(loaded: LoadedMatch, kind: SaveKind) -> LoadedMatch:
    """Return the match through our record, and through *kind* again."""
    own = save_match(loaded.record, SaveKind.RECORD)
    (kept,) = load_matches(own, "match.tavli")
    assert not kept.complaints
    (again,) = load_matches(save_match(kept.record, kind), f"match.{kind.value}")
    return again


def same_through(path: Path, kind: SaveKind) -> None:
    (loaded,) = load_file(path)
    again = there_and_back(loaded, kind)
    assert not loaded.complaints
    assert not again.complaints
    assert [entry.event for entry in again.record.events] == [
        entry.event for entry in loaded.record.events
    ]
    assert again.state == loaded.state
    if kind is SaveKind.SGF:
        assert again.annotations == loaded.annotations


@pytest.mark.slow
@pytest.mark.parametrize("kind", [SaveKind.MATCH_TEXT, SaveKind.SGF])
def test_every_match_text_goes_there_and_back(kind):
    paths = all_matches()
    if not paths:
        pytest.skip(f"needs the larger collection in {ALL}")
    for path in paths:
        same_through(path, kind)


def test_the_sgf_goes_there_and_back_with_its_analysis():
    path = ALL / "seven-point.sgf"
    if not path.exists():
        pytest.skip(f"needs the larger collection in {ALL}")
    same_through(path, SaveKind.SGF)
    same_through(path, SaveKind.MATCH_TEXT)
