"""`companion doctor --fix` mends what needs no decision, and says what it did."""

import stat
from pathlib import Path

import pytest

from audio import weights
from audio.errors import ModelMissing
from companion import mending
from companion.config import Settings, load_settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    flags = {"data_dir": tmp_path / "data", "model_cache": tmp_path / "cache", "whisper_model": "/models/mine"}
    return load_settings(flags, environment={})


def rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_missing_folder_is_made(settings: Settings) -> None:
    assert list(mending.put_right(settings)) == [f"The data folder {settings.data_dir} is made."]
    assert rights(settings.data_dir) == 0o700
    assert list(mending.put_right(settings)) == []


def test_voiceprints_are_closed_to_others(settings: Settings) -> None:
    file = settings.data_dir / "voices" / "1" / "jay.json"
    file.parent.mkdir(parents=True)
    file.write_text("{}")
    file.chmod(0o644)
    assert list(mending.put_right(settings)) == ["Voiceprints may be read by this account only now."]
    assert [rights(each) for each in (file, file.parent, file.parent.parent)] == [0o600, 0o700, 0o700]


def test_a_damaged_speech_model_is_put_together_again(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its copy in the cache is thrown away; what no package brings cannot be mended."""
    copy = settings.model_cache / "whisper-base-0000" if settings.model_cache else Path()
    copy.mkdir(parents=True)
    settings.data_dir.mkdir()

    def packaged_base(cache: Path) -> Path:
        if copy.is_dir():
            raise ModelMissing("The weights are damaged.")
        return cache

    monkeypatch.setattr(mending, "packaged_base", packaged_base)
    packaged = settings.model_copy(update={"whisper_model": "packaged-base"})
    assert list(mending.put_right(packaged)) == ["The speech model was damaged and is put together again."]
    monkeypatch.setattr(mending, "packaged_base", weights.packaged_base)
    monkeypatch.setattr(weights, "PARTS", (("no_such_package", "part"),))
    with pytest.raises(ModelMissing):
        list(mending.put_right(packaged))
