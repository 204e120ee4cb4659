"""Reading a recap aloud: into a sound file, or sentence by sentence for whoever plays them."""

import io
from collections.abc import Iterable

import numpy as np
import soundfile

from audio.ports import AudioSink, Synthesizer

PAUSE_SECONDS = 0.5
"""Quiet after each sentence."""


def read_aloud(sentences: Iterable[str], synthesizer: Synthesizer, sink: AudioSink) -> None:
    """Speak sentences into a sink, one after the other, and finish it.

    Raises:
        SynthesisFailed: The voice failed on a sentence.
        UnreadableAudio: The file cannot be written.
    """
    rate_hz = synthesizer.sample_rate_hz
    pause = np.zeros(round(PAUSE_SECONDS * rate_hz), dtype=np.float32)
    for sentence in sentences:
        for samples in synthesizer.speak(sentence):
            sink.play(samples, rate_hz)
        sink.play(pause, rate_hz)
    sink.close()


def sound_of(sentence: str, synthesizer: Synthesizer) -> bytes:
    """A sentence as a 16-bit mono WAV file in memory.

    Raises:
        SynthesisFailed: The voice failed on it.
    """
    spoken = np.concatenate([*synthesizer.speak(sentence), np.zeros(1, dtype=np.float32)])
    held = io.BytesIO()
    soundfile.write(held, spoken, synthesizer.sample_rate_hz, format="WAV", subtype="PCM_16")
    return held.getvalue()
