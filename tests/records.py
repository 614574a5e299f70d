"""Records for tests: real matches as our own record, and tavli matches played out."""

import io
import json
import random
from functools import cache

from matches import kept_matches
from tavli.formats import mat, record
from tavli.formats.dice_proof import ProvenDice, commitment_to
from tavli.formats.record import DiceProof, Header, MatchRecord, RecordedEvent
from tavli.formats.written_replay import replay_written
from tavli.match import (
    Event,
    MatchRules,
    MatchState,
    NextGame,
    Phase,
    PlayMoves,
    Roll,
    act,
    begin,
)
from tavli.rules import Dice, Player, legal_plays

NOON = 1_700_000_000_000


def record_of(rules: MatchRules, events: list[Event]) -> MatchRecord:
    """Return a record of *events*, a second apart."""
    return MatchRecord(
        Header(match="abcd1234", rules=rules, white="Άννα: 1", black='O"Brien'),
        tuple(
            RecordedEvent(event, NOON + 1000 * number, number + 2)
            for number, event in enumerate(events)
        ),
    )


def text_of(found: MatchRecord) -> str:
    """Return *found* as it stands in a file."""
    out = io.StringIO()
    record.write(found, out)
    return out.getvalue()


def read_text(text: str) -> MatchRecord:
    """Return the record that *text* is."""
    return record.read(io.BytesIO(text.encode()))


@cache
def real_records() -> tuple[MatchRecord, ...]:
    """Return the kept matches as records."""
    records = []
    for path in kept_matches():
        judge = replay_written(mat.read(path.read_bytes()))
        records.append(record_of(judge.state.rules, judge.events))
    return tuple(records)


class SeededDice:
    """Throws that follow from a seed, the game and the index."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def roll(self, game: int, index: int) -> Dice:
        chance = random.Random(f"{self._seed} {game} {index}")
        return Dice(chance.randint(1, 6), chance.randint(1, 6))


def proven_text(secret: bytes) -> str:
    """Return a finished game with three throws, all by *secret*, and its proof."""
    proven = ProvenDice(
        match="abcd2345", secret=secret, white_seed="aa", black_seed="bb"
    )
    opening, first, second = (proven.roll(1, index) for index in range(3))
    lines = [
        {
            "tavli_record": 1,
            "match": "abcd2345",
            "game": "portes",
            "length": "game",
            "options": {},
            "players": {"w": "Άννα", "b": "Μπάμπης"},
            "commitment": commitment_to(secret),
        },
        {"event": "game", "number": 1, "game": "portes", "starter": None},
        {"event": "opening", "white": opening.first, "black": opening.second},
        {"event": "roll", "by": "w", "dice": str(first)},
        {"event": "roll", "by": "b", "dice": str(second)},
        {"event": "match_end", "winner": "w", "how": "resign", "score": [0, 0]},
        {
            "event": "proof",
            "secret": secret.hex(),
            "seeds": {"w": "aa", "b": "bb"},
        },
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


@cache
def tavli_record(seed: int = 1, length: str = "3") -> MatchRecord:
    """Return the record of a whole tavli match between hasty players."""
    rules = MatchRules.parse("tavli", length, {})
    dice, chance = SeededDice(seed), random.Random(seed)
    state = MatchState(rules=rules)
    events: list[Event] = []

    def happen(*news: Event) -> None:
        nonlocal state
        for event in news:
            state = state.after(event)
            events.append(event)

    happen(*begin(state))
    while not state.ended:
        happen(*_next(state, dice, chance))
    proof = DiceProof("ab" * 32, "cd" * 16, "")
    found = record_of(rules, events)
    return MatchRecord(found.header, found.events, proof)


def _next(state: MatchState, dice: SeededDice, chance: random.Random):
    game = state.game
    match state.phase:
        case Phase.GAME_OVER:
            return act(state, Player.WHITE, NextGame(), dice)
        case Phase.OPENING:
            return act(state, Player.WHITE, Roll(), dice)
        case Phase.TO_ROLL:
            return act(state, game.turn, Roll(), dice)
        case _:
            plays = legal_plays(game.ruleset, game.position, game.dice)
            ends = [chance.choice(list(plays)) for _ in range(2)]
            best = min(ends, key=lambda end: end.mover.rearmost)
            return act(state, game.turn, PlayMoves(plays[best]), dice)
