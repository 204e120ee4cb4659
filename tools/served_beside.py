"""The pages served from a thread of this process, for measurements and tests."""

import asyncio
import socket
import threading

from companion.web.app_context import AppContext
from companion.web.connections import Gate, Server, share_here
from companion.web.server import behind_door


class ServedBeside:
    """The pages, served beside whoever looks at them; one per process.

    Args:
        house: What pages share; closed with it.
        taken: Socket the pages answer on.
    """

    def __init__(self, house: AppContext, taken: socket.socket) -> None:
        self._house = house
        self._ready = threading.Event()
        self._server = Server(behind_door(house, self._started), Gate(share_here(), house.clock.monotonic))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [taken]}, name="page", daemon=True)
        self._thread.start()
        self._ready.wait()

    async def _started(self) -> None:
        self._house.live.attach(asyncio.get_running_loop())
        self._ready.set()

    def close(self) -> None:
        """Stop serving and give everything back."""
        self._server.should_exit = True
        self._thread.join(10.0)
        self._house.close()
