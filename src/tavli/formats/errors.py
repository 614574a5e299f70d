"""Say what in a file can't be read, and on which line and column."""

from tavli.match import GAMES, LONGEST_MATCH, Length
from tavli.notation.errors import bad_option, quoted
from tavli.rules import OptionError
from tavli.words.findings import Finding, finding


class RecordError(ValueError):
    """A file that can't be read; nothing of it was taken over.

    *reason* is the sentence alone; *line* and *column* count from 1. A binary file
    has no lines, but an *offset* in bytes. *what* was found tells any language.
    """

    def __init__(
        self,
        what: Finding,
        line: int | None = None,
        column: int | None = None,
        *,
        offset: int | None = None,
    ) -> None:
        self.what, self.line, self.column = what, line, column
        self.reason = reason = what.sentence
        self.offset = offset
        places = (("line", line), ("column", column), ("byte", offset))
        where = ", ".join(f"{name} {at}" for name, at in places if at is not None)
        super().__init__(f"{where}: {reason}" if where else reason)

    @property
    def placed(self) -> Finding:
        """What was found, with its place."""
        if self.offset is not None:
            return finding("at_byte", self.what, byte=self.offset)
        if self.line is None:
            return self.what
        if self.column is None:
            return finding("at_line", self.what, line=self.line)
        return finding("at_line_column", self.what, line=self.line, column=self.column)

    @property
    def sentence(self) -> str:
        """The reason with its place, for where the line is told elsewhere."""
        if self.offset is not None:
            return f"byte {self.offset}: {self.reason}"
        return f"column {self.column}: {self.reason}" if self.column else self.reason


class NoGameError(ValueError):
    """A match none of whose games could be written."""

    def __init__(self) -> None:
        super().__init__("this match has no game that could be written")


class FieldError(ValueError):
    """A field of a JSON object that is missing, unknown or impossible.

    *key* names the field, so that its column can be found.
    """

    def __init__(self, key: str, what: Finding) -> None:
        self.key, self.what = key, what
        self.reason = what.sentence
        super().__init__(self.reason)


def bad_rules(game: str, length: str, error: ValueError) -> Finding:
    """Return why `MatchRules.parse` refuses these rules with *error*."""
    if isinstance(error, OptionError):
        return bad_option(game, error, length)
    if game not in GAMES:
        return finding("no_such_game", game=quoted(game), games=", ".join(GAMES))
    try:
        Length.parse(length)
    except ValueError:
        return finding("bad_length", length=quoted(length), most=LONGEST_MATCH)
    return finding("not_so_long", game=game, length=quoted(length))
