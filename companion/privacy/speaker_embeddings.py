"""The voiceprints of a campaign as files only this account may read, encrypted where the system has a keychain."""

import os
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from audio.errors import EnrolmentRejected
from companion.base.atomic_files import folder_to_disk
from companion.base.errors import CompanionError
from companion.base.file_limits import read_small
from companion.base.private_files import private_folder
from engine.phrase import phrase

ENCRYPTED = ".voice"
PLAIN = ".json"
LEARNING = ".learning"
"""Ends of file names: of a voiceprint with a key, of one without, of one that is still being learnt."""


class EmbeddingNotSaved(CompanionError):
    """A voiceprint cannot be written; the one kept before is still there."""

    code = "voice_not_kept"


class Place:
    """Place where a voiceprint will be kept; gone once the voice is forgotten, in this process or another one.

    Args:
        file: Its file on the way.
        keep: Puts that file in its place, with the voiceprint in it.
    """

    def __init__(self, file: Path, keep: Callable[[Path, str], None]) -> None:
        self._file = file
        self._keep = keep

    @property
    def gone(self) -> bool:
        """True if the voice was forgotten since."""
        return not self._file.exists()

    def keep(self, voice: str) -> bool:
        """Keep a voiceprint, in place of the one before; False where the voice was forgotten since.

        Raises:
            VoiceNotKept: There is no room or no right.
        """
        try:
            self._keep(self._file, voice)
        except FileNotFoundError:
            return False
        except OSError as problem:
            raise _not_kept(self._file.parent, problem) from problem
        return True


class EmbeddingStore:
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
        listed = {each.stem for each in self._folder.glob("*") if each.suffix in {ENCRYPTED, PLAIN}}
        found = []
        for name in sorted(listed):
            while self.knows(name):
                with suppress(FileNotFoundError):  # it was forgotten meanwhile, or another process encrypted it
                    found.append(self._read(name))
                    break
        return found

    def knows(self, name: str) -> bool:
        """Return True if there is a voiceprint under this file name."""
        return any(file.is_file() for file in self._files(name))

    @contextmanager
    def place(self, name: str) -> Iterator[Place]:
        """A place for a voiceprint under a file name, from before the voice is learnt.

        Raises:
            KeychainError: The keychain gives no key.
            VoiceNotKept: There is no room or no right.
        """
        cipher = self._cipher()
        encrypted, plain = self._files(name)

        def keep(learning: Path, voice: str) -> None:
            body = voice.encode()
            with learning.open("r+b") as stream:
                stream.write(body if cipher is None else cipher.encrypt(body))
                stream.flush()
                os.fsync(stream.fileno())
            learning.replace(plain if cipher is None else encrypted)
            (encrypted if cipher is None else plain).unlink(missing_ok=True)
            folder_to_disk(self._folder)

        try:
            private_folder(self._folder)
            descriptor, made = tempfile.mkstemp(LEARNING, f"{name}.", self._folder)  # only this account may read it
        except OSError as problem:
            raise _not_kept(self._folder, problem) from problem
        os.close(descriptor)
        try:
            yield Place(Path(made), keep)
        finally:
            Path(made).unlink(missing_ok=True)

    def forget(self, name: str) -> bool:
        """Delete a voiceprint, and what is being learnt of that voice; False when none was kept."""
        for file in self._folder.glob(f"{name}.*{LEARNING}"):
            file.unlink(missing_ok=True)
        known = self.knows(name)  # whatever was about to be kept is kept or gone now
        for file in self._files(name):
            file.unlink(missing_ok=True)
        return known

    def _files(self, name: str) -> tuple[Path, Path]:
        return self._folder / f"{name}{ENCRYPTED}", self._folder / f"{name}{PLAIN}"

    def _read(self, name: str) -> str:
        encrypted, plain = self._files(name)
        if not plain.exists() or (encrypted.exists() and self._cipher() is not None):
            return self._decrypted(encrypted)  # a crash may leave the plain one that it took the place of
        try:
            voice = _content(plain).decode("utf-8")
        except UnicodeDecodeError as problem:
            raise EnrolmentRejected(
                "{name} is damaged.",
                "Learn the voice again: companion enroll {stem}.",
                name=plain.name,
                stem=plain.stem,
            ) from problem
        if self._cipher() is not None:
            with self.place(name) as place:
                place.keep(voice)
        return voice

    def _decrypted(self, file: Path) -> str:
        cipher = self._cipher()
        try:
            if cipher is not None:
                return cipher.decrypt(_content(file)).decode()
        except InvalidToken:
            pass  # the same sentence as without a key
        raise EnrolmentRejected(
            "{name} is encrypted with a key that this system's keychain does not have.",
            "Learn the voice again: companion enroll {stem}.",
            name=file.name,
            stem=file.stem,
        )


def take_over(numbered: Path, folder: Path, since: datetime, people: Collection[str]) -> None:
    """Take over voiceprints an older companion kept by number of campaign, where they can be no other campaign's.

    Args:
        numbered: Their folder; it stays where one of them is older than the campaign or of nobody who plays in it.
        folder: The campaign's own; where it is there already, nothing is taken over.
        since: When the campaign was made.
        people: File names of its players.
    """
    if folder.exists():
        return
    with suppress(OSError):  # there is none, or it is taken over another time; meanwhile nobody is known by voice
        found = [each for each in numbered.iterdir() if each.suffix in {ENCRYPTED, PLAIN}]
        if found and all(each.stem in people and each.stat().st_mtime >= since.timestamp() for each in found):
            numbered.rename(folder)


def _content(file: Path) -> bytes:
    """Return the content of the file of a voice.

    Raises:
        FileNotFoundError: It is gone.
        EnrolmentRejected: It cannot be read, or is no voice by its size.
    """
    try:
        return read_small(file)
    except FileNotFoundError:
        raise
    except OSError as problem:
        raise EnrolmentRejected(
            "{name} cannot be read: {strerror}.",
            "Unlock it, or learn the voice again: companion enroll {stem}.",
            name=file.name,
            strerror=problem.strerror,
            stem=file.stem,
        ) from problem


def _not_kept(folder: Path, problem: OSError) -> EmbeddingNotSaved:
    message = phrase("The voice cannot be kept in {folder}: {strerror}.", folder=folder, strerror=problem.strerror)
    return EmbeddingNotSaved(
        message, phrase("Free some space or unlock the folder, then learn it again; the old voiceprint is unchanged.")
    )
