"""The command line: parses, then calls; every expected mistake becomes one sentence and an exit code."""

import errno
import io
import logging
import os
import re
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from audio.errors import AudioError
from companion.app.doctor import DISTRIBUTION
from companion.base.characters import unfit
from companion.base.config import COMMAND_LINE
from companion.base.errors import CompanionError, SettingsError, TextRefused
from companion.cli import (
    campaign,
    care,
    evening,
    export,
    importing,
    machine,
    memory,
    page,
    privacy,
    recap,
    seat,
    sentences,
    statistics,
    why,
    words,
    write_up,
)
from companion.cli.common import Options, complain
from companion.cli.terminal import guard_output
from engine.errors import EngineError
from engine.phrase import phrase

app = typer.Typer(
    name="companion",
    help="A voice companion for shared-narration tabletop games: it listens, applies the rules and writes the notes.",
    epilog="Without a command it opens the table page. Exit codes: 0 success, 1 failure, 2 wrong usage.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"{DISTRIBUTION} {metadata.version(DISTRIBUTION)}\n")
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
    context.obj = Options(data=data, store=store, config=config, trust=trust, log_level=log_level)
    if context.invoked_subcommand is None:
        page.serve_page(context.obj, None, browser=browser)


for module in (
    page,
    evening,
    importing,
    campaign,
    export,
    recap,
    seat,
    sentences,
    statistics,
    memory,
    privacy,
    why,
    words,
    machine,
    write_up,
    care,
):
    module.register(app)


def main() -> None:
    """Entry point of `companion`: runs the command and turns expected mistakes into one sentence."""
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

    code = "output_full"


def _write_no_more() -> None:
    """Let the interpreter, which tries once more as it ends, write to nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Lines in and out are UTF-8 whatever the computer's own encoding; half characters never stop the output."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
