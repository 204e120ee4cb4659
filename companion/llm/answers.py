"""Reads what a language server sends: as far as it is of use, and with one sentence for each way to be of none."""

import json
from typing import Any, TypeGuard

from pydantic import BaseModel, Field, ValidationError

from companion.base.errors import ModelAnswerTooLong, ModelReplyError
from companion.base.validation_messages import plain_place
from companion.llm.port import R, Usage, tokens_of
from engine.phrase import phrase

MOST_LETTERS = 20_000
"""Longest text of an answer that is read; the longest that is asked for has a fifth of that."""

_MOST_TOKENS = 10_000_000
"""Tokens of one question that a server is believed to have counted."""

_MOST_MODELS = 10_000
_LONGEST_NAME = 200
_LONGEST_QUOTE = 200
_THOUGHTS = "</think>"
AGAIN = phrase("Try again, or try another model.")


class AnswerMisfits(ModelReplyError):
    """The answer is no JSON, or not of the form that was asked for; with the form in the question it may be."""


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None
    reasoning: str | None = None
    reasoning_content: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class Completion(BaseModel):
    """Part of an answer that is read."""

    choices: list[_Choice] = Field(min_length=1, max_length=8)
    usage: Any = None


class _Listed(BaseModel):
    id: str = Field(min_length=1, max_length=_LONGEST_NAME)


class Models(BaseModel):
    """Part of a list of models that is read."""

    data: list[_Listed] = Field(max_length=_MOST_MODELS)


def quoted(words: str) -> str:
    """Somebody else's words as a sentence may quote them: one printable line that is not long."""
    line = " ".join("".join(each if each.isprintable() else " " for each in words[: 4 * _LONGEST_QUOTE]).split())
    return line if len(line) <= _LONGEST_QUOTE else f"{line[: _LONGEST_QUOTE - 1]}…"


def reply_of(completion: Completion, reply: type[R]) -> R:
    """The answer in its form; fences, thoughts and words around it are passed over.

    Raises:
        AnswerMisfits: It is not of that form.
        ModelReplyError: There is no whole answer.
    """
    choice = completion.choices[0]
    words = choice.message.content
    if choice.message.refusal:
        raise ModelReplyError(phrase("The model refuses: “{words}”.", words=quoted(choice.message.refusal)), AGAIN)
    if choice.finish_reason == "content_filter":
        raise ModelReplyError(phrase("The server's filter held the model's answer back."), AGAIN)
    if choice.finish_reason == "length":
        raise _cut_off(choice)
    if not words or not words.strip():
        raise _empty(choice)
    if len(words) > MOST_LETTERS:
        raise ModelAnswerTooLong(
            phrase("The model's answer has more than {most} characters.", most=MOST_LETTERS), AGAIN
        )
    return _read(words.rpartition(_THOUGHTS)[2], reply)


def _thought(choice: _Choice) -> bool:
    return bool(choice.message.reasoning or choice.message.reasoning_content)


def _cut_off(choice: _Choice) -> ModelReplyError:
    hint = phrase("Allow it longer answers on the server.")
    if not choice.message.content:
        return ModelReplyError(phrase("The model used up its answer with thinking: it was cut off."), hint)
    return ModelReplyError(phrase("The model's answer was cut off at its longest."), hint)


def _empty(choice: _Choice) -> ModelReplyError:
    if _thought(choice):
        return ModelReplyError(phrase("The model thought and then gave an empty answer."), AGAIN)
    return ModelReplyError(phrase("The model gave an empty answer."), AGAIN)


def _read(words: str, reply: type[R]) -> R:
    try:
        return reply.model_validate_json(words)
    except ValidationError as exc:
        inner = _object_in(words) if exc.errors(include_url=False)[0]["type"] == "json_invalid" else None
        if inner is None:
            raise _misfit(exc, words) from exc
    try:
        return reply.model_validate_json(inner)
    except ValidationError as exc:
        raise _misfit(exc, inner) from exc


def _object_in(words: str) -> str | None:
    """The first JSON object that words hold, as between fences; None where there is none."""
    start = words.find("{")
    if start < 0:
        return None
    try:
        return words[start : json.JSONDecoder().raw_decode(words, start)[1]]
    except (ValueError, RecursionError):  # endless numbers and brackets too
        return None


def _misfit(error: ValidationError, words: str) -> AnswerMisfits:
    wrong = error.errors(include_url=False, include_input=False)[0]
    if wrong["type"] == "json_invalid":
        told = phrase("The model's answer does not fit: it is words, not JSON.")
        if words.lstrip().startswith(("{", "[")):
            told = phrase("The model's answer does not fit: its JSON is broken.")
        return AnswerMisfits(told, AGAIN)
    place = plain_place(wrong["loc"]) or phrase("the whole")
    return AnswerMisfits(
        phrase("The model's answer does not fit: {place}: {wrong}.", place=place, wrong=wrong["msg"]), AGAIN
    )


def usage_of(completion: Completion, instructions: str, question: str) -> Usage:
    """The cost of an answer, as the server counted it; estimated where that is not believed."""
    counted = completion.usage if isinstance(completion.usage, dict) else {}
    read, written = (counted.get(name) for name in ("prompt_tokens", "completion_tokens"))
    if _believable(read) and _believable(written):
        return Usage(1, read, written)
    return Usage(1, tokens_of(instructions, question), tokens_of(completion.choices[0].message.content or ""), 1)


def _believable(count: object) -> TypeGuard[int]:
    return isinstance(count, int) and 0 <= count <= _MOST_TOKENS
