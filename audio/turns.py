"""Where one speaker follows another without a silence long enough to end a segment."""

from dataclasses import dataclass

import numpy as np

from audio.speakers import Speakers, off_centre
from audio.types import SAMPLE_RATE_HZ, Samples
from audio.voice_encoder import FRAME_HOP, WINDOW_FRAMES

WINDOW_SAMPLES = WINDOW_FRAMES * FRAME_HOP
"""The encoder's window: with so much sound a voice is known well."""


@dataclass(frozen=True, slots=True)
class TurnParams:
    """When another voice has taken over.

    Attributes:
        evidence: Least (gain of the other voice) minus (likeness of both sides) for a change.
        short_evidence: The same when a side has less than `short_seconds` of speech.
        short_seconds: Sides shorter than this are judged by `short_evidence`.
        least_score: Each side must be at least so much like somebody enrolled.
        longest_seconds: Speech of each side that is compared.
        shortest_seconds: With less speech on a side nothing is decided.
    """

    evidence: float = -0.27
    short_evidence: float = -0.15
    short_seconds: float = 0.65
    least_score: float = 0.1
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
        """Whether the voice after a pause is another enrolled one than before it.

        Both sides are cut to the same length, because short sound makes all voices alike.
        """
        params = self._params
        shorter = min(len(before), len(after), round(params.longest_seconds * SAMPLE_RATE_HZ))
        if len(self._speakers.names) < 2 or shorter < params.shortest_seconds * SAMPLE_RATE_HZ:
            return False
        encoder = self._speakers.encoder
        voice_before = encoder.voice(before[-shorter:])
        voice_after = encoder.voice(after[:shorter])
        scores_before = self._speakers.scores(encoder.voice(before[-max(shorter, WINDOW_SAMPLES) :]))
        scores_after = self._speakers.scores(voice_after)
        former = max(scores_before, key=scores_before.__getitem__)
        latter = max(scores_after, key=scores_after.__getitem__)
        if former == latter or min(scores_before[former], scores_after[latter]) < params.least_score:
            return False
        gain = scores_after[latter] - scores_after[former]
        likeness = float(np.dot(off_centre(voice_before), off_centre(voice_after)))
        short = shorter < params.short_seconds * SAMPLE_RATE_HZ
        return gain - likeness >= (params.short_evidence if short else params.evidence)
