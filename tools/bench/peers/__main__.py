"""Side by side: word errors, delay, processor time and memory of other programs that listen, as ratios to ours.

python -m tools.bench.peers SESSION_FOLDER [--version clean|table] [--seconds 60] [--environments out/peers]

Each program runs alone, in a process and an environment of its own (made on first use, hundreds of megabytes), on the
same stretch of a labelled session at its own pace, with the same weights of Whisper base. The companion runs twice: its
ears alone, like everybody else, and whole, with the voices, names, rules and log of the session. Words are whatever is
handed out as final; the delay is from the end of the last labelled sentence before they came. What cannot be installed
or does not start is named with its reason.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import soundfile

from audio.recording import SESSION_SECONDS
from audio.types import SAMPLE_RATE_HZ
from audio.wav import read_audio
from audio.weights import packaged_base
from companion.app.timings import percentile
from tools.bench.hearing import word_errors, words

ROOT = Path(__file__).resolve().parents[3]
OURS = "companion"
WHOLE = "companion, whole"
RUNNERS = {OURS: "run_companion", WHOLE: "run_whole_companion"}
EXPLAINED = (
    f"{OURS}: its ears alone, like the others. {WHOLE}: `companion listen --input --realtime` with the voices, names, "
    "rules and log of the session, announcements made.\n"
)
BESIDES = ("numpy", "soundfile==0.14.0")


@dataclass(frozen=True, slots=True)
class Peer:
    """A program to compare with.

    Attributes:
        runner: Module that runs it.
        packages: What to install.
        alone: What to install without its own requirements.
    """

    runner: str
    packages: tuple[str, ...]
    alone: tuple[str, ...] = ()


PEERS = {
    "faster-whisper": Peer("run_faster_whisper", ("faster-whisper==1.2.1",)),
    # PyAudio, which RealtimeSTT requires, compiles and is for a microphone only.
    "RealtimeSTT": Peer(
        "run_realtime_stt",
        (
            *("torch==2.13.0", "faster-whisper==1.2.1", "webrtcvad-wheels==2.0.14", "halo==0.0.31", "colorama==0.4.6"),
            *("scipy==1.17.1", "websockets==16.0", "websocket-client==1.9.0"),
        ),
        ("RealtimeSTT==1.1.2", "silero-vad==6.2.1"),
    ),
    # Of what WhisperLive requires, this is what its server uses with faster-whisper.
    "WhisperLive": Peer(
        "run_whisper_live",
        ("torch==2.13.0", "faster-whisper==1.2.0", "websockets==16.0", "requests==2.34.2"),
        ("whisper-live==0.10.0",),
    ),
}

NOT_TO_BE_HAD = {
    "Vosk": "its package holds no weights, and they come from its own site only.",
    "Moonshine": "its package holds no weights, and they come from its own site only.",
}
"""Programs that would belong here, and why they do not run without the internet."""

LONGEST_START_SECONDS = 120.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everybody and compare; 1 when there is no session to play."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.peers", description=__doc__)
    parser.add_argument("folder", type=Path, help="session folder with truth.jsonl")
    parser.add_argument("--version", default="clean", help="which recording: clean (default) or table")
    parser.add_argument("--seconds", type=float, default=60.0, help="how much of it")
    parser.add_argument("--environments", type=Path, default=Path("out/peers"), help="where they are installed")
    options = parser.parse_args(arguments)
    recording = options.folder / f"{options.version}.flac"
    if not recording.is_file():
        sys.stdout.write(f"{recording} is not here: name the folder of a labelled session.\n")
        return 1
    truth = [json.loads(line) for line in (options.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    truth, seconds = whole_sentences(truth, options.seconds)
    found: dict[str, Mapping[str, float]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        sound = Path(scratch) / "sound.wav"
        samples = read_audio(recording, SESSION_SECONDS)[: round(seconds * SAMPLE_RATE_HZ)]
        soundfile.write(sound, samples, SAMPLE_RATE_HZ, subtype="PCM_16")
        sys.stdout.write(EXPLAINED)
        for name in (*RUNNERS, *PEERS):
            figures = listen(name, sound, options.folder, options.environments)
            if isinstance(figures, str):
                sys.stdout.write(f"{name} was not measured: {figures}\n")
                continue
            found[name] = summary(figures, truth)
            sys.stdout.write(as_text(name, found[name], found.get(OURS)))
    for name, reason in NOT_TO_BE_HAD.items():
        sys.stdout.write(f"{name} was not measured: {reason}\n")
    return 0


def whole_sentences(truth: Sequence[Mapping[str, Any]], seconds: float) -> tuple[list[Mapping[str, Any]], float]:
    """The sentences that are over by then, and where to cut so that no other one begins before."""
    kept = [said for said in truth if said["end"] <= seconds]
    return kept, min([seconds, *(said["start"] for said in truth if said["end"] > seconds)])


def listen(name: str, sound: Path, folder: Path, environments: Path) -> dict[str, Any] | str:
    """Let one program listen; what it noted, or why it could not."""
    peer = PEERS.get(name)
    runner, python = RUNNERS.get(name, ""), Path(sys.executable)
    if peer is not None:
        runner, python = peer.runner, environments.resolve() / name / "bin" / "python"
        if problem := install(python, peer):
            return problem
    out = sound.with_name(f"{name}.json")
    command = [str(python), "-m", f"tools.bench.peers.{runner}", str(sound), str(packaged_base()), str(out)]
    command.append(str(folder.resolve()))
    seconds = soundfile.info(sound).duration * 2 + LONGEST_START_SECONDS
    try:
        ran = subprocess.run(
            command, cwd=out.parent, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
            timeout=seconds, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"it was not done after {seconds:.0f} seconds."
    if not out.is_file():
        return _last_line(ran.stderr) or f"it ended with code {ran.returncode} and said nothing."
    figures: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return figures


def install(python: Path, peer: Peer) -> str:
    """Make an environment with what a program needs where there is none; why that failed, empty when all is well."""
    ready = python.parents[1] / ".ready"
    if ready.is_file():
        return ""
    venv.create(python.parents[1], with_pip=True, clear=True)
    for packages in ((*BESIDES, *peer.packages), *(("--no-deps", package) for package in peer.alone)):
        command = [str(python), "-m", "pip", "install", "--quiet", *packages]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            return _last_line(ran.stderr)
    ready.touch()
    return ""


def summary(figures: Mapping[str, Any], truth: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Word errors, delays, processor time and memory of one program."""
    said = [word for each in truth for word in words(each["text"])]
    heard = [word for each in figures["heard"] for word in words(each["text"])]
    delays = [each["at"] - max(ends) for each in figures["heard"] if (ends := _ended(truth, each["at"]))]
    return {
        "word_errors": word_errors(said, heard) / max(1, len(said)),
        "median": percentile(delays, 0.5),
        "p95": percentile(delays, 0.95),
        "processor_seconds": figures["processor_seconds"],
        "megabytes": figures["megabytes"],
    }


def _ended(truth: Sequence[Mapping[str, Any]], at: float) -> list[float]:
    return [said["end"] for said in truth if said["end"] <= at]


def as_text(name: str, figures: Mapping[str, float], ours: Mapping[str, float] | None) -> str:
    """One line; ratios to ours where there is ours to compare with."""

    def ratio(key: str) -> str:
        return f" (x {figures[key] / ours[key]:.2f})" if ours and name != OURS and ours[key] else ""

    return (
        f"{name:16} words wrong {100 * figures['word_errors']:.1f} %{ratio('word_errors')}, end of speech to words "
        f"median {figures['median']:.2f} s{ratio('median')}, 95 % {figures['p95']:.2f} s{ratio('p95')}, processor "
        f"{figures['processor_seconds']:.0f} s{ratio('processor_seconds')}, memory {figures['megabytes']:.0f} MB"
        f"{ratio('megabytes')}\n"
    )


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""


if __name__ == "__main__":
    raise SystemExit(main())
