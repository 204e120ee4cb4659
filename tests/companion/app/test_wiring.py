"""Putting it together: which settings reach which part, and voices from learning to forgetting."""

from pathlib import Path

import pytest

from audio import weights
from audio.wav import read_audio
from companion.app import wiring
from companion.base.config import Settings, load_settings
from companion.demo import demo_of
from companion.store import Campaign, open_store
from tests.support.clock import FakeClock
from tests.support.sitting import roster
from tests.support.sound import ScriptedSource


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings({"data_dir": tmp_path}, environment={})


@pytest.fixture
def campaign(settings: Settings) -> Campaign:
    with open_store(settings.database, FakeClock()) as store:
        return store.create_campaign("Harbour", "phase-abandon", roster())


def test_the_model_cache_of_the_settings_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it was set; a model of one's own is taken from where it is."""
    unpacked: list[Path | None] = []
    loaded: list[tuple[str, str, int]] = []

    def packaged_base(cache: Path | None = None) -> Path:
        unpacked.append(cache)
        return tmp_path / "whisper-base"

    def transcriber(model: str, *, language: str, cpu_threads: int) -> None:
        loaded.append((model, language, cpu_threads))

    monkeypatch.setattr(weights, "packaged_base", packaged_base)
    monkeypatch.setattr("audio.stt.WhisperTranscriber", transcriber)
    for flags in ({"model_cache": tmp_path / "cache"}, {}, {"whisper_model": "/models/mine", "cpu_threads": 4}):
        wiring.transcriber(load_settings({"data_dir": tmp_path, **flags}, environment={}))
    assert unpacked == [tmp_path / "cache", None]
    base = str(tmp_path / "whisper-base")
    assert loaded == [(base, "en", 1), (base, "en", 1), ("/models/mine", "en", 4)]


def test_a_voice_is_known_only_at_its_own_table(settings: Settings, campaign: Campaign) -> None:
    """Learnt, learnt further, forgotten for good; the sound itself is not kept."""
    clip = demo_of("phase-abandon").folder / "enroll-nina.flac"
    wiring.learn_voice(settings, campaign, "Jay", [clip])
    assert wiring.voices_kept(settings, campaign, ["Jay", "Russ"]).names == ("Jay",)
    assert wiring.voices_kept(settings, campaign, ["Russ"]).names == ()
    kept = list(wiring.voice_folder(settings, campaign).iterdir())
    assert [each.suffix for each in kept] == [".json"]
    voices = wiring.voices_kept(settings, campaign, ["Jay"])
    voices.learn("Jay", voices.prints[0].voice, 4.0)
    wiring.keep_learnt(settings, campaign, voices)
    assert wiring.voices_kept(settings, campaign, ["Jay"]).prints[0].heard == 4.0
    assert wiring.forget_voice(settings, campaign, "Jay")
    wiring.keep_learnt(settings, campaign, voices)
    assert not wiring.forget_voice(settings, campaign, "Jay")
    assert wiring.voices_kept(settings, campaign, ["Jay"]).names == ()


def test_a_voice_is_learnt_from_the_microphone(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, campaign: Campaign
) -> None:
    """Seconds are reported as they are heard; ended in the middle, nothing is kept; the microphone is given back."""
    clip = demo_of("phase-abandon").folder / "enroll-nina.flac"
    sources = [ScriptedSource(read_audio(clip)) for _ in range(2)]
    given = iter(sources)
    monkeypatch.setattr(wiring, "microphone", lambda settings: next(given))

    def enough(seconds: float) -> None:
        if seconds > 1.0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        wiring.learn_voice_live(settings, campaign, "Jay", enough)
    assert not wiring.voice_known(settings, campaign, "Jay")
    heard: list[float] = []
    learnt = wiring.learn_voice_live(settings, campaign, "Jay", heard.append)
    assert heard == sorted(heard)
    assert learnt.seconds <= heard[-1] + 0.1
    assert wiring.voice_known(settings, campaign, "Jay")
    assert [each.closed for each in sources] == [True, True]
