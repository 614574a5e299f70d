"""The play behind a final position that was chosen among many."""

from tavli.rules import Dice, Play, Position, Ruleset, legal_plays


def play_behind(
    ruleset: Ruleset, position: Position, dice: Dice, final: Position
) -> Play:
    """Return a play of *dice* that leads from *position* to *final*.

    *final* is seen by the player who has just moved, as kernels write it. The play
    is that of `tavli.rules.legal_plays`.

    Raises:
        ValueError: no legal play leads there.
    """
    try:
        return legal_plays(ruleset, position, dice)[final]
    except KeyError:
        raise ValueError(f"no play of {dice} leads to {final}") from None
