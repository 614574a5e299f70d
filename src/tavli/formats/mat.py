"""Read the two-column match text that other programs and sites export.

No norm exists for it. Read are its dialects with ``bar`` or ``25``, ``off`` or
``0``, steps apart or joined, with or without hit marks, in any usual encoding.
"""

import re
from collections.abc import Iterator
from typing import Final

from tavli.formats.errors import RecordError
from tavli.formats.mat_cells import split_cells
from tavli.formats.source import decode
from tavli.formats.written import WrittenGame, WrittenMatch
from tavli.words.findings import finding

LONGEST_LINE: Final = 1000
MOST_LINES: Final = 100_000
MOST_GAMES: Final = 1000

_Lines = tuple[tuple[int, str], ...]

_TAG: Final = re.compile(r'\s*;\s*\[([^"\]]{1,60})"([^"]*)"\s*\]')
_LENGTH: Final = re.compile(r"\s*(\d{1,6})[ -]points? match", re.IGNORECASE)
_MONEY: Final = re.compile(r"\s*(?:money|unlimited)\b", re.IGNORECASE)
_GAME: Final = re.compile(r"\s*Game\s+(\d{1,6})\s*$", re.IGNORECASE)
_SCORE: Final = re.compile(r":\s*(\d{1,12})(?=\s\s|$)")
_COMMENT: Final = re.compile(r"\s*[;#]")


def read(content: bytes) -> WrittenMatch:
    """Return the match in *content*, or the first of several.

    What a cell means is not judged here, and a cell that can't be read is kept as
    such; a file that is no match at all is refused.

    Raises:
        RecordError: one sentence, and the line where there is one.
    """
    return _read_match(next(_parts(tuple(_lines(decode(content))))))


def read_all(content: bytes) -> tuple[WrittenMatch, ...]:
    """Return every match in *content*: each begins with the line of its length.

    Raises:
        RecordError: the first one can't be read.
    """
    first, *others = _parts(tuple(_lines(decode(content))))
    matches = [_read_match(first)]
    for lines in others:
        try:
            matches.append(_read_match(lines))
        except RecordError as error:
            left_out = finding("left_out", error.what)
            matches[0].faults.append((error.line or 0, left_out))
    return tuple(matches)


def _parts(lines: _Lines) -> Iterator[_Lines]:
    """Yield the lines of each match: head, length, games."""
    begin, has_games = 0, False
    for at, (_, text) in enumerate(lines):
        if _GAME.match(text):
            has_games = True
        elif has_games and _is_length(text):
            head = at
            while head and _COMMENT.match(lines[head - 1][1]):
                head -= 1
            yield lines[begin:head]
            begin, has_games = head, False
    yield lines[begin:]


def _is_length(text: str) -> bool:
    """Whether a match begins at *text*; names may read like its length as well."""
    found = _LENGTH.match(text) or _MONEY.match(text)
    return found is not None and _read_players(text.strip()) is None


def _read_match(lines: _Lines) -> WrittenMatch:
    if not lines:
        raise RecordError(finding("file_empty"), 1)
    match = _read_head(lines)
    for number, text in lines:
        if number > match.length_line:
            _read_line(match, number, text)
    if not match.games:
        raise RecordError(finding("mat_no_game"), lines[-1][0])
    first = match.games[0]
    # A file may begin in the midst of a match: what came before isn't in it.
    first.stands_alone = 1 < first.number <= MOST_GAMES and any(first.score or ())
    return match


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers."""
    end = "\n" if "\n" in text else "\r"
    for number, line in enumerate(text.split(end), start=1):
        if number > MOST_LINES:
            raise RecordError(finding("most_lines", most=MOST_LINES), number)
        # A tab can be eight columns wide, so that it is the wide line that is bounded.
        wide = line[: LONGEST_LINE + 1].expandtabs().rstrip()
        if max(len(line), len(wide)) > LONGEST_LINE:
            raise RecordError(
                finding(
                    "line_long", found=max(len(line), len(wide)), most=LONGEST_LINE
                ),
                number,
            )
        if wide:
            yield number, wide


def _read_head(lines: _Lines) -> WrittenMatch:
    """Return the match as far as the line that says how long it is."""
    tags: dict[str, str] = {}
    for number, text in lines:
        if tag := _TAG.match(text):
            tags[tag[1].strip().lower()] = tag[2]
        elif length := _LENGTH.match(text):
            return WrittenMatch(int(length[1]), number, tags=tags)
        elif _MONEY.match(text):
            return WrittenMatch(0, number, tags=tags)
        elif _GAME.match(text):
            break
    raise RecordError(finding("mat_no_length"), lines[0][0])


def _read_line(match: WrittenMatch, number: int, text: str) -> None:
    """Add what the line says to *match*."""
    if game := _GAME.match(text):
        if len(match.games) >= MOST_GAMES:
            raise RecordError(finding("most_games", most=MOST_GAMES), number)
        match.games.append(WrittenGame(int(game[1]), number))
    # Some programs write remarks between the length and the first game.
    elif (
        match.games
        and not _take_players(match, number, text)
        and not _COMMENT.match(text)
    ):
        match.games[-1].cells.extend(split_cells(text, number))


def _take_players(match: WrittenMatch, number: int, text: str) -> bool:
    """Take names and score from the head of a game, whatever a name begins with.

    A line that looks like a comment counts until one comes that does not.
    """
    game = match.games[-1]
    is_comment = _COMMENT.match(text) is not None
    is_known = game.score_line and (is_comment or not game.is_score_doubtful)
    if game.cells or is_known:
        return False
    players = _read_players(text.strip())
    if players is None:
        return False
    white, black, game.score = players
    game.score_line, game.is_score_doubtful = number, is_comment
    if not match.white or (_COMMENT.match(match.white) and not is_comment):
        match.white, match.black = white, black
    return True


def _read_players(text: str) -> tuple[str, str, tuple[int, int]] | None:
    """Return names and scores of ``Anna : 0      Basil : 2``, if *text* is such."""
    first = _SCORE.search(text)
    last = text.rfind(":")
    if first is None or last <= first.start():
        return None
    second = _SCORE.match(text, last)
    white, black = text[: first.start()].strip(), text[first.end() : last].strip()
    if second is None or second.end() != len(text) or not (white and black):
        return None
    return white, black, (int(first[1]), int(second[1]))
