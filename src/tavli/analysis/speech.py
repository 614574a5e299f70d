"""What an analysis says of its entries, in one language."""

from typing import Final
from unicodedata import bidirectional, category

from tavli.analysis.aim import Aim, Unit
from tavli.analysis.entry import Choice, Cost, Decision, Entry, Kind, Luck, Mark, Phase
from tavli.analysis.judge import Depth
from tavli.analysis.study import Study
from tavli.analysis.tally import Errors
from tavli.rules import Player
from tavli.words import TURKISH, Catalogue, Direction

_CHOICES: Final = {
    Choice.ROLL: "analysis.no_double",
    Choice.DOUBLE: "double",
    Choice.TAKE: "take",
    Choice.DROP: "drop",
    Choice.BEAVER: "beaver",
    Choice.RACCOON: "raccoon",
    Choice.PLAY_ON: "analysis.play_on",
    Choice.RESIGN: "resign",
    Choice.ACCEPT: "accept",
    Choice.DECLINE: "decline",
}
_MARKS: Final = {
    Mark.DOUBTFUL: "doubtful",
    Mark.BAD: "mistake",
    Mark.VERY_BAD: "blunder",
}
_PHASES: Final = {
    Phase.OPENING: "opening",
    Phase.CONTACT: "contact",
    Phase.RACE: "race",
    Phase.BEAR_OFF: "bear_off_phase",
}
_DOTTED: Final = "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"
_TURNING: Final = frozenset(
    ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
)
_PLACES: Final = 3


class Speech:
    """Says what is in *study* with *words*."""

    def __init__(self, study: Study, words: Catalogue) -> None:
        self.study, self.words = study, words
        right_to_left = words.language.direction is Direction.RIGHT_TO_LEFT
        # Signs before and after a figure stay there, whatever stands around them.
        self._mark = "\N{LEFT-TO-RIGHT MARK}" if right_to_left else ""

    def label(self, code: str) -> str:
        """Return the text of the label *code* of the report."""
        return self.words.text(f"analysis.{code}")

    def heading(self, code: str) -> str:
        """Return the word *code* as it begins a line."""
        text = self.words.text(code)
        first = text[:1]
        is_dotted = first == "i" and self.words.language is TURKISH
        return (_DOTTED if is_dotted else first.upper()) + text[1:]

    def title(self) -> str:
        """Say whose match it is."""
        white, black = (self.player(player) for player in Player)
        return self.words.text("analysis.of", white=white, black=black)

    def depth(self, depth: Depth | None = None) -> str:
        """Say how deep the figures were judged."""
        name = (depth or self.study.depth).name
        return self.words.text("analysis.depth", depth=name)

    def unit(self) -> str:
        """Say in what errors and luck are told."""
        has_cube = self.study.header.rules.has_cube
        return self.label("equity" if has_cube else "equity_without_cube")

    def signed(self, number: float, places: int = _PLACES) -> str:
        """Write *number* with its sign."""
        text = self.words.number(abs(number), places=places)
        if round(abs(number), places) == 0:
            return text
        return f"{self._mark}{'+' if number > 0 else '-'}{text}"

    def per_cent(self, share: float) -> str:
        """Write a *share* in hundredths, signed."""
        return self._hundredths(self.signed(100 * share, 2))

    def chance(self, share: float) -> str:
        """Write a chance in hundredths."""
        number = self.words.number(100 * share, places=1)
        return f"{self._mark}{self._hundredths(number)}"

    def _hundredths(self, number: str) -> str:
        """Add the sign for hundredths; in Turkish it stands before the digits."""
        if self.words.language is not TURKISH:
            return f"{number}%"
        digits = number.lstrip("+-")
        return f"{number.removesuffix(digits)}%{digits}"

    def cost(self, cost: Cost) -> str:
        """Write what something cost or gave: in points, in a match as a chance too."""
        points = self.signed(cost.points)
        return (
            points
            if cost.chance is None
            else f"{points} ({self.per_cent(cost.chance)})"
        )

    def rate(self, errors: Errors) -> str:
        """Write the mean error in points of *errors*; a dash without decisions."""
        rate = errors.rate
        return "-" if rate is None else self.words.number(rate, places=4)

    def rating(self, errors: Errors) -> str:
        """Write the performance rating of *errors*; a dash without decisions."""
        rating = errors.rating
        return "-" if rating is None else self.words.number(rating, places=1)

    def value(self, aim: Aim, value: float) -> str:
        """Write what a game is worth: points, or the chance to win the match."""
        if aim.unit is Unit.POINTS:
            return self.signed(value)
        return self.chance((1 + value) / 2)

    def shift(self, aim: Aim, value: float) -> str:
        """Write how far something moved a game, in what it is worth."""
        return (
            self.signed(value) if aim.unit is Unit.POINTS else self.per_cent(value / 2)
        )

    def mark(self, mark: Mark) -> str:
        """Name *mark*; nothing for none."""
        return self.words.text(_MARKS[mark]) if mark in _MARKS else ""

    def mark_heading(self, mark: Mark) -> str:
        """Name *mark*, which is not none, as it begins a line."""
        return self.heading(_MARKS[mark])

    def phase(self, phase: Phase) -> str:
        """Name *phase*, as it begins a line."""
        return self.heading(_PHASES[phase])

    def choice(self, text: str, kind: Kind) -> str:
        """Say what was *made* or best: a play as it is written, else in words."""
        if kind is Kind.PLAY:
            return text
        return self.words.text(_CHOICES[Choice(text)])

    def player(self, player: Player) -> str:
        """Return the name of *player*, as it may be shown."""
        return shown(self.study.name(player))

    def game(self, number: int) -> str:
        """Name game *number*."""
        return self.words.text("game_number", n=number)

    def turn(self, entry: Entry) -> str:
        """Say in which turn *entry* was made."""
        return self.words.text("analysis.turn", n=entry.turn)

    def happened(self, entry: Entry) -> str:
        """Say what was thrown or decided, without what it cost."""
        match entry:
            case Luck(dice=None):
                return self.label("start_throw")
            case Luck(dice=dice):
                return str(dice)
            case Decision(dice=dice):
                made = self.choice(entry.made, entry.kind)
                return made if dice is None else f"{dice}: {made}"

    def better(self, decision: Decision) -> str:
        """Say what would have been best."""
        best = self.choice(decision.best, decision.kind)
        return self.words.text("analysis.best", play=best)


def shown(name: str) -> str:
    """Return *name*, which a file brought, without signs that command a terminal.

    Those that turn the direction of what follows are left out with them, and half a
    sign of two is a question mark.
    """
    return "".join(
        "?" if category(sign) == "Cs" else sign
        for sign in name
        if category(sign) != "Cc" and bidirectional(sign) not in _TURNING
    )
