"""Read SGF as GNU Backgammon writes it, and as we write the other games.

Backgammon is game 6 of SGF. Portes, plakoto and fevga have no number: their games
carry their names there. The analysis of GNU Backgammon is kept as remarks.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

from tavli.formats.errors import RecordError
from tavli.formats.sgf_tree import SgfGame, SgfNode, read_games
from tavli.formats.source import decode
from tavli.formats.written import (
    Cell,
    CellKind,
    WrittenGame,
    WrittenMatch,
    turned_by,
)
from tavli.notation.errors import quoted
from tavli.rules import BACKGAMMON, RULESETS, Dice, Player, Ruleset
from tavli.words.findings import Finding, finding

Remarks = dict[str, list[str]]
"""What is said of a node besides what is played there, by property."""

SGF_BACKGAMMON: Final = "6"
OWN_PROPERTY: Final = "TV"
"""Our private property of a root: the match's game, length and house rules, and whose
remarks its nodes carry."""
LARGEST_REMARKS: Final = 120_000
"""The bytes that the remarks on one play may take: a record, whose notes are bounded by
`LONGEST_NOTE`, has room for them even where those on two plays meet."""

_PLAYERS: Final = {"W": Player.WHITE, "B": Player.BLACK}
_POINTS: Final = "abcdefghijklmnopqrstuvwx"
_CUBE: Final = {
    "double": CellKind.DOUBLE,
    "redouble": CellKind.DOUBLE,
    "beaver": CellKind.BEAVER,
    "raccoon": CellKind.RACCOON,
    "take": CellKind.TAKE,
    "drop": CellKind.DROP,
    "pass": CellKind.DROP,
}
_ROLL: Final = re.compile(r"([1-6])([1-6])((?:[a-y][a-z]){0,4})")
_RESULT: Final = re.compile(r"([WB])\+(\d{1,12})?(?!\d)\s*\w*", re.IGNORECASE)
_NAME: Final = re.compile(r"[A-Z]{1,20}")
_SETUP: Final = frozenset({"AE", "AB", "AW"})
COMMENT: Final = "C"
_UNDERSTOOD: Final = frozenset(
    {"FF", "GM", "CA", "AP", "MI", "PW", "PB", "RU", "RE", "CV", OWN_PROPERTY}
    | {"W", "B", "PL", "DI", *_SETUP}
)
"""Properties that say what is played: what any other says is a remark."""
_NOT_OPTIONS: Final = frozenset({"game", "length", "remarks"})
_LONGEST_PROGRAM: Final = 100
_VARIATIONS: Final = ("nackgammon", "hypergammon", "chouette")


def read(content: bytes) -> tuple[WrittenMatch, ...]:
    """Return the matches in *content*, game by game as they stand there.

    Raises:
        RecordError: one sentence, and the line where there is one.
    """
    matches: list[WrittenMatch] = []
    keys: list[object] = []
    fault: RecordError | None = None
    for tree in read_games(decode(content)):
        root = tree.nodes[0]
        try:
            key, number = _key_of(root), _number_of(root)
        except RecordError as error:
            fault = fault or error
            continue
        follows = keys and keys[-1] == key and number > matches[-1].games[-1].number
        if not follows:
            matches.append(_match_of(root))
            keys.append(key)
        _add_game(matches[-1], tree, number)
    if fault and not matches:
        raise fault
    if fault:
        matches[0].faults.append((fault.line or 0, finding("left_out", fault.what)))
    return tuple(matches)


def _key_of(root: SgfNode) -> object:
    """Return what the games of one match have in common."""
    names = (root.first("PW"), root.first("PB"))
    game = _game_of(root)
    return names, _own(root).get("game", game), _about(root).get("length")


def _about(root: SgfNode) -> dict[str, str]:
    return _pairs(root.properties.get("MI", ()))


def _own(root: SgfNode) -> dict[str, str]:
    return _pairs(root.properties.get(OWN_PROPERTY, ()))


def _pairs(values: "list[str] | tuple[()]") -> dict[str, str]:
    pairs = (value.partition(":") for value in values[:100])
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


def _game_of(root: SgfNode) -> str:
    """Return the name of the game that *root* begins.

    Raises:
        RecordError: it is none that is played here.
    """
    number = (root.first("GM") or SGF_BACKGAMMON).strip().lower()
    if number == SGF_BACKGAMMON:
        return "backgammon"
    if number in RULESETS:
        return number
    raise RecordError(
        finding("sgf_game", game=quoted(number)),
        root.line,
    )


def _number_of(root: SgfNode) -> int:
    return _count(_about(root).get("game"), 0) + 1


def _count(text: str | None, otherwise: int) -> int:
    found = re.fullmatch(r"\d{1,12}", text or "")
    return int(found[0]) if found else otherwise


def _rules_of(root: SgfNode) -> tuple[str, ...]:
    return tuple((root.first("RU") or "").lower().split(":"))


def _match_of(root: SgfNode) -> WrittenMatch:
    """Return the match that *root* begins, without its games."""
    own, rules = _own(root), _rules_of(root)
    length = _count(_about(root).get("length"), 0)
    for rule in rules:
        if rule.startswith(_VARIATIONS):
            raise RecordError(finding("variation", name=quoted(rule)), root.line)
    match = WrittenMatch(
        length,
        root.line,
        white=root.first("PW") or "",
        black=root.first("PB") or "",
        game=own.get("game", _game_of(root)),
        is_single=own.get("length") == "game",
        program=_program(root, own),
    )
    match.options = _options(root, match, own, rules)
    return match


def _program(root: SgfNode, own: Mapping[str, str]) -> str:
    """Return whose remarks the nodes carry, as short as a record needs it."""
    name = own.get("remarks") or (root.first("AP") or "").replace(":", " ")
    return name[:_LONGEST_PROGRAM].strip() or "SGF"


def _options(
    root: SgfNode, match: WrittenMatch, own: Mapping[str, str], rules: tuple[str, ...]
) -> dict[str, str]:
    """Return the house rules: ours are named, those of others follow from RU."""
    if "game" in own:
        return {key: text for key, text in own.items() if key not in _NOT_OPTIONS}
    if match.game != BACKGAMMON.name:
        return {}
    if match.length:
        return {} if match.length == 1 or "crawford" in rules else _NO_CRAWFORD
    options = {"bg.beaver": "on", "bg.raccoon": "on"}
    if "jacoby" in rules:
        options["bg.jacoby"] = "on"
    if _count(root.first("CV"), 1) > 1:
        options["bg.auto_doubles"] = "on"
    return options


_NO_CRAWFORD: Final = {"bg.crawford": "off"}


def _add_game(match: WrittenMatch, tree: SgfGame, number: int) -> None:
    root, about = tree.nodes[0], _about(tree.nodes[0])
    crawford = None
    if match.length > 1 and "crawford" in _rules_of(root):
        crawford = "crawfordgame" in _rules_of(root)
    game = WrittenGame(
        number,
        root.line,
        score=(_count(about.get("ws"), 0), _count(about.get("bs"), 0)),
        score_line=root.line,
        crawford=crawford,
        stands_alone=not match.games,
        auto_cube=_count(root.first("CV"), 1),
    )
    reader = _Cells(RULESETS[_game_of(root)])
    for node in tree.nodes:
        reader.add(node)
    reader.finish()
    game.notes.update(reader.notes)
    game.cells.extend((*reader.cells, *_result_of(root)))
    match.games.append(game)
    match.faults.extend((*tree.faults, *reader.faults))


class _Cells:
    """The *cells* of one game, as far as its nodes have been read.

    *notes* are the remarks of its root. Those of a node in which nobody plays belong
    to the last cell, and to the root before the first. *faults* are what had to be
    left out, by line.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.cells: list[Cell] = []
        self.notes: Remarks = {}
        self.faults: list[tuple[int, Finding]] = []
        self._all: list[tuple[int, Remarks]] = []

    def finish(self) -> None:
        """See to it that a record has room for the remarks, in one comment at most."""
        for line, remarks in self._all:
            if not shorten(remarks):
                what = finding("remarks_long", most=LARGEST_REMARKS)
                self.faults.append((line, what))
            join_comments(remarks)

    def add(self, node: SgfNode) -> None:
        """Add what *node* says its player did, and what is said of it."""
        remarks = remarks_in(node.properties)
        if not self._all:
            self._all.append((node.line, self.notes))
            add_remarks(self.notes, remarks)
            remarks = {}
        for name, player in _PLAYERS.items():
            if text := node.first(name):
                self._all.append((node.line, remarks))
                self.cells.append(self._cell(node, player, text.strip(), remarks))
                return
        add_remarks(self._all[-1][1], remarks)
        if not _SETUP.isdisjoint(node.properties):
            text = "a position that is set up by hand"
            self.cells.append(_unreadable(node, Player.WHITE, text))
        elif dice := re.fullmatch("([1-6])([1-6])", node.first("DI") or ""):
            letter = (node.first("PL") or "W")[:1].upper()
            player = _PLAYERS.get(letter, Player.WHITE)
            rolled = Dice(int(dice[1]), int(dice[2]))
            where = (node.line, node.column, dice[0])
            self.cells.append(Cell(CellKind.ROLL, player, *where, rolled))

    def _cell(self, node: SgfNode, player: Player, text: str, notes: Remarks) -> Cell:
        where = (node.line, node.column, text)
        if kind := _CUBE.get(text.lower()):
            kind = turned_by(player, kind, self.cells[-1] if self.cells else None)
            return Cell(kind, player, *where, notes=notes)
        found = _ROLL.fullmatch(text)
        if found is None:
            return _unreadable(node, player, text)
        dice = Dice(int(found[1]), int(found[2]))
        play = _play_of(found[3], player, self._ruleset)
        return Cell(CellKind.ROLL, player, *where, dice, play, notes=notes)


