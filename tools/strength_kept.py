"""What a step of `make strength` has kept, so that it can go on where it stopped.

A file beside it, ``nets.json``, tells with which nets, at which size and from which
commits it was made.
"""

import json
from pathlib import Path
from typing import Any, Final

from strength_steps import Step, net_of

_MARK: Final = "nets.json"


def take_up(folder: Path, step: Step, asked: str, commit: str, *, again: bool) -> bool:
    """Forget what *folder* keeps of other nets or another size, or all of it.

    Return whether anything is left. *commit*, which goes on from there, is noted before
    it does: what breaks it off may be anything.
    """
    folder.mkdir(parents=True, exist_ok=True)
    mark, before = folder / _MARK, _marked(folder)
    now = {game: net_of(game) for game in step.games}
    small = step.small_nets
    was_small = small | before["small_nets"]  # older marks don't name them: they stay
    for path in _files(folder):
        games = [game for game in step.games if game in path.name] or step.games
        is_other = any(
            before["nets"].get(game) != now[game]
            or was_small.get(game) != small.get(game)
            for game in games
        )
        if again or is_other or before["asked"] != asked:
            path.unlink()
    is_left = bool(_files(folder))
    commits = [*(before["commits"] if is_left else []), commit]
    after = {
        "asked": asked,
        "commits": list(dict.fromkeys(commits)),
        "nets": now,
        "small_nets": small,
    }
    mark.write_text(json.dumps(after) + "\n", encoding="utf-8")
    return is_left


def commits_of(folder: Path) -> list[str]:
    """Return from which commits what *folder* keeps was made, in their order."""
    commits: list[str] = _marked(folder)["commits"]
    return commits


def _marked(folder: Path) -> dict[str, Any]:
    path = folder / _MARK
    nothing = {"asked": "", "commits": [], "nets": {}, "small_nets": {}}
    return nothing | (json.loads(path.read_text("utf-8")) if path.exists() else {})


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name != _MARK]
