"""Let one bot play another, game by game, and say how often it wins.

    python benchmarks/bots_score.py --games 1000 --seed 1

The real match state machine is used, one game a match, with dice from the seed; the
seats are swapped after every game and each pair of games has the same dice. The
interval is Wilson's at 95 %. Beside it stand the mean and the longest processor time
of a choice.
``--json FILE`` keeps the figures. The exit status is 1 if *baseline* falls short of
what is promised of it.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Final

import surroundings

from tavli.bots import BOTS, Bot, make_bot
from tavli.match import MatchRules, MatchState, SeededDice, act, begin, fold
from tavli.rules import RULESETS, Player

PROMISED: Final[Mapping[str, float]] = {
    "portes": 0.97,
    "plakoto": 0.97,
    "backgammon": 0.97,
    "fevga": 0.95,
}
"""The share of games that *baseline* takes from *random*."""

_Z: Final = 1.959964
"""The normal quantile of a two-sided interval at 95 %."""


@dataclass(slots=True)
class Score:
    """How one bot fared in one game against the other."""

    games: int = 0
    wins: int = 0
    points: int = 0
    slowest_ms: float = 0.0
    choices: int = 0
    seconds: float = field(default=0.0)

    @property
    def share(self) -> float:
        """The part of the games that was won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the share."""
        n, p = self.games, self.share
        middle = (p + _Z * _Z / (2 * n)) / (1 + _Z * _Z / n)
        half = _Z / (1 + _Z * _Z / n) * sqrt(p * (1 - p) / n + (_Z / (2 * n)) ** 2)
        return middle - half, middle + half


def main() -> int:
    """Play and report; 1 if a promise was not kept."""
    arguments = _arguments()
    figures: dict[str, object] = {
        "bot": arguments.bot,
        "against": arguments.against,
        "games each": arguments.games,
        "seed": arguments.seed,
    }
    kept = True
    for game in arguments.game or PROMISED:
        score = _play_all(game, arguments)
        figures[game] = _told(score)
        kept &= score.share >= PROMISED[game]
    surroundings.show("bots_score", figures, arguments.json)
    is_promise = (arguments.bot, arguments.against) == ("baseline", "random")
    return 1 if is_promise and not kept else 0


def _play_all(game: str, arguments: argparse.Namespace) -> Score:
    score = Score()
    for number in range(arguments.games):
        _say_how_far(game, number, arguments.games)
        me = Player.BLACK if number % 2 else Player.WHITE
        seed = f"{arguments.seed} {game} {number // 2}"
        bots = {
            me: make_bot(arguments.bot, seed),
            me.opponent: make_bot(arguments.against, f"{seed} other"),
        }
        end = _play_one(game, bots, me, seed, score)
        score.games += 1
        score.wins += end.last_winner is me
        score.points += end.points(me) - end.points(me.opponent)
    _say_how_far(game, arguments.games, arguments.games)
    return score


def _say_how_far(game: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{game}: {done} of {total} ", end="", file=sys.stderr, flush=True)


def _play_one(
    game: str, bots: Mapping[Player, Bot], me: Player, seed: str, score: Score
) -> MatchState:
    """Play one game to its end and note in *score* how long choices took."""
    rules, dice = MatchRules.parse(game, "game"), SeededDice(seed)
    state = fold(rules, begin(MatchState(rules=rules)))
    while not state.ended:
        player = next(one for one in Player if one in state.awaited)
        before = time.process_time()
        action = bots[player].choose(state, player)
        if player is me:
            taken = time.process_time() - before
            score.choices += 1
            score.seconds += taken
            score.slowest_ms = max(score.slowest_ms, 1000 * taken)
        for event in act(state, player, action, dice):
            state = state.after(event)
    return state


def _told(score: Score) -> str:
    return ", ".join(_parts(score))


def _parts(score: Score) -> Iterator[str]:
    low, high = score.interval
    yield f"{score.wins} of {score.games} games"
    yield f"{100 * score.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    yield f"{score.points / score.games:+.2f} points a game"
    mean = 1000 * score.seconds / score.choices
    yield f"{mean:.1f} ms of a processor a choice, at most {score.slowest_ms:.0f} ms"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of each kind")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--bot", choices=BOTS, default="baseline")
    parser.add_argument("--against", choices=BOTS, default="random")
    parser.add_argument("--game", choices=RULESETS, action="append")
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error("at least one game must be played")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
