"""Say what in a file can't be read, and on which line and column."""


class RecordError(ValueError):
    """A file that can't be read; nothing of it was taken over.

    *reason* is the sentence alone; *line* and *column* count from 1. A binary file
    has no lines, but an *offset* in bytes.
    """

    def __init__(
        self,
        reason: str,
        line: int | None = None,
        column: int | None = None,
        *,
        offset: int | None = None,
    ) -> None:
        self.reason, self.line, self.column = reason, line, column
        self.offset = offset
        places = (("line", line), ("column", column), ("byte", offset))
        where = ", ".join(f"{name} {at}" for name, at in places if at is not None)
        super().__init__(f"{where}: {reason}" if where else reason)

    @property
    def sentence(self) -> str:
        """The reason with its place, for where the line is told elsewhere."""
        if self.offset is not None:
            return f"byte {self.offset}: {self.reason}"
        return f"column {self.column}: {self.reason}" if self.column else self.reason


class FieldError(ValueError):
    """A field of a JSON object that is missing, unknown or impossible.

    *key* names the field, so that its column can be found.
    """

    def __init__(self, key: str, reason: str) -> None:
        self.key, self.reason = key, reason
        super().__init__(reason)
