"""Uses everything the companion does once, and tells whether any of it reached for another machine.

Run as a program: `features.py FOLDER` prints one JSON object; `features.py page` serves the page under the same guard.
"""

import contextlib
import fcntl
import io
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
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


def commands() -> list[str]:
    """Names of all commands there are."""
    from companion.cli.application import COMMANDS

    return sorted(COMMANDS)


Step = tuple[list[object], str, dict[str, str]]


def use_everything(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Every command in turn, most in each of their ways: what was called, exit code and output."""
    from audio.wav import WavSource
    from companion.app import wiring
    from companion.cli import evening
    from companion.demo import Demo
    from tests.support.sitting import roster as harbour

    demo = ROOT / "companion" / "demo" / "phase-abandon"
    clip, roster, lines = folder / "clip.wav", folder / "roster.json", folder / "commands.jsonl"
    short = shutil.copytree(demo, folder / "demo")
    for each in short.glob("*.flac"):
        _cut(each, each, 6.0)
    _cut(demo / "enroll-nina.flac", clip, 6.0)
    _cut(clip, folder / "room.wav", 2.0)
    roster.write_text(json.dumps(harbour()))
    lines.write_text('{"id": "1", "speaker": "Jay", "start": 0, "end": 1, "text": "Benna is a ferrywoman."}\n')
    # What plays the microphone, and the first seconds of the recorded evening.
    wiring.microphone = lambda settings: WavSource(folder / "room.wav", realtime=True)  # type: ignore[assignment]
    evening.demo_of = lambda slug: Demo(short)
    with club_server() as url:
        for arguments, stdin, named in _steps(folder, url):
            with _settings(named):
                code, printed = run(*arguments, stdin=stdin)
            yield " ".join(map(str, arguments[:2])), code, printed


def _cut(recording: Path, to: Path, seconds: float) -> None:
    samples, rate = soundfile.read(recording)
    soundfile.write(to, samples[: round(seconds * rate)], rate)


def _steps(folder: Path, url: str) -> Iterator[Step]:
    clip, copy, table = folder / "clip.wav", folder / "copy.db", folder / "json"
    listen = ["listen", "--input", clip]
    nobody = {"COMPANION_CONSENT": "off"}
    asked = {"COMPANION_LLM_URL": url, "COMPANION_LLM_MODEL": "small"}
    yield ["new", "--from", folder / "roster.json", "--name", "Harbour"], "", {}
    yield ["enroll", "Jay", clip], "", {}
    yield ["play"], TALK, {}
    yield ["say", "Benna is angry with Russ", "--by", "Jay"], "", {}
    yield ["undo"], "", {}
    yield [*listen, "--voice", folder / "said.wav", "--events", folder / "events.jsonl"], "", nobody
    yield listen, "", {**nobody, "COMPANION_TRANSCRIPTION_URL": url, "COMPANION_TRANSCRIPTION_MODEL": "base"}
    yield ["listen", "--mute"], "", nobody
    yield ["import", clip, "--play"], "", nobody
    yield ["demo", "--out", folder / "played"], "", {}
    for name in ("notes", "log", "why", "words", "consent", "recap", "systems", "sentences", "devices", "statistics"):
        yield [name], "", {}
    yield ["chronicle"], "", {}
    yield ["chronicle", "note", "Benna", "limps", "--by", "Jay"], "", {}
    yield ["words", "add", "Yargert", "--heard", "your guard"], "", {}
    yield ["words", "remove", "Yargert"], "", {}
    yield ["consent", "Russ", "--give"], "", {}
    yield ["consent", "Russ", "--withdraw"], "", {}
    yield ["seat", "Jay"], "", {}
    yield ["statistics", "--json"], "", {}
    yield ["write-up"], "", asked
    yield ["recap", "--audio", folder / "recap.wav"], "", {}
    yield ["search", "Benna"], "", {}
    for form in ("notes", "markdown", "html", "vault", "json", "transcript", "vtt", "srt", "golden", "roster"):
        yield ["export", "--form", form, "--out", folder / form], "", {}
    yield ["import-json", table, "--name", "Harbour again"], "", {}
    yield ["rules"], '{"command": {"kind": "create_table", "name": "Thursday"}}\n', {}
    yield ["detect", "--profile", "any-rpg"], '{"id": "1", "text": "I rolled a seventeen"}\n', {}
    yield ["scribe", "--input", folder / "commands.jsonl", "--roster", folder / "roster.json"], "", {}
    yield ["identify", "--enroll", folder / "demo", "--input", clip], "", {}
    yield ["backup", copy], "", {}
    yield ["restore", copy], "", {}
    yield ["repair", "--verify"], "", {}
    yield ["doctor", "--fix"], "", asked
    yield ["model", "--off"], "", {}
    yield ["desktop"], "", {}
    yield ["desktop", "--remove"], "", {}
    yield ["tidy"], "", {"COMPANION_KEEP_WORDS_DAYS": "30"}
    yield ["forget", "Mira", "--yes"], "", {}
    yield ["enroll", "Jay", "--forget"], "", {}
    yield ["enroll", "Jay", clip], "", {}


@contextlib.contextmanager
def _settings(named: dict[str, str]) -> Iterator[None]:
    os.environ.update(named)
    try:
        yield
    finally:
        for name in named:
            del os.environ[name]


class _Club(BaseHTTPRequestHandler):
    """A server of language and transcription that knows one sentence and fills every form with nothing."""

    def do_GET(self) -> None:
        self._answer({"data": [{"id": "small"}]})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path.endswith("/transcriptions"):
            self._answer({"text": "I roll Haggling."})
            return
        form = json.loads(body)["response_format"]["json_schema"]["schema"]
        message = {"role": "assistant", "content": json.dumps(_filled(form, form))}
        self._answer({"choices": [{"index": 0, "finish_reason": "stop", "message": message}]})

    def _answer(self, body: object) -> None:
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def _filled(part: dict[str, Any], form: dict[str, Any]) -> object:
    """The least that fits a JSON schema."""
    if "$ref" in part:
        return _filled(form["$defs"][part["$ref"].rsplit("/", 1)[1]], form)
    if "enum" in part:
        return part["enum"][0]
    if "anyOf" in part:
        return _filled(part["anyOf"][-1], form)
    if part.get("type") == "object":
        return {name: _filled(each, form) for name, each in part.get("properties", {}).items()}
    return {"string": "", "integer": 0, "number": 0, "boolean": False, "array": []}.get(str(part.get("type")))


@contextlib.contextmanager
def club_server() -> Iterator[str]:
    """Its address, on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Club)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


