"""The way out to a terminal."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

import pytest
from rich.table import Table
from rich.text import Text

from audio.server_client import client_of
from companion.base.clock import SystemClock
from companion.cli import common
from companion.cli.common import Options
from companion.cli.terminal import LogFormatter, VisibleStream, console, guard_output, typed_line
from companion.llm.openai_server import OpenAIModel
from tests.support.hostile_server import hostile_server, whole

HOSTILE = "[red]x\x1b]0;t\x07\u202e:skull:"
SHOWN = r"[red]x\u001b]0;t\u0007\u202e:skull:"


@contextmanager
def printing() -> Iterator[io.StringIO]:
    """Give the output of a process that prints."""
    stream = io.StringIO()
    with redirect_stdout(stream), redirect_stderr(stream):
        guard_output()
        yield stream


def test_whatever_is_printed_shows_its_controls() -> None:
    """By anybody: written, printed, or reported by the interpreter."""
    with printing() as out:
        sys.stdout.write(f"{HOSTILE}\n")
        sys.stderr.writelines([HOSTILE, "\n"])
        print(HOSTILE)  # noqa: T201
        sys.__excepthook__(ValueError, ValueError(HOSTILE), None)
    assert out.getvalue() == f"{SHOWN}\n{SHOWN}\n{SHOWN}\nValueError: {SHOWN}\n"


def test_json_that_is_printed_stays_the_same_json() -> None:
    data = {"a\x7f": ["\x9b\u2028\U000e0041\ud800", "ü 🎲"]}
    with printing() as out:
        sys.stdout.write(json.dumps(data, ensure_ascii=False))
    assert json.loads(out.getvalue()) == data
    assert "ü 🎲" in out.getvalue()


def test_the_way_out_is_one() -> None:
    with printing():
        first = sys.stdout
        guard_output()
        assert sys.stdout is first
    assert isinstance(first, VisibleStream)
    assert not hasattr(first, "buffer")
    assert not hasattr(first, "detach")


def test_tables_and_styled_texts_show_theirs() -> None:
    table = Table(HOSTILE, title=HOSTILE)
    table.add_row(HOSTILE)
    with printing() as out:
        common.screen.print(table, width=200)
        common.errors.print(Text.assemble((HOSTILE, "bold")), width=200)
    assert out.getvalue().count(r"\u202e:skull:") == 4
    assert out.getvalue().count("[red]x") == 4
    assert "\x1b" not in out.getvalue()


def test_colours_are_the_consoles_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours appear on a terminal that takes them; people's words have none."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    with printing() as out:
        console().print(HOSTILE, style="bold", soft_wrap=True)
    assert out.getvalue() == f"\x1b[1m{SHOWN}\x1b[0m\n".replace(r"\u0007", "")


def test_what_is_told_is_one_line() -> None:
    with printing() as out:
        common.tell("Jay\nERROR forged\x07")
        common.warn("Jay\nERROR forged")
    assert out.getvalue() == "Jay ERROR forged\\u0007\nJay ERROR forged\n"


def test_an_entry_of_the_log_is_one_line() -> None:
    """A traceback follows indented, so that no line of it looks like an entry."""
    stream = io.StringIO()
    log, handler = logging.Logger("table"), logging.StreamHandler(stream)
    handler.setFormatter(LogFormatter())
    log.addHandler(handler)
    log.warning("lost %s", "a\nERROR table: forged\x1b[2J")
    try:
        raise ValueError("b\nERROR table: forged\x1b[2J")
    except ValueError:
        log.exception("broken")
    lines = stream.getvalue().splitlines()
    assert lines[0] == r"WARNING table: lost a ERROR table: forged\u001b[2J"
    assert lines[1] == "ERROR table: broken"
    assert len(lines) > 3
    assert all(line.startswith("    ") for line in lines[2:])
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize("level", ["DEBUG", "INFO"])
def test_no_password_is_logged(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by libraries, which log every address they ask, nor by an entry that quotes one."""
    for each in map(logging.getLogger, ("", "companion", "audio", "engine")):
        monkeypatch.setattr(each, "handlers", [])
        monkeypatch.setattr(each, "level", each.level)
    with hostile_server(whole(b'{"data": [{"id": "m"}]}')) as server, printing() as out:
        address = server.url.replace("://", "://me:hunter2@")
        monkeypatch.setenv("COMPANION_LLM_URL", address)
        settings = Options(log_level=level).settings()
        with client_of(str(settings.llm_url), "sk-secret") as client:
            assert OpenAIModel(client, SystemClock()).ping() == ("m",)
        logging.getLogger("companion.test").info("asked %s", "the server")
        logging.getLogger("a library").warning("cannot reach %s or //you:hunter2@host", address)
    assert "asked the server" in out.getvalue()
    assert "cannot reach http://me:***@127.0.0.1" in out.getvalue()
    assert "hunter2" not in out.getvalue()
    assert "sk-secret" not in out.getvalue()


class Keyboard(io.StringIO):
    """Somebody types."""

    def isatty(self) -> bool:
        return True


def test_a_question_at_the_keyboard_shows_its_controls(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(sys, "stdin", Keyboard())
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or "yes")
    assert typed_line(f"{HOSTILE}\n> ") == "yes"
    assert asked == [f"{SHOWN} > "]
