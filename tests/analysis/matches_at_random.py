"""Matches between players who decide by lot: whatever the rules allow, happens."""

import random

from tavli.analysis.graded import GradedGame
from tavli.analysis.grading import grade
from tavli.analysis.judge import Judge
from tavli.analysis.story import stories
from tavli.match import (
    Double,
    EndSession,
    Event,
    MatchRules,
    MatchState,
    Phase,
    PlayMoves,
    Resign,
    ResignMatch,
    SeededDice,
    act,
    begin,
    legal_actions,
)
from tavli.rules import legal_plays


def events_at_random(rules: MatchRules, seed: int, games: int = 3) -> tuple[Event, ...]:
    """Return the events of a match that ends, or of its first *games*."""
    chance, dice = random.Random(seed), SeededDice(str(seed))
    state = MatchState(rules=rules)
    events: list[Event] = []

    def happen(news: tuple[Event, ...]) -> None:
        nonlocal state
        for event in news:
            state = state.after(event)
            events.append(event)

    happen(begin(state))
    while not state.ended:
        if state.phase is Phase.GAME_OVER and state.game.number == games:
            break
        player = chance.choice(sorted(state.awaited, key=lambda each: each.value))
        happen(act(state, player, _action(state, player, chance), dice))
    return tuple(events)


def _action(state, player, chance):
    actions = [
        action
        for action in legal_actions(state, player)
        if not isinstance(action, ResignMatch | EndSession)
        and (not isinstance(action, Resign) or chance.random() < 0.004)
        and (not isinstance(action, Double) or chance.random() < 0.2)
    ]
    if any(isinstance(action, Resign) for action in actions):
        actions = [each for each in actions if isinstance(each, Resign)]
    action = chance.choice(actions)
    if not isinstance(action, PlayMoves):
        return action
    game = state.game
    plays = legal_plays(game.ruleset, game.position, game.dice)
    ends = [chance.choice(list(plays)) for _ in range(2)]
    best = min(ends, key=lambda end: end.mover.pip_count + 3 * end.mover.rearmost)
    return PlayMoves(plays[best])


def graded_by(judge: Judge, rules: MatchRules, events) -> list[GradedGame]:
    """Return the games of a match, graded by *judge* question by question."""
    return [grade(story, judge.answer) for story in stories(rules, events)]
