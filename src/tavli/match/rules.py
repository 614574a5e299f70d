"""What was agreed before a match: the games, the length, the house rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, Flag, auto
from types import MappingProxyType
from typing import Final, Self

from tavli.rules import (
    OPTIONS,
    RULESETS,
    OptionError,
    OptionFault,
    Ruleset,
    with_options,
)

TAVLI: Final = "tavli"
TAVLI_CYCLE: Final = ("portes", "plakoto", "fevga")
"""The games of a tavli match, again and again (M1)."""

GAMES: Final = (TAVLI, *RULESETS)
"""What can be played: a tavli match, or one game by itself."""

LONGEST_MATCH: Final = 25
"""The largest target that is offered."""


class Span(Enum):
    """How a match ends by play."""

    GAME = "game"
    POINTS = "points"
    MONEY = "money"


@dataclass(frozen=True, slots=True)
class Length:
    """One game, a number of points, or a session of money play without end."""

    span: Span
    target: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``game``, ``money`` or a number of points such as ``5``."""
        if text in ("game", "money"):
            return cls(Span(text))
        if text.isascii() and text.isdigit() and len(text) <= 2:
            target = int(text)
            if 1 <= target <= LONGEST_MATCH and not text.startswith("0"):
                return cls(Span.POINTS, target)
        raise ValueError(
            f"a length is game, money or 1 to {LONGEST_MATCH}, not {text[:20]!r}"
        )

    def __str__(self) -> str:
        return str(self.target) if self.span is Span.POINTS else self.span.value


class Opening(Enum):
    """What the winner of a roll-off plays (M3)."""

    USE_ROLLED = "use_rolled"
    REROLL = "reroll"


class NextStarter(Enum):
    """Who starts after a game that was won (M4)."""

    WINNER = "winner"
    LOSER = "loser"
    ALTERNATE = "alternate"
    ROLL_OFF = "roll_off"


class DrawStarter(Enum):
    """Who starts after a drawn game (M6)."""

    LAST_WINNER = "last_winner"
    SAME_STARTER = "same_starter"
    ROLL_OFF = "roll_off"
    OTHER = "other"


class CubeOption(Flag):
    """Options of the cube; the value's name is the option's."""

    NONE = 0
    JACOBY = auto()
    BEAVER = auto()
    RACCOON = auto()
    AUTO_DOUBLES = auto()
    HOLLAND = auto()
    CRAWFORD = auto()


