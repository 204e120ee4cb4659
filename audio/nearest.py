"""The microphone nearest to whoever speaks, block by block and for a whole sentence: arithmetic on loudness.

How far talk stands above a microphone's own room noise is compared, so that a phone that records louder is not nearer.
Every moment has one microphone, so one sentence is heard once, in however many it sounds.
"""

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from audio.loudness import rms_dbfs
from audio.types import UNKNOWN, Candidate, Nearest, Samples, SpeakerMatch

BLOCK_SECONDS = 0.032
TABLE = ""
"""Name of the table's own microphone, which is nobody's."""


@dataclass(frozen=True, slots=True)
class NearestParams:
    """Parameters for choosing a microphone.

    Attributes:
        switch_db: Another one is taken when talk stands out so much more there.
        fades: Share of the loudness before that still counts in the next block.
        floor_rises: How fast a room is believed to become louder, dB a second.
        silent_dbfs: Nothing is quieter than this: a phone that is muted has no noise of its own.
        surely_db: What stands out less than this says nothing about who speaks.
        weight_per_db: Weight for whoever's phone it is, for each dB more; a natural logarithm as those of voices.
        most_weight: Most that a phone's nearness weighs; a voice that is clearly somebody else's weighs more.
        talk_db: Blocks that stand out from the room by less are no talk.
        remembered: Blocks that may still be asked about.
    """

    switch_db: float = 3.0
    fades: float = 0.6
    floor_rises: float = 1.0
    silent_dbfs: float = -75.0
    surely_db: float = 2.0
    weight_per_db: float = 0.7
    most_weight: float = 6.0
    talk_db: float = 6.0
    remembered: int = 1_250


class NearestMicrophone:
    """Follows how much talk stands out at each microphone.

    Args:
        params: Tunables.
    """

    def __init__(self, params: NearestParams | None = None) -> None:
        self._params = params or NearestParams()
        self._floors: dict[str, float] = {}
        self._powers: dict[str, float] = {}
        self._current = TABLE
        self._past: deque[tuple[float, Mapping[str, float]]] = deque(maxlen=self._params.remembered)

    def mix(self, start: float, blocks: Mapping[str, Samples]) -> Samples:
        """The next block of the table's sound: that of the nearest microphone, faded over where it is another one.

        Args:
            start: Seconds of the table's time.
            blocks: By name of the microphone; only those that have sound now, one at least.
        """
        stands_out = {name: self._follow(name, block) for name, block in blocks.items()}
        self._past.append((start, stands_out))
        before = self._current if self._current in blocks else next(iter(blocks))
        best = max(stands_out, key=lambda name: stands_out[name])
        self._current = best if stands_out[best] >= stands_out[before] + self._params.switch_db else before
        if self._current == before:
            return blocks[before]
        rising = np.linspace(0.0, 1.0, len(blocks[before]), dtype=np.float32)
        return np.asarray(blocks[before] * (1.0 - rising) + blocks[self._current] * rising, dtype=np.float32)

    def between(self, start: float, end: float) -> Nearest | None:
        """The microphone nearest to who spoke in a stretch; None where nobody did, or two spoke at different ones."""
        talk = [each for at, each in self._past if start <= at < end and max(each.values()) >= self._params.talk_db]
        if not talk:
            return None
        half = len(talk) // 2
        first, last = (self._ranked(talk[:half] or talk), self._ranked(talk[half:]))
        whole = self._ranked(talk)
        if all(each[0][0] != other[0][0] and _lead(each) >= self._params.switch_db
               for each, other in ((first, last), (last, first))):  # fmt: skip
            return None
        lead = _lead(whole)
        weight = (lead - self._params.surely_db) * self._params.weight_per_db if math.isfinite(lead) else 0.0
        name = whole[0][0]
        return Nearest(name, 0.0 if name == TABLE else min(self._params.most_weight, max(0.0, weight)))

    def forget(self, names: frozenset[str]) -> None:
        """Forget what was noticed at every microphone but these."""
        for name in self._floors.keys() - names - {TABLE}:
            self._floors.pop(name), self._powers.pop(name)

    def _follow(self, name: str, block: Samples) -> float:
        """Level of the sound above the room now, in dB."""
        limits = self._params
        loudness = max(limits.silent_dbfs, rms_dbfs(block))
        floor = min(self._floors.get(name, loudness) + limits.floor_rises * BLOCK_SECONDS, loudness)
        power = 10.0 ** (loudness / 10.0)
        self._floors[name] = floor
        self._powers[name] = limits.fades * self._powers.get(name, power) + (1.0 - limits.fades) * power
        return 10.0 * math.log10(self._powers[name]) - floor

    @staticmethod
    def _ranked(talk: list[Mapping[str, float]]) -> list[tuple[str, float]]:
        """Microphones that heard most of it, the nearest first, each with how much talk stood out on average."""
        names = {name for each in talk for name in each}
        heard = {name: [each[name] for each in talk if name in each] for name in names}
        means = [(name, sum(found) / len(found)) for name, found in heard.items() if 2 * len(found) > len(talk)]
        return sorted(means, key=lambda each: (-each[1], each[0])) or [(TABLE, 0.0)]


def _lead(ranked: list[tuple[str, float]]) -> float:
    """By how much the first stands out from the second; without bounds when there is one only."""
    return ranked[0][1] - ranked[1][1] if len(ranked) > 1 else math.inf


def credited(match: SpeakerMatch | None, owner: str, weight: float) -> SpeakerMatch | None:
    """Attribution by voice, weighed together with the nearest phone."""
    if weight <= 0.0:
        return match
    match = match or SpeakerMatch(UNKNOWN, 0.0)
    others = [each for each in match.candidates if each.name != owner]
    own = next((each for each in match.candidates if each.name == owner), Candidate(owner, 0.0, 0.0))
    ranked = sorted([*others, replace(own, ratio=own.ratio + weight)], key=lambda each: -each.ratio)
    name = ranked[0].name if ranked[0].ratio > 0.0 else UNKNOWN
    return replace(match, name=name, candidates=tuple(ranked))
