"""Shapes of all messages over a page's socket, checked before the library reads any of them.

Two layers, as in the library: frames, each a digit and what it carries, and in the frames messages, each a list of its
kind and one object. What has another shape becomes a frame with nothing in it, or is no message.
"""

import re
from collections.abc import Mapping
from typing import Annotated

from nicegui import json
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from starlette.types import Message, Receive

LARGEST_FRAME = 1_000_000
"""Characters of a frame, as many as the library itself takes."""
MOST_FRAMES = 16
"""Frames that come in one request, where a browser has no socket."""
MOST_ARGUMENTS = 16
"""Values that an event of an element carries."""
NO_MESSAGE = "4"
"""A frame with nothing in it."""

CONNECT, DISCONNECT = "0", "1"
"""Messages that have a kind and nothing else."""

_BETWEEN_FRAMES = "\x1e"
_OF_BROWSERS = frozenset("12345")
"""Frames browsers send: closing, probing, being there, a message, changing over to a socket."""
_EVENT = re.compile(r"2[0-9]{0,9}(\[.*)", re.DOTALL)
"""A message, with the number it is to be answered under."""


def _json_text(text: str) -> str:
    """Raises ValueError for what the library could not read."""
    json.loads(text)
    return text


def _number(text: str) -> str:
    """Raises ValueError for what is no number."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError
    return text


_Id = Annotated[str, StringConstraints(min_length=1, max_length=100)]
_Number = Annotated[int, Field(ge=0, lt=2**53)]
_Digits = Annotated[str, StringConstraints(max_length=16), AfterValidator(_number)]
_Argument = Annotated[str, AfterValidator(_json_text)]


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True)

    client_id: _Id


class Handshake(_Shape):
    """A page asks to be told what changes on it."""

    tab_id: _Id
    document_id: _Id
    old_tab_id: Annotated[str, StringConstraints(max_length=100)] | None = None
    next_message_id: _Number | _Digits | None = None


class Event(_Shape):
    """Something was done with an element of a page."""

    id: _Number
    listener_id: _Id
    args: Annotated[list[_Argument | None], Field(max_length=MOST_ARGUMENTS)]


class Acknowledged(_Shape):
    """A page has drawn what it was told."""

    next_message_id: _Number


class Answered(_Shape):
    """Result of a script."""

    request_id: _Id


SHAPES: Mapping[str, type[_Shape]] = {
    "handshake": Handshake,
    "event": Event,
    "ack": Acknowledged,
    "javascript_response": Answered,
}
"""By kind of message; more in them does no harm. A kind the library comes to know is dropped until it is here."""

IGNORED = frozenset({"log"})
"""Messages browsers send and nobody wants: their own errors, which the library would write to the log as they are."""


def fits(kind: object, said: object) -> bool:
    """Return True where a message has the shape of its kind."""
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        return False
    try:
        shape.model_validate(said)
    except ValidationError:
        return False
    return True


def kind_of(packet: object) -> str | None:
    """Kind of the message in a frame, "connect" and "disconnect" among them; None where its shape is another one."""
    if packet == CONNECT:
        return "connect"
    if packet == DISCONNECT:
        return "disconnect"
    found = _EVENT.fullmatch(packet) if isinstance(packet, str) else None
    if found is None:
        return None
    try:
        message = json.loads(found[1])
    except ValueError:
        return None
    kind, *said = message or [None]
    if isinstance(kind, str) and kind in IGNORED:
        return kind
    return kind if len(said) == 1 and fits(kind, said[0]) else None


def is_too_long(content_length: str) -> bool:
    """Return True where a request says of itself that it is longer than anything the library takes."""
    return len(content_length) > 10 or (content_length.isdigit() and int(content_length) > LARGEST_FRAME)


def sifted(receive: Receive) -> Receive:
    """Pass on a browser's frames, by socket or by requests in place of one; anything else becomes an empty frame."""

    async def sifting() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive":
            return {"type": "websocket.receive", "text": _frame(message.get("text"))}
        if message["type"] == "http.request":
            return {"type": "http.request", "body": _frames(await _whole(message, receive)), "more_body": False}
        return message

    return sifting


def _frame(text: object) -> str:
    if isinstance(text, str) and len(text) <= LARGEST_FRAME and text[:1] in _OF_BROWSERS:
        return text
    return NO_MESSAGE


def _frames(body: bytes) -> bytes:
    """Frames in the body of a request; none where it cannot be read."""
    if not body:
        return body
    try:
        frames = body.decode("utf-8").split(_BETWEEN_FRAMES)
    except UnicodeDecodeError:
        return NO_MESSAGE.encode()
    return _BETWEEN_FRAMES.join(map(_frame, frames[:MOST_FRAMES])).encode()


async def _whole(message: Message, receive: Receive) -> bytes:
    """The body of a request; empty where it is too large."""
    body = bytearray(message.get("body", b""))
    while message.get("more_body", False):
        message = await receive()
        if len(body) <= LARGEST_FRAME:
            body += message.get("body", b"")
    return bytes(body) if len(body) <= LARGEST_FRAME else NO_MESSAGE.encode()
