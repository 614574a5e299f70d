"""`tavli play`: a match in the terminal."""

import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypedDict, Unpack

import click

from tavli.bots import BOTS, Bot, make_bot
from tavli.bots.levels import FIRST_OPPONENT
from tavli.bots.names import recorded_bot, recorded_name
from tavli.cli import options
from tavli.cli.paths import NamedPath
from tavli.cli.terminal.keeping import KeptMatch, RecordFile, take_up
from tavli.cli.terminal.picture import DrawnBoard, SpokenBoard
from tavli.cli.terminal.speech import Speech
from tavli.cli.terminal.table import Manner, QuitTableError, TerminalTable
from tavli.cli.terminal.typed import shown
from tavli.formats.record import Header
from tavli.match import GAMES, TAVLI, MatchRules, SeededDice
from tavli.rules import Player
from tavli.words import ENGLISH, LANGUAGES, Catalogue, catalogue, find_language

_TAVLI_LENGTH: Final = "5"
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class Wishes(TypedDict):
    """What the command line asks for."""

    game: str | None
    length: str | None
    house_rules: tuple[str, ...]
    bot: str | None
    two: bool
    seed: str | None
    lang: str | None
    plain: bool
    record: Path | None
    resume: Path | None


@click.command()
@click.argument("game", required=False, type=click.Choice(GAMES))
@click.option(
    "--length",
    metavar="LENGTH",
    help="1 to 25 points, 'game', or 'money' in backgammon."
    "  [default: 5 in tavli, else one game]",
)
@options.house_rules
@click.option(
    "--bot",
    type=click.Choice(tuple(BOTS)),
    help="Who plays Black against you; level-1 is the weakest, level-8 the strongest."
    f"  [default: {FIRST_OPPONENT}]",
)
@click.option("--two", is_flag=True, help="Two people at this keyboard, no computer.")
@click.option("--seed", metavar="TEXT", help="Dice that are the same every time.")
@click.option(
    "--lang",
    type=click.Choice(tuple(LANGUAGES)),
    help="Language.  [default: that of the terminal]",
)
@click.option(
    "--plain",
    is_flag=True,
    help="No drawing, everything in sentences: for screen readers.",
)
@click.option(
    "--record",
    type=NamedPath("a file"),
    metavar="FILE",
    help="Keep the match in FILE as it is played.",
)
@click.option(
    "--resume",
    type=NamedPath("a file"),
    metavar="FILE",
    help="Go on with the match in FILE.",
)
def play(**wishes: Unpack[Wishes]) -> None:
    """Play in the terminal, against the computer or each other.

    GAME is tavli (portes, plakoto and fevga in turn), portes, plakoto, fevga or
    backgammon. You are White. Type a play such as 13/7 8/7, or help.
    """
    if wishes["two"] and wishes["bot"]:
        raise click.UsageError("--two and --bot exclude each other")
    words = _words(wishes["lang"])
    kept = _kept(wishes)
    rules = kept.header.rules if kept else _rules(wishes)
    bots = _bots(wishes, kept)
    manner = _manner(words, plain=wishes["plain"])
    seed = wishes["seed"] or secrets.token_hex(16)
    events = kept.events if kept else ()
    table = TerminalTable(rules, manner, SeededDice(seed), bots, events)
    record = _record_file(wishes, manner.speech, kept, rules, bots)
    _sit_down(table, manner, record, bots)


def _sit_down(
    table: TerminalTable,
    manner: Manner,
    record: RecordFile | None,
    bots: Mapping[Player, Bot],
) -> None:
    """Say who plays, and play until the end or until somebody leaves."""
    speech = manner.speech
    for player, bot in bots.items():
        manner.say(f"{speech.name(player)}: {speech.computer(bot.name)}")
    manner.say(manner.speech.words.text("type_help"))
    try:
        table.play(record)
    except QuitTableError:
        _say_where(manner, record)
    except KeyboardInterrupt:
        manner.say("")
        _say_where(manner, record)
        raise click.Abort from None
    else:
        if table.state.ended and record is not None:
            manner.say(f"{manner.speech.words.text('record')}: {record.path}")


def _say_where(manner: Manner, record: RecordFile | None) -> None:
    if record is not None:
        manner.say(f"{manner.speech.words.text('record')}: {record.path}")
        manner.say(f"tavli play --resume {record.path}")


# --- what was asked for


def _words(lang: str | None) -> Catalogue:
    if lang is not None:
        return catalogue(lang)
    for variable in _LOCALE_VARIABLES:
        value = os.environ.get(variable, "").partition(".")[0]
        if value:
            try:
                return catalogue(find_language(value).code)
            except ValueError:
                break
    return catalogue(ENGLISH.code)


def _kept(wishes: Wishes) -> KeptMatch | None:
    if wishes["resume"] is None:
        return None
    if wishes["game"] or wishes["length"] or wishes["house_rules"]:
        raise click.UsageError(
            "a record brings its own rules: leave out GAME, --length and --option"
        )
    return take_up(wishes["resume"])


def _rules(wishes: Wishes) -> MatchRules:
    game = wishes["game"] or TAVLI
    length = wishes["length"] or (_TAVLI_LENGTH if game == TAVLI else "game")
    chosen = options.read_house_rules(wishes["house_rules"])
    try:
        return MatchRules.parse(game, length, chosen)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _bots(wishes: Wishes, kept: KeptMatch | None) -> Mapping[Player, Bot]:
    name = wishes["bot"]
    if name is None and kept is not None:
        name = recorded_bot(kept.header.black)
    elif name is None:
        name = FIRST_OPPONENT
    if wishes["two"] or name is None:
        return {}
    seed = wishes["seed"] or secrets.token_hex(16)
    return {Player.BLACK: make_bot(name, f"{seed} {name}")}


def _manner(words: Catalogue, *, plain: bool) -> Manner:
    speech = Speech(words)
    picture = SpokenBoard(speech) if plain else DrawnBoard(speech)
    return Manner(speech=speech, picture=picture, say=click.echo, ask=_ask)


def _ask(question: str) -> str:
    """Return the line that was typed; the end of the input is a farewell."""
    try:
        line = input(question)
    except EOFError:
        click.echo()
        raise QuitTableError from None
    except UnicodeDecodeError:
        line = "?"
    if not sys.stdin.isatty():
        click.echo(shown(line))  # so that what a pipe typed can be read beside
    return line


def _record_file(
    wishes: Wishes,
    speech: Speech,
    kept: KeptMatch | None,
    rules: MatchRules,
    bots: Mapping[Player, Bot],
) -> RecordFile | None:
    path = wishes["record"] or wishes["resume"]
    if path is None:
        return None
    if wishes["record"] is not None and path.exists():
        raise click.UsageError(
            f"{path} exists already: go on with it by --resume, or name another file"
        )
    if kept is not None:
        return RecordFile(path, kept.header)
    names = [
        recorded_name(bots[player].name) if player in bots else speech.name(player)
        for player in Player
    ]
    header = Header(
        match=secrets.token_hex(8), rules=rules, white=names[0], black=names[1]
    )
    return RecordFile(path, header)
