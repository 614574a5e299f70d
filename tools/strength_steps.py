"""The steps of `make strength`: what each measures, and how much."""

import argparse
import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from strength_figures import GAMES, ROOT

_RATES: Final = "src/tavli/search/equities"
_WEIGHTS: Final = ROOT / "src" / "tavli" / "evaluation" / "weights"


class Score(NamedTuple):
    """A claim of ``benchmarks/strength_scores.py``: of which *game*, and how long."""

    game: str
    games: int
    minutes: int


SCORES: Final[Mapping[str, Score]] = MappingProxyType(
    {
        "backgammon": Score("backgammon", 200_000, 20),
        "pubeval": Score("backgammon", 20_000, 3),
        "portes": Score("portes", 200_000, 20),
        "plakoto": Score("plakoto", 4_000, 5),
        "plakoto-1ply": Score("plakoto", 4_000, 30),
        "fevga": Score("fevga", 4_000, 5),
        "fevga-1ply": Score("fevga", 1_000, 10),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A command that measures something.

    *words* are its own, *full* and *quick* say how much; ``{out}`` and ``{keep}`` are
    the folders for figures and for what is kept, ``{openings}`` that for first rolls,
    which are shipped, ``{processes}`` is a number. *games*
    are those whose nets it depends on, *minutes* what it takes on two cores at rest.
    One that *prunes* looks ahead, or takes out luck, with the small nets of those games
    too. Steps that are *published_only* change files that are shipped; one that
    *is_short* is taken whenever it is asked for. One without *games* makes what stays
    true of any net.
    """

    name: str
    words: str
    full: str = ""
    quick: str = ""
    games: tuple[str, ...] = GAMES
    minutes: int = 1
    prunes: bool = False
    published_only: bool = False
    is_short: bool = False

    @property
    def nets(self) -> str:
        """The games' nets as they are now."""
        return " ".join(map(net_of, self.games))

    @property
    def small_nets(self) -> dict[str, str]:
        """The pruning nets as they are now, by game, as far as it uses them."""
        if not self.prunes:
            return {}
        return {game: net_of(f"{game}-pruning") for game in self.games}

    def is_of_now(self, note: Mapping[str, Any]) -> bool:
        """Whether *note* of a measurement tells of no other nets than those of now.

        Of pruning nets older notes say nothing, and are believed.
        """
        small = self.small_nets
        return bool(
            note.get("nets") == self.nets and note.get("small_nets", small) == small
        )

    def asked(self, options: argparse.Namespace) -> str:
        """Return the command line with its places open."""
        size = self.quick if options.quick else self.full
        return f"{self.words} {size}".strip()

    def command(self, options: argparse.Namespace) -> str:
        """Return the command line, with its places filled in."""
        return self.asked(options).format(
            out=os.path.relpath(options.out, ROOT),
            openings=os.path.relpath(options.openings, ROOT),
            keep=os.path.relpath(options.run / self.name, ROOT),
            processes=options.processes,
            gnubg=options.gnubg,
        )


def net_of(name: str) -> str:
    """Return a text that changes with a shipped net: a game's, or ``GAME-pruning``."""
    path = _WEIGHTS / f"{name}.safetensors"
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def steps() -> Iterator[Step]:
    """Yield the steps in their order."""
    for game in GAMES:
        yield Step(
            name=f"self-play-{game}",
            words=f"python benchmarks/self_play_facts.py --game {game} --seed 1 "
            "--processes {processes} --keep {keep} "
            f"--json {{out}}/self-play/{game}.json "
            f"--csv {{out}}/self-play/{game}.csv",
            full=f"--games 100000 --rates {_RATES}/rates.json",
            quick="--games 1000",
            games=(game,),
            minutes=4,
        )
    for match in ("tavli", *GAMES):
        yield Step(
            name=f"equities-{match}",
            words=f"tavli met table {match} --to 7 --out {_RATES}",
            published_only=True,
        )
    for game in GAMES:
        yield Step(
            name=f"openings-{game}",
            words=f"tavli openings {game} --seed 1 --processes {{processes}} "
            "--keep {keep} --out {openings}",
            full="--trials 5184 --error 0.002 --turns 15",
            quick="--trials 144 --turns 3",
            games=(game,),
            prunes=True,
            minutes=20,
        )
    yield Step(
        name="backgammon-openings",
        words="python benchmarks/openings.py --json {out}/backgammon-openings.json",
        games=("backgammon",),
    )
    for game in GAMES:
        yield Step(
            name=f"calibration-{game}",
            words=f"python benchmarks/calibration.py --game {game} --seed 1 "
            "--processes {processes} --keep {keep} "
            f"--json {{out}}/calibration/{game}.json "
            f"--csv {{out}}/calibration/{game}.csv",
            full="--games 100000",
            quick="--games 1000",
            games=(game,),
            minutes=4,
        )
    for game in GAMES:
        yield Step(
            name=f"rolled-out-{game}",
            words=f"python benchmarks/rolled_out.py --game {game} --seed 101 "
            "--processes {processes}",
            full="--positions 500 --error 0.01",
            quick="--positions 3 --error 0.05 --turns 8 --folder {keep}",
            games=(),
            minutes=60,
        )
        yield Step(
            name=f"rollout-error-{game}",
            words=f"python benchmarks/rollout_error.py --game {game} "
            f"--json {{out}}/rollout-error/{game}.json",
            games=(game,),
            is_short=True,
        )
    for claim, score in SCORES.items():
        yield Step(
            name=f"scores-{claim}",
            words=f"python benchmarks/strength_scores.py --claim {claim} --seed 1 "
            "--processes {processes} --keep {keep} "
            f"--json {{out}}/scores/{claim}.json",
            full=f"--games {score.games}",
            quick="--games 40",
            games=(score.game,),
            minutes=score.minutes,
        )
    for game in GAMES:
        yield Step(
            name=f"levels-{game}",
            words=f"python benchmarks/levels.py --game {game} --seed 1 "
            "--processes {processes} --write",
            full="--games 2000 --top-games 100",
            games=(game,),
            minutes=8,
            prunes=True,
            published_only=True,
        )
    yield Step(
        name="cube",
        words="python benchmarks/cube_agreement.py --seed 1 --json {out}/cube.json "
        "--gnubg {gnubg}",
        full="--positions 3000",
        quick="--positions 20",
        games=("backgammon",),
        prunes=True,
        minutes=20,
    )
    yield Step(
        name="search",
        words="python benchmarks/search_speed.py --seed 1 --processes {processes} "
        "--json {out}/search.json",
        full="--decisions 2000 --judged 200 --error 0.005 --turns 15",
        quick="--decisions 10",
        games=("backgammon",),
        prunes=True,
        minutes=30,
    )
    yield Step(
        name="ply-speed",
        words="python benchmarks/ply_speed.py --seed 1 --json {out}/ply-speed.json",
        quick="--positions 20 10 4 --repeat 2",
        games=("backgammon",),
        prunes=True,
        minutes=3,
    )
