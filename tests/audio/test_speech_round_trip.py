"""The real models together: what the voice says, the ear must hear."""

import platform
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest

from audio import stt
from audio.convert import resample
from audio.errors import ModelMissing, SynthesisFailed
from audio.hallucinations import plain_words
from audio.listen import Listener
from audio.speakers import Speakers
from audio.spoken_text import to_spoken
from audio.stt import FULL_FRAMES, WhisperParams, WhisperTranscriber, compression_ratio, pad_mels, words_after
from audio.tts import HibariSynthesizer
from audio.types import SAMPLE_RATE_HZ, Transcript
from audio.vad import SileroDetector
from audio.weights import packaged_base
from tests.support.sound import ScriptedSource, silence
from tools.bench.long_run import heap


@pytest.fixture(scope="module")
def synthesizer():
    return HibariSynthesizer()


@pytest.fixture(scope="module")
def transcriber(model_cache):
    return WhisperTranscriber(str(packaged_base(model_cache)))


def said(synthesizer, text, rate=24_000):
    return resample(np.concatenate(list(synthesizer.speak(text))), rate)


@pytest.mark.parametrize(
    ("text", "hotwords", "wanted"),
    [
        ("Mira has seven chips. Russ has four.", ["Mira", "Russ"], ["mira", "russ", "chips"]),
        ("Two successes, one failure. Jay narrates.", ["Jay", "Mira"], ["successes", "failure", "jay", "narrates"]),
        ("Yargert the blacksmith was met by Herik.", ["Yargert", "Herik"], ["yargert", "herik", "blacksmith"]),
    ],
)
def test_what_is_announced_can_be_understood(synthesizer, transcriber, text, hotwords, wanted):
    heard = transcriber.transcribe(said(synthesizer, text), hotwords)
    assert set(wanted) <= set(plain_words(heard.text))
    assert heard.avg_logprob > -0.8
    assert heard.language == "en"


def test_dice_read_aloud_keep_their_numbers(synthesizer, transcriber):
    heard = transcriber.transcribe(said(synthesizer, "Two, three, one, five."), ["Jay"])
    numbers = {"two": "2", "three": "3", "one": "1", "five": "5"}
    assert "".join(numbers.get(word, word) for word in plain_words(heard.text)) == "2315"


def test_whole_chain_on_packaged_models(synthesizer, transcriber):
    """Two people, two sentences, from sound to named utterances; twice the same."""
    jay = said(synthesizer, "Here is a chip, give me a Common Sense check.")
    mira = said(synthesizer, "I set the scene in the old mill by the river.", 17_500)
    story = "The lighthouse keeper counted nineteen ships before the fog came in. None of them carried a lantern."
    speakers = Speakers()
    speakers.enrol("Jay", [said(synthesizer, story)])
    speakers.enrol("Mira", [said(synthesizer, story, 17_500)])

    def hear():
        source = ScriptedSource(silence(0.5), jay, silence(1.0), mira, silence(1.0))
        listener = Listener(source, SileroDetector(), transcriber, identifier=speakers, hotwords=["Common Sense"])
        return [(u.text, u.speaker.name, u.start, u.end) for u in listener.utterances()]

    first = hear()
    assert [name for _, name, _, _ in first] == ["Jay", "Mira"]
    assert "common sense" in first[0][0].lower()
    assert "scene" in first[1][0].lower()
    assert hear() == first


@pytest.mark.parametrize("seconds", [0.5, 4.0])
def test_silence_and_noise_are_not_heard(transcriber, seconds):
    rng = np.random.default_rng(5)
    noise = rng.normal(0, 0.01, round(seconds * SAMPLE_RATE_HZ)).astype(np.float32)
    listener = Listener(
        ScriptedSource(silence(seconds), noise, silence(1.0)), SileroDetector(), transcriber, hotwords=["Yargert"]
    )
    assert list(listener.utterances()) == []


def test_long_sound_is_recognised_in_parts(synthesizer, transcriber):
    sentence = said(synthesizer, "The lantern is gone.")
    last = said(synthesizer, "And the bridge is closed.")
    heard = transcriber.transcribe(np.concatenate([sentence, silence(30.0), last]))
    assert "bridge" in heard.text.lower()


def test_voice_speaks_sentence_by_sentence(synthesizer):
    pieces = list(synthesizer.speak("Jay sets the scene. Mira has four chips."))
    assert len(pieces) == 2
    for piece in pieces:
        assert piece.dtype == np.float32
        assert 0.5 < len(piece) / synthesizer.sample_rate_hz < 4.0
        assert np.abs(piece).max() <= 1.0


