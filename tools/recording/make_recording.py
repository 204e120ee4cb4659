"""Make the demo evening from its script: `python -m tools.recording.make_recording --styles FOLDER`.

The same script, packages and seed give the same recording. Nothing here runs while people play.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import soundfile

from companion.demo import demo_of
from tools.recording import played, room, truth
from tools.recording.room import RATE_HZ, Samples
from tools.recording.script import Evening, Line, Player, read_evening
from tools.recording.truth import Spoken
from tools.recording.voices import Speaker, ToolsMissing, Voice

LEAD_OUT_SECONDS = 1.2
SOUND_DELAY_SECONDS = 0.15
SAVED_PEAK = 0.7

Say = Callable[[str, Voice], Samples]


@dataclass(frozen=True, slots=True)
class Placed:
    """A line with its dry sound and its place.

    Attributes:
        spoken: The line and its times.
        wave: Mono float32 at `RATE_HZ`, at table loudness.
    """

    spoken: Spoken
    wave: Samples


def main(arguments: Sequence[str] | None = None) -> int:
    """Write recording, enrolment clips, roster and truth; 0 when done, 1 when a tool is missing."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="phase-abandon", help="whose recording to make")
    parser.add_argument("--styles", type=Path, required=True, help="folder of voice style packs")
    parser.add_argument("--folder", type=Path, help="folder of evening.toml, where the files go; that of the system")
    options = parser.parse_args(arguments)
    folder = options.folder or demo_of(options.system).folder
    try:
        speaker = Speaker(options.styles)
        written = make(read_evening(folder / "evening.toml"), speaker.say, folder)
    except ToolsMissing as exc:
        sys.stderr.write(f"{exc}\n")
        return 1
    sys.stdout.writelines(f"{path.name}: {path.stat().st_size:,} bytes\n" for path in written)
    return 0


def make(evening: Evening, say: Say, folder: Path) -> list[Path]:
    """Write every file of an evening.

    Args:
        evening: What is said.
        say: Speaks a text in a voice, mono float32 at `RATE_HZ`.
        folder: Where to, made if need be.

    Returns:
        The files, in the order they were written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    placed = place(evening, say)
    mixed = mix(evening, placed)
    spoken = [each.spoken for each in placed]
    written = [save_sound(folder / "evening.flac", mixed)]
    for player in evening.players:
        clip = room.level(say(player.enrolment, voice_of(player)), room.SPEECH_DBFS)
        written.append(save_sound(folder / f"enroll-{player.name.lower()}.flac", clip))
    if evening.start:
        written.append(save_text(folder / "roster.json", [json.dumps(truth.roster(evening), indent=1)]))
    written.append(save_text(folder / "truth.jsonl", map(dump, truth.utterances(evening, spoken))))
    expected = expected_of(evening, spoken, round(len(mixed) / RATE_HZ, 2), folder)
    written.append(save_text(folder / "expected.json", [json.dumps(expected, indent=1, ensure_ascii=False)]))
    return written


def expected_of(evening: Evening, spoken: Sequence[Spoken], duration: float, folder: Path) -> truth.Json:
    """Return the commands that the lines have to cause: by the script, or as the companion plays the lines."""
    if evening.start:
        return truth.expected(evening, spoken, duration)
    with TemporaryDirectory() as scratch:
        return played.expected(evening, folder / "roster.json", spoken, duration, Path(scratch))


def voice_of(player: Player) -> Voice:
    """The voice a player speaks with."""
    return Voice(player.voice, player.speed)


def place(evening: Evening, say: Say) -> list[Placed]:
    """Speak every line and put it after the one before, its pause between them."""
    waves = [line_sound(evening, line, say) for line in evening.lines]
    lengths = [len(wave) / RATE_HZ for wave in waves]
    ends = list(accumulate((line.pause + length for line, length in zip(evening.lines, lengths, strict=True))))
    placed = []
    for line, wave, length, end in zip(evening.lines, waves, lengths, ends, strict=True):
        start = end - length
        sound_at = round(start - line.pause + SOUND_DELAY_SECONDS, 2) if line.sound else None
        placed.append(Placed(Spoken(line, round(start, 2), round(end, 2), sound_at), wave))
    return placed


def line_sound(evening: Evening, line: Line, say: Say) -> Samples:
    """One line at the loudness it has at the table."""
    player = evening.player(line.by)
    return room.level(say(line.say or line.text, voice_of(player)), room.SPEECH_DBFS + player.level_db)


def mix(evening: Evening, placed: Sequence[Placed]) -> Samples:
    """All voices and noises in one room."""
    rng = np.random.default_rng(evening.seed)
    last = max(each.spoken.end for each in placed)
    length = int((last + LEAD_OUT_SECONDS) * RATE_HZ)
    mixed = room.room_tone(rng, length)
    for player in evening.players:
        seat = np.zeros(length, dtype=np.float32)
        for each in placed:
            if each.spoken.line.by == player.name:
                lay(seat, each.wave, each.spoken.start)
        mixed += room.reverberate(seat, room.impulse(rng))[:length]
    noises = np.zeros(length, dtype=np.float32)
    for each in placed:
        if each.spoken.sound_at is not None:
            noise = room.dice(rng) if each.spoken.line.sound == "dice" else room.chips(rng)
            lay(noises, noise, each.spoken.sound_at)
    return mixed + room.reverberate(noises, room.impulse(rng))[:length]


def lay(track: Samples, wave: Samples, start: float) -> None:
    """Add a wave to a track from a second on, cut off where the track ends."""
    begin = int(start * RATE_HZ)
    end = min(len(track), begin + len(wave))
    track[begin:end] += wave[: end - begin]


def save_sound(path: Path, wave: Samples) -> Path:
    """Write 16-bit FLAC, quieter as a whole where it would clip."""
    peak = float(np.max(np.abs(wave)))
    soundfile.write(path, wave * min(1.0, SAVED_PEAK / peak), RATE_HZ, format="FLAC", subtype="PCM_16")
    return path


def save_text(path: Path, lines: Iterable[str]) -> Path:
    """Write lines as UTF-8, each ended."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def dump(record: dict[str, Any]) -> str:
    """One line of JSON."""
    return json.dumps(record, ensure_ascii=False)


if __name__ == "__main__":
    raise SystemExit(main())
