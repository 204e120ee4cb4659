"""Repairs of `companion doctor --fix`: folders, rights of files, a damaged copy of the speech model."""

from collections.abc import Callable, Iterator
from pathlib import Path

from companion.base.config import Settings
from companion.base.private_files import close_to_others, private_folder


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
    if close_to_others(settings.data_dir):
        yield f"Only this account can read {settings.data_dir} and what is in it now."
    if mend_speech_model():
        yield "The speech model was damaged and has been repaired."


def _folder(folder: Path) -> Iterator[str]:
    if not folder.is_dir():
        private_folder(folder)
        yield f"The data folder {folder} was created."
