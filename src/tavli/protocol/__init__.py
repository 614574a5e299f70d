"""Every message between client and server, one struct each."""

from tavli.protocol.client import Act, ClientMessage, GiveSeed, Join, Leave, Ping
from tavli.protocol.codec import (
    MAX_FRAME,
    ProtocolError,
    decode_client,
    decode_server,
    encode,
)
from tavli.protocol.codes import SENTENCES, ProtocolCode
from tavli.protocol.server import (
    Happened,
    Joined,
    PlayerCard,
    Pong,
    Presence,
    PresenceChanged,
    Problem,
    Refused,
    Rematch,
    RematchOffered,
    Rules,
    ServerMessage,
    Step,
)
from tavli.protocol.view import Cube, Graph, Node, Offer, View

__all__ = [
    "MAX_FRAME",
    "SENTENCES",
    "Act",
    "ClientMessage",
    "Cube",
    "GiveSeed",
    "Graph",
    "Happened",
    "Join",
    "Joined",
    "Leave",
    "Node",
    "Offer",
    "Ping",
    "PlayerCard",
    "Pong",
    "Presence",
    "PresenceChanged",
    "Problem",
    "ProtocolCode",
    "ProtocolError",
    "Refused",
    "Rematch",
    "RematchOffered",
    "Rules",
    "ServerMessage",
    "Step",
    "View",
    "decode_client",
    "decode_server",
    "encode",
]
