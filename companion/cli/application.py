"""The commands by name, each loaded when it is called, and what becomes of mistakes they end in."""

import errno
import gc
import io
import logging
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from audio.errors import AudioError
from companion.base.characters import unfit
from companion.base.config import COMMAND_LINE
from companion.base.errors import CompanionError, SettingsError, TextRefused
from companion.cli import tell_version
from companion.cli.common import Options, complain
from companion.cli.terminal import guard_output
from engine.errors import EngineError
from engine.phrase import phrase

COMMANDS: Mapping[str, str] = {
    name: module
    for module, names in (
        ("page", "page"),
        ("evening", "listen demo"),
        ("typed", "say play"),
        ("importing", "import"),
        ("campaign", "new enroll notes log undo"),
        ("export", "export import-json"),
        ("recap", "recap"),
        ("seat", "seat"),
        ("sentences", "sentences"),
        ("statistics", "statistics"),
        ("memory", "chronicle search"),
        ("privacy", "consent forget tidy"),
        ("why", "why"),
        ("words", "words"),
        ("machine", "systems rules detect scribe identify"),
        ("write_up", "write-up"),
        ("model", "model"),
        ("care", "doctor devices desktop backup restore repair"),
    )
    for name in names.split()
}
"""By name of a command, the module of this package that has the function of that name."""


def function_of(name: str) -> Callable[..., Any]:
    """The function of a command; loads its module."""
    module, function = import_module(f"companion.cli.{COMMANDS[name]}"), name.replace("-", "_")
    found: Callable[..., Any] = getattr(module, f"{function}_" if iskeyword(function) else function)
    return found


class _Commands(TyperGroup):
    """Commands that are made when they are asked for; for help and for an unknown name, all."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            self.commands = {name: _command(name) for name in COMMANDS}
            return None
        return _command(cmd_name)


def _command(name: str) -> Any:
    one = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    one.command(name)(function_of(name))
    return get_command(one)


app = typer.Typer(
    name="companion",
    cls=_Commands,
    help="A voice companion for shared-narration tabletop games: it listens, applies the rules and writes the notes.",
    epilog="Without a command it opens the table page. Exit codes: 0 success, 1 failure, 2 wrong usage.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        tell_version()
        raise typer.Exit


@app.callback(invoke_without_command=True)
def companion(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option(help="Folder of campaigns, notes and voiceprints.")] = None,
    store: Annotated[str | None, typer.Option(help="Database URL, such as postgresql://club@host/tables.")] = None,
    config: Annotated[
        Path | None, typer.Option(help="Settings file instead of companion.toml in the data folder.")
    ] = None,
    trust: Annotated[
        str | None, typer.Option(help="careful, normal or brisk: how much it asks before it acts.")
    ] = None,
    log_level: Annotated[str | None, typer.Option(help="DEBUG, INFO, WARNING or ERROR.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser when no command is given.")] = True,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Open the table page, or run a command."""
    gc.freeze()
    gc.enable()
    context.obj = Options(data=data, store=store, config=config, trust=trust, log_level=log_level)
    if context.invoked_subcommand is None:
        from companion.cli.page import serve_page

        serve_page(context.obj, None, browser=browser)


def run() -> None:
    """Run the command of the command line; expected mistakes become one sentence."""
    logging.captureWarnings(True)
    _speak_utf8()
    guard_output()
    try:
        check_arguments(sys.argv[1:])
        _run()
    except OutputFull as mistake:
        _write_no_more()
        complain(str(mistake), mistake.hint)
    except UnfitArgument as mistake:
        complain(str(mistake), mistake.hint, code=2)
    except SettingsError as mistake:
        complain(str(mistake), mistake.hint, code=2 if mistake.source == COMMAND_LINE else 1)
    except (CompanionError, AudioError) as mistake:
        complain(str(mistake), mistake.hint)
    except EngineError as mistake:
        complain(str(mistake))
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None


class UnfitArgument(TextRefused):
    """An argument of the command line holds a character that nobody sees."""

    code = "text_refused"


def check_arguments(given: Sequence[str]) -> None:
    """Refuse arguments with characters that nobody sees; bytes that are no UTF-8 may be part of a path.

    Raises:
        UnfitArgument: One has such a character; breaks and tabs are none.
    """
    for number, argument in enumerate(given, 1):
        character = unfit(_NO_UTF8.sub("?", argument))
        if character is not None:
            raise UnfitArgument(phrase("Argument {number} of the command line", number=number), character)


_NO_UTF8 = re.compile("[\udc80-\udcff]")
"""Characters Python makes of bytes in an argument that are no UTF-8."""


def _run() -> None:
    """Run the command, and see what it printed off."""
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as problem:
        if problem.errno not in {errno.ENOSPC, errno.EDQUOT} or problem.filename is not None:
            raise
        raise OutputFull(
            phrase("The output cannot be written: {strerror}.", strerror=problem.strerror),
            phrase("Free some space there."),
        ) from problem


class OutputFull(CompanionError):
    """Standard output takes no more."""


def _write_no_more() -> None:
    """Let the interpreter, which tries once more as it ends, write to nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Lines in and out are UTF-8 whatever the computer's own encoding; half characters never stop the output."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
