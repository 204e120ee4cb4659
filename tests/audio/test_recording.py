"""Long recordings, read a stretch at a time."""

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile

from audio.errors import UnreadableAudio
from audio.recording import Recording


def written(path: Path, seconds: float, rate_hz: int = 16_000, channels: int = 1) -> Path:
    """A file whose level rises by a hundredth a second."""
    level = np.floor(np.arange(round(seconds * rate_hz)) / rate_hz) / 100
    soundfile.write(path, np.repeat(level[:, None], channels, axis=1), rate_hz)
    return path


def of_file(path: Path) -> Recording:
    """The recording in a file."""
    return Recording(str(path), lambda: path.open("rb"))


@pytest.mark.parametrize(("rate_hz", "channels"), [(8_000, 1), (16_000, 1), (44_100, 2), (48_000, 1)])
def test_any_stretch_is_read_at_our_rate(tmp_path: Path, rate_hz: int, channels: int) -> None:
    recording = of_file(written(tmp_path / "a.flac", 6.0, rate_hz, channels))
    assert recording.seconds == pytest.approx(6.0)
    for start in (4.0, 1.0, 3.0):
        samples = recording.read(start, start + 1.0)
        assert samples.dtype == np.float32
        assert len(samples) == pytest.approx(16_000, abs=2)
        assert float(np.median(samples)) == pytest.approx(start / 100, abs=0.001)
    assert len(recording.read(5.5, 9.0)) == pytest.approx(8_000, abs=2)
    recording.close()
    recording.close()


def test_bytes_from_anywhere_will_do(tmp_path: Path) -> None:
    data = written(tmp_path / "a.flac", 2.0).read_bytes()
    recording = Recording("a.zip/a.flac", lambda: io.BytesIO(data))
    assert recording.seconds == 2.0
    recording.close()


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"", "cannot be read as audio"), (b"RIFFnothing of the kind", "cannot be read as audio"), (None, "be opened")],
)
def test_what_is_no_recording_is_refused(tmp_path: Path, data: bytes | None, told: str) -> None:
    path = tmp_path / "a.flac"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(UnreadableAudio, match=told) as refused:
        of_file(path)
    assert str(path) in str(refused.value)
    assert refused.value.hint


def claiming(path: Path, **fields: int) -> Path:
    """A WAV file whose head says something else."""
    head = bytearray(path.read_bytes())
    places = {"channels": (22, 2), "rate": (24, 4), "block": (32, 2), "riff": (4, 4), "data": (40, 4)}
    for name, value in fields.items():
        at, size = places[name]
        head[at : at + size] = value.to_bytes(size, "little")
    path.write_bytes(bytes(head))
    return path


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"rate": 2_000_000_000}, "claims 1 channels of 2000000000 samples a second"),
        ({"channels": 1000, "block": 2000}, "claims 1000 channels"),
    ],
)
def test_a_recording_that_would_fill_the_memory_is_refused(tmp_path: Path, fields: dict[str, int], told: str) -> None:
    with pytest.raises(UnreadableAudio, match=told) as refused:
        of_file(claiming(written(tmp_path / "a.wav", 1.0), **fields))
    assert refused.value.hint


def test_a_recording_longer_than_any_evening_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, np.zeros(8_000, dtype=np.int16), 8_000)
    size = 49 * 3600 * 16_000
    claiming(path, riff=36 + size, data=size)
    with path.open("r+b") as file:
        file.truncate(44 + size)
    with pytest.raises(UnreadableAudio, match="49 hours long"):
        of_file(path)


def test_a_recording_without_a_sample_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableAudio, match="no sound at all"):
        of_file(written(tmp_path / "a.wav", 0.0))


def test_a_rate_too_low_for_speech_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableAudio, match="4000 samples a second, too few for speech"):
        of_file(written(tmp_path / "a.wav", 1.0, rate_hz=4_000))


def test_a_stream_that_does_not_say_its_length_is_refused(tmp_path: Path) -> None:
    """A FLAC file written as a stream has no number of samples in its head; its last part could not be read."""
    path = written(tmp_path / "a.flac", 2.0)
    data = bytearray(path.read_bytes())
    data[21] &= 0xF0
    data[22:26] = bytes(4)
    path.write_bytes(data)
    with pytest.raises(UnreadableAudio, match="does not say how long it is"):
        of_file(path)


def test_damage_is_told_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.flac"
    noise = np.random.default_rng(1).normal(size=160_000) / 10
    soundfile.write(path, noise, 16_000)
    recording = of_file(path)
    size = path.stat().st_size
    with path.open("r+b") as stream:
        stream.truncate(size // 2)
    with pytest.raises(UnreadableAudio, match="is damaged at 8 s"):
        recording.read(8.0, 10.0)
    recording.close()
