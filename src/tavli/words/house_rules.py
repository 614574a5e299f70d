"""The house rules that each game's page explains, the default of each first.

What they do is defined in `rules` and `match`; a test holds the two together. This
table only orders them for readers: a page shows the choices of matches and of money
play side by side.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option's key and its values, the default first."""

    key: str
    values: tuple[str, ...]

    @property
    def label(self) -> str:
        """The code of the option's label."""
        return f"option.{self.key}"

    def sentence(self, value: str) -> str:
        """Return the code of the sentence that says what *value* means."""
        return f"option.{self.key}.{value}"


_OPENING: Final = HouseRule("opening_first", ("use_rolled", "reroll"))
_STARTER: Final = HouseRule(
    "starter_next", ("winner", "loser", "alternate", "roll_off")
)
_CUBE_STARTER: Final = HouseRule(
    "starter_next", ("roll_off", "winner", "loser", "alternate")
)
_DRAW_STARTER: Final = HouseRule(
    "draw_starter", ("last_winner", "same_starter", "roll_off", "other")
)
_PORTES: Final = (
    HouseRule("portes.max_points", ("2", "3")),
    HouseRule("portes.hit_and_run_home", ("allowed", "forbidden")),
)
_PLAKOTO: Final = (
    HouseRule("plakoto.mother_needs_empty_start", ("true", "false")),
    HouseRule("plakoto.mother_points", ("2", "1", "3")),
    HouseRule("plakoto.mother_timing", ("step", "end_of_play")),
    HouseRule("plakoto.bearoff_with_own_pin", ("false", "true")),
    HouseRule("plakoto.mother_rule", ("on", "off")),
)
_FEVGA: Final = (
    HouseRule("fevga.runner", ("beyond_12", "reach_12")),
    HouseRule("fevga.own_quarter", ("absolute", "until_opponent_past", "off")),
    HouseRule("fevga.front_six", ("absolute", "while_start_occupied", "off")),
    HouseRule("fevga.front_set", ("11..6", "12..7")),
    HouseRule("fevga.block_timing", ("end_of_play", "every_step")),
    HouseRule("fevga.mobility", ("seed", "classic", "off")),
    HouseRule("fevga.mobility_rank", ("after_dice", "before_dice")),
)
_BACKGAMMON: Final = (
    HouseRule("bg.crawford", ("on", "off")),
    HouseRule("bg.holland", ("off", "on")),
    HouseRule("bg.jacoby", ("off", "on")),
    HouseRule("bg.beaver", ("off", "on")),
    HouseRule("bg.raccoon", ("off", "on")),
    HouseRule("bg.auto_doubles", ("off", "on")),
)

HOUSE_RULES: Final[Mapping[str, tuple[HouseRule, ...]]] = MappingProxyType(
    {
        "tavli": (_OPENING, _STARTER, _DRAW_STARTER),
        "portes": (_OPENING, _STARTER, *_PORTES),
        "plakoto": (_OPENING, _STARTER, _DRAW_STARTER, *_PLAKOTO),
        "fevga": (_OPENING, _STARTER, *_FEVGA),
        "backgammon": (_OPENING, _CUBE_STARTER, *_BACKGAMMON),
    }
)
"""The house rules by page; a tavli match has those of its three games as well."""
