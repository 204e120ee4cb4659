"""The command line, run in this process: bare, with a campaign made, or with talk in it."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import cli
from tests.support.command_line import PLAYED, Ran, Run
from tests.support.sitting import roster


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Runs `companion …` in this process; logging and warnings are put back as they were."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level

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
    root.handlers[:], root.level = handlers, level


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A campaign file: three players in play."""
    path = tmp_path / "harbour.json"
    path.write_text(json.dumps(roster()))
    return path


@pytest.fixture
def made(run: Run, file: Path) -> Run:
    """The command line with a campaign made."""
    assert run("new", "--from", file).code == 0
    return run


@pytest.fixture
def played(made: Run) -> Run:
    """The command line with half an evening played."""
    assert made("play", "--dice", "table", stdin=PLAYED).code == 0
    return made


STORY = """\
Jay: The old ferryman Kasimir waits at the pier with a broken lantern.
Russ: A woman called Dorothea steals the silver crown from the ferryman Kasimir.
Mira: I follow Dorothea into the fog, and she drops the crown.
"""


@pytest.fixture
def narrated(made: Run) -> Run:
    """The command line with three sentences of story told."""
    assert made("play", stdin=STORY).code == 0
    return made
