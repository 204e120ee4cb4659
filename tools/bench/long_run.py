"""Eight hours of table talk at many times its pace: nothing may grow and no sound may be lost.

python -m tools.bench.long_run [FOLDER…] [--hours 8] [--pace 30] [--separate] [--recognise] [--mute] [--json FILE]

Capture queue, voice detector, segmenter, voices, threads, understanding, rules, log, announcements and the voice that
speaks them are the real ones; the loudspeaker is none. Recognition reads the words of the labelled transcript, because
it alone cannot go so much faster than the talk; for the same reason voices are named, but only with --separate is it
also watched for a voice that takes over without a pause. With --recognise words are recognised, about three times as
fast as talk. The recordings are played round and round, as fast as they
are listened to. The clock passes midnight after a quarter; half-way it is set back an hour, and later forth again.
Without folders the demo evening is played. Needs Linux, where a process can see what it holds.
"""

import argparse
import ctypes
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from audio.listen import Listener
from audio.playback import NullSink
from audio.recording import SESSION_SECONDS
from audio.types import SAMPLE_RATE_HZ, Samples, Utterance, Watched
from audio.wav import read_audio
from companion.app import wiring
from companion.app.evenings import open_evening
from companion.base.config import Settings, load_settings
from companion.demo import demo_of
from companion.dialogue.records import Record
from companion.dialogue.session import Session
from companion.play.roster import load_roster
from companion.store import open_store
from companion.voice.live_loop import LiveTable
from tools.bench.evening import recordings
from tools.bench.played_microphone import LabelledWords, NightClock, PlayedMicrophone

DEMO = demo_of("phase-abandon").folder
PARTS = 8
"""Parts in which the run is reported, an hour each of eight; in the first caches fill, the last compares with it."""

LOOKS = 12
"""Number of looks at the process in each part."""

MOST_BEHIND = 8
"""Stretches of speech not dealt with at which the device waits: talk at a table is no faster than it is understood."""

PROCESS = Path("/proc/self")


@dataclass(frozen=True, slots=True)
class Held:
    """Resources the process held at one moment.

    Attributes:
        hours: Hours of talk played so far.
        clock: What the clock of the table showed.
        megabytes: Resident memory, the recording that is played not counted.
        used: Megabytes of it without what the C library keeps for later.
        threads: Threads of the process, those of libraries too.
        handles: Open files and sockets.
        queue: Blocks of 32 ms in the capture queue.
        behind: Stretches of speech found but not dealt with.
        announcements: Announcements that wait.
        dropped: Samples lost so far.
        processor: Seconds of processor time used so far.
    """

    hours: float
    clock: str
    megabytes: float
    used: float
    threads: int
    handles: int
    queue: int
    behind: int
    announcements: int
    dropped: int
    processor: float


MOST_GROWTH = {"used": 40.0, "threads": 0, "handles": 2, "announcements": 5}
"""Growth allowed from the second part to the last: of the least memory used, of the most of all else.

used: words and log of the evening stay in memory while it lasts, some kilobytes a sentence. What is kept for later
grows whenever more sentences than before fall together; `MOST_MEGABYTES` bounds it. threads: all were started in the
first part. handles: notes are written whole, to a new file in its folder, and a look may fall into that. announcements:
one burst may wait for a pause.
"""

MOST_MEGABYTES = 900.0
"""Most memory that a listening process may hold at any time."""

