"""Addresses of servers: as people may see them, and where they lead."""

import ipaddress
import re
from urllib.parse import urlsplit

_PASSWORD = re.compile(r"(?<=//)([^\s/?#:@]{0,200}):\S{0,1000}@")
"""User and password before a host; what a password may hold, libraries do not agree on, so rather too much is taken."""

_ASKED = re.compile(
    r"([?&](?:[^\s=?&#]{0,40}(?:password|passwd|secret|token|api.?key)[^\s=?&#]{0,40}|key)=)[^\s&#]{1,1000}",
    re.IGNORECASE,
)
"""The same among what is asked of a server, as the drivers of databases take it."""


def without_passwords(text: str) -> str:
    """A text with *** for the password of every address in it; its user stays."""
    return _ASKED.sub(r"\1***", _PASSWORD.sub(r"\1:***@", text))


def local(url: str) -> bool:
    """Return True for an address of this computer or of the network at home."""
    host = urlsplit(url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or "." not in host or host.endswith((".local", ".lan", ".home", ".internal"))
    return address.is_private or address.is_loopback or address.is_link_local
