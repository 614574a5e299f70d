"""Have questions answered: from the cache, and by as many processes as are useful."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from types import TracebackType
from typing import Final as Constant
from typing import Self

import msgspec

from tavli.analysis.cache import AnswerCache
from tavli.analysis.crew import Answered, Crew, Part
from tavli.analysis.grading import AnswerOf
from tavli.analysis.judge import Depth, Judge
from tavli.analysis.question import Answer, Final, Judged, Question, Ranked, key_of
from tavli.analysis.story import Story

Progress = Callable[[int, int], None]
"""Be told how many questions of how many are answered."""

_WORTH_A_CREW: Constant = (2400, 200, 24)
"""From so many questions on more processes are worth their start, by depth."""

_AT_ONCE: Constant = (40, 8, 2)
"""Questions that are answered and kept together, by depth."""


class Workshop:
    """Answers the questions of games at one depth.

    With *processes* of None it uses all processors where that is worth their start;
    the answers are the same. What is answered is kept at once, so that work that was
    broken off goes on where it stopped.
    """

    def __init__(
        self,
        depth: Depth,
        *,
        cache: AnswerCache | None = None,
        processes: int | None = None,
    ) -> None:
        self.depth = depth
        self._cache = cache
        self._processes = processes
        self._crew: Crew | None = None
        self._names: dict[str, str] = {}
        self.answered = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._crew is not None:
            self._crew.close()
        self._crew = None

    def answers(
        self, games: Sequence[Story], progress: Progress = lambda *_: None
    ) -> AnswerOf:
        """Return what answers all questions of *games*.

        Raises:
            LostWorkError: a process ended; what it had not answered is to be asked
                again.
        """
        asked = [question for game in games for question in game.questions]
        found = self._answered(asked, progress)
        found |= self._answered(self._left(games, found), progress)
        return lambda question: found[self._key(question)]

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self.depth)

    def _left(
        self, games: Iterable[Story], found: dict[bytes, Answer]
    ) -> Iterator[Final]:
        """Yield the questions about plays that are not among the candidates."""
        for game in games:
            for turn in game.turns.values():
                ranked = found[self._key(turn.throw)]
                assert isinstance(ranked, Ranked)
                final, left = turn.final, turn.left
                if final is not None and left is not None and not ranked.of(final):
                    yield left

    def _key(self, question: Question) -> bytes:
        ruleset = question.place.ruleset
        name = self._names.get(ruleset.key)
        if name is None:
            name = self._names[ruleset.key] = self._judge.name(ruleset)
        return key_of(question, name)

    def _answered(
        self, questions: Iterable[Question], progress: Progress
    ) -> dict[bytes, Answer]:
        asked = {self._key(question): question for question in questions}
        found = self._kept(asked)
        missing = [(key, each) for key, each in asked.items() if key not in found]
        progress(len(found), len(asked))
        for some in self._work(missing):
            if self._cache is not None:
                self._cache.put(
                    {key: msgspec.msgpack.encode(each) for key, each in some}
                )
            found |= dict(some)
            self.answered += len(some)
            progress(len(found), len(asked))
        return found

    def _kept(self, asked: dict[bytes, Question]) -> dict[bytes, Answer]:
        if self._cache is None:
            return {}
        found: dict[bytes, Answer] = {}
        for key, text in self._cache.get(asked).items():
            answer = _decoded(asked[key], text)
            if answer is not None:
                found[key] = answer
        return found

    def _work(self, missing: Part) -> Iterator[Answered]:
        """Yield the answers to what is *missing*, some at a time."""
        size = _AT_ONCE[self.depth.plies]
        parts = (missing[k : k + size] for k in range(0, len(missing), size))
        if self._crew is None and self._wants_crew(len(missing)):
            self._crew = Crew(self.depth, self._processes or _processors())
        if self._crew is not None:
            yield from self._crew.answered(parts)
            return
        for part in parts:
            yield [(key, self._judge.answer(question)) for key, question in part]

    def _wants_crew(self, count: int) -> bool:
        if self._processes is not None:
            return self._processes > 1 and count > 0
        return _processors() > 1 and count >= _WORTH_A_CREW[self.depth.plies]


def _decoded(question: Question, text: bytes) -> Answer | None:
    """Return the answer that *text* holds; None if another version kept it."""
    try:
        if isinstance(question, Final):
            return msgspec.msgpack.decode(text, type=Judged)
        return msgspec.msgpack.decode(text, type=Ranked)
    except msgspec.MsgspecError:
        return None


def _processors() -> int:
    return os.cpu_count() or 1
