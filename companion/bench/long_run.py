"""Eight hours of table talk at many times its pace: nothing may grow.

python -m companion.bench.long_run [FOLDER…] [--hours 8] [--pace 60] [--json FILE]

Voice detector, segmenter, threads, understanding, rules, log and announcements are the real ones; only recognition is
replaced, by the words of the labelled transcript, because it alone cannot go so much faster than the talk. The
recordings are played round and round. Without folders the demo evening is played. Needs Linux, where a process can see
what it holds.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

from audio.levelling import LevelledDetector
from audio.listen import Listener
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples, Transcript
from audio.vad import SileroDetector
from audio.wav import read_audio
from companion import app as build
from companion.bench.evening import recordings
from companion.config import load_settings
from companion.listening import LiveTable
from companion.records import Record
from companion.roster import load_roster
from companion.session import Session

BLOCK_SAMPLES = 512
DEMO = Path(__file__).parents[1] / "demo" / "phase-abandon"
SAMPLES = 40
"""How often the process is looked at."""

WARM = 8
"""Looks after which growth is counted: caches are full by then."""

PROCESS = Path("/proc/self")


@dataclass(frozen=True, slots=True)
class Held:
    """What the process held at one moment.

    Attributes:
        hours: Hours of talk heard so far.
        megabytes: Resident memory.
        threads: Running threads.
        handles: Open files and sockets.
        behind: Seconds of talk heard but not understood yet.
        announcements: Announcements that wait.
    """

    hours: float
    megabytes: float
    threads: int
    handles: int
    behind: float
    announcements: int


MOST_GROWTH = {"megabytes": 60.0, "threads": 2, "handles": 4, "behind": 60.0, "announcements": 5}
"""How much more than early on may be held at the end."""


class RoundAndRound:
    """Recordings played over and over as a microphone.

    Args:
        sounds: Mono float32 at `SAMPLE_RATE_HZ`.
        hours: Sound to hand out in all.
        pace: How many times faster than talk.
    """

    trouble = ""

    def __init__(self, sounds: Sequence[Samples], hours: float, pace: float) -> None:
        self._sounds = sounds
        self._wanted = round(hours * 3600 * SAMPLE_RATE_HZ)
        self._pace = pace
        self._closed = threading.Event()
        self._given = 0

    @property
    def seconds(self) -> float:
        """Sound handed out."""
        return self._given / SAMPLE_RATE_HZ

    def chunks(self) -> Iterator[AudioChunk]:
        """Yield the sound in chunks of 32 ms."""
        began = time.monotonic()
        while True:
            for sound in self._sounds:
                for first in range(0, len(sound) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES):
                    ahead = began + self.seconds / self._pace - time.monotonic()
                    if self._closed.wait(ahead) if ahead > 0 else self._closed.is_set():
                        return
                    if self._given >= self._wanted:
                        return
                    yield AudioChunk(sound[first : first + BLOCK_SAMPLES], self.seconds)
                    self._given += BLOCK_SAMPLES

    def close(self) -> None:
        """Stop handing out sound."""
        self._closed.set()


class FromTranscript:
    """Recognition that reads the labelled words, one sentence after the other.

    Args:
        texts: Sentences of the transcripts.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._next = count()

    def transcribe(self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False) -> Transcript:
        """The next sentence."""
        return Transcript(self._texts[next(self._next) % len(self._texts)], -0.2, 0.05)


def main(arguments: Sequence[str] | None = None) -> int:
    """Listen for as long as the command line says; 1 when something grew."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench.long_run", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="session folders with recordings and truth.jsonl")
    parser.add_argument("--hours", type=float, default=8.0, help="hours of talk")
    parser.add_argument("--pace", type=float, default=60.0, help="how many times faster than talk")
    parser.add_argument("--json", type=Path, help="file for every look at the process")
    options = parser.parse_args(arguments)
    if not PROCESS.is_dir():
        sys.stdout.write("This computer does not show what a process holds: nothing was measured.\n")
        return 1
    held, utterances = run(options.folders or [DEMO], options.hours, options.pace)
    if options.json:
        options.json.write_text(json.dumps([asdict(each) for each in held], indent=2), encoding="utf-8")
    problems = grown(held)
    sys.stdout.write(as_text(held, utterances, problems))
    return 1 if problems else 0


def run(folders: Sequence[Path], hours: float, pace: float) -> tuple[list[Held], int]:
    """Listen for so many hours of talk.

    Returns:
        What the process held all along, and the number of utterances.
    """
    sounds = [read_audio(file) for folder in folders for file in recordings(folder)]
    source = RoundAndRound(sounds, hours, pace)
    sentences = FromTranscript([text for folder in folders for text in texts(folder)])
    listener = Listener(source, LevelledDetector(SileroDetector()), sentences, live=True)
    held: list[Held] = []
    with tempfile.TemporaryDirectory() as scratch:
        settings = load_settings({"data_dir": Path(scratch), "dice": "seed:7"}, environment={})
        store = build.kept_store(settings)
        roster = load_roster(folders[0] / "roster.json")
        campaign = store.create_campaign("The long run", "phase-abandon", roster.to_json())
        evening = build.open_evening(store, campaign, settings, _forget)
        over = threading.Event()
        watch = threading.Thread(target=_watch, args=(held, source, evening.session, hours, over))
        watch.start()
        try:
            LiveTable(evening.session, listener, None).run()
        finally:
            over.set()
            watch.join()
            evening.close(over=False)
    return held, listener.counters.segments


def texts(folder: Path) -> Iterator[str]:
    """What is said in a session, but nothing that ends the evening."""
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        if "EndSession" not in json.dumps(said["commands"]):
            yield said["text"]


def _watch(held: list[Held], source: RoundAndRound, session: Session, hours: float, over: threading.Event) -> None:
    while not over.wait(0.05):
        if source.seconds >= len(held) * hours * 3600 / SAMPLES:
            held.append(look(source.seconds, session))


def look(heard: float, session: Session) -> Held:
    """What this process holds now."""
    pages = int((PROCESS / "statm").read_text(encoding="ascii").split()[1])
    return Held(
        hours=round(heard / 3600, 3),
        megabytes=round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1),
        threads=threading.active_count(),
        handles=len(list((PROCESS / "fd").iterdir())),
        behind=round(max(0.0, heard - session.now), 1),
        announcements=len(session.announcer.waiting),
    )


def grown(held: Sequence[Held]) -> list[str]:
    """What is held in the last quarter beyond what was held early on, one sentence each."""
    early, late = held[WARM // 2 : WARM], held[-max(1, len(held) // 4) :]
    if not early:
        return ["The run was too short to tell."]
    told = []
    for name, most in MOST_GROWTH.items():
        before, after = (max(getattr(each, name) for each in part) for part in (early, late))
        if after - before > most:
            told.append(f"{name} grew from {before} to {after}.")
    return told


def as_text(held: Sequence[Held], utterances: int, problems: Sequence[str]) -> str:
    """A line for the beginning, one for the end, and what grew."""
    lines = [f"{held[-1].hours:.2f} hours of talk, {utterances} utterances"]
    for name, each in (("early", held[min(WARM, len(held)) - 1]), ("at the end", held[-1])):
        lines.append(
            f"  {name:10} {each.megabytes:.0f} MB, {each.threads} threads, {each.handles} handles, "
            f"{each.behind:.0f} s behind, {each.announcements} announcements waiting"
        )
    return "\n".join([*lines, *(problems or ["Nothing grew."])]) + "\n"


def _forget(record: Record) -> None:
    """Nobody reads the records."""


if __name__ == "__main__":
    raise SystemExit(main())
