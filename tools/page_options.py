"""Write the house rules that a table may choose, for the page to offer.

python tools/page_options.py            # write web/src/rules/options.json
python tools/page_options.py --check    # say whether it is out of date
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tavli.match.rules import GAMES, TAVLI, Length, Span, choices_of
from tavli.rules import RULESETS

TARGET: Final = Path(__file__).resolve().parents[1] / "web/src/rules/options.json"


def main(arguments: list[str]) -> int:
    """Write the file, or compare it."""
    text = page_options()
    if arguments == ["--check"]:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET} is out of date: run {sys.argv[0]}", file=sys.stderr)
        return 1
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    TARGET.write_text(text, encoding="utf-8")
    return 0


def page_options() -> str:
    """Return every game's options by the kind of its length, defaults first."""
    blocks = [f'  "{game}": {{\n{_block(game)}\n  }}' for game in GAMES]
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _block(game: str) -> str:
    spans = [
        f'    "{span.value}": {{\n{_lines(choices_of(game, _length(span)))}\n    }}'
        for span in _spans(game)
    ]
    return ",\n".join(spans)


def _lines(choices: Mapping[str, tuple[str, ...]]) -> str:
    return ",\n".join(
        f"      {json.dumps(key)}: {json.dumps(values)}"
        for key, values in choices.items()
    )


def _spans(game: str) -> tuple[Span, ...]:
    if game == TAVLI:
        return (Span.POINTS,)
    if RULESETS[game].has_cube:
        return tuple(Span)
    return (Span.GAME, Span.POINTS)


def _length(span: Span) -> Length:
    return Length(span, 5 if span is Span.POINTS else 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
