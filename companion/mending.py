"""What `companion doctor --fix` puts right by itself: folders, rights of files, a damaged copy of the speech model."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from audio.errors import ModelMissing
from audio.weights import cache_folder, packaged_base
from companion.config import Settings

_OTHERS = 0o077
"""Rights of everybody but the owner."""


def put_right(settings: Settings) -> Iterator[str]:
    """Put right what can be put right without asking; one sentence for each thing done.

    Raises:
        OSError: Something may not be changed by this account.
        ModelMissing: The speech model cannot be put together again; its hint says what to install.
    """
    yield from _folder(settings.data_dir)
    yield from _rights(settings.data_dir / "voices")
    if settings.whisper_model == "packaged-base":
        yield from _speech_model(settings.model_cache or cache_folder())


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


def _speech_model(cache: Path) -> Iterator[str]:
    try:
        packaged_base(cache)
    except ModelMissing:
        for copy in cache.glob("whisper-base-*"):
            shutil.rmtree(copy)
        packaged_base(cache)
        yield "The speech model was damaged and is put together again."
