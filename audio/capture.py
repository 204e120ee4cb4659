"""The microphone."""

import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import soxr

from audio.convert import as_sound
from audio.errors import DeviceUnavailable
from audio.portaudio import list_devices, load_sounddevice, look_again, microphones, opened, unavailable
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples

__all__ = ["MicrophoneSource", "list_devices"]

BLOCK_SECONDS = 0.032
POLL_SECONDS = 0.25
GAP_SECONDS = 0.1
LONGEST_GAP_SECONDS = 86_400.0
"""A device that tells of a longer one has lost count."""
MOST_SILENCE_SECONDS = 1.0
"""Silence handed out at once while the device is away."""

WENT_AWAY = "The microphone went away. Plug it in again; I go on as soon as it is back."


class MicrophoneSource:
    """A microphone through PortAudio.

    The callback only copies and enqueues. Sound that nobody fetches in time, or that the system lost before, is
    counted; the count is handed out with the next chunk. While the device is away silence is handed out, so that time
    goes on, and it is tried again and again.

    Args:
        device: Name or index; the default microphone when left out.
        queue_seconds: Sound kept for a slow listener.
        silent_seconds: Without a single block for so long the microphone is taken to be unplugged.
        retry_seconds: How often a microphone that went away is tried again.
        clock: Seconds that only go forward.

    Attributes:
        trouble: Why nothing is heard right now, one sentence for the table; empty when all is well.
    """

    def __init__(
        self,
        device: str | int | None = None,
        *,
        queue_seconds: float = 30.0,
        silent_seconds: float = 3.0,
        retry_seconds: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.trouble = ""
        self._device = device
        self._queue_blocks = max(1, round(queue_seconds / BLOCK_SECONDS))
        self._silent_seconds = silent_seconds
        self._retry_seconds = retry_seconds
        self._clock = clock
        self._handed_out = 0
        self._closed = threading.Event()

    def chunks(self) -> Iterator[AudioChunk]:
        """Open the microphone and yield its sound until `close`.

        Raises:
            DeviceUnavailable: It cannot be opened to begin with.
        """
        stream: _Stream | None = opened(self._open)
        while stream is not None:
            try:
                yield from self._sound_of(stream)
            finally:
                stream.close()
            if self._closed.is_set():
                return
            self.trouble = WENT_AWAY
            stream = yield from self._await_return()

    def close(self) -> None:
        """Stop listening; safe from any thread."""
        self._closed.set()

    def _sound_of(self, stream: "_Stream") -> Iterator[AudioChunk]:
        """Yield the sound of one opened stream until the stream ends."""
        rate_hz = stream.rate_hz
        resampler = None if rate_hz == SAMPLE_RATE_HZ else soxr.ResampleStream(rate_hz, SAMPLE_RATE_HZ, 1)
        for samples, lost in self._fetch(stream):
            converted = samples if resampler is None else resampler.resample_chunk(samples)
            yield self._chunk(converted, round(lost * SAMPLE_RATE_HZ / rate_hz))

    def _chunk(self, samples: Samples, dropped: int) -> AudioChunk:
        self._handed_out += dropped
        chunk = AudioChunk(samples, self._handed_out / SAMPLE_RATE_HZ, dropped)
        self._handed_out += len(samples)
        return chunk

    def _fetch(self, stream: "_Stream") -> Iterator[tuple[Samples, int]]:
        last = self._clock()
        while not self._closed.is_set():
            try:
                block = stream.blocks.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if stream.finished.is_set() or self._clock() - last > self._silent_seconds:
                    return
                continue
            last = self._clock()
            yield block

    def _await_return(self) -> Generator[AudioChunk, None, "_Stream | None"]:
        """Hand out silence until the microphone can be opened again; None when closed meanwhile."""
        passed = tried = self._clock()
        while not self._closed.wait(POLL_SECONDS):
            now = self._clock()
            silent = min(now - passed, MOST_SILENCE_SECONDS)
            lost = round((now - passed - silent) * SAMPLE_RATE_HZ)  # a computer that slept
            yield self._chunk(np.zeros(round(silent * SAMPLE_RATE_HZ), dtype=np.float32), lost)
            passed = now
            if now - tried < self._retry_seconds:
                continue
            tried = now
            try:
                look_again()
                stream = self._open()
            except DeviceUnavailable:
                continue  # still away
            self.trouble = ""
            return stream
        return None

    def _open(self) -> "_Stream":
        """Open the stream at 16 kHz, or at the device's own rate when that is refused."""
        sounddevice = load_sounddevice()
        try:
            rate_hz = SAMPLE_RATE_HZ
            try:
                sounddevice.check_input_settings(device=self._device, channels=1, dtype="float32", samplerate=rate_hz)
            except sounddevice.PortAudioError:
                rate_hz = round(sounddevice.query_devices(self._device, "input")["default_samplerate"])
            stream = _Stream(rate_hz, queue.Queue(self._queue_blocks))
            stream.device = sounddevice.InputStream(
                samplerate=rate_hz,
                blocksize=round(BLOCK_SECONDS * rate_hz),
                device=self._device,
                channels=1,
                dtype="float32",
                callback=stream.keep,
                finished_callback=stream.finished.set,
            )
            stream.device.start()
            microphones.add(stream)
        except (sounddevice.PortAudioError, ValueError) as exc:
            raise unavailable("microphone", self._device, exc) from exc
        return stream


@dataclass(slots=True, eq=False, weakref_slot=True)
class _Stream:
    """One opening of the device.

    Attributes:
        rate_hz: Rate it was opened with.
        blocks: Samples not yet fetched, each with the number of samples lost before it.
        device: PortAudio's stream.
        finished: Set when the stream has ended by itself.
    """

    rate_hz: int
    blocks: "queue.Queue[tuple[Samples, int]]"
    device: Any = None
    finished: threading.Event = field(default_factory=threading.Event)
    _lost: int = 0
    _due: float = 0.0

    def keep(self, block: Any, frames: int, times: Any, _status: Any) -> None:
        """Copy and enqueue; runs in PortAudio's thread."""
        samples = as_sound(np.array(block[:, 0], dtype=np.float32, copy=True))
        missed = times.inputBufferAdcTime - self._due
        # The times of good blocks waver by less than a block; a longer gap is sound that the system lost.
        if self._due and GAP_SECONDS < missed < LONGEST_GAP_SECONDS:
            self._lost += round(missed * self.rate_hz)
        self._due = times.inputBufferAdcTime + frames / self.rate_hz
        try:
            self.blocks.put_nowait((samples, self._lost))
        except queue.Full:
            self._lost += frames
        else:
            self._lost = 0

    def close(self) -> None:
        """Release the device."""
        microphones.discard(self)
        self.device.abort()
        self.device.close()
