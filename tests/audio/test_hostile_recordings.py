"""Recordings made to fill the memory, to hang or to confuse: refused in one sentence, or read as far as they go."""

import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from audio.errors import EnrolmentRejected, UnreadableAudio
from audio.recording import Recording
from audio.speakers import SpeakerParams, Speakers, speech_only
from audio.types import SAMPLE_RATE_HZ
from audio.vad import SileroDetector
from audio.wav import WavSource, read_audio
from tests.support.sound import claiming

NOISE = (np.random.default_rng(1).normal(size=2 * SAMPLE_RATE_HZ) / 10).astype(np.float32)


def written(path: Path, samples: np.ndarray = NOISE, rate_hz: int = SAMPLE_RATE_HZ, **form: str) -> Path:
    soundfile.write(path, samples, rate_hz, **form)
    return path


def cut(path: Path, share: float) -> Path:
    """A file of which only the beginning is left."""
    os.truncate(path, round(path.stat().st_size * share))
    return path


@pytest.mark.parametrize(
    ("hours", "clip", "evening"),
    [
        (0.2, "12.0 minutes long, which is too much for one voice", ""),
        (10, "600.0 minutes long", ""),
        (49, "2940.0 minutes long", "49 hours long, which is too much"),
        ((2**36 - 1) / 16_000 / 3600, "minutes long", "1193 hours long"),
    ],
)
def test_how_long_a_recording_may_be_depends_on_what_it_is_for(
    tmp_path: Path, hours: float, clip: str, evening: str
) -> None:
    """A voice is learnt from seconds, an evening lasts hours: told before anything is read."""
    path = claiming(written(tmp_path / "a.flac"), round(hours * 3600 * SAMPLE_RATE_HZ))
    with pytest.raises(UnreadableAudio, match=clip) as refused:
        read_audio(path)
    assert refused.value.hint == "Use a piece of less than 10 minutes."
    if evening:
        with pytest.raises(UnreadableAudio, match=evening):
            WavSource(path)
    else:
        WavSource(path).close()


@pytest.mark.parametrize("rate_hz", [1, 7_999, 384_001, 1_000_000])
@pytest.mark.parametrize("frames", [1, 31, 10_000])
def test_no_speech_is_recorded_at_such_a_rate(tmp_path: Path, rate_hz: int, frames: int) -> None:
    path = written(tmp_path / "a.wav", NOISE[:frames], rate_hz)
    for reader in (read_audio, WavSource):
        with pytest.raises(UnreadableAudio, match=f"{rate_hz} samples a second"):
            reader(path)


@pytest.mark.parametrize("rate_hz", [8_000, 384_000])
def test_the_lowest_and_highest_rates_are_read(tmp_path: Path, rate_hz: int) -> None:
    assert len(read_audio(written(tmp_path / "a.wav", NOISE[:8_000], rate_hz))) == 8_000 * SAMPLE_RATE_HZ // rate_hz


@pytest.mark.parametrize("rate_hz", [8_000, 16_000])
def test_255_channels_are_refused(tmp_path: Path, rate_hz: int) -> None:
    path = written(tmp_path / "a.wav", np.zeros((100, 255), dtype=np.int16), rate_hz)
    for reader in (read_audio, WavSource):
        with pytest.raises(UnreadableAudio, match=f"claims 255 channels of {rate_hz} samples a second"):
            reader(path)


def overwritten(path: Path, at: int, content: bytes) -> Path:
    whole = path.read_bytes()
    path.write_bytes(whole[:at] + content + whole[at + len(content) :])
    return path


def no_channels(folder: Path) -> Path:
    return overwritten(written(folder / "a.wav"), 22, bytes(2))


def no_rate(folder: Path) -> Path:
    return overwritten(written(folder / "a.wav"), 24, bytes(4))


def no_frames(folder: Path) -> Path:
    return written(folder / "a.wav", NOISE[:0])


def diary(folder: Path) -> Path:
    path = folder / "a.flac"
    path.write_text("Dear diary, nothing to hear here.\n" * 100)
    return path


def samples_without_a_head(folder: Path) -> Path:
    path = folder / "a.raw"
    path.write_bytes(NOISE.tobytes())
    return path


def truncated(folder: Path) -> Path:
    return cut(written(folder / "a.flac"), 0.5)


def claiming_more_than_it_holds(folder: Path) -> Path:
    return claiming(written(folder / "a.flac"), 300 * SAMPLE_RATE_HZ)


