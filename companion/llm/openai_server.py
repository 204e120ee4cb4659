"""A language model on any server that speaks the OpenAI protocol: bounded patience, checked answers."""

import json
from collections.abc import Callable
from typing import Any, TypeGuard, TypeVar

import httpx
import openai
from pydantic import BaseModel, Field, ValidationError

from audio.patience import Patience
from audio.server_client import MOST_BYTES, AnswerCompressed, AnswerTooLong, Server, Wait, passes
from companion.base.clock import Clock
from companion.base.errors import ModelAnswerTooLong, ModelError, ModelReplyError, ModelTooSlow, ModelUnavailable
from companion.base.validation_messages import plain_place
from companion.llm.port import R, Usage, tokens_of
from engine.phrase import phrase

T = TypeVar("T", bound=BaseModel)

MOST_ANSWER_BYTES = 500_000
"""Longest answer of a model that is read, its thoughts included; reading a longer one would hold up other threads."""

MOST_LETTERS = 20_000
"""Longest text of an answer that is read; the longest that is asked for has a fifth of that."""

_MOST_TOKENS = 10_000_000
"""Tokens of one question that a server is believed to have counted."""

_MOST_MODELS = 10_000
_LONGEST_NAME = 200
_LONGEST_HOST = 100
_WITHOUT = phrase("Everything works without it.")
_AGAIN = phrase("Try again, or try another model.")
_URL_HINT = phrase("Check llm_url; it usually ends in /v1.")


