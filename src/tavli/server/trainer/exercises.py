"""The exercises of a player: taken from his matches, met again, answered, dropped."""

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus
from typing import Final

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from tavli.notation.position import PositionLine, read_position, write_position
from tavli.server.models import Exercise, Player
from tavli.server.refused import RefusedError
from tavli.server.study.positions import described
from tavli.server.trainer.cube_drill import Asks, CubeDrill
from tavli.server.trainer.mistakes import Mistake
from tavli.server.trainer.schedule import Recall, Verdict
from tavli.server.trainer.wire import (
    Asked,
    Collected,
    CubeChoices,
    Origin,
    TrainerState,
)

MOST: Final = 600
"""A player's exercises, dropped ones too; the oldest of those make room for others."""

MOST_OF_MATCH: Final = 60
"""What is taken of one match at a time: the worst."""

_MOST_LOOKED_AT: Final = 2000
"""A file may hold a match without end; a question to the database may not."""


def take(
    player: Player, mistakes: Sequence[Mistake], origin: Origin, now: int
) -> Collected:
    """Make exercises of *mistakes*, the worst first, as far as there is room.

    One that is there already keeps its date; it is judged anew if that is deeper.
    Whoever takes the same match again gets the next ones, until the trainer is full.
    """
    chosen = {one.question: one for one in reversed(mistakes[:_MOST_LOOKED_AT])}
    with transaction.atomic():
        mine = Exercise.objects.filter(by=player)
        positions = {position for _, position in chosen}
        known = [
            exercise
            for exercise in mine.filter(position__in=positions)
            if (exercise.asks, exercise.position) in chosen
        ]
        for exercise in known:
            _deepen(exercise, chosen.pop((exercise.asks, exercise.position)))
        room = max(0, MOST - mine.filter(dropped=False).count())
        worst = sorted(chosen.values(), key=lambda one: one.cost)
        kept = worst[: min(MOST_OF_MATCH, room)]
        _make_room(mine, len(kept), [exercise.pk for exercise in known])
        Exercise.objects.bulk_create(
            [_made(player, one, origin, now) for one in kept], ignore_conflicts=True
        )
    left_out = len(chosen) - len(kept)
    return Collected(
        added=len(kept),
        known=len(known),
        left_out=left_out,
        full=left_out > 0 and len(kept) == room,
    )


def state_of(player: Player, now: int, *, ahead: bool) -> TrainerState:
    """Return the next exercise of *player*; *ahead* gives one before it is due."""
    mine = _kept(player).order_by("due", "cost", "pk")
    following = mine.first()
    due = mine.filter(due__lte=now).count()
    is_shown = following is not None and (due > 0 or ahead)
    return TrainerState(
        total=mine.count(),
        due=due,
        next=following.due if following is not None else None,
        exercise=_asked(following) if following is not None and is_shown else None,
    )


def find(player: Player, exercise_id: str) -> Exercise:
    """Return an exercise of *player*'s own.

    Raises:
        RefusedError: he has none of that name.
    """
    exercise = _kept(player).filter(pk=exercise_id).first()
    if exercise is None:
        raise RefusedError(
            "unknown_exercise",
            "This exercise is not known here, or not any more.",
            HTTPStatus.NOT_FOUND,
        )
    return exercise


def note(exercise: Exercise, verdict: Verdict, now: int) -> tuple[bool, int]:
    """Note an answer; return whether it counted, and when the exercise comes back.

    Only what was due counts: an answer that was sent twice, and practice ahead of
    time, change no date.
    """
    if exercise.due > now:
        return False, exercise.due
    recall = Recall(
        due=exercise.due,
        state=exercise.state,
        step=exercise.step,
        stability=exercise.stability,
        difficulty=exercise.difficulty,
        reviewed=exercise.reviewed,
    ).after(verdict, now)
    # Whoever answers the same at the same moment finds another date, and changes none.
    changed = Exercise.objects.filter(pk=exercise.pk, due=exercise.due).update(
        due=recall.due,
        state=recall.state,
        step=recall.step,
        stability=recall.stability,
        difficulty=recall.difficulty,
        reviewed=recall.reviewed,
        answered=exercise.answered + 1,
        solved=exercise.solved + verdict.is_solved,
    )
    if not changed:
        return False, find(exercise.by, exercise.pk).due
    return True, recall.due


def drop(exercise: Exercise) -> None:
    """Ask it no more, also when its match is taken again."""
    exercise.dropped = True
    exercise.save(update_fields=["dropped"])


def _kept(player: Player) -> QuerySet[Exercise]:
    return Exercise.objects.filter(by=player, dropped=False)


def _make_room(mine: QuerySet[Exercise], wanted: int, known: Sequence[str]) -> None:
    """Forget the oldest dropped ones of *mine*, as many as *wanted* new ones need.

    Those that are *known* of the match that is taken go last, or it would bring them
    back at once.
    """
    missing = mine.count() + wanted - MOST
    if missing <= 0:
        return
    dropped = mine.filter(dropped=True).order_by("created", "pk")
    oldest = sorted(dropped.values_list("pk", flat=True), key=lambda pk: pk in known)
    mine.filter(pk__in=oldest[:missing]).delete()


def _deepen(exercise: Exercise, mistake: Mistake) -> None:
    if mistake.depth <= exercise.depth:
        return
    exercise.depth, exercise.cost = mistake.depth, mistake.cost
    exercise.content = mistake.content
    exercise.save(update_fields=["depth", "cost", "content"])


def _made(player: Player, mistake: Mistake, origin: Origin, now: int) -> Exercise:
    fresh = Recall(due=now)
    return Exercise(
        by=player,
        asks=mistake.asks.value,
        position=mistake.position,
        content=mistake.content,
        depth=mistake.depth,
        cost=mistake.cost,
        source=origin.source,
        study=origin.study,
        number=origin.number,
        event=mistake.event,
        created=now,
        due=fresh.due,
        state=fresh.state,
        step=fresh.step,
    )


def _asked(exercise: Exercise) -> Asked:
    asks = Asks(exercise.asks)
    line = read_position(exercise.position)
    return Asked(
        id=exercise.pk,
        asks=asks.value,
        position=described(line),
        cube=None if asks is Asks.PLAY else _choices(exercise),
        on_board=exercise.position if asks.is_asked_on_turn else _before_roll(line),
        origin=Origin(
            source="match" if exercise.source == "match" else "file",
            study=exercise.study,
            number=exercise.number,
            event=exercise.event,
        ),
        answered=exercise.answered,
        solved=exercise.solved,
    )


def _choices(exercise: Exercise) -> CubeChoices:
    drill = msgspec.json.decode(exercise.content, type=CubeDrill)
    return CubeChoices(
        offered=drill.offered, choices=tuple(one.choice for one in drill.options)
    )


def _before_roll(line: PositionLine) -> str:
    """Return *line* with whoever turned the cube on roll, as he will be."""
    assert line.turn is not None
    return write_position(replace(line, turn=line.turn.opponent))
