"""Common parts of every runner: play a recording at its own pace, note when words come, and what that took.

Runs in the environment of the program that is measured, so it needs nothing but numpy and soundfile.
"""

import json
import resource
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import soundfile

RATE_HZ = 16_000
CHUNK_SAMPLES = 512
AFTER_SECONDS = 5.0
"""Silence played after the recording, in which the last words come."""


class Playing:
    """A recording played once, beginning now.

    Args:
        sound: Mono recording at 16 kHz.
    """

    def __init__(self, sound: Path) -> None:
        self._samples, rate = soundfile.read(sound, dtype="float32")
        if rate != RATE_HZ or self._samples.ndim != 1:
            raise ValueError(f"{sound} is not mono at {RATE_HZ} Hz")
        self._heard: list[dict[str, Any]] = []
        self._began = time.monotonic()
        self.over = threading.Event()

    def feed(self, give: Callable[[Any], None]) -> None:
        """Hand out the recording chunk by chunk, then silence; sets `over`."""
        self._began = time.monotonic()
        self._samples.resize(len(self._samples) + round(AFTER_SECONDS * RATE_HZ), refcheck=False)
        for first in range(0, len(self._samples), CHUNK_SAMPLES):
            due = self._began + (first + CHUNK_SAMPLES) / RATE_HZ
            time.sleep(max(0.0, due - time.monotonic()))
            give(self._samples[first : first + CHUNK_SAMPLES])
        self.over.set()

    def heard(self, text: str) -> None:
        """Note words that came now."""
        if text.strip():
            self._heard.append({"text": text.strip(), "at": time.monotonic() - self._began})

    def report(self, out: Path) -> None:
        """Write what was heard and what it took."""
        out.write_text(json.dumps({"heard": self._heard, **used()}), encoding="utf-8")


def used() -> dict[str, float]:
    """Processor time of this process and those it started, and the most memory one of them held."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return {
        "processor_seconds": sum(each.ru_utime + each.ru_stime for each in spent),
        "megabytes": max(each.ru_maxrss for each in spent) / 1000,
    }
