"""A language model on any server that speaks the OpenAI protocol: bounded patience, checked answers."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import httpx
import openai
from pydantic import BaseModel, ValidationError

from audio.patience import Patience
from audio.server_client import Server, Wait
from companion.base.clock import Clock
from companion.base.errors import ModelReplyError, ModelUnavailable
from companion.llm.answers import MOST_LETTERS as MOST_LETTERS
from companion.llm.answers import AnswerMisfits, Completion, Models, reply_of, usage_of
from companion.llm.dialect import Dialect
from companion.llm.dialect import strict_schema as strict_schema
from companion.llm.failures import strange, told, too_long, words_of
from companion.llm.port import R, Usage
from engine.phrase import phrase

T = TypeVar("T", bound=BaseModel)

MOST_ANSWER_BYTES = 500_000
"""Longest answer of a model that is read, its thoughts included; reading a longer one would hold up other threads."""

_MOST_DIALECTS = 5
_ABOUT_THE_QUESTION = frozenset({400, 422, 500, 501})
"""Statuses with which servers refuse an option that they do not know."""
_OPTIONS = ("temperature", "tokens", "response_format", "json_schema", "json_object", "schema", "grammar")
_VERSION = "/v1"


class OpenAIModel:
    """Any server that speaks the OpenAI protocol: OpenAI, Ollama, llama.cpp, vLLM, LM Studio.

    What it does not take of a question is left out from then on, and an address without its /v1 is mended.

    Args:
        client: Client of the server; `audio.server_client.client_of` makes one.
        clock: Measures and waits.
        model: Name of the model; the first one the server lists when None.
        patience: Bounds of one question.
        wait: Seconds before the next attempt; random and growing when None. A server's own wish overrules it.
        temperature: Wished for where the server takes one; its own when None.
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
        self._clock = clock
        self._model = model
        options = {"temperature": temperature, "answer_tokens": answer_tokens}
        self._options = {name: value for name, value in options.items() if value is not None}
        self._usage = Usage()
        self._dialect = Dialect()
        self._retold = False
        self._key = client.api_key

    @property
    def usage(self) -> Usage:
        """Everything that was answered so far, as the server counted it; estimated where it does not count."""
        return self._usage

    @property
    def server(self) -> str:
        """Host asked, for people; never with a password."""
        return self._asked.host

    @property
    def name(self) -> str | None:
        """Name of the model asked; None while it is the server's first and nothing was asked."""
        return self._model

    @property
    def address(self) -> str:
        """Address as it works, a missing /v1 mended."""
        return str(self._asked.client.base_url).rstrip("/")

    def ask(self, instructions: str, question: str, reply: type[R]) -> R:
        """Ask, trying again within the bounds; see `LanguageModel.ask`."""
        deadline = self._asked.deadline()
        self._model = self._model or self._first_model(deadline)
        try:
            return self._answer(instructions, question, reply, deadline)
        except AnswerMisfits:
            if self._dialect.told or self._retold:
                raise
        self._retold, before = True, self._dialect
        self._dialect = replace(before, told=True)
        try:
            return self._answer(instructions, question, reply, deadline)
        except AnswerMisfits:
            self._dialect = before
            raise

    def asking(self, name: str, seconds: float, answer_tokens: int | None = None) -> "OpenAIModel":
        """The same server, asked for a model of this name with so much patience for an answer, and room for it."""
        patience = Patience(total_seconds=seconds, attempts=1)
        return OpenAIModel(self._asked.client, self._clock, name, patience, answer_tokens=answer_tokens)

    def choose(self) -> str:
        """Take the server's first model where none is named; returns the name."""
        self._model = self._model or self._first_model(self._asked.deadline())
        return self._model

    def ping(self) -> tuple[str, ...]:
        """Names of the server's models.

        Raises:
            ModelUnavailable: It does not answer.
            ModelReplyError: What answers is no such server.
        """
        return self._names(self._asked.deadline())

    def _answer(self, instructions: str, question: str, reply: type[R], deadline: float) -> R:
        completion = self._completion(instructions, question, reply, deadline)
        self._usage += usage_of(completion, instructions, question)
        return reply_of(completion, reply)

    def _completion(self, instructions: str, question: str, reply: type[R], deadline: float) -> Completion:
        """Ask in the dialect known so far, and learn from what is refused; the first refusal is what is told."""
        refusal: openai.APIStatusError | None = None
        before = self._dialect
        for _ in range(_MOST_DIALECTS):
            asked = self._dialect.body(instructions, question, reply, self._options)
            try:
                return self._read(self._posted(asked, deadline), Completion)
            except openai.APIStatusError as exc:
                refusal = refusal or exc
                words = words_of(exc)
                other = self._dialect.without(words, asked) if _about_options(exc, words) else None
                if other is None:
                    break
                self._dialect = other
        assert refusal is not None
        self._dialect = before
        raise self._told(refusal) from refusal

    def _posted(self, asked: dict[str, Any], deadline: float) -> bytes:
        """The body of the answer to a question.

        Raises:
            openai.APIStatusError: The server refuses it.
        """
        # Not `chat.completions`: it loads for a second, and makes an object of each of the thousands that may come.
        body = self._attempt(
            lambda seconds, client: client.post(
                "/chat/completions",
                cast_to=httpx.Response,
                body={"model": self._model, **asked},
                options={"timeout": seconds},
            ),
            deadline,
            Completion,
        )
        if len(body) > MOST_ANSWER_BYTES:
            raise too_long(self.server, MOST_ANSWER_BYTES)
        return body

    def _names(self, deadline: float) -> tuple[str, ...]:
        try:
            body = self._attempt(_list_models, deadline, Models)
        except openai.APIStatusError as exc:
            raise self._told(exc) from exc
        names = tuple(each.id for each in self._read(body, Models).data)
        if not all(map(str.isprintable, names)):
            raise strange(self.server, b"")
        return names

    def _first_model(self, deadline: float) -> str:
        names = self._names(deadline)
        if not names:
            raise ModelUnavailable(
                phrase("{server} has no model.", server=self.server), phrase("Load one there, or name it in llm_model.")
            )
        return names[0]

    def _attempt(
        self, call: Callable[[float, openai.OpenAI], httpx.Response], deadline: float, form: type[BaseModel]
    ) -> bytes:
        """The body a call brings within the bounds; it is called with the seconds left.

        Where the address lacks its /v1, and what is there is no such server, the call is made there.

        Raises:
            openai.APIStatusError: The server refuses it.
        """
        try:
            body = self._call(call, deadline)
        except openai.NotFoundError:
            if not self._mended(deadline):
                raise
            return self._call(call, deadline)
        return self._call(call, deadline) if not _fits(body, form) and self._mended(deadline) else body

    def _call(self, call: Callable[[float, openai.OpenAI], httpx.Response], deadline: float) -> bytes:
        try:
            return self._asked.ask(lambda seconds: call(seconds, self._asked.client), deadline).content
        except openai.APIStatusError:
            raise
        except openai.OpenAIError as exc:
            raise self._told(exc) from exc

    def _mended(self, deadline: float) -> bool:
        """Add a missing /v1 where there is a language server behind it."""
        client = self._asked.client
        if _VERSION in client.base_url.path:
            return False
        other = client.with_options(base_url=self.address + _VERSION)
        try:
            found = self._asked.ask(lambda seconds: _list_models(seconds, other), deadline).content
        except openai.OpenAIError:
            return False
        if not _fits(found, Models):
            return False
        self._asked.client = other
        return True

    def _read(self, body: bytes, form: type[T]) -> T:
        """A body as far as it is of use."""
        try:
            return form.model_validate(json.loads(body))
        except (ValueError, RecursionError) as exc:  # what does not fit; endless numbers and brackets too
            raise strange(self.server, body) from exc

    def _told(self, error: openai.OpenAIError) -> ModelUnavailable | ModelReplyError:
        found = told(error, self.server, self._asked.patience.total_seconds, self._key)
        assert isinstance(found, ModelUnavailable | ModelReplyError)
        return found


def _list_models(seconds: float, client: openai.OpenAI) -> httpx.Response:
    return client.get("/models", cast_to=httpx.Response, options={"timeout": seconds})


def _fits(body: bytes, form: type[BaseModel]) -> bool:
    try:
        form.model_validate(json.loads(body))
    except (ValueError, ValidationError, RecursionError):
        return False
    return True


def _about_options(error: openai.APIStatusError, words: str) -> bool:
    """Return True where a refusal may be about an option: any 400, and a fault that names one."""
    if error.status_code not in _ABOUT_THE_QUESTION:
        return False
    return error.status_code in {400, 422} or any(each in words.lower() for each in _OPTIONS)
