"""`tavli met`: chances of winning a match at each score, and what they rest on."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tavli.cli import options
from tavli.cli.interrupted import INTERRUPTED
from tavli.cli.outputs import OutputFile, keep_apart
from tavli.cli.paths import NamedPath
from tavli.cli.progress import tell, told_all
from tavli.cli.sheets import Row, as_csv, write_sheets
from tavli.match import GAMES, MatchRules

if TYPE_CHECKING:
    from tavli.search.rates import Rates

_LONGEST: Final = 25
_MOST_GAMES: Final = 10_000_000
_VERSION: Final = 1

_rates_option = click.option(
    "--rates",
    "rates_path",
    type=NamedPath("a file", dir_okay=False),
    metavar="FILE",
    help="Rates other than those that are shipped.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def met() -> None:
    """Work out the chances of winning a match at each score."""


@met.command()
@click.argument("game", type=click.Choice(GAMES))
@click.option(
    "--to",
    "target",
    type=click.IntRange(1, _LONGEST),
    default=7,
    show_default=True,
    help="How many points the match goes to.",
)
@_rates_option
@options.house_rules
@options.out_folder
def table(
    game: str,
    *,
    target: int,
    rates_path: Path | None,
    house_rules: tuple[str, ...],
    out: Path | None,
) -> None:
    """Show the chance of the match for each score before the next game.

    The first column says how many points the side needs whose chance it is, the first
    line how many the other side needs. In a tavli match, and wherever the winner
    starts the next game, it is told for the side that starts.
    """
    if out is not None and rates_path is not None:
        keep_apart({"--out": out / f"{game}.json"}, [rates_path])
    rules = _rules(game, target, house_rules)
    rates = _rates(rates_path)
    rows = _cube_rows(rules, rates) if rules.has_cube else _rows(rules, rates)
    if out is not None:
        texts = {"csv": as_csv(rows), "json": as_json(rules, rates, rows)}
        for path in write_sheets(out, game, texts):
            click.echo(f"wrote {path}")
        return
    _show(rows, target)


@met.command()
@click.argument("game", type=click.Choice(GAMES[1:]))
@click.option(
    "--games",
    type=click.IntRange(1, _MOST_GAMES),
    default=100_000,
    show_default=True,
    help="How many games; whole thousands.",
)
@options.seed()
@click.option(
    "--player",
    default="net",
    show_default=True,
    help="Who plays both sides, by a name that tavli arena knows.",
)
@click.option(
    "--into",
    type=OutputFile(),
    metavar="FILE",
    help="Write the rates into FILE, beside those of other games that it holds.",
)
def measure(game: str, *, games: int, seed: int, player: str, into: Path | None) -> int:
    """Count how GAME ends when a player plays against itself."""
    from tavli.bots.arena.players import make_chooser
    from tavli.rules import find_ruleset
    from tavli.search.measuring import BLOCK, measured
    from tavli.search.rates import write_rates

    _already(into)  # a file that can't be read is complained of before the work
    blocks = -(-games // BLOCK)

    def progress(block: int) -> None:
        tell(f"{block + 1} of {blocks} thousand")

    chooser = make_chooser(player, find_ruleset(game), seed)
    try:
        rates = measured(chooser, blocks, seed, progress)
    except KeyboardInterrupt:
        click.echo("\ntavli: broken off; what was counted is lost", err=True)
        return INTERRUPTED
    told_all()
    click.echo(json.dumps({"game": game, "games": blocks * BLOCK, **rates.fields}))
    if into is not None:
        source = f"{chooser.name}, {blocks * BLOCK} games, seed {seed}"
        # Another command may have added a game to the file meanwhile.
        write_rates(into, {**_already(into), game: rates.noted(source)})
    return 0


def _already(path: Path | None) -> "Mapping[str, Rates]":
    from tavli.search.rates import read_rates

    return read_rates(path) if path is not None and path.exists() else {}


def _rules(game: str, target: int, chosen: tuple[str, ...]) -> MatchRules:
    try:
        return MatchRules.parse(game, str(target), options.read_house_rules(chosen))
    except ValueError as error:
        raise click.ClickException(str(error)) from error


def _rates(path: Path | None) -> "Mapping[str, Rates]":
    from tavli.search.rates import read_rates, shipped_rates

    return read_rates(path) if path else shipped_rates()


def _rows(rules: MatchRules, rates: "Mapping[str, Rates]") -> list[Row]:
    """Return the chances of the side that starts, or of either where they throw."""
    from tavli.search.match_equity import MatchEquity, reachable
    from tavli.search.who import Who

    try:
        equity = MatchEquity.of(rules, rates)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    moments = [one for one in reachable(rules) if one.starter is not Who.OTHER]
    size = range(1, rules.length.target + 1)
    return [
        {
            "game": rules.cycle[before.game].name,
            "starter": before.starter.value,
            "last_winner": before.winner.value,
            "mine": mine,
            "theirs": theirs,
            "chance": round(equity.chance(mine, theirs, before), 6),
        }
        for before in moments
        for mine in size
        for theirs in size
    ]


def _cube_rows(rules: MatchRules, rates: "Mapping[str, Rates]") -> list[Row]:
    from tavli.search.at_table import crawford_of
    from tavli.search.match_table import Crawford
    from tavli.search.match_with_cube import match_table

    if "backgammon" not in rates:
        raise click.ClickException("there are no rates for backgammon")
    target, crawford = rules.length.target, crawford_of(rules)
    found = match_table(rates["backgammon"], target, crawford)
    moments = {False: "to come", True: "over"}
    if crawford is Crawford.LEFT_OUT:
        moments = {False: crawford.value}
    return [
        {
            "game": "backgammon",
            "crawford": moment,
            "mine": mine,
            "theirs": theirs,
            "chance": round(found.chance(mine, theirs, crawford_is_over=over), 6),
        }
        for over, moment in moments.items()
        for mine in range(1, target + 1)
        for theirs in range(1, target + 1)
        if not over or 1 in (mine, theirs)
    ]


def as_json(rules: MatchRules, rates: "Mapping[str, Rates]", rows: list[Row]) -> str:
    """Return *rows* with the match and the rates that they follow from."""
    names = {ruleset.name for ruleset in rules.cycle}
    fields = {
        "tavli_match_equity": _VERSION,
        "game": rules.game,
        "target": rules.length.target,
        "options": dict(rules.options),
        "rates": {name: rates[name].fields for name in sorted(names)},
        "rows": rows,
    }
    return json.dumps(fields, indent=1) + "\n"


def _show(rows: list[Row], target: int) -> None:
    """Print a square of chances, per cent, for each moment."""
    squares: dict[str, dict[tuple[int, int], float]] = {}
    for row in rows:
        named = [
            str(row[key]) if key == "game" else f"{key.replace('_', ' ')}: {row[key]}"
            for key in ("game", "starter", "last_winner", "crawford")
            if key in row
        ]
        score = int(row["mine"]), int(row["theirs"])
        squares.setdefault(", ".join(named), {})[score] = float(row["chance"])
    for name, square in squares.items():
        click.echo(name)
        click.echo("   " + "".join(f"{theirs:>7}" for theirs in range(1, target + 1)))
        for mine in range(1, target + 1):
            cells = [square.get((mine, theirs)) for theirs in range(1, target + 1)]
            shown = "".join(
                f"{'':>7}" if cell is None else f"{100 * cell:>7.2f}" for cell in cells
            )
            click.echo(f"{mine:>3}{shown}".rstrip())
        click.echo()