def test_same_text_gives_the_same_sound(synthesizer):
    one, other = (np.concatenate(list(synthesizer.speak("Undone."))) for _ in range(2))
    assert np.array_equal(one, other)


def test_nothing_to_say_is_silence(synthesizer):
    assert sum(map(len, synthesizer.speak(""))) == 0


def test_first_sentence_comes_quickly_after_warming_up(synthesizer):
    """A warmed-up voice needs a fraction of the time it speaks; once in five times is enough on a busy machine."""
    synthesizer.warm_up()
    took = []
    for _ in range(5):
        began = time.perf_counter()
        first = next(iter(synthesizer.speak("Common Sense, three dice. Jay?")))
        took.append(time.perf_counter() - began)
        if took[-1] < len(first) / synthesizer.sample_rate_hz:
            return
    pytest.fail(f"{len(first) / synthesizer.sample_rate_hz:.2f} seconds of speech took {took}")


def test_failing_engine_is_translated(synthesizer, monkeypatch):
    def broken(*_args, **_options):
        raise RuntimeError("onnx says no")

    monkeypatch.setattr(synthesizer._engine, "stream", broken)
    with pytest.raises(SynthesisFailed):
        list(synthesizer.speak("Hello."))


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc tells")
def test_a_long_sentence_keeps_no_memory(synthesizer):
    """It lends it from what all networks share, and gives it back; a store of its own would keep 36 MB more."""
    list(synthesizer.speak("Jay holds narration now."))
    before = heap()[0]
    long = "Jay holds narration now, and the barge master's brothers lose two tokens each, because the check succeeded "
    list(synthesizer.speak(f"{long} with four sixes, and nobody at the whole table had anything to say against it."))
    assert heap()[0] - before < 10e6


def test_unknown_voice_is_refused():
    with pytest.raises(ModelMissing, match="nobody"):
        HibariSynthesizer(voice="nobody")


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Roll 2d6 for **Jay**.", "Roll 2 D 6 for Jay ."),
        ("A d20 and +3, not -2", "A D 20 and plus 3, not minus 2"),
        ("3 x 2 → six & done", "3 times 2 , six and done"),
        ("Mira_Stone   waits", "Mira Stone waits"),
    ],
)
def test_text_is_made_ready_for_the_voice(written, spoken):
    assert to_spoken(written) == spoken


def test_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(ModelMissing, match="holds no Whisper model") as caught:
        WhisperTranscriber(str(tmp_path))
    assert caught.value.hint


def test_packaged_model_is_the_default():
    recogniser = WhisperTranscriber(params=WhisperParams(beam_size=1))
    assert recogniser.transcribe(silence(1.0)).language == "en"


def test_unknown_language_is_refused():
    with pytest.raises(ModelMissing, match="no language"):
        WhisperTranscriber(language="xx")


def test_mels_fill_the_window_with_quiet():
    mels = np.array([[1.0, 0.5]], dtype=np.float32)
    assert pad_mels(mels, 4).tolist() == [[1.0, 0.5, -1.0, -1.0]]
    assert pad_mels(mels, 1).tolist() == [[1.0]]


@pytest.mark.parametrize(
    ("text", "longer", "count"),
    [
        ("And there's a name on it.", "And there's a name on it. Salo, just Salo.", 3),
        ("That's a five.", "That's a five", 0),
        ("That's a five.", "That's a fine. Get in.", 0),
        ("", "Thank you.", 0),
    ],
)
def test_words_after_a_text_are_counted(text, longer, count):
    """The recogniser may stop although another wording goes on; nothing is no beginning of anything."""
    assert words_after(text, longer) == count


def test_loops_compress_well():
    assert compression_ratio("oh, " * 40) > 2.4
    assert compression_ratio("Here's a chip, I want a check for that.") < 2.0
    assert compression_ratio("") == 0.0


def test_other_wordings_come_with_the_best_one(synthesizer, transcriber):
    """Only where they are wanted, and never the best one again."""
    sound = said(synthesizer, "Three and one, four.")
    plain = transcriber.transcribe(sound, ["Jay"])
    several = transcriber.transcribe(sound, ["Jay"], alternatives=True)
    assert plain.alternatives == ()
    assert several.alternatives
    assert several.text not in several.alternatives
    assert len(set(several.alternatives)) == len(several.alternatives)


