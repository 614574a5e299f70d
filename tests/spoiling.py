"""Spoil match texts on purpose: one play made illegal, or bytes damaged at random.

Whether a spoiled play is illegal is judged from the final positions alone, not by
the reader under test.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tavli.formats.mat import read
from tavli.formats.written import Cell, CellKind, WrittenGame
from tavli.notation.resolve import resolve_play
from tavli.notation.written import read_legs
from tavli.rules import (
    BACKGAMMON,
    OFF,
    Dice,
    Position,
    after_moves,
    legal_plays,
)


@dataclass(frozen=True)
class Played:
    """A play of a match text: where it stands and the position it was made in."""

    game: int
    cell: Cell
    position: Position


@dataclass(frozen=True)
class Spoiled:
    """A match text with one illegal play, and where that is."""

    content: bytes
    game: int
    line: int
    text: str


def plays_of(content: bytes) -> list[Played]:
    """Return every play of a legal match text with its position."""
    return [play for game in read(content).games for play in _plays(game)]


def _plays(game: WrittenGame) -> Iterator[Played]:
    position, mover = Position.start(BACKGAMMON), None
    for cell in game.cells:
        if cell.kind is not CellKind.ROLL or cell.play is None:
            continue
        if mover is not None:
            position = position.passed()
        mover = cell.player
        yield Played(game.number, cell, position)
        play = resolve_play(BACKGAMMON, position, cell.dice, cell.play)
        position = after_moves(BACKGAMMON, position, play)


def spoil(content: bytes, plays: list[Played], chance: random.Random) -> Spoiled:
    """Return *content* with one of its *plays* made illegal."""
    while True:
        played = chance.choice(plays)
        cell = played.cell
        text = _changed(cell.play, chance)
        if text != cell.play and _is_illegal(played.position, cell.dice, text):
            break
    lines = content.decode().split("\n")
    line = lines[cell.line - 1]
    end = cell.column - 1 + len(cell.text)
    roll = f"{cell.dice.first}{cell.dice.second}: {text}"
    # The other cell keeps its column where there is room, as an exporter would do.
    rest = line[end:].lstrip()
    room = max(len(line) - len(rest), cell.column + len(roll) + 1)
    lines[cell.line - 1] = (line[: cell.column - 1] + roll).ljust(room) + rest
    return Spoiled("\n".join(lines).encode(), played.game, cell.line, roll)


def _changed(text: str, chance: random.Random) -> str:
    """Return *text* changed in one of the ways a slip of the pen changes it."""
    steps = text.split()
    ways = [_with_other_number, _without_a_step, _with_a_step_twice, _passed]
    return chance.choice(ways)(steps, chance)


def _with_other_number(steps: list[str], chance: random.Random) -> str:
    source, target = chance.randint(1, 25), chance.randint(0, 24)
    at = chance.randrange(len(steps))
    old = steps[at] if "/" in steps[at] else "13/7"
    head, _, tail = old.partition("/")
    new = f"{source}/{tail}" if chance.random() < 0.5 else f"{head}/{target}"
    return " ".join((*steps[:at], new, *steps[at + 1 :]))


def _without_a_step(steps: list[str], chance: random.Random) -> str:
    at = chance.randrange(len(steps))
    return " ".join((*steps[:at], *steps[at + 1 :])) or "13/7"


def _with_a_step_twice(steps: list[str], chance: random.Random) -> str:
    step = chance.choice(steps)
    return " ".join((*steps, step if "/" in step else "13/7"))


def _passed(_: list[str], __: random.Random) -> str:
    return "Cannot Move"


def _is_illegal(position: Position, dice: Dice, text: str) -> bool:
    """Whether no final position is the one that *text* describes."""
    finals = legal_plays(BACKGAMMON, position, dice)
    if text == "Cannot Move":
        return position not in finals
    try:
        legs = read_legs(text)
    except ValueError:
        return True
    counts = Counter(dict(enumerate(position.mover.checkers)))
    counts.subtract(leg.source for leg in legs)
    counts.update(leg.target for leg in legs)
    side = tuple(counts[point] for point in range(26))
    return all(end.mover.checkers != side for end in finals) or counts[OFF] < 0


def damage(content: bytes, chance: random.Random) -> bytes:
    """Return *content* with some random damage done to it."""
    for _ in range(chance.randint(1, 4)):
        content = chance.choice(_WAYS)(content, chance)
    return content


def _flipped(content: bytes, chance: random.Random) -> bytes:
    spoiled = bytearray(content)
    for _ in range(chance.randint(1, 20)):
        if spoiled:
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
    return bytes(spoiled)


def _span(content: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(content))
    return start, min(len(content), start + chance.randint(0, 200))


def _cut(content: bytes, chance: random.Random) -> bytes:
    start, end = _span(content, chance)
    return content[:start] + content[end:]


def _doubled(content: bytes, chance: random.Random) -> bytes:
    start, end = _span(content, chance)
    return content[:end] + content[start:end] * chance.randint(1, 3) + content[end:]


def _truncated(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randint(0, len(content))]


def _with_noise(content: bytes, chance: random.Random) -> bytes:
    start, _ = _span(content, chance)
    return content[:start] + chance.randbytes(chance.randint(1, 30)) + content[start:]


def _shuffled(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    one, other = (chance.randrange(len(lines)) for _ in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _with_other_digits(content: bytes, chance: random.Random) -> bytes:
    spoiled = bytearray(content)
    digits = [at for at, byte in enumerate(spoiled) if 48 <= byte < 58]
    for at in chance.sample(digits, min(len(digits), chance.randint(1, 8))):
        spoiled[at] = chance.choice(b"0123456789")
    return bytes(spoiled)


_WAYS = (
    _flipped,
    _cut,
    _doubled,
    _truncated,
    _with_noise,
    _shuffled,
    _with_other_digits,
)
