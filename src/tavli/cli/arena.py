"""`tavli arena`: let two engines play each other on duplicate dice."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from tavli.bots.arena.duel import Duel
from tavli.bots.arena.games import Games
from tavli.bots.arena.keeping import Keeper
from tavli.bots.arena.report import Report
from tavli.bots.arena.running import Block, play_blocks, play_blocks_on
from tavli.cli import options
from tavli.cli.alone import alone
from tavli.cli.interrupted import INTERRUPTED
from tavli.cluster.machines import Machines
from tavli.rules import find_ruleset

_MOST_GAMES: Final = 100_000_000


@click.command()
@click.argument("first")
@click.argument("second")
@click.option("--game", default="portes", show_default=True, help="Which game.")
@click.option(
    "--games",
    type=click.IntRange(2, _MOST_GAMES),
    default=2000,
    show_default=True,
    help="How many games, two on the same dice; an odd one is left out.",
)
@options.seed()
@click.option(
    "--luck",
    default="",
    metavar="EVALUATOR",
    help="Measure luck with this evaluator: fewer games tell as much, each slower.",
)
@options.processes
@options.cluster
@options.keep_file
@options.as_json
def arena(  # noqa: PLR0913  # an argument an option
    first: str,
    second: str,
    *,
    game: str,
    games: int,
    seed: int,
    luck: str,
    processes: int,
    cluster: str | None,
    keep: Path | None,
    as_json: bool,
) -> int:
    """Let engine FIRST play engine SECOND: how many points a game does it win?

    Engines are bots (baseline, level-5), evaluators (house, net, pips, or a file of
    weights), evaluators that look ahead (house-2ply), and pipe:COMMAND for a program
    that speaks the protocol of docs/arena.md. Both games of a pair have the same
    dice, with the seats swapped; intervals hold 95 %.

    Ctrl-C prints what was played so far.
    """
    _check_game(game)
    duel = Duel(
        first=first, second=second, game=game, pairs=games // 2, seed=seed, luck=luck
    )
    with alone(keep), options.machines_of(cluster, processes) as machines:
        blocks = Keeper.open(keep, duel) if keep else []
        interrupted = _play(duel, blocks, machines or processes)
    if not blocks:
        click.echo("tavli: broken off; no block of games was over yet", err=True)
        return INTERRUPTED
    parts = Games.together([block.games for block in blocks])
    _show(Report.of(duel, blocks[0].names, parts), as_json=as_json)
    return INTERRUPTED if interrupted else 0


def _check_game(game: str) -> None:
    try:
        find_ruleset(game)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _play(duel: Duel, blocks: list[Block], where: Machines | int) -> bool:
    """Add the blocks that are missing; return whether that was interrupted."""
    missing = range(len(blocks), duel.blocks)
    with _progress(duel) as told:
        told(len(blocks) * duel.block)
        try:
            for block in _played(duel, missing, where):
                blocks.append(block)
                told(len(block.games.points))
        except KeyboardInterrupt:
            return True
    return False


def _played(duel: Duel, numbers: range, where: Machines | int) -> Iterator[Block]:
    """Play on so many processes, or on other machines."""
    if isinstance(where, int):
        return play_blocks(duel, numbers, where)
    return play_blocks_on(where, duel, numbers)


@contextmanager
def _progress(duel: Duel) -> Iterator[Callable[[int], None]]:
    """Yield what to tell how many pairs more have been played."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("pairs", total=duel.pairs)
        yield lambda pairs: bar.advance(task, pairs)


def _show(report: Report, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(report.to_json()))
        return
    rows = list(report.rows())
    width = max(len(what) for what, _ in rows)
    for what, told in rows:
        click.echo(f"{what:{width}}  {told}")
