"""The companion's voice."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from audio.errors import ModelMissing, SynthesisFailed
from audio.onnx import OnnxErrors, open_session
from audio.spoken_text import to_spoken
from audio.types import Samples

if TYPE_CHECKING:
    from hibari import Hibari

WARM_UP = "Ready."
_SPEAKING_FAULTS: tuple[type[Exception], ...] = (*OnnxErrors, RuntimeError, ValueError)
_LOADING_FAULTS: tuple[type[Exception], ...] = (*_SPEAKING_FAULTS, ImportError, OSError)


class HibariSynthesizer:
    """Speaks English with hibari, sentence by sentence, at 24 kHz.

    Args:
        voice: Voice name; "heart" is in the package, others are fetched by hibari itself.
        speed: 0.5 slow to 2.0 fast, 1.0 as trained.
        seed: Fixes the noise in the voice, so that the same text gives the same samples.

    Raises:
        ModelMissing: The voice cannot be loaded.
    """

    sample_rate_hz = 24_000

    def __init__(self, voice: str = "heart", speed: float = 1.0, seed: int = 7) -> None:
        self._speed = speed
        self._seed = seed
        self._engine = _load_engine(voice)

    def warm_up(self) -> None:
        """Load everything now, so that the first announcement is as quick as the others."""
        for _ in self.speak(WARM_UP):
            pass

    def speak(self, text: str) -> Iterator[Samples]:
        """Yield float32 samples sentence by sentence.

        Raises:
            SynthesisFailed: The voice failed on this text.
        """
        try:
            for sentence in self._engine.stream(to_spoken(text), speed=self._speed, seed=self._seed):
                yield np.clip(sentence, -1.0, 1.0).astype(np.float32, copy=False)
        except _SPEAKING_FAULTS as exc:
            raise SynthesisFailed("The voice failed on this text.", "Read it on the page.") from exc


def _load_engine(voice: str) -> "Hibari":
    try:
        from hibari import Hibari

        engine = Hibari(voice=voice)
        engine.sess = open_session(Path(engine.model_path))  # Its own keeps what the longest sentence needed.
        return engine
    except _LOADING_FAULTS as exc:
        raise ModelMissing(
            "The voice {voice!r} cannot be loaded.", "Use the voice 'heart' of the package.", voice=voice
        ) from exc