def folder_itself(folder: Path) -> Path:
    return folder


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "a.flac")
    return folder / "a.flac"


def device(folder: Path) -> Path:
    return Path("/dev/zero")


def impossible_name(folder: Path) -> Path:
    return folder / "a\0.wav"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (no_channels, "cannot be read as audio"),
        (no_rate, "cannot be read as audio"),
        (no_frames, "holds no sound at all"),
        (diary, "cannot be read as audio"),
        (samples_without_a_head, "cannot be read as audio"),
        (truncated, "is damaged at 0 s"),
        (claiming_more_than_it_holds, "is damaged at 0 s"),
        (folder_itself, "There is no audio file"),
        pytest.param(pipe, "There is no audio file", marks=pytest.mark.skipif(os.name == "nt", reason="no pipes")),
        (device, "There is no audio file"),
        (impossible_name, "There is no audio file"),
    ],
)
def test_what_is_no_recording_is_refused_by_every_reader(
    tmp_path: Path, make: Callable[[Path], Path], told: str
) -> None:
    """At once: nothing waits for the other end of a pipe, nothing reads a device without an end."""
    path = make(tmp_path)
    for reader in (read_audio, lambda each: list(WavSource(each).chunks())):
        with pytest.raises(UnreadableAudio, match=told) as refused:
            reader(path)
        assert str(path) in str(refused.value)
        assert refused.value.hint


def test_a_recording_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "a.wav")

    def refused(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(UnreadableAudio, match=r"a\.wav cannot be opened"):
        read_audio(path)


@pytest.mark.parametrize("form", ["wav", "aiff", "mp3", "ogg"])
def test_forms_without_sums_are_read_as_far_as_they_go(tmp_path: Path, form: str) -> None:
    path = cut(written(tmp_path / f"a.{form}"), 0.9)
    heard = len(read_audio(path))
    assert len(NOISE) // 3 < heard < len(NOISE)
    with Recording.of_file(path) as recording:
        recording.read(0.0, 120.0)
        assert recording.seconds == heard / SAMPLE_RATE_HZ
        assert (recording.missing_seconds > 0) == (form == "mp3")  # the others are measured when they are opened


def test_no_more_is_read_than_the_head_claims(tmp_path: Path) -> None:
    assert len(read_audio(claiming(written(tmp_path / "a.flac"), 100))) == 100


@pytest.mark.filterwarnings("error")
def test_samples_that_are_no_numbers_are_silence(tmp_path: Path) -> None:
    wild = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 0.5], dtype=np.float32)
    mono = written(tmp_path / "a.wav", wild, subtype="FLOAT")
    assert read_audio(mono).tolist() == [0.0, 0.0, 0.0, 1.0, -1.0, 0.5]
    both = written(tmp_path / "b.wav", np.stack([wild, wild[::-1]], axis=1), 8_000, subtype="FLOAT")
    assert np.isfinite(read_audio(both)).all()


@pytest.mark.parametrize("rate_hz", [16_000, 48_000])
def test_an_evening_is_played_in_flat_memory(tmp_path: Path, rate_hz: int) -> None:
    path = tmp_path / "a.flac"
    with soundfile.SoundFile(path, "w", rate_hz, 1, subtype="PCM_16") as file:
        minute = np.zeros(60 * rate_hz, dtype=np.int16)
        for _ in range(10):
            file.write(minute)
    tracemalloc.start()
    try:
        count = sum(len(chunk.samples) for chunk in WavSource(path).chunks())
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 600 * SAMPLE_RATE_HZ
    assert most < 8_000_000


@pytest.mark.parametrize("frames", [0, 1, 511, 512, 513, 2_047])
def test_a_clip_of_a_few_samples_is_nobody(frames: int) -> None:
    assert len(speech_only(NOISE[:frames], SileroDetector())) <= 2_048
    speakers = Speakers()
    with pytest.raises(EnrolmentRejected, match=r"Only 0\.\d s of speech"):
        speakers.enrol("Jay", [NOISE[:frames]])


def test_clips_of_a_voice_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("audio.speakers.speech_only", lambda clip, detector: clip)
    fetched: list[int] = []

    def clips() -> object:
        while True:
            fetched.append(len(fetched))
            yield NOISE

    with pytest.raises(EnrolmentRejected, match="More than 1 minutes of speech to learn Jay's voice from") as refused:
        Speakers(params=SpeakerParams(enrol_most_seconds=60.0)).enrol("Jay", clips())
    assert refused.value.hint == "Use fewer recordings."
    assert len(fetched) == 31