@pytest.mark.parametrize(
    ("seconds", "frames"),
    [(2.0, 1_200), (5.9, 1_200), (6.1, 1_500), (14.9, 1_500), (15.2, 3_000)],
)
def test_a_sentence_is_encoded_in_the_shortest_window_that_leaves_silence_after_it(
    transcriber, monkeypatch, seconds, frames
):
    asked = []
    encode = transcriber._encode
    monkeypatch.setattr(transcriber, "_encode", lambda mels, size: (asked.append(size), encode(mels, size))[1])
    transcriber.transcribe(np.zeros(round(seconds * SAMPLE_RATE_HZ), dtype=np.float32))
    assert asked[0] == frames


@pytest.mark.parametrize(
    ("found", "openly"),
    [
        ([("Like a hotel.", -0.30, -0.3), ("Like a hotel. Always.", -0.33, -0.33)], True),
        ([("Like a hotel. Always.", -0.30, -0.3), ("Like a hotel.", -0.33, -0.33)], True),
        ([("Like a hotel. Always.", -0.30, -0.3), ("Like a hotel.", -0.40, -0.4)], False),
        ([("Like a hotel.", -0.30, -0.3), ("Like a hostel.", -0.31, -0.31)], False),
        ([("Like a hotel.", -0.30, -0.3)], False),
    ],
)
def test_an_ending_is_doubtful_when_the_best_two_wordings_differ_in_it_alone(transcriber, found, openly):
    """The longer wording does not matter; much less likely ones, other words and one alone do not count."""
    assert transcriber._ends_openly(found) is openly


@pytest.mark.parametrize(
    ("seconds", "first", "openly", "frames", "heard"),
    [
        (1.2, Transcript("Four ones.", -0.1, 0.0), False, [1_200], "Four ones."),
        (1.2, Transcript("Four one three one.", -0.1, 0.0), True, [1_200, 2_000], "Four ones."),
        (1.2, Transcript("Four one, four.", -0.4, 0.0), False, [1_200, 2_000], "Four ones."),
        (5.0, Transcript("Four one three one.", -0.1, 0.0), True, [1_200, FULL_FRAMES], "Four ones."),
        (1.2, Transcript("Four.", -0.9, 0.0), False, [1_200, FULL_FRAMES], "Four ones."),
        (1.2, Transcript("Four one. " * 20, -0.9, 0.0), True, [1_200, FULL_FRAMES], "Four ones."),
    ],
)
def test_doubtful_words_are_heard_again(transcriber, monkeypatch, seconds, first, openly, frames, heard):
    found = iter([(first, openly), (Transcript("Four ones.", -0.2, 0.0), False)])
    asked = []
    monkeypatch.setattr(transcriber, "_encode", lambda mels, size: asked.append(size))
    monkeypatch.setattr(transcriber, "_generate", lambda *_: next(found))
    assert transcriber.transcribe(silence(seconds)).text == heard
    assert asked == frames


@pytest.mark.parametrize(("likely", "openly"), [(-0.1, True), (-0.4, False)])
def test_talk_that_is_cut_off_is_not_heard_again(transcriber, monkeypatch, likely, openly):
    """Somebody else spoke into it: that its words could go on tells nothing, and it was waited for already."""
    asked = []
    monkeypatch.setattr(transcriber, "_encode", lambda mels, size: asked.append(size))
    monkeypatch.setattr(transcriber, "_generate", lambda *_: (Transcript("Four one three", likely, 0.0), openly))
    transcriber.transcribe(silence(1.2), cut_off=True)
    assert asked == [1_200]


@pytest.mark.parametrize(("frames", "patience", "met"), [(1_500, 60.0, 2), (2_000, 0.5, 0)])
def test_wide_windows_are_encoded_one_after_the_other(transcriber, monkeypatch, frames, patience, met):
    """Others side by side: only what wide ones need of memory is much."""
    both, inside = threading.Barrier(2), []

    def encode(window):
        with suppress(threading.BrokenBarrierError):
            both.wait(patience)
            inside.append(window)

    monkeypatch.setattr(transcriber, "_model", SimpleNamespace(model=SimpleNamespace(encode=encode)))
    mels = np.zeros((80, 600), dtype=np.float32)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: transcriber._encode(mels, frames), range(2)))
    assert len(inside) == met


def test_a_model_of_english_only_is_refused_for_another_language(monkeypatch):
    """It would take any language for English, and say nothing."""
    english = SimpleNamespace(model=SimpleNamespace(is_multilingual=False))
    monkeypatch.setattr(stt, "load_model", lambda *asked: english)
    with pytest.raises(ModelMissing, match="knows English only, and the language is 'de'") as caught:
        WhisperTranscriber("packaged-tiny", language="de")
    assert "packaged-base" in caught.value.hint