MOST_SLOWER = 1.5
"""Factor by which the last part's processor time may exceed the second's.

The device waits where the table is behind, so that queues cannot grow: work that grows shows here. The rest is for what
else the computer does.
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """Result of a run.

    Attributes:
        held: Every look at the process, in order.
        utterances: Sentences that reached the table.
        entries: Entries in its log.
        spoken: Announcements made.
        problems: What is wrong with what was kept, one sentence each.
        seconds: Processor time.
    """

    held: list[Held]
    utterances: int
    entries: int
    spoken: int
    problems: list[str]
    seconds: float


@dataclass(frozen=True, slots=True)
class NoTurns:
    """Separates nobody."""

    def changed(self, before: Samples, after: Samples, pause_seconds: float) -> bool:
        """Never."""
        return False

    def watch(self, samples: Samples, since: int = 0) -> Watched:
        """Nobody is known."""
        return Watched()


class CountingListener(Listener):
    """A listener that knows how many utterances the table is done with."""

    done = 0

    def utterances(self) -> Iterator[Utterance]:
        """Yield what is said."""
        for utterance in super().utterances():
            yield utterance
            self.done += 1

    @property
    def behind(self) -> int:
        """Stretches of speech found but not dealt with."""
        counted = self.counters
        return counted.segments - counted.phantom_texts - counted.failed_segments - self.done


def main(arguments: Sequence[str] | None = None) -> int:
    """Listen for as long as the command line says; 1 when something grew or was lost."""
    options = options_of(arguments)
    if not PROCESS.is_dir():
        sys.stdout.write("This computer does not show what a process holds: nothing was measured.\n")
        return 1
    ran = run(options)
    if options.json:
        options.json.write_text(json.dumps([asdict(each) for each in ran.held], indent=2), encoding="utf-8")
    problems = [*grown(ran.held, options.hours), *ran.problems]
    sys.stdout.write(as_text(ran, options, problems))
    return 1 if problems else 0


def options_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.long_run",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="*", type=Path, help="session folders with recordings and truth.jsonl")
    parser.add_argument("--hours", type=float, default=8.0, help="hours of talk")
    parser.add_argument("--pace", type=float, default=30.0, help="how many times faster than talk at most")
    parser.add_argument("--separate", action="store_true", help="also watch for voices that take over without a pause")
    parser.add_argument("--recognise", action="store_true", help="recognise the words, instead of reading them")
    parser.add_argument("--mute", action="store_true", help="say nothing aloud")
    parser.add_argument("--json", type=Path, help="file for every look at the process")
    options = parser.parse_args(arguments)
    options.folders = options.folders or [DEMO]
    return options


def run(options: argparse.Namespace) -> Ran:
    """Listen for so many hours of talk."""
    sound, sentences = labelled(options.folders)
    seconds = options.hours * 3600
    microphone = PlayedMicrophone(sound, seconds, options.pace, lambda: listener.behind >= MOST_BEHIND)
    clock = NightClock(lambda: microphone.seconds, seconds)
    roster = load_roster(options.folders[0] / "roster.json")
    voices = wiring.voices_in(options.folders[0], roster.names)
    listener = CountingListener(
        microphone,
        wiring.voice_detector(),
        wiring.transcriber(load_settings({}, environment={})) if options.recognise else LabelledWords(sound, sentences),
        identifier=voices,
        turns=None if options.separate else NoTurns(),
        live=True,
    )
    held: list[Held] = []
    with tempfile.TemporaryDirectory() as scratch:
        settings = load_settings({"data_dir": Path(scratch), "dice": "seed:7"}, environment={})
        store = open_store(settings.database, clock)
        campaign = store.create_campaign("The long run", "phase-abandon", roster.to_json())
        evening = open_evening(store, campaign, settings, _forget, clock=clock)
        over = threading.Event()
        arguments = (held, microphone, listener, evening.session, clock, options.hours, over)
        watch = threading.Thread(target=_watch, args=arguments)
        watch.start()
        voice = None if options.mute else wiring.voice(NullSink(), _warn)
        try:
            LiveTable(evening.session, listener, voice).run()
        finally:
            over.set()
            watch.join()
            entries = len(evening.game.recorded)
            spoken = len(store.announcements(campaign.id))
            evening.close(over=False)
        problems = kept_wrong(settings, clock, listener.done)
    return Ran(held, listener.done, entries, spoken, problems, time.process_time())


def labelled(folders: Sequence[Path]) -> tuple[Samples, list[tuple[float, float, str]]]:
    """The recordings of session folders in a row, silent where the evening is ended, and what is said in them."""
    sounds: list[Samples] = []
    sentences: list[tuple[float, float, str]] = []
    began = 0.0
    for file in (file for folder in folders for file in recordings(folder)):
        sound = read_audio(file, SESSION_SECONDS).copy()
        for line in file.with_name("truth.jsonl").read_text(encoding="utf-8").splitlines():
            said = json.loads(line)
            if "EndSession" in json.dumps(said["commands"]):
                sound[round(said["start"] * SAMPLE_RATE_HZ) : round(said["end"] * SAMPLE_RATE_HZ)] = 0.0
            else:
                sentences.append((began + said["start"], began + said["end"], said["text"]))
        sounds.append(sound)
        began += len(sounds[-1]) / SAMPLE_RATE_HZ
    return np.concatenate(sounds), sentences


def kept_wrong(settings: Settings, clock: NightClock, utterances: int) -> list[str]:
    """List the faults of the evening after it is opened again: midnight and a changed clock must not show."""
    store = open_store(settings.database, clock)
    (campaign,) = store.campaigns()
    evening = open_evening(store, campaign, settings, _forget, clock=clock)
    evenings, said = len(store.evenings(campaign.id)), store.utterances(campaign.id)
    evening.close(over=False)
    problems = []
    if evenings != 1:
        problems.append(f"The evening was cut into {evenings}.")
    if len(said) > utterances or [each.start for each in said] != sorted(each.start for each in said):
        problems.append("What was said is not kept in its order.")
    return problems


def _watch(
    held: list[Held],
    microphone: PlayedMicrophone,
    listener: CountingListener,
    session: Session,
    clock: NightClock,
    hours: float,
    over: threading.Event,
) -> None:
    while not over.wait(0.01):
        if microphone.seconds >= (len(held) + 1) * hours * 3600 / (PARTS * LOOKS):
            held.append(look(microphone, listener, session, clock))


def look(microphone: PlayedMicrophone, listener: CountingListener, session: Session, clock: NightClock) -> Held:
    """Return the resources this process holds now."""
    pages = int((PROCESS / "statm").read_text(encoding="ascii").split()[1])
    resident = pages * os.sysconf("SC_PAGE_SIZE") - microphone.held_bytes
    return Held(
        hours=round(microphone.seconds / 3600, 4),
        clock=f"{clock.now():%d %H:%M}",
        megabytes=round(resident / 1e6, 1),
        used=round((resident - heap()[1]) / 1e6, 1),
        threads=len(list((PROCESS / "task").iterdir())),
        handles=len(list((PROCESS / "fd").iterdir())),
        queue=microphone.waiting,
        behind=listener.behind,
        announcements=len(session.announcer.waiting),
        dropped=listener.counters.dropped_samples,
        processor=round(time.process_time(), 2),
    )


def heap() -> tuple[int, int]:
    """Bytes the C library has lent, and bytes given back to it and not to the system; 0 where it does not tell."""
    try:
        mallinfo2 = ctypes.CDLL("libc.so.6").mallinfo2
    except (OSError, AttributeError):
        return 0, 0
    mallinfo2.restype = _Mallinfo
    found = mallinfo2()
    return found.uordblks, found.fordblks


class _Mallinfo(ctypes.Structure):
    """`struct mallinfo2` of glibc's malloc.h."""

    _names = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")
    _fields_ = [(name, ctypes.c_size_t) for name in _names]


