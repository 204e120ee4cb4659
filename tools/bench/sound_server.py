"""A sound server of its own to measure and test with: a virtual microphone and a virtual loudspeaker."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from audio.types import SAMPLE_RATE_HZ, Samples

_RAW = ("--raw", "--format=float32le", "--channels=1", f"--rate={SAMPLE_RATE_HZ}")
_AT_ONCE_MS = 30
ALSA = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"
HAPPENS_SECONDS = 180.0


def missing_programs() -> list[str]:
    """Programs of PulseAudio that are not installed."""
    return [name for name in ("pulseaudio", "pactl", "pacat", "parec") if shutil.which(name) is None]


class SoundServer:
    """A PulseAudio of its own with one sink that is the microphone's room and one that is the loudspeaker.

    Args:
        folder: Empty folder for its socket and files.

    Attributes:
        environment: Variables for the programs that shall use it.
    """

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
        """Return True if somebody takes the sound of the room, and does not only say so."""
        return self._is_taken("room.monitor")

    def _is_taken(self, microphone: str) -> bool:
        (wanted,) = (number for number, name, *_ in self._listed("sources") if name == microphone)
        return any(source == wanted for _, source, *_ in self._listed("source-outputs"))

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
        """Remove a device, with the microphone that hears it."""
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

    def say(self, samples: Samples, sink: str = "room", ahead_ms: int = _AT_ONCE_MS) -> int:
        """Play samples to their end.

        Args:
            samples: What is said.
            sink: Where.
            ahead_ms: How far ahead the server is fed; more of it survives a busy machine.

        Returns:
            How often the server was fed too late, and the sound had a gap.
        """
        played = subprocess.run(
            ["pacat", "--playback", "--verbose", f"--device={sink}", f"--latency-msec={ahead_ms}", *_RAW],
            input=samples.tobytes(),
            stderr=subprocess.PIPE,
            check=True,
            env={**os.environ, **self.environment},
        )
        return max(0, played.stderr.lower().count(b"underrun") - 1)  # one is its end

    @contextmanager
    def record(self, file: Path) -> Iterator[None]:
        """Record what comes out of the loudspeaker meanwhile."""
        command = ["parec", "--device=speaker.monitor", f"--latency-msec={_AT_ONCE_MS}", *_RAW]
        environment = {**os.environ, **self.environment}
        with file.open("wb") as out, subprocess.Popen(command, stdout=out, env=environment) as recording:
            try:
                soon(lambda: self._is_taken("speaker.monitor"))
                yield
            finally:
                recording.kill()


def soon(true: Callable[[], bool], seen: Callable[[], object] = str) -> None:
    """Wait until this holds.

    Raises:
        TimeoutError: It did not in `HAPPENS_SECONDS`; tells what was seen instead.
    """
    until = time.monotonic() + HAPPENS_SECONDS
    while not true():
        if time.monotonic() > until:
            raise TimeoutError(f"it never happened: {seen()}")
        time.sleep(0.05)
