"""What `companion doctor --fix` puts right by itself: folders, rights of files, a damaged copy of the speech model."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.base.config import Settings

_OTHERS = 0o077
"""Rights of everybody but the owner."""


def put_right(settings: Settings, mend_speech_model: Callable[[], bool]) -> Iterator[str]:
    """Put right what can be put right without asking; one sentence for each thing done.

    Args:
        settings: Effective settings.
        mend_speech_model: Puts the speech model together again where its copy is damaged; False when it is sound.

    Raises:
        OSError: Something may not be changed by this account.
        ModelMissing: The speech model cannot be put together again; its hint says what to install.
    """
    yield from _folder(settings.data_dir)
    yield from _rights(settings.data_dir / "voices")
    if mend_speech_model():
        yield "The speech model was damaged and is put together again."


def _folder(folder: Path) -> Iterator[str]:
    if not folder.is_dir():
        folder.mkdir(parents=True, mode=0o700)
        yield f"The data folder {folder} is made."


def _rights(folder: Path) -> Iterator[str]:
    """Voiceprints are for this account only; Windows keeps the files of an account to itself."""
    if os.name == "nt":
        return
    opened = [each for each in (folder, *folder.rglob("*")) if each.exists() and each.stat().st_mode & _OTHERS]
    for each in opened:
        each.chmod(each.stat().st_mode & ~_OTHERS)
    if opened:
        yield "Voiceprints may be read by this account only now."
