"""Dice are computed as docs/dice.md says, and a record that lies is caught."""

import hashlib
import hmac
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tavli.formats.dice_proof import (
    ProofError,
    ProvenDice,
    check_dice,
    commitment_to,
)
from tavli.formats.record import DiceProof, Header, MatchRecord, RecordedEvent
from tavli.match import GameStarted, MatchRules, OpeningThrown, Rolled
from tavli.rules import Dice, Player

_PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
_ROW = re.compile(
    r"^\| (`\w+`|empty: the computer) \| (\d+) \| (\d+) \| ([1-6]-[1-6]) \|",
    re.MULTILINE,
)
_HEX = re.findall(r"^([0-9a-f]{64,})$", _PAGE, re.MULTILINE)
SECRET = bytes(range(32))
WHITE, BLACK = "00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"
DICE = ProvenDice(
    match="j5vwbsxjr9x7", secret=SECRET, white_seed=WHITE, black_seed=BLACK
)


@pytest.mark.parametrize(("seed", "game", "roll", "thrown"), _ROW.findall(_PAGE))
def test_the_vectors_of_the_page(seed, game, roll, thrown):
    black = seed.strip("`") if seed.startswith("`") else ""
    dice = replace(DICE, black_seed=black)
    assert str(dice.roll(int(game), int(roll))) == thrown


def test_the_page_has_its_vectors():
    assert len(_ROW.findall(_PAGE)) == 7
    assert len(_HEX) == 3


def test_the_commitment_of_the_page():
    assert commitment_to(SECRET) == _HEX[0]


def test_the_block_of_the_page():
    message, block = (bytes.fromhex(text) for text in _HEX[1:])
    assert hmac.digest(SECRET, message, hashlib.sha256) == block
    fields = (b"j5vwbsxjr9x7", WHITE.encode(), BLACK.encode(), b"1", b"0", b"0")
    assert message == b"".join(len(f).to_bytes(4, "big") + f for f in fields)


def test_every_number_is_equally_likely():
    numbers = Counter(
        number
        for index in range(6000)
        for roll in [DICE.roll(1, index)]
        for number in (roll.first, roll.second)
    )
    expected = 12_000 / 6
    # Chi-square with five degrees of freedom: 20.5 is passed once in a thousand.
    assert sum((n - expected) ** 2 / expected for n in numbers.values()) < 20.5


@pytest.mark.parametrize("field", ["match", "secret", "white_seed", "black_seed"])
def test_every_ingredient_changes_the_dice(field):
    other = SECRET[::-1] if field == "secret" else "abcdef" * 6
    changed = replace(DICE, **{field: other})
    assert [DICE.roll(1, k) for k in range(20)] != [
        changed.roll(1, k) for k in range(20)
    ]


def test_fields_cannot_run_into_each_other():
    one = replace(DICE, white_seed="ab", black_seed="c")
    other = replace(DICE, white_seed="a", black_seed="bc")
    assert [one.roll(1, k) for k in range(20)] != [other.roll(1, k) for k in range(20)]


def _record() -> MatchRecord:
    opening = DICE.roll(1, 0)
    events = (
        GameStarted(1, "portes"),
        OpeningThrown(opening.first, opening.second),
        Rolled(Player.WHITE, DICE.roll(1, 1)),
        GameStarted(2, "plakoto", Player.WHITE),
        Rolled(Player.WHITE, DICE.roll(2, 0)),
    )
    return MatchRecord(
        Header(
            match="j5vwbsxjr9x7",
            rules=MatchRules.parse("tavli", "3"),
            white="a",
            black="b",
            commitment=commitment_to(SECRET),
        ),
        tuple(RecordedEvent(event, 0, line) for line, event in enumerate(events, 2)),
        DiceProof(SECRET.hex(), WHITE, BLACK),
    )


def test_a_true_record_is_proven():
    rolls = check_dice(_record())
    assert [(roll.game, roll.index) for roll in rolls] == [(1, 0), (1, 1), (2, 0)]
    assert all(roll.is_right for roll in rolls)


@pytest.mark.parametrize("place", [1, 2, 4])
def test_a_throw_that_was_changed_is_named(place):
    record = _record()
    events = list(record.events)
    lie = Dice(6, 6) if place != 1 else None
    event = OpeningThrown(6, 6) if lie is None else Rolled(Player.WHITE, lie)
    events[place] = replace(events[place], event=event)
    wrong = [
        roll for roll in check_dice(replace(record, events=events)) if not roll.is_right
    ]
    assert [roll.line for roll in wrong] == [place + 2]


def test_the_order_of_the_two_dice_counts():
    record = _record()
    thrown = DICE.roll(2, 0)
    assert thrown.first != thrown.second
    swapped = Rolled(Player.WHITE, Dice(thrown.second, thrown.first))
    events = (*record.events[:4], replace(record.events[4], event=swapped))
    assert not check_dice(replace(record, events=events))[-1].is_right


def test_another_secret_than_the_promised_one_is_refused():
    proof = DiceProof((b"\1" * 32).hex(), WHITE, BLACK)
    with pytest.raises(ProofError, match="not the one that was promised"):
        check_dice(replace(_record(), proof=proof))


def test_a_record_without_proof_says_so():
    with pytest.raises(ProofError, match="no proof"):
        check_dice(replace(_record(), proof=None))


def test_a_record_without_promise_says_so():
    record = _record()
    header = replace(record.header, commitment=None)
    with pytest.raises(ProofError, match="promises nothing"):
        check_dice(replace(record, header=header))


def test_a_game_gets_the_dice_of_its_place_whatever_its_number():
    record = _record()
    events = list(record.events)
    events[3] = replace(events[3], event=GameStarted(7, "plakoto", Player.WHITE))
    events[4] = replace(events[4], event=Rolled(Player.WHITE, DICE.roll(7, 0)))
    last = check_dice(replace(record, events=tuple(events)))[-1]
    assert (last.game, last.proven, last.is_right) == (2, DICE.roll(2, 0), False)
