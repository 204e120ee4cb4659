"""The companion's own recogniser: RECORDING MODEL OUT. Without names, voices or a game, like everybody else here."""

import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread

from audio.gain_control import GainControlledDetector
from audio.listen import Listener
from audio.stt import WhisperTranscriber
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples
from audio.vad import SileroDetector
from tools.bench.peers.playing import CHUNK_SAMPLES, Playing


class Fed:
    """A microphone into which chunks are put; None ends it."""

    trouble = ""

    def __init__(self) -> None:
        self.waiting: Queue[Samples | None] = Queue()

    def chunks(self) -> Iterator[AudioChunk]:
        """Yield what was put in."""
        number = 0
        while (samples := self.waiting.get()) is not None:
            yield AudioChunk(samples, number * CHUNK_SAMPLES / SAMPLE_RATE_HZ)
            number += 1

    def close(self) -> None:
        """End the chunks."""
        self.waiting.put(None)


def main(sound: Path, model: str, out: Path) -> None:
    """Listen to a recording at its own pace."""
    source = Fed()
    listener = Listener(source, GainControlledDetector(SileroDetector()), WhisperTranscriber(model), live=True)
    playing = Playing(sound)

    def play() -> None:
        playing.feed(source.waiting.put)
        source.close()

    Thread(target=play).start()
    for utterance in listener.utterances():
        playing.heard(utterance.text)
    playing.report(out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
