"""Benchmark of hearing: words, numbers, names, voices and delay on labelled sessions.

python -m tools.bench.hearing SESSION_FOLDER… [--version table|clean] [--realtime] [--full-window] [--json]
python -m tools.bench.hearing SESSION_FOLDER… [--cut] [--version clean,table] [--condition far] [--no-levelling]

A session folder holds truth.jsonl, roster.json, enroll-<player>.flac and table.flac or clean.flac. With `--cut` the
sentences are cut out by the times of the truth, so that nothing depends on where the ear sees them end, and words alone
are measured, of each recording and on average. What can be done to the sound before that, with or without, is in
`tools.bench.conditions`.
"""

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import soundfile

from audio.ear import EarParams
from audio.errors import AudioError
from audio.gain_control import GainControlledDetector
from audio.listen import Listener
from audio.ports import Transcriber
from audio.recording import SESSION_SECONDS
from audio.speakers import Speakers
from audio.stt import WhisperParams, WhisperTranscriber
from audio.types import SAMPLE_RATE_HZ, Samples, Utterance
from audio.vad import SileroDetector
from audio.wav import WavSource, read_audio
from tools.bench.conditions import CONDITIONS, RECORDING, SENTENCE, applied, problem_of

Truth = dict[str, Any]

_UNIT_WORDS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen
"""
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_FILLER_WORDS = "um uh er erm hm hmm mm mmhmm mhm ah oh ooh huh"
_UNITS = {word: number for number, word in enumerate(_UNIT_WORDS.split())}
_TENS = {word: 10 * n for n, word in enumerate(_TEN_WORDS.split(), 2)}
_FILLERS = frozenset(_FILLER_WORDS.split())
_LONG_FORMS = (
    ("’", "'"), ("mm-hmm", "mmhmm"), ("-", " "), ("okay", "ok"), ("won't", "will not"), ("can't", "can not"),
    ("n't", " not"), ("'ll", " will"), ("'re", " are"), ("'ve", " have"), ("'m", " am"), ("'d", " would"),
    ("let's", "let us"), ("gonna", "going to"),
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the folders named on the command line; 1 when one of them cannot be used."""
    options = options_of(arguments)
    reports = []
    for folder, version in product(options.folders, options.version.split(",")):
        if not (folder / "truth.jsonl").is_file() or not (folder / f"{version}.flac").is_file():
            sys.stderr.write(f"{folder} is not here: it needs truth.jsonl and {version}.flac.\n")
            return 1
        try:
            reports.append(measure(folder, argparse.Namespace(**{**vars(options), "version": version})))
        except AudioError as problem:
            sys.stderr.write(f"{problem} {problem.hint}\n")
            return 1
    for report in reports:
        sys.stdout.write((json.dumps(report) if options.json else as_text(report)) + "\n")
    if options.cut and not options.json:
        windows = "the full window" if options.full_window else "windows as long as they need"
        wrong = statistics.mean(report["wer"] for report in reports)
        sys.stdout.write(f"Words wrong in sentences cut out, heard in {windows}: {100 * wrong:.1f} % on average.\n\n")
    return 0


def options_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument(
        "--version", default="table", help="which recording: table (default) or clean; several with commas"
    )
    parser.add_argument("--realtime", action="store_true", help="play at the pace of the evening, delay on the clock")
    parser.add_argument("--no-hotwords", action="store_true", help="do not tell the recogniser the names")
    parser.add_argument("--full-window", action="store_true", help="encode every sentence in the full window of 30 s")
    parser.add_argument("--cut", action="store_true", help="cut the sentences out by the times of the truth")
    parser.add_argument("--condition", default="", help=f"done to the sound first, in order: {', '.join(CONDITIONS)}")
    parser.add_argument("--no-levelling", action="store_true", help="judge what is talk by the sound as it came")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    options.condition = [name for name in options.condition.split(",") if name]
    if problem := problem_of(options.condition):
        parser.error(problem)
    if not options.cut and any(name in SENTENCE for name in options.condition):
        parser.error(f"What is done to single sentences ({', '.join(SENTENCE)}) is measured with --cut only.")
    return options


