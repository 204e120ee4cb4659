"""faster-whisper as it comes, with its own voice detection: RECORDING MODEL OUT.

Every half second its detector looks at what was said since the last sentence; after half a second of silence the
sentence is transcribed with the library's own settings.
"""

import sys
from importlib import import_module
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import numpy as np

from tools.bench.peers.playing import RATE_HZ, Playing

LOOK_SAMPLES = RATE_HZ // 2
SILENCE_SAMPLES = RATE_HZ // 2


def main(sound: Path, model: str, out: Path) -> None:
    """Listen to a recording at its own pace."""
    whisper = import_module("faster_whisper").WhisperModel(model, device="cpu", compute_type="int8", cpu_threads=2)
    vad = import_module("faster_whisper.vad")
    sentences = vad.VadOptions(min_silence_duration_ms=500, speech_pad_ms=0)
    playing, waiting = Playing(sound), Queue[Any]()
    Thread(target=playing.feed, args=(waiting.put,)).start()
    said, unseen = np.zeros(0, dtype=np.float32), 0
    while not (playing.over.is_set() and waiting.empty()):
        try:
            chunks = [waiting.get(timeout=1.0), *(waiting.get() for _ in range(waiting.qsize()))]
        except Empty:
            continue
        said = np.concatenate((said, *chunks))
        unseen += sum(map(len, chunks))
        if unseen < LOOK_SAMPLES:
            continue
        unseen = 0
        found = vad.get_speech_timestamps(said, sentences)
        if not found:
            said = said[-RATE_HZ:]
        elif len(said) - found[-1]["end"] >= SILENCE_SAMPLES:
            segments, _ = whisper.transcribe(said, language="en", vad_filter=True)
            playing.heard(" ".join(each.text.strip() for each in segments))
            said = np.zeros(0, dtype=np.float32)
    playing.report(out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
