"""Where one speaker follows another without a silence long enough to end a segment."""

from dataclasses import dataclass

import numpy as np

from audio.speakers import Speakers, off_centre
from audio.types import SAMPLE_RATE_HZ, Samples


@dataclass(frozen=True, slots=True)
class TurnParams:
    """When another voice has taken over.

    Attributes:
        evidence: Least logarithm of how much likelier two enrolled people are than one.
        likeness: How much the likeness of both sides counts against it.
        longest_seconds: Speech of each side that is compared.
        shortest_seconds: With less speech on a side nothing is decided.
    """

    evidence: float = 1.5
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

    def changed(self, before: Samples, after: Samples) -> bool:
        """Whether two enrolled people, one before a pause and one after it, are clearly likelier than one."""
        params = self._params
        longest = round(params.longest_seconds * SAMPLE_RATE_HZ)
        before, after = before[-longest:], after[:longest]
        if len(self._speakers.names) < 2 or min(len(before), len(after)) < params.shortest_seconds * SAMPLE_RATE_HZ:
            return False
        encoder = self._speakers.encoder
        voices = encoder.voice(before), encoder.voice(after)
        former = self._speakers.likelihoods(voices[0], len(before) / SAMPLE_RATE_HZ)
        latter = self._speakers.likelihoods(voices[1], len(after) / SAMPLE_RATE_HZ)
        two = max(former.values()) + max(latter.values())
        one = max(former[name] + latter[name] for name in former)
        likeness = float(np.dot(off_centre(voices[0]), off_centre(voices[1])))
        return two - one - params.likeness * likeness >= params.evidence