def measure(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Hear one session and compare it with the truth."""
    truth = [json.loads(line) for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines() if line]
    roster = json.loads((folder / "roster.json").read_text(encoding="utf-8"))
    names = list(names_of(roster))
    params = WhisperParams(windows=()) if options.full_window else WhisperParams()
    transcriber = WhisperTranscriber(cpu_threads=options.threads, params=params)
    hotwords = [] if options.no_hotwords else names
    done = {"session": folder.name, "version": options.version}
    if options.cut:
        sound = applied(options.condition, read_audio(folder / f"{options.version}.flac", SESSION_SECONDS), RECORDING)
        cut = [cut_out(said, sound, transcriber, hotwords, options.condition) for said in truth]
        return {**done, "condition": ",".join(options.condition), **word_report(truth, cut, names)}
    players = [player["name"] for player in roster["players"]]
    source = source_of(folder / f"{options.version}.flac", options)
    listener = Listener(
        source,
        SileroDetector() if options.no_levelling else GainControlledDetector(SileroDetector()),
        transcriber,
        identifier=enrolled(folder, players),
        hotwords=hotwords,
        live=options.realtime,
    )
    began = time.perf_counter()
    heard = list(listener.utterances())
    taken = time.perf_counter() - began
    return {
        **done,
        "seconds": round(source.duration, 1),
        "real_time_factor": round(taken / source.duration, 3),
        "segments": listener.counters.segments,
        "phantoms": listener.counters.phantom_texts,
        **word_report(truth, heard, names),
        **voice_report(truth, heard, players),
        **delay_report(heard),
    }


def source_of(path: Path, options: argparse.Namespace) -> WavSource:
    """The recording, after what is to be done to it."""
    if not options.condition:
        return WavSource(path, realtime=options.realtime)
    sound = applied(options.condition, read_audio(path, SESSION_SECONDS), RECORDING)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # the recording stays open
        changed = Path(folder) / "changed.wav"
        soundfile.write(changed, sound, SAMPLE_RATE_HZ, "FLOAT")
        return WavSource(changed, realtime=options.realtime)


def cut_out(
    said: Truth, sound: Samples, transcriber: Transcriber, hotwords: Sequence[str], condition: Sequence[str]
) -> Utterance:
    """Recognise one sentence of the truth, with as much sound around it as in play."""
    rolls = EarParams()
    start, end = said["start"] - rolls.pre_roll_seconds, said["end"] + rolls.post_roll_seconds
    piece = sound[max(0, round(start * SAMPLE_RATE_HZ)) : round(end * SAMPLE_RATE_HZ)]
    text = transcriber.transcribe(applied(condition, piece, SENTENCE), hotwords).text
    return Utterance(said["id"], text, start=said["start"], end=said["end"])


def enrolled(folder: Path, players: Sequence[str]) -> Speakers:
    """The voices of the players, and of nobody else whose recording lies in the folder."""
    known = {player.casefold(): player for player in players}
    learnt = Speakers.load_folder(folder)
    for name in learnt.names:
        if name.casefold() not in known:
            learnt.forget(name)
    return learnt


def names_of(roster: dict[str, Any]) -> Iterator[str]:
    """Players, characters and skills."""
    for player in roster["players"]:
        yield player["name"]
        if character := player.get("character"):
            yield character["name"]
            yield from (skill["name"] for skill in character.get("skills", ()))


def word_report(truth: Sequence[Truth], heard: Sequence[Utterance], names: Sequence[str]) -> dict[str, Any]:
    """Word errors, and how often numbers and names of sentences with a command come out exactly."""
    exact = [t for t in truth if t.get("text_exact", True)]
    commands = [t for t in exact if t["commands"]]
    reference = [word for t in exact for word in words(t["text"])]
    recognised = [word for u in heard if spoken_in(truth, u).get("text_exact", True) for word in words(u.text)]
    known = {word for name in names for word in words(name)}
    report: dict[str, Any] = {"wer": ratio(word_errors(reference, recognised), len(reference))}
    for kind, chosen in (("number", str.isdigit), ("name", known.__contains__)):
        asked = [t for t in commands if any(chosen(word) for word in words(t["text"]))]
        right = sum(
            contains([w for w in around(t, heard) if chosen(w)], [w for w in words(t["text"]) if chosen(w)])
            for t in asked
        )
        report[f"{kind}_sentences"] = len(asked)
        report[f"{kind}s_exact"] = ratio(right, len(asked))
    pairs = [(words(t["text"]), around(t, heard)) for t in commands]
    missed = sum(best_errors(said, found) for said, found in pairs)
    report["command_wer"] = ratio(missed, sum(len(said) for said, _ in pairs))
    return report


def voice_report(truth: Sequence[Truth], heard: Sequence[Utterance], players: Sequence[str]) -> dict[str, Any]:
    """Score the speaker of each utterance against the person who talks during most of it."""
    known = {player.casefold() for player in players}
    right = {True: 0, False: 0}
    count = {True: 0, False: 0}
    for utterance in heard:
        said = spoken_in(truth, utterance)
        if overlap(said, utterance) <= 0:
            continue
        player = said["speaker"].casefold() in known
        given = utterance.speaker.name.casefold() if utterance.speaker else ""
        count[player] += 1
        right[player] += given == said["speaker"].casefold() if player else given not in known
    by_command = [max(heard, key=lambda u: overlap(t, u)).speaker for t in truth if t["commands"] and heard]
    wanted = [t["speaker"].casefold() for t in truth if t["commands"] and heard]
    matches = sum(s is not None and s.name.casefold() == w for s, w in zip(by_command, wanted, strict=True))
    return {
        "utterances": len(heard),
        "speaker_right": ratio(right[True], count[True]),
        "strangers_unknown": ratio(right[False], count[False]),
        "command_speaker_right": ratio(matches, len(wanted)),
    }


def delay_report(heard: Sequence[Utterance]) -> dict[str, Any]:
    """Median and 95th percentile of the delay and of its stages, in seconds."""
    series: dict[str, list[float]] = {"latency": [u.latency for u in heard if u.latency is not None]}
    for utterance in heard:
        for stage, seconds in utterance.stages.items():
            series.setdefault(stage, []).append(seconds)
    report = {}
    for name, values in series.items():
        if values:
            report[f"{name}_median"] = round(statistics.median(values), 3)
            report[f"{name}_p95"] = round(sorted(values)[min(len(values) - 1, int(0.95 * len(values)))], 3)
    return report


def spoken_in(truth: Sequence[Truth], utterance: Utterance) -> Truth:
    """The sentence that sounds during most of an utterance."""
    return max(truth, key=lambda said: overlap(said, utterance))


def overlap(said: Truth, utterance: Utterance) -> float:
    """Seconds both have in common."""
    return float(min(said["end"], utterance.end) - max(said["start"], utterance.start))


def around(said: Truth, heard: Sequence[Utterance]) -> list[str]:
    """Words of every utterance that sounds during a sentence."""
    return [word for u in heard if overlap(said, u) > 0.1 for word in words(u.text)]


def contains(found: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return True if the wanted words stand together, in order, among the found ones."""
    size = len(wanted)
    return any(list(found[i : i + size]) == list(wanted) for i in range(len(found) - size + 1))


def words(text: str) -> list[str]:
    """Words for comparison: case, punctuation, fillers, digits and common contractions levelled."""
    plain = text.lower()
    for short, long in _LONG_FORMS:
        plain = plain.replace(short, long)
    plain = re.sub(r"\b(it|that|what|he|she|there|here|who|where|how)'s\b", r"\1 is", plain)
    found: list[str] = []
    for word in re.findall(r"[a-z0-9]+", plain.replace("'", "")):
        if word in _FILLERS:
            continue
        if word in _UNITS and 0 < _UNITS[word] < 10 and found and found[-1] in {str(n) for n in _TENS.values()}:
            found[-1] = str(int(found[-1]) + _UNITS[word])
        elif re.fullmatch(r"[1-6]{3,}", word):
            found.extend(word)
        else:
            found.append(str(_UNITS.get(word, _TENS.get(word, word))))
    return found


def word_errors(reference: Sequence[str], heard: Sequence[str]) -> int:
    """Levenshtein distance in words."""
    row = list(range(len(heard) + 1))
    for i, a in enumerate(reference, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(heard, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def best_errors(reference: Sequence[str], heard: Sequence[str]) -> int:
    """Word errors against the best stretch of what was heard, so that neighbours' words cost nothing."""
    row = [0] * (len(heard) + 1)
    for i, a in enumerate(reference, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(heard, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return min(row)


def ratio(part: int, whole: int) -> float | None:
    """A share with three digits; None of nothing."""
    return round(part / whole, 3) if whole else None


def as_text(report: dict[str, Any]) -> str:
    """One line a figure."""
    return "\n".join(f"{name:24} {value}" for name, value in report.items()) + "\n"


if __name__ == "__main__":
    sys.exit(main())
