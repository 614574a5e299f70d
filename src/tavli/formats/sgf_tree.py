"""Take SGF text apart into games of nodes, each with its place.

Only the main line of a game is kept. A bracket that was lost costs one game at most:
a node that has the properties of a root begins a game wherever it stands.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tavli.formats.errors import RecordError
from tavli.words.findings import Finding, finding

MOST_NODES: Final = 200_000
MOST_PROPERTIES: Final = 2_000_000

_NEXT: Final = re.compile(r"[;()]|(?P<name>[A-Za-z]{1,20})\s*(?=\[)|\[")
_END: Final = re.compile(r"[^\\\]]*(?:\\.[^\\\]]*)*", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BLANK: Final = re.compile(r"\s*")
_ROOT: Final = frozenset({"FF", "GM", "MI"})


@dataclass(slots=True)
class SgfNode:
    """One node: its properties by name, and where it begins."""

    line: int
    column: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str | None:
        """Return the first value of the property *name*."""
        values = self.properties.get(name)
        return values[0] if values else None


@dataclass(slots=True)
class SgfGame:
    """One game: its nodes, root first, and what the reader had to leave out.

    *faults* are sentences with their lines.
    """

    nodes: list[SgfNode] = field(default_factory=list)
    faults: list[tuple[int, Finding]] = field(default_factory=list)


def read_games(text: str) -> list[SgfGame]:
    """Return the games in *text*.

    Raises:
        RecordError: there is none, or more nodes than any match has.
    """
    reader = _Reader(text)
    reader.read()
    games = [game for game in reader.games if game.nodes]
    if not games:
        raise RecordError(finding("sgf_no_game"), 1)
    return games


class _Reader:
    """The way through the text: where in it, how deep, in which game."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]
        self.games: list[SgfGame] = []
        self._depth = self._branched = 0
        self._node: SgfNode | None = None
        self._nodes = self._properties = 0

    def read(self) -> None:
        while found := _NEXT.search(self._text, self._at):
            self._at = found.end()
            sign = found[0]
            if sign == "(":
                self._open()
            elif sign == ")":
                self._close()
            elif sign == ";":
                self._begin_node(found.start())
            elif sign == "[":
                self._value(found.start())  # without a name: passed over
            else:
                self._property(found["name"].upper(), found.start())
        if self._depth > 0 and self.games:
            self._fault(len(self._text), finding("breaks_off_game"))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def _fault(self, offset: int, what: Finding) -> None:
        if self.games and len(self.games[-1].faults) < 20:
            self.games[-1].faults.append((self._place(offset)[0], what))

    def _open(self) -> None:
        self._depth += 1
        if self._depth == 1:
            self._branched = 0
            self._node = None
            self.games.append(SgfGame())

    def _close(self) -> None:
        self._depth = max(self._depth - 1, 0)
        # Behind the end of a branch only other variations of it can follow.
        if self._depth and not self._branched:
            self._branched = self._depth
        self._node = None

    def _begin_node(self, offset: int) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise RecordError(
                finding("most_nodes", most=MOST_NODES), self._place(offset)[0]
            )
        self._node = SgfNode(*self._place(offset))
        if not self.games:
            self.games.append(SgfGame())
            self._depth = max(self._depth, 1)
        if not self._branched:
            self.games[-1].nodes.append(self._node)

    def _property(self, name: str, offset: int) -> None:
        if self._node is None:
            self._begin_node(offset)
        node = self._node
        if node is None:
            raise AssertionError("a node has begun")
        if name in _ROOT and name not in node.properties:
            self._maybe_begin_game(node)
        values = node.properties.setdefault(name, [])
        values.extend(self._values(name))

    def _maybe_begin_game(self, node: SgfNode) -> None:
        """Begin a game at *node*, which looks like a root, if it isn't one already."""
        nodes = self.games[-1].nodes
        if (nodes and nodes[0] is node) or not _ROOT.isdisjoint(node.properties):
            return
        if nodes and nodes[-1] is node:
            nodes.pop()
        if nodes and self._depth:
            self.games[-1].faults.append((node.line, finding("not_closed")))
        self.games.append(SgfGame([node]))
        self._depth, self._branched = 1, 0

    def _values(self, name: str) -> Iterator[str]:
        """Yield the values that follow the *name* of a property."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            start = blank.end() if blank else self._at
            if self._text[start : start + 1] != "[":
                return
            self._properties += 1
            if self._properties > MOST_PROPERTIES:
                raise RecordError(
                    finding("most_properties", most=MOST_PROPERTIES),
                    self._place(start)[0],
                )
            self._at = start + 1
            yield self._value(start, name)

    def _value(self, offset: int, name: str = "") -> str:
        """Return the value that begins at *offset*, and pass its bracket."""
        found = _END.match(self._text, self._at)
        end = found.end() if found else len(self._text)
        raw = self._text[self._at : end]
        if end >= len(self._text):
            self._fault(offset, finding("breaks_off_value", name=name or "?"))
        self._at = end + 1
        return _ESCAPE.sub(_escaped, raw) if "\\" in raw else raw


def _escaped(found: re.Match[str]) -> str:
    return "" if found[1][0] in "\r\n" else found[1]
