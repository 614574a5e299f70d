"""Reasons say what can be counted, and only where it speaks for the best play."""

import pytest

from analysis.brute import positions_at_random
from tavli.analysis.entry import Candidate, Cost, Decision, Kind, Phase
from tavli.analysis.question import Judged, text_of
from tavli.analysis.reasons import Fact, facts_of, reasons_for, standing
from tavli.rules import (
    BACKGAMMON,
    PLAKOTO,
    PORTES,
    RULESETS,
    Dice,
    Player,
    Position,
    Ruleset,
    Side,
    legal_plays,
)
from tavli.words import LANGUAGES, catalogue


def decided(
    ruleset: Ruleset, position: Position, dice: Dice, best: str, made: str
) -> Decision:
    """Return the decision between two plays, told by one step of each."""
    plays = legal_plays(ruleset, position, dice)
    finals = [
        next(final for final, play in plays.items() if text in map(str, play))
        for text in (best, made)
    ]
    return decided_between(position, *finals, best=best, made=made)


def decided_between(
    position: Position,
    best_final: Position,
    made_final: Position,
    *,
    best: str = "best",
    made: str = "made",
) -> Decision:
    chosen = (
        Candidate(best, _judged(best_final)),
        Candidate(made, _judged(made_final)),
    )
    return Decision(
        kind=Kind.PLAY,
        player=Player.WHITE,
        moment=0,
        turn=1,
        cost=Cost(-0.1, -0.1, None),
        counts=True,
        phase=Phase.CONTACT,
        position=position,
        cube=1,
        plies=0,
        made=made,
        best=best,
        candidates=chosen,
    )


def _judged(final: Position) -> Judged:
    return Judged(text_of(final), (), (0.5, 0, 0, 0, 0, 0), 0.0, 0)


def test_a_hit_and_its_lead_are_told():
    position = Position(Side.of({8: 2, 6: 13}), Side.of({20: 1, 6: 14}))
    found = reasons_for(PORTES, decided(PORTES, position, Dice(3, 1), "8/5", "6/3"))
    facts = {reason.fact: (reason.best, reason.made) for reason in found}
    assert facts[Fact.HITS] == (1, 0)
    assert facts[Fact.LEAD][0] - facts[Fact.LEAD][1] == 5


def test_a_pin_is_told_in_plakoto():
    position = Position(Side.of({10: 2, 9: 13}), Side.of({20: 1, 24: 14}))
    found = reasons_for(PLAKOTO, decided(PLAKOTO, position, Dice(5, 1), "10/5", "9/4"))
    assert found[0].fact is Fact.PINS
    assert (found[0].best, found[0].made) == (1, 0)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda each: each.name)
def test_every_reason_favours_the_best_play(ruleset):
    less = {Fact.MOTHER_SHOTS, Fact.SHOTS, Fact.PIN_SHOTS, Fact.WASTAGE}
    less |= {Fact.BLOTS, Fact.LONE_CHECKERS}
    told = set()
    for _, before in zip(range(40), positions_at_random(ruleset, 3), strict=False):
        position = before.passed()
        finals = list(legal_plays(ruleset, position, Dice(6, 4)))
        if len(finals) < 2:
            continue
        ends = finals[0], finals[-1]
        best, made = (facts_of(ruleset, position, each) for each in ends)
        decision = decided_between(position, *ends)
        for reason in reasons_for(ruleset, decision):
            assert reason.best == best[reason.fact]
            assert reason.made == made[reason.fact]
            gain = reason.best - reason.made
            assert gain < 0 if reason.fact in less else gain > 0
            told.add(reason.fact)
    assert told


def test_nothing_is_said_of_the_best_play_itself():
    position = Position(Side.of({8: 2, 6: 13}), Side.of({20: 1, 6: 14}))
    decision = decided(PORTES, position, Dice(3, 1), "8/5", "8/5")
    assert reasons_for(PORTES, decision) == ()


def test_of_the_cube_it_is_told_how_both_sides_stand():
    position = Position(Side.of({25: 1, 6: 14}), Side.of({6: 13, 0: 2}))
    found = {
        each.fact: (each.best, each.made) for each in standing(BACKGAMMON, position)
    }
    assert found[Fact.PIPS] == (109, 78)
    assert found[Fact.ON_BAR] == (1, 0)
    assert found[Fact.OFF] == (0, 2)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fact", Fact)
def test_every_fact_has_its_words(language, fact):
    assert catalogue(language).text(f"fact.{fact.value}")


def test_a_reason_is_a_sentence():
    position = Position(Side.of({8: 2, 6: 13}), Side.of({20: 1, 6: 14}))
    found = reasons_for(PORTES, decided(PORTES, position, Dice(3, 1), "8/5", "6/3"))
    text = found[0].text(catalogue("en"))
    assert text == "Checkers hit: 1 after the best play, 0 after the play made"
