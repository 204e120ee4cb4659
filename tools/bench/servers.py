"""Benchmark of servers of speech, and of language: delay and words beside the local recogniser.

python -m tools.bench.servers [SESSION_FOLDER] [--sentences 20] [--seconds 60] [--transcription URL --model NAME]

Sentences of a labelled session are cut out and handed to the local recogniser and to each server one by one, as the
companion does it, names included. Then tables play the session at its own pace, one, two, four and so on, until a
sentence in twenty has its words more than two seconds after its end, or one is lost. At last a language server takes
the examination by which play decides how far it is believed.

Servers are programs of others with the weights of the local recogniser; they are installed into environments of their
own on first use (0.5 GB and 1.4 GB), and run beside the tables on the same machine. With an address, the server there
is measured instead; keys come from the same variables as in play.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from pathlib import Path

from audio.errors import TranscriptionFailed
from audio.patience import Patience
from audio.server_client import client_of
from audio.server_stt import PATIENCE, ServerTranscriber
from audio.stt import WhisperTranscriber
from audio.weights import packaged_base
from companion.app.model_examination import examine
from companion.base.clock import SystemClock
from companion.base.errors import CompanionError
from companion.demo import demo_of
from companion.llm.openai_server import OpenAIModel
from companion.llm.standing import Examined
from tools.bench.served_table import (
    LATE_SECONDS,
    Carried,
    Evening,
    Written,
    carry,
    evening_of,
    one_by_one,
    until_late,
)
from tools.bench.serving import CHAT, TRANSCRIBING, NotServed, environment, packaged_chat, running

Figures = Written | Carried | Examined

AT_HOME = "at home"
_QUESTION_SECONDS = 60.0
_FIRST = Patience(total_seconds=120.0, attempts=1)
"""Some load their model with the first sentence."""
_NOT_MEASURED = (NotServed, TranscriptionFailed, CompanionError)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure one session; 1 when it is not there."""
    options = _options(arguments)
    recordings = [options.session / f"{name}.flac" for name in ("clean", "evening")]
    recording = next((file for file in recordings if file.is_file()), None)
    if recording is None:
        sys.stdout.write(f"{options.session} is not here: name the folder of a labelled session.\n")
        return 1
    found: dict[str, list[Figures]] = {}
    for name, figures in measured(evening_of(options.session, recording), options):
        found.setdefault(name, []).append(figures)
        _say(as_text(name, figures))
    if options.json:
        plain = {name: [asdict(each) for each in rows] for name, rows in found.items()}
        options.json.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("session", nargs="?", type=Path, default=demo_of("phase-abandon").roster.parent)
    parser.add_argument("--sentences", type=int, help="how many one by one; all when left out")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long so many tables play")
    parser.add_argument("--transcription", metavar="URL", help="a server of speech; two are started when left out")
    parser.add_argument("--model", default="whisper-1", help="name of the model there")
    parser.add_argument("--llm", metavar="URL", help="a language server; one is started when left out")
    parser.add_argument("--llm-model", help="name of the model there; its first one when left out")
    parser.add_argument("--llm-weights", type=Path, metavar="GGUF", help="weights for the one that is started")
    parser.add_argument("--environments", type=Path, default=Path("out/servers"), help="where servers are installed")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    return parser.parse_args(arguments)


def measured(evening: Evening, options: argparse.Namespace) -> Iterator[tuple[str, Figures]]:
    """Every row with whose it is; what cannot be measured is listed with its reason."""
    local = WhisperTranscriber()
    yield AT_HOME, one_by_one(evening.sentences[: options.sentences], evening.names, local)
    yield AT_HOME, carry(evening, lambda: local, 1, options.seconds)
    for name in (options.transcription,) if options.transcription else TRANSCRIBING:
        try:
            for figures in _written(name, evening, options):
                yield name, figures
        except _NOT_MEASURED as problem:
            _say(f"{name} was not measured: {problem}")
    try:
        with _language(options) as url:
            yield "examination", _examined(url, options.llm_model)
    except _NOT_MEASURED as problem:
        _say(f"The examination was not taken: {problem}")


def _written(name: str, evening: Evening, options: argparse.Namespace) -> Iterator[Figures]:
    key = os.environ.get("COMPANION_TRANSCRIPTION_KEY")
    with _speech(name, options) as (url, model):

        def asking(patience: Patience = PATIENCE) -> ServerTranscriber:
            return ServerTranscriber(url, model, SystemClock(), key=key, patience=patience)

        asking(_FIRST).transcribe(evening.sentences[0].samples)
        yield one_by_one(evening.sentences[: options.sentences], evening.names, asking())
        yield from until_late(evening, asking, options.seconds)


@contextmanager
def _speech(name: str, options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Address and model of a server of speech: the one that was named, or one that runs meanwhile."""
    if options.transcription:
        yield options.transcription, options.model
        return
    served, weights = TRANSCRIBING[name], packaged_base()
    with running(served, environment(served, options.environments / name.split()[0]), weights) as url:
        yield url, served.model(weights)


def _language(options: argparse.Namespace) -> AbstractContextManager[str]:
    """Address of the language server: the one that was named, or one that runs meanwhile."""
    if options.llm:
        return nullcontext(options.llm)
    python = environment(CHAT, options.environments / "language")
    return running(CHAT, python, options.llm_weights or packaged_chat(python))


def _examined(url: str, name: str | None) -> Examined:
    client = client_of(url, os.environ.get("COMPANION_LLM_KEY"))
    model = OpenAIModel(client, SystemClock(), name, Patience(_QUESTION_SECONDS, attempts=1))
    model.choose()
    return examine(model, SystemClock())


def as_text(name: str, figures: Figures) -> str:
    """One line."""
    if isinstance(figures, Examined):
        told = f"{figures.right} of {figures.lines} lines right, {figures.wrong} wrong, median {figures.seconds:.2f} s"
        return f"{name}: {told}, {figures.read} tokens read, {figures.written} written: {figures.standing}"
    times = f"median {figures.median:.2f} s, 95 % {figures.slow:.2f} s"
    match figures:
        case Written():
            lost = f", {figures.lost} lost" if figures.lost else ""
            return f"{name}: one by one {times}, words wrong {100 * figures.words_wrong:.1f} %{lost}"
        case Carried():
            verdict = "in time" if figures.in_time else f"NOT IN TIME (95 % within {LATE_SECONDS:.0f} s, none lost)"
            told = f"{figures.sentences} sentences, end to words {times}, {figures.lost} lost"
            return f"{name}: tables at the pace of the evening {figures.tables}, {told}, {verdict}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
