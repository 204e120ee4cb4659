"""Keys of language servers in the keychain of the operating system, each bound to the address it was given for."""

import keyring
from keyring.errors import KeyringError

from audio.patience import in_time

_SERVICE = "table-companion language server"
_SECONDS = 20.0
_FAILURES = (KeyringError, ValueError, OSError, RuntimeError, TimeoutError)


def kept_key(address: str) -> str | None:
    """The key kept for an address; None where there is none, or the keychain gives nothing."""
    try:
        return in_time(lambda: keyring.get_password(_SERVICE, address), _SECONDS)
    except _FAILURES:
        return None


def keep_key(address: str, key: str) -> bool:
    """Keep a key for an address; False where the system has no keychain that keeps it."""
    try:
        in_time(lambda: keyring.set_password(_SERVICE, address, key), _SECONDS)
    except _FAILURES:
        return False
    return kept_key(address) == key
