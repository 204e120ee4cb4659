"""Words that recognisers invent when nobody speaks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from audio.stt import compression_ratio
from audio.types import Transcript

PHRASES = frozenset(
    {
        "you", "bye", "bye bye", "thank you", "thank you very much", "thank you so much", "thanks", "okay", "oh", "so",
        "the", "thanks for watching", "thank you for watching", "please subscribe", "subscribe", "the end", "music",
        "see you next time", "see you in the next video", "well be right back", "silence", "applause", "laughter",
    }
)  # fmt: skip
"""Phrases Whisper writes for silence, music and noise; people say them too, so they count only with other signs."""

_CREDITS = re.compile(
    r"subtitles? by|captions? by|transcri\w+ by|amara\.org|thanks for watching|like and subscribe", re.I
)


@dataclass(frozen=True, slots=True)
class HallucinationParams:
    """Limits from which a text is taken for an invention.

    Attributes:
        worst_logprob: Mean token log-probability below which nothing is believed.
        no_speech: No-speech probability from which a middling text is not believed.
        middling_logprob: Log-probability below which a text is middling.
        suspicious_no_speech: No-speech probability from which a phrase of `PHRASES` is not believed.
        suspicious_logprob: Log-probability below which such a phrase, or bare hotwords, are not believed.
        words_per_second: More words than this per second of speech, plus two, are not believed.
        worst_compression: Text that compresses better than this is a loop.
    """

    worst_logprob: float = -1.3
    no_speech: float = 0.6
    middling_logprob: float = -0.5
    suspicious_no_speech: float = 0.5
    suspicious_logprob: float = -0.75
    words_per_second: float = 7.0
    worst_compression: float = 2.4


def is_phantom(
    transcript: Transcript,
    voiced_seconds: float,
    hotwords: Sequence[str] = (),
    params: HallucinationParams | None = None,
) -> bool:
    """Return True if a recognised text was most likely not said.

    Args:
        transcript: What the recogniser wrote.
        voiced_seconds: Speech the voice detector found in the segment.
        hotwords: Names the recogniser was given.
        params: Tunables.
    """
    limits = params or HallucinationParams()
    said = plain_words(transcript.text)
    if not said or transcript.avg_logprob < limits.worst_logprob:
        return True
    if transcript.no_speech_prob >= limits.no_speech and transcript.avg_logprob < limits.middling_logprob:
        return True
    if len(said) > limits.words_per_second * voiced_seconds + 2:
        return True
    if compression_ratio(transcript.text) > limits.worst_compression or _CREDITS.search(transcript.text):
        return True
    doubtful = (
        transcript.no_speech_prob >= limits.suspicious_no_speech or transcript.avg_logprob < limits.suspicious_logprob
    )
    return doubtful and (" ".join(said) in PHRASES or _only_hotwords(said, hotwords))


def plain_words(text: str) -> list[str]:
    """Lower-case words without punctuation."""
    return re.findall(r"\w+", text.lower().replace("'", "").replace("’", ""))


def _only_hotwords(said: Sequence[str], hotwords: Sequence[str]) -> bool:
    known = {word for name in hotwords for word in plain_words(name)}
    return bool(known) and all(word in known for word in said)
