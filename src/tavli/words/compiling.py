"""Compile the ``.po`` files into the ``.mo`` files that gettext reads.

This runs when the package is built or installed, not when it is used: polib is
a requirement of the build alone.
"""

from pathlib import Path
from typing import Final

import polib

DOMAIN: Final = "tavli"


def compile_catalogues(root: Path) -> tuple[Path, ...]:
    """Compile every catalogue under *root* and return the files written.

    *root* holds ``<language>/LC_MESSAGES/tavli.po``. A compiled message is keyed
    by its code alone (the ``msgctxt``), so that a program asks for ``dance`` and
    needs no English text at hand.

    Raises:
        ValueError: a message has no code, or a code stands twice.
    """
    return tuple(
        _compile(source) for source in sorted(root.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    )


def _compile(source: Path) -> Path:
    catalogue = polib.pofile(str(source), encoding="utf-8")
    compiled = polib.POFile(encoding="utf-8")
    compiled.metadata = dict(catalogue.metadata)
    seen: set[str] = set()
    for entry in catalogue:
        code = entry.msgctxt
        if not code or code in seen:
            raise ValueError(f"{source}:{entry.linenum}: every code stands once")
        seen.add(code)
        compiled.append(
            polib.POEntry(
                msgid=code,
                msgid_plural=code if entry.msgid_plural else "",
                msgstr=entry.msgstr,
                msgstr_plural=entry.msgstr_plural,
            )
        )
    target = source.with_suffix(".mo")
    target.write_bytes(compiled.to_binary())
    return target
