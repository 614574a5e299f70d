"""What an engine answers, one struct each, tagged by ``answer``."""

from msgspec import Struct


class _Value(Struct, frozen=True, kw_only=True):
    pass


class _Answer(_Value, frozen=True, tag_field="answer", omit_defaults=True):
    """The answer to the question that was called *id*."""

    id: str | None = None


class Result(_Value, frozen=True):
    """How a game ended; nobody has won a draw."""

    winner: str | None
    points: int


class LegalPlay(_Value, frozen=True, kw_only=True, omit_defaults=True):
    """A play, and the position it leads to with the other side on roll."""

    play: str
    position: str
    result: Result | None = None


class LegalPlays(_Answer, frozen=True, kw_only=True, tag="legal"):
    """Every final position that the roll can reach, with one play to each."""

    plays: tuple[LegalPlay, ...]


class ChancesOf(_Value, frozen=True):
    """Chances of the side that decides; cumulative: a double win is a win, too."""

    win: float
    double: float
    triple: float
    lost_double: float
    lost_triple: float
    draw: float


class Ranked(_Value, frozen=True):
    """A play and what it is worth: points without a cube, looked at *depth* deep."""

    play: str
    equity: float
    chances: ChancesOf
    depth: int


class BestPlay(_Answer, frozen=True, kw_only=True, tag="best"):
    """The play chosen; *plays* ranks the best ones, unless a level chose it."""

    play: str
    plays: tuple[Ranked, ...] = ()


class Judged(_Answer, frozen=True, kw_only=True, tag="evaluate"):
    """What the position promises the side on roll."""

    equity: float
    chances: ChancesOf
    depth: int


class CubeVerdict(_Answer, frozen=True, kw_only=True, tag="cube"):
    """What to do with the cube; the values are those of the side on roll.

    *unit* says what they count: points, or the match from -1 to 1.
    """

    verdict: str
    double: bool
    take: bool
    no_double: float
    double_take: float
    double_drop: float
    beaver: float | None = None
    unit: str
    depth: int


class Refusal(_Answer, frozen=True, kw_only=True, tag="error"):
    """Why there is no answer, in a sentence."""

    error: str


Answer = LegalPlays | BestPlay | Judged | CubeVerdict | Refusal
