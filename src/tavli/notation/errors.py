"""Say in one sentence what in a text can't be read, and where it stands."""


class NotationError(ValueError):
    """A text that can't be read; nothing was half understood.

    *reason* is the sentence alone, *column* counts from 1 where a place is known.
    """

    def __init__(self, reason: str, column: int | None = None) -> None:
        self.reason, self.column = reason, column
        super().__init__(reason if column is None else f"column {column}: {reason}")


def quoted(text: str, limit: int = 24) -> str:
    """Return *text* in quotes, cut to *limit* and safe to print."""
    return repr(text if len(text) <= limit else f"{text[: limit - 1]}…")