class OpenAIModel:
    """Any server that speaks the OpenAI protocol: OpenAI, Ollama, llama.cpp, vLLM, LM Studio.

    Args:
        client: Client of the server; `audio.server_client.client_of` makes one.
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
        self._asked = Server(client, clock, patience or Patience(), wait)
        self._model = model
        options = {"temperature": temperature, "max_completion_tokens": answer_tokens}
        self._options = {name: value for name, value in options.items() if value is not None}
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        """Everything that was answered so far, as the server counted it; estimated where it does not count."""
        return self._usage

    @property
    def server(self) -> str:
        """Host asked, for people; never with a password."""
        return self._asked.host

    def ask(self, instructions: str, question: str, reply: type[R]) -> R:
        """Ask, trying again within the bounds; see `LanguageModel.ask`."""
        deadline = self._asked.deadline()
        model = self._model or self._first_model(deadline)
        asked = {
            "model": model,
            "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": question}],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": reply.__name__, "schema": strict_schema(reply), "strict": True},
            },
            **self._options,
        }
        # Not `chat.completions`: it loads for a second, and makes an object of each of the thousands that may come.
        body = self._attempt(
            lambda seconds, client: client.post(
                "/chat/completions", cast_to=httpx.Response, body=asked, options={"timeout": seconds}
            ),
            deadline,
        )
        if len(body) > MOST_ANSWER_BYTES:
            raise self._too_long(MOST_ANSWER_BYTES)
        completion = self._read(body, _Completion)
        self._usage += _usage(completion, instructions, question)
        return _reply_of(completion.choices[0], reply)

    def ping(self) -> tuple[str, ...]:
        """Names of the server's models.

        Raises:
            ModelUnavailable: It does not answer.
            ModelReplyError: What answers is no such server.
        """
        return self._names(self._asked.deadline())

    def _names(self, deadline: float) -> tuple[str, ...]:
        body = self._attempt(
            lambda seconds, client: client.get("/models", cast_to=httpx.Response, options={"timeout": seconds}),
            deadline,
        )
        names = tuple(each.id for each in self._read(body, _Models).data)
        if not all(map(str.isprintable, names)):
            raise self._strange()
        return names

    def _first_model(self, deadline: float) -> str:
        names = self._names(deadline)
        if not names:
            raise ModelUnavailable(
                phrase("{server} has no model.", server=self.server), phrase("Load one there, or name it in llm_model.")
            )
        self._model = names[0]
        return names[0]

    def _attempt(self, call: Callable[[float, openai.OpenAI], httpx.Response], deadline: float) -> bytes:
        """The body a call brings within the bounds; it is called with the seconds left."""
        try:
            return self._asked.ask(lambda seconds: call(seconds, self._asked.client), deadline).content
        except openai.OpenAIError as exc:
            raise self._told(exc) from exc

    def _read(self, body: bytes, form: type[T]) -> T:
        """A body as far as it is of use."""
        try:
            return form.model_validate(json.loads(body))
        except ValidationError as exc:
            raise self._strange() from exc
        except (ValueError, RecursionError) as exc:  # endless numbers and brackets too
            if not body.lstrip().startswith(b"{"):
                raise self._strange() from exc
            raise ModelReplyError(phrase("{server} sent a broken answer.", server=self.server), _AGAIN) from exc

    def _strange(self) -> ModelReplyError:
        return ModelReplyError(phrase("{server} answers, but is not a language server.", server=self.server), _URL_HINT)

    def _too_long(self, most: int) -> ModelAnswerTooLong:
        return ModelAnswerTooLong(
            phrase("{server} sent an answer of more than {most} bytes.", server=self.server, most=most), _AGAIN
        )

    def _told(self, error: openai.OpenAIError) -> ModelError:
        match error:
            case openai.APIConnectionError(__cause__=AnswerTooLong()):
                return self._too_long(MOST_BYTES)
            case openai.APIConnectionError(__cause__=AnswerCompressed()):
                return ModelReplyError(
                    phrase("{server} sends compressed answers, which are not supported.", server=self.server),
                    phrase("Turn compression off there. {without}", without=_WITHOUT),
                )
        told = self._unavailable(error)
        told.retryable = passes(error)
        return told

    def _unavailable(self, error: openai.OpenAIError) -> ModelUnavailable:
        match error:
            case openai.APITimeoutError():
                return ModelTooSlow(
                    phrase(
                        "{server} is too slow: the whole answer was not there after {seconds:g} seconds.",
                        server=self.server,
                        seconds=self._asked.patience.total_seconds,
                    ),
                    phrase("Choose a smaller model. {without}", without=_WITHOUT),
                )
            case openai.APIStatusError(status_code=408):
                return ModelUnavailable(
                    phrase("{server} is too slow to answer.", server=self.server),
                    phrase("Choose a smaller model. {without}", without=_WITHOUT),
                )
            case openai.APIConnectionError():
                return ModelUnavailable(
                    phrase("{server} cannot be reached.", server=self.server),
                    phrase("Start the server there. {without}", without=_WITHOUT),
                )
            case openai.RateLimitError():
                return ModelUnavailable(
                    phrase("{server} limits the number of questions.", server=self.server),
                    phrase("Wait a little. {without}", without=_WITHOUT),
                )
            case openai.InternalServerError():
                return ModelUnavailable(
                    phrase(
                        "{server} reports an error ({status_code}).", server=self.server, status_code=error.status_code
                    ),
                    phrase("Check that server. {without}", without=_WITHOUT),
                )
            case openai.AuthenticationError() | openai.PermissionDeniedError():
                return ModelUnavailable(
                    phrase("{server} does not accept the key.", server=self.server), phrase("Check COMPANION_LLM_KEY.")
                )
            case openai.NotFoundError():
                return ModelUnavailable(
                    phrase("{server} has no such model or address.", server=self.server),
                    phrase("Check llm_url and llm_model."),
                )
            case openai.APIStatusError(response=httpx.Response(next_request=httpx.Request(url=url))):
                return ModelUnavailable(
                    phrase(
                        "{server} redirects to {decode}; redirects are not followed.",
                        server=self.server,
                        decode=url.netloc.decode()[:_LONGEST_HOST],
                    ),
                    phrase("Name that server in llm_url if you trust it. {without}", without=_WITHOUT),
                )
            case _:
                return ModelUnavailable(
                    phrase("{server} refuses the question.", server=self.server),
                    phrase("Check that it can answer in JSON."),
                )


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


class _Message(BaseModel):
    content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Completion(BaseModel):
    """Part of an answer that is read."""

    choices: list[_Choice] = Field(min_length=1, max_length=8)
    usage: Any = None


class _Listed(BaseModel):
    id: str = Field(min_length=1, max_length=_LONGEST_NAME)


class _Models(BaseModel):
    """Part of a list of models that is read."""

    data: list[_Listed] = Field(max_length=_MOST_MODELS)


def _reply_of(choice: _Choice, reply: type[R]) -> R:
    words = choice.message.content
    if choice.finish_reason == "length":
        raise ModelReplyError(
            phrase("The model's answer was cut off."), phrase("Allow it longer answers on the server.")
        )
    if not words:
        raise ModelReplyError(phrase("The model gave an empty answer."), _AGAIN)
    if len(words) > MOST_LETTERS:
        raise ModelAnswerTooLong(
            phrase("The model's answer has more than {most} characters.", most=MOST_LETTERS), _AGAIN
        )
    try:
        return reply.model_validate_json(words)
    except ValidationError as exc:
        wrong = exc.errors(include_url=False, include_input=False)[0]
        place = plain_place(wrong["loc"]) or phrase("the whole")
        raise ModelReplyError(
            phrase("The model's answer does not fit: {place}: {wrong}.", place=place, wrong=wrong["msg"]), _AGAIN
        ) from exc


def _usage(completion: _Completion, instructions: str, question: str) -> Usage:
    counted = completion.usage if isinstance(completion.usage, dict) else {}
    read, written = (counted.get(name) for name in ("prompt_tokens", "completion_tokens"))
    if _believable(read) and _believable(written):
        return Usage(1, read, written)
    return Usage(1, tokens_of(instructions, question), tokens_of(completion.choices[0].message.content or ""))


def _believable(count: object) -> TypeGuard[int]:
    return isinstance(count, int) and 0 <= count <= _MOST_TOKENS
