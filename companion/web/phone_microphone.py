"""A seat's phone as a microphone: its socket, which sends sound for this seat only.

The phone sends packets, each the number of its first sample (four bytes, the low one first) and 16-bit sound, and once
a second "?"; it is told "on" while it is heard and "wait" while it is not, and then sends nothing.
"""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.web.app_context import AppContext
from companion.web.auth import SEAT_MICROPHONE, visitor_of, visitors_of
from companion.web.fair_share import Bucket
from companion.web.keys import Visitor
from companion.web.routes import seat_socket

HEAD_BYTES = 4
MOST_BYTES = HEAD_BYTES + 2 * 2_048
"""Longest packet: an eighth of a second."""
PACKETS_AT_ONCE, PACKETS_A_SECOND = 120, 45.0
"""A phone sends 31 a second, and more at once when the network let none through; whoever sends more waits."""
LOOK_SECONDS = 1.0
_REFUSED = 1008


class SeatMicrophone:
    """One phone's connection.

    Args:
        house: What pages share.
        socket: The phone's socket.
    """

    def __init__(self, house: AppContext, socket: WebSocket) -> None:
        self._house, self._socket = house, socket
        self.visitor: Visitor = visitor_of(socket.scope)
        self._told = ""
        self._looked = -LOOK_SECONDS

    async def run(self) -> None:
        """Take in what it sends until it goes, its key is revoked, or another phone takes its place."""
        if not await self._may_stay():
            await self.end()
            return
        phones, seat, clock = self._house.host.phones, self.visitor.seat or "", self._house.clock
        bucket = Bucket(PACKETS_AT_ONCE, PACKETS_A_SECOND, clock.monotonic, asyncio.sleep)
        ticket = phones.join(seat)
        try:
            while await self._may_stay() and phones.holds(seat, ticket):
                await self._tell("on" if phones.began is not None and phones.allowed(seat) else "wait")
                message = await self._socket.receive()
                await bucket.wait(1.0)
                sound = message.get("bytes") or b""
                if message["type"] == "websocket.disconnect":
                    return
                if not await self._may_stay():  # it may have been silent for long
                    break
                if len(sound) > MOST_BYTES or len(message.get("text") or "") > 1 or len(sound) % 2:
                    break
                if len(sound) > HEAD_BYTES:
                    first = int.from_bytes(sound[:HEAD_BYTES], "little")
                    phones.hear(seat, ticket, first, sound[HEAD_BYTES:])
            await self.end()
        except (WebSocketDisconnect, RuntimeError):  # gone in the middle of a word
            return
        finally:
            phones.leave(seat, ticket)

    async def end(self) -> None:
        """Close it, where it is not closed already."""
        with suppress(RuntimeError):
            await self._socket.close(_REFUSED)

    async def _may_stay(self) -> bool:
        """Look whether the key still counts, at the table that plays, and once a second who agreed to being heard."""
        now, visitor, host = self._house.clock.monotonic(), self.visitor, self._house.host
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            await self._house.beside(self._house.heard_seats.look)
        counts = visitor in visitors_of(self._socket.scope)
        return counts and host.key == visitor.campaign and visitor.seat in host.players

    async def _tell(self, state: str) -> None:
        if state != self._told:
            self._told = state
            await self._socket.send_text(state)


def serve_microphones(house: AppContext) -> None:
    """Add the socket to the server, and let phones be heard by whoever `HeardSeats` says."""
    house.host.phones.allowed = house.heard_seats.allows
    house.host.consent_changed = house.heard_seats.look

    latest: dict[Visitor, SeatMicrophone] = {}

    @seat_socket(SEAT_MICROPHONE)
    async def microphone(socket: WebSocket) -> None:
        await socket.accept()
        own = SeatMicrophone(house, socket)
        before, latest[own.visitor] = latest.get(own.visitor), own
        if before is not None:
            await before.end()
        try:
            await own.run()
        finally:
            if latest.get(own.visitor) is own:
                del latest[own.visitor]
