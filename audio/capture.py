"""The microphone."""

import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import soxr

from audio.errors import DeviceUnavailable
from audio.portaudio import list_devices, load_sounddevice, unavailable
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples

__all__ = ["MicrophoneSource", "list_devices"]

BLOCK_SECONDS = 0.032
POLL_SECONDS = 0.25
GAP_SECONDS = 0.1


class MicrophoneSource:
    """A microphone through PortAudio.

    The callback only copies and enqueues. Sound that nobody fetches in time, or that the system lost before, is
    counted; the count is handed out with the next chunk.

    Args:
        device: Name or index; the default microphone when left out.
        queue_seconds: Sound kept for a slow listener.
        silent_seconds: Without a single block for so long the microphone is taken to be unplugged.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        device: str | int | None = None,
        *,
        queue_seconds: float = 30.0,
        silent_seconds: float = 3.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._silent_seconds = silent_seconds
        self._clock = clock
        self._blocks: queue.Queue[tuple[Samples, int]] = queue.Queue(max(1, round(queue_seconds / BLOCK_SECONDS)))
        self._lost = 0
        self._due = 0.0
        self._rate_hz = SAMPLE_RATE_HZ
        self._closed = threading.Event()
        self._finished = threading.Event()

    def chunks(self) -> Iterator[AudioChunk]:
        """Open the microphone and yield its sound until `close`.

        Raises:
            DeviceUnavailable: It cannot be opened or went away.
        """
        stream, rate_hz = self._open()
        resampler = None if rate_hz == SAMPLE_RATE_HZ else soxr.ResampleStream(rate_hz, SAMPLE_RATE_HZ, 1)
        handed_out = 0
        try:
            for samples, lost in self._fetch():
                converted = samples if resampler is None else resampler.resample_chunk(samples)
                dropped = round(lost * SAMPLE_RATE_HZ / rate_hz)
                handed_out += dropped
                yield AudioChunk(converted, handed_out / SAMPLE_RATE_HZ, dropped)
                handed_out += len(converted)
        finally:
            stream.abort()
            stream.close()

    def close(self) -> None:
        """Stop listening; safe from any thread."""
        self._closed.set()

    def _fetch(self) -> Iterator[tuple[Samples, int]]:
        last = self._clock()
        while not self._closed.is_set():
            try:
                block = self._blocks.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if self._finished.is_set() or self._clock() - last > self._silent_seconds:
                    raise DeviceUnavailable("The microphone went away.", "Plug it in again.") from None
                continue
            last = self._clock()
            yield block

    def _open(self) -> tuple[Any, int]:
        """Open the stream at 16 kHz, or at the device's own rate when that is refused."""
        sounddevice = load_sounddevice()
        try:
            rate_hz = SAMPLE_RATE_HZ
            try:
                sounddevice.check_input_settings(device=self._device, channels=1, dtype="float32", samplerate=rate_hz)
            except sounddevice.PortAudioError:
                rate_hz = round(sounddevice.query_devices(self._device, "input")["default_samplerate"])
            self._rate_hz = rate_hz
            stream = sounddevice.InputStream(
                samplerate=rate_hz,
                blocksize=round(BLOCK_SECONDS * rate_hz),
                device=self._device,
                channels=1,
                dtype="float32",
                callback=self._keep,
                finished_callback=self._finished.set,
            )
            stream.start()
        except (sounddevice.PortAudioError, ValueError) as exc:
            raise unavailable("microphone", self._device, exc) from exc
        return stream, rate_hz

    def _keep(self, block: Any, frames: int, times: Any, _status: Any) -> None:
        """Copy and enqueue; runs in PortAudio's thread."""
        samples = np.array(block[:, 0], dtype=np.float32, copy=True)
        missed = times.inputBufferAdcTime - self._due
        # The times of good blocks waver by less than a block; a longer gap is sound that the system lost.
        if self._due and missed > GAP_SECONDS:
            self._lost += round(missed * self._rate_hz)
        self._due = times.inputBufferAdcTime + frames / self._rate_hz
        try:
            self._blocks.put_nowait((samples, self._lost))
        except queue.Full:
            self._lost += frames
        else:
            self._lost = 0
