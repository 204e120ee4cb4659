"""Speech to text with faster-whisper."""

from collections.abc import Sequence
from pathlib import Path

from faster_whisper import WhisperModel

from audio.errors import ModelMissing, TranscriptionFailed
from audio.types import Samples, Transcript
from audio.weights import packaged_base

PACKAGED_BASE = "packaged-base"


class WhisperTranscriber:
    """Whisper on the CPU.

    Args:
        model: `PACKAGED_BASE`, a folder with a CTranslate2 Whisper model, or a name that faster-whisper fetches itself.
        language: Code of the language spoken at the table.
        cpu_threads: Threads of the network; 0 lets the library choose.
        beam_size: 1 is greedy.

    Raises:
        ModelMissing: The model cannot be found or loaded.
    """

    def __init__(
        self, model: str = PACKAGED_BASE, *, language: str = "en", cpu_threads: int = 2, beam_size: int = 1
    ) -> None:
        self._language = language
        self._beam_size = beam_size
        self._model = load_model(model, cpu_threads)

    def transcribe(self, samples: Samples, hotwords: Sequence[str] = ()) -> Transcript:
        """Recognise one segment of at most 30 s.

        Raises:
            TranscriptionFailed: The recogniser failed on this segment.
        """
        try:
            segments, _ = self._model.transcribe(
                samples,
                language=self._language,
                beam_size=self._beam_size,
                temperature=0.0,
                condition_on_previous_text=False,
                without_timestamps=True,
                hotwords=", ".join(hotwords) or None,
            )
            found = list(segments)
        except (RuntimeError, ValueError) as exc:
            raise TranscriptionFailed("The recogniser failed on one sentence.", "Say it again.") from exc
        text = " ".join(s.text.strip() for s in found)
        return Transcript(
            text=text,
            avg_logprob=min((s.avg_logprob for s in found), default=0.0),
            no_speech_prob=max((s.no_speech_prob for s in found), default=1.0),
            language=self._language,
        )


def load_model(model: str, cpu_threads: int) -> WhisperModel:
    """Load a Whisper model with int8 weights on the CPU.

    Raises:
        ModelMissing: The model cannot be found or loaded.
    """
    place = str(packaged_base()) if model == PACKAGED_BASE else model
    try:
        return WhisperModel(place, device="cpu", compute_type="int8", cpu_threads=cpu_threads)
    except (RuntimeError, ValueError, OSError) as exc:
        known = Path(place).is_dir()
        message = (
            f"The folder {place} holds no Whisper model." if known else f"The Whisper model {model!r} was not found."
        )
        hint = f"Use {PACKAGED_BASE!r}, a folder with a CTranslate2 model, or connect to fetch it once."
        raise ModelMissing(message, hint) from exc
