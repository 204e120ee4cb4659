"""The loudspeaker: an output queue that can be interrupted and says when it is speaking."""

import threading
from collections import deque
from typing import Any

import numpy as np

from audio.convert import resample
from audio.errors import DeviceUnavailable
from audio.portaudio import load_sounddevice, loudspeakers, opened, unavailable
from audio.types import Samples

BLOCK_SECONDS = 0.02
LATENCY_SECONDS = 0.05


class SpeakerSink:
    """Plays through PortAudio. A device that went away is tried again with everything there is to play.

    Args:
        device: Name or index; the default loudspeaker when left out.
        sample_rate_hz: Rate the device is opened with, in Hz.

    Raises:
        DeviceUnavailable: The loudspeaker cannot be opened.
    """

    def __init__(self, device: str | int | None = None, sample_rate_hz: int = 24_000) -> None:
        self._device = device
        self._rate_hz = sample_rate_hz
        self._lock = threading.Lock()
        self._opening = threading.Lock()
        self._queue: deque[Samples] = deque()
        self._queued = 0
        self._tail_blocks = 0
        self._latency_blocks = 0
        self._closed = False
        self._stream: Any = opened(self._open)
        loudspeakers.add(self)

    def play(self, samples: Samples, sample_rate_hz: int) -> None:
        """Queue samples for playing; returns at once. Without a device they are lost."""
        converted = resample(samples, sample_rate_hz, self._rate_hz)
        if not self._ready():
            return
        with self._lock:
            self._queue.append(converted)
            self._queued += len(converted)

    def stop(self) -> None:
        """Fall silent within one block and forget what is queued."""
        with self._lock:
            self._queue.clear()
            self._queued = 0

    @property
    def speaking(self) -> bool:
        """True while something is queued or still on its way through the device; False once the device went away."""
        stream = self._stream
        return (self._queued > 0 or self._tail_blocks > 0) and stream is not None and bool(stream.active)

    def release(self) -> None:
        """Give the device back; it is opened again when there is something to play."""
        with self._opening:
            self.stop()
            self._tail_blocks = 0
            if self._stream is not None:
                self._stream.abort()
                self._stream.close()
                self._stream = None

    def close(self) -> None:
        """Release the device for good."""
        if not self._closed:
            self._closed = True
            self.release()

    def _ready(self) -> bool:
        """Return True if the device is open, after trying again to open it if it is not."""
        stream = self._stream
        if stream is not None and stream.active:
            return True
        self.release()
        with self._opening:
            if self._closed:
                return False
            try:
                self._stream = self._open()
            except DeviceUnavailable:
                return False
            return True

    def _open(self) -> Any:
        sounddevice = load_sounddevice()
        try:
            stream = sounddevice.OutputStream(
                samplerate=self._rate_hz,
                blocksize=round(BLOCK_SECONDS * self._rate_hz),
                device=self._device,
                channels=1,
                dtype="float32",
                latency=LATENCY_SECONDS,
                callback=self._fill,
            )
            stream.start()
        except (sounddevice.PortAudioError, ValueError) as exc:
            raise unavailable("loudspeaker", self._device, exc) from exc
        self._latency_blocks = int(np.ceil(float(stream.latency) / BLOCK_SECONDS))
        return stream

    def _fill(self, out: Any, frames: int, _time: Any, _status: Any) -> None:
        """Hand PortAudio its next block; runs in its thread and must not wait for anything slow."""
        with self._lock:
            filled = 0
            while filled < frames and self._queue:
                head = self._queue[0]
                taken = min(frames - filled, len(head))
                out[filled : filled + taken, 0] = head[:taken]
                filled += taken
                if taken == len(head):
                    self._queue.popleft()
                else:
                    self._queue[0] = head[taken:]
            self._queued -= filled
            self._tail_blocks = self._latency_blocks if filled else max(0, self._tail_blocks - 1)
        out[filled:] = 0.0


class NullSink:
    """No loudspeaker: announcements are only shown."""

    def play(self, samples: Samples, sample_rate_hz: int) -> None:
        """Play nothing."""

    def stop(self) -> None:
        """Stop nothing."""

    @property
    def speaking(self) -> bool:
        """Never."""
        return False

    def close(self) -> None:
        """Close nothing."""
