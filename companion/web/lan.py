"""Under which names and addresses the page answers: this computer's own, and the network's when that is switched on."""

import asyncio
import contextlib
import errno
import logging
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from starlette.types import ASGIApp

from companion.base.errors import CompanionError
from companion.web.connections import BACKLOG, WITH_NETWORK, Gate, Server, share_of_network
from companion.web.handshakes import take
from engine.phrase import phrase

LOOPBACK = "127.0.0.1"
_NOWHERE = ("192.0.2.1", 9)
"""An address nobody has; asking for the way there sends nothing."""

LOOK_SECONDS = 5.0
"""Seconds between two looks for another address of this computer: a lost network, another network."""

log = logging.getLogger(__name__)


class NoPort(CompanionError):
    """The page cannot be served."""


class QuietServer(Server):
    """A server that leaves signals to the one that came first, and tells when it answers."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        super().__init__(app, gate, lifespan="off")
        self.answers = asyncio.Event()
        self._taking: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer; over TLS with a gate before the handshake, which the library lets everybody begin."""
        tls = self.config.ssl
        await super().startup(sockets if tls is None else [])
        if tls is not None and sockets:
            sockets[0].listen(BACKLOG)
            sockets[0].setblocking(False)
            self._taking = asyncio.create_task(take(sockets[0], self._gate, self._protocol, tls))
        self.answers.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End to answer."""
        if self._taking is not None:
            self._taking.cancel()
            await asyncio.wait({self._taking})
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        made: asyncio.Protocol = self.config.http_protocol_class(config=self.config, **state)  # type: ignore[call-arg]
        return made

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


class Lan:
    """The port of the page, and whether it answers on the network too.

    Args:
        port: Port of the page; once it is taken the same on every address.
        find: Finds this computer's address on the network.
        gate: Lets connections from the network in.
        certificate: Gives the file of a certificate and key for an address.
    """

    def __init__(
        self,
        port: int,
        find: Callable[[], str | None] | None = None,
        gate: Gate | None = None,
        certificate: Callable[[str], Path] | None = None,
    ) -> None:
        self.port = port
        self._find = find or network_address
        self._gate = gate or Gate(share_of_network(), time.monotonic, WITH_NETWORK)
        self.app: ASGIApp | None = None
        self.secure = False
        """True where phones are answered over TLS, without which browsers lend no microphone."""
        self._certificate = certificate
        self.moved: Callable[[], object] = lambda: None
        """Told when the page answers at another address of the network than before."""
        self._address: str | None = None
        self._server: QuietServer | None = None
        self._serving: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None

    @property
    def on(self) -> bool:
        """True while other devices on the network may come."""
        return self._address is not None

    def own_names(self) -> frozenset[str]:
        """Name with port under which programs of this computer may ask for the page."""
        return frozenset({f"{LOOPBACK}:{self.port}"})

    def network_names(self) -> frozenset[str]:
        """Names with port under which other devices may ask for it; none while they may not come."""
        if self._address is None:
            return frozenset()
        return frozenset(f"{name}:{self.port}" for name in (self._address, f"{socket.gethostname()}.local".lower()))

    @property
    def link(self) -> str:
        """Address of the page for seats, without a slash at the end."""
        scheme = "https" if self.secure and self.on else "http"
        return f"{scheme}://{self._address or LOOPBACK}:{self.port}"

    async def switch_on(self, *, secure: bool = False) -> None:
        """Let other devices on the network come, and follow this computer to other addresses of it.

        Args:
            secure: Whether over TLS, so that they can be microphones; each of them is then warned once.

        Raises:
            NoPort: This computer is on no network, or the port is taken there.
        """
        if self.on or self.app is None:
            return
        address = self._find()
        if address is None:
            raise NoPort(
                phrase("This computer is on no network."), phrase("Connect it to the same network as the phones.")
            )
        self.secure = secure and self._certificate is not None
        await self._answer_at(address)
        self._looking = asyncio.create_task(self._keep_looking())

    async def switch_off(self) -> None:
        """Let nobody on the network come any more; open pages there are cut off."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        self._address = None
        await self._stop()

    async def look(self) -> None:
        """Answer at the address this computer has on the network now; while it has none, wait for the next one.

        A server that has ended is begun anew.
        """
        address = self._find()
        if not self.on or address is None:
            return
        if address == self._address and self._serving is not None and not self._serving.done():
            return
        await self._stop()
        try:
            await self._answer_at(address)
        except NoPort as problem:
            log.warning("phones cannot come for now: %s", problem)
            return
        self.moved()

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look()

    async def _answer_at(self, address: str) -> None:
        """Serve the page at an address; it is on from the beginning, so that nobody else switches it on meanwhile."""
        assert self.app is not None
        file = self._certified(address)
        taken = bind(address, self.port)
        self._address = address
        self._server = server = QuietServer(self.app, self._gate)
        if file:
            server.config.ssl_certfile = server.config.ssl_keyfile = file
        self._serving = asyncio.create_task(server.serve([taken]))
        answers = asyncio.create_task(server.answers.wait())
        try:
            await asyncio.wait({answers, self._serving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            answers.cancel()

    def _certified(self, address: str) -> str:
        """Path of a certificate for an address; empty where none is wanted."""
        if not self.secure or self._certificate is None:
            return ""
        return str(self._certificate(address))

    async def _stop(self) -> None:
        server, self._server = self._server, None
        serving, self._serving = self._serving, None
        if server is not None and serving is not None:
            server.should_exit = server.force_exit = True
            await asyncio.wait({serving})
            self._gate.cut_all()


def network_address() -> str | None:
    """This computer's address on the network it would reach others by; None when there is none. Sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect(_NOWHERE)
            address = str(asking.getsockname()[0])
    except OSError:
        return None
    return None if address.startswith("127.") else address


def bind(address: str, port: int) -> socket.socket:
    """A socket on an address.

    Raises:
        NoPort: The port is taken or not ours to take.
    """
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((address, port))
    except OSError as problem:
        taken.close()
        why = (
            phrase("is taken")
            if problem.errno == errno.EADDRINUSE
            else phrase("cannot be used: {strerror}", strerror=problem.strerror)
        )
        raise NoPort(
            phrase("Port {port} of {address} {why}.", port=port, address=address, why=why),
            phrase("Choose another with --port."),
        ) from problem
    return taken
