"""Addresses of servers as people may see them."""

import re

_PASSWORD = re.compile(r"(?<=//)([^\s/?#:@]{0,200}):\S{0,1000}@")
"""User and password before a host; what a password may hold, libraries do not agree on, so rather too much is taken."""


def without_passwords(text: str) -> str:
    """A text with *** for the password of every address in it; its user stays."""
    return _PASSWORD.sub(r"\1:***@", text)
