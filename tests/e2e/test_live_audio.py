"""Sound through a real sound server: a virtual microphone, a virtual loudspeaker, and the air between them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audio.capture import WENT_AWAY, MicrophoneSource
from audio.convert import resample
from audio.phantoms import plain_words
from audio.playback import SpeakerSink
from audio.portaudio import load_sounddevice
from audio.stt import WhisperTranscriber
from audio.tts import HibariSynthesizer
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples
from audio.weights import packaged_base

ROOT = Path(__file__).resolve().parents[2]
ROSTER = ROOT / "companion" / "demo" / "phase-abandon" / "roster.json"
RAW = ("--raw", "--format=float32le", "--channels=1", f"--rate={SAMPLE_RATE_HZ}", "--latency-msec=30")
ALSA = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
HAPPENS_SECONDS = 60.0

NEEDED = bool(os.environ.get("TESTS_NEED_PULSE"))
MISSING = [name for name in ("pulseaudio", "pactl", "pacat", "parec") if shutil.which(name) is None]


class SoundServer:
    """A PulseAudio of its own with one sink that is the microphone's room and one that is the loudspeaker."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = folder / "native"
        self._process: subprocess.Popen[bytes] | None = None
        alsa = folder / "alsa.conf"
        alsa.write_text(ALSA, encoding="utf-8")
        self.environment = {"PULSE_SERVER": f"unix:{self._socket}", "ALSA_CONFIG_PATH": str(alsa)}

    def start(self) -> None:
        self._socket.unlink(missing_ok=True)
        sinks = (f"module-null-sink sink_name={name} rate=48000" for name in ("room", "other", "speaker"))
        modules = (f"module-native-protocol-unix auth-anonymous=1 socket={self._socket}", *sinks)
        private = {name: str(self._folder) for name in ("HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH")}
        self._process = subprocess.Popen(
            ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
            + [argument for module in modules for argument in ("-L", module)],
            env={**os.environ, **private},
            stderr=subprocess.DEVNULL,
        )
        soon(self._socket.exists)
        self.control("set-default-source", "room.monitor")
        self.control("set-default-sink", "speaker")

    def control(self, *arguments: str) -> None:
        subprocess.run(["pactl", *arguments], check=True, capture_output=True, env={**os.environ, **self.environment})

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def say(self, samples: Samples, sink: str = "room") -> None:
        """Play samples to their end."""
        subprocess.run(
            ["pacat", "--playback", f"--device={sink}", *RAW],
            input=samples.tobytes(),
            check=True,
            env={**os.environ, **self.environment},
        )

    def record(self, file: Path) -> "subprocess.Popen[bytes]":
        """Begin to record what comes out of the loudspeaker."""
        with file.open("wb") as out:
            return subprocess.Popen(
                ["parec", "--device=speaker.monitor", *RAW], stdout=out, env={**os.environ, **self.environment}
            )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SoundServer]:
    if MISSING:
        sentence = f"No live sound is tested: {', '.join(MISSING)} is not installed (Debian: pulseaudio)."
        pytest.fail(sentence) if NEEDED else pytest.skip(sentence)
    made = SoundServer(tmp_path_factory.mktemp("pulse"))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in made.environment.items():
            patch.setenv(name, value)
        made.start()
        sounddevice = load_sounddevice()
        sounddevice._terminate()
        sounddevice._initialize()
        yield made
        made.stop()


def soon(true: Callable[[], bool], seconds: float = HAPPENS_SECONDS) -> None:
    """Wait until this holds."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.05)


def tone(hertz: float, seconds: float = 0.6) -> Samples:
    times = np.arange(round(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    return (0.4 * np.sin(2 * np.pi * hertz * times)).astype(np.float32)


def strength(samples: Samples, hertz: float) -> float:
    """How much of a tone is in the samples, 0 to 1."""
    if len(samples) < 1_000:
        return 0.0
    times = np.arange(len(samples)) / SAMPLE_RATE_HZ
    return float(np.abs(np.mean(samples * np.exp(-2j * np.pi * hertz * times)))) * 2


def silent(recorded: Path, seconds: float = 2.0) -> bool:
    """Whether nothing came out of the loudspeaker in the last seconds."""
    return not np.fromfile(recorded, dtype=np.float32)[-round(seconds * SAMPLE_RATE_HZ) :].any()


class Hearing:
    """A microphone listened to in a thread of its own."""

    def __init__(self) -> None:
        self.source = MicrophoneSource(silent_seconds=1.0, retry_seconds=0.3)
        self.chunks: list[AudioChunk] = []
        self.troubles: list[str] = [""]
        self._thread = threading.Thread(target=self._listen)

    def __enter__(self) -> "Hearing":
        self._thread.start()
        soon(lambda: bool(self.chunks))
        return self

    def __exit__(self, *_: object) -> None:
        self.source.close()
        self._thread.join()

    def _listen(self) -> None:
        for chunk in self.source.chunks():
            self.chunks.append(chunk)
            if self.source.trouble != self.troubles[-1]:
                self.troubles.append(self.source.trouble)

    def hears(self, hertz: float) -> bool:
        last = [chunk.samples for chunk in self.chunks[-30:]]
        return bool(last) and strength(np.concatenate(last), hertz) > 0.05


def test_the_microphone_follows_the_default_device(server: SoundServer) -> None:
    """Another microphone is chosen in the system's settings while the table is listened to."""
    with Hearing() as hearing:
        server.say(tone(500))
        soon(lambda: hearing.hears(500))
        server.control("set-default-source", "other.monitor")
        server.say(tone(700), "other")
        soon(lambda: hearing.hears(700))
        server.control("set-default-source", "room.monitor")
    assert all(each.start <= later.start for each, later in pairwise(hearing.chunks))


