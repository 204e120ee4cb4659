"""The page: one table view for everybody, one private view per seat, served on this computer.

The library they are made with is loaded without what it only needs to call other servers.
"""

import sys

_CLIENTS = ("aiohttp", "requests", "websocket")
"""Libraries of HTTP clients: a fifth of what a start of the pages takes."""


def _load_sockets() -> None:
    """Load the library of sockets, which goes on without the clients where they are not installed."""
    hidden = [name for name in _CLIENTS if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None makes an import of that name fail
    try:
        import socketio  # noqa: F401
    finally:
        for name in hidden:
            del sys.modules[name]


_load_sockets()
