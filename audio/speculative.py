"""Recognition begun before a segment is known to have ended."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from audio.types import SpeechSegment

T = TypeVar("T")
Key = tuple[float, float, tuple[str, ...]]


class SpeculativeWork(Generic[T]):
    """Worker threads that start on what may turn out to be a segment, and on what has turned out to be one.

    Args:
        work: Does the job for a segment and the hotwords; its lazy results must be consumed when it returns. It runs in
            several threads.
        keep: Finished guesses that are remembered.
        workers: Threads: a guess that turned out wrong while it is worked on does not hold up the next one.
    """

    def __init__(self, work: Callable[[SpeechSegment, tuple[str, ...]], T], keep: int = 4, workers: int = 2) -> None:
        self._work = work
        self._keep = keep
        self._worker = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="recogniser")
        self._begun: dict[Key, Future[T]] = {}
        self._lock = threading.Lock()

    def begin(self, segments: Sequence[SpeechSegment], hotwords: tuple[str, ...]) -> None:
        """Start on a guess of what will close next, in order; guesses not started yet give way to it."""
        guesses = {(segment.start, segment.end, hotwords): segment for segment in segments}
        with self._lock:
            if guesses.keys() <= self._begun.keys():
                return
            for old, future in list(self._begun.items()):
                if old not in guesses and (future.cancel() or len(self._begun) >= self._keep):
                    self._begun.pop(old)
            for key, segment in guesses.items():
                if key not in self._begun:
                    self._begun[key] = self._worker.submit(self._work, segment, hotwords)

    def result(self, segment: SpeechSegment, hotwords: tuple[str, ...]) -> T:
        """Wait for the result of a segment, begun ahead or begun now."""
        with self._lock:
            future = self._begun.pop((segment.start, segment.end, hotwords), None)
            if future is None:
                future = self._worker.submit(self._work, segment, hotwords)
        return future.result()

    def close(self) -> None:
        """Finish the running job and start no other."""
        self._worker.shutdown(wait=True, cancel_futures=True)
