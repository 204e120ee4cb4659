import tracemalloc

import numpy as np
import pytest
import soundfile

from audio.errors import UnreadableAudio
from audio.types import SAMPLE_RATE_HZ
from audio.wav import WavSink, WavSource, read_audio
from companion.base.atomic_files import growing_named


def tone(seconds, rate, hz=440.0):
    return (0.5 * np.sin(2 * np.pi * hz * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


@pytest.mark.parametrize(
    ("name", "rate", "subtype", "channels"),
    [
        ("eight-bit.wav", 16_000, "PCM_U8", 1),
        ("studio.wav", 96_000, "PCM_24", 2),
        ("float.wav", 44_100, "FLOAT", 1),
        ("phone.wav", 8_000, "PCM_16", 1),
        ("stereo.flac", 48_000, "PCM_16", 2),
        ("vorbis.ogg", 22_050, "VORBIS", 2),
    ],
)
def test_any_format_becomes_mono_at_16_khz(tmp_path, name, rate, subtype, channels):
    sound = tone(1.0, rate)
    soundfile.write(tmp_path / name, np.stack([sound] * channels, axis=1), rate, subtype=subtype)
    samples = read_audio(tmp_path / name)
    assert samples.dtype == np.float32
    assert samples.ndim == 1
    assert len(samples) == pytest.approx(SAMPLE_RATE_HZ, abs=20)
    inner = samples[2_000:-2_000]
    assert np.abs(inner).max() == pytest.approx(0.5, abs=0.05)
    spectrum = np.abs(np.fft.rfft(inner))
    assert np.argmax(spectrum) * SAMPLE_RATE_HZ / len(inner) == pytest.approx(440.0, abs=2.0)


def test_stereo_is_averaged(tmp_path):
    sound = tone(0.2, 16_000)
    soundfile.write(tmp_path / "a.wav", np.stack([sound, -sound], axis=1), 16_000)
    assert np.abs(read_audio(tmp_path / "a.wav")).max() < 1e-3


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (None, "no audio file"),
        (b"", "cannot be read"),
        (b"Dear diary, nothing to hear here.", "cannot be read"),
        (b"RIFF\x24\x00\x00\x00WAVEfmt \x10\x00", "cannot be read"),
    ],
)
def test_unusable_file_is_named_in_one_sentence(tmp_path, content, word):
    """Missing, empty, foreign and damaged files are refused with the name and something to do."""
    path = tmp_path / "evening.wav"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UnreadableAudio, match=word) as caught:
        WavSource(path)
    assert "evening.wav" in str(caught.value)
    assert caught.value.hint


def test_recording_without_a_sample_is_refused(tmp_path):
    soundfile.write(tmp_path / "empty.wav", np.zeros(0, dtype=np.float32), 16_000)
    with pytest.raises(UnreadableAudio, match="no sound"):
        read_audio(tmp_path / "empty.wav")


def test_chunks_are_gapless(tmp_path):
    soundfile.write(tmp_path / "a.wav", tone(1.0, 16_000), 16_000, subtype="FLOAT")
    source = WavSource(tmp_path / "a.wav")
    chunks = list(source.chunks())
    assert np.array_equal(np.concatenate([c.samples for c in chunks]), read_audio(tmp_path / "a.wav"))
    assert [c.start for c in chunks[:3]] == [0.0, 0.032, 0.064]
    assert source.duration == 1.0


def test_real_time_waits_for_the_sound_to_have_happened(tmp_path):
    """No chunk is handed out before its last sample would have been recorded."""
    soundfile.write(tmp_path / "a.wav", tone(0.5, 16_000), 16_000)
    now = [100.0]

    def sleep(seconds):
        now[0] += seconds

    source = WavSource(tmp_path / "a.wav", realtime=True, sleep=sleep, clock=lambda: now[0])
    for chunk in source.chunks():
        assert now[0] - 100.0 >= chunk.start + len(chunk.samples) / SAMPLE_RATE_HZ - 1e-9
    assert now[0] - 100.0 == pytest.approx(0.5)


