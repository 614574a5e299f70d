"""`tavli train`: teach a net by letting it play itself."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tavli.cli import options
from tavli.cli.alone import alone
from tavli.cli.outputs import OutputFolder

if TYPE_CHECKING:
    from tavli.cluster.machines import Machines
    from tavli.training.report import Report
    from tavli.training.run import Run

_NET: Final = "net.safetensors"


@click.command()
@click.argument("plan")
@click.option(
    "--folder",
    type=OutputFolder(),
    help="Where the run is kept.  [default: runs/PLAN]",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    help="How many games play and learn at once; part of what a seed repeats.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the machines of a Ray cluster, one worker a core; local is a "
    "cluster of this machine alone.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a round.")
def train(
    plan: str,
    *,
    folder: Path | None,
    threads: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Follow PLAN, a TOML file or a game's name, from where the run stopped.

    Ctrl-C stops a run at any moment; the same command takes it up at its last
    checkpoint, a minute old at most. The folder then holds the newest net, the net at
    the end of each stage, a log of every round, and at the end a plot of it.
    """
    _limit_libraries()
    path = _path_of(plan)
    place = folder or Path("runs") / path.stem
    with _held(place), options.machines_of(cluster, threads) as machines:
        run = _run(path, place, threads, machines)
        try:
            _follow(run, as_json=as_json)
        except KeyboardInterrupt:
            click.echo(f"Stopped after {run.games:,} games; {_left(place)}", err=True)
            raise click.exceptions.Exit(130) from None
    click.echo(f"The net is {place / _NET}", err=True)
    _plot(place, run.plan.game)


@contextmanager
def _held(place: Path) -> Iterator[None]:
    """Make the folder of a run, and hold it; one that nothing came into goes again."""
    is_new = not place.exists()
    place.mkdir(parents=True, exist_ok=True)
    try:
        with alone(place):
            yield
    finally:
        if is_new:
            with suppress(OSError):
                place.rmdir()


def _left(place: Path) -> str:
    """Say what a run that was stopped has left; a checkpoint has a net beside it."""
    if (place / _NET).exists():
        return f"the same command goes on from the last checkpoint in {place}"
    return "nothing is kept before the first checkpoint: it begins anew"


def _plot(place: Path, game: str) -> None:
    """Draw the run; what is in the way of that is told and spoils nothing."""
    from tavli.training.curves import LogError

    try:
        from tavli.training.plots import plot_run

        click.echo(f"Its training is drawn in {plot_run(place, game)}", err=True)
    except ImportError as error:
        click.echo(
            f"A plot of the run needs {error.name}: pip install 'tavli[train]'",
            err=True,
        )
    except LogError as error:
        click.echo(f"There is no plot of the run: {error}", err=True)


def _run(path: Path, place: Path, threads: int, machines: "Machines | None") -> "Run":
    """Return the run, begun or taken up."""
    try:
        import torch

        from tavli.training.checkpoint import CheckpointError
        from tavli.training.run import Run
    except ImportError as error:
        raise click.ClickException(
            f"training needs the extra train ({error.name} is missing): "
            "pip install 'tavli[train]'"
        ) from error
    from tavli.evaluation.net import NetError
    from tavli.training.gauge import Gauge
    from tavli.training.plan import Plan, PlanError
    from tavli.training.self_play import Distant, Threads, race_of_self_play

    torch.set_num_threads(threads)
    try:
        plan = Plan.read(path)
        race, gauge = race_of_self_play(), Gauge(plan.game, place)
        if machines is None:
            return Run(plan, place, Threads(plan, race, threads), gauge)
        players = Distant(machines, plan, race, machines.cores)
        return Run(plan, place, players, gauge)
    except (PlanError, CheckpointError, NetError) as error:
        raise click.ClickException(str(error)) from error


def _limit_libraries() -> None:
    """Let each of the run's threads be one thread: set before the libraries load."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def _path_of(plan: str) -> Path:
    path = Path(plan)
    if path.suffix == ".toml":
        return path
    plans = Path(str(files("tavli.training") / "plans"))
    shipped = {item.stem: item for item in plans.glob("*.toml")}
    if plan not in shipped:
        names = ", ".join(sorted(shipped))
        raise click.BadParameter(
            f"a plan is a .toml file or one of {names}, not {plan!r:.60}"
        )
    return shipped[plan]


def _follow(run: "Run", *, as_json: bool) -> None:
    from tavli.training.gauge import Score

    if as_json:
        run.follow(
            lambda told: click.echo(
                json.dumps(told._asdict() if isinstance(told, Score) else told.fields)
            )
        )
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,}/{task.total:,} games"),
        TimeRemainingColumn(),
    )
    total = sum(stage.games for stage in run.plan.stages)
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task(run.plan.game, total=total, completed=run.games)

        def tell(told: "Report | Score") -> None:
            if isinstance(told, Score):
                progress.console.print(
                    f"{told.games:,} games: {told.points:+.3f} points a game "
                    f"[{told.low:+.3f}, {told.high:+.3f}] against {told.opponent}"
                )
            else:
                progress.update(bar, completed=told.games, description=_line(told))

        run.follow(tell)


def _line(report: "Report") -> str:
    ends = report.outcomes
    return (
        f"{report.stage}: {report.games_a_second:,.0f} games/s, "
        f"loss {report.loss:.4f}, doubles {ends.doubles:.1%}, {ends.turns:.0f} turns"
    )
