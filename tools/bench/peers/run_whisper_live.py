"""WhisperLive's own client handler with its defaults, fed without the network between: RECORDING MODEL OUT.

A segment is final once it says so; what still stands unfinished when the recording is over counts then.
"""

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.bench.peers.playing import Playing


class Screen:
    """The end of the connection that WhisperLive sends its segments to.

    Args:
        playing: Notes when words are final.
    """

    def __init__(self, playing: Playing) -> None:
        self._playing = playing
        self._final: set[str] = set()
        self.unfinished = ""

    def send(self, message: str) -> None:
        """Take a message: the last segments, each with where it starts and whether it is final."""
        self.unfinished = ""
        for segment in json.loads(message).get("segments", []):
            if not segment["completed"]:
                self.unfinished = segment["text"]
            elif segment["start"] not in self._final:
                self._final.add(segment["start"])
                self._playing.heard(segment["text"])

    def close(self) -> None:
        """Nothing is kept open."""


def main(sound: Path, model: str, out: Path) -> None:
    """Listen to a recording at its own pace."""
    serve: Any = import_module("whisper_live.backend.faster_whisper_backend").ServeClientFasterWhisper
    playing = Playing(sound)
    screen = Screen(playing)
    client = serve(screen, language="en", client_uid="bench", model=model)
    playing.feed(client.add_frames)
    playing.heard(screen.unfinished)
    playing.report(out)
    os._exit(0)  # its thread goes on transcribing


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
