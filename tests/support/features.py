"""Uses everything the companion does once, and tells whether any of it reached for another machine.

Run as a program: `features.py FOLDER` prints one JSON object; `features.py page` serves the page under the same guard.
"""

import contextlib
import fcntl
import io
import json
import os
import re
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import soundfile

ROOT = Path(__file__).parents[2]
TALK = """Jay: The scene is the quay at dusk
Jay: There's a ferrywoman on the boat. Her name is Benna Harrow.
Jay: I roll Haggling

Russ: What do we know about Benna?
Mira: I agree to being heard
Mira: Benna owes me a fish
Mira: Strike that from the record
"""
_UP = 0x1
_SIOCGIFFLAGS, _SIOCSIFFLAGS = 0x8913, 0x8914

reached: list[str] = []


def guard(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook: nothing in this process connects, sends, looks up or listens beyond this machine."""
    if event in {"socket.connect", "socket.sendto", "socket.bind"}:
        _, address = arguments
        host = address[0] if isinstance(address, tuple) else "localhost"
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    if not _here(host.decode() if isinstance(host, bytes) else host):
        reached.append(f"{event} {host}")
        raise OSError(f"the test forbids {event} to {host}")


def _here(host: str | None) -> bool:
    if host in {None, "localhost"}:
        return True
    try:
        return ip_address(str(host).split("%")[0]).is_loopback
    except ValueError:
        return False


def bring_up_loopback() -> None:
    """A new network namespace has its loopback switched off."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket, contextlib.suppress(PermissionError):
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, _SIOCGIFFLAGS, request))[1]
        if not flags & _UP:
            fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | _UP))


def run(*arguments: object, stdin: str = "") -> tuple[int, str]:
    """One `companion …` in this process: exit code, and what it printed."""
    from companion import cli
    from companion.cli import common

    sys.argv = ["companion", *map(str, arguments)]
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    printed = io.StringIO()
    common.screen.file = common.errors.file = printed
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            cli.main()
        except SystemExit as left:
            return int(left.code or 0), printed.getvalue()
    return 0, printed.getvalue()


def use_everything(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Every feature in turn: its name, exit code and output."""
    demo = ROOT / "companion" / "demo" / "phase-abandon"
    clip, roster, commands = folder / "clip.wav", folder / "roster.json", folder / "commands.jsonl"
    samples, rate = soundfile.read(demo / "enroll-nina.flac", frames=8 * 24000)
    soundfile.write(clip, samples, rate)
    from tests.support.sitting import roster as harbour

    roster.write_text(json.dumps(harbour()))
    commands.write_text('{"id": "1", "speaker": "Jay", "start": 0, "end": 1, "text": "Benna is a ferrywoman."}\n')
    steps: list[tuple[list[object], str]] = [
        (["new", "--from", roster, "--name", "Harbour"], ""),
        (["enroll", "Jay", clip], ""),
        (["play"], TALK),
        (["listen", "--input", clip, "--voice", folder / "said.wav", "--events", folder / "events.jsonl"], ""),
        *(
            ([name], "")
            for name in ("notes", "log", "why", "chronicle", "words", "consent", "recap", "systems", "devices")
        ),
        (["recap", "--audio", folder / "recap.wav"], ""),
        (["search", "Benna"], ""),
        *(
            (["export", "--form", form, "--out", folder / form], "")
            for form in ("html", "vault", "json", "srt", "golden")
        ),
        (["rules"], '{"command": {"kind": "create_table", "name": "Thursday"}}\n'),
        (["detect", "--profile", "any-rpg"], '{"id": "1", "text": "I rolled a seventeen"}\n'),
        (["scribe", "--input", commands, "--roster", roster], ""),
        (["identify", "--enroll", demo, "--input", clip], ""),
        (["backup", folder / "copy.db"], ""),
        (["repair", "--verify"], ""),
        (["doctor"], ""),
        (["forget", "Mira", "--yes"], ""),
    ]
    for arguments, stdin in steps:
        code, printed = run(*arguments, stdin=stdin)
        yield " ".join(map(str, arguments[:2])), code, printed


def look_at_the_page() -> tuple[str, int, str]:
    """Serve the page beside, open it by the address it prints, and close it again."""
    page = subprocess.Popen(
        [sys.executable, __file__, "page"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    told: list[str] = []
    try:
        assert page.stdout is not None
        for line in page.stdout:
            told.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\S+", line):
                return "page", _opened(found[0]), ""
        return "page", 1, "".join(told)
    finally:
        page.terminate()
        told += page.communicate(timeout=60)[0].splitlines()
        reached.extend(line for line in told if "the test forbids" in line)


def _opened(address: str) -> int:
    for _ in range(300):
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return 0 if answer.status == 200 else 1
        except urllib.error.URLError:
            time.sleep(0.2)
    return 1


def main(arguments: list[str]) -> None:
    sys.path.insert(0, str(ROOT))
    sys.addaudithook(guard)
    if arguments[0] == "page":
        sys.argv = ["companion", "page", "--no-browser", "--port", "0"]
        from companion import cli

        cli.main()
        return
    bring_up_loopback()
    folder = Path(arguments[0])
    done = [*use_everything(folder), look_at_the_page()]
    interfaces = sorted(name for _, name in socket.if_nameindex())
    answer = {
        "reached": reached,
        "interfaces": interfaces,
        "failed": {name: printed[-600:] for name, code, printed in done if code},
        "used": [name for name, _, _ in done],
        "kept": sorted(
            str(each.relative_to(os.environ["COMPANION_HOME"]))
            for each in Path(os.environ["COMPANION_HOME"]).rglob("*")
        ),
    }
    sys.__stdout__.write(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
