"""Detection of one speaker following another without a silence long enough to end a segment."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from audio.speaker_encoder import FRAME_HOP, WINDOW_FRAMES, Voice, unit
from audio.speakers import Speakers, off_centre
from audio.types import SAMPLE_RATE_HZ, UNKNOWN, Samples, Watched

Side: TypeAlias = tuple[Voice, int]
"""Voice vector and number of samples of some speech."""

NONE = float("-inf")
WINDOW_SAMPLES = WINDOW_FRAMES * FRAME_HOP
_REMEMBERED_PAUSES = 16
"""Pauses of one stretch of speech that may be asked about in turn."""

_WORTH_A_THREAD = 4
"""Fewer voices are sooner worked out one after the other, in nobody's way."""

_REMEMBERED = 256
"""Stretches whose voices looks of some seconds share: what was before a moment stays the same as more is said."""


@dataclass(frozen=True, slots=True)
class SpeakerChangeParams:
    """Limits at which another voice counts as having taken over.

    Attributes:
        evidence: Least logarithm of how much likelier two enrolled people are than one.
        pause: What a pause longer than `usual_pause` adds to it per second; people leave longer ones to each other than
            inside their own sentences.
        usual_pause: Seconds.
        longest_pause: Longer pauses tell no more.
        likeness: How much the likeness of both sides counts against it.
        longest_seconds: Speech of each side that is compared.
        shortest_seconds: With less speech before a pause nothing is decided; with less after it the pause adds nothing.
        fresh_seconds: With less speech after a pause nothing is decided.
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
    shortest_seconds: float = 0.28
    fresh_seconds: float = 0.18
    takeover_evidence: float = 3.5
    takeover_seconds: float = 0.4
    takeover_step: float = 0.2
    suspicion: float = 1.0
    suspicion_seconds: float = 1.3


class SpeakerChanges:
    """Compares the voices before and after a pause, and each with the enrolled ones.

    Args:
        speakers: Enrolled voices; without any, nothing is ever split.
        params: Tunables.
    """

    def __init__(self, speakers: Speakers, params: SpeakerChangeParams | None = None) -> None:
        self._speakers = speakers
        self._params = params or SpeakerChangeParams()
        self._former: dict[int, Voice] = {}
        self._known: dict[int, Voice] = {}
        # Whoever cut in is waited for while voices are compared, so two threads work them out.
        self._beside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="voices-before")

    def changed(self, before: Samples, after: Samples, pause_seconds: float) -> bool:
        """Return True if two enrolled people, one before a pause and one after it, are clearly likelier than one.

        Asked before there is enough to tell, it gets to know the voice before the pause meanwhile.
        """
        params = self._params
        limits = params.longest_seconds, params.shortest_seconds, params.fresh_seconds
        longest, shortest, fresh = (round(each * SAMPLE_RATE_HZ) for each in limits)
        before, after = before[-longest:], after[:longest]
        if len(self._speakers.names) < 2 or len(before) < shortest:
            return False
        former = self._beside.submit(self._former_voice, before)
        if len(after) < fresh:
            return False
        latter = self._speakers.encoder.voice(after)
        evidence = self._evidence((former.result(), len(before)), (latter, len(after)))
        pause = params.pause * (min(pause_seconds, params.longest_pause) - params.usual_pause)
        return evidence + (pause if len(after) >= shortest else min(pause, 0.0)) >= params.evidence

    def watch(self, samples: Samples, since: int = 0) -> Watched:
        """Find where one enrolled person clearly takes over from another without a pause, or who it is where none does.

        Args:
            samples: Speech from its beginning; asked again with more of the same, it only listens to what is new.
            since: Sample before which nobody has taken over; what is before it only helps to know the voice.
        """
        params = self._params
        shortest, step = (round(each * SAMPLE_RATE_HZ) for each in (params.takeover_seconds, params.takeover_step))
        since = -(-since // step) * step
        newest = len(samples) - shortest
        moments = [*range(since + shortest, newest, step), newest]
        if len(self._speakers.names) < 2 or len(samples) - since < 2 * shortest + step:
            return Watched()
        opening, closing = samples[since : since + shortest + step], samples[-shortest - step :]
        first, last, just_now = self._voices([opening, closing, samples[newest:]])
        two_spoke = self._evidence(first, last) >= 0.0
        speaker = None if two_spoke else self._speaker(first, last)
        lately_another = self._evidence(first, just_now)
        if not two_spoke and lately_another < params.suspicion:
            return Watched(speaker=speaker, doubtful=lately_another > NONE)
        lately = 0 if two_spoke else len(samples) - round(params.suspicion_seconds * SAMPLE_RATE_HZ)
        tried = [at for at in moments if at >= lately]
        voices = self._voices([_before(samples, at) for at in tried] + [samples[at:] for at in tried])
        evidence = list(map(self._evidence, voices, voices[len(tried) :]))
        best = int(np.argmax(evidence))
        if evidence[best] < params.suspicion:
            return Watched(speaker=speaker)
        moment = _quietest(samples, tried[best] - step, tried[best] + step)
        if two_spoke and evidence[best] >= params.takeover_evidence:
            return Watched(takeover=moment)
        return Watched(suspected=moment, speaker=speaker)

    def _speaker(self, first: Side, last: Side) -> str | None:
        """Return the speaker of two stretches of one person's talk, by the rule for a finished sentence."""
        seconds = (first[1] + last[1]) / SAMPLE_RATE_HZ
        match = self._speakers.match(unit(first[0] * first[1] + last[0] * last[1]), seconds)
        return None if match.name == UNKNOWN else match.name

    def _voices(self, sides: Sequence[Samples]) -> list[Side]:
        """Voices of the beginnings of several stretches, many of them on two threads; earlier ones are kept."""
        parts = [side[:WINDOW_SAMPLES] for side in sides]
        keys = [hash(part.tobytes()) for part in parts]
        new = {key: part for key, part in zip(keys, parts, strict=True) if key not in self._known}
        stretches = list(new.values())
        half = (len(stretches) + 1) // 2 if len(stretches) >= _WORTH_A_THREAD else len(stretches)
        beside = self._beside.submit(self._worked_out, stretches[half:])
        self._known.update(zip(new, [*self._worked_out(stretches[:half]), *beside.result()], strict=True))
        voices = [(self._known[key], len(part)) for key, part in zip(keys, parts, strict=True)]
        _forget_oldest(self._known, _REMEMBERED)
        return voices

    def _worked_out(self, parts: Sequence[Samples]) -> list[Voice]:
        return [unit(voice) for voice in self._speakers.encoder.each(parts)] if parts else []

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
            _forget_oldest(self._former, _REMEMBERED_PAUSES - 1)
            self._former[key] = self._speakers.encoder.voice(before)
        return self._former[key]


def _forget_oldest(known: dict[int, Voice], most: int) -> None:
    while len(known) > most:
        del known[next(iter(known))]


def _before(samples: Samples, at: int) -> Samples:
    return samples[max(0, at - WINDOW_SAMPLES) : at]


def _quietest(samples: Samples, first: int, last: int) -> int:
    """Sample between two others around which it is quietest."""
    size = SAMPLE_RATE_HZ // 50
    starts = range(max(0, first), min(last, len(samples) - size), size)
    return min(starts, key=lambda at: float(np.square(samples[at : at + size]).sum())) + size // 2
