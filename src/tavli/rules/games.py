"""The table of games and of the house rules each of them knows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tavli.rules.options import OptionError, OptionFault
from tavli.rules.points import Course
from tavli.rules.ruleset import (
    Contact,
    ForbiddenBlock,
    Lapse,
    Mobility,
    MobilityRank,
    MotherRule,
    Restriction,
    Ruleset,
    Stake,
    Timing,
)

_Change = Callable[[Ruleset], Ruleset]

_SPREAD_SETUP: Final = ((24, 2), (13, 5), (8, 3), (6, 5))
_STACKED_SETUP: Final = ((24, 15),)
_OWN_QUARTER: Final = (24, 23, 22, 21, 20, 19)
_FRONT_SIX: Final = (11, 10, 9, 8, 7, 6)
_START_QUARTER_AHEAD: Final = (12, 11, 10, 9, 8, 7)

PORTES: Final = Ruleset(
    name="portes",
    setup=_SPREAD_SETUP,
    course=Course.CONTRARY,
    contact=Contact.HIT,
    stakes=(Stake.SINGLE, Stake.GAMMON),
)

PLAKOTO: Final = Ruleset(
    name="plakoto",
    setup=_STACKED_SETUP,
    course=Course.CONTRARY,
    contact=Contact.PIN,
    stakes=(Stake.SINGLE, Stake.GAMMON),
    restrictions=Restriction.NO_BEAR_OFF_WHILE_PINNED,
    mother=MotherRule(),
)

FEVGA: Final = Ruleset(
    name="fevga",
    setup=_STACKED_SETUP,
    course=Course.PARALLEL,
    contact=Contact.BLOCK,
    stakes=(Stake.SINGLE, Stake.GAMMON),
    restrictions=Restriction.RUNNER_FIRST,
    blocks=(ForbiddenBlock(_OWN_QUARTER), ForbiddenBlock(_FRONT_SIX)),
    mobility=Mobility.ANY_LOCK,
)

BACKGAMMON: Final = Ruleset(
    name="backgammon",
    setup=_SPREAD_SETUP,
    course=Course.CONTRARY,
    contact=Contact.HIT,
    stakes=(Stake.SINGLE, Stake.GAMMON, Stake.BACKGAMMON),
    has_cube=True,
)

RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {row.name: row for row in (PORTES, PLAKOTO, FEVGA, BACKGAMMON)}
)
"""The games by name, each with its default rules."""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its name, its default, and what each other choice changes."""

    name: str
    default: str
    alternatives: Mapping[str, _Change]

    @property
    def values(self) -> tuple[str, ...]:
        """Every choice, the default first."""
        return (self.default, *self.alternatives)


def _mother(change: Callable[[MotherRule], MotherRule]) -> _Change:
    # The choices combine freely: without a mother rule there is nothing to change.
    return lambda row: replace(row, mother=row.mother and change(row.mother))


def _restricted(flag: Restriction) -> _Change:
    return lambda row: replace(row, restrictions=row.restrictions | flag)


def _freed(flag: Restriction) -> _Change:
    return lambda row: replace(row, restrictions=row.restrictions & ~flag)


def _block(
    points: tuple[int, ...], change: Callable[[ForbiddenBlock], ForbiddenBlock]
) -> _Change:
    return lambda row: replace(
        row,
        blocks=tuple(
            change(block) if block.points == points else block for block in row.blocks
        ),
    )


def _without_block(points: tuple[int, ...]) -> _Change:
    return lambda row: replace(
        row, blocks=tuple(block for block in row.blocks if block.points != points)
    )


def _option(name: str, default: str, **alternatives: _Change) -> Option:
    named = {key.removeprefix("_"): change for key, change in alternatives.items()}
    return Option(name, default, MappingProxyType(named))


