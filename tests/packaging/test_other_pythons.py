"""The newer Pythons that pyproject.toml allows: the code compiles there, and the rules decide as they do here.

Nothing is installed there for it, so what uses libraries is not run.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.demo import demo_of, demos
from engine.codec import to_json
from tools.recording.played import play
from tools.recording.script import Line
from tools.recording.truth import Spoken

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("decide_again.py")
VERSIONS = ("3.12", "3.13")
PYENV = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"


def candidates(version: str) -> Iterator[str]:
    """Programs that may be this Python: pyenv's own before its shims, which may refuse."""
    yield from sorted(str(each / "bin" / "python") for each in PYENV.glob(f"{version}.*"))
    if (found := shutil.which(f"python{version}")) is not None:
        yield found


@cache
def python(version: str) -> str:
    """This Python, or a skipped test."""
    asked = "import sys; print('{}.{}'.format(*sys.version_info))"
    for program in candidates(version):
        told = subprocess.run([program, "-c", asked], capture_output=True, text=True, check=False)
        if told.stdout.strip() == version:
            return program
    pytest.skip(f"Python {version} is not installed here.")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder in which each Python keeps what it has compiled."""
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture(scope="module")
def evenings(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, list[str]]]:
    """The log of every recorded evening as lines for the script, and what is decided here."""
    found = {slug: "".join(_entries(slug, tmp_path_factory.mktemp(slug))) for slug in demos()}
    return {slug: (entries, decided(sys.executable, slug, entries, compiled)) for slug, entries in found.items()}


def _entries(slug: str, scratch: Path) -> Iterator[str]:
    demo = demo_of(slug)
    truth = [json.loads(line) for line in demo.truth.read_text(encoding="utf-8").splitlines()]
    spoken = [Spoken(Line(by=each["speaker"], text=each["text"]), each["start"], each["end"], None) for each in truth]
    expected = json.loads(demo.expected.read_text(encoding="utf-8"))
    for entry in play(demo.roster, spoken, expected, scratch, lambda record: None).history.effective():
        events = [to_json(event) for event in entry.events]
        yield json.dumps({"command": to_json(entry.command), "events": events}) + "\n"


def decided(program: str, slug: str, entries: str, compiled: Path) -> list[str]:
    """Return the decisions of that Python's rules, without any package installed there."""
    told = subprocess.run(
        [program, "-S", str(SCRIPT), slug],
        input=entries,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(compiled)},
    )
    assert told.returncode == 0, told.stderr
    return told.stdout.splitlines()


def test_what_is_promised_is_what_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    language = "Programming Language :: Python :: "
    promised = [each.removeprefix(language) for each in project["project"]["classifiers"] if language in each]
    assert promised == ["3.11", *VERSIONS]
    after = int(promised[-1].removeprefix("3.")) + 1
    assert project["project"]["requires-python"] == f">={promised[0]},<3.{after}"
    assert project["tool"]["mypy"]["python_version"] == promised[0]
    assert project["tool"]["ruff"]["target-version"] == "py311"


@pytest.mark.parametrize("version", VERSIONS)
def test_the_rules_decide_every_recorded_evening_alike(
    version: str, evenings: dict[str, tuple[str, list[str]]], compiled: Path
) -> None:
    for slug, (entries, here) in evenings.items():
        assert len(here) > 20
        assert decided(python(version), slug, entries, compiled) == here


@pytest.mark.parametrize("version", VERSIONS)
def test_everything_compiles_without_a_warning(version: str, tmp_path: Path) -> None:
    compiling = [python(version), "-W", "error", "-m", "compileall", "-q", "-f", "engine", "audio", "companion"]
    told = subprocess.run(
        compiling, capture_output=True, text=True, cwd=ROOT, env={"PYTHONPYCACHEPREFIX": str(tmp_path)}
    )
    assert told.returncode == 0, told.stdout + told.stderr
