"""Speech to text on a server that speaks the OpenAI protocol: another machine of the club, or a hired one.

Every segment of speech leaves this machine, so nothing here runs unless a server was named. When the server fails, the
words are lost and the table is informed; the local recogniser never takes over behind its back.
"""

import io
import json
from collections.abc import Sequence

import httpx
import openai
import soundfile
from pydantic import BaseModel, Field, field_validator

from audio.errors import TranscriptionFailed, TranscriptionTooLong, TranscriptionTooSlow
from audio.patience import Patience
from audio.server_client import AnswerCompressed, AnswerTooLong, Clock, Server, client_of
from audio.spoken_text import printable
from audio.stt import TABLE_STYLE
from audio.types import SAMPLE_RATE_HZ, Samples, Transcript

PATIENCE = Patience(total_seconds=6.0, attempts=2, first_wait_seconds=0.2)
"""Bounds of one sentence."""

MOST_BYTES = 500_000
"""Longest answer: a sentence with what some servers tell about each of its words has a tenth of that."""

UNTOLD_LOGPROB = -0.3
"""Mean token log-probability of a server that does not tell one: that of an ordinary sentence."""

MOST_LETTERS = 4_000
"""Longest text that is believed: nobody says more between two pauses."""

_MOST_PARTS = 200
_LONGEST_HOST = 100
_URL_HINT = "Check transcription_url; it usually ends in /v1."


class _Part(BaseModel):
    avg_logprob: float = Field(UNTOLD_LOGPROB, allow_inf_nan=False)
    no_speech_prob: float = Field(0.0, ge=0.0, le=1.0)

    @field_validator("avg_logprob")
    @classmethod
    def _zero_is_untold(cls, logprob: float) -> float:
        """Nothing is heard with certainty: servers that know no probability fill the field with 0."""
        return logprob if logprob < 0 else UNTOLD_LOGPROB


class _Reply(BaseModel):
    """Part of an answer that is read; plain servers send the text alone."""

    text: str = Field(max_length=MOST_LETTERS)
    segments: list[_Part] | None = Field(None, max_length=_MOST_PARTS)


class ServerTranscriber:
    """Any server with `/audio/transcriptions`: faster-whisper servers, whisper.cpp, vLLM, OpenAI.

    Args:
        url: Address up to and including `/v1`.
        model: Name of the model there.
        clock: Measures and waits.
        key: Key of the server, where it wants one.
        language: Code of the language spoken at the table.
        patience: Bounds of one sentence.
    """

    def __init__(
        self,
        url: str,
        model: str,
        clock: Clock,
        *,
        key: str | None = None,
        language: str = "en",
        patience: Patience = PATIENCE,
    ) -> None:
        self._asked = Server(client_of(url, key, MOST_BYTES), clock, patience)
        self._model = model
        self._language = language

    @property
    def server(self) -> str:
        """Host asked, for people; never with a password."""
        return self._asked.host

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        """Recognise one segment; the protocol has no other wordings to offer.

        Raises:
            TranscriptionFailed: The server refused, was too slow, or answered something else.
        """
        sound = as_wav(samples)
        names = f"{', '.join(dict.fromkeys(hotwords))}. {TABLE_STYLE}" if hotwords else ""
        try:
            body = self._asked.ask(lambda seconds: self._ask(sound, names, seconds))
        except openai.OpenAIError as exc:
            raise self._failed(exc) from exc
        try:
            reply = _Reply.model_validate(json.loads(body))
        except (ValueError, RecursionError) as exc:  # endless numbers and brackets too
            raise TranscriptionFailed(
                "{server} answers, but not with a transcript.", _URL_HINT, server=self.server
            ) from exc
        parts = reply.segments or [_Part()]
        return Transcript(
            text=printable(reply.text),
            avg_logprob=min(part.avg_logprob for part in parts),
            no_speech_prob=max(part.no_speech_prob for part in parts),
            language=self._language,
        )

    def _ask(self, sound: bytes, names: str, seconds: float) -> bytes:
        asked = {
            "model": self._model,
            "language": self._language,
            **({"prompt": names} if names else {}),
            "response_format": "verbose_json",
            "temperature": 0.0,
        }
        # Not `audio.transcriptions`: it loads for a second while somebody has spoken.
        return self._asked.client.post(
            "/audio/transcriptions",
            cast_to=httpx.Response,
            body=asked,
            files=[("file", ("speech.wav", sound, "audio/wav"))],
            options={"headers": {"Content-Type": "multipart/form-data"}, "timeout": seconds},
        ).content

    def _failed(self, error: openai.OpenAIError) -> TranscriptionFailed:
        match error:
            case openai.APITimeoutError():
                return TranscriptionTooSlow(
                    "{server} is too slow: what was said was not written down after {seconds:g} seconds.",
                    "Say it again.",
                    server=self.server,
                    seconds=self._asked.patience.total_seconds,
                )
            case openai.APIConnectionError(__cause__=AnswerTooLong()):
                return TranscriptionTooLong(
                    "{server} sent an answer of more than {most} bytes.", _URL_HINT, server=self.server, most=MOST_BYTES
                )
            case openai.APIConnectionError(__cause__=AnswerCompressed()):
                return TranscriptionFailed(
                    "{server} sends compressed answers, which are not read.",
                    "Switch compression off there.",
                    server=self.server,
                )
            case openai.APIConnectionError():
                return TranscriptionFailed("{server} cannot be reached.", "Start the server there.", server=self.server)
            case openai.RateLimitError():
                return TranscriptionFailed(
                    "{server} wants less to do.", "Wait a little and say it again.", server=self.server
                )
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return TranscriptionFailed(
                    "{server} does not accept the key.", "Check COMPANION_TRANSCRIPTION_KEY.", server=self.server
                )
            case openai.NotFoundError():
                return TranscriptionFailed(
                    "{server} has no such model or address.",
                    "Check transcription_url and transcription_model.",
                    server=self.server,
                )
            case openai.APIStatusError(response=httpx.Response(next_request=httpx.Request(url=other))):
                return TranscriptionFailed(
                    "{server} wants to send the sound on to {address}; that is not done.",
                    "Name that server in transcription_url if you trust it.",
                    server=self.server,
                    address=other.netloc.decode()[:_LONGEST_HOST],
                )
            case openai.APIStatusError():
                return TranscriptionFailed(
                    "{server} refuses to write it down ({status}).",
                    "Look there.",
                    server=self.server,
                    status=error.status_code,
                )
            case _:
                return TranscriptionFailed("{server} sent a broken answer.", _URL_HINT, server=self.server)


def as_wav(samples: Samples) -> bytes:
    """The samples as a 16-bit WAV file."""
    file = io.BytesIO()
    soundfile.write(file, samples, SAMPLE_RATE_HZ, format="WAV", subtype="PCM_16")
    return file.getvalue()
