"""Benchmark of what is understood from recordings of labelled evenings, by voice, clean and at a noisy table.

`python -m tools.bench.voiced FOLDER… [--misses] [--json FILE]` hears folders that `make voice-evenings` wrote, as they
are: nobody answers a question, nothing is set right or taken back. Requests count as those of typed lines do in
`tools.bench.strangers` under `as_is_unanswered`.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from audio.wav import WavSource
from companion.app import wiring
from companion.base.config import Settings
from companion.base.errors import CompanionError
from companion.play.roster import load_roster
from companion.voice.live_loop import sit_beside_recording
from engine.phrase import phrase
from tools.bench.evening import Record, read_records, recordings
from tools.bench.stranger_as_is import AsItIs, AsItIsTable
from tools.bench.stranger_steps import EveningUnreadable
from tools.bench.stranger_table import StrangerTable, kept_apart
from tools.bench.strangers import late

_FIGURES = ("lines", "expected", "right", "wrong", "dear", "asked", "asked_right", "sentences", "named")

Times = Sequence[tuple[float, float]]
"""Seconds of the first and the last sound of each line of talk."""


@dataclass(slots=True)
class VoiceCount:
    """One player of a recording.

    Attributes:
        name: At the table.
        voice: That speaks for them, as `tools.recording.voice_evenings` calls it.
        lines: Lines of talk.
        expected: Requests in them.
        right: Of these, carried out, answered or written down.
        wrong: Commands nobody asked for, carried out at their lines.
        sentences: Utterances that were heard.
        named: Of these, under the right name.
    """

    name: str
    voice: str
    lines: int
    expected: int
    right: int
    wrong: int
    sentences: int
    named: int


@dataclass(slots=True)
class Voiced:
    """One recording, or all of one version.

    Attributes:
        name: Of its folder.
        version: Name of the recording: clean or table.
        lines: Lines of talk.
        expected: Requests: commands, questions and notes.
        right: Of these, carried out, answered or written down.
        wrong: Commands nobody asked for.
        dear: Of these, those that cost more than a word; see `tools.bench.strangers`.
        asked: Questions the companion put.
        asked_right: Of these, those about something that was asked for.
        sentences: Utterances that were heard.
        named: Of these, under the right name.
        late: Median, and bound of 95 %, of the lines between a request and its command.
        voices: Counts of each player.
        lost: What was missed and what was wrong, in words; never of an evening that is kept apart.
    """

    name: str
    version: str
    lines: int = 0
    expected: int = 0
    right: int = 0
    wrong: int = 0
    dear: int = 0
    asked: int = 0
    asked_right: int = 0
    sentences: int = 0
    named: int = 0
    late: dict[str, float] = field(default_factory=dict)
    voices: list[VoiceCount] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def lines_heard(start: float, end: float, times: Times) -> tuple[int, int]:
    """Return the first and the last line that an utterance is of, counted from 1.

    These are the lines of which it covers half or more; of none, the one it shares most with, or that ended last.

    Args:
        start: Seconds of its first sound.
        end: Seconds of its last sound.
        times: Of the lines.
    """
    shared = [min(end, last) - max(start, first) for first, last in times]
    covered = [
        number
        for number, (part, (first, last)) in enumerate(zip(shared, times, strict=True), start=1)
        if part >= (last - first) / 2
    ]
    nearest = max(range(len(times)), key=lambda place: shared[place]) + 1
    return (covered[0], covered[-1]) if covered else (nearest, nearest)


class Hearing:
    """Counts what comes of a recording while it is heard; watches the live loop.

    Args:
        table: The evening.
        times: Of its lines.
    """

    def __init__(self, table: StrangerTable, times: Times) -> None:
        self._table = table
        self._times = times
        self._since = table.session.now
        self._playing = AsItIsTable(table, answering=False)
        self._passed = 0
        self.sentences: Counter[str] = Counter()
        self.named: Counter[str] = Counter()

    def progress(self, position: float) -> None:
        """Count what came of the utterance that was heard last."""
        heard = [record for record in self._table.records if record["type"] == "utterance"]
        if heard:
            start, end = heard[0]["start"] - self._since, heard[-1]["end"] - self._since
            self._count(*lines_heard(start, end, self._times))
            for record in heard:
                self._name(record)

    def result(self) -> AsItIs:
        """The counts, once everything has been heard."""
        self._count(len(self._times), len(self._times))
        return self._playing.result()

    def _count(self, first: int, last: int) -> None:
        came = [*self._table.records]
        self._table.records.clear()
        for unheard in range(self._passed + 1, first):
            self._playing.heard(unheard, unheard)
        self._table.records[:0] = came
        self._playing.heard(first, last)
        self._table.records.clear()
        self._passed = max(self._passed, last)

    def _name(self, record: Record) -> None:
        number, _ = lines_heard(record["start"] - self._since, record["end"] - self._since, self._times)
        who = speaker(self._table.talk[number - 1])
        self.sentences[who] += 1
        self.named[who] += record["speaker"] == who


def speaker(line: str) -> str:
    """Return the name before the colon of a line."""
    return line.partition(":")[0]


def hear(folder: Path, recording: Path) -> tuple[Voiced, list[int]]:
    """Hear a recording and count what came of it.

    Returns:
        The counts, and the lines between each request and its command.

    Raises:
        EveningUnreadable: Lines and recording do not belong together.
        CompanionError: A file of the folder, or a voice to enrol, cannot be used.
    """
    truth, expected = _truth(folder)
    with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
        if len(table.talk) != len(truth):
            raise EveningUnreadable(
                phrase("{folder}: truth.jsonl has other lines than evening.md.", folder=folder),
                phrase("Record the evening again with make voice-evenings."),
            )
        hearing = Hearing(table, [(line["start"], line["end"]) for line in truth])
        _listen(folder, recording, table, hearing, Settings(data_dir=Path(scratch)))
        found = hearing.result()
    voices = _by_voice(table, found, hearing, expected["voices"])
    counted = Voiced(
        folder.name,
        recording.stem,
        len(table.talk),
        sum(each.expected for each in voices),
        found.right,
        found.wrong,
        found.dear,
        found.asked,
        found.asked_right,
        hearing.sentences.total(),
        hearing.named.total(),
        late(found.waits),
        voices,
        [] if kept_apart(folder) else found.lost,
    )
    return counted, found.waits


def _truth(folder: Path) -> tuple[list[Record], Mapping[str, Any]]:
    """Lines and expected results of a recording.

    Raises:
        EveningUnreadable: They are not there.
    """
    try:
        expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        return read_records(folder / "truth.jsonl"), expected
    except FileNotFoundError as missing:
        raise EveningUnreadable(
            phrase("{path} is not there.", path=missing.filename),
            phrase("Name folders that make voice-evenings wrote."),
        ) from missing


def _listen(folder: Path, recording: Path, table: StrangerTable, hearing: Hearing, settings: Settings) -> None:
    players = load_roster(folder / "roster.json").names
    with closing(WavSource(recording)) as source:
        ears = wiring.listener(settings, source, wiring.voices_in(folder, players), live=False)
        sit_beside_recording(table.session, ears, None, watch=hearing)


def _by_voice(table: StrangerTable, found: AsItIs, hearing: Hearing, voices: Mapping[str, str]) -> list[VoiceCount]:
    speakers = [speaker(line) for line in table.talk]

    def of_lines(numbers: Sequence[int]) -> Counter[str]:
        return Counter(speakers[number - 1] for number in numbers)

    lines, wanted = Counter(speakers), of_lines([step.line for step in table.steps if not step.mark])
    right, wrong = of_lines(found.right_lines), of_lines(found.wrong_lines)
    return [
        VoiceCount(
            who, voice, lines[who], wanted[who], right[who], wrong[who], hearing.sentences[who], hearing.named[who]
        )
        for who, voice in voices.items()
    ]


def together(version: str, counts: Sequence[Voiced], waits: Sequence[int]) -> Voiced:
    """All recordings of a version as one; `waits` are the lines between each request and its command of all."""
    summed = {name: sum(getattr(count, name) for count in counts) for name in _FIGURES}
    return Voiced("all", version, late=late(waits), **summed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Hear the recordings and print their counts."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.voiced", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="folders that make voice-evenings wrote")
    parser.add_argument("--misses", action="store_true", help="tell what went wrong, but for evenings kept apart")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    options = parser.parse_args(arguments)
    counts: list[Voiced] = []
    waits: dict[str, list[int]] = {}
    sys.stdout.write(f"{'recording':27} {'  '.join(_FIGURES)}  late (median, 95 %)\n")
    for folder in options.folders:
        try:
            for recording in recordings(folder):
                count, waited = hear(folder, recording)
                counts.append(count)
                waits.setdefault(recording.stem, []).extend(waited)
                _print(count, misses=options.misses)
        except CompanionError as problem:
            parser.error(f"{problem} {problem.hint}")
    for version, waited in waits.items():
        counts.append(together(version, [count for count in counts if count.version == version], waited))
        _print(counts[-1], misses=False)
    if options.json:
        options.json.write_text(json.dumps([asdict(each) for each in counts], indent=1) + "\n", encoding="utf-8")
    return 0


def _print(count: Voiced, *, misses: bool) -> None:
    figures = "  ".join(f"{getattr(count, name):{len(name)}}" for name in _FIGURES)
    sys.stdout.write(f"{count.name:20} {count.version:6} {figures}  {count.late['median']:g}, {count.late['p95']:g}\n")
    for each in count.voices:
        sys.stdout.write(
            f"  {each.name} ({each.voice}): {each.right} of {each.expected} right, {each.wrong} wrong; "
            f"{each.named} of {each.sentences} sentences under the right name\n"
        )
    sys.stdout.writelines(f"  line {each}\n" for each in (count.lost if misses else ()))
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
