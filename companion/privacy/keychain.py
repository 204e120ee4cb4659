"""The key that voiceprints are encrypted with, kept by the keychain of the operating system."""

import sys
from typing import Literal

import keyring
from cryptography.fernet import Fernet
from keyring.errors import KeyringError, NoKeyringError

from companion.errors import KeychainError

_FAILURES: tuple[type[Exception], ...] = (KeyringError, ValueError, OSError, RuntimeError)
"""How a keychain says that it gives nothing; a session bus that is gone is not told by an error of `keyring`."""

if sys.platform == "linux":
    from secretstorage.exceptions import SecretStorageException

    _FAILURES += (SecretStorageException,)

Encryption = Literal["auto", "keychain", "off"]
"""Where the system has a keychain, always (or refuse), or never."""

_SERVICE = "table-companion"
_ACCOUNT = "voiceprints"


def keychain_name() -> str | None:
    """What the system calls its keychain; None when it has none, or one that keeps nothing.

    One that went away since the companion began keeps its name: voices are not kept unencrypted because of that.
    """
    backend = keyring.get_keyring()
    return None if backend.viable and backend.priority <= 0 else backend.name


def voice_cipher(wish: Encryption) -> Fernet | None:
    """What voiceprints are encrypted with; a key is made when the keychain has none yet.

    Args:
        wish: As the settings say.

    Returns:
        None where nothing is to be encrypted, or the system has no keychain and may do without.

    Raises:
        KeychainError: The keychain is missing though wanted, locked, gone, or does not keep what it is given.
    """
    if wish == "off" or (wish == "auto" and keychain_name() is None):
        return None
    try:
        key = keyring.get_password(_SERVICE, _ACCOUNT) or _new_key()
        return Fernet(key)
    except NoKeyringError as problem:
        raise KeychainError("This system has no keychain.", DO_WITHOUT) from problem
    except _FAILURES as problem:
        raise KeychainError(
            "The system's keychain gives no key for voiceprints.", f"Unlock it. {DO_WITHOUT}"
        ) from problem


def _new_key() -> str:
    key = Fernet.generate_key().decode()
    keyring.set_password(_SERVICE, _ACCOUNT, key)
    if keyring.get_password(_SERVICE, _ACCOUNT) != key:
        raise KeychainError("The system's keychain keeps nothing.", DO_WITHOUT)
    return key


DO_WITHOUT = 'Set voice_encryption = "off" to keep voiceprints unencrypted, readable by this account only.'
