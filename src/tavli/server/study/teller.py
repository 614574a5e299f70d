"""How a long job says how far it is, and hears that nobody wants it any more."""

from typing import Protocol


class StoppedError(Exception):
    """Nobody wants the answer any more."""


class Teller(Protocol):
    """What a job is given to speak with."""

    def tell(self, done: int, total: int, partial: bytes = b"") -> None:
        """Say that *done* of *total* is done, and what *partial* answer there is.

        Raises:
            StoppedError: nobody wants the answer any more.
        """
        ...

    def check(self) -> None:
        """Go on, or raise StoppedError."""
        ...


class Job(Protocol):
    """A pure question; it travels to a process, so that it must be picklable."""

    def answer(self, teller: Teller) -> bytes:
        """Return the answer as JSON.

        Raises:
            StudyError: there is none; the sentence says why.
        """
        ...


class StudyError(Exception):
    """A question without an answer: a code for the page, a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code, self.text = code, text
