"""Where one speaker follows another without a silence long enough to end a segment."""

from dataclasses import dataclass

import numpy as np

from audio.speakers import Speakers, off_centre
from audio.types import SAMPLE_RATE_HZ, Samples
from audio.voice_encoder import Voice

_REMEMBERED = 16
"""Pauses of one stretch of speech that may be asked about in turn."""


@dataclass(frozen=True, slots=True)
class TurnParams:
    """When another voice has taken over.

    Attributes:
        evidence: Least logarithm of how much likelier two enrolled people are than one.
        pause: What a pause longer than `usual_pause` adds to it per second; people leave longer ones to each other than
            inside their own sentences.
        usual_pause: Seconds.
        longest_pause: Longer pauses tell no more.
        likeness: How much the likeness of both sides counts against it.
        longest_seconds: Speech of each side that is compared.
        shortest_seconds: With less speech on a side nothing is decided.
    """

    evidence: float = 2.3
    pause: float = 12.0
    usual_pause: float = 0.15
    longest_pause: float = 0.4
    likeness: float = 5.0
    longest_seconds: float = 3.0
    shortest_seconds: float = 0.35


class VoiceTurns:
    """Compares the voices before and after a pause, and each with the enrolled ones.

    Args:
        speakers: Enrolled voices; without any, nothing is ever split.
        params: Tunables.
    """

    def __init__(self, speakers: Speakers, params: TurnParams | None = None) -> None:
        self._speakers = speakers
        self._params = params or TurnParams()
        self._former: dict[int, Voice] = {}

    def changed(self, before: Samples, after: Samples, pause_seconds: float) -> bool:
        """Whether two enrolled people, one before a pause and one after it, are clearly likelier than one."""
        params = self._params
        longest = round(params.longest_seconds * SAMPLE_RATE_HZ)
        before, after = before[-longest:], after[:longest]
        if len(self._speakers.names) < 2 or min(len(before), len(after)) < params.shortest_seconds * SAMPLE_RATE_HZ:
            return False
        voices = self._former_voice(before), self._speakers.encoder.voice(after)
        former, latter = (self._ratios(voice, len(side)) for voice, side in zip(voices, (before, after), strict=True))
        if max(former, key=former.__getitem__) == max(latter, key=latter.__getitem__):
            return False
        two = max(former.values()) + max(latter.values())
        one = max(former[name] + latter[name] for name in former)
        likeness = float(np.dot(off_centre(voices[0]), off_centre(voices[1])))
        pause = min(pause_seconds, params.longest_pause) - params.usual_pause
        return two - one - params.likeness * likeness + params.pause * pause >= params.evidence

    def _ratios(self, voice: Voice, size: int) -> dict[str, float]:
        return {each.name: each.ratio for each in self._speakers.candidates(voice, size / SAMPLE_RATE_HZ)}

    def _former_voice(self, before: Samples) -> Voice:
        """The voice before a pause, which is asked about again as more is said after it."""
        key = hash(before.tobytes())
        if key not in self._former:
            while len(self._former) >= _REMEMBERED:
                del self._former[next(iter(self._former))]
            self._former[key] = self._speakers.encoder.voice(before)
        return self._former[key]
