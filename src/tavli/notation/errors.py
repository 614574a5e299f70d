"""Say in one sentence what in a text can't be read, and where it stands."""

from tavli.rules import OptionError, OptionFault
from tavli.words.findings import Finding, finding


class NotationError(ValueError):
    """A text that can't be read; nothing was half understood.

    *reason* is the sentence alone, *column* counts from 1 where a place is known.
    What a reader finds wrong is given as a `Finding`, and kept in *what*.
    """

    def __init__(self, reason: str | Finding, column: int | None = None) -> None:
        self.what = reason if isinstance(reason, Finding) else None
        self.reason = reason if isinstance(reason, str) else reason.sentence
        self.column = column
        place = "" if column is None else f"column {column}: "
        super().__init__(f"{place}{self.reason}")

    @property
    def placed(self) -> Finding | None:
        """What was found, with its column."""
        if self.what is None or self.column is None:
            return self.what
        return finding("at_column", self.what, column=self.column)


def quoted(text: str, limit: int = 24) -> str:
    """Return *text* in quotes, cut to *limit* and safe to print."""
    return repr(text if len(text) <= limit else f"{text[: limit - 1]}…")


def bad_option(game: str, error: OptionError, length: str = "") -> Finding:
    """Return why a house rule of *game* was refused, in a match to *length*."""
    option = quoted(error.option, 40)
    match error.fault:
        case OptionFault.UNKNOWN:
            return finding("no_option", game=game, option=option)
        case OptionFault.NOT_SO_LONG:
            return finding("option_length", game=game, option=option, length=length)
        case OptionFault.VALUE:
            choices, value = ", ".join(error.choices), quoted(error.value, 40)
            key = error.option
            return finding("option_value", option=key, choices=choices, value=value)
        case OptionFault.PARTNER:
            return finding("option_partner", option=error.option, partner=error.partner)
        case OptionFault.WRITTEN:
            return finding("option_written", text=option)
