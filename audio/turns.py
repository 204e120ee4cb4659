"""Where one speaker follows another without a silence long enough to end a segment."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from audio.speakers import Speakers, off_centre
from audio.types import SAMPLE_RATE_HZ, UNKNOWN, Samples, Watched
from audio.voice_encoder import FRAME_HOP, WINDOW_FRAMES, Voice, unit

Side: TypeAlias = tuple[Voice, int]
"""Voice vector and number of samples of some speech."""

NONE = float("-inf")
WINDOW_SAMPLES = WINDOW_FRAMES * FRAME_HOP
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
        takeover_evidence: Like `evidence`, where there is no pause.
        takeover_seconds: Speech that each of two people must have where there is no pause between them.
        takeover_step: Seconds between the moments that are tried.
        suspicion: Like `takeover_evidence`, for work that is thrown away when nobody took over.
        suspicion_seconds: How long ago a voice that is not sure to have taken over may have done so.
    """

    evidence: float = 1.5
    pause: float = 20.0
    usual_pause: float = 0.18
    longest_pause: float = 0.4
    likeness: float = 5.0
    longest_seconds: float = 3.0
    shortest_seconds: float = 0.35
    takeover_evidence: float = 3.5
    takeover_seconds: float = 0.5
    takeover_step: float = 0.2
    suspicion: float = 1.0
    suspicion_seconds: float = 1.3


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
        # Whoever cut in is waited for while voices are compared, so both sides are worked out at once.
        self._beside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="voices-before")

    def changed(self, before: Samples, after: Samples, pause_seconds: float) -> bool:
        """Whether two enrolled people, one before a pause and one after it, are clearly likelier than one."""
        params = self._params
        longest = round(params.longest_seconds * SAMPLE_RATE_HZ)
        before, after = before[-longest:], after[:longest]
        if len(self._speakers.names) < 2 or min(len(before), len(after)) < params.shortest_seconds * SAMPLE_RATE_HZ:
            return False
        voices = self._former_voice(before), self._speakers.encoder.voice(after)
        pause = min(pause_seconds, params.longest_pause) - params.usual_pause
        evidence = self._evidence((voices[0], len(before)), (voices[1], len(after)))
        return evidence + params.pause * pause >= params.evidence

    def watch(self, samples: Samples) -> Watched:
        """Where one enrolled person clearly takes over from another without a pause, and who it is where none does."""
        params = self._params
        shortest, step = (round(each * SAMPLE_RATE_HZ) for each in (params.takeover_seconds, params.takeover_step))
        if len(self._speakers.names) < 2 or len(samples) < 2 * shortest + step:
            return Watched()
        opening, closing = samples[: shortest + step], samples[-shortest - step :]
        first, last, just_now = self._voices([opening, closing, samples[-shortest:]])
        two_spoke = self._evidence(first, last) >= 0.0
        speaker = None if two_spoke else self._speaker(first, last)
        if not two_spoke and self._evidence(first, just_now) < params.suspicion:
            return Watched(speaker=speaker)
        since = 0 if two_spoke else len(samples) - round(params.suspicion_seconds * SAMPLE_RATE_HZ)
        moments = range(max(shortest, since), len(samples) - shortest + 1, step)
        former = self._beside.submit(self._voices, [samples[max(0, at - WINDOW_SAMPLES) : at] for at in moments])
        latter = self._voices([samples[at:] for at in moments])
        evidence = list(map(self._evidence, former.result(), latter))
        best = int(np.argmax(evidence))
        if evidence[best] < params.suspicion:
            return Watched(speaker=speaker)
        moment = _quietest(samples, moments[best] - step, moments[best] + step)
        if two_spoke and evidence[best] >= params.takeover_evidence:
            return Watched(takeover=moment)
        return Watched(suspected=moment, speaker=speaker)

    def _speaker(self, first: Side, last: Side) -> str | None:
        """Whose voice two stretches of one person's talk are, by the rule for a finished sentence."""
        seconds = (first[1] + last[1]) / SAMPLE_RATE_HZ
        match = self._speakers.match(unit(first[0] * first[1] + last[0] * last[1]), seconds)
        return None if match.name == UNKNOWN else match.name

    def _voices(self, sides: Sequence[Samples]) -> list[Side]:
        """Voices of the beginnings of several stretches."""
        parts = [side[:WINDOW_SAMPLES] for side in sides]
        return [(unit(voice), len(part)) for voice, part in zip(self._speakers.encoder.each(parts), parts, strict=True)]

    def _evidence(self, before: Side, after: Side) -> float:
        """Logarithm of how much likelier two enrolled people are than one; `NONE` when the same is nearest to both."""
        former, latter = (
            {each.name: each.ratio for each in self._speakers.candidates(voice, size / SAMPLE_RATE_HZ)}
            for voice, size in (before, after)
        )
        if max(former, key=former.__getitem__) == max(latter, key=latter.__getitem__):
            return NONE
        two = max(former.values()) + max(latter.values())
        one = max(former[name] + latter[name] for name in former)
        return two - one - self._params.likeness * float(np.dot(off_centre(before[0]), off_centre(after[0])))

    def _former_voice(self, before: Samples) -> Voice:
        """The voice before a pause, which is asked about again as more is said after it."""
        key = hash(before.tobytes())
        if key not in self._former:
            while len(self._former) >= _REMEMBERED:
                del self._former[next(iter(self._former))]
            self._former[key] = self._speakers.encoder.voice(before)
        return self._former[key]


def _quietest(samples: Samples, first: int, last: int) -> int:
    """Sample between two others around which it is quietest."""
    size = SAMPLE_RATE_HZ // 50
    starts = range(max(0, first), min(last, len(samples) - size), size)
    return min(starts, key=lambda at: float(np.square(samples[at : at + size]).sum())) + size // 2