def test_a_microphone_that_goes_away_is_heard_again_when_it_is_back(server: SoundServer) -> None:
    """The sound server dies and comes back: the table is told, and time goes on meanwhile."""
    with Hearing() as hearing:
        server.stop()
        soon(lambda: hearing.troubles[-1] == WENT_AWAY)
        before = hearing.chunks[-1].start
        server.start()
        soon(lambda: hearing.troubles[-1] == "")
        server.say(tone(500))
        soon(lambda: hearing.hears(500))
        assert hearing.chunks[-1].start > before
    assert hearing.troubles == ["", WENT_AWAY, ""]


def test_a_sound_system_that_stalls_for_a_moment_is_no_trouble(server: SoundServer) -> None:
    """As after a short sleep of the computer: what follows is heard, at times that only go forward."""
    with Hearing() as hearing:
        server.signal(signal.SIGSTOP)
        time.sleep(0.6)
        server.signal(signal.SIGCONT)
        server.say(tone(500))
        soon(lambda: hearing.hears(500))
    assert hearing.troubles == [""]
    assert all(each.start <= later.start for each, later in pairwise(hearing.chunks))


def test_the_loudspeaker_plays_again_after_the_sound_server_came_back(server: SoundServer, tmp_path: Path) -> None:
    """What was to be said meanwhile is lost and keeps nobody deaf."""
    sink = SpeakerSink()
    try:
        server.stop()
        sink.play(tone(500), SAMPLE_RATE_HZ)
        soon(lambda: not sink.speaking)
        server.start()
        file = tmp_path / "speaker.raw"
        recording = server.record(file)

        def heard() -> bool:
            sink.play(tone(500), SAMPLE_RATE_HZ)
            time.sleep(0.3)
            return strength(np.fromfile(file, dtype=np.float32)[-8_000:], 500) > 0.05

        soon(heard)
        recording.kill()
        recording.wait()
    finally:
        sink.close()


class Companion:
    """The whole companion on the virtual microphone and loudspeaker, in a process of its own."""

    def __init__(self, server: SoundServer, folder: Path) -> None:
        self._events = folder / "events.jsonl"
        self._told = folder / "told.txt"
        environment = {**os.environ, **server.environment, "COMPANION_HOME": str(folder / "home"), "COLUMNS": "200"}
        command = ["listen", "--roster", str(ROSTER), "--dice", "table", "--events", str(self._events)]
        with self._told.open("wb") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "companion", *command], cwd=ROOT, env=environment, stdout=out, stderr=out
            )

    def __enter__(self) -> "Companion":
        soon(lambda: "Listening to" in self._told.read_text(encoding="utf-8"))
        time.sleep(0.5)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)

    def records(self, kind: str) -> list[dict[str, Any]]:
        lines = self._events.read_text(encoding="utf-8").splitlines(keepends=True) if self._events.exists() else []
        records = (json.loads(line) for line in lines if line.endswith("\n"))
        return [each for each in records if each["type"] == kind]


def test_the_table_is_heard_and_answered_and_the_companion_does_not_hear_itself(
    server: SoundServer, tmp_path: Path, model_cache: Path
) -> None:
    """Words go in at the microphone, the answer comes out of the loudspeaker, and the microphone hears that too."""
    synthesizer = HibariSynthesizer()

    def words(text: str) -> Samples:
        return resample(np.concatenate(list(synthesizer.speak(text))), synthesizer.sample_rate_hz)

    server.control("load-module", "module-loopback", "source=speaker.monitor", "sink=room", "latency_msec=40")
    file = tmp_path / "speaker.raw"
    recording = server.record(file)
    with Companion(server, tmp_path) as companion:
        server.say(words("Let's get moving."))
        soon(lambda: bool(companion.records("announcement")))
        soon(lambda: not silent(file))
        soon(lambda: silent(file))
        server.say(words("Who has narration?"))
        soon(lambda: len(companion.records("utterance")) > 1)
        soon(lambda: silent(file))
    recording.kill()
    recording.wait()
    heard = [each["text"] for each in companion.records("utterance")]
    assert len(heard) == 2, heard
    asked = {each["kind"] for each in companion.records("command") if each["utterance"] is not None}
    assert asked == {"call_get_moving", "ask_status"}
    announced = {word for each in companion.records("announcement") for word in plain_words(each["text"])}
    spoken = np.fromfile(file, dtype=np.float32)
    transcript = WhisperTranscriber(str(packaged_base(model_cache))).transcribe(spoken)
    understood = announced & set(plain_words(transcript.text))
    assert len(understood) >= len(announced) / 2, (announced, transcript.text)
    assert all(each["latency"] < HAPPENS_SECONDS for each in companion.records("utterance"))
