"""Loudness of a room and of the talk in it at the microphone, with advice on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from audio.loudness import rms_dbfs
from audio.ports import VoiceDetector
from audio.types import SAMPLE_RATE_HZ, Samples

SPEECH_PROBABILITY = 0.5
LEAST_SPEECH_FRAMES = 10
"""Fewer frames of speech than this say nothing about how loud people talk."""

MUTED_DBFS = -90.0
QUIET_DBFS = -48.0
NOISY_DBFS = -38.0
CLOSE_DB = 12.0
DISTANT_DBFS = -40.0
DISTANT_CLOSE_DB = 20.0
"""Talk quieter than the one and no further above the room than the other comes from far away, with much of its echo."""
CLIPPED_SHARE = 0.001
FLAT_DB = 8.5
"""Peaks of talk stand 11 to 16 dB above its loudness; nearer than this they were cut off on the way here."""
HUM_SHARE_DB = -3.0
"""From here on, against all the noise, hum is what to do something about."""
_CLIPPED = 0.99
_SILENCE_DBFS = -120.0
_MAINS_HZ = (50, 60)
_HARMONICS = 8


@dataclass(frozen=True, slots=True)
class RoomSound:
    """Measurements of a few seconds of sound at the microphone.

    Attributes:
        noise_dbfs: Loudness of what is no speech, in dB of full scale; a die or a cough in between does not count.
        speech_dbfs: Loudness of speech; None when hardly anybody talked.
        clipped: Share of samples at full scale, 0 to 1.
        hum_dbfs: Loudness of mains hum, 50 or 60 Hz and their harmonics.
        peaks_db: How far the peaks of speech stand above its loudness; None when hardly anybody talked.
    """

    noise_dbfs: float
    speech_dbfs: float | None
    clipped: float
    hum_dbfs: float = _SILENCE_DBFS
    peaks_db: float | None = None


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
    talk = frames[spoken].reshape(-1) if spoken.sum() >= LEAST_SPEECH_FRAMES else None
    return RoomSound(
        noise_dbfs=_steady_dbfs(frames[~spoken]),
        speech_dbfs=None if talk is None else rms_dbfs(talk),
        clipped=float(np.mean(np.abs(samples) >= _CLIPPED)) if samples.size else 0.0,
        hum_dbfs=hum_dbfs(samples),
        peaks_db=None if talk is None else _peaks_db(talk),
    )


def hum_dbfs(samples: Samples) -> float:
    """Loudness of mains hum in dB of full scale: what stays at multiples of 50 or 60 Hz, whoever talks.

    Args:
        samples: Mono float32 at 16 kHz; less than two seconds tell nothing and are -120 dB.
    """
    if len(samples) < 2 * SAMPLE_RATE_HZ:
        return _SILENCE_DBFS
    window = np.hanning(SAMPLE_RATE_HZ)
    starts = range(0, len(samples) - SAMPLE_RATE_HZ + 1, SAMPLE_RATE_HZ // 2)
    seconds = np.stack([samples[at : at + SAMPLE_RATE_HZ] for at in starts])
    # One bin is one hertz, and two sides of the spectrum make the power of a wave.
    power = 2.0 * np.square(np.abs(np.fft.rfft(seconds * window))) / (SAMPLE_RATE_HZ * float(np.square(window).sum()))
    steady = np.quantile(power, 0.1, axis=0)
    hum = max(
        sum(float(steady[line - 1 : line + 2].sum()) for line in range(mains, mains * (_HARMONICS + 1), mains))
        for mains in _MAINS_HZ
    )
    return max(_SILENCE_DBFS, 10.0 * float(np.log10(max(hum, 1e-12))))


def _peaks_db(talk: Samples) -> float:
    peak = float(np.quantile(np.abs(talk), 0.999))
    return 20.0 * float(np.log10(max(peak, 1e-6))) - rms_dbfs(talk)


def _steady_dbfs(frames: Samples) -> float:
    return float(np.median([rms_dbfs(frame) for frame in frames])) if len(frames) else _SILENCE_DBFS


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence on the sound of a room, with advice.

    Attributes:
        template: One sentence on how it is, with {names} in it.
        todo: One sentence on what to do; empty when all is well.
        values: What the names stand for.
    """

    template: str
    todo: str = ""
    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """The sentence with its values."""
        return self.template.format(**self.values)


def advice(sound: RoomSound) -> Advice:
    """Describe the sound of a room and say what to do about it."""
    noise, speech = sound.noise_dbfs, sound.speech_dbfs
    if max(noise, MUTED_DBFS if speech is None else speech) <= MUTED_DBFS:
        return Advice("The microphone gives nothing but silence.", "Switch it on, or allow programs to use it.")
    if sound.clipped > CLIPPED_SHARE or (sound.peaks_db is not None and sound.peaks_db < FLAT_DB):
        return Advice("The microphone is set too loud: it distorts.", "Turn its level down in the system's settings.")
    if _hums(sound):
        return Advice(
            "The microphone hums ({hum:.0f} dB).",
            "Plug it in somewhere else, away from chargers and dimmers, or take another cable.",
            {"hum": sound.hum_dbfs},
        )
    if speech is not None and speech < QUIET_DBFS:
        return Advice(
            "Talk arrives very quietly ({speech:.0f} dB).",
            "Turn the microphone's level up, or bring it closer.",
            {"speech": speech},
        )
    if speech is not None and _drowned(noise, speech):
        return Advice(
            "Talk is only {above:.0f} dB louder than the room.",
            "Bring the microphone closer to everybody, away from fans, music and the dice.",
            {"above": speech - noise},
        )
    if noise > NOISY_DBFS:
        return Advice(
            "The room is loud ({noise:.0f} dB).",
            "Put the microphone away from fans and music, or turn its level down.",
            {"noise": noise},
        )
    if speech is None:
        return Advice("The room is quiet enough ({noise:.0f} dB, nobody talked meanwhile).", "", {"noise": noise})
    return Advice(
        "The room is quiet enough ({noise:.0f} dB, talk {speech:.0f} dB).", "", {"noise": noise, "speech": speech}
    )


def _hums(sound: RoomSound) -> bool:
    """Return True if hum is most of the noise, and the noise too much."""
    drowned = sound.speech_dbfs is not None and _drowned(sound.noise_dbfs, sound.speech_dbfs)
    return (drowned or sound.noise_dbfs > NOISY_DBFS) and sound.hum_dbfs - sound.noise_dbfs >= HUM_SHARE_DB


def _drowned(noise_dbfs: float, speech_dbfs: float) -> bool:
    return speech_dbfs - noise_dbfs < (DISTANT_CLOSE_DB if speech_dbfs < DISTANT_DBFS else CLOSE_DB)