def remarks_in(properties: Mapping[str, object]) -> Remarks:
    """Return what *properties* say besides what is played, each a list of texts."""
    return {
        name: [str(value) for value in values]
        for name, values in properties.items()
        if isinstance(values, list)
        and values
        and _NAME.fullmatch(name)
        and name not in _UNDERSTOOD
    }


def add_remarks(remarks: Remarks, more: Remarks) -> None:
    """Add *more* to *remarks*: comments gather, of any other property the first stands.

    Once all are there, `join_comments` makes them one.
    """
    for name, values in more.items():
        if name == COMMENT and name in remarks:
            remarks[name] += values
        else:
            remarks.setdefault(name, values)


def shorten(remarks: Remarks) -> bool:
    """Leave out what goes beyond `LARGEST_REMARKS`; return whether nothing did.

    Comments, of which there may be any number, have the room that the others leave.
    """
    parts = [(name, values) for name, values in remarks.items() if name != COMMENT]
    parts += [(COMMENT, [text]) for text in remarks.get(COMMENT, ())]
    kept: list[tuple[str, list[str]]] = []
    room = LARGEST_REMARKS
    for name, values in parts:
        size = len(json.dumps({name: values}, ensure_ascii=False).encode())
        if size <= room:
            kept.append((name, values))
            room -= size
    if len(kept) == len(parts):
        return True
    remarks.clear()
    for name, values in kept:
        add_remarks(remarks, {name: values})
    return False


