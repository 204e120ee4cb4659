"""Speech to text with faster-whisper.

Whisper always looks at a fixed window of sound, 30 s as trained, and most of the time of a short sentence goes into its
encoder. Here sentences are encoded in windows of 12 or 15 s through the public calls of CTranslate2. A doubtful result
is recognised again in a longer window, and one that looks bad in the full one without any hints.

Short windows make up words after the last one, and such words are likely ones: where the best two wordings differ only
in that one goes on, the ending is doubtful, and the longer window is believed.
"""

import zlib
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import ctranslate2
import numpy as np
from faster_whisper import WhisperModel
from faster_whisper.tokenizer import Tokenizer
from faster_whisper.transcribe import get_suppressed_tokens
from numpy.typing import NDArray

from audio.errors import ModelMissing, TranscriptionFailed
from audio.priority import giving_way
from audio.types import PACKAGED_BASE, SAMPLE_RATE_HZ, Samples, Transcript
from audio.weights import folder_of

TABLE_STYLE = (
    "Okay, two, three, one, and a five. I got a two. I'll bid one. Here's a chip, give me a check. "
    "The six again is a four."
)
"""Shows the recogniser how people at a table talk: short sentences in which numbers are read out."""

FULL_FRAMES = 3_000
FRAME_SAMPLES = 160
FULL_SECONDS = FULL_FRAMES * FRAME_SAMPLES / SAMPLE_RATE_HZ
_HINT_TOKENS = 220
_MARGIN_SECONDS = 0.38
"""Silence that a segment has around its speech."""


@dataclass(frozen=True, slots=True)
class WhisperParams:
    """Parameters for recognising segments.

    Attributes:
        beam_size: 1 is greedy.
        windows: (longest segment, frames encoded for it) in frames of 10 ms, shortest first; longer segments take the
            full window. With less than six seconds of silence after the words the recogniser loses some.
        doubtful_windows: The same for a second hearing of what is doubtful; wider, so that it is another hearing. Only
            one window wider than `windows` is encoded at a time: its attention takes up to 110 MB, which the process
            keeps.
        worst_logprob: A mean token log-probability below it looks bad.
        worst_compression: Text that compresses better than this repeats itself and looks bad.
        words_per_second: More words than this per second, plus three, look bad.
        doubtful_logprob: A mean token log-probability below it after a short window is not believed at once.
        fewest_words_per_second: With fewer words than this per second a sentence has probably been lost.
        gaps_seconds: From this much speech on that is looked at.
        longer_margin: How far the mean token log-probability of a wording that goes on after the best one has ended may
            lie below the best one's: the recogniser likes to end early, and a name said last is lost. Within it an
            ending is doubtful, too.
        longer_words: Words at least that it goes on for.
        alternatives: Wordings compared when others than the best are wanted.
        alternatives_margin: How far their mean token log-probability may lie below the best one's.
        alternatives_seconds: Longer segments have none.
    """

    beam_size: int = 2
    windows: tuple[tuple[int, int], ...] = ((600, 1_200), (1_500, 1_500))
    doubtful_windows: tuple[tuple[int, int], ...] = ((400, 2_000),)
    worst_logprob: float = -0.8
    worst_compression: float = 2.0
    words_per_second: float = 5.0
    doubtful_logprob: float = -0.35
    fewest_words_per_second: float = 2.0
    gaps_seconds: float = 1.5
    longer_margin: float = 0.05
    longer_words: int = 2
    alternatives: int = 5
    alternatives_margin: float = 0.5
    alternatives_seconds: float = 4.0


