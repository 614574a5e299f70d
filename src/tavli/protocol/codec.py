"""Messages as JSON and back; nothing unreadable gets past here."""

from typing import Final

import msgspec

from tavli.protocol.client import ClientMessage
from tavli.protocol.server import ServerMessage

MAX_FRAME: Final = 8 * 1024
"""The longest message a client may send, in bytes."""

_client = msgspec.json.Decoder(ClientMessage)
_server = msgspec.json.Decoder(ServerMessage)
_encoder = msgspec.json.Encoder()


class ProtocolError(ValueError):
    """A message that isn't one of ours; the sentence says where it fails."""


def decode_client(frame: str | bytes) -> ClientMessage:
    """Read what a client sent.

    Raises:
        ProtocolError: the frame is too long, no JSON, or not a message.
    """
    try:
        text = frame.encode() if isinstance(frame, str) else frame
        if len(text) <= MAX_FRAME:
            return _client.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise ProtocolError(_one_line(fault)) from fault
    raise ProtocolError(f"a message has at most {MAX_FRAME} bytes, not {len(text)}")


def decode_server(frame: str | bytes) -> ServerMessage:
    """Read what the server sent, for clients written in Python.

    Raises:
        ProtocolError: the frame isn't a message of this protocol.
    """
    try:
        return _server.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise ProtocolError(_one_line(fault)) from fault


def encode(message: ClientMessage | ServerMessage) -> str:
    """Write a message as one line of JSON."""
    return _encoder.encode(message).decode()


def _one_line(fault: Exception) -> str:
    return " ".join(str(fault).split())[:200]
