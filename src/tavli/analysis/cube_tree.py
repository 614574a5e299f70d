"""What can be answered to a cube that was turned, and what each answer is worth."""

from tavli.analysis.entry import Choice, Option
from tavli.analysis.question import CubeValues
from tavli.match import Beavered, Doubled, Dropped, OfferKind, Raccooned, Taken

CubeEvent = Doubled | Taken | Dropped | Beavered | Raccooned
"""The events by which the cube is turned or an offer answered."""


def choice_of(event: CubeEvent) -> Choice:
    """Return what the player of a cube's *event* chose."""
    match event:
        case Doubled():
            return Choice.DOUBLE
        case Taken():
            return Choice.TAKE
        case Dropped():
            return Choice.DROP
        case Beavered():
            return Choice.BEAVER
        case Raccooned():
            return Choice.RACCOON


def to_double(values: CubeValues) -> tuple[Option, ...]:
    """Return the choices of who is about to roll, with their values for him."""
    return Option(Choice.ROLL, values.stay), Option(Choice.DOUBLE, values.doubled)


def to_answer(kind: OfferKind, values: CubeValues) -> tuple[Option, ...]:
    """Return the answers to an offer, with their values for who doubled first."""
    raised = Choice.BEAVER if kind is OfferKind.DOUBLE else Choice.RACCOON
    found = zip((Choice.TAKE, Choice.DROP, raised), _worth(kind, values), strict=True)
    return tuple(Option(choice, value) for choice, value in found if value is not None)


def _worth(kind: OfferKind, values: CubeValues) -> tuple[float | None, ...]:
    """Return what a take, a pass and a raise are worth."""
    match kind:
        case OfferKind.DOUBLE:
            return values.take, values.drop, values.beavered
        case OfferKind.BEAVER:
            return values.four, -2 * values.drop, values.raccooned
        case OfferKind.RACCOON:
            return values.eight, 4 * values.drop, None
