"""Finished rollouts, remembered by their position for whoever comes to it again."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Final

import msgspec
from django.db import transaction

from tavli.formats.record import Annotation, MatchRecord
from tavli.formats.record_rollout import rollout_note, rollouts_of
from tavli.server.models import KeptRollout
from tavli.server.study.rolled_notes import MOST_TOLD, PlacedRollout, recorded
from tavli.server.study.steps import Step
from tavli.server.study.wire import RolledOut

MOST_OF_ONE: Final = 12
"""Rollouts of one position; with one more, the one that tells least is forgotten."""

MOST_OF_ALL: Final = 20_000
"""Rollouts of all positions; with one more, the oldest is forgotten."""

_WHOLE_GAME: Final = 60
"""Turns that count for a trial that is played to the end."""

_AT_ONCE: Final = 500


def keep_rollout(answer: bytes, now: int) -> None:
    """Remember *answer*, an encoded `RolledOut` that is finished; once is enough."""
    found = msgspec.json.decode(answer, type=RolledOut)
    digest = _digest(found)
    if KeptRollout.objects.filter(pk=digest).exists():
        return
    with transaction.atomic():
        KeptRollout.objects.get_or_create(
            pk=digest,
            defaults={
                "position": found.position,
                "content": answer.decode(),
                "created": now,
            },
        )
        _forget_least(found.position, newest=digest)
        _forget_oldest()


def rollouts_at(position: str) -> tuple[RolledOut, ...]:
    """Return what is remembered of *position*, a canonical line, the newest first."""
    return tuple(_kept([position]))


def rollouts_in(
    brought: Iterable[PlacedRollout], steps: Iterable[Step]
) -> tuple[PlacedRollout, ...]:
    """Return the rollouts of the positions of *steps*, with the events they follow.

    Those that were *brought* in the record come first, then those remembered.
    """
    found = list(brought)
    events: dict[str, int] = {}
    for event, step in enumerate(steps):
        if step.position is not None:
            events.setdefault(step.position, event)
    known = {_digest(rolled) for _, rolled in found}
    found += [
        (events[rolled.position], rolled)
        for rolled in _kept(events)
        if _digest(rolled) not in known
    ]
    return tuple(found[:MOST_TOLD])


def with_rollouts(
    record: MatchRecord, brought: Iterable[PlacedRollout], steps: Iterable[Step]
) -> MatchRecord:
    """Return *record* with a note for every rollout of its positions."""
    have = {rollout for _, rollout in rollouts_of(record)}
    notes: list[Annotation] = []
    for event, rolled in rollouts_in(brought, steps):
        rollout = recorded(rolled)
        if rollout not in have:
            notes.append(rollout_note(event, rollout))
    return replace(record, annotations=(*record.annotations, *notes))


def _kept(positions: Iterable[str]) -> list[RolledOut]:
    asked, texts = list(positions), list[str]()
    for first in range(0, len(asked), _AT_ONCE):
        some = asked[first : first + _AT_ONCE]
        rows = KeptRollout.objects.filter(position__in=some)
        texts += rows.order_by("-created", "pk").values_list("content", flat=True)
    return [msgspec.json.decode(text, type=RolledOut) for text in texts]


def _digest(found: RolledOut) -> str:
    """Return what tells rollouts apart: all that was asked, and who answered."""
    rows = tuple((play.play, play.choice) for play in found.plays)
    facts = (
        found.position,
        sorted(rows, key=repr),
        (found.wanted, found.trials, found.turns, found.seed, found.aim, found.cube),
        found.by,
    )
    return sha256(repr(facts).encode()).hexdigest()


def _forget_least(position: str, *, newest: str) -> None:
    """Make room where *newest* has come: it stays, and those that were played most.

    So nobody drives a long rollout out with short ones. Standard errors would not do: a
    trial of one turn, or of a play that loses anyway, has hardly any.
    """
    rows = KeptRollout.objects.filter(position=position).exclude(pk=newest)
    told = sorted(
        rows.values_list("content", "created", "pk"),
        key=lambda row: (_played(row[0]), *row[1:]),
        reverse=True,
    )
    _delete([pk for _, _, pk in told[MOST_OF_ONE - 1 :]])


def _played(content: str) -> int:
    """Return how many turns were played for a kept rollout, at most."""
    found = msgspec.json.decode(content, type=RolledOut)
    return found.trials * len(found.plays) * (found.turns or _WHOLE_GAME)


def _forget_oldest() -> None:
    rows = KeptRollout.objects.order_by("-created", "pk").values_list("pk", flat=True)
    _delete(list(rows[MOST_OF_ALL:]))


def _delete(names: list[str]) -> None:
    KeptRollout.objects.filter(pk__in=names).delete()