# `front_set` comes last, since it renames the points that `front_six` looks for.
OPTIONS: Final[Mapping[str, tuple[Option, ...]]] = MappingProxyType(
    {
        "portes": (
            _option(
                "max_points", "2", _3=lambda row: replace(row, stakes=tuple(Stake))
            ),
            _option(
                "hit_and_run_home",
                "allowed",
                forbidden=_restricted(Restriction.NO_HIT_AND_RUN_AT_HOME),
            ),
        ),
        "plakoto": (
            _option(
                "mother_needs_empty_start",
                "true",
                false=_mother(lambda rule: replace(rule, needs_empty_start=False)),
            ),
            _option(
                "mother_points",
                "2",
                _1=_mother(lambda rule: replace(rule, points=1)),
                _3=_mother(lambda rule: replace(rule, points=3)),
            ),
            _option(
                "mother_timing",
                "step",
                end_of_play=_mother(
                    lambda rule: replace(rule, timing=Timing.END_OF_PLAY)
                ),
            ),
            _option(
                "bearoff_with_own_pin",
                "false",
                true=_freed(Restriction.NO_BEAR_OFF_WHILE_PINNED),
            ),
            _option("mother_rule", "on", off=lambda row: replace(row, mother=None)),
        ),
        "fevga": (
            _option(
                "runner",
                "beyond_12",
                reach_12=lambda row: replace(row, runner_passes_at=12),
            ),
            _option(
                "own_quarter",
                "absolute",
                until_opponent_past=_block(
                    _OWN_QUARTER,
                    lambda block: replace(block, lapse=Lapse.WHEN_OPPONENT_PAST),
                ),
                off=_without_block(_OWN_QUARTER),
            ),
            _option(
                "front_six",
                "absolute",
                while_start_occupied=_block(
                    _FRONT_SIX,
                    lambda block: replace(block, lapse=Lapse.WHEN_START_EMPTY),
                ),
                off=_without_block(_FRONT_SIX),
            ),
            _option(
                "front_set",
                "11..6",
                **{
                    "12..7": _block(
                        _FRONT_SIX,
                        lambda block: replace(block, points=_START_QUARTER_AHEAD),
                    )
                },
            ),
            _option(
                "block_timing",
                "end_of_play",
                every_step=lambda row: replace(row, block_timing=Timing.STEP),
            ),
            _option(
                "mobility",
                "seed",
                classic=lambda row: replace(row, mobility=Mobility.CLASSIC_TRAP),
                off=lambda row: replace(row, mobility=Mobility.NONE),
            ),
            _option(
                "mobility_rank",
                "after_dice",
                before_dice=lambda row: replace(
                    row, mobility_rank=MobilityRank.BEFORE_DICE
                ),
            ),
        ),
        "backgammon": (),
    }
)
"""The house rules of each game, in the order in which a ruleset's key names them."""


def with_options(ruleset: Ruleset, chosen: Mapping[str, str]) -> Ruleset:
    """Return *ruleset*'s game with the house rules *chosen* and no others.

    Raises:
        OptionError: one sentence naming the option or the value that isn't known.
    """
    options = OPTIONS[ruleset.name]
    unknown = chosen.keys() - {option.name for option in options}
    if unknown:
        first = min(unknown)
        raise OptionError(
            f"{ruleset.name} has no option {first[:40]!r}", OptionFault.UNKNOWN, first
        )
    changed, kept = RULESETS[ruleset.name], []
    for option in options:
        value = chosen.get(option.name, option.default)
        if value not in option.values:
            known = ", ".join(option.values)
            raise OptionError(
                f"{option.name} is one of {known}, not {value[:40]!r}",
                OptionFault.VALUE,
                option.name,
                value=value,
                choices=option.values,
            )
        if value != option.default:
            changed = option.alternatives[value](changed)
            kept.append((option.name, value))
    return replace(changed, options=tuple(kept))


def find_ruleset(key: str) -> Ruleset:
    """Return the ruleset of a text such as ``plakoto:mother_points=1``.

    Raises:
        OptionError: one sentence that says what is wrong with an option.
        ValueError: one sentence that says which games are known.
    """
    name, _, text = key.partition(":")
    if name not in RULESETS:
        known = ", ".join(RULESETS)
        raise ValueError(f"the games are {known}, not {name[:40]!r}")
    chosen: dict[str, str] = {}
    for part in text.split(",") if text else ():
        option, equals, value = part.partition("=")
        if not equals or option in chosen:
            raise OptionError(
                f"an option is written once, like a=b, not {part[:40]!r}",
                OptionFault.WRITTEN,
                part,
            )
        chosen[option] = value
    return with_options(RULESETS[name], chosen)
