"""Installed packages may be used and passed on freely; the few licences that ask for more are named here."""

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FREE = re.compile(
    r"""
    \b(MIT(-0)?|BSD(-\d-Clause)?|0BSD|Apache([ ]Software[ ]License|-2\.0)|ISC|PSF-2\.0|Zlib|CC0-1\.0
    |Python[ ]Software[ ]Foundation|Public[ ]Domain)\b
    """,
    re.VERBOSE,
)
COPYLEFT = re.compile(r"GPL|General Public|MPL|Mozilla|CC BY-SA|EPL|Eclipse", re.IGNORECASE)

NAMED = {
    "soxr": "LGPL-2.1-or-later: the libsoxr it carries; loaded as a shared library, used unchanged",
    "certifi": "MPL-2.0: a list of certificates, used unchanged",
    "tqdm": "MPL-2.0 AND MIT: used unchanged",
    "bidict": "MPL-2.0: used unchanged, by the page",
    "orjson": "MPL-2.0 AND (Apache-2.0 OR MIT): used unchanged, by the page",
    "docutils": "public domain and BSD but for files that are not used, by the page",
    "av": "BSD-3-Clause, but its wheels carry FFmpeg (LGPL) with x264 and x265 (GPL), which nothing here calls",
}
"""Packages under terms that ask for more than to be named."""

NAMED_TOOLS = {
    "psycopg": "LGPL-3.0: of the extra for clubs, used unchanged",
    "psycopg-binary": "LGPL-3.0: of the extra for clubs, used unchanged",
    "hypothesis": "MPL-2.0: used unchanged, by tests",
    "pathspec": "MPL-2.0: used unchanged, by the type checker",
    "fqdn": "MPL-2.0: used unchanged, by the check of the list of packages",
    "axe-playwright-python": "MIT by its licence file, which its metadata does not name; carries axe-core, MPL-2.0",
}
"""The same for what only development or an extra brings."""


def runtime() -> Iterator[metadata.Distribution]:
    """Every distribution the companion needs on this system, and what those need."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting, known = [Requirement(line) for line in project["dependencies"]], set()
    while waiting:
        wanted = waiting.pop()
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if key in known or not _applies(wanted):
            continue
        known.add(key)
        found = metadata.distribution(wanted.name)
        yield found
        for line in found.requires or []:
            needed = Requirement(line)
            if _applies(needed, wanted.extras):
                waiting.append(needed)


def _applies(wanted: Requirement, extras: set[str] | None = None) -> bool:
    marker = wanted.marker
    return marker is None or any(marker.evaluate({"extra": extra}) for extra in (extras or {""}))


def licence_of(found: metadata.Distribution) -> str:
    about = found.metadata
    if about.get("License-Expression"):
        return str(about["License-Expression"])
    classified = [each.removeprefix("License :: ") for each in about.get_all("Classifier", []) if "License ::" in each]
    return "; ".join(classified) or str(about.get("License", ""))[:200]


@pytest.fixture(scope="module")
def licences() -> dict[str, str]:
    return {canonicalize_name(each.name): licence_of(each) for each in runtime()}


def unknown(licences: dict[str, str], named: dict[str, str]) -> dict[str, str]:
    """Those that somebody has to look at before they are added above."""
    return {
        name: licence
        for name, licence in licences.items()
        if name not in named and (COPYLEFT.search(licence) or not FREE.search(licence))
    }


def test_every_licence_is_free_or_named(licences: dict[str, str]) -> None:
    assert len(licences) > 50
    assert unknown(licences, NAMED) == {}


def test_so_is_every_licence_of_what_else_is_installed_here() -> None:
    """Tools and extras too: what is on a developer's machine is known."""
    installed = {canonicalize_name(each.name): licence_of(each) for each in metadata.distributions()}
    assert unknown(installed, NAMED | NAMED_TOOLS) == {}


@pytest.mark.parametrize("licence", ["", "GPL-3.0-only", "MIT AND GPL-2.0", "Proprietary", "BUSL-1.1"])
def test_any_other_licence_is_asked_about(licence: str) -> None:
    assert unknown({"stranger": licence}, NAMED) == {"stranger": licence}


def test_no_name_stands_above_in_vain(licences: dict[str, str]) -> None:
    assert set(NAMED) <= set(licences)
