"""`companion doctor --fix` mends what needs no decision, and says what it did."""

import stat
from pathlib import Path

import pytest

from companion.app import doctor_fixes
from companion.base.config import Settings, load_settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    flags = {"data_dir": tmp_path / "data"}
    return load_settings(flags, environment={})


def sound() -> bool:
    """A speech model that needs no doctor_fixes."""
    return False


def rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_missing_folder_is_made(settings: Settings) -> None:
    assert list(doctor_fixes.put_right(settings, sound)) == [f"The data folder {settings.data_dir} was created."]
    assert rights(settings.data_dir) == 0o700
    assert list(doctor_fixes.put_right(settings, sound)) == []


def test_what_others_could_read_is_closed(settings: Settings) -> None:
    file = settings.data_dir / "voices" / "1" / "jay.json"
    file.parent.mkdir(parents=True)
    file.write_text("{}")
    file.chmod(0o644)
    told = f"Only this account can read {settings.data_dir} and what is in it now."
    assert list(doctor_fixes.put_right(settings, sound)) == [told]
    assert [rights(each) for each in (file, *list(file.parents)[:3])] == [0o600, 0o700, 0o700, 0o700]


@pytest.mark.parametrize("damaged", [True, False])
def test_a_mended_speech_model_is_told(settings: Settings, damaged: bool) -> None:
    settings.data_dir.mkdir(0o700)
    told = list(doctor_fixes.put_right(settings, lambda: damaged))
    assert told == (["The speech model was damaged and has been repaired."] if damaged else [])
