"""``/api/trainer``: a player's own mistakes as exercises."""

from django.http import HttpRequest, HttpResponse

from tavli.protocol.text import Colour
from tavli.server.api.answers import answer, call, read_body
from tavli.server.api.study import check_pace, match_order, refusing
from tavli.server.guests import player_of
from tavli.server.house import house_of
from tavli.server.models import Exercise, Match, Player
from tavli.server.refused import RefusedError
from tavli.server.studies import Source
from tavli.server.studies import find as find_study
from tavli.server.study.desk import Desk
from tavli.server.study.task import State
from tavli.server.study.wire import AskMatch
from tavli.server.trainer import exercises, grading
from tavli.server.trainer.cube_drill import Asks
from tavli.server.trainer.cube_grading import CubeGraded, grade_cube
from tavli.server.trainer.mistakes import mistakes_in
from tavli.server.trainer.wire import AnswerExercise, Collect, Collected, Origin


def _show(request: HttpRequest) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    check_pace(house.paces.reads, player.id)
    ahead = request.GET.get("ahead") == "1"
    return answer(exercises.state_of(player, house.clock(), ahead=ahead))


def _collect(request: HttpRequest) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    check_pace(house.paces.asks, player.id)
    asked = read_body(request, Collect)
    order = match_order(
        house,
        AskMatch(
            match=asked.match, file=asked.file, number=asked.number, depth=asked.depth
        ),
    )
    sides = _sides(asked, player)
    seen = refusing(lambda: house.desk.ask(order, player.id))
    if seen.state is not State.DONE:
        return answer(Collected(task=seen.id))
    source, study = _origin(asked)
    found = find_study(source, study, asked.number)
    taken = exercises.take(
        player,
        mistakes_in(seen.answer, found.record, sides),
        Origin(source=source, study=study, number=asked.number, event=0),
        house.clock(),
    )
    return answer(taken)


def _answer(request: HttpRequest, exercise_id: str) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    check_pace(house.paces.asks, player.id)
    asked = read_body(request, AnswerExercise)
    exercise = exercises.find(player, exercise_id)
    graded = refusing(lambda: _graded(exercise, asked, house.desk))
    counted, due = exercises.note(exercise, graded.verdict, house.clock())
    return answer(graded.feedback(counted=counted, due=due))


def _graded(
    exercise: Exercise, asked: AnswerExercise, desk: Desk
) -> grading.Graded | CubeGraded:
    if exercise.asks != Asks.PLAY.value:
        if asked.choice is None and not asked.give_up:
            raise RefusedError("bad_request", "Say what to do about the cube.")
        return grade_cube(exercise, None if asked.give_up else asked.choice)
    if asked.give_up:
        return grading.give_up(exercise)
    if asked.choice is not None:
        raise RefusedError(
            "no_such_choice",
            "This exercise asks for a play, and not what to do about the cube.",
        )
    return grading.grade(exercise, asked.moves, desk, exercise.by_id)


def _forget(request: HttpRequest, exercise_id: str) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    check_pace(house.paces.reads, player.id)
    exercises.drop(exercises.find(player, exercise_id))
    return answer(exercises.state_of(player, house.clock(), ahead=False))


def _sides(asked: Collect, player: Player) -> frozenset[Colour]:
    """Return whose mistakes are meant: the player's own, as far as that is known."""
    if asked.side is not None:
        return frozenset((asked.side,))
    match = Match.objects.filter(pk=asked.match).first() if asked.match else None
    seats: dict[Colour, str] = (
        {"w": match.white_id, "b": match.black_id} if match else {}
    )
    own = frozenset(side for side, holder in seats.items() if holder == player.pk)
    if not own:
        raise RefusedError("whose_mistakes", "Say whose mistakes: White's or Black's.")
    return own


def _origin(asked: Collect) -> tuple[Source, str]:
    if asked.match is not None:
        return "match", asked.match
    assert asked.file is not None  # or there would be no order
    return "file", asked.file


trainer = call(GET=_show)
collect = call(POST=_collect)
answer_exercise = call(POST=_answer)
forget = call(POST=_forget)
