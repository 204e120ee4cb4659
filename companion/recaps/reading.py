"""Reading a recap into a sound file."""

from collections.abc import Iterable

import numpy as np

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
