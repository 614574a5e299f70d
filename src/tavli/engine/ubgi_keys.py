"""What a UBGI controller may set."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Self

from tavli.bots.levels import STRONGEST
from tavli.engine.analyst import DEEPEST

_LARGEST_SEED: Final = 2**53 - 1


class UnknownKeyError(KeyError):
    """There is no such key."""


@dataclass(frozen=True, slots=True)
class Key:
    """A number that can be set; *is_minor* says that strength does not depend on it."""

    name: str
    field: str
    most: int
    default: int
    meaning: str
    is_minor: bool = False

    @property
    def described(self) -> str:
        """Its kind, bounds, default and meaning, as ``keys`` lists them."""
        minor = " !" if self.is_minor else ""
        return f"int 0..{self.most} {self.default}{minor} {self.meaning}"


VARIANT: Final = "game.variant"

_NUMBERS: Final = (
    Key("engine.ply", "plies", DEEPEST, DEEPEST, "plies of look-ahead"),
    Key(
        "engine.level",
        "level",
        STRONGEST,
        0,
        "a level of the house, 0 plays by engine.ply",
    ),
    Key(
        "engine.seed",
        "seed",
        _LARGEST_SEED,
        0,
        "of what a level leaves to chance",
        is_minor=True,
    ),
)


@dataclass(frozen=True, slots=True)
class _Variant:
    name: str = VARIANT

    @property
    def described(self) -> str:
        """The one game that UBGI is spoken for."""
        return "enum backgammon backgammon the game"


KEYS: Final = MappingProxyType[str, Key | _Variant](
    {key.name: key for key in (_Variant(), *_NUMBERS)}
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What was set; the defaults look as deep as the house can."""

    plies: int = DEEPEST
    level: int = 0
    seed: int = 0

    def value(self, name: str) -> str:
        """Return what the key *name* stands at."""
        key = KEYS[name]
        return str(getattr(self, key.field)) if isinstance(key, Key) else "backgammon"

    def with_value(self, name: str, text: str) -> Self:
        """Return the settings with another value.

        Raises:
            UnknownKeyError: there is no such key.
            ValueError: it can't have that value; the words say which it can.
        """
        if name not in KEYS:
            raise UnknownKeyError(name)
        key = KEYS[name]
        if not isinstance(key, Key):
            if text != "backgammon":
                raise ValueError("must_be backgammon")
            return self
        number = (
            int(text) if text.isascii() and text.isdigit() and len(text) <= 16 else -1
        )
        if not 0 <= number <= key.most:
            raise ValueError(f"must_be 0..{key.most}")
        return replace(self, **{key.field: number})
