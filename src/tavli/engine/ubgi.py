"""UBGI, the Universal Backgammon Interface, version 0.2: backgammon for match programs.

Commands and answers are plain lines. What version 0.1 said otherwise (``setoption``,
``setturn``, ``go role chequer``) is understood too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from tavli import __version__
from tavli.engine.analyst import Analyst, Look, house_analyst
from tavli.engine.ubgi_keys import KEYS, Settings, UnknownKeyError
from tavli.engine.ubgi_turn import chosen_moves, judged_cube
from tavli.notation.gnu_line import find_gnu_line
from tavli.notation.position import PositionLine
from tavli.notation.position_id import read_position_id
from tavli.rules import BACKGAMMON, Dice, Player, Position

LONGEST_COMMAND: Final = 1024
"""Bytes of a command; the longest known one has some fifty."""

_Reply = Iterator[str]


class UbgiError(ValueError):
    """Why a command was not done: a code of the protocol and a few words."""

    def __init__(self, code: str, detail: str) -> None:
        plain = "".join(sign if sign.isprintable() else "?" for sign in detail)
        super().__init__(f"error {code} {plain}".rstrip())


class Ubgi:
    """One conversation. A fault is answered, and the conversation goes on."""

    def __init__(self, analyst: Analyst | None = None) -> None:
        self._given = analyst
        self._settings = Settings()
        self._line: PositionLine | None = None
        self._dice: Dice | None = None
        self._commands: Mapping[str, Callable[[str], _Reply]] = MappingProxyType(
            {
                "ubgi": self._hello,
                "isready": self._ready,
                "newgame": self._new_game,
                "position": self._position,
                "dice": self._throw,
                "go": self._go,
                "set": self._set,
                "get": self._get,
                "keys": self._keys,
                "setoption": self._set_option,
                "setturn": _nothing,  # an identifier tells who is on roll
                "stop": _nothing,  # an answer is out before the next command is read
            }
        )

    def replies(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Yield what is said to *lines*, until one of them is ``quit``."""
        for line in lines:
            if line.strip() == b"quit":
                return
            for reply in self.reply(line):
                yield reply.encode("ascii", "replace")

    def reply(self, line: bytes) -> list[str]:
        """Return the lines that answer one command."""
        try:
            return list(self._done(line))
        except UbgiError as refused:
            return [str(refused)]
        except ValueError as fault:
            return [f"error bad_state {' '.join(str(fault).split())[:200]}"]

    def _done(self, line: bytes) -> _Reply:
        if len(line) > LONGEST_COMMAND:
            raise UbgiError("bad_command", f"longer than {LONGEST_COMMAND} bytes")
        text = line.decode("utf-8", "replace").strip()
        word, _, rest = text.partition(" ")
        if not word:
            return iter(())
        if word not in self._commands:
            raise UbgiError("bad_command", word[:40])
        return self._commands[word](rest.strip())

    # --- what is asked

    def _hello(self, _rest: str) -> _Reply:
        yield f"id name tavli {__version__}"
        yield "id author the authors of tavli"
        yield "proto 0.2"
        yield "ubgiok"

    def _ready(self, _rest: str) -> _Reply:
        start = Position.start(BACKGAMMON)
        self._analyst.judge(BACKGAMMON, start, Look(0))  # loads and compiles
        yield "readyok"

    def _new_game(self, _rest: str) -> _Reply:
        start = Position.start(BACKGAMMON)
        self._line = PositionLine.of(BACKGAMMON, start, Player.WHITE)
        self._dice = None
        return iter(())

    def _position(self, rest: str) -> _Reply:
        kind, _, text = rest.partition(" ")
        if kind != "gnubgid":
            raise UbgiError("unsupported", f"position {kind[:40]}".strip())
        self._line = _read_gnu(text.strip())
        self._dice = self._line.state.dice
        return iter(())

    def _throw(self, rest: str) -> _Reply:
        try:
            self._dice = Dice.parse("-".join(rest.split()))
        except ValueError as fault:
            raise UbgiError("bad_value", "dice must_be two numbers, 1..6") from fault
        return iter(())

    def _go(self, rest: str) -> _Reply:
        role = rest.removeprefix("role ").strip() or "chequer"
        line = self._line
        if line is None:
            raise UbgiError("bad_state", "missing position")
        if role == "cube":
            yield f"bestcube {judged_cube(self._analyst, line, self._settings)}"
        elif role == "chequer":
            yield f"bestmove {self._moves(line)}"
        elif role == "turn":
            moves = self._moves(line)
            cube = judged_cube(self._analyst, line, self._settings)
            yield f"bestturn cube={cube} move={moves}"
        else:
            raise UbgiError("unsupported", f"go {role[:40]}")

    def _moves(self, line: PositionLine) -> str:
        if self._dice is None:
            raise UbgiError("bad_state", "missing dice")
        return chosen_moves(self._analyst, line, self._dice, self._settings)

    # --- settings

    def _set(self, rest: str) -> _Reply:
        name, _, value = rest.partition(" ")
        try:
            self._settings = self._settings.with_value(name, value.strip())
        except UnknownKeyError as fault:
            raise UbgiError("unsupported", name[:40]) from fault
        except ValueError as fault:
            raise UbgiError("bad_value", f"{name} {fault}") from fault
        return iter(())

    def _get(self, rest: str) -> _Reply:
        if rest not in KEYS:
            raise UbgiError("unsupported", rest[:40])
        yield f"value {rest} {self._settings.value(rest)}"

    def _keys(self, _rest: str) -> _Reply:
        for key in KEYS.values():
            yield f"key {key.name} {key.described}"

    def _set_option(self, rest: str) -> _Reply:
        """Do as version 0.1 says it: ``setoption name Variant value backgammon``."""
        words = rest.split()
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise UbgiError("bad_command", "expected: setoption name <n> value <v>")
        known = {key.name.partition(".")[2]: key.name for key in KEYS.values()}
        name = known.get(words[1].lower(), words[1])
        return self._set(f"{name} {words[3]}")

    @property
    def _analyst(self) -> Analyst:
        return self._given or house_analyst()


def _nothing(_rest: str) -> _Reply:
    return iter(())


def _read_gnu(text: str) -> PositionLine:
    """Return the position of an identifier, alone or with a match ID behind it."""
    try:
        if ":" in text:
            found = find_gnu_line(text)
            if found is not None:
                return found
        position = read_position_id(text, BACKGAMMON)
    except ValueError as fault:
        raise UbgiError("bad_value", f"gnubgid {fault}") from fault
    return PositionLine.of(BACKGAMMON, position, Player.WHITE)
