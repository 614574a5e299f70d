"""Me, the other side, or nobody: sides as one of them says it."""

from enum import Enum


class Who(Enum):
    """A side, or neither: who owns a cube, starts a game, or won the last one."""

    ME = "me"
    OTHER = "other"
    NOBODY = "nobody"

    @property
    def turned(self) -> "Who":
        """The same as the other side says it."""
        if self is Who.NOBODY:
            return self
        return Who.OTHER if self is Who.ME else Who.ME