def test_closed_source_ends(tmp_path):
    soundfile.write(tmp_path / "a.wav", tone(1.0, 16_000), 16_000)
    source = WavSource(tmp_path / "a.wav")
    chunks = source.chunks()
    next(chunks)
    source.close()
    assert list(chunks) == []


def test_sink_writes_announcements_at_their_time(tmp_path):
    """Sound played at 1 s is found there; sound that follows at once waits for its end."""
    now = [1.0]
    sink = WavSink(tmp_path / "said.wav", lambda: now[0], growing_named)
    sink.play(np.full(12_000, 0.5, dtype=np.float32), 24_000)
    sink.play(np.full(12_000, -0.5, dtype=np.float32), 24_000)
    assert sink.speaking
    now[0] = 2.5
    assert not sink.speaking
    sink.close()
    sink.close()
    written, rate = soundfile.read(tmp_path / "said.wav")
    assert rate == 24_000
    assert len(written) == 48_000
    assert np.abs(written[:23_990]).max() == 0.0
    assert written[30_000] == pytest.approx(0.5, abs=0.01)
    assert written[40_000] == pytest.approx(-0.5, abs=0.01)


def test_stopped_sink_forgets_the_future(tmp_path):
    now = [0.0]
    sink = WavSink(tmp_path / "said.wav", lambda: now[0], growing_named)
    sink.play(np.full(24_000, 0.5, dtype=np.float32), 24_000)
    now[0] = 0.25
    sink.stop()
    assert not sink.speaking
    sink.close()
    assert len(soundfile.read(tmp_path / "said.wav")[0]) == 6_000


def test_what_is_said_is_in_the_file_and_not_in_memory(tmp_path):
    """Under another name until it is whole; what was there before stays until then."""
    said = tmp_path / "said.wav"
    said.write_bytes(b"before")
    now = [0.0]
    sink = WavSink(said, lambda: now[0], growing_named)
    minute = np.full(60 * 24_000, 0.5, dtype=np.float32)
    sink.play(minute, 24_000)
    tracemalloc.start()
    for now[0] in (3_600.0, 7_200.0, 10_800.0):
        sink.play(minute, 24_000)
        assert said.read_bytes() == b"before"
    assert tracemalloc.get_traced_memory()[0] < minute.nbytes / 2
    tracemalloc.stop()
    (growing,) = (each for each in tmp_path.iterdir() if each != said)
    assert growing.stat().st_size > 2 * 24_000 * 10_800
    sink.close()
    assert soundfile.info(said).duration == 10_860.0
    assert [each.name for each in tmp_path.iterdir()] == ["said.wav"]
    assert soundfile.read(said, start=24_000 * 3_601, frames=1)[0][0] == pytest.approx(0.5, abs=0.001)
    assert soundfile.read(said, start=24_000 * 3_599, frames=1)[0][0] == 0.0


def test_a_sink_that_is_left_behind_leaves_what_was_there(tmp_path):
    said = tmp_path / "said.wav"
    said.write_bytes(b"before")
    with pytest.raises(TypeError), WavSink(said, lambda: 0.0, growing_named) as sink:
        [sink.play(each, 24_000) for each in (np.zeros(2_400, dtype=np.float32), None)]
    assert said.read_bytes() == b"before"
    assert [each.name for each in tmp_path.iterdir()] == ["said.wav"]


def test_a_file_that_cannot_be_written_is_told_once_it_is_closed(tmp_path):
    """Nobody is interrupted by it before, and nothing half written is left; so of one longer than such files may be."""
    now = [0.0]
    for path, then, wrong in ((tmp_path / "gone" / "a", 0.0, "No such file"), (tmp_path / "a", 1e6, "too large")):
        sink = WavSink(path, lambda: now[0], growing_named)
        for now[0] in (0.0, then, then + 1.0):
            sink.play(np.zeros(2_400, dtype=np.float32), 24_000)
            sink.stop()
        with pytest.raises(UnreadableAudio, match=wrong):
            sink.close()
    assert list(tmp_path.iterdir()) == []
