"""A mistake that is kept says all that it takes to judge another play of it."""

import io
import pickle

import msgspec
import pytest

from server.study.answerers import Inline
from tavli.formats.load import load_matches
from tavli.formats.record import write
from tavli.server.study.match_job import MatchJob
from tavli.server.trainer.drill import Drill, Judgement
from tavli.server.trainer.drill_job import DrillJob
from tavli.server.trainer.mistakes import mistakes_in

MATCHES = {
    "backgammon at a score": (
        "evening.mat",
        """ 3 point match

 Game 1
 Anna : 0                            Babis : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
  2)  Doubles => 2                     Drops
      Wins 1 point

 Game 2
 Anna : 1                            Babis : 0
  1) 31: 6/3 6/5                      66: 24/18(2) 13/7(2)
  2) 52: 13/8 13/11                   41: 6/2 6/5
""",
    ),
    "tavli": (
        "evening.tavli",
        "\n".join(
            (
                '{"tavli_record":1,"match":"abcd","game":"tavli","length":"3",'
                '"options":{},"players":{"w":"Anna","b":"Babis"}}',
                '{"event":"game","number":1,"game":"portes","starter":null}',
                '{"event":"opening","white":3,"black":1}',
                '{"event":"play","by":"w","play":"6/3 6/5"}',
                '{"event":"roll","by":"b","dice":"6-6"}',
                '{"event":"play","by":"b","play":"24/18 24/18 13/7 13/7"}',
                "",
            )
        ),
    ),
}


@pytest.mark.parametrize("name", list(MATCHES))
def test_a_play_is_judged_as_the_analysis_judged_it(name):
    file, text = MATCHES[name]
    (match,) = load_matches(text.encode(), file)
    record = io.StringIO()
    write(match.record, record)
    job = MatchJob(
        record=record.getvalue(), depth=0, language="en", report="fields", cache=None
    )
    analysis = Inline().answer(job, seconds=0, hear=print, is_wanted=_wanted)
    mistakes = mistakes_in(analysis, match.record, frozenset(("w", "b")))
    assert any(isinstance(one.drill, Drill) for one in mistakes)
    assert [one.cost for one in mistakes] == sorted(one.cost for one in mistakes)
    for mistake in mistakes:
        if not isinstance(mistake.drill, Drill):
            continue
        kept = mistake.drill.judgement
        made = kept.find(mistake.drill.made)
        assert made is not None
        assert kept.lost(made) == pytest.approx(-mistake.cost, abs=1e-5)
        again = _judged(mistake, made.steps)
        assert again.unit == kept.unit
        assert again.scale == pytest.approx(kept.scale, rel=1e-3)
        for play in kept.plays:
            twin = again.find(play.play)
            assert twin is not None
            assert twin.value == pytest.approx(play.value, abs=1e-5)


def _wanted():
    return True


def _judged(mistake, steps):
    job = DrillJob(
        position=mistake.position,
        standing=mistake.drill.standing,
        steps=steps,
        depth=mistake.depth,
    )
    job = pickle.loads(pickle.dumps(job))  # as on its way to the desk's process
    answer = Inline().answer(job, seconds=0, hear=print, is_wanted=_wanted)
    return msgspec.json.decode(answer, type=Judgement)
