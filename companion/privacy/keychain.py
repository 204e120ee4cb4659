"""The key that voiceprints are encrypted with, kept by the keychain of the operating system."""

import sys
from collections.abc import Callable
from typing import Literal, TypeVar

import keyring
from cryptography.fernet import Fernet
from keyring.errors import KeyringError, NoKeyringError

from audio.patience import in_time
from companion.base.errors import KeychainError
from engine.phrase import phrase

_FAILURES: tuple[type[Exception], ...] = (KeyringError, ValueError, OSError, RuntimeError)
"""Errors of a keychain that gives nothing; a session bus that is gone is reported by none of `keyring`'s errors."""

if sys.platform == "linux":
    from secretstorage.exceptions import SecretStorageException

    _FAILURES += (SecretStorageException,)

T = TypeVar("T")

ANSWER_SECONDS = 10.0
UNLOCK_SECONDS = 60.0
"""Time a keychain may take to answer: by itself, and where somebody may have to type its password first."""

Encryption = Literal["auto", "keychain", "off"]
"""Encryption where the system has a keychain, always (or refuse), or never."""

_SERVICE = "table-companion"
_ACCOUNT = "voiceprints"


def keychain_name() -> str | None:
    """Return the system's name for its keychain; None when it has none, or one that keeps nothing.

    One that went away since the companion began keeps its name: voices are not kept unencrypted because of that.

    Raises:
        KeychainError: It does not answer.
    """
    return _asked(_name, ANSWER_SECONDS)


def _name() -> str | None:
    backend = keyring.get_keyring()
    return None if backend.viable and backend.priority <= 0 else backend.name


def voice_cipher(wish: Encryption) -> Fernet | None:
    """Return the cipher of voiceprints; a key is made when the keychain has none yet.

    Args:
        wish: As the settings say.

    Returns:
        None where nothing is to be encrypted, or the system has no keychain and may do without.

    Raises:
        KeychainError: The keychain is missing though wanted, locked, gone, does not answer, or does not keep what it is
            given.
    """
    if wish == "off" or (keychain_name() is None and wish == "auto"):
        return None
    try:
        return Fernet(_asked(lambda: keyring.get_password(_SERVICE, _ACCOUNT) or _new_key(), UNLOCK_SECONDS))
    except NoKeyringError as problem:
        raise KeychainError(phrase("This system has no keychain."), DO_WITHOUT) from problem
    except _FAILURES as problem:
        raise KeychainError(
            phrase("The system's keychain gives no key for voiceprints."),
            phrase("Unlock it. {otherwise}", otherwise=DO_WITHOUT),
        ) from problem


def _asked(question: Callable[[], T], seconds: float) -> T:
    """Return the keychain's answer, given in time: a service that never answers would be waited for forever."""
    try:
        return in_time(question, seconds)
    except TimeoutError as problem:
        raise KeychainError(
            phrase("The system's keychain does not answer."),
            phrase("Unlock or restart it. {otherwise}", otherwise=DO_WITHOUT),
        ) from problem


def _new_key() -> str:
    key = Fernet.generate_key().decode()
    keyring.set_password(_SERVICE, _ACCOUNT, key)
    if keyring.get_password(_SERVICE, _ACCOUNT) != key:
        raise KeychainError(phrase("The system's keychain keeps nothing."), DO_WITHOUT)
    return key


DO_WITHOUT = phrase('Set voice_encryption = "off" to keep voiceprints unencrypted, readable by this account only.')
