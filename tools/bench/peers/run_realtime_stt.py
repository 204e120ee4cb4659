"""RealtimeSTT with its own settings: RECORDING MODEL OUT."""

import os
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np

from tools.bench.peers.playing import Playing


def main(sound: Path, model: str, out: Path) -> None:
    """Listen to a recording at its own pace."""
    recorder = import_module("RealtimeSTT").AudioToTextRecorder(
        model=model, language="en", device="cpu", compute_type="int8", use_microphone=False, spinner=False
    )
    playing = Playing(sound)

    def give(chunk: Any) -> None:
        recorder.feed_audio((chunk * 32767).astype(np.int16).tobytes())

    def play() -> None:
        playing.feed(give)
        playing.report(out)
        os._exit(0)  # it waits for speech for ever, with worker processes of its own

    Thread(target=play).start()
    while True:
        playing.heard(recorder.text())


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
