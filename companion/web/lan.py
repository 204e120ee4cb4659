"""Under which names and addresses the page answers: this computer's own, and the network's when that is switched on."""

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Callable, Iterator

import uvicorn
from starlette.types import ASGIApp

from companion.errors import CompanionError
from engine.phrase import phrase

LOOPBACK = "127.0.0.1"
_OWN_NAMES = (LOOPBACK, "localhost", "[::1]")
_NOWHERE = ("192.0.2.1", 9)
"""An address nobody has; asking for the way there sends nothing."""

log = logging.getLogger(__name__)


class NoPort(CompanionError):
    """The page cannot be served."""

    code = "no_port"


class Servant(uvicorn.Server):
    """A server that leaves signals to the one that came first, and tells when it answers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.answers = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self.answers.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


class Lan:
    """The port of the page, and whether it answers on the network too.

    Args:
        port: Port of the page; once it is taken the same on every address.
        find: Finds this computer's address on the network.
    """

    def __init__(self, port: int, find: Callable[[], str | None] | None = None) -> None:
        self.port = port
        self._find = find or network_address
        self.app: ASGIApp | None = None
        self._server: Servant | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def on(self) -> bool:
        """Whether other devices on the network may come."""
        return self._server is not None

    @property
    def address(self) -> str | None:
        """This computer's address on the network; None when it is on none."""
        return self._find()

    def own_names(self) -> frozenset[str]:
        """Names with port under which programs of this computer may ask for the page."""
        return frozenset(f"{name}:{self.port}" for name in _OWN_NAMES)

    def network_names(self) -> frozenset[str]:
        """Names with port under which other devices may ask for it; none while they may not come."""
        if not self.on or self.address is None:
            return frozenset()
        return frozenset(f"{name}:{self.port}" for name in (self.address, f"{socket.gethostname()}.local".lower()))

    @property
    def link(self) -> str:
        """Where seats find the page, without a slash at the end."""
        address = self.address if self.on else None
        return f"http://{address or LOOPBACK}:{self.port}"

    async def switch_on(self) -> None:
        """Let other devices on the network come.

        Raises:
            NoPort: This computer is on no network, or the port is taken there.
        """
        if self.on or self.app is None:
            return
        address = self.address
        if address is None:
            raise NoPort(
                phrase("This computer is on no network."), phrase("Connect it to the same network as the phones.")
            )
        taken = bind(address, self.port)
        self._server = Servant(configured(self.app, lifespan="off"))
        self._task = asyncio.create_task(self._server.serve([taken]))
        await self._server.answers.wait()

    async def switch_off(self) -> None:
        """Let nobody on the network come any more; open pages there are cut off."""
        server, self._server = self._server, None
        if server is not None and self._task is not None:
            server.should_exit = server.force_exit = True
            await self._task


def network_address() -> str | None:
    """This computer's address on the network it would reach others by; None when there is none. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_NOWHERE)
        except OSError:
            return None
        address = str(asking.getsockname()[0])
    return None if address.startswith("127.") else address


def configured(app: ASGIApp, *, lifespan: str = "on") -> uvicorn.Config:
    """How the page is served: nothing about a request is logged, nobody is believed about where it comes from."""
    return uvicorn.Config(
        app,
        lifespan=lifespan,  # type: ignore[arg-type]
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        ws_max_size=2**20,
    )


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
