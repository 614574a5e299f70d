"""What is wrong in a file or a text, on its way to a page that says it in its words."""

from msgspec import Struct

from tavli.words.findings import Finding


class Said(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A `Finding` as JSON: the page fills the row *code* of its words with *values*."""

    code: str
    values: dict[str, str | int] = {}
    why: "Said | None" = None

    @classmethod
    def of(cls, found: Finding) -> "Said":
        """Return *found* with all that is behind it."""
        return cls(
            code=found.code,
            values=dict(found.values),
            why=None if found.why is None else cls.of(found.why),
        )


def as_sentence(reason: str) -> str:
    """Return *reason* with a capital and a full stop."""
    stop = "" if reason.endswith((".", "?", "!")) else "."
    return f"{reason[:1].upper()}{reason[1:]}{stop}"
