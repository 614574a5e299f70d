"""How long the analysis of a whole match takes, beside GNU Backgammon's own.

    python benchmarks/analysis_speed.py match.mat --plies 2 --processes 2
    python benchmarks/analysis_speed.py --tavli --plies 2 --processes 2

With --tavli a match of tavli to 5, which the house plays against itself from a seed, is
timed; GNU Backgammon does not know its games and is not asked. Nothing is kept, so
every question is answered; nets and compiled code are loaded before the clock starts.
Besides the time by the clock the processors' time is told: it holds on a busy machine.
"""

import argparse
import os
import resource
import time
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import analysis_agreement
import surroundings

from records import record_of, text_of
from tavli.analysis.judge import Depth
from tavli.analysis.study import Study, study
from tavli.analysis.workshop import Workshop
from tavli.bots.registry import make_bot
from tavli.formats.load import LoadedMatch, load_file, load_matches
from tavli.match import (
    Event,
    MatchRules,
    MatchState,
    NextGame,
    Phase,
    SeededDice,
    act,
    begin,
)
from tavli.rules import Player

_TARGET: Final = "5"
_LEVEL: Final = "level-5"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Time the analysis of a match.")
    parser.add_argument("file", nargs="?", type=Path, help="a match of backgammon")
    parser.add_argument("--tavli", action="store_true", help="a match of tavli to 5")
    parser.add_argument("--seed", type=int, default=1, help="of the match of tavli")
    parser.add_argument("--plies", type=int, default=2, choices=(0, 1, 2))
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--gnubg", default="/usr/games/gnubg", help="the program")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    options = parser.parse_args()
    if (options.file is None) != options.tavli:
        parser.error("name a file, or ask for --tavli")
    match = _of_tavli(options.seed) if options.tavli else load_file(options.file)[0]
    figures = _timed(match, options)
    if options.file is not None:
        _, theirs = analysis_agreement.asked(options.file, options.plies, options.gnubg)
        ratio = float(str(figures["cpu"])) / theirs
        figures |= {"gnubg_cpu": round(theirs, 1), "ratio": round(ratio, 2)}
    surroundings.show("analysis_speed", figures, options.json)
    return 0


def _timed(match: LoadedMatch, options: argparse.Namespace) -> dict[str, object]:
    """Return how long the analysis of *match* takes."""
    with Workshop(Depth(0), processes=1) as warm:
        study(match, warm)
    began, used = time.perf_counter(), _used()
    with Workshop(Depth(options.plies), processes=options.processes) as workshop:
        found = study(match, workshop)
        answered = workshop.answered
    return {
        "match": match.record.header.match,
        "plies": options.plies,
        "processes": options.processes,
        "decisions": _decisions(found),
        "answered": answered,
        "clock": round(time.perf_counter() - began, 1),
        "cpu": round(_used() - used, 1),
    }


def _decisions(found: Study) -> int:
    return sum(len(game.decisions) for game in found.games)


def _used() -> float:
    """Return the processors' time of this process and its finished children."""
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(resource.getrusage(kind).ru_utime for kind in kinds)


def _of_tavli(seed: int) -> LoadedMatch:
    """Return a match of tavli that the house plays against itself."""
    rules = MatchRules.parse("tavli", _TARGET, {})
    bots = {player: make_bot(_LEVEL, f"{seed} {player.value}") for player in Player}
    dice, state = SeededDice(str(seed)), MatchState(rules=rules)
    events: list[Event] = []
    news = begin(state)
    while True:
        for event in news:
            state = state.after(event)
            events.append(event)
        if state.ended:
            return _loaded(rules, events)
        player = next(iter(state.awaited))
        between = state.phase is Phase.GAME_OVER
        action = NextGame() if between else bots[player].choose(state, player)
        news = act(state, player, action, dice)


def _loaded(rules: MatchRules, events: list[Event]) -> LoadedMatch:
    content = text_of(record_of(rules, events)).encode()
    (match,) = load_matches(content, "tavli.tavli")
    return match


if __name__ == "__main__":
    raise SystemExit(main())
