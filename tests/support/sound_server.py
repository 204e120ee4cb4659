"""A sound server of the tests' own: a virtual microphone, a virtual loudspeaker, and what is heard there."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from audio.portaudio import load_sounddevice
from audio.types import SAMPLE_RATE_HZ, Samples

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
        """Start it, with the room as the microphone."""
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
        """Tell it what people choose in the system's settings."""
        subprocess.run(["pactl", *arguments], check=True, capture_output=True, env={**os.environ, **self.environment})

    def is_listened_to(self) -> bool:
        """Whether somebody takes the sound of the room, and does not only say so."""
        (room,) = (number for number, name, *_ in self._listed("sources") if name == "room.monitor")
        return any(source == room for _, source, *_ in self._listed("source-outputs"))

    def _listed(self, what: str) -> list[list[str]]:
        told = subprocess.run(
            ["pactl", "list", "short", what],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, **self.environment},
        )
        return [line.split("\t") for line in told.stdout.splitlines()]

    def unplug(self, sink: str) -> None:
        """Take away a device, with the microphone that hears it."""
        listed = self._asked("list", "short", "modules").splitlines()
        (module,) = [line.split()[0] for line in listed if f"sink_name={sink} " in line]
        self.control("unload-module", module)

    def plug_in(self, sink: str) -> None:
        """Bring a device back as the default microphone."""
        self.control("load-module", "module-null-sink", f"sink_name={sink}", "rate=48000")
        self.control("set-default-source", f"{sink}.monitor")

    def _asked(self, *arguments: str) -> str:
        environment = {**os.environ, **self.environment}
        return subprocess.run(["pactl", *arguments], check=True, capture_output=True, text=True, env=environment).stdout

    def signal(self, number: signal.Signals) -> None:
        """Send its process a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> None:
        """End it at once, as if the sound system had died."""
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

    @contextmanager
    def record(self, file: Path) -> Iterator[None]:
        """Record what comes out of the loudspeaker meanwhile."""
        command = ["parec", "--device=speaker.monitor", *RAW]
        environment = {**os.environ, **self.environment}
        with file.open("wb") as out, subprocess.Popen(command, stdout=out, env=environment) as recording:
            try:
                yield
            finally:
                recording.kill()


@contextmanager
def sound_server(folder: Path) -> Iterator[SoundServer]:
    """A sound server that this process and those it starts use; a skipped test where none is installed."""
    if MISSING:
        sentence = f"No live sound is tested: {', '.join(MISSING)} is not installed (Debian: pulseaudio)."
        pytest.fail(sentence) if NEEDED else pytest.skip(sentence)
    made = SoundServer(folder)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in made.environment.items():
            patch.setenv(name, value)
        made.start()
        sounddevice = load_sounddevice()
        sounddevice._terminate()
        sounddevice._initialize()
        yield made
        made.stop()


def soon(true: Callable[[], bool], seen: Callable[[], object] = str) -> None:
    """Wait until this holds; a failure tells what was seen instead."""
    until = time.monotonic() + HAPPENS_SECONDS
    while not true():
        assert time.monotonic() < until, f"it never happened: {seen()}"
        time.sleep(0.05)


def tone(hertz: float, seconds: float = 0.6) -> Samples:
    """A plain tone."""
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
