"""The built wheel works in an environment of its own, far from the source: nothing it needs is left behind there."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "audio", "prompts", "companion")
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Source archive and the wheel built from it, in a folder; the checkout is left as it is."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    building = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
    done = subprocess.run(building, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-1000:]
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean environment with the wheel; what it requires is borrowed from the running one, not downloaded."""
    place = tmp_path_factory.mktemp("elsewhere")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / "venv")], check=True)
    python = place / "venv" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--disable-pip-version-check", str(wheel)], check=True)
    (packages,) = (place / "venv" / "lib").glob("python*/site-packages")
    # A path in a .pth file lends packages only: the editable installation there is not followed.
    (packages / "borrowed.pth").write_text(str(Path(pytest.__file__).parents[1]) + "\n")
    return place


@pytest.fixture
def run(installed: Path, tmp_path: Path, model_cache: Path) -> Run:
    """Runs the installed `companion`, outside the checkout."""

    def run(*arguments: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "COMPANION_MODEL_CACHE": str(model_cache),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            **variables,
        }
        return subprocess.run(
            [str(installed / "venv" / "bin" / "companion"), *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
        )

    return run


def test_everything_in_the_packages_is_in_wheel_and_sdist(built: Path, wheel: Path) -> None:
    """Code, grammars, weights, templates, demos, typing marks: each file that is not made by running."""
    wanted = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        assert wanted - set(archive.namelist()) == set()
        assert {name.split("/")[0] for name in archive.namelist() if "dist-info" not in name} == set(PACKAGES)
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        assert wanted - {name.partition("/")[2] for name in archive.getnames()} == set()


def test_it_is_the_installed_one_that_runs(run: Run, installed: Path) -> None:
    python = installed / "venv" / "bin" / "python"
    where = subprocess.run(
        [str(python), "-I", "-c", "import companion, engine; print(companion.__file__, engine.__file__)"],
        capture_output=True,
        text=True,
        cwd=installed,
    )
    assert where.stdout.count(str(installed)) == 2
    assert run("--version").stdout == "table-companion 0.1.0\n"


def test_it_plays_outside_the_checkout(run: Run, installed: Path, tmp_path: Path) -> None:
    """Systems, rules, and an evening of the demo's table typed, remembered in the user's own data folder."""
    told = [json.loads(line)["slug"] for line in run("systems", "--json").stdout.splitlines()]
    assert {"phase-abandon", "kleptonomicon", "phasesix", "choice-pta"} <= set(told)
    command = '{"command": {"kind": "create_table", "name": "Thursday"}}\n'
    assert '"accepted"' in run("rules", stdin=command).stdout
    (roster,) = installed.rglob("companion/demo/phase-abandon/roster.json")
    assert run("new", "--from", str(roster), "--name", "Mail").returncode == 0
    assert "Benna" in run("play", stdin="Nina: There's a ferrywoman. Her name is Benna.\n").stdout
    assert (tmp_path / ".local" / "share" / "companion" / "companion.db").is_file()


def test_its_doctor_finds_models_and_packages(run: Run) -> None:
    told = run("doctor")
    assert told.returncode == 0, told.stdout
    assert "The speech model is complete." in told.stdout
    assert "Voices can be recognised." in told.stdout


def test_it_completes_in_shells(run: Run, tmp_path: Path) -> None:
    """Installed by one command, the shell asks the companion itself what a word may become."""
    undetected = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = run("--install-completion", "bash", **undetected)
    assert done.returncode == 0, done.stderr
    assert "_COMPANION_COMPLETE" in (tmp_path / ".bash_completions" / "companion.sh").read_text()
    asked = {"_COMPANION_COMPLETE": "complete_bash", "COMP_WORDS": "companion cons", "COMP_CWORD": "1"}
    assert run(**asked).stdout.split() == ["consent"]
