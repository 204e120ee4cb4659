"""Recordings played into a real sound server, and what a companion listening there makes of them, on the clock.

python -m tools.bench.live FOLDER/clean.flac…

Each recording goes through a virtual microphone (PulseAudio) at the pace it was made. Told are each stage's delay,
commands carried out, sound lost, processor time and memory while it listens, and the delay of all recordings together.
It says nothing aloud: no recording waits until it has spoken, as people do.
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from audio.recording import SESSION_SECONDS
from audio.types import SAMPLE_RATE_HZ
from audio.wav import read_audio
from companion.app.timings import DECISION, Timings, megabytes
from tools.bench.evening import read_records, score
from tools.bench.latency import as_text
from tools.bench.sound_server import SoundServer, missing_programs, soon

TAIL_SECONDS = 5.0
"""Quiet after the recording, in which the last sentence is finished."""

ENDING_SECONDS = 120.0
AHEAD_MS = 1_000
LOST = "seconds of sound were lost"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure recordings; 1 when sound was lost or nothing could be measured."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.live", description=__doc__)
    parser.add_argument("recordings", nargs="+", type=Path, help="recordings in session folders, beside their rosters")
    options = parser.parse_args(arguments)
    if missing := missing_programs():
        sys.stdout.write(f"No live sound is measured: {', '.join(missing)} is not installed (Debian: pulseaudio).\n")
        return 1
    lost, together = False, Timings()
    for recording in options.recordings:
        with tempfile.TemporaryDirectory() as folder:
            lost |= _measure(recording, Path(folder), together)
    for stage, times, median, high in together.rows():
        if stage == DECISION and len(options.recordings) > 1:
            sys.stdout.write(f"All together, {stage}: {times} times, median {median:.2f} s, 95 % {high:.2f} s\n")
    return int(lost)


def _measure(recording: Path, folder: Path, together: Timings) -> bool:
    """Play one recording and tell what came of it; whether sound was lost."""
    told, events = folder / "told.txt", folder / "events.jsonl"
    sound, server = read_audio(recording, SESSION_SECONDS), SoundServer(folder)
    with _running(server), told.open("wb") as out:
        listening = _listen(recording.parent, events, server.environment, folder, out)
        soon(lambda: server.is_listened_to() or listening.poll() is not None, lambda: told.read_text("utf-8"))
        began, before = time.monotonic(), _processor_seconds(listening.pid)
        gaps = server.say(sound, ahead_ms=AHEAD_MS)
        spent, lasted = _processor_seconds(listening.pid) - before, time.monotonic() - began
        time.sleep(TAIL_SECONDS)
        listening.send_signal(signal.SIGINT)  # nothing where the evening has ended by itself
        listening.wait(ENDING_SECONDS)
    timings, records = Timings(), read_records(events)
    for record in records:
        timings(dict(record))
        together(dict(record))
    figures = {
        "recording": f"{recording.parent.name} {recording.stem}, {len(sound) / SAMPLE_RATE_HZ / 60:.0f} minutes",
        "clock": True,
        "processor_share": spent / lasted,
        "most_megabytes": round(megabytes(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)),
        "stages": {stage: {"times": n, "median": median, "p95": high} for stage, n, median, high in timings.rows()},
    }
    lost = [line for line in told.read_text("utf-8").splitlines() if LOST in line]
    found = score(json.loads((recording.parent / "expected.json").read_text("utf-8")), records)
    done = f"{found.right} of {found.expected} commands, {len(found.wrong)} wrong"
    sys.stdout.write(f"{as_text(figures)}  {done}; {' '.join(lost) or 'no sound was lost'}\n")
    if gaps:
        sys.stdout.write(f"  The virtual microphone itself had {gaps} gaps: measure on a quieter machine.\n")
    return bool(lost)


@contextmanager
def _running(server: SoundServer) -> Iterator[None]:
    try:
        server.start()
        yield
    finally:
        server.stop()


def _listen(
    folder: Path, events: Path, environment: dict[str, str], home: Path, out: "subprocess._FILE"
) -> "subprocess.Popen[bytes]":
    """A companion that listens to the server's room, stopped by an interrupt as by Ctrl+C."""
    command = [
        sys.executable, "-m", "companion", "--data", str(home / "data"), "listen",
        "--roster", str(folder / "roster.json"),
        "--enroll", str(folder), "--dice", f"script:{folder / 'expected.json'}", "--events", str(events),
        "--mute",
    ]  # fmt: skip
    return subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=out,
        stderr=out,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    raise SystemExit(main())