class WhisperTranscriber:
    """Whisper on the CPU with int8 weights.

    Args:
        model: A packaged model (`audio.weights`), a folder with a CTranslate2 Whisper model, or a name that
            faster-whisper fetches itself.
        language: Code of the language spoken at the table.
        cpu_threads: Threads of the network, 0 lets the library choose. A word is so little work that the threads wait
            for each other: with two on two cores sentences took a fifth longer than with one.
        sentences: How many are recognised side by side, each in threads of its own; another waits its turn.
        style: Text in the manner of what will be said; only used when hotwords are given.
        params: Tunables.

    Raises:
        ModelMissing: The model cannot be found or loaded, or does not know the language.
    """

    def __init__(
        self,
        model: str = PACKAGED_BASE,
        *,
        language: str = "en",
        cpu_threads: int = 1,
        sentences: int = 2,
        style: str = TABLE_STYLE,
        params: WhisperParams | None = None,
    ) -> None:
        self._params = params or WhisperParams()
        self._model = load_model(model, cpu_threads, sentences)
        if language != "en" and not self._model.model.is_multilingual:
            raise ModelMissing(
                "This speech model knows English only, and the language is {language!r}.",
                'Set whisper_model = "{packaged}", or language = "en".',
                language=language,
                packaged=PACKAGED_BASE,
            )
        self._tokenizer = self._load_tokenizer(language)
        self._language = self._tokenizer.language_code
        self._suppressed = list(get_suppressed_tokens(self._tokenizer, [-1]) or ())
        self._wide = Lock()
        self._style = list(self._tokenizer.encode(" " + style.strip())) if style else []

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        """Recognise one segment.

        Without hotwords no hint of any kind is given: that is the careful way for sounds that may be no speech.

        Raises:
            TranscriptionFailed: The recogniser failed on this segment.
        """
        if len(samples) > FULL_SECONDS * SAMPLE_RATE_HZ:
            return self._transcribe_long(samples, hotwords)
        try:
            return self._transcribe_window(samples, hotwords, alternatives, cut_off)
        except (RuntimeError, ValueError) as exc:
            raise TranscriptionFailed("The recogniser failed on one sentence.", "Say it again.") from exc

    def _transcribe_long(self, samples: Samples, hotwords: Sequence[str]) -> Transcript:
        size = int(FULL_SECONDS * SAMPLE_RATE_HZ)
        parts = [self.transcribe(samples[first : first + size], hotwords) for first in range(0, len(samples), size)]
        return Transcript(
            text=" ".join(part.text for part in parts if part.text),
            avg_logprob=min(part.avg_logprob for part in parts),
            no_speech_prob=max(part.no_speech_prob for part in parts),
            language=self._language,
        )

    def _transcribe_window(
        self, samples: Samples, hotwords: Sequence[str], alternatives: bool, cut_off: bool
    ) -> Transcript:
        mels = self._model.feature_extractor(samples, padding=FRAME_SAMPLES)
        frames = _window(self._params.windows, mels)
        hints = self._hints(hotwords)
        several = alternatives and len(samples) <= self._params.alternatives_seconds * SAMPLE_RATE_HZ
        wordings = self._params.alternatives if several else 1
        first, open_end = self._generate(self._encode(mels, frames), hints, len(samples), wordings)
        gaps = self._has_gaps(first, len(samples))
        doubtful = not cut_off and (open_end or gaps or first.avg_logprob < self._params.doubtful_logprob)
        if frames < FULL_FRAMES and doubtful and not self._looks_bad(first, len(samples)):
            wider = _window(self._params.doubtful_windows, mels)
            again, _ = self._generate(self._encode(mels, wider), hints, len(samples), wordings)
            more = len(again.text.split()) > len(first.text.split())
            first = again if open_end or again.avg_logprob >= first.avg_logprob or (gaps and more) else first
        if not self._looks_bad(first, len(samples)) or (frames == FULL_FRAMES and not hints):
            return first
        second, _ = self._generate(self._encode(mels, FULL_FRAMES), [], len(samples))
        if self._looks_bad(second, len(samples)) and first.avg_logprob > second.avg_logprob:
            return first
        return second

    def _has_gaps(self, transcript: Transcript, sample_count: int) -> bool:
        seconds = sample_count / SAMPLE_RATE_HZ - _MARGIN_SECONDS
        words = len(transcript.text.split())
        return seconds >= self._params.gaps_seconds and words < self._params.fewest_words_per_second * seconds

    def _encode(self, mels: NDArray[np.float32], frames: int) -> ctranslate2.StorageView:
        window = ctranslate2.StorageView.from_array(pad_mels(mels, frames)[np.newaxis])
        with self._wide if frames > self._params.windows[-1][1] else nullcontext():
            return self._model.model.encode(window)

    def _generate(
        self, encoded: ctranslate2.StorageView, hints: list[int], sample_count: int, wordings: int = 1
    ) -> tuple[Transcript, bool]:
        """The best wording, others whose probability is not much lower, and whether its ending is doubtful."""
        prompt = self._model.get_prompt(self._tokenizer, hints, without_timestamps=True)
        longest = len(prompt) + 12 + round(sample_count / SAMPLE_RATE_HZ * 12)
        beam = max(self._params.beam_size, wordings)
        result = self._model.model.generate(
            encoded,
            [prompt],
            beam_size=beam,
            num_hypotheses=beam,
            max_length=min(self._model.max_length, longest),
            suppress_blank=True,
            suppress_tokens=self._suppressed,
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        found = [
            (self._tokenizer.decode(tokens).strip(), score, min(0.0, score * len(tokens) / (len(tokens) + 1)))
            for tokens, score in zip(result.sequences_ids, result.scores, strict=True)
        ]
        text, best, logprob = next(filter(lambda each: self._goes_on(found[0], each), found), found[0])
        others = [each for each, score, _ in found if score >= best - self._params.alternatives_margin and each != text]
        transcript = Transcript(
            text=text,
            avg_logprob=logprob,
            no_speech_prob=result.no_speech_prob,
            language=self._language,
            alternatives=tuple(dict.fromkeys(others)) if wordings > 1 else (),
        )
        return transcript, self._ends_openly(found)

    def _goes_on(self, best: tuple[str, float, float], other: tuple[str, float, float]) -> bool:
        """Return True if another wording is the best one with more after it, and hardly less likely."""
        likely = other[1] >= best[1] - self._params.longer_margin
        return likely and words_after(best[0], other[0]) >= self._params.longer_words

    def _ends_openly(self, found: Sequence[tuple[str, float, float]]) -> bool:
        """Return True if the best two wordings are about as likely and one is the other with more after it."""
        return any(
            other[1] >= found[0][1] - self._params.longer_margin
            and (words_after(found[0][0], other[0]) > 0 or words_after(other[0], found[0][0]) > 0)
            for other in found[1:2]
        )

    def _hints(self, hotwords: Sequence[str]) -> list[int]:
        """Tokens of names and style; the style stays whole when there are too many names."""
        if not hotwords:
            return []
        names: list[int] = list(self._tokenizer.encode(f" {', '.join(dict.fromkeys(hotwords))}."))
        return names[: _HINT_TOKENS - len(self._style)] + self._style

    def _looks_bad(self, transcript: Transcript, sample_count: int) -> bool:
        words = len(transcript.text.split())
        return (
            transcript.avg_logprob < self._params.worst_logprob
            or compression_ratio(transcript.text) > self._params.worst_compression
            or words > self._params.words_per_second * sample_count / SAMPLE_RATE_HZ + 3
        )

    def _load_tokenizer(self, language: str) -> Tokenizer:
        model = self._model
        try:
            return Tokenizer(model.hf_tokenizer, model.model.is_multilingual, task="transcribe", language=language)
        except ValueError as exc:
            raise ModelMissing(
                "The recogniser knows no language {language!r}.", 'Use a code such as "en".', language=language
            ) from exc


def words_after(text: str, longer: str) -> int:
    """Words with which a longer text goes on after a whole text; 0 when it does not begin with that text."""
    said, more = ([word.strip(".,?!") for word in each.casefold().split()] for each in (text, longer))
    return len(more) - len(said) if said and more[: len(said)] == said else 0


def _window(windows: Sequence[tuple[int, int]], mels: NDArray[np.float32]) -> int:
    return next((window for longest, window in windows if mels.shape[-1] <= longest), FULL_FRAMES)


def pad_mels(mels: NDArray[np.float32], frames: int) -> NDArray[np.float32]:
    """Fit a log-mel spectrogram into a window: cut it, or fill it with the quietest value it can hold.

    Args:
        mels: Shape (bands, n), as faster-whisper scales it: eight decades below the peak are two units.
        frames: Wanted n.
    """
    floor = max(-1.5, float(mels.max()) - 2.0)
    window = np.full((mels.shape[0], frames), floor, dtype=np.float32)
    used = min(frames, mels.shape[1])
    window[:, :used] = mels[:, :used]
    return window


def compression_ratio(text: str) -> float:
    """Return the length of a text divided by its length under zlib: above 2 it repeats itself."""
    data = text.encode("utf-8")
    return len(data) / len(zlib.compress(data)) if data else 0.0


def load_model(model: str, cpu_threads: int, sentences: int = 1) -> WhisperModel:
    """Load a Whisper model with int8 weights on the CPU, which so many sentences share.

    Its threads give way: on two of them depends when a sentence is over, and who speaks, and what it asks for.

    Raises:
        ModelMissing: The model cannot be found or loaded.
    """
    place = folder_of(model)
    try:
        return giving_way(
            lambda: WhisperModel(
                place, device="cpu", compute_type="int8", cpu_threads=cpu_threads, num_workers=sentences
            )
        )
    except (RuntimeError, ValueError, OSError) as exc:
        message = "The Whisper model {model!r} was not found or cannot be loaded."
        if Path(place).is_dir():
            message = "The folder {place} holds no Whisper model."
        raise ModelMissing(
            message,
            "Use {packaged!r}, a folder with a CTranslate2 model, or connect to fetch it once.",
            model=model,
            place=place,
            packaged=PACKAGED_BASE,
        ) from exc