def parts_of(held: Sequence[Held], hours: float) -> list[list[Held]]:
    """The looks of each part of the run; the most of each figure in a part counts."""
    parts: list[list[Held]] = [[] for _ in range(PARTS)]
    for each in held:
        parts[min(PARTS - 1, int(each.hours / hours * PARTS))].append(each)
    return parts


def grown(held: Sequence[Held], hours: float) -> list[str]:
    """List what grew from the second part to the last, or beyond its limit, and what was lost, one sentence each."""
    parts = parts_of(held, hours)
    if not all(parts):
        return ["The run was too short to tell."]
    told = []
    for name, most in MOST_GROWTH.items():
        bound = min if name == "used" else max
        before, after = (bound(getattr(each, name) for each in part) for part in (parts[1], parts[-1]))
        if after - before > most:
            told.append(f"{name} grew from {before} to {after}; {most} more are allowed.")
    held_most = max(each.megabytes for each in held)
    if held_most > MOST_MEGABYTES:
        told.append(f"{held_most:.0f} MB were held; {MOST_MEGABYTES:.0f} are allowed.")
    took, takes = (part[-1].processor - before[-1].processor for before, part in ((parts[0], parts[1]), parts[-2:]))
    if takes > took * MOST_SLOWER:
        told.append(f"The last part took {takes:.0f} s of processor time, the second {took:.0f} s.")
    if held[-1].dropped:
        told.append(f"{held[-1].dropped} samples of sound were lost.")
    return told


def as_text(ran: Ran, options: argparse.Namespace, problems: Sequence[str]) -> str:
    """Format the run: the most of each figure in every part (the least memory used), what took part, and what grew."""
    lines = [
        f"{options.hours:.2f} hours of talk in {ran.seconds:.0f} s of processor time: {ran.utterances} utterances, "
        f"{ran.entries} entries in the log, {ran.spoken} announcements",
        "until  clock      MB  used  threads  handles  queue  behind  announcements  samples lost  processor s",
    ]
    for part in (part for part in parts_of(ran.held, options.hours) if part):
        most = {name: max(getattr(each, name) for each in part) for name in Held.__slots__ if name != "clock"}
        used = min(each.used for each in part)
        lines.append(
            f"{most['hours']:5.2f}  {part[-1].clock}  {most['megabytes']:4.0f}  {used:4.0f}  {most['threads']:7}  "
            f"{most['handles']:7}  {most['queue']:5}  {most['behind']:6}  {most['announcements']:13}  "
            f"{most['dropped']:12}  {most['processor']:11.0f}"
        )
    voices = "named and separated" if options.separate else "named, not separated"
    said = "not spoken" if options.mute else "spoken, to no loudspeaker"
    words = "recognised" if options.recognise else "read from the labels"
    lines.append(f"Words are {words}; voices are {voices}; announcements are {said}.")
    if not options.separate:
        lines.append("Watching for voices that take over (--separate) alone takes a fifth of the time of the talk.")
    return "\n".join([*lines, *(problems or ["Nothing grew, nothing was lost, the evening is one."])]) + "\n"


def _warn(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _forget(record: Record) -> None:
    """Nobody reads the records."""


if __name__ == "__main__":
    raise SystemExit(main())
