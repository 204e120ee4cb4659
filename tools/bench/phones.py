"""Benchmark of phones as microphones beside, and without, the table's.

python -m tools.bench.phones SESSION_FOLDER… [--seconds 120] [--jitter 0.06] [--json]

A session folder holds truth.jsonl, roster.json, enroll-<player>.flac and clean.flac, whose sentences are taken apart by
speaker and rendered anew: one microphone in the middle of the table and a phone before each player, each with its own
echoes, distances, loudness, clock and network. Where two spoke at once, the sentence is the first's. The room is a
simple one: everything is farther away by the inverse of the distance, phones record without gain control, nobody moves.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from audio.gain_control import GainControlledDetector
from audio.listen import Listener
from audio.phones import Phones
from audio.recording import SESSION_SECONDS
from audio.several_microphones import SeveralMicrophones
from audio.stt import WhisperTranscriber
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples
from audio.vad import SileroDetector
from audio.wav import read_audio
from tools.bench.hearing import as_text, delay_report, enrolled, names_of, ratio, voice_report, word_report
from tools.recording.room import impulse, reverberate, room_tone

BLOCK = 512
TABLE_METRES, OWN_METRES, OTHER_METRES = 1.0, 0.4, 1.1
"""From a mouth to the table's microphone, to its own phone and to another's."""
ROOM_DBFS = -56.0
"""The air of a quiet room, as loud at every microphone."""


class Rendered:
    """The table's microphone as a source, with phones that send meanwhile, as fast as it is heard."""

    trouble = ""

    def __init__(self, table: Samples, packets: Sequence[tuple[float, str, int, bytes]]) -> None:
        self._now = 0.0
        self.phones = Phones(self.clock)
        self._table, self._packets = table, packets
        self._tickets: dict[str, object] = {}

    def clock(self) -> float:
        """Seconds of the evening so far."""
        return self._now

    def chunks(self) -> Iterator[AudioChunk]:
        """Yield the table's sound; what the network has brought by then is with the phones."""
        self._tickets = {owner: self.phones.join(owner) for owner in {each[1] for each in self._packets}}
        sent = 0
        for first in range(0, len(self._table) - BLOCK, BLOCK):
            self._now = (first + BLOCK) / SAMPLE_RATE_HZ
            while sent < len(self._packets) and self._packets[sent][0] <= self._now:
                _, owner, number, sound = self._packets[sent]
                self.phones.hear(owner, self._tickets[owner], number, sound)
                sent += 1
            yield AudioChunk(self._table[first : first + BLOCK], first / SAMPLE_RATE_HZ)

    def close(self) -> None:
        """Nothing is open."""


def rendered(
    folder: Path, truth: Sequence[Mapping[str, Any]], players: Sequence[str], seconds: float, room_dbfs: float
) -> Iterator[Samples]:
    """The sound at the table's microphone, then at each player's phone."""
    clean = read_audio(folder / "clean.flac", SESSION_SECONDS)[: round(seconds * SAMPLE_RATE_HZ)]
    tracks = {said["speaker"]: np.zeros(len(clean), dtype=np.float32) for said in truth}
    taken = 0.0
    for said in truth:
        first, last = (round(at * SAMPLE_RATE_HZ) for at in (max(taken, said["start"] - 0.05), said["end"] + 0.05))
        tracks[said["speaker"]][first:last] = clean[first:last]
        taken = max(taken, said["end"] + 0.05)
    for place, owner in enumerate(("", *players)):
        chance = np.random.default_rng(place)
        heard = room_tone(chance, len(clean), room_dbfs)
        for speaker, track in tracks.items():
            metres = TABLE_METRES if not owner else OWN_METRES if speaker == owner else OTHER_METRES
            dry = np.float32(TABLE_METRES / metres) * track
            # The direct sound falls off with distance, what the walls give back does not.
            wet = reverberate(track, impulse(chance, 0.4, -6.0))[: len(clean)] - track
            heard += dry + wet
        yield np.asarray(heard, dtype=np.float32)


def packets_of(sounds: Mapping[str, Samples], jitter: float) -> list[tuple[float, str, int, bytes]]:
    """Packets of phones by arrival: clocks up to 100 millionths apart, 20 ms of network and jitter."""
    found = []
    for place, (owner, sound) in enumerate(sounds.items()):
        chance, rate, came = np.random.default_rng(place), 1.0 + (place - 1) * 1e-4, 0.0
        own = np.interp(np.arange(int(len(sound) * rate)) / rate, np.arange(len(sound)), sound)
        pcm = (np.clip(own, -1.0, 1.0) * 32_767).astype("<i2")
        for first in range(0, len(pcm) - BLOCK, BLOCK):
            came = max(came, (first + BLOCK) / SAMPLE_RATE_HZ / rate + 0.02 + chance.uniform(0.0, jitter))
            found.append((came, owner, first, pcm[first : first + BLOCK].tobytes()))
    return sorted(found, key=lambda each: each[:3])


def measure(folder: Path, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Hear one evening by the table's microphone, by a phone for everybody beside it, and by two phones beside it."""
    lines = (json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines() if line)
    truth = [said for said in lines if said["end"] < options.seconds]
    roster = json.loads((folder / "roster.json").read_text(encoding="utf-8"))
    players = [player["name"] for player in roster["players"]]
    table, *own = rendered(folder, truth, players, options.seconds, options.room_dbfs)
    transcriber, names = WhisperTranscriber(cpu_threads=1), list(names_of(roster))
    for title, lent in (("table alone", []), ("with phones", players), ("with two phones", players[:2])):
        packets = packets_of(
            {name: each for name, each in zip(players, own, strict=True) if name in lent}, options.jitter
        )
        source = Rendered(table, packets)
        several = SeveralMicrophones(source, source.phones, source.clock)
        listener = Listener(
            several,
            GainControlledDetector(SileroDetector()),
            transcriber,
            identifier=enrolled(folder, players),
            hotwords=names,
            near=several,
        )
        began = time.process_time()
        heard = list(listener.utterances())
        yield {
            "session": folder.name,
            "microphones": title,
            "processor_share": ratio(round(1_000 * (time.process_time() - began)), round(1_000 * options.seconds)),
            **word_report(truth, heard, names),
            **voice_report(truth, heard, players),
            **delay_report(heard),
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the folders named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=120.0, help="how much of each evening")
    parser.add_argument("--jitter", type=float, default=0.06, help="longest delay of a packet beyond the least")
    parser.add_argument("--room-dbfs", type=float, default=ROOM_DBFS, help="the air of the room at every microphone")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    for folder in options.folders:
        for report in measure(folder, options):
            sys.stdout.write((json.dumps(report) if options.json else as_text(report)) + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
