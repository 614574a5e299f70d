"""`tavli rollout`: what a position, or each play of a roll, is worth."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tavli.cli import options
from tavli.cli.alone import alone
from tavli.cli.interrupted import broken_off
from tavli.cli.progress import tell, told_all
from tavli.cli.sheets import Row

if TYPE_CHECKING:
    from tavli.kernels.board import Boards
    from tavli.notation.position import PositionLine
    from tavli.search.tally import Tally
    from tavli.search.trials import Plan
    from tavli.search.utility import Utility


@click.command()
@click.argument("position", nargs=-1, required=True)
@options.trials
@click.option(
    "--error",
    type=options.Share(),
    default=0.0,
    help="Stop once the standard error of the points is down to this.",
)
@click.option(
    "--turns",
    type=click.IntRange(1, 1000),
    help="Judge the games after so many turns; without, they are played to the end.",
)
@options.seed(default=0)
@options.processes
@options.cluster
@options.candidates(5)
@click.option(
    "--evaluator",
    default="net",
    show_default=True,
    help="Who chooses the plays: net, pips or FILE.safetensors.",
)
@click.option(
    "--plies",
    type=click.IntRange(0, 2),
    default=0,
    show_default=True,
    help="How far ahead the plays of the trials are looked for.",
)
@click.option(
    "--cube",
    is_flag=True,
    help="Play with the cube, at its score; before the roll, also a double.",
)
@click.option("--with-luck", is_flag=True, help="Leave the luck of the dice in.")
@click.option("--no-tables", is_flag=True, help="Play on where a table knows the end.")
@options.keep_file
@options.as_json
def rollout(position: Sequence[str], **choices: object) -> int:
    """Play a position on many times, and say what it is worth.

    POSITION is a position line; with dice= the best plays of this roll are rolled out
    and compared: how much each is behind the best, and by how many joint standard
    deviations (jsd). What a roll gave beyond the mean of all rolls is subtracted,
    which takes most of the luck out.
    """
    from tavli.notation.position import read_position

    wanted = _Wanted(**choices)  # type: ignore[arg-type]  # click has checked them
    line = read_position(" ".join(position))
    question = _question(line, wanted)
    try:
        tally = _played(question, wanted)
    except KeyboardInterrupt:
        return broken_off(wanted.keep)
    _answer(question, tally, as_json=wanted.as_json)
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """The options, as click names them."""

    trials: int
    error: float
    turns: int | None
    seed: int
    processes: int
    cluster: str | None
    candidates: int
    evaluator: str
    plies: int
    cube: bool
    with_luck: bool
    no_tables: bool
    keep: Path | None
    as_json: bool


@dataclass(frozen=True, slots=True)
class _Question:
    """What is rolled out: the boards, seen by who rolls next, and their names.

    After a roll the boards are the opponent's, and so is what the trials give. A
    double has a *price*, for which the other side may pass it.
    """

    plan: "Plan"
    boards: "Boards"
    names: tuple[str, ...]
    is_turned: bool
    prices: tuple[float | None, ...] = ()


def _question(line: "PositionLine", wanted: _Wanted) -> _Question:
    import numpy as np

    from tavli.engine.standing import state_of, who_rolls
    from tavli.kernels.board import encode
    from tavli.kernels.turn import passed
    from tavli.search.at_table import utility_of
    from tavli.search.ranking import Search, rank

    dice, utility = line.state.dice, utility_of(state_of(line), who_rolls(line))
    plan = _plan(line, wanted, utility if dice is None else utility.turned)
    board = encode(line.position)
    if dice is None:
        boards = board[np.newaxis]
        return _with_cube(_Question(plan, boards, ("",), is_turned=False), line, wanted)
    roll = np.array([dice.first, dice.second], np.int8)
    search = Search(plan.lookahead, (), utility)
    found = rank(search, board, roll)[: wanted.candidates]
    finals = np.array([candidate.final for candidate in found])
    names = tuple(_play(line, final) for final in finals)
    question = _Question(plan, passed(finals), names, is_turned=True)
    return _with_cube(question, line, wanted)


def _plan(line: "PositionLine", wanted: _Wanted, utility: "Utility") -> "Plan":
    """Return how trials are played; *utility* is that of who rolls first in them."""
    from tavli.bots.arena.players import HOUSE, NET, make_evaluator
    from tavli.evaluation.house import house_tables
    from tavli.search.filters import NORMAL
    from tavli.search.house import luck_judge
    from tavli.search.lookahead import Lookahead
    from tavli.search.trials import Plan

    evaluator = make_evaluator(wanted.evaluator, line.ruleset)
    tables = None if wanted.no_tables else house_tables(line.ruleset)
    is_ours = wanted.evaluator in (HOUSE, NET)
    return Plan(
        lookahead=Lookahead(evaluator, exact=tables),
        utility=utility,
        filters=NORMAL[: wanted.plies],
        luck=luck_judge(evaluator, tables) if is_ours else None,
        turns=wanted.turns,
        adjusts_luck=not wanted.with_luck,
        seed=wanted.seed,
    )


def _with_cube(question: _Question, line: "PositionLine", wanted: _Wanted) -> _Question:
    """Return *question* with the cube that lies at the table, if it is wanted."""
    from tavli.engine.standing import state_of, who_rolls
    from tavli.search.at_table import cube_after_plays, cube_before_roll

    if not wanted.cube:
        return question
    if not line.ruleset.has_cube:
        name = line.ruleset.name
        raise click.UsageError(f"{name} has no cube: leave --cube out")
    state, player = state_of(line), who_rolls(line)
    if question.is_turned:
        cube = cube_after_plays(state, player, len(question.boards))
        return replace(question, plan=replace(question.plan, cube=cube))
    cube = cube_before_roll(state, player)
    count = len(cube.places)
    return replace(
        question,
        plan=replace(question.plan, cube=cube),
        boards=question.boards.repeat(count, axis=0),
        names=("no double", "double, take")[:count],
        prices=cube.prices,
    )


def _play(line: "PositionLine", final: "Boards") -> str:
    from tavli.kernels.behind import play_behind
    from tavli.kernels.board import decode
    from tavli.notation.plays import write_play

    after, dice = decode(final), line.state.dice
    assert dice is not None
    play = play_behind(line.ruleset, line.position, dice, after)
    return write_play(line.ruleset, line.position, after, dice, play)


def _played(question: _Question, wanted: _Wanted) -> "Tally":
    from tavli.search.rollout import Rollout

    with (
        alone(wanted.keep),
        options.machines_of(wanted.cluster, wanted.processes) as machines,
    ):
        rollout = Rollout(
            trials=wanted.trials,
            aim=wanted.error,
            processes=wanted.processes,
            machines=machines,
            path=wanted.keep,
        )
        tally = rollout.run(question.plan, question.boards, _progress(rollout.most))
    told_all()
    return tally


def _progress(most: int) -> "Callable[[Tally], None]":
    def show(tally: "Tally") -> None:
        worst = tally.errors[:, -1].max()
        tell(f"{tally.trials:,} of {most:,}, ± {worst:.4f}")

    return show


def _answer(question: _Question, tally: "Tally", *, as_json: bool) -> None:
    from tavli.evaluation.chances import NAMES

    rows = _rows(question, tally)
    if as_json:
        fields = {
            "game": question.plan.lookahead.ruleset.key,
            "evaluator": question.plan.name,
            "trials": tally.trials,
            "turns": question.plan.turns,
            "seed": question.plan.seed,
            "cube": question.plan.cube is not None,
            "unit": _unit(question),
            "rows": rows,
        }
        click.echo(json.dumps(fields))
        return
    played = ", with the cube" if question.plan.cube else ""
    click.echo(f"{tally.trials:,} trials of {question.plan.name}{played}, per cent:")
    head = "".join(f"{column.replace('_', ' '):>13}" for column in NAMES)
    click.echo(f"{_unit(question):>8} {'±':<7}{'behind':>8}{'jsd':>6}{head}  play")
    for row in rows:
        chances = "".join(f"{100 * float(row[column]):>z13.2f}" for column in NAMES)
        shown = f"{row['points']:+z8.4f} {row['points_error']:<7.4f}"
        behind = (
            f"{row['behind']:>8.4f}{row['jsd']:>6.1f}" if row["behind"] else " " * 14
        )
        click.echo(f"{shown}{behind}{chances}  {row['play']}".rstrip())
    for price in question.prices:
        if price is not None:
            click.echo(f"{price:+z8.4f}  double, pass")


def _unit(question: _Question) -> str:
    """Return what is counted: points, or a match from -1, lost, to 1, won."""
    cube = question.plan.cube
    return "match" if cube and cube.is_of_match else "points"


def _rows(question: _Question, tally: "Tally") -> list[Row]:
    """Return the results, best first, seen by the side that was asked about."""
    import numpy as np

    from tavli.evaluation.chances import NAMES, turned
    from tavli.search.standing import standings

    chances = tally.means[:, :-1].astype(np.float32)
    if question.is_turned:
        chances = turned(chances)
    rows: list[Row] = []
    for one in standings(tally, is_turned=question.is_turned, prices=question.prices):
        numbers = dict(zip(NAMES, chances[one.number].tolist(), strict=True))
        numbers |= {
            "points": one.value,
            "points_error": one.error,
            "behind": one.behind,
            "joint_error": one.joint,
            "jsd": one.jsd,
        }
        rounded = {key: round(number, 6) for key, number in numbers.items()}
        rows.append({"play": question.names[one.number], **rounded})
    return rows
