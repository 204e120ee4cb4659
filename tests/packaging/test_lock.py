"""requirements.lock: the exact versions and checksums of everything installed, in step with pyproject.toml."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.test_licences import runtime

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
AGAIN = "make lock writes it anew"


@pytest.fixture(scope="module")
def locked() -> dict[str, set[str]]:
    """Versions by name: there may be several, for different systems."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==(\S+)", LOCK, re.MULTILINE):
        versions.setdefault(canonicalize_name(name), set()).add(version)
    return versions


def test_what_pyproject_pins_is_locked(locked: dict[str, set[str]]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for line in project["dependencies"]:
        wanted = Requirement(line)
        assert locked.get(canonicalize_name(wanted.name)) == {str(wanted.specifier).removeprefix("==")}, AGAIN


def test_everything_installed_is_as_locked(locked: dict[str, set[str]]) -> None:
    """Indirect packages are as locked too: people install the versions that are tested here."""
    other = {
        name: each.version
        for each in runtime()
        if each.version not in locked.get(name := canonicalize_name(each.name), ())
    }
    assert other == {}, "make setup installs what is locked; make lock locks what pyproject.toml asks for"


def test_tools_ask_for_no_other_version_than_is_locked(locked: dict[str, set[str]]) -> None:
    """They share an environment with the companion, which would no longer be as locked."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    tools = [Requirement(line) for line in groups["dev"]]
    shared = {name: str(each.specifier) for each in tools if (name := canonicalize_name(each.name)) in locked}
    assert shared == {name: f"=={version}" for name in shared for version in locked[name]}, AGAIN


def test_every_version_has_checksums_and_no_address() -> None:
    blocks = re.split(r"\n(?=\S)", LOCK.strip())
    assert [each.splitlines()[0] for each in blocks if not re.search(r"--hash=sha256:[0-9a-f]{64}", each)] == []
    assert "://" not in LOCK
    assert "--index-url" not in LOCK
