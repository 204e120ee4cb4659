"""The whole companion through its own command line: RECORDING MODEL OUT FOLDER.

`companion listen --input --realtime` with the voices, names, dice and rules of the session folder, a log in memory and
announcements into a file.
"""

import json
import sys
from pathlib import Path

from tools.bench.evening import play, read_records
from tools.bench.peers.playing import used


def main(sound: Path, out: Path, folder: Path) -> None:
    """Listen to a recording of the session at its own pace."""
    events = out.with_name("whole-events.jsonl")
    play(folder, sound, events, "--voice", str(out.with_name("whole-voice.wav")), "--realtime")
    heard = [
        {"text": each["text"], "at": each["end"] + each["latency"]}
        for each in read_records(events)
        if each["type"] == "utterance"
    ]
    out.write_text(json.dumps({"heard": heard, **used()}), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[3]), Path(sys.argv[4]))
