"""Where the cube lies, as one side sees it."""

from dataclasses import dataclass

from tavli.search.who import Who


@dataclass(frozen=True, slots=True)
class CubePlace:
    """A cube's *value* and *owner*, seen by the side on roll; NOBODY's is centred."""

    value: int = 1
    owner: Who = Who.NOBODY

    @property
    def turned(self) -> "CubePlace":
        """The cube as the other side sees it."""
        return CubePlace(self.value, self.owner.turned)

    @property
    def doubled(self) -> "CubePlace":
        """The cube after a double that was taken."""
        return CubePlace(2 * self.value, Who.OTHER)
