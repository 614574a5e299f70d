"""Write the gettext catalogues and the glossary from the entries.

    python tools/words.py            # write them, and compile the catalogues
    python tools/words.py --check    # say whether one of them is out of date

An entry stands in one TOML file with its four languages side by side, because
that is how a word is judged; the ``.po`` files are what page, server and
terminal read, and what is committed. ADR 0030 has the reasons.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polib

from tavli.words import LANGUAGES, LOCALE_ROOT
from tavli.words.compiling import compile_catalogues

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCES: Final = (
    *(
        ROOT / "src/tavli/words/entries" / f"{name}.toml"
        for name in (
            "games",
            "board",
            "checkers",
            "dice",
            "calls",
            "actions",
            "results",
            "room",
            "study",
            "analysis",
            "proof",
            "refusals",
            "faults",
            "counts",
            "options",
            "sentences",
        )
    ),
    ROOT / "web/words.toml",
)

CATEGORIES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("one", "other"),
    "el": ("one", "other"),
    "tr": ("one", "other"),
    "ar": ("zero", "one", "two", "few", "many", "other"),
}
_PLURAL_FORMS: Final[Mapping[str, str]] = {
    "en": "nplurals=2; plural=(n != 1);",
    "el": "nplurals=2; plural=(n != 1);",
    "tr": "nplurals=2; plural=(n != 1);",
    "ar": (
        "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 :"
        " n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;"
    ),
}
GLOSSARY: Final = ROOT / "docs/glossary.md"
TO_CONFIRM: Final = ROOT / "docs/words-to-confirm.md"
_TABLES_BEGIN: Final = "<!-- words: written by tools/words.py -->\n"
_TABLES_END: Final = "<!-- end of words -->\n"
_CHAPTERS: Final[Mapping[str, str]] = {
    "games": "Games and variants",
    "board": "The board",
    "checkers": "Checkers and positions",
    "dice": "Dice",
    "actions": "Actions",
    "results": "Results",
    "room": "The play room",
    "study": "Study",
    "proof": "The proof of the dice",
}
_UNCONFIRMED: Final = "A native reader has yet to confirm this wording."


class EntryError(ValueError):
    """An entry that cannot become a message."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One code with its texts: a string, or one string a plural category."""

    code: str
    source: str
    texts: Mapping[str, str | Mapping[str, str]]
    note: str
    unconfirmed: frozenset[str]

    @property
    def is_plural(self) -> bool:
        """Whether the message is counted."""
        return not isinstance(self.texts["en"], str)

    def sample(self, language: str) -> str:
        """Return the text of *language*; of a count, the form *other*."""
        text = self.texts[language]
        return text if isinstance(text, str) else text["other"]

    def message(self, language: str) -> polib.POEntry:
        """Return the entry as a message of *language*."""
        message = polib.POEntry(
            msgctxt=self.code,
            comment=self.note,
            tcomment=_UNCONFIRMED if language in self.unconfirmed else "",
            occurrences=[(self.source, "")],
        )
        english, text = self.texts["en"], self.texts[language]
        if isinstance(english, str) and isinstance(text, str):
            message.msgid, message.msgstr = english, text
        elif not isinstance(english, str) and not isinstance(text, str):
            message.msgid, message.msgid_plural = english["one"], english["other"]
            forms = CATEGORIES[language]
            message.msgstr_plural = {i: text[form] for i, form in enumerate(forms)}
        if "{" in message.msgid + message.msgid_plural:
            message.flags = ["python-brace-format"]
        return message


def read_entries(source: Path) -> Iterator[Entry]:
    """Yield the entries of a TOML file, in its order.

    Raises:
        EntryError: a language or a plural form is missing, or a key is unknown.
    """
    name = source.relative_to(ROOT).as_posix()
    try:
        document = tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise EntryError(f"{name}: {error}") from error
    yield from _entries(document, prefix="", source=name)


def _entries(
    table: Mapping[str, object], *, prefix: str, source: str
) -> Iterator[Entry]:
    for key, value in table.items():
        code = f"{prefix}{key}"
        if not isinstance(value, dict):
            raise EntryError(f"{source}: {code} is not a table of languages")
        if "en" in value:
            yield _entry(code, source, value)
        else:
            yield from _entries(value, prefix=f"{code}.", source=source)


def _entry(code: str, source: str, table: Mapping[str, object]) -> Entry:
    unknown = table.keys() - {*LANGUAGES, "note", "confirm"}
    if unknown:
        raise EntryError(f"{source}: {code} has an unknown key {min(unknown)!r}")
    plural = isinstance(table["en"], dict)
    texts: dict[str, str | Mapping[str, str]] = {}
    for language in LANGUAGES:
        text = table.get(language)
        wanted = set(CATEGORIES[language]) if plural else None
        found = set(text) if isinstance(text, dict) else None
        if not text or wanted != found:
            raise EntryError(f"{source}: {code} lacks a text or a form in {language}")
        assert isinstance(text, str | dict)
        texts[language] = text
    note, confirm = table.get("note", ""), table.get("confirm", [])
    if not isinstance(note, str) or not isinstance(confirm, list):
        raise EntryError(f"{source}: {code} has a note or a confirm of the wrong type")
    return Entry(code, source, texts, note, frozenset(map(str, confirm)))


