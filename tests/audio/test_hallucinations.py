import pytest

from audio.hallucinations import is_phantom, plain_words
from audio.types import Transcript


@pytest.mark.parametrize(
    ("text", "logprob", "no_speech", "voiced"),
    [
        ("", 0.0, 0.9, 1.0),
        ("...", -0.2, 0.1, 1.0),
        ("Thank you.", -0.94, 0.81, 0.3),
        ("you", -0.59, 0.92, 0.3),
        ("Thanks for watching!", -0.2, 0.1, 1.0),
        ("Subtitles by the community", -0.2, 0.1, 2.0),
        ("One, two, three, one.", -0.58, 0.65, 0.2),
        ("One, two, three, one, two, three, one.", -0.4, 0.3, 0.2),
        ("Oh, oh, oh, oh, oh, oh, oh, oh, oh, oh, oh, oh", -0.41, 0.23, 2.0),
        ("Yargert, Winterforge", -0.9, 0.3, 1.0),
        ("I'm going to put the garlic in the pan.", -1.55, 0.3, 2.0),
    ],
)
def test_inventions_are_told_from_speech(text, logprob, no_speech, voiced):
    assert is_phantom(Transcript(text, logprob, no_speech), voiced, ["Yargert", "Winterforge"])


@pytest.mark.parametrize(
    ("text", "logprob", "no_speech", "voiced"),
    [
        ("Thank you.", -0.3, 0.1, 0.5),
        ("Five!", -0.55, 0.2, 0.35),
        ("Okay.", -0.4, 0.2, 0.3),
        ("Six, six, one, two.", -0.5, 0.3, 1.6),
        ("Yargert!", -0.4, 0.1, 0.5),
        ("I'm going to pay him, thank you.", -0.6, 0.2, 1.5),
    ],
)
def test_short_real_answers_are_believed(text, logprob, no_speech, voiced):
    assert not is_phantom(Transcript(text, logprob, no_speech), voiced, ["Yargert"])


def test_words_are_plain():
    assert plain_words("That's IT, I'm — done.") == ["thats", "it", "im", "done"]
