"""The voiceprints of a campaign as files only this account may read, encrypted where the system has a keychain."""

import os
from collections.abc import Callable
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from audio.errors import EnrolmentRejected

ENCRYPTED = ".voice"
PLAIN = ".json"


class VoiceBox:
    """One file a person. What lies there unencrypted is encrypted as soon as it is read with a key at hand.

    Args:
        folder: Where the files lie; made when the first voice is kept.
        cipher: Gives the key, None where there is none; only asked when a file is read or written.
    """

    def __init__(self, folder: Path, cipher: Callable[[], Fernet | None]) -> None:
        self._folder = folder
        self._cipher = cipher

    def voices(self) -> list[str]:
        """Every voiceprint, as JSON.

        Raises:
            EnrolmentRejected: A file is encrypted with another key, or damaged.
            KeychainError: The keychain gives no key.
        """
        found = []
        for file in sorted(each for each in self._folder.glob("*") if each.suffix in {ENCRYPTED, PLAIN}):
            if file.suffix == ENCRYPTED:
                found.append(self._decrypted(file))
                continue
            voice = file.read_text(encoding="utf-8")
            if self._cipher() is not None:
                self.keep(file.stem, voice)
            found.append(voice)
        return found

    def knows(self, name: str) -> bool:
        """Whether there is a voiceprint under this file name."""
        return any(file.is_file() for file in self._files(name))

    def keep(self, name: str, voice: str) -> None:
        """Keep a voiceprint under a file name, in place of the one before.

        Raises:
            KeychainError: The keychain gives no key.
        """
        cipher = self._cipher()
        body = voice.encode()
        encrypted, plain = self._files(name)
        file = plain if cipher is None else encrypted
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _write(file, body if cipher is None else cipher.encrypt(body))
        (encrypted if cipher is None else plain).unlink(missing_ok=True)

    def forget(self, name: str) -> bool:
        """Delete a voiceprint; False when there was none."""
        known = self.knows(name)
        for file in self._files(name):
            file.unlink(missing_ok=True)
        return known

    def _files(self, name: str) -> tuple[Path, Path]:
        return self._folder / f"{name}{ENCRYPTED}", self._folder / f"{name}{PLAIN}"

    def _decrypted(self, file: Path) -> str:
        cipher = self._cipher()
        try:
            if cipher is not None:
                return cipher.decrypt(file.read_bytes()).decode()
        except InvalidToken:
            pass  # the same sentence as without a key
        hint = f"Learn the voice again: companion enroll {file.stem}."
        raise EnrolmentRejected(f"{file.name} is encrypted with a key that this system's keychain does not have.", hint)


def _write(file: Path, body: bytes) -> None:
    """Write a file that only this account may read, all or nothing."""
    new = file.with_suffix(".new")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
        stream.write(body)
    new.replace(file)
