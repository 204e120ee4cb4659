"""Speech to text on a server that speaks the OpenAI protocol: another machine of the club, or a hired one.

Every segment of speech leaves this machine, so nothing here runs unless a server was named. When the server fails, the
words are lost and the table is told; the local recogniser never takes over behind its back.
"""

import io
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httpx
import openai
import soundfile
from pydantic import BaseModel, Field, ValidationError, field_validator
from tenacity import Retrying, retry_if_exception, stop_after_attempt, stop_after_delay, wait_random_exponential

from audio.errors import TranscriptionFailed
from audio.spoken_text import printable
from audio.stt import TABLE_STYLE
from audio.types import SAMPLE_RATE_HZ, Samples, Transcript

NO_KEY = "none"  # the client insists on a key; local servers ignore it
UNTOLD_LOGPROB = -0.3
"""Mean token log-probability of a server that does not tell one: that of an ordinary sentence."""

MOST_LETTERS = 4_000
"""Longest text that is believed: nobody says more between two pauses."""

_PASSING = (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError)
_URL_HINT = "Check transcription_url; it usually ends in /v1."


@dataclass(frozen=True, slots=True)
class ServerPatience:
    """How long one sentence may take.

    Attributes:
        total_seconds: After so long no further attempt is made; also the bound of a single attempt.
        attempts: Bound on the number of attempts.
        first_wait_seconds: Scale of the random wait after the first failure; it doubles each time.
    """

    total_seconds: float = 6.0
    attempts: int = 2
    first_wait_seconds: float = 0.2


class _Part(BaseModel):
    avg_logprob: float = Field(UNTOLD_LOGPROB, allow_inf_nan=False)
    no_speech_prob: float = Field(0.0, ge=0.0, le=1.0)

    @field_validator("avg_logprob")
    @classmethod
    def _zero_is_untold(cls, logprob: float) -> float:
        """Nothing is heard with certainty: servers that know no probability fill the field with 0."""
        return logprob if logprob < 0 else UNTOLD_LOGPROB


class _Reply(BaseModel):
    """What is read of an answer; plain servers send the text alone."""

    text: str = Field(max_length=MOST_LETTERS)
    segments: list[_Part] | None = None


class ServerTranscriber:
    """Any server with `/audio/transcriptions`: faster-whisper servers, whisper.cpp, vLLM, OpenAI.

    Args:
        url: Address up to and including `/v1`.
        model: Name of the model there.
        key: Key of the server, where it wants one.
        language: Code of the language spoken at the table.
        patience: Bounds of one sentence.
        sleep: Waits so many seconds between attempts.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key: str | None = None,
        language: str = "en",
        patience: ServerPatience | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._patience = patience or ServerPatience()
        self._client = openai.OpenAI(
            api_key=key or NO_KEY,
            base_url=url,
            max_retries=0,
            timeout=self._patience.total_seconds,
            # Nobody has named the server that a redirect names.
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
        )
        self._model = model
        self._language = language
        self._sleep = sleep

    @property
    def server(self) -> str:
        """Host asked, for people; never with a password."""
        return self._client.base_url.host

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
            body = self._retrying()(self._ask, sound, names)
        except openai.OpenAIError as exc:
            raise self._failed(exc) from exc
        try:
            reply = _Reply.model_validate_json(body)
        except ValidationError as exc:
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

    def _ask(self, sound: bytes, names: str) -> str:
        answer = self._client.audio.transcriptions.with_raw_response.create(
            file=("speech.wav", sound, "audio/wav"),
            model=self._model,
            language=self._language,
            prompt=names or openai.omit,
            response_format="verbose_json",
            temperature=0.0,
        )
        return answer.text

    def _retrying(self) -> Retrying:
        patience = self._patience
        return Retrying(
            retry=retry_if_exception(lambda error: isinstance(error, _PASSING)),
            stop=stop_after_attempt(patience.attempts) | stop_after_delay(patience.total_seconds),
            wait=wait_random_exponential(multiplier=patience.first_wait_seconds, max=patience.total_seconds),
            sleep=self._sleep,
            reraise=True,
        )

    def _failed(self, error: openai.OpenAIError) -> TranscriptionFailed:
        match error:
            case openai.APITimeoutError():
                return TranscriptionFailed(
                    "{server} is too slow to write down what is said.", "Say it again.", server=self.server
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
                    address=other.netloc.decode(),
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
