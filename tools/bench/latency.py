"""Benchmark of decisions and speech: every stage, median and 95th percentile, for each recording.

python -m tools.bench.latency FOLDER… [--realtime] [--windows] [--json FILE]

At full speed the delay is computed as the README says under *For scripts*; --realtime plays at the pace of the evening
and reads it off the clock. --windows also hears each recording with short and with full encoder windows and compares
the words.
"""

import argparse
import json
import resource
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from audio.recording import Recording
from companion.app.timings import DECISION, FIRST_SOUND, Timings, megabytes
from tools.bench import hearing
from tools.bench.evening import play, read_records, recordings

MOST = {DECISION: (0.7, 1.2), FIRST_SOUND: (0.3, 0.3)}
"""Seconds a stage may take at most: median and 95th percentile."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the folders named on the command line; 1 when there is none to measure."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.latency", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="session folders with roster.json and recordings")
    parser.add_argument("--realtime", action="store_true", help="play at the pace of the evening")
    parser.add_argument("--windows", action="store_true", help="compare the words of short and full windows")
    parser.add_argument("--json", type=Path, help="file for all figures")
    options = parser.parse_args(arguments)
    found = [file for folder in options.folders for file in recordings(folder)]
    if not found:
        sys.stdout.write("There is no recording to measure: name session folders with roster.json and expected.json.\n")
        return 1
    figures = []
    for recording in found:
        figures.append(measure(recording, realtime=options.realtime))
        sys.stdout.write(as_text(figures[-1]))
        if options.windows:
            figures[-1]["words"] = compare_windows(recording)
            sys.stdout.write(windows_text(figures[-1]["words"]))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2), encoding="utf-8")
    return 0


def measure(recording: Path, *, realtime: bool) -> dict[str, Any]:
    """Play one recording, announcements into a file, and sum up what every stage took."""
    with tempfile.TemporaryDirectory() as scratch:
        events = Path(scratch) / "events.jsonl"
        spent = _processor_seconds()
        pace = ("--realtime",) if realtime else ()
        play(recording.parent, recording, events, "--voice", str(Path(scratch) / "voice.wav"), *pace)
        spent = _processor_seconds() - spent
        most = megabytes(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        timings = Timings()
        for record in read_records(events):
            timings(dict(record))
    with Recording.of_file(recording) as opened:
        seconds = opened.seconds
    return {
        "recording": f"{recording.parent.name} {recording.stem}",
        "clock": realtime,
        "processor_share": round(spent / seconds, 3),
        "most_megabytes": round(most),
        "stages": {
            stage: {"times": times, "median": round(median, 3), "p95": round(high, 3)}
            for stage, times, median, high in timings.rows()
        },
    }


def compare_windows(recording: Path) -> dict[str, Mapping[str, Any]]:
    """Words wrong with short and with full windows."""
    found: dict[str, Mapping[str, Any]] = {}
    for name, *full in (("short",), ("full", "--full-window")):
        options = hearing.options_of([str(recording.parent), "--version", recording.stem, *full])
        found[name] = hearing.measure(recording.parent, options)
    return found


def as_text(figures: Mapping[str, Any]) -> str:
    """A line for the recording and one for each stage; what took too long is marked."""
    how = "on the clock" if figures["clock"] else "computed"
    used = f"{figures['processor_share']:.2f} of a core while it lasts, at most {figures['most_megabytes']} MB so far"
    lines = [f"{figures['recording']} ({how}; {used})"]
    for stage, row in figures["stages"].items():
        limits = MOST.get(stage)
        late = limits is not None and (row["median"] > limits[0] or row["p95"] > limits[1])
        mark = f"  over {limits[0]} or {limits[1]}" if late and limits else ""
        lines.append(
            f"  {stage:40} {row['times']:4} times  median {row['median']:.2f} s  95 % {row['p95']:.2f} s{mark}"
        )
    return "\n".join(lines) + "\n"


def windows_text(words: Mapping[str, Mapping[str, Any]]) -> str:
    """One line: words wrong with either kind of window."""
    short, full = words["short"], words["full"]
    return (
        f"  words wrong: short windows {100 * short['wer']:.1f} %, full {100 * full['wer']:.1f} %; in commands "
        f"{100 * short['command_wer']:.1f} % and {100 * full['command_wer']:.1f} %\n"
    )


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    raise SystemExit(main())
