"""Names for matches, invitations and players: short, readable, unguessable."""

import secrets
from typing import Final

# No vowels and nothing that looks like something else: no words, no misreading.
_LETTERS: Final = "23456789bcdfghjkmnpqrstvwxz"


def new_match_id() -> str:
    """Return a match's name; 57 bits, and whoever knows it may watch."""
    return _random_text(12)


def new_challenge_id() -> str:
    """Return an invitation's name; whoever knows it may accept."""
    return _random_text(12)


def new_player_id() -> str:
    """Return a player's name within the house; nobody needs to read it."""
    return _random_text(16)


def new_task_id() -> str:
    """Return the name of a question on its way; whoever knows it sees the answer."""
    return _random_text(16)


def new_study_id() -> str:
    """Return the name of a file that is studied; whoever knows it may look."""
    return _random_text(12)


def new_exercise_id() -> str:
    """Return the name of an exercise; only its player may ask for it."""
    return _random_text(12)


def _random_text(length: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(length))
