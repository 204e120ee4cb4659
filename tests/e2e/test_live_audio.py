"""Sound through a real sound server: a virtual microphone, a virtual loudspeaker, and the air between them."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audio.capture import WENT_AWAY, MicrophoneSource
from audio.convert import resample
from audio.errors import DeviceUnavailable
from audio.hallucinations import plain_words
from audio.playback import SpeakerSink
from audio.portaudio import look_again
from audio.stt import WhisperTranscriber
from audio.tts import HibariSynthesizer
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples
from audio.weights import packaged_base
from tests.support.sound_server import HAPPENS_SECONDS, SoundServer, silent, soon, sound_server, strength, tone

ROOT = Path(__file__).resolve().parents[2]
ROSTER = ROOT / "companion" / "demo" / "phase-abandon" / "roster.json"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SoundServer]:
    with sound_server(tmp_path_factory.mktemp("pulse")) as found:
        yield found


class Hearing:
    """A microphone listened to in a thread of its own."""

    def __init__(self) -> None:
        self.source = MicrophoneSource(silent_seconds=5.0, retry_seconds=0.3)  # a busy machine stalls for seconds
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
        lately = [chunk.samples for chunk in self.chunks[-300:]]
        return any(strength(np.concatenate(lately[at : at + 15]), hertz) > 0.05 for at in range(0, len(lately), 5))


def test_the_microphone_follows_the_default_device(server: SoundServer) -> None:
    with Hearing() as hearing:
        server.say(tone(500))
        soon(lambda: hearing.hears(500))
        server.control("set-default-source", "other.monitor")
        server.say(tone(700), "other")
        soon(lambda: hearing.hears(700))
        server.control("set-default-source", "room.monitor")
    assert all(each.start <= later.start for each, later in pairwise(hearing.chunks))


def test_a_microphone_that_goes_away_is_heard_again_when_it_is_back(server: SoundServer) -> None:
    """The sound server dies and comes back: the table is informed, and time goes on meanwhile."""
    with Hearing() as hearing:
        server.stop()
        soon(lambda: hearing.troubles[-1] == WENT_AWAY, lambda: hearing.troubles)
        before = hearing.chunks[-1].start
        server.start()
        soon(lambda: hearing.troubles[-1] == "", lambda: hearing.troubles)
        server.say(tone(500))
        soon(lambda: hearing.hears(500))
        assert hearing.chunks[-1].start > before
    assert hearing.troubles == ["", WENT_AWAY, ""]


def test_one_microphone_that_is_unplugged_is_heard_again_when_it_is_back(server: SoundServer) -> None:
    for name in ("other", "speaker"):
        server.unplug(name)
    try:
        with Hearing() as hearing:
            server.unplug("room")
            soon(lambda: hearing.troubles[-1] == WENT_AWAY)
            server.plug_in("room")
            soon(lambda: hearing.troubles[-1] == "")
            server.say(tone(500))
            soon(lambda: hearing.hears(500))
    finally:
        server.stop()
        server.start()


def test_a_microphone_that_comes_after_the_first_try_is_found(server: SoundServer) -> None:
    """Nothing is there, then there is: no restart of the program is needed."""
    server.stop()
    look_again()
    with pytest.raises(DeviceUnavailable, match="There is no microphone"):
        next(MicrophoneSource().chunks())
    server.start()
    with Hearing() as hearing:
        server.say(tone(500))
        soon(lambda: hearing.hears(500))


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
    sink = SpeakerSink()
    try:
        server.stop()
        sink.play(tone(500), SAMPLE_RATE_HZ)
        soon(lambda: not sink.speaking)
        server.start()
        file = tmp_path / "speaker.raw"

        def heard() -> bool:
            sink.play(tone(500), SAMPLE_RATE_HZ)
            time.sleep(0.3)
            return strength(np.fromfile(file, dtype=np.float32)[-8_000:], 500) > 0.05

        with server.record(file):
            soon(heard)
    finally:
        sink.close()


def _interruptible() -> None:
    """Whoever runs tests in the background ignores interrupts, and everything started from there would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Companion:
    """The whole companion on the virtual microphone and loudspeaker, in a process of its own."""

    def __init__(self, server: SoundServer, folder: Path) -> None:
        self._server = server
        self._events = folder / "events.jsonl"
        self._told = folder / "told.txt"
        environment = {**os.environ, **server.environment, "COMPANION_HOME": str(folder / "home"), "COLUMNS": "200"}
        command = ["listen", "--roster", str(ROSTER), "--dice", "table", "--events", str(self._events)]
        with self._told.open("wb") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "companion", *command],
                cwd=ROOT,
                env=environment,
                stdout=out,
                stderr=out,
                preexec_fn=_interruptible,
            )

    def __enter__(self) -> "Companion":
        soon(lambda: "Listening to" in self.told, lambda: self.told)
        soon(self._server.is_listened_to)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(HAPPENS_SECONDS)

    @property
    def told(self) -> str:
        return self._told.read_text(encoding="utf-8")

    def records(self, *kinds: str) -> list[dict[str, Any]]:
        lines = self._events.read_text(encoding="utf-8").splitlines(keepends=True) if self._events.exists() else []
        records = (json.loads(line) for line in lines if line.endswith("\n"))
        return [each for each in records if each["type"] in kinds]

    def answered(self, command: str) -> bool:
        """Return True if something was said aloud after the last command, and that was this one."""
        last = next((each for each in reversed(self.records("command", "announcement"))), {})
        return last.get("type") == "announcement" and self.records("command")[-1]["kind"] == command


def test_the_table_is_heard_and_answered_and_the_companion_does_not_hear_itself(
    server: SoundServer, tmp_path: Path, model_cache: Path
) -> None:
    """Words go in at the microphone, the answer comes out of the loudspeaker, and the microphone hears that too."""
    synthesizer = HibariSynthesizer()

    def words(text: str) -> Samples:
        return resample(np.concatenate(list(synthesizer.speak(text))), synthesizer.sample_rate_hz)

    server.control("load-module", "module-loopback", "source=speaker.monitor", "sink=room", "latency_msec=40")
    file = tmp_path / "speaker.raw"
    with server.record(file), Companion(server, tmp_path) as companion:
        server.say(words("Let's get moving."))
        soon(lambda: companion.answered("call_get_moving"), lambda: companion.told)
        soon(lambda: not silent(file))
        soon(lambda: silent(file))
        server.say(words("Who has narration?"))
        soon(lambda: companion.answered("ask_status"), lambda: companion.told)
        soon(lambda: silent(file))
    heard = [each["text"] for each in companion.records("utterance")]
    assert len(heard) == 2, heard
    asked = {each["kind"] for each in companion.records("command") if each["utterance"] is not None}
    assert asked == {"call_get_moving", "ask_status"}
    announced = {word for each in companion.records("announcement") for word in plain_words(each["text"])}
    spoken = np.fromfile(file, dtype=np.float32)
    transcript = WhisperTranscriber(str(packaged_base(model_cache))).transcribe(spoken)
    understood = announced & set(plain_words(transcript.text))
    assert len(understood) >= len(announced) / 3, (announced, transcript.text)  # a busy machine plays with gaps
    assert all(each["latency"] < HAPPENS_SECONDS for each in companion.records("utterance"))
