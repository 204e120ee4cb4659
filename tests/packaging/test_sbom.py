"""`make sbom`: a list of everything installed that other programs can read, with nothing missing."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.packaging.test_licences import runtime

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def sbom(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Bill of materials that `make sbom` writes about the environment the tests run in."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed here.")
    folder = tmp_path_factory.mktemp("sbom")
    (ready := folder / ".ready").touch()
    here = [f"BIN={Path(sys.executable).parent}", f"OUT={folder}", f"READY={ready}"]
    done = subprocess.run(["make", "-s", "sbom", *here], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr  # also when it does not fit the schema of CycloneDX
    return (folder / "sbom.json").read_text(encoding="utf-8")


def test_it_is_cyclonedx(sbom: str) -> None:
    """The program that writes it has held it against the schema; what looks up vulnerabilities needs these."""
    written = json.loads(sbom)
    assert (written["bomFormat"], written["$schema"]) == (
        "CycloneDX",
        "http://cyclonedx.org/schema/bom-1.6.schema.json",
    )
    named = [each["purl"] for each in written["components"]]
    assert all(re.fullmatch(r"pkg:pypi/[a-z0-9.-]+@\S+", each) for each in named)
    assert len(set(named)) == len(named)


def test_everything_the_companion_needs_is_in_it(sbom: str) -> None:
    listed = {(canonicalize_name(each["name"]), each["version"]) for each in json.loads(sbom)["components"]}
    assert {(canonicalize_name(each.name), each.version) for each in runtime()} <= listed


def test_it_is_about_the_companion_and_says_nothing_of_this_computer(sbom: str) -> None:
    about = json.loads(sbom)["metadata"]["component"]
    assert (about["name"], about["version"]) == ("table-companion", "0.1.0")
    assert str(ROOT) not in sbom
    assert str(Path.home()) not in sbom
