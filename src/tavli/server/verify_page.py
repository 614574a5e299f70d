"""The proof of a match's dice, every throw recomputed."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tavli.formats.dice_proof import CheckedRoll, ProofError, check_dice
from tavli.formats.record import MatchRecord
from tavli.server.failures import failure
from tavli.server.languages import capitalised, language_links, language_of
from tavli.server.records import find_record
from tavli.server.refused import RefusedError
from tavli.words import Catalogue, catalogue


@require_safe
def verify(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer with the commitment, and after the match with every throw checked."""
    try:
        record = find_record(match_id)
    except RefusedError as refused:
        return failure(request, refused.status, refused.code)
    if record is None:
        raise Http404
    language = language_of(request)
    words = catalogue(language)
    rolls = _checked(record)
    context = {
        "title": capitalised(words.text("dice_proof"), language),
        "languages": language_links(request),
        "record": record,
        "proof": record.proof,
        "rolls": rolls,
        "is_proven": rolls is not None and all(roll.is_right for roll in rolls),
        "verdict": capitalised(_verdict(words, record, rolls), language),
        "own": [(code, words.text(f"own_{code}"), style) for code, style in _OUTCOMES],
        "words": {code: capitalised(words.text(code), language) for code in _WORDS},
    }
    return render(request, "verify.html", context)


_WORDS = (
    "commitment",
    "secret",
    "seed",
    "white",
    "black",
    "game",
    "dice",
    "rules",
    "verify",
    "roll_index",
    "reveal",
    "record",
    "download",
    "proof_how",
    "proof_offline",
    "own_kept",
)


# What the script of the page finds when it compares the record with what the browser
# kept when the match began; only the browser can know that.
_OUTCOMES: Final = (
    ("right", "good"),
    ("so_far", "good"),
    ("commitment_differs", "trouble"),
    ("seed_differs", "trouble"),
    ("computer_seed", "trouble"),
    ("nothing_kept", ""),
)


def _checked(record: MatchRecord) -> tuple[CheckedRoll, ...] | None:
    try:
        return check_dice(record)
    except ProofError:
        return None


def _verdict(
    words: Catalogue, record: MatchRecord, rolls: tuple[CheckedRoll, ...] | None
) -> str:
    if record.proof is None:
        return words.text("reveal")
    if rolls is None:
        return words.text("proof_broken")
    wrong = [number for number, roll in enumerate(rolls, start=1) if not roll.is_right]
    return words.text("not_verified", n=wrong[0]) if wrong else words.text("verified")
