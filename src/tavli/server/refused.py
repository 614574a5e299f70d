"""Calls that are refused, whatever refuses them."""

from http import HTTPStatus

from tavli.server.said import Said


class RefusedError(Exception):
    """A call that is answered with *status*, a code and a sentence.

    *values* are what the sentence speaks of, for a page that says it in its words; of
    a file or a text that can't be read, *said* is all that was found in it.
    """

    def __init__(
        self,
        code: str,
        text: str,
        status: HTTPStatus = HTTPStatus.BAD_REQUEST,
        values: dict[str, str] | None = None,
        *,
        said: Said | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.status = status
        self.values = values or {}
        self.said = said
