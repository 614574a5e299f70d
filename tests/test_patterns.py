"""Of patterns with a name none shares a run of signs between two endless repeats.

A search with such a one takes a square of the time that the length of a text is worth.
"""

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from re import _compiler, _parser  # the parts of a pattern; nothing public names them
from re import _constants as sre

import pytest

import tavli

ROOT = Path(tavli.__file__).parent
LONG = 100
"""A repeat that goes further counts as endless."""

Signs = frozenset[int]

_SIGNS = range(256)
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


class _Walk:
    """A way through the parts of a pattern; *is_shared* is what it was looking for.

    *runs* are the signs of the endless repeats that may still reach to where the next
    part begins, as they are in a run of signs that all of them may hold.
    """

    def __init__(self, flags: int) -> None:
        self._flags = flags
        self.is_shared = False

    def through(self, parts: Iterable[tuple], runs: set[Signs]) -> set[Signs]:
        """Return the runs that reach to the end of *parts*."""
        for part in parts:
            runs = self._past(part, runs)
        return runs

    def _past(self, part: tuple, runs: set[Signs]) -> set[Signs]:
        kind, value = part
        if (signs := self._single(part)) is not None:
            return {run for run in runs if run & signs}
        if kind in _REPEATS:
            return self._past_repeat(*value, runs)
        if kind is sre.SUBPATTERN:
            return self.through(value[-1], runs)
        if kind is sre.BRANCH:
            return set().union(*(self.through(way, runs) for way in value[1]))
        if kind in (sre.ASSERT, sre.ASSERT_NOT):
            self.through(value[1], runs)
            return runs
        assert kind is sre.AT, f"{kind} is not known here"
        return runs

    def _past_repeat(
        self, least: int, most: int, body: Sequence[tuple], runs: set[Signs]
    ) -> set[Signs]:
        signs = self._single(body[0]) if len(body) == 1 else None
        if most > LONG and signs is not None:
            shared = {run for run in runs if run & signs}
            self.is_shared |= bool(shared)
            inner = shared | {signs}
        else:
            inner = self.through(body, runs)
            if most > 1:  # it may follow on itself
                inner = self.through(body, inner)
        return inner if least else runs | inner

    def _single(self, part: tuple) -> Signs | None:
        """Return the signs that *part* stands for, if it is one sign in the text."""
        if part[0] not in (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN):
            return None
        state = _parser.State()
        state.flags = self._flags
        one = _compiler.compile(_parser.SubPattern(state, [part]), self._flags)
        return frozenset(code for code in _SIGNS if one.fullmatch(chr(code)))


def _is_costly(pattern: re.Pattern) -> bool:
    text = pattern.pattern
    text = text.decode("latin-1") if isinstance(text, bytes) else text
    walk = _Walk(pattern.flags)
    walk.through(_parser.parse(text, pattern.flags), set())
    return walk.is_shared


def _modules() -> list[str]:
    return sorted(
        ".".join(("tavli", *path.relative_to(ROOT).with_suffix("").parts))
        for layer in ("formats", "notation", "server")
        for path in (ROOT / layer).rglob("*.py")
        if "re.compile(" in path.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize(
    "text",
    [
        r"\s*(?:\(|[(;]?\s*[A-Z]{2})",
        r"[^\w+/]+(?:Match ID)?[^\w+/]*x",
        r"\w+x\w+!",
        r"(?:a+b?)+!",
        r"(?=\s+.*\S+)",
    ],
)
def test_two_endless_repeats_of_the_same_signs_are_seen(text):
    assert _is_costly(re.compile(text))


@pytest.mark.parametrize(
    "text", [r"\s*;\s*\[", r"(?:,[ ]*|[^\s,])+", r"\w{1,40}\w{1,40}", r"\d+(?=\s+/)"]
)
def test_repeats_that_cannot_share_a_run_are_no_danger(text):
    assert not _is_costly(re.compile(text))


@pytest.mark.parametrize("module", _modules())
def test_no_pattern_of_a_reader_shares_a_run_between_endless_repeats(module):
    names = vars(import_module(module))
    patterns = {name: it for name, it in names.items() if isinstance(it, re.Pattern)}
    assert patterns
    assert [name for name, it in patterns.items() if _is_costly(it)] == []
