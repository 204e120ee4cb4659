"""Quiet talk is turned up for the voice detector: from a distance it misses whole sentences.

The recogniser and the voiceprints hardly mind how loud talk is; they get the sound as it came.
"""

from dataclasses import dataclass

import numpy as np

from audio.loudness import rms_dbfs
from audio.ports import VoiceDetector
from audio.types import SAMPLE_RATE_HZ, Samples


@dataclass(frozen=True, slots=True)
class GainParams:
    """Parameters for amplifying quiet talk.

    Attributes:
        quiet_dbfs: Talk that arrives quieter than this is turned up, louder talk stays as it is.
        per_db: By how many dB for each dB that it is quieter: the detector likes it rather too loud than too quiet.
        most_db: It is turned up by no more than this.
        above_room_db: What is so much louder than the room is taken for talk.
        silent_dbfs: Quieter sound says nothing about talk or room: a muted microphone.
        room_rises: By how much the room is thought to become louder, in dB a second.
        louder_seconds: How soon louder talk counts.
        quieter_seconds: How soon quieter talk counts.
    """

    quiet_dbfs: float = -31.0
    per_db: float = 2.0
    most_db: float = 20.0
    above_room_db: float = 12.0
    silent_dbfs: float = -90.0
    room_rises: float = 1.0
    louder_seconds: float = 0.5
    quieter_seconds: float = 2.5


class GainControlledDetector:
    """A voice detector that hears quiet talk as loud as other talk and follows how loud it arrives.

    Args:
        detector: Judges what was turned up.
        params: Tunables.
    """

    def __init__(self, detector: VoiceDetector, params: GainParams | None = None) -> None:
        self.frame_samples = detector.frame_samples
        self._detector = detector
        self._params = params or GainParams()
        self._talk = self._params.quiet_dbfs
        self._room = 0.0

    @property
    def gain_db(self) -> float:
        """By how much sound is turned up now, 0 or more."""
        limits = self._params
        return min(limits.most_db, max(0.0, limits.per_db * (limits.quiet_dbfs - self._talk)))

    def probability(self, frame: Samples) -> float:
        """Probability of speech in the next frame, 0 to 1."""
        self._follow(rms_dbfs(frame))
        louder = frame * np.float32(10.0 ** (self.gain_db / 20.0))
        return self._detector.probability(np.clip(louder, -1.0, 1.0))

    def reset(self) -> None:
        """Forget the frames seen so far, but not how loud talk arrives."""
        self._detector.reset()

    def _follow(self, loudness: float) -> None:
        limits = self._params
        if loudness <= limits.silent_dbfs:
            return
        seconds = self.frame_samples / SAMPLE_RATE_HZ
        self._room = min(self._room + limits.room_rises * seconds, loudness)
        if loudness > self._room + limits.above_room_db:
            pace = limits.louder_seconds if loudness > self._talk else limits.quieter_seconds
            self._talk += (loudness - self._talk) * seconds / pace
