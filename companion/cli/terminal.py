"""The way out to a terminal: everything printed goes through here, and nothing in it can command the terminal.

`guard_output` puts `VisibleStream` in the place of standard output and standard error, for whatever writes there:
commands, the parser of the command line, logs, warnings, tracebacks. `console` makes the Rich consoles, which alone
write colours; people's words are never markup to them.
"""

import logging
import sys
from collections.abc import Iterable
from typing import Any, TextIO, cast

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult

from companion.base.addresses import without_passwords
from companion.base.characters import LONGEST_TEXT, visible, visible_line
from companion.base.errors import CompanionError
from engine.phrase import phrase


class VisibleStream:
    """A text stream that shows control characters instead of passing them on (see `companion.base.characters.visible`).

    Everything but writing is the stream's own; its bytes cannot be written past it.

    Args:
        stream: Where the text goes.

    Attributes:
        rich_proxied_file: The stream; Rich looks for it under this name.
    """

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        """Write a text; returns its length."""
        self.rich_proxied_file.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts one after another."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name in {"buffer", "detach", "rich_proxied_file"}:
            raise AttributeError(name)
        return getattr(self.rich_proxied_file, name)


def guard_output() -> None:
    """Let everything this process prints go through `VisibleStream`, once."""
    sys.stdout, sys.stderr = _guarded(sys.stdout), _guarded(sys.stderr)


def _guarded(stream: TextIO) -> TextIO:
    return stream if isinstance(stream, VisibleStream) else cast(TextIO, VisibleStream(stream))


def console(*, stderr: bool = False) -> Console:
    """A console on standard output or standard error on which no text is markup or an emoji by name."""
    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    made.push_render_hook(_ShowsControls())
    return made


class _ShowsControls(RenderHook):
    """Render hook that shows control characters in all output, tables included."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Wrap each."""
        return [_Shown(each) for each in renderables]


class _Shown:
    def __init__(self, printed: ConsoleRenderable) -> None:
        self._printed = printed

    def __rich_console__(self, on: Console, options: ConsoleOptions) -> RenderResult:
        for part in on.render(self._printed, options):
            yield part if part.control else part._replace(text=visible(part.text))


class LogFormatter(logging.Formatter):
    """An entry of the log on one line; a traceback follows indented, so that nothing in it looks like an entry.

    Passwords in addresses become ***, whoever wrote the entry.
    """

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The entry's own line."""
        return visible_line(super().formatMessage(record))

    def format(self, record: logging.LogRecord) -> str:
        """The entry with its traceback."""
        return visible(without_passwords(super().format(record))).replace("\n", "\n    ")


def typed_line(question: str = "") -> str:
    """The next line of standard input; a question is only put to somebody at a keyboard.

    Raises:
        EOFError: There is none.
        InputUnreadable: It is not UTF-8, or longer than `LONGEST_TEXT`.
    """
    try:
        if question and sys.stdin.isatty():
            return input(visible_line(question))
        line = sys.stdin.readline(LONGEST_TEXT + 1)
    except UnicodeDecodeError as problem:
        raise InputUnreadable(phrase("The input is not UTF-8."), phrase("Save it as plain text in UTF-8.")) from problem
    if not line:
        raise EOFError(question)
    if len(line) > LONGEST_TEXT:
        raise InputUnreadable(
            phrase("A typed line has at most {most} characters.", most=LONGEST_TEXT), phrase("Split it.")
        )
    return line.removesuffix("\n")


class InputUnreadable(CompanionError):
    """Standard input holds no text."""
