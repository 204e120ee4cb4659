"""Benchmark of people, places, things, aims and connections that are noted from recorded evenings.

Each folder holds roster.json, expected.json with labelled facts, and truth.jsonl, the words as spoken. Where a folder
of records is given, the words as recognised are measured too; `--hear` listens to the recordings for them, once.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.chronicle.extractor import NoteExtractor, roster_vocabulary, scribe_lines
from companion.chronicle.extractor.json_lines import line_of
from engine.registry import find_info
from tools.bench.evening import RECORDINGS, play, read_records
from tools.bench.scribe_scores import TYPES, Score, score, wanted_of

Line = Mapping[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the folders named on the command line; 1 when none of them can be used or the scribe fails."""
    options = _parser().parse_args(arguments)
    reports: dict[str, Score] = {}
    for folder in options.folders:
        if not (folder / "expected.json").is_file() or not (folder / "truth.jsonl").is_file():
            sys.stdout.write(f"{folder} is not measured: it has no expected.json and truth.jsonl.\n")
            continue
        for words, lines in _transcripts(folder, options.heard, options.hear).items():
            try:
                found = measure(folder, lines, options.llm)
            except subprocess.CalledProcessError:
                sys.stdout.write(f"{folder} is not measured: the scribe failed with {options.llm}.\n")
                return 1
            asked = f"{words}, a language server asked" if options.llm else words
            reports.setdefault(f"all, {asked}", Score()).add(found)
            reports[f"{folder.name}, {asked}"] = found
    if not reports:
        return 1
    for name, found in sorted(reports.items(), key=lambda each: each[0].startswith("all, ")):
        sys.stdout.write(as_text(name, found, 0 if name.startswith("all, ") else options.errors))
    if options.json:
        told = {name: found.as_json() for name, found in reports.items()}
        options.json.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--heard", type=Path, help="folder of records of the recordings, FOLDER-RECORDING.jsonl")
    parser.add_argument("--hear", action="store_true", help="listen to recordings that have no records there yet")
    parser.add_argument("--llm", help="URL of a language server; without, the embedded scribe alone is measured")
    parser.add_argument("--json", type=Path, help="write every figure but the times to this file")
    parser.add_argument("--errors", type=int, default=0, help="how many mistakes to list for each transcript")
    return parser


def _transcripts(folder: Path, heard: Path | None, hear: bool) -> dict[str, list[Line]]:
    """Words as spoken, and those recognised from each recording."""
    found = {"as spoken": _read(folder / "truth.jsonl")}
    for recording in sorted(file for file in folder.glob("*.flac") if heard and file.stem in RECORDINGS):
        assert heard is not None
        records = heard / f"{folder.name}-{recording.stem}.jsonl"
        if hear and not records.is_file():
            heard.mkdir(parents=True, exist_ok=True)
            fresh = records.with_suffix(".new")
            play(folder, recording, fresh)
            fresh.replace(records)
        if not records.is_file():
            sys.stdout.write(f"{records} is not there: {recording} as recognised is not measured.\n")
            continue
        found[f"{recording.stem} as recognised"] = [
            each for each in read_records(records) if each["type"] == "utterance"
        ]
    return found


def _read(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def measure(folder: Path, lines: Sequence[Line], llm: str | None = None) -> Score:
    """Score the scribe on a transcript of a session.

    Args:
        folder: The session's folder.
        lines: The transcript.
        llm: URL of a language server; None measures the embedded scribe alone, and its time.
    """
    roster = json.loads((folder / "roster.json").read_text(encoding="utf-8"))
    facts = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["facts"]
    chronicle = scribe_lines(lines, roster) if llm is None else _with_model(folder / "roster.json", roster, lines, llm)
    found = score(chronicle, wanted_of(facts, _read(folder / "truth.jsonl")), lines, roster)
    if llm is None:
        found.milliseconds = _times(lines, roster)
    return found


def _with_model(file: Path, roster: Mapping[str, Any], lines: Sequence[Line], url: str) -> dict[str, Any]:
    """Return what `companion scribe` writes with the help of a language server."""
    with tempfile.TemporaryDirectory() as scratch:
        transcript = Path(scratch) / "transcript.jsonl"
        transcript.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        command = [
            sys.executable, "-m", "companion", "scribe", "--input", str(transcript), "--roster", str(file),
            "--system", find_info(roster["game"]).slug, "--llm", url,
        ]  # fmt: skip
        ran = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    written: dict[str, Any] = json.loads(ran.stdout)
    return written


def _times(lines: Sequence[Line], roster: Any) -> list[float]:
    """Milliseconds of processor time each line takes a scribe that is awake."""
    scribe, times = NoteExtractor(roster_vocabulary(roster)), []
    for number, data in enumerate(lines, 1):
        began = time.process_time()
        scribe.heard(line_of(data, number))
        times.append(1000 * (time.process_time() - began))
    return times


def as_text(name: str, found: Score, errors: int) -> str:
    """A readable table.

    Args:
        name: What was measured.
        found: What came of it.
        errors: How many mistakes to list.
    """
    lines = [f"{name}: {found.lines} lines", f"{'':12} there  found  precision  recall     F1"]
    for type_ in TYPES:
        count = found.types[type_]
        there, got = count.right + count.missed, count.right + count.false
        if there or got:
            figures = f"{count.precision:9.3f}  {count.recall:6.3f}  {count.f1:5.3f}"
            lines.append(f"{type_:12} {there:5}  {got:5}  {figures if there else '        -       -      -'}")
        elif type_ in found.unlabelled:
            lines.append(f"{type_:12}     -  {found.unlabelled[type_]:5}  nothing of this type is labelled")
    forms = found.aliases.right + found.aliases.missed
    cited = found.evidence.right + found.evidence.false
    facts, entries = found.facts.right + found.facts.missed, found.borne.right + found.borne.false
    lines += [
        f"other forms of a name known: {found.aliases.right} of {forms}; people and things doubled: {found.split}",
        f"labelled facts whose sentence is cited: {found.facts.right} of {facts}",
        f"cited sentences that hold a form of the name: {found.evidence.right} of {cited}",
        f"entries whose name stands in the roster or a sentence they cite: {found.borne.right} of {entries}",
        f"names and numbers a recap invents: {len(found.invented)} in {found.recap_words} words {found.invented or ''}",
    ]
    if found.milliseconds:
        times = sorted(found.milliseconds)
        late = times[min(len(times) - 1, int(0.95 * len(times)))]
        lines.append(f"processor time a line: median {statistics.median(times):.1f} ms, 95 % {late:.1f} ms")
    return "\n".join([*lines, *(f"  {each}" for each in found.mistakes[:errors])]) + "\n\n"


if __name__ == "__main__":
    raise SystemExit(main())
