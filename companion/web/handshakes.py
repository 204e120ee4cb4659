"""Connections over TLS, each counted by its gate from when it is opened: its handshake may never end."""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from companion.web.connections import Gate

log = logging.getLogger(__name__)

NO_FILE_SECONDS = 1.0
"""Time until it is tried again to take a connection, where this process can open no file."""


class _Opened(asyncio.Transport):
    """A connection whose handshake has not ended, as a gate counts it."""

    def __init__(self, taken: socket.socket, address: object) -> None:
        super().__init__({"peername": address})
        self.handshake: asyncio.Task[object] | None = None
        self._socket = taken

    def get_write_buffer_size(self) -> int:
        """Nothing is sent by the gate."""
        return 0

    def write(self, data: object) -> None:
        """Nothing can be told before the handshake."""

    def close(self) -> None:
        """Close it."""
        self.abort()

    def abort(self) -> None:
        """Close it, in the middle of its handshake where that has begun."""
        if self.handshake is None:
            self._socket.close()
        else:
            self.handshake.cancel()


async def take(listening: socket.socket, gate: Gate, make: Callable[[], asyncio.Protocol], tls: ssl.SSLContext) -> None:
    """Let connections in and shake hands with each, beside the others, until this is cancelled.

    Args:
        listening: Where they come in.
        gate: Counts them; a handshake that takes too long is cut by it, as a request is.
        make: Makes the protocol of a connection, which enters the gate once it is encrypted.
        tls: Certificate and key.
    """
    loop = asyncio.get_running_loop()
    while True:
        try:
            taken, address = await loop.sock_accept(listening)
        except OSError as problem:
            log.warning("no connection can be taken for now: %s", problem)
            await asyncio.sleep(NO_FILE_SECONDS)
            continue
        opened = _Opened(taken, address)
        if gate.enter(opened) is not None:
            opened.handshake = loop.create_task(_shake(taken, opened, gate, make, tls))
        await asyncio.sleep(0.0)  # the handshake begins, and everybody else has a turn between two connections


async def _shake(
    taken: socket.socket, opened: _Opened, gate: Gate, make: Callable[[], asyncio.Protocol], tls: ssl.SSLContext
) -> None:
    protocol = make()
    begin = protocol.connection_made

    def encrypted(transport: asyncio.BaseTransport) -> None:
        gate.leave(opened)
        begin(transport)

    protocol.connection_made = encrypted  # type: ignore[method-assign]
    try:
        with suppress(OSError):  # the other side gave up, or does not speak TLS
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, taken, ssl=tls)
    finally:
        gate.leave(opened)