def all_entries() -> list[Entry]:
    """Return the entries of all sources.

    Raises:
        EntryError: as `read_entries`, or a code stands in two places.
    """
    entries: dict[str, Entry] = {}
    for source in SOURCES:
        if not source.exists():
            continue
        for entry in read_entries(source):
            earlier = entries.setdefault(entry.code, entry)
            if earlier is not entry:
                raise EntryError(
                    f"{entry.code} stands in {earlier.source} and in {entry.source}"
                )
    return list(entries.values())


def catalogue_text(language: str, entries: list[Entry]) -> str:
    """Return the ``.po`` file of *language*."""
    catalogue = polib.POFile(encoding="utf-8", wrapwidth=80)
    catalogue.header = (
        "Words of tavli. Written by tools/words.py from the entries named above each"
        " message."
    )
    catalogue.metadata = {
        "Project-Id-Version": "tavli",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": _PLURAL_FORMS[language],
    }
    catalogue.extend(entry.message(language) for entry in entries)
    return f"{catalogue}"


def glossary_tables(entries: list[Entry]) -> str:
    """Return the words of every chapter, four languages side by side."""
    return "".join(_chapter(name, entries) for name in _CHAPTERS)


def _chapter(name: str, entries: list[Entry]) -> str:
    order = ("en", "el", "tr", "ar")
    rows = [
        f"| `{entry.code}` | {' | '.join(_cell(entry, code) for code in order)} |\n"
        for entry in entries
        if entry.source.endswith(f"/{name}.toml")
    ]
    title = f"\n### {_CHAPTERS[name]}\n\n"
    head = "| code | English | Greek | Turkish | Arabic |\n"
    return "".join((title, head, "| --- | --- | --- | --- | --- |\n", *rows))


def _cell(entry: Entry, language: str) -> str:
    return f"{entry.sample(language)}{' *' if language in entry.unconfirmed else ''}"


def open_questions(entries: list[Entry]) -> str:
    """Return every wording that a native reader has yet to confirm."""
    return "".join(
        _questions(language.code, language.name, entries)
        for language in LANGUAGES.values()
        if any(language.code in entry.unconfirmed for entry in entries)
    )


def _questions(code: str, name: str, entries: list[Entry]) -> str:
    rows = [
        f"| `{entry.code}` | {entry.sample('en')} | {entry.sample(code)} |\n"
        for entry in entries
        if code in entry.unconfirmed
    ]
    head = f"\n## {name}\n\n| code | English | ours |\n| --- | --- | --- |\n"
    return head + "".join(rows)


def _with_tables(page: Path, tables: str) -> str:
    """Return *page* with the tables between its marks written anew."""
    head, begin, rest = page.read_text(encoding="utf-8").partition(_TABLES_BEGIN)
    _, end, tail = rest.partition(_TABLES_END)
    if not begin or not end:
        raise EntryError(f"{page.name} lacks the marks around its tables")
    return f"{head}{begin}{tables}\n{end}{tail}"


def outputs(entries: list[Entry]) -> Iterator[tuple[Path, str]]:
    """Yield every file that is written from *entries*, with its text.

    Raises:
        EntryError: a page lacks the marks between which its tables stand.
    """
    for language in LANGUAGES:
        target = LOCALE_ROOT / language / "LC_MESSAGES" / "tavli.po"
        yield target, catalogue_text(language, entries)
    yield GLOSSARY, _with_tables(GLOSSARY, glossary_tables(entries))
    yield TO_CONFIRM, _with_tables(TO_CONFIRM, open_questions(entries))


def main(arguments: list[str]) -> int:
    """Write and compile the catalogues, or check that they are up to date."""
    if arguments not in ([], ["--check"]):
        print("usage: python tools/words.py [--check]", file=sys.stderr)
        return 2
    try:
        entries = all_entries()
        written = list(outputs(entries))
    except EntryError as error:
        print(error, file=sys.stderr)
        return 1
    stale = [
        (target, text)
        for target, text in written
        if not target.exists() or target.read_text(encoding="utf-8") != text
    ]
    names = ", ".join(target.relative_to(ROOT).as_posix() for target, _ in stale)
    if arguments:
        if stale:
            print(f"out of date: {names}; run python tools/words.py")
        return 1 if stale else 0
    for target, text in stale:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    compile_catalogues(LOCALE_ROOT)
    print(f"{len(entries)} entries; written: {names or 'nothing new'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
