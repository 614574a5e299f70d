"""The file of levels, and the one that is shipped."""

import json
from itertools import pairwise

import pytest

from tavli.bots.levels import (
    LEVELS,
    Gap,
    Level,
    LevelsError,
    read_levels,
    shipped_levels,
    shipped_path,
)
from tavli.rules import RULESETS


def whole(**changes: object) -> dict:
    rows = [{"plies": 0, "stray": 0.5 / number} for number in LEVELS]
    rows[0]["gap"] = {"mean": 0.2, "low": 0.1, "high": 0.3, "games": 100}
    fields = {"tavli_levels": 1, "games": dict.fromkeys(RULESETS, rows)}
    return {**fields, **changes}


def written(tmp_path, fields: object):
    path = tmp_path / "levels.json"
    path.write_text(json.dumps(fields))
    return path


def test_levels_are_read_with_their_distances(tmp_path):
    ladder = read_levels(written(tmp_path, whole()))["fevga"]
    gap = Gap(mean=0.2, low=0.1, high=0.3, games=100)
    assert ladder[0] == Level(plies=0, stray=0.5, gap=gap)
    assert ladder[7] == Level(plies=0, stray=0.0625)


@pytest.mark.parametrize(
    "fields",
    [
        [],
        {},
        whole(tavli_levels=2),
        whole(games={}),
        whole(games=dict.fromkeys(RULESETS, ())),
        whole(games=dict.fromkeys(RULESETS, [{"plies": 0, "stray": -1}] * 8)),
        whole(games=dict.fromkeys(RULESETS, [{"plies": 9, "stray": 0}] * 8)),
        whole(games=dict.fromkeys(RULESETS, [{"plies": 0, "stray": "x"}] * 8)),
        whole(games=dict.fromkeys(RULESETS, [{"plies": 0, "stray": 0, "gap": 1}] * 8)),
        whole(games=dict.fromkeys(RULESETS, [7] * 8)),
    ],
)
def test_another_file_is_refused_by_name(tmp_path, fields):
    with pytest.raises(LevelsError, match="json is no file of levels"):
        read_levels(written(tmp_path, fields))


def test_a_truncated_or_missing_file_is_refused(tmp_path):
    path = written(tmp_path, whole())
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(LevelsError, match="is no file of levels"):
        read_levels(path)
    path.unlink()
    with pytest.raises(LevelsError, match="can't read the levels"):
        read_levels(path)


@pytest.mark.parametrize("game", RULESETS)
def test_the_shipped_levels_rise_to_full_strength(game):
    ladder = shipped_levels()[game]
    for weaker, stronger in pairwise(ladder):
        assert stronger.stray < weaker.stray
        assert weaker.gap is not None
        assert weaker.gap.low > 0.1, "nobody would tell these two apart"
        assert weaker.gap.high < 0.5, "a step that few could climb"
    assert ladder[-1] == Level(plies=2, stray=0.0)


def test_the_shipped_file_says_how_it_was_made():
    assert "benchmarks/levels.py" in json.loads(shipped_path().read_text())["command"]
