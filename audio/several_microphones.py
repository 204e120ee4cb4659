"""The table's microphone and the phones beside it as one source: at every moment the nearest of them is heard."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

import numpy as np

from audio.channels import MOST_LAG_SECONDS, Channel, lag_between
from audio.errors import DeviceUnavailable
from audio.nearest import BLOCK_SECONDS, TABLE, NearestMicrophone
from audio.phones import Phones
from audio.ports import AudioSource
from audio.sound_time import SoundTime
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Nearest, Samples

HELD_BLOCKS = 4
"""Blocks the table's sound is held back while phones are heard: theirs takes that long over the network."""
LEAST_THERE = 0.9
"""Share of a sentence that a phone must have brought to be the one it is recognised from."""
_BLOCK = round(BLOCK_SECONDS * SAMPLE_RATE_HZ)


class SeveralMicrophones:
    """An `AudioSource` over another one and phones. Without phones it is that other one.

    Args:
        table: The table's microphone; where it cannot be opened, phones alone are heard if there are any.
        phones: The phones, which may come and go at any time.
        clock: Seconds that only go forward, the same as the phones'.
    """

    def __init__(self, table: AudioSource, phones: Phones, clock: Callable[[], float] = time.monotonic) -> None:
        self._table, self._phones, self._clock = table, phones, clock
        self._nearest = NearestMicrophone()
        self._own = Channel()
        self._time = SoundTime()
        self._alone = False
        self._rest: deque[Samples] = deque()
        self._position = 0
        self._closed = threading.Event()

    @property
    def trouble(self) -> str:
        """The reason why the table is not heard right now; empty while phones hear it."""
        return "" if self._phones.channels() else self._table.trouble

    def chunks(self) -> Iterator[AudioChunk]:
        """Yield the sound of the nearest microphone until `close`.

        Raises:
            DeviceUnavailable: The table's microphone cannot be opened, and no phone is there.
        """
        try:
            for chunk in self._ticks():
                end = chunk.start + len(chunk.samples) / SAMPLE_RATE_HZ
                self._time.arrived(end, self._clock())
                self._phones.began = self._time.of(0.0)
                if chunk.dropped:
                    yield from self._let_go(0)
                    unheard = sum(map(len, self._rest)) + chunk.dropped
                    self._rest.clear()
                    self._position += unheard
                    yield AudioChunk(np.zeros(0, dtype=np.float32), self._position / SAMPLE_RATE_HZ, unheard)
                self._rest.append(chunk.samples)
                yield from self._let_go(HELD_BLOCKS if self._phones.channels() else 0)
        finally:
            self._phones.began = None
            self._phones.drop()

    def close(self) -> None:
        """Stop; `chunks` ends soon after. Safe to call twice and from another thread."""
        self._closed.set()
        self._table.close()

    def nearest(self, start: float, end: float, heard: Samples) -> tuple[Samples, Nearest | None]:
        """A sentence from the microphone nearest to its speaker, and whose that is.

        Args:
            start: Seconds at its beginning.
            end: Seconds at its end.
            heard: It as the table's one sound has it, which is given back where no phone is nearer or brought it whole.
        """
        found = self._nearest.between(start, end)
        channels = self._phones.channels()
        if found is None or found.name not in channels:
            return heard, None
        self._align(channels, start, end)
        stretch = channels[found.name].between(end - len(heard) / SAMPLE_RATE_HZ, end)
        return (stretch.samples if stretch.there >= LEAST_THERE else heard), found

    def changed(self, before: tuple[float, float], after: tuple[float, float]) -> bool | None:
        """Tell whether another phone is nearest after a pause than before it; None where phones do not tell."""
        one, other = (self._nearest.between(*each) for each in (before, after))
        if one is None or other is None or not (one.weight and other.weight):
            return None
        return one.name != other.name

    def _ticks(self) -> Iterator[AudioChunk]:
        """The table's sound, or where it has none and phones are there, silence at its pace."""
        try:
            yield from self._table.chunks()
            return
        except DeviceUnavailable:
            if not self._phones.connected:
                raise
        self._alone = True
        began, given = self._clock(), 0
        while not self._closed.wait(BLOCK_SECONDS / 2):
            due = int((self._clock() - began) / BLOCK_SECONDS)
            if due > given:
                yield AudioChunk(np.zeros((due - given) * _BLOCK, dtype=np.float32), given * BLOCK_SECONDS)
                given = due

    def _let_go(self, held: int) -> Iterator[AudioChunk]:
        """Hand on whole blocks but the last few."""
        if not held and not self._phones.channels():
            for samples in self._rest:
                yield self._chunk(samples)
            self._rest.clear()
            return
        sound = np.concatenate([np.zeros(0, dtype=np.float32), *self._rest])
        whole = max(0, len(sound) // _BLOCK - held) * _BLOCK
        self._rest = deque([sound[whole:]])
        for block in sound[:whole].reshape(-1, _BLOCK):
            yield self._chunk(self._mixed(block))

    def _chunk(self, samples: Samples) -> AudioChunk:
        chunk = AudioChunk(samples, self._position / SAMPLE_RATE_HZ)
        self._position += len(samples)
        return chunk

    def _mixed(self, block: Samples) -> Samples:
        start = self._position / SAMPLE_RATE_HZ
        channels = self._phones.channels()
        pcm = (np.clip(block, -1.0, 1.0) * 32767.0).astype(np.int16)
        self._own.put(self._position, pcm, start + BLOCK_SECONDS)
        blocks = {} if self._alone else {TABLE: block}
        for owner, channel in channels.items():
            stretch = channel.between(start, start + BLOCK_SECONDS)
            if stretch.there == 1.0:
                blocks[owner] = stretch.samples
        self._nearest.forget(frozenset(channels))
        return self._nearest.mix(start, blocks) if blocks else block

    def _align(self, channels: dict[str, Channel], start: float, end: float) -> None:
        """Bring phones nearer to the table's time, by a sentence they all heard."""
        if self._alone:
            return
        around = start - MOST_LAG_SECONDS, end + MOST_LAG_SECONDS
        own = self._own.between(*around)
        for channel in channels.values():
            stretch = channel.between(*around)
            lag = lag_between(stretch.samples, own.samples) if stretch.there >= LEAST_THERE else None
            if lag is not None:
                channel.shift(lag / 2)
