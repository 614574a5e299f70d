"""Two people at one table."""

from collections.abc import Callable
from dataclasses import dataclass

from server.visitors import Line, Visitor


@dataclass
class Pair:
    """White invited Black, both are seated, and the seeds are in."""

    match: str
    white: Visitor
    black: Visitor
    white_line: Line
    black_line: Line

    @property
    def lines(self) -> tuple[Line, Line]:
        return self.white_line, self.black_line

    def acting(self) -> tuple[Line, Line]:
        """Return the line of whoever must act, and the other's."""
        white, black = self.lines
        return (black, white) if white.view["turn"] == "b" else (white, black)

    def do_first(self) -> None:
        """Let whoever must act do the first thing he may; both hear it."""
        actor, other = self.acting()
        done = actor.do_first()
        assert done["type"] == "events", done
        self.catch_up(other, done["version"])

    def catch_up(self, line: Line, version: int) -> None:
        while line.view["version"] < version:
            line.hear_until("events")

    def play_until(self, *phases: str) -> None:
        while self.white_line.view["phase"] not in phases:
            self.do_first()

    def finish_by_resignation(self) -> None:
        """Let White give up the match."""
        done = self.white_line.act("resign_match")
        assert done["view"]["phase"] == "match_over", done
        self.catch_up(self.black_line, done["version"])


def seat_two(
    visit: Callable[..., Visitor], game: str = "portes", length: str = "game"
) -> Pair:
    white, black = visit(), visit()
    challenge = white.challenge(game, length)
    match = black.made(f"/api/challenges/{challenge}/accept")
    pair = Pair(match, white, black, white.sit(match), black.sit(match))
    for line in pair.lines:
        line.give_seed()
    for line in pair.lines:
        line.hear_until("events")
    return pair
