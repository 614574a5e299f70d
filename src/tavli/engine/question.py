"""What may be asked of an engine, one struct each, tagged by ``ask``."""

from typing import Annotated, Final, get_args

from msgspec import Meta, Struct

from tavli.bots.levels import STRONGEST
from tavli.engine.analyst import DEEPEST
from tavli.notation.fields import LONGEST_LINE

_Position = Annotated[str, Meta(min_length=1, max_length=LONGEST_LINE)]
_Dice = Annotated[str, Meta(min_length=3, max_length=3)]
_Id = Annotated[str, Meta(max_length=64)]
_Level = Annotated[int, Meta(ge=1, le=STRONGEST)]
_Depth = Annotated[int, Meta(ge=0, le=DEEPEST)]
_Seed = Annotated[int, Meta(ge=0, le=2**53 - 1)]
_Most = Annotated[int, Meta(ge=1, le=1000)]


class _Question(
    Struct,
    frozen=True,
    kw_only=True,
    tag_field="ask",
    forbid_unknown_fields=True,
):
    """A question about *position*, which is a position line; *id* is echoed."""

    position: _Position
    id: _Id | None = None


class Legal(_Question, frozen=True, tag="legal"):
    """Which plays do the rules allow?"""

    dice: _Dice | None = None


class Best(_Question, frozen=True, tag="best"):
    """Which play is best, to *depth* plies, or which one does *level* choose?"""

    dice: _Dice | None = None
    depth: _Depth | None = None
    level: _Level | None = None
    seed: _Seed = 0
    most: _Most = 10


class Evaluate(_Question, frozen=True, tag="evaluate"):
    """What are the chances of the side on roll, before it throws?"""

    depth: _Depth | None = None


class CubeQuestion(_Question, frozen=True, tag="cube"):
    """Should the side on roll double, and should the other take?"""

    depth: _Depth | None = None


Question = Legal | Best | Evaluate | CubeQuestion

KINDS: Final = tuple(str(kind.__struct_config__.tag) for kind in get_args(Question))
"""How the questions are tagged."""
