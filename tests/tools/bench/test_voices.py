import numpy as np
import pytest
import soundfile

from audio.convert import resample
from audio.tts import HibariSynthesizer
from audio.types import SAMPLE_RATE_HZ
from tools.bench.voices import main, parts_of

TEXTS = (
    "The lighthouse keeper counted nineteen ships before the fog came in, and none of them carried a lantern.",
    "We should ask the ferryman about the toll, and then walk back to the village before the evening.",
    "Give me the blue lantern, the short rope, and whatever is left of the cheese.",
)


@pytest.fixture(scope="module")
def readers(tmp_path_factory):
    """Four readers: one voice at four rates, each with enough to enrol and a few pieces more."""
    folder = tmp_path_factory.mktemp("readers")
    synthesizer = HibariSynthesizer()
    texts = [np.concatenate(list(synthesizer.speak(text))) for text in TEXTS]
    for number, rate in enumerate((17_000, 20_000, 24_000, 28_000), 1):
        for clip, samples in enumerate((texts[0], texts[1], texts[0], texts[2])):
            soundfile.write(folder / f"{number}-7-000{clip}.flac", resample(samples, rate), SAMPLE_RATE_HZ)
    return folder


def test_readers_are_told_apart(readers, capsys):
    """Every length has its line; at two seconds four very different voices are no question."""
    assert main(["--readers", str(readers)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[1].strip() for line in lines] == ["1 s", "2 s", "3 s"]
    assert "nearest is right 1.0" in lines[1]


def test_a_folder_without_readers_is_said(tmp_path, capsys):
    assert main(["--readers", str(tmp_path)]) == 0
    assert "has no readers" in capsys.readouterr().out


def test_parts_are_whole():
    parts = parts_of(np.zeros(5 * SAMPLE_RATE_HZ // 2, dtype=np.float32), 1.0)
    assert [len(part) for part in parts] == [SAMPLE_RATE_HZ] * 2
