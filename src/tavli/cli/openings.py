"""`tavli openings`: the best play of every first roll, by rollouts."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tavli.cli import options
from tavli.cli.alone import alone
from tavli.cli.interrupted import broken_off
from tavli.cli.progress import tell, told_all
from tavli.cli.sheets import Row, as_csv, write_sheets
from tavli.rules import ROLLS, RULESETS, Dice

if TYPE_CHECKING:
    from tavli.search.openings import Choice, Opening, Study
    from tavli.search.tally import Tally
    from tavli.search.trials import Plan

_VERSION: Final = 1


@click.command()
@click.argument("game", type=click.Choice(list(RULESETS)))
@click.option(
    "--roll",
    "rolls",
    multiple=True,
    metavar="DICE",
    help="Only this roll, such as 3-1; as often as needed.",
)
@options.trials
@click.option(
    "--error",
    type=options.Share(),
    default=0.002,
    show_default=True,
    help="Stop a roll once the standard errors of the points are down to this.",
)
@click.option(
    "--turns",
    type=click.IntRange(0, 1000),
    default=9,
    show_default=True,
    help="Judge the games after so many turns; with 0 they are played to the end.",
)
@options.candidates(4)
@options.seed()
@options.processes
@options.cluster
@options.keep_folder
@options.out_folder
@options.as_json
def openings(game: str, *, rolls: tuple[str, ...], **choices: object) -> int:
    """Show the best play of each first roll of GAME, the next best, and their chances.

    The likeliest plays, as a look two plies deep finds them, are rolled out by the
    shipped net with the same dice, and the luck of the dice is taken out. Points are
    without a cube. Doubles are there too: they can't be the first roll where it
    comes of a roll-off.
    """
    wanted = _Wanted(**choices)  # type: ignore[arg-type]  # click has checked them
    asked = [_dice(text) for text in rolls] or list(ROLLS)
    plan = _plan(game, wanted)
    try:
        found = _rolled_out(plan, asked, wanted)
    except KeyboardInterrupt:
        return broken_off(wanted.keep)
    _answer(game, plan, found, wanted)
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """The options, as click names them."""

    trials: int
    error: float
    turns: int
    candidates: int
    seed: int
    processes: int
    cluster: str | None
    keep: Path | None
    out: Path | None
    as_json: bool


def _dice(text: str) -> Dice:
    try:
        dice = Dice.parse(text)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return Dice(dice.high, dice.low)


def _plan(game: str, wanted: _Wanted) -> "Plan":
    from tavli.evaluation.house import house_tables, raw_evaluator
    from tavli.rules import find_ruleset
    from tavli.search.house import luck_judge
    from tavli.search.lookahead import Lookahead
    from tavli.search.trials import Plan

    ruleset = find_ruleset(game)
    net, tables = raw_evaluator(ruleset), house_tables(ruleset)
    return Plan(
        lookahead=Lookahead(net, exact=tables),
        luck=luck_judge(net, tables),
        turns=wanted.turns or None,
        seed=wanted.seed,
    )


def _rolled_out(plan: "Plan", asked: list[Dice], wanted: _Wanted) -> "list[Opening]":
    from tavli.search.openings import Study
    from tavli.search.rollout import Rollout

    in_turn = len(asked) == 1 or wanted.processes == 1 or wanted.cluster is not None
    if wanted.keep:
        wanted.keep.mkdir(parents=True, exist_ok=True)
    with (
        alone(wanted.keep),
        options.machines_of(wanted.cluster, wanted.processes) as machines,
    ):
        rollout = Rollout(
            trials=wanted.trials,
            aim=wanted.error,
            processes=wanted.processes if in_turn else 1,
            machines=machines,
        )
        study = Study(
            plan=plan, rollout=rollout, most=wanted.candidates, folder=wanted.keep
        )
        if in_turn:
            found = [_one(study, dice, asked) for dice in asked]
        else:
            found = _at_once(study, asked, wanted.processes)
    told_all()
    return found


def _at_once(study: "Study", asked: list[Dice], processes: int) -> "list[Opening]":
    found = []
    for opening in study.openings(asked, processes):
        found.append(opening)
        tell(f"{opening.dice}, {len(found)} of {len(asked)}")
    return found


def _one(study: "Study", dice: Dice, asked: list[Dice]) -> "Opening":
    where = f"{dice}, {asked.index(dice) + 1} of {len(asked)}"

    def show(tally: "Tally") -> None:
        worst = tally.errors[:, -1].max()
        tell(f"{where}: {tally.trials:,} trials, ± {worst:.4f}")

    tell(where)
    return study.opening(dice, show)


def _answer(game: str, plan: "Plan", found: "list[Opening]", wanted: _Wanted) -> None:
    if wanted.out is not None:
        texts = {"csv": as_csv(_rows(found)), "json": as_json(game, plan, found)}
        for path in write_sheets(wanted.out, game, texts):
            click.echo(f"wrote {path}", err=True)
    if wanted.as_json:
        click.echo(as_json(game, plan, found), nl=False)
        return
    _show(game, plan, found)


def _rows(found: "list[Opening]") -> list[Row]:
    """Return a row for every play that was rolled out, the best of a roll first."""
    return [
        {"roll": str(opening.dice), "place": place, **_row(choice)}
        for opening in found
        for place, choice in enumerate(opening.choices, 1)
    ]


def as_json(game: str, plan: "Plan", found: "list[Opening]") -> str:
    """Return the rolls with their plays, and how they were rolled out."""
    rows = [
        {
            "roll": str(opening.dice),
            "trials": opening.trials,
            "lead": _rounded(opening.lead),
            "lead_error": _rounded(opening.lead_error),
            "plays": [_row(choice) for choice in opening.choices],
        }
        for opening in found
    ]
    fields = {
        "tavli_openings": _VERSION,
        "game": game,
        "player": plan.name,
        "turns": plan.turns,
        "seed": plan.seed,
        "rolls": rows,
    }
    return json.dumps(fields, indent=1) + "\n"


def _row(choice: "Choice") -> Row:
    from tavli.evaluation.chances import NAMES

    chances = dict(zip(NAMES, choice.chances, strict=True))
    numbers = {"points": choice.points, "error": choice.error, **chances}
    return {
        "play": choice.play,
        **{name: round(value, 5) for name, value in numbers.items()},
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 5)


def _show(game: str, plan: "Plan", found: "list[Opening]") -> None:
    """Print each roll's best play and the next one, with chances per cent."""
    from tavli.evaluation.chances import NAMES

    length = "to the end" if plan.turns is None else f"for {plan.turns} turns"
    click.echo(f"{game}: {plan.name} {length}, chances per cent")
    names = [name for name in NAMES if _occurs(name, found)]
    head = "".join(f"{name.replace('_', ' '):>13}" for name in names)
    click.echo(f"{'':4} {'points':>8} {'±':<7}{head}  play")
    for opening in found:
        for number, choice in enumerate(opening.choices[:2]):
            row = _row(choice)
            chances = "".join(f"{100 * float(row[name]):>z13.2f}" for name in names)
            lead = f"{opening.dice}" if number == 0 else ""
            shown = f"{choice.points:+z8.4f} {choice.error:<7.4f}{chances}"
            click.echo(f"{lead:4} {shown}  {choice.play}")


def _occurs(name: str, found: "list[Opening]") -> bool:
    """Whether any play can end so: triples and draws are not known everywhere."""
    return any(
        float(_row(choice)[name]) > 0 for opening in found for choice in opening.choices
    )
