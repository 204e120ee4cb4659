"""The command line, run in this process: bare, with a campaign made, or with talk in it."""

import io
import json
import logging
import os
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer.main

from companion import cli
from tests.support.command_line import PLAYED, After, Ran, Run
from tests.support.sitting import roster


@pytest.fixture(autouse=True, scope="session")
def _commands_built_once() -> Iterator[None]:
    """Typer builds a command line anew for every run, of which a process has one."""
    patch = pytest.MonkeyPatch()
    patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
    yield
    patch.undo()


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Runs `companion …` in this process; logging and warnings are put back as they were."""
    loggers = [logging.getLogger(name) for name in ("", "companion", "audio", "engine")]
    handlers, levels = list(loggers[0].handlers), [each.level for each in loggers]

    def run(*arguments: str | Path, stdin: str | bytes = "") -> Ran:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        capsys.readouterr()
        try:
            cli.main()
            code = 0
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else int(left.code is not None)
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    yield run
    logging.captureWarnings(False)
    loggers[0].handlers[:] = handlers
    for each, level in zip(loggers, levels, strict=True):
        each.setLevel(level)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A campaign file: three players in play."""
    path = tmp_path / "harbour.json"
    path.write_text(json.dumps(roster()))
    return path


@pytest.fixture(scope="session")
def _typed(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Path]:
    """Data folders that were left after lines were typed."""
    return {}


@pytest.fixture
def after(run: Run, file: Path, _typed: dict[tuple[str, ...], Path], tmp_path_factory: pytest.TempPathFactory) -> After:
    """The command line once a campaign was made and lines were typed; each talk is typed once, and copied later."""

    def after(talk: str = "", *options: str) -> Run:
        home = Path(os.environ["COMPANION_HOME"])
        if (before := _typed.get((talk, *options))) is not None:
            shutil.copytree(before, home)
            return run
        assert run("new", "--from", file).code == 0
        assert not talk or run("play", *options, stdin=talk).code == 0
        _typed[talk, *options] = shutil.copytree(home, tmp_path_factory.mktemp("typed") / "home")
        return run

    return after


@pytest.fixture
def made(after: After) -> Run:
    """The command line with a campaign made."""
    return after()


@pytest.fixture
def played(after: After) -> Run:
    """The command line with half an evening played."""
    return after(PLAYED, "--dice", "table")


STORY = """\
Jay: The old ferryman Kasimir waits at the pier with a broken lantern.
Russ: A woman called Dorothea steals the silver crown from the ferryman Kasimir.
Mira: I follow Dorothea into the fog, and she drops the crown.
"""


@pytest.fixture
def narrated(after: After) -> Run:
    """The command line with three sentences of story told."""
    return after(STORY)
