"""How loud a room and the talk in it arrive at the microphone, and what to do about it."""

from dataclasses import dataclass

import numpy as np

from audio.loudness import rms_dbfs
from audio.ports import VoiceDetector
from audio.types import Samples

SPEECH_PROBABILITY = 0.5
LEAST_SPEECH_FRAMES = 10
"""Fewer frames of speech than this say nothing about how loud people talk."""

MUTED_DBFS = -90.0
QUIET_DBFS = -48.0
NOISY_DBFS = -38.0
CLOSE_DB = 12.0
CLIPPED_SHARE = 0.001
_CLIPPED = 0.99


@dataclass(frozen=True, slots=True)
class RoomSound:
    """What a few seconds at the microphone were like.

    Attributes:
        noise_dbfs: Loudness of what is no speech, in dB of full scale.
        speech_dbfs: Loudness of speech; None when hardly anybody talked.
        clipped: Share of samples at full scale, 0 to 1.
    """

    noise_dbfs: float
    speech_dbfs: float | None
    clipped: float


def measure(samples: Samples, detector: VoiceDetector) -> RoomSound:
    """Tell talk from the rest and how loud both are.

    Args:
        samples: Some seconds, mono float32 at 16 kHz.
        detector: Judges the frames; forgets what it heard before.
    """
    detector.reset()
    size = detector.frame_samples
    frames = samples[: len(samples) - len(samples) % size].reshape(-1, size)
    spoken = np.array([detector.probability(frame) >= SPEECH_PROBABILITY for frame in frames], dtype=bool)
    enough = int(spoken.sum()) >= LEAST_SPEECH_FRAMES
    return RoomSound(
        noise_dbfs=rms_dbfs(frames[~spoken].reshape(-1)),
        speech_dbfs=rms_dbfs(frames[spoken].reshape(-1)) if enough else None,
        clipped=float(np.mean(np.abs(samples) >= _CLIPPED)) if samples.size else 0.0,
    )


def advice(sound: RoomSound) -> tuple[str, str]:
    """One sentence on how it is, and one on what to do; the second is empty when all is well."""
    speech = sound.speech_dbfs
    if max(sound.noise_dbfs, speech or MUTED_DBFS) <= MUTED_DBFS:
        return "The microphone gives nothing but silence.", "Switch it on, or allow programs to use it."
    if sound.clipped > CLIPPED_SHARE:
        return "The microphone is set too loud: it distorts.", "Turn its level down in the system's settings."
    if speech is not None and speech < QUIET_DBFS:
        return f"Talk arrives very quietly ({speech:.0f} dB).", "Turn the microphone's level up, or bring it closer."
    if speech is not None and speech - sound.noise_dbfs < CLOSE_DB:
        told = f"Talk is only {speech - sound.noise_dbfs:.0f} dB louder than the room."
        return told, "Bring the microphone closer to everybody, away from fans, music and the dice."
    if sound.noise_dbfs > NOISY_DBFS:
        told = f"The room is loud ({sound.noise_dbfs:.0f} dB)."
        return told, "Put the microphone away from fans and music, or turn its level down."
    heard = "nobody talked meanwhile" if speech is None else f"talk {speech:.0f} dB"
    return f"The room is quiet enough ({sound.noise_dbfs:.0f} dB, {heard}).", ""