def join_comments(remarks: Remarks) -> None:
    """Make the comments of *remarks* the one text that a node of SGF has room for."""
    if COMMENT in remarks:
        remarks[COMMENT] = ["\n".join(remarks[COMMENT])]


def _unreadable(node: SgfNode, player: Player, text: str) -> Cell:
    return Cell(CellKind.UNREADABLE, player, node.line, node.column, text)


def _play_of(letters: str, player: Player, ruleset: Ruleset) -> str:
    """Return the play that pairs of *letters* name, in the mover's numbering."""
    steps = (letters[at : at + 2] for at in range(0, len(letters), 2))
    return (
        " ".join(
            "/".join(_point(end, player, ruleset) for end in step) for step in steps
        )
        or "-"
    )


def _point(letter: str, player: Player, ruleset: Ruleset) -> str:
    if letter in "yz":
        return "bar" if letter == "y" else "off"
    point = _POINTS.index(letter) + 1
    return str(point if player is Player.WHITE else ruleset.course.across(point))


def _result_of(root: SgfNode) -> Iterator[Cell]:
    """Yield the result that the root claims, if it claims one."""
    text = (root.first("RE") or "").strip()
    found = _RESULT.fullmatch(text)
    if found:
        player = _PLAYERS[found[1].upper()]
        value = int(found[2]) if found[2] else None
        yield Cell(CellKind.WIN, player, root.line, root.column, text, value=value)
    elif text.lower() in ("0", "draw"):
        yield Cell(CellKind.DRAW, Player.WHITE, root.line, root.column, text, value=0)
