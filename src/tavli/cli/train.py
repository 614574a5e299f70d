"""`tavli train`: teach a net by letting it play itself."""

import json
import os
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tavli.training.plan import Plan
    from tavli.training.run import Report, Run


@click.command()
@click.argument("plan")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where the run is kept.  [default: runs/PLAN]",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    help="How many games play and learn at once; part of what a seed repeats.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a round.")
def train(plan: str, *, folder: Path | None, threads: int, as_json: bool) -> None:
    """Follow PLAN, a TOML file or a game's name, from where the run stopped.

    Ctrl-C stops a run at any moment; the same command takes it up at its last
    checkpoint, a minute old at most. The folder then holds the newest net, the net at
    the end of each stage, a log of every round, and at the end a plot of it.
    """
    _limit_libraries()
    path = _path_of(plan)
    try:
        from tavli.training.run import Run
    except ImportError as error:
        raise click.ClickException(
            f"training needs the extra train ({error.name} is missing): "
            "pip install 'tavli[train]'"
        ) from error
    from tavli.evaluation.net import NetError
    from tavli.training.plan import Plan, PlanError

    place = folder or Path("runs") / path.stem
    try:
        wanted = Plan.read(path)
        run = Run(wanted, place, threads)
    except (PlanError, NetError) as error:
        raise click.ClickException(str(error)) from error
    try:
        _follow(run, wanted, as_json=as_json)
    except KeyboardInterrupt:
        click.echo(
            f"Stopped after {run.games:,} games; the same command goes on from the "
            f"last checkpoint in {place}",
            err=True,
        )
        raise click.exceptions.Exit(130) from None
    click.echo(f"The net is {place / 'net.safetensors'}", err=True)


def _limit_libraries() -> None:
    """Let each of the run's threads be one thread: set before the libraries load."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def _path_of(plan: str) -> Path:
    path = Path(plan)
    if path.suffix == ".toml":
        return path
    shipped = Path(str(files("tavli.training") / "plans" / f"{plan}.toml"))
    if not shipped.is_file():
        names = ", ".join(sorted(item.stem for item in shipped.parent.glob("*.toml")))
        raise click.BadParameter(f"a plan is a .toml file or one of {names}")
    return shipped


def _follow(run: "Run", plan: "Plan", *, as_json: bool) -> None:
    if as_json:
        run.follow(lambda report: click.echo(json.dumps(asdict(report))))
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,}/{task.total:,} games"),
        TimeRemainingColumn(),
    )
    total = sum(stage.games for stage in plan.stages)
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task(plan.game, total=total, completed=run.games)

        def tell(report: "Report") -> None:
            progress.update(bar, completed=report.games, description=_line(report))

        run.follow(tell)


def _line(report: "Report") -> str:
    return (
        f"{report.stage}: {report.games_a_second:,.0f} games/s, loss {report.loss:.4f}, "
        f"doubles {report.doubles:.1%}, {report.turns:.0f} turns"
    )
