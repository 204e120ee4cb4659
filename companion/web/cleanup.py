"""Takes away what browsers left behind: pages that never connected, sockets without a page, and the memory of both."""

import asyncio
import gc
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from nicegui import Client

from audio.memory import give_back
from companion.web.rate_limits import unconnected

LOOK_SECONDS = 5.0
UNCONNECTED_SECONDS = 20.0
"""A page connects within a second of being sent; on a slow network and a slow phone within ten."""
UNATTENDED_SECONDS = 20.0
"""A socket names its page as it is opened."""
PAGES_A_COLLECTION = 8
"""Closed pages after which their memory is given back: it takes a quarter of a second, in which nothing else runs."""


class EngineServer(Protocol):
    """The sockets of the library, of whatever kind, by their ids."""

    sockets: Mapping[str, Any]

    async def disconnect(self, sid: str) -> None:
        """Close one."""


class Manager(Protocol):
    """The names sockets have in the library above."""

    def sid_from_eio_sid(self, eio_sid: str, namespace: str) -> str | None:
        """The name of one; None before it has one."""


class SocketServer(Protocol):
    """The library's own server of sockets."""

    eio: EngineServer
    manager: Manager

    def rooms(self, sid: str) -> Iterable[str]:
        """The pages a socket belongs to, among other rooms."""


class Tidying:
    """Looks regularly after what browsers left behind.

    Args:
        sockets: The library's server of sockets.
        monotonic: Seconds that only go up.
        dismiss: Closes the pages whose keys are worthless by now.
        collect: Gives memory back.
    """

    def __init__(
        self,
        sockets: SocketServer,
        monotonic: Callable[[], float],
        dismiss: Callable[[], None],
        collect: Callable[[], None] | None = None,
    ) -> None:
        self._sockets = sockets
        self._monotonic = monotonic
        self._dismiss = dismiss
        self._collect = collect or give_memory_back
        self._since: dict[str, float] = {}
        """Sockets without a page, and since when they have been so."""
        self._closing: set[asyncio.Task[None]] = set()
        self._gone = 0

    def page_gone(self) -> None:
        """A page was deleted."""
        self._gone += 1

    async def look(self) -> None:
        """Take away what has been left for long enough."""
        now = self._monotonic()
        self._dismiss()
        for client, sent in unconnected():
            if now - sent > UNCONNECTED_SECONDS:
                client.delete()
        self._close_unattended(now)
        if self._gone >= PAGES_A_COLLECTION:
            self._gone = 0
            await asyncio.get_running_loop().run_in_executor(None, self._collect)

    def _close_unattended(self, now: float) -> None:
        left = [each for each in self._sockets.eio.sockets if not self._has_page(each)]
        self._since = {each: self._since.get(each, now) for each in left}
        for each in [each for each, since in self._since.items() if now - since > UNATTENDED_SECONDS]:
            # Beside: closing one waits until its browser has taken what it was sent before.
            task = asyncio.create_task(self._sockets.eio.disconnect(each))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def _has_page(self, engine_sid: str) -> bool:
        sid = self._sockets.manager.sid_from_eio_sid(engine_sid, "/")
        return sid is not None and any(each in Client.instances for each in self._sockets.rooms(sid))


def give_memory_back() -> None:
    """Free what refers to itself, as pages do, and hand it back to the system."""
    gc.collect()
    give_back()


def keep_for_good() -> None:
    """Keep all objects now in memory until the end: they are not searched again for anything to free."""
    gc.collect()
    gc.freeze()
