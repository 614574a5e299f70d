"""`tavli rollout`: what a position, or each play of a roll, is worth."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tavli.cli import options
from tavli.cli.interrupted import broken_off
from tavli.cli.progress import tell, told_all
from tavli.cli.sheets import Row

if TYPE_CHECKING:
    from tavli.kernels.board import Boards
    from tavli.notation.position import PositionLine
    from tavli.search.tally import Tally
    from tavli.search.trials import Plan


@click.command()
@click.argument("position", nargs=-1, required=True)
@options.trials
@click.option(
    "--error",
    type=click.FloatRange(0, 1),
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
@click.option("--with-luck", is_flag=True, help="Leave the luck of the dice in.")
@click.option("--no-tables", is_flag=True, help="Play on where a table knows the end.")
@options.keep_file
@options.as_json
def rollout(position: Sequence[str], **choices: object) -> int:
    """Play a position on many times, and say what it is worth without a cube.

    POSITION is a position line; with dice= the best plays of this roll are rolled out
    and compared. What a roll gave beyond the mean of all rolls is subtracted, which
    takes most of the luck out.
    """
    from tavli.engine.standing import who_rolls
    from tavli.notation.position import read_position

    wanted = _Wanted(**choices)  # type: ignore[arg-type]  # click has checked them
    line = read_position(" ".join(position))
    who_rolls(line)
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
    with_luck: bool
    no_tables: bool
    keep: Path | None
    as_json: bool


@dataclass(frozen=True, slots=True)
class _Question:
    """What is rolled out: the boards, seen by who rolls next, and their names.

    After a roll the boards are the opponent's, and so is what the trials give.
    """

    plan: "Plan"
    boards: "Boards"
    names: tuple[str, ...]
    is_turned: bool


def _question(line: "PositionLine", wanted: _Wanted) -> _Question:
    import numpy as np

    from tavli.bots.arena.players import make_evaluator
    from tavli.evaluation.house import house_tables
    from tavli.kernels.board import encode
    from tavli.kernels.turn import passed
    from tavli.search.deep import DeepChooser
    from tavli.search.filters import NORMAL
    from tavli.search.lookahead import Lookahead
    from tavli.search.ranking import Search, rank
    from tavli.search.trials import Plan

    evaluator = make_evaluator(wanted.evaluator, line.ruleset)
    tables = None if wanted.no_tables else house_tables(line.ruleset)
    lookahead = Lookahead(evaluator, exact=tables)
    deep = DeepChooser(Search(lookahead, NORMAL[: wanted.plies]))
    plan = Plan(
        lookahead=lookahead,
        chooser=deep if wanted.plies else None,
        turns=wanted.turns,
        adjusts_luck=not wanted.with_luck,
        seed=wanted.seed,
    )
    board, dice = encode(line.position), line.state.dice
    if dice is None:
        return _Question(plan, board[np.newaxis], ("",), is_turned=False)
    roll = np.array([dice.first, dice.second], np.int8)
    found = rank(Search(plan.lookahead, ()), board, roll)[: wanted.candidates]
    finals = np.array([candidate.final for candidate in found])
    names = tuple(_play(line, final) for final in finals)
    return _Question(plan, passed(finals), names, is_turned=True)


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

    with options.machines_of(wanted.cluster, wanted.processes) as machines:
        rollout = Rollout(
            trials=wanted.trials,
            aim=wanted.error,
            processes=wanted.processes,
            machines=machines,
            path=wanted.keep,
        )
        tally = rollout.run(question.plan, question.boards, _progress(wanted.trials))
    told_all()
    return tally


def _progress(trials: int) -> "Callable[[Tally], None]":
    def show(tally: "Tally") -> None:
        worst = tally.errors[:, -1].max()
        tell(f"{tally.trials:,} of {trials:,}, ± {worst:.4f}")

    return show


def _answer(question: _Question, tally: "Tally", *, as_json: bool) -> None:
    from tavli.evaluation.chances import NAMES

    rows = _rows(question, tally)
    if as_json:
        fields = {
            "game": question.plan.lookahead.ruleset.key,
            "evaluator": question.plan.name,
            "trials": tally.trials,
            "seed": question.plan.seed,
            "rows": rows,
        }
        click.echo(json.dumps(fields))
        return
    click.echo(f"{tally.trials:,} trials of {question.plan.name}, per cent:")
    head = "".join(f"{column.replace('_', ' '):>13}" for column in NAMES)
    click.echo(f"{'points':>8} {'±':<7}{head}  play")
    for row in rows:
        chances = "".join(f"{100 * float(row[column]):>13.2f}" for column in NAMES)
        shown = f"{row['points']:+8.4f} {row['points_error']:<7.4f}{chances}"
        click.echo(f"{shown}  {row['play']}".rstrip())


def _rows(question: _Question, tally: "Tally") -> list[Row]:
    """Return the results, best first, seen by the side that was asked about."""
    import numpy as np

    from tavli.evaluation.chances import NAMES, turned

    chances, points = tally.means[:, :-1].astype(np.float32), tally.means[:, -1]
    if question.is_turned:
        chances, points = turned(chances), -points
    errors = tally.errors[:, -1]
    rows: list[Row] = []
    for name, row, value, error in zip(
        question.names, chances.tolist(), points, errors, strict=True
    ):
        numbers = dict(zip(NAMES, row, strict=True))
        numbers |= {"points": float(value), "points_error": float(error)}
        rounded = {key: round(number, 6) for key, number in numbers.items()}
        rows.append({"play": name, **rounded})
    return sorted(rows, key=lambda row: -float(row["points"]))
