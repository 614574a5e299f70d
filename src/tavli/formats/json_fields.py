"""Take a JSON object apart field by field, each checked before it is believed."""

import json
import math
import re
from collections.abc import Mapping
from enum import Enum
from typing import Final, NoReturn, TypeVar, cast

from tavli.formats.errors import FieldError, RecordError
from tavli.notation.errors import quoted
from tavli.rules import Player
from tavli.words.findings import Finding, finding

Json = dict[str, object]

_Value = TypeVar("_Value")
_Choice = TypeVar("_Choice", bound=Enum)

LATEST: Final = 253_402_300_799_999
"""The last millisecond of the year 9999; no time in a record lies behind it."""


_HEX: Final = frozenset("0123456789abcdef")
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")


class _StrictError(Exception):
    """What the standard library lets pass, and a record does not."""

    def __init__(self, what: Finding) -> None:
        self.what = what


class Fields:
    """A JSON object whose fields are taken one by one, each at most once."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def integer(self, key: str, low: int, high: int) -> int:
        """Return the whole number of *key*, from *low* to *high*."""
        value = self._take(key)
        if type(value) is not int or not low <= value <= high:
            raise FieldError(key, finding("field_integer", key=key, low=low, high=high))
        return value

    def number(self, key: str, low: float, high: float) -> float:
        """Return the number of *key*, from *low* to *high*."""
        value = self._take(key)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= cast("float", value) <= high:
            raise FieldError(
                key, finding("field_number", key=key, low=f"{low:g}", high=f"{high:g}")
            )
        return float(cast("float", value))

    def text(self, key: str, longest: int, *, empty: bool = False) -> str:
        """Return the text of *key*, at least one character unless *empty* is."""
        value, least = self._take(key), 0 if empty else 1
        if not isinstance(value, str) or not least <= len(value) <= longest:
            raise FieldError(
                key, finding("field_text", key=key, least=least, most=longest)
            )
        return value

    def flag(self, key: str) -> bool:
        """Return the truth of *key*, false where it is missing."""
        if key not in self._values:
            return False
        value = self._take(key)
        if not isinstance(value, bool):
            raise FieldError(key, finding("field_flag", key=key))
        return value

    def one_of(self, key: str, choices: Mapping[str, _Value]) -> _Value:
        """Return what *key* stands for among *choices*."""
        value = self._take(key)
        if not isinstance(value, str) or value not in choices:
            raise FieldError(
                key, finding("field_choice", key=key, choices=", ".join(choices))
            )
        return choices[value]

    def choice(self, key: str, kind: type[_Choice]) -> _Choice:
        """Return the member of *kind* whose value is written."""
        return self.one_of(key, {str(member.value): member for member in kind})

    def player(self, key: str) -> Player:
        """Return the player of *key*: w or b."""
        return self.choice(key, Player)

    def player_or_none(self, key: str) -> Player | None:
        """Return the player of *key*, or None where null is written."""
        if key in self._values and self._values[key] is None:
            del self._values[key]
            return None
        return self.player(key)

    def pair(self, key: str, high: int) -> tuple[int, int]:
        """Return two numbers from 0 to *high*: White's and Black's."""
        value = self._take(key)
        if isinstance(value, list) and len(value) == 2:
            white, black = value
            # JSON's true is an int to Python, and no number of points.
            if (
                type(white) is type(black) is int
                and 0 <= min(value) <= max(value) <= high
            ):
                return white, black
        raise FieldError(key, finding("field_pair", key=key))

    def texts(self, key: str, most: int, longest: int) -> dict[str, str]:
        """Return the object of *key*: at most *most* short texts by name."""
        value = self._take(key)
        if not isinstance(value, dict) or len(value) > most:
            raise FieldError(key, finding("field_texts", key=key, most=most))
        for name, text in value.items():
            if not isinstance(text, str) or max(len(text), len(name)) > longest:
                raise FieldError(
                    key, finding("field_texts_long", key=key, most=longest)
                )
        return value

    def values(self, key: str) -> Json:
        """Return the object of *key*, whatever it holds."""
        value = self._take(key)
        if not isinstance(value, dict):
            raise FieldError(key, finding("field_object", key=key))
        return value

    def objects(self, key: str, most: int) -> tuple[Json, ...]:
        """Return the objects in the list of *key*, one to *most* of them."""
        value = self._take(key)
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise FieldError(key, finding("field_list", key=key, most=most))
        for one in value:
            if not isinstance(one, dict):
                raise FieldError(key, finding("field_objects", key=key))
        return tuple(value)

    def close(self) -> None:
        """Refuse what was not taken: it would be lost without a word."""
        for key in self._values:
            raise FieldError(key, finding("field_unknown", key=quoted(key)))

    def _take(self, key: str) -> object:
        if key not in self._values:
            raise FieldError(key, finding("field_missing", key=key))
        return self._values.pop(key)


def read_object(text: str, line: int) -> Json:
    """Return the JSON object that *text* is, strictly.

    Half a sign of two, which no file can hold, becomes a question mark.

    Raises:
        RecordError: with the column, if it is no JSON, no object, or names a
            field twice.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_without_twins,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        raise RecordError(finding("json"), line, error.colno) from error
    except RecursionError as error:
        raise RecordError(finding("json_deep"), line) from error
    except _StrictError as error:
        raise RecordError(error.what, line) from error
    except ValueError as error:  # a number with thousands of digits
        raise RecordError(finding("json"), line) from error
    if not isinstance(value, dict):
        raise RecordError(finding("json_object"), line, 1)
    return _whole(value) if _HALF.search(text) else value


def _whole(value: Json) -> Json:
    """Return *value* with a question mark for each half of a sign."""
    text = json.dumps(value, ensure_ascii=False)
    whole: Json = json.loads(text.encode("utf-8", errors="replace"))
    return whole


def _without_twins(pairs: list[tuple[str, object]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _StrictError(finding("json_twice"))
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise _StrictError(finding("json_number", name=name))


def _finite(text: str) -> float:
    """Return the number *text*; one past every float would be written as no JSON."""
    value = float(text)
    if not math.isfinite(value):
        raise _StrictError(finding("json_large", name=quoted(text)))
    return value


def hex_text(fields: Fields, key: str, longest: int, *, empty: bool = False) -> str:
    """Return the hexadecimal text of *key*; *empty* permits one of no length."""
    text = fields.text(key, longest, empty=empty)
    if not _HEX.issuperset(text):
        raise FieldError(key, finding("field_hex", key=key))
    return text
