"""A language model on any server that speaks the OpenAI protocol: bounded patience, checked answers."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from json import JSONDecodeError
from typing import Any

import httpx
import openai
from pydantic import BaseModel, ValidationError
from tenacity import RetryCallState, Retrying, retry_if_exception, wait_random_exponential

from companion.clock import Clock
from companion.errors import ModelReplyError, ModelUnavailable
from companion.llm import Patience, R, Usage, tokens_of
from companion.mistakes import plain_place
from engine.phrase import phrase

Wait = Callable[[RetryCallState], float]

RETRYABLE = (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError)
"""Worth another attempt: no connection, too slow, too many requests, a fault of the server."""

_TOO_SLOW_STATUS = 408  # a timeout as told by the server; the client has no class for it

_NO_KEY = "none"  # the client insists on a key; local servers ignore it
_WITHOUT = phrase("Everything works without it.")
_URL_HINT = phrase("Check llm_url; it usually ends in /v1.")


def client_of(url: str, key: str | None) -> openai.OpenAI:
    """A client that leaves trying again to `OpenAIModel`.

    Args:
        url: The server's; it usually ends in /v1.
        key: None where it wants none.
    """
    # Nobody has named the server that a redirect names.
    straight = openai.DefaultHttpxClient(follow_redirects=False)
    return openai.OpenAI(api_key=key or _NO_KEY, base_url=url, max_retries=0, http_client=straight)


class OpenAIModel:
    """Any server that speaks the OpenAI protocol: OpenAI, Ollama, llama.cpp, vLLM, LM Studio.

    Args:
        client: Client with its own retries off; `client_of` makes one.
        clock: Measures and waits.
        model: Name of the model; the first one the server lists when None.
        patience: Bounds of one question.
        wait: Seconds before the next attempt; random and growing when None. A server's own wish overrules it.
        temperature: 0 for the likeliest answer; the server's own when None.
        answer_tokens: Longest answer in tokens; the server's own bound when None.
    """

    def __init__(
        self,
        client: openai.OpenAI,
        clock: Clock,
        model: str | None = None,
        patience: Patience | None = None,
        wait: Wait | None = None,
        temperature: float | None = None,
        answer_tokens: int | None = None,
    ) -> None:
        self._client = client
        self._clock = clock
        self._model = model
        self._patience = patience or Patience()
        self._temperature = openai.omit if temperature is None else temperature
        self._answer_tokens = openai.omit if answer_tokens is None else answer_tokens
        self._usage = Usage()
        self._wait = wait or wait_random_exponential(multiplier=self._patience.first_wait_seconds, max=10)

    @property
    def usage(self) -> Usage:
        """Everything that was answered so far, as the server counted it; estimated where it does not count."""
        return self._usage

    @property
    def server(self) -> str:
        """Host asked, for people; never with a password."""
        return self._client.base_url.host

    def ask(self, instructions: str, question: str, reply: type[R]) -> R:
        """Ask, trying again within the bounds; see `LanguageModel.ask`."""
        model = self._model or self._first_model()
        completion = self._attempt(
            lambda seconds: self._client.chat.completions.create(
                model=model,
                messages=[{"role": "system", "content": instructions}, {"role": "user", "content": question}],
                response_format={
                    "type": "json_schema",
                    "json_schema": {"name": reply.__name__, "schema": strict_schema(reply), "strict": True},
                },
                temperature=self._temperature,
                max_completion_tokens=self._answer_tokens,
                timeout=seconds,
            )
        )
        self._usage += _usage(completion, instructions, question)
        return _read(completion, reply)

    def ping(self) -> tuple[str, ...]:
        """Names of the server's models.

        Raises:
            ModelUnavailable: It does not answer.
            ModelReplyError: What answers is no such server.
        """
        # Not `models.list`, which fails in the client when a web page answers.
        page = self._attempt(lambda seconds: self._client.get("/models", cast_to=object, options={"timeout": seconds}))
        match page:
            case {"data": [*listed]} if all(isinstance(each, dict) and "id" in each for each in listed):
                return tuple(str(each["id"]) for each in listed)
        raise ModelReplyError(
            phrase("{server} answers, but not like a language server.", server=self.server), _URL_HINT
        )

    def _first_model(self) -> str:
        names = self.ping()
        if not names:
            raise ModelUnavailable(
                phrase("{server} has no model.", server=self.server), phrase("Load one there, or name it in llm_model.")
            )
        self._model = names[0]
        return names[0]

    def _attempt(self, call: Callable[[float], Any]) -> Any:
        """Run a call within the bounds; it is told how many seconds are left."""
        deadline = self._clock.monotonic() + self._patience.total_seconds
        retrying = Retrying(
            retry=retry_if_exception(_passes),
            stop=lambda state: self._gives_up(state, deadline),
            wait=self._pause,
            sleep=self._clock.sleep,
            reraise=True,
        )
        try:
            return retrying(lambda: call(max(deadline - self._clock.monotonic(), 0.05)))
        except openai.APIResponseValidationError as exc:
            raise ModelReplyError(
                phrase("{server} answers, but not like a language server.", server=self.server), _URL_HINT
            ) from exc
        except openai.OpenAIError as exc:
            raise self._unavailable(exc) from exc
        except (JSONDecodeError, UnicodeDecodeError) as exc:  # the client lets its reader's errors through
            raise ModelReplyError(
                phrase("{server} sent a broken answer.", server=self.server), phrase("Try again, or try another model.")
            ) from exc

    def _gives_up(self, state: RetryCallState, deadline: float) -> bool:
        late = self._clock.monotonic() + state.upcoming_sleep >= deadline
        return late or state.attempt_number >= self._patience.attempts

    def _pause(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        wished = _retry_after(error, self._clock.now()) if isinstance(error, openai.APIStatusError) else None
        return self._wait(state) if wished is None else wished

    def _unavailable(self, error: openai.OpenAIError) -> ModelUnavailable:
        match error:
            case openai.APITimeoutError() | openai.APIStatusError(status_code=408):
                told = ModelUnavailable(
                    phrase("{server} is too slow to answer.", server=self.server),
                    phrase("Choose a smaller model. {without}", without=_WITHOUT),
                )
            case openai.APIConnectionError():
                told = ModelUnavailable(
                    phrase("{server} cannot be reached.", server=self.server),
                    phrase("Start the server there. {without}", without=_WITHOUT),
                )
            case openai.RateLimitError():
                told = ModelUnavailable(
                    phrase("{server} wants fewer questions.", server=self.server),
                    phrase("Wait a little. {without}", without=_WITHOUT),
                )
            case openai.InternalServerError():
                told = ModelUnavailable(
                    phrase("{server} has a fault ({status_code}).", server=self.server, status_code=error.status_code),
                    phrase("Look there. {without}", without=_WITHOUT),
                )
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                told = ModelUnavailable(
                    phrase("{server} does not accept the key.", server=self.server), phrase("Check COMPANION_LLM_KEY.")
                )
            case openai.NotFoundError():
                told = ModelUnavailable(
                    phrase("{server} has no such model or address.", server=self.server),
                    phrase("Check llm_url and llm_model."),
                )
            case openai.APIStatusError(response=httpx.Response(next_request=httpx.Request(url=url))):
                told = ModelUnavailable(
                    phrase(
                        "{server} wants to send what is asked on to {decode}; that is not done.",
                        server=self.server,
                        decode=url.netloc.decode(),
                    ),
                    phrase("Name that server in llm_url if you trust it. {without}", without=_WITHOUT),
                )
            case _:
                told = ModelUnavailable(
                    phrase("{server} refuses the question.", server=self.server),
                    phrase("Check that it can answer in JSON."),
                )
        told.retryable = _passes(error)
        return told


def _passes(error: BaseException) -> bool:
    """Whether another attempt may go better."""
    return isinstance(error, RETRYABLE) or getattr(error, "status_code", None) == _TOO_SLOW_STATUS


def strict_schema(reply: type[BaseModel]) -> dict[str, Any]:
    """JSON schema of a reply as servers want it: every entry required, no other ones allowed."""
    schema = _strict(reply.model_json_schema())
    assert isinstance(schema, dict)
    return schema


def _strict(part: Any) -> Any:
    if isinstance(part, list):
        return [_strict(each) for each in part]
    if not isinstance(part, dict):
        return part
    # `default` is dropped from schemas only: below `properties` it may be the name of an entry.
    schema = {name: _strict(each) for name, each in part.items() if name != "default" or isinstance(each, dict)}
    if isinstance(schema.get("properties"), dict):
        schema |= {"required": list(schema["properties"]), "additionalProperties": False}
    return schema


def _read(completion: Any, reply: type[R]) -> R:
    choice = _first_choice(completion)
    if choice is None:
        raise ModelReplyError(phrase("The server answers, but not like a language server."), _URL_HINT)
    if getattr(choice, "finish_reason", None) == "length":
        raise ModelReplyError(
            phrase("The model's answer was cut off."), phrase("Allow it longer answers on the server.")
        )
    words = _words(choice)
    if not words:
        raise ModelReplyError(phrase("The model answered nothing."), phrase("Try again, or try another model."))
    try:
        return reply.model_validate_json(words)
    except ValidationError as exc:
        wrong = exc.errors(include_url=False, include_input=False)[0]
        place = plain_place(wrong["loc"]) or phrase("the whole")
        raise ModelReplyError(
            phrase("The model's answer does not fit: {place}: {wrong}.", place=place, wrong=wrong["msg"]),
            phrase("Try again, or try another model."),
        ) from exc


def _first_choice(completion: Any) -> Any:
    """The first answer; None where there is none. The client checks nothing of what a server sends."""
    choices = getattr(completion, "choices", None)
    return choices[0] if isinstance(choices, list) and choices else None


def _words(choice: Any) -> str:
    content = getattr(getattr(choice, "message", None), "content", None)
    return content if isinstance(content, str) else ""


def _usage(completion: Any, instructions: str, question: str) -> Usage:
    counted = getattr(completion, "usage", None)
    read, written = (getattr(counted, name, None) for name in ("prompt_tokens", "completion_tokens"))
    if isinstance(read, int) and isinstance(written, int):
        return Usage(1, read, written)
    return Usage(1, tokens_of(instructions, question), tokens_of(_words(_first_choice(completion))))


def _retry_after(error: openai.APIStatusError, now: datetime) -> float | None:
    """Seconds the server asks to wait, >= 0; None when it does not say so in a form HTTP knows."""
    wish = error.response.headers.get("retry-after", "")
    if wish.replace(".", "", 1).isascii() and wish.replace(".", "", 1).isdigit():
        return float(wish)
    try:
        until = parsedate_to_datetime(wish)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max((until - now).total_seconds(), 0.0)
