"""The tables and sentences of `docs/strength.md`, each from its figures."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from strength_figures import GAMES, Figures, Row
from strength_steps import SCORES, steps

from tavli.evaluation.house import house_net

_CHANCES: Final = MappingProxyType(
    {
        "win": "win",
        "double": "double",
        "triple": "triple",
        "lost_double": "lost double",
        "lost_triple": "lost triple",
        "draw": "draw",
    }
)
_MISSING: Final = "Not measured yet."


def _equals(figures: Figures, _: str) -> str:
    found = figures.by_game("self-play")
    return _table(
        "game|net|games|starter, points a game|starter wins|double|triple|draw|turns",
        [
            (
                game,
                row["net"].partition(", sha256")[0],
                f"{row['games']:,}",
                _figure(row["starter_points"], "+.3f"),
                _share(row["starter_wins"]),
                _share(row["doubles"]),
                _share(row["triples"]),
                _share(row["draws"]),
                _figure(row["turns"], ".1f"),
            )
            for game, row in found.items()
        ],
    )


def _picture(figures: Figures, rest: str) -> str:
    name, _, text = rest.partition(": ")
    if not (figures.folder / f"{name}.svg").exists():
        return ""
    return f"![{text}](strength/{name}.svg)"


def _measured(figures: Figures, rest: str) -> str:
    notes = figures.read("measured.json") or {}
    named = {step.name: step for step in steps()}
    told = (
        _note(notes[name], is_now=named[name].is_of_now(notes[name]))
        for name in rest.split()
        if name in notes
    )
    return "\n".join(dict.fromkeys(told))  # one command may have measured all games


def _note(note: Row, *, is_now: bool) -> str:
    """Return how something was measured, and whether with the nets of now."""
    machine = note["machine"]
    where = f"{machine['cores']} cores ({machine['processor']})"
    load = f"load {machine['load'][0]}, Python {machine['python']}"
    before = " beside what was kept of it" if note.get("went_on") else ""
    commits = note.get("commits") or [machine["commit"]]
    told = ", ".join(f"`{commit}`" for commit in commits)
    took = f"{note['seconds']} s{before}, commit{'s' * (len(commits) > 1)} {told}"
    nets = "" if is_now else "; **with older nets than those shipped**"
    return f"- `{_without_places(note['command'])}`: {where}, {load}; {took}{nets}"


def _without_places(command: str) -> str:
    """Return *command* without the options that say where to write."""
    words = command.split()
    places = {"--json", "--csv", "--keep", "--out", "--rates"}
    kept = [
        word
        for index, word in enumerate(words)
        if word not in places and (index == 0 or words[index - 1] not in places)
    ]
    return " ".join(kept)


def _openings(figures: Figures, game: str) -> str:
    found = figures.openings(game)
    if found is None:
        return _MISSING
    rolls = found["rolls"]
    plays = [play for roll in rolls for play in roll["plays"][:2]]
    names = [name for name in _CHANCES if any(play[name] for play in plays)]
    told = "|".join(_CHANCES[name] for name in names)
    rows = [_opening(roll, names) for roll in rolls]
    folder = "../src/tavli/search/first_rolls"
    files = f"{folder if figures.are_published else 'strength/openings'}/{game}"
    turns = found["turns"]
    far = "Played to the end" if turns is None else f"Played for {turns} turns"
    return (
        _table(f"roll|best play|points|{told}|next best|behind by|{told}", rows)
        + f"\n\n{far}. All plays: [CSV]({files}.csv), [JSON]({files}.json)."
    )


def _opening(roll: Row, names: Sequence[str]) -> tuple[str, ...]:
    best, *others = roll["plays"]
    points = f"{best['points']:+.4f} ± {best['error']:.4f}"
    left = (roll["roll"], f"`{best['play']}`", points, *_per_cent(best, names))
    if not others:
        return (*left, "none", "", *("" for _ in names))
    lead = f"{roll['lead']:.4f} ± {roll['lead_error']:.4f}"
    return (*left, f"`{others[0]['play']}`", lead, *_per_cent(others[0], names))


def _per_cent(play: Row, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{100 * play[name]:.1f}" for name in names)


def _known(figures: Figures, _: str) -> str:
    found = figures.read("backgammon-openings.json")
    if found is None:
        return _MISSING
    lines = [
        f"Right of the 15: the raw net {found['right_0_ply']}, two plies deep "
        f"{found['right_2_ply']}."
    ]
    for name, depth in (("0_ply", "raw"), ("2_ply", "two plies deep")):
        for key, told in found.items():
            roll = key.removeprefix(f"{name}_")
            if roll != key and not told.startswith("right: "):
                lines.append(f"- {roll}, {depth}: {told}")
    return "\n".join(lines)


def _match(figures: Figures, game: str) -> str:
    fields = figures.shipped("search/equities/tavli.json")
    chances = {
        (row["mine"], row["theirs"]): row["chance"]
        for row in fields["rows"]
        if row["game"] == game and row["starter"] == "me"
    }
    if not chances:
        return _MISSING
    size = range(1, fields["target"] + 1)
    rows = [
        (f"**{mine}**", *(f"{100 * chances[mine, theirs]:.1f}" for theirs in size))
        for mine in size
    ]
    heads = "|".join(map(str, size))
    return _table(f"before {game}|{heads}", rows)


def _rates(figures: Figures, _: str) -> str:
    games = figures.shipped("search/equities/rates.json")["games"]
    rows = [
        (game, *_per_cent(row, tuple(_CHANCES)), row["source"])
        for game in GAMES
        if (row := games.get(game))
    ]
    heads = "|".join(_CHANCES.values())
    return _table(f"of the starter, per cent|{heads}|measured", rows)


def _calibration(figures: Figures, _: str) -> str:
    rows = [
        (
            game,
            f"{row['games']:,}",
            f"{_worst(row['win_deciles']):.4f}",
            f"{_worst(row['double_deciles']):.4f}",
        )
        for game, row in figures.by_game("calibration").items()
    ]
    return _table("game|games|wins|doubles", rows)


def _worst(parts: Sequence[Row]) -> float:
    return max(abs(part["foreseen"] - part["observed"]["mean"]) for part in parts)


def _error(figures: Figures, _: str) -> str:
    rows = []
    for game in GAMES:
        found = figures.read(f"rollout-error/{game}.json")
        if found is None:
            continue
        rows.append(
            (
                game,
                str(found["positions"]),
                str(found["luck"].get("out", 0)),
                _figure(found["root_mean_square"], ".4f"),
                f"{found['less_noise']:.4f}",
                f"{found['mean']:+.4f}",
                f"{found['largest']:.3f}",
                f"{found['standard_error_largest']:.4f}",
            )
        )
    heads = "game|positions|without luck|root mean square, points|less noise|mean"
    return _table(f"{heads}|largest|largest standard error", rows)


def _scores(figures: Figures, _: str) -> str:
    found = [figures.read(f"scores/{claim}.json") for claim in SCORES]
    reports = [row for one in found if one for row in one["reports"].values()]
    rows = [
        (
            row["game"],
            row["names"][0],
            row["names"][1],
            f"{row['games']:,}",
            _figure(row["score"], "+.4f"),
            _figure(row["adjusted"], "+.4f") if row["adjusted"] else "",
        )
        for row in reports
    ]
    return _table("game|first|second|games|points a game|less luck", rows)


def _levels(figures: Figures, _: str) -> str:
    games = figures.shipped("bots/levels.json")["games"]
    rows = []
    for number in range(max(map(len, games.values()))):
        gaps = [games[game][number].get("gap") for game in GAMES]
        cells = [_figure(gap, ".3f") if gap else "" for gap in gaps]
        if any(cells):
            rows.append((str(number + 1), *cells))
    return _table(f"level|{'|'.join(GAMES)}", rows)


def _cube(figures: Figures, _: str) -> str:
    found = figures.read("cube.json") or {}
    rows = [
        (name.replace("_", " "), told)
        for name, told in found.items()
        if "_within_" in name
    ]
    return _table("decision, and how far apart|alike", rows)


def _speed(figures: Figures, _: str) -> str:
    found = figures.read("ply-speed.json")
    if found is None:
        return _MISSING
    names = ("per_s", "gnubg_nn_per_s", "ratio", "together_per_s", "ratio_together")
    rows = [
        (f"{plies}-ply", *(str(found.get(f"{plies}_ply_{name}", "")) for name in names))
        for plies in range(3)
    ]
    return _table("depth|ours|gnubg-nn|ratio|ours in one call|ratio", rows)


def _search(figures: Figures, _: str) -> str:
    found = figures.read("search.json") or {}
    rows = [
        (name.replace("_", " "), str(value))
        for name, value in found.items()
        if name not in ("benchmark", "command", "machine")
    ]
    return _table("two plies deep|", rows)


def _training(figures: Figures, _: str) -> str:
    parts = []
    for game in GAMES:
        fields = figures.read(f"training/{game}.json")
        if fields is None:
            continue
        stages = ", ".join(f"{name} from {begin:,}" for name, begin in fields["stages"])
        drawn, games = int(fields["games"][-1]), _games_of(game)
        rest = "" if drawn >= games else f" The curve ends at {drawn:,}."
        parts += [
            f"### {game.capitalize()}'s net",
            f"{games:,} games of self-play; stages: {stages} games on.{rest} "
            f"[CSV](strength/training/{game}.csv)",
            _picture(figures, f"training/{game}: the training for {game}"),
        ]
    return "\n\n".join(parts) or _MISSING


def _table(heads: str, rows: Sequence[Sequence[str]]) -> str:
    """Return a table, its *heads* parted by bars."""
    if not rows:
        return _MISSING
    count = heads.count("|") + 1
    lines = [heads.replace("|", " | "), "|".join([" --- "] * count).strip()]
    return "\n".join(f"| {line} |" for line in (*lines, *map(" | ".join, rows)))


def _figure(row: Row, form: str) -> str:
    return f"{row['mean']:{form}} [{row['low']:{form}}, {row['high']:{form}}]"


def _share(row: Row) -> str:
    if not row["mean"]:
        return ""
    low, high = 100 * row["low"], 100 * row["high"]
    return f"{100 * row['mean']:.2f} % [{low:.2f}, {high:.2f}]"


def _games_of(game: str) -> int:
    """Return how many games the shipped net of *game* has learned from."""
    return int(house_net(game).facts["games"])


PARTS: Final[Mapping[str, Callable[[Figures, str], str]]] = MappingProxyType(
    {
        "equals": _equals,
        "picture": _picture,
        "measured": _measured,
        "openings": _openings,
        "known": _known,
        "match": _match,
        "rates": _rates,
        "calibration": _calibration,
        "error": _error,
        "scores": _scores,
        "levels": _levels,
        "cube": _cube,
        "speed": _speed,
        "search": _search,
        "training": _training,
    }
)
"""What each place of the template becomes, from the words behind its name."""
