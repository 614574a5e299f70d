"""How far raw nets are from rollouts.

    python benchmarks/rollout_error.py --game plakoto
    python benchmarks/rollout_error.py --game plakoto --net runs/plakoto/net.safetensors

What positions are worth is told by the files that ``benchmarks/rolled_out.py`` makes,
which takes hours; comparing a net with them takes a moment. Part of the distance is
the rollouts' own error; *less_noise* leaves it out.
"""

import argparse
from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np
import surroundings
from house import described
from intervals import Figure
from rolled_out import FOLDER, RolledOut, boards_of, rolled_out

from tavli.evaluation.chances import equity
from tavli.evaluation.house import weights_of
from tavli.evaluation.net import Net, NetEvaluator
from tavli.rules import RULESETS, find_ruleset

_DRAWS: Final = 2000


def main() -> int:
    """Compare and print."""
    options = _options()
    rows = rolled_out(options.folder / f"{options.game}.csv")[: options.positions]
    if not rows:
        raise SystemExit(f"nothing of {options.game} is rolled out yet")
    path = options.net or weights_of(options.game)
    figures: dict[str, object] = {"game": options.game, "seed": options.seed}
    figures |= _compared(options.game, path, rows, options.seed)
    surroundings.show("rollout_error", figures, options.json)
    return 0


def _compared(
    game: str, path: Path, rows: list[RolledOut], seed: int
) -> dict[str, object]:
    """Return the root mean square distance, its interval by drawing positions anew."""
    net = NetEvaluator(Net.read(path, game), find_ruleset(game))
    judged = equity(net.chances(boards_of(rows)))
    distances = judged - np.array([row.equity for row in rows])
    noise = float(np.mean([row.error**2 for row in rows]))
    random = np.random.default_rng(seed)
    drawn = random.integers(0, len(rows), (_DRAWS, len(rows)))
    low, high = np.percentile(
        np.sqrt((distances[drawn] ** 2).mean(axis=1)), [2.5, 97.5]
    )
    mean = float((distances**2).mean())
    return {
        "net": described(path, game),
        "positions": len(rows),
        "root_mean_square": Figure(mean**0.5, float(low), float(high)).rounded(),
        "less_noise": round(max(mean - noise, 0.0) ** 0.5, 4),
        "mean": round(float(distances.mean()), 4),
        "largest": round(float(np.abs(distances).max()), 4),
        "standard_error_largest": max(row.error for row in rows),
        "trials": sum(row.trials for row in rows),
        "luck": dict(Counter(row.luck for row in rows)),
        "played_by": dict(Counter(row.net for row in rows)),
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=RULESETS, required=True)
    parser.add_argument("--net", type=Path, help="a weight file  [default: shipped]")
    parser.add_argument("--positions", type=int, help="the first so many only")
    parser.add_argument("--seed", type=int, default=1, help="of the interval's draws")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