_MONEY_ONLY: Final = (
    CubeOption.JACOBY,
    CubeOption.BEAVER,
    CubeOption.RACCOON,
    CubeOption.AUTO_DOUBLES,
)
_MATCH_ONLY: Final = (CubeOption.CRAWFORD, CubeOption.HOLLAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """Everything agreed before a match; *options* names what differs from defaults.

    Make it with `MatchRules.parse`, which checks that the parts fit together.
    """

    game: str
    length: Length
    cycle: tuple[Ruleset, ...]
    opening: Opening
    next_starter: NextStarter
    draw_starter: DrawStarter
    cube_options: CubeOption
    options: Mapping[str, str]

    @classmethod
    def parse(
        cls, game: str, length: str, options: Mapping[str, str] | None = None
    ) -> Self:
        """Read the rules of a match from their texts.

        *options* maps the option's key (``portes.max_points``, ``starter_next``,
        ``bg.jacoby``) to its value.

        Raises:
            OptionError: one sentence that says which option isn't possible, and why.
            ValueError: so for the game and the length, which are looked at first.
        """
        if game not in GAMES:
            raise ValueError(f"the games are {', '.join(GAMES)}, not {game[:40]!r}")
        span = _checked_length(game, Length.parse(length))
        values = _checked_options(game, span, options or {})
        names = TAVLI_CYCLE if game == TAVLI else (game,)
        defaults = defaults_of(game, span)
        return cls(
            game=game,
            length=span,
            cycle=tuple(_ruleset(name, values) for name in names),
            opening=Opening(values["opening_first"]),
            next_starter=NextStarter(values["starter_next"]),
            draw_starter=DrawStarter(values["draw_starter"]),
            cube_options=_cube_options(values),
            options=MappingProxyType(
                {key: text for key, text in values.items() if text != defaults[key]}
            ),
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to another process as the texts that the rules were read from."""
        return MatchRules.parse, (self.game, str(self.length), dict(self.options))

    def __hash__(self) -> int:
        return hash((self.game, self.length, tuple(sorted(self.options.items()))))

    @property
    def has_cube(self) -> bool:
        """Whether the cube can ever be turned; never in a match to one point."""
        return self.cycle[0].has_cube and self.length != Length(Span.POINTS, 1)

    def ruleset(self, number: int) -> Ruleset:
        """Return the ruleset of game *number* (from 1)."""
        return self.cycle[(number - 1) % len(self.cycle)]


def defaults_of(game: str, length: Length) -> Mapping[str, str]:
    """Return every option that *game* knows at this *length*, with its default."""
    return {key: values[0] for key, values in choices_of(game, length).items()}


def choices_of(game: str, length: Length) -> Mapping[str, tuple[str, ...]]:
    """Return every option of *game* at *length* with its choices, default first."""
    names = TAVLI_CYCLE if game == TAVLI else (game,)
    starters = [starter.value for starter in NextStarter]
    if any(RULESETS[name].has_cube for name in names):
        starters.sort(key=lambda value: value != NextStarter.ROLL_OFF.value)
    choices = {
        "opening_first": tuple(opening.value for opening in Opening),
        "starter_next": tuple(starters),
        "draw_starter": tuple(starter.value for starter in DrawStarter),
    }
    for name in names:
        for option in OPTIONS[name]:
            choices[f"{name}.{option.name}"] = option.values
        if RULESETS[name].has_cube:
            choices |= _cube_choices(length)
    return choices


def _cube_choices(length: Length) -> dict[str, tuple[str, ...]]:
    if length.span is not Span.POINTS:
        return {_cube_key(option): ("off", "on") for option in _MONEY_ONLY}
    return {
        _cube_key(option): ("on", "off")
        if option is CubeOption.CRAWFORD
        else ("off", "on")
        for option in _MATCH_ONLY
    }


def _cube_key(option: CubeOption) -> str:
    return f"bg.{(option.name or '').lower()}"


def _checked_length(game: str, length: Length) -> Length:
    if game == TAVLI and length.span is not Span.POINTS:
        raise ValueError("a tavli match is played to a number of points")
    if length.span is Span.MONEY and (game == TAVLI or not RULESETS[game].has_cube):
        raise ValueError(f"{game} is not played for money: choose game or points")
    return length


def _checked_options(
    game: str, length: Length, options: Mapping[str, str]
) -> dict[str, str]:
    """Return all options with their values, chosen or default."""
    choices = choices_of(game, length)
    for key, value in options.items():
        if key not in choices:
            raise _no_option(game, length, key)
        if value not in choices[key]:
            known = ", ".join(choices[key])
            raise OptionError(
                f"{key} is one of {known}, not {str(value)[:40]!r}",
                OptionFault.VALUE,
                key,
                value=str(value),
                choices=choices[key],
            )
    values = {key: options.get(key, known[0]) for key, known in choices.items()}
    for option, partner, sentence in _PARTNERS:
        if values.get(option) == "on" and values.get(partner) != "on":
            raise OptionError(
                sentence, OptionFault.PARTNER, f"{option}=on", partner=f"{partner}=on"
            )
    return values


_PARTNERS: Final = (
    (
        "bg.raccoon",
        "bg.beaver",
        "raccoons answer beavers: choose bg.beaver=on with them",
    ),
    (
        "bg.holland",
        "bg.crawford",
        "the Holland rule follows a Crawford game: keep it on",
    ),
)
"""Options of the cube that need another one, and why."""


def _no_option(game: str, length: Length, key: str) -> OptionError:
    """Return why *game* to *length* has no option *key*."""
    lengths = (Length(Span.GAME), Length(Span.POINTS, LONGEST_MATCH))
    elsewhere = any(key in choices_of(game, other) for other in lengths)
    return OptionError(
        f"{game} to {length} has no option {key[:40]!r}",
        OptionFault.NOT_SO_LONG if elsewhere else OptionFault.UNKNOWN,
        key,
    )


def _ruleset(name: str, values: Mapping[str, str]) -> Ruleset:
    chosen = {
        key.partition(".")[2]: value
        for key, value in values.items()
        if key.startswith(f"{name}.")
    }
    return with_options(RULESETS[name], chosen)


def _cube_options(values: Mapping[str, str]) -> CubeOption:
    chosen = CubeOption.NONE
    for option in CubeOption:
        if values.get(_cube_key(option)) == "on":
            chosen |= option
    return chosen
