"""The loudspeaker: an output queue that can be interrupted and says when it is speaking."""

import threading
from collections import deque
from typing import Any

import numpy as np

from audio.convert import resample
from audio.portaudio import load_sounddevice, unavailable
from audio.types import Samples

BLOCK_SECONDS = 0.02
LATENCY_SECONDS = 0.05


class SpeakerSink:
    """Plays through PortAudio.

    Args:
        device: Name or index; the default loudspeaker when left out.
        sample_rate_hz: Rate the device is opened with, in Hz.

    Raises:
        DeviceUnavailable: The loudspeaker cannot be opened.
    """

    def __init__(self, device: str | int | None = None, sample_rate_hz: int = 24_000) -> None:
        sounddevice = load_sounddevice()
        self._rate_hz = sample_rate_hz
        self._lock = threading.Lock()
        self._queue: deque[Samples] = deque()
        self._queued = 0
        self._tail_blocks = 0
        self._closed = False
        try:
            self._stream = sounddevice.OutputStream(
                samplerate=sample_rate_hz,
                blocksize=round(BLOCK_SECONDS * sample_rate_hz),
                device=device,
                channels=1,
                dtype="float32",
                latency=LATENCY_SECONDS,
                callback=self._fill,
            )
            self._stream.start()
        except (sounddevice.PortAudioError, ValueError) as exc:
            raise unavailable("loudspeaker", device, exc) from exc
        self._latency_blocks = int(np.ceil(float(self._stream.latency) / BLOCK_SECONDS))

    def play(self, samples: Samples, sample_rate_hz: int) -> None:
        """Queue samples for playing; returns at once."""
        converted = resample(samples, sample_rate_hz, self._rate_hz)
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
        """Whether something is queued or still on its way through the device."""
        return self._queued > 0 or self._tail_blocks > 0

    def close(self) -> None:
        """Release the device."""
        if not self._closed:
            self._closed = True
            self.stop()
            self._stream.abort()
            self._stream.close()

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