PAGES = sorted(
    {
        found
        for file in (ROOT / "companion" / "web").rglob("*.py")
        for found in re.findall(r'@(?:table|seat)_page\("([^"]+)"', file.read_text(encoding="utf-8"))
    }
)
"""Addresses of all pages there are."""


def look_at_the_pages() -> Iterator[tuple[str, int, str]]:
    """Serve the page beside, open every page with the key it prints or one of a seat, and close it again."""
    from companion.base.clock import SystemClock
    from companion.store import open_store
    from companion.web.auth import COOKIES
    from companion.web.keys import Keys
    from companion.web.lan import LOOPBACK, bind

    home = Path(os.environ["COMPANION_HOME"])
    with bind(LOOPBACK, 0) as free, open_store(home / "companion.db", SystemClock()) as store:
        port, campaign = free.getsockname()[1], store.campaigns()[0]
    seat = Keys(home / "page-keys.json", SystemClock(), port).make_seat_link(campaign.key, "Jay")
    page = subprocess.Popen(
        [sys.executable, __file__, "page", str(port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    told: list[str] = []
    try:
        assert page.stdout is not None
        for line in page.stdout:
            told.append(line)
            if found := re.search(r"(http://127\.0\.0\.1:\d+)(/\S*)", line):
                jar = CookieJar()
                browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
                yield "page", _opened(browser, found[0]), ""
                yield "page of a seat", _opened(browser, f"{found[1]}/seat/{seat}"), ""
                below = {cookie.name: cookie.path for cookie in jar}
                for address in PAGES:
                    whose = COOKIES["seat" if address.startswith("/seat") else "table"]
                    yield f"page {address}", _opened(browser, found[1] + below[whose] + address), ""
                return
        yield "page", 1, "".join(told)
    finally:
        page.terminate()
        told += page.communicate(timeout=60)[0].splitlines()
        reached.extend(line for line in told if "the test forbids" in line)


def _opened(browser: urllib.request.OpenerDirector, address: str) -> int:
    """0 when a page comes."""
    for _ in range(300):
        try:
            with browser.open(address, timeout=30) as answer:
                return 0 if answer.status == 200 else 1
        except urllib.error.HTTPError as refused:
            return refused.code
        except urllib.error.URLError:
            time.sleep(0.2)
    return 1


def _modes(folder: Path) -> dict[str, int]:
    """Everything in a folder, and who may read it."""
    return {str(each.relative_to(folder)): each.lstat().st_mode & 0o777 for each in (folder, *folder.rglob("*"))}


def main(arguments: list[str]) -> None:
    sys.path.insert(0, str(ROOT))
    sys.addaudithook(guard)
    if arguments[0] == "page":
        sys.argv = ["companion", "page", "--no-browser", "--port", arguments[1]]
        from companion import cli

        cli.main()
        return
    bring_up_loopback()
    folder = Path(arguments[0])
    done = [*use_everything(folder), *look_at_the_pages()]
    interfaces = sorted(name for _, name in socket.if_nameindex())
    answer = {
        "reached": reached,
        "interfaces": interfaces,
        "failed": {name: printed[-600:] for name, code, printed in done if code},
        "commands": commands(),
        "used": [name for name, _, _ in done],
        "kept": _modes(Path(os.environ["COMPANION_HOME"])),
        "named": _modes(folder),
    }
    sys.__stdout__.write(json.dumps(answer))


if __name__ == "__main__":
    main(sys.argv[1:])
