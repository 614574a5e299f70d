"""Let *baseline* choose in the throws with the most final positions.

Example: ``python benchmarks/bots_speed.py --repeat 5 --json speed.json``
"""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import surroundings
from rules_speed import WORST

from boards import line
from tavli.bots import make_bot
from tavli.match import MatchRules, MatchState, begin
from tavli.rules import Dice, Player, legal_plays

PROMISED_MS: Final = 200.0


def main() -> int:
    """Measure, print, and judge."""
    options = _parser().parse_args()
    figures: dict[str, object] = {}
    longest = 0.0
    for text, dice in WORST:
        state = _at(text, dice)
        spent = min(_choice_ms(state) for _ in range(max(1, options.repeat)))
        ruleset, position = line(text)
        ends = len(legal_plays(ruleset, position, dice))
        figures[f"{ruleset.key} {dice}, {ends} ends"] = f"{spent:.0f} ms"
        longest = max(longest, spent)
    figures["longest"] = f"{longest:.0f} ms"
    surroundings.show("bots_speed", figures, options.json)
    return int(longest > PROMISED_MS)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Time the bot's hardest choices.")
    parser.add_argument("--repeat", type=int, default=3, help="choices per throw")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


def _at(text: str, dice: Dice) -> MatchState:
    """Return a match in which White must play *dice* in the position *text*."""
    ruleset, position = line(text)
    state = MatchState(rules=MatchRules.parse(ruleset.name, "game"))
    for event in begin(state):
        state = state.after(event)
    assert state.game is not None
    game = replace(
        state.game,
        ruleset=ruleset,
        white=position.mover,
        black=position.waiter,
        turn=Player.WHITE,
        dice=dice,
    )
    return replace(state, game=game)


def _choice_ms(state: MatchState) -> float:
    bot = make_bot("baseline", 0)
    start = time.process_time()
    bot.choose(state, Player.WHITE)
    return 1000 * (time.process_time() - start)


if __name__ == "__main__":
    sys.exit(main())
