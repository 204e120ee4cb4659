"""Benchmark of telling voices apart: readers that everybody enrols in turn, and the people of labelled evenings.

python -m tools.bench.voices [--readers FOLDER] [SESSION_FOLDER…]

A folder of readers holds `<reader>-<chapter>-<number>.flac`; session folders are as for `tools.bench.hearing`.
Thresholds are the shipped ones, and once more chosen on one half of the readers and reported on the other.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from audio.errors import AudioError
from audio.recording import SESSION_SECONDS
from audio.speaker_encoder import Voice
from audio.speakers import Speakers, speech_only
from audio.types import SAMPLE_RATE_HZ, UNKNOWN, Samples, SpeakerMatch
from audio.vad import SileroDetector
from audio.wav import read_audio
from tools.bench.hearing import enrolled, ratio

ENROL_SECONDS = 12.0
LENGTHS = (1.0, 2.0, 3.0)
STRANGERS_WANTED = 0.9
SPANS = ((0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 60.0))


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A piece of speech and who says it."""

    reader: str
    seconds: float
    voice: Voice


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is named on the command line; 1 when something cannot be used."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=Path, help="folder of <reader>-<chapter>-<number>.flac")
    parser.add_argument("sessions", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    try:
        lines = [*(_readers(options.readers) if options.readers else ()), *_sessions(options.sessions)]
    except AudioError as problem:
        sys.stderr.write(f"{problem} {problem.hint}\n")
        return 1
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0


# Readers


def _readers(folder: Path) -> Iterable[str]:
    files: dict[str, list[Path]] = {}
    for path in sorted(folder.glob("*-*-*.flac")):
        files.setdefault(path.name.split("-")[0], []).append(path)
    if len(files) < 4:
        yield f"{folder} has no readers: it needs <reader>-<chapter>-<number>.flac of at least four people."
        return
    table, detector = Speakers(), SileroDetector()
    pieces: list[Piece] = []
    for reader, paths in files.items():
        clips = [speech_only(read_audio(path), detector) for path in paths]
        used = next(n for n in range(1, len(clips) + 1) if sum(map(len, clips[:n])) >= ENROL_SECONDS * SAMPLE_RATE_HZ)
        table.enrol(reader, clips[:used])
        pieces += [
            Piece(reader, seconds, table.encoder.voice(part))
            for seconds in LENGTHS
            for clip in clips[used:]
            for part in parts_of(clip, seconds)
        ]
    for seconds in LENGTHS:
        yield _readers_line(table, [piece for piece in pieces if piece.seconds == seconds], seconds)


def parts_of(clip: Samples, seconds: float) -> list[Samples]:
    """A clip in pieces of so many seconds; what is left over is not used."""
    size = round(seconds * SAMPLE_RATE_HZ)
    return [clip[at : at + size] for at in range(0, len(clip) - size + 1, size)]


def _readers_line(table: Speakers, pieces: Sequence[Piece], seconds: float) -> str:
    nearest = sum(table.candidates(piece.voice, seconds)[0].name == piece.reader for piece in pieces)
    named = sum(table.match(piece.voice, seconds).name == piece.reader for piece in pieces)
    alone = {name: Speakers([each for each in table.prints if each.name != name]) for name in table.names}
    strange = [(piece, alone[piece.reader].match(piece.voice, seconds)) for piece in pieces]
    unknown = sum(match.name == UNKNOWN for _, match in strange)
    right, strangers = _chosen_on_halves(table, pieces, strange)
    return (
        f"readers, {seconds:.0f} s, {len(pieces)} pieces: nearest is right {ratio(nearest, len(pieces))}; "
        f"named right {ratio(named, len(pieces))}, strangers unknown {ratio(unknown, len(pieces))}; with a threshold "
        f"chosen on one half of the readers, on the other: named right {right}, strangers unknown {strangers}"
    )


def _chosen_on_halves(
    table: Speakers, pieces: Sequence[Piece], strange: Sequence[tuple[Piece, SpeakerMatch]]
) -> tuple[float | None, float | None]:
    """Named right and strangers unknown, each half of the readers under the threshold that suits the other half."""
    right = strangers = 0
    halves = [set(table.names[0::2]), set(table.names[1::2])]
    for chosen_on, reported in (halves, halves[::-1]):
        likenesses = [match.candidates[0].likeness for piece, match in strange if piece.reader in chosen_on]
        threshold = float(np.quantile(likenesses, STRANGERS_WANTED))
        for piece, match in strange:
            if piece.reader in reported:
                nearest = table.candidates(piece.voice, piece.seconds)[0]
                right += nearest.name == piece.reader and nearest.likeness > threshold
                strangers += match.candidates[0].likeness <= threshold
    return ratio(right, len(pieces)), ratio(strangers, len(pieces))


# Evenings


def _sessions(folders: Iterable[Path]) -> Iterable[str]:
    for folder in folders:
        for recording in (folder / "clean.flac", folder / "table.flac"):
            if recording.is_file() and (folder / "truth.jsonl").is_file():
                yield from _session(folder, recording)


def _session(folder: Path, recording: Path) -> Iterable[str]:
    players = [each["name"] for each in json.loads((folder / "roster.json").read_text(encoding="utf-8"))["players"]]
    known = {player.casefold() for player in players}
    table, sound = enrolled(folder, players), read_audio(recording, SESSION_SECONDS)
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines() if line]
    told = [(said, table.identify(cut(sound, said["start"], said["end"]))) for said in truth]

    def share(chosen: Callable[[Mapping[str, object]], bool]) -> str:
        rows = [(str(said["speaker"]).casefold(), match) for said, match in told if chosen(said)]
        named = [(who, match.name.casefold() if match else UNKNOWN) for who, match in rows]
        wrong = sum(name not in (who, UNKNOWN) for who, name in named)
        right = sum(name == (who if who in known else UNKNOWN) for who, name in named)
        return f"{ratio(right, len(rows))} of {len(rows)} (wrong name {wrong})"

    def lasting(first: float, last: float) -> Callable[[Mapping[str, object]], bool]:
        def chosen(said: Mapping[str, object]) -> bool:
            seconds = float(str(said["end"])) - float(str(said["start"]))
            return first <= seconds < last and str(said["speaker"]).casefold() in known

        return chosen

    yield f"{folder.name} {recording.stem}, sentences cut out: players {share(lasting(0.0, 60.0))}"
    for first, last in SPANS:
        yield f"  {first:.0f} to {last:.0f} s: {share(lasting(first, last))}"
    if any(str(said["speaker"]).casefold() not in known for said in truth):
        yield f"  strangers: {share(lambda said: str(said['speaker']).casefold() not in known)}"


def cut(sound: Samples, start: float, end: float) -> Samples:
    """A stretch of a recording, in seconds."""
    return sound[round(start * SAMPLE_RATE_HZ) : round(end * SAMPLE_RATE_HZ)]


if __name__ == "__main__":
    sys.exit(main())
