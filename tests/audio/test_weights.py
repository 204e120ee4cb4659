import hashlib
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows, get_win_folder_from_env_vars

from audio import weights
from audio.errors import ModelMissing
from audio.types import PACKAGED_TINY


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Two tiny packages in place of the real ones."""
    for number, part in ((1, b"first half, "), (2, b"second half")):
        data = tmp_path / f"tiny_whisper_{number}" / "data"
        data.mkdir(parents=True)
        (data.parent / "__init__.py").write_text("")
        (data / f"part{number}").write_bytes(part)
    for name in weights.COMPANIONS:
        (data / name).write_text("{}")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(weights, "PARTS", (("tiny_whisper_1", "part1"), ("tiny_whisper_2", "part2")))
    return hashlib.sha256(b"first half, second half").hexdigest()


def test_parts_become_one_folder(packages, tmp_path):
    cache = tmp_path / "cache"
    folder = weights.packaged_base(cache, packages)
    assert (folder / "model.bin").read_bytes() == b"first half, second half"
    assert {p.name for p in folder.iterdir()} == {"model.bin", *weights.COMPANIONS}
    assert list(cache.iterdir()) == [folder]
    assert weights.packaged_base(cache, packages) == folder


def test_the_small_model_is_taken_from_its_package(tmp_path, monkeypatch):
    """As it lies there, once its checksum is right; no code of the package is run."""
    model = tmp_path / "small_whisper" / "model"
    model.mkdir(parents=True)
    (model.parent / "__init__.py").write_text("raise SystemExit")
    (model / "model.bin").write_bytes(b"tiny")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(weights, "TINY_PACKAGE", "small_whisper")
    assert weights.tiny_installed()
    assert weights.packaged_tiny(hashlib.sha256(b"tiny").hexdigest()) == model
    with pytest.raises(ModelMissing, match="not the expected"):
        weights.folder_of(PACKAGED_TINY)


def test_a_small_model_that_is_not_installed_is_told(monkeypatch):
    monkeypatch.setattr(weights, "TINY_PACKAGE", "no_such_package")
    assert not weights.tiny_installed()
    with pytest.raises(ModelMissing, match="no_such_package") as caught:
        weights.folder_of(PACKAGED_TINY)
    assert "no-such-package" in caught.value.hint
    assert weights.folder_of("/models/mine") == "/models/mine"


def test_wrong_checksum_is_refused(packages, tmp_path):
    """Weights that are not the expected ones are never loaded."""
    with pytest.raises(ModelMissing, match="not the expected") as caught:
        weights.packaged_base(tmp_path / "cache", "0" * 64)
    assert caught.value.hint


def test_weights_changed_on_disk_are_refused(packages, tmp_path):
    folder = weights.packaged_base(tmp_path / "cache", packages)
    (folder / "model.bin").write_bytes(b"something else")
    with pytest.raises(ModelMissing, match="not the expected"):
        weights.packaged_base(tmp_path / "cache", packages)


def test_missing_weights_are_named(packages, tmp_path):
    folder = weights.packaged_base(tmp_path / "cache", packages)
    (folder / "model.bin").unlink()
    with pytest.raises(ModelMissing, match="missing"):
        weights.packaged_base(tmp_path / "cache", packages)


def test_missing_package_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "PARTS", (("no_such_package", "part1"), ("no_such_package", "part2")))
    with pytest.raises(ModelMissing, match="no_such_package") as caught:
        weights.packaged_base(tmp_path)
    assert "no-such-package" in caught.value.hint


def test_unwritable_cache_is_explained(packages, tmp_path):
    (tmp_path / "cache").write_text("not a folder")
    with pytest.raises(ModelMissing, match="cannot be unpacked") as caught:
        weights.packaged_base(tmp_path / "cache", packages)
    assert weights.CACHE_VARIABLE in caught.value.hint


def test_a_damaged_copy_is_put_together_again(packages, tmp_path):
    """A sound one is left alone; what no package brings cannot be mended."""
    folder = weights.packaged_base(tmp_path, packages)
    assert not weights.mend_base(tmp_path, packages)
    (folder / "model.bin").write_bytes(b"damaged")
    assert weights.mend_base(tmp_path, packages)
    weights.verify(folder / "model.bin", packages)


def test_what_was_never_there_is_not_mended(monkeypatch, tmp_path):
    monkeypatch.setattr(weights, "PARTS", (("no_such_package", "part"),))
    with pytest.raises(ModelMissing):
        weights.mend_base(tmp_path)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"COMPANION_MODEL_CACHE": "/c", "XDG_CACHE_HOME": "/x"}, Path("/c")),
        ({"XDG_CACHE_HOME": "/x"}, Path("/x/table-companion/models")),
    ],
)
def test_cache_folder_follows_the_environment(environment, expected):
    assert weights.cache_folder(environment) == expected


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        (Unix, "home/.cache/table-companion/models"),
        (MacOS, "home/Library/Caches/table-companion/models"),
        (Windows, "local/table-companion/Cache/models"),
    ],
)
def test_cache_folder_is_where_the_system_caches(system, expected, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr("platformdirs.windows.get_win_folder", get_win_folder_from_env_vars)
    monkeypatch.delenv("XDG_CACHE_HOME")
    found = weights.cache_folder({}, system)
    assert found.as_posix().replace("\\", "/") == (tmp_path / expected).as_posix()
