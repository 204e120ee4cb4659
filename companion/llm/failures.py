"""Failures of a language server, each told in a sentence of its own with the server's own words."""

import json
from collections.abc import Mapping
from typing import Any

import httpx
import openai

from audio.server_client import MOST_BYTES, AnswerCompressed, AnswerTooLong, out_of_quota, passes
from companion.base.errors import (
    ModelAnswerTooLong,
    ModelError,
    ModelKeyRefused,
    ModelReplyError,
    ModelTooSlow,
    ModelUnavailable,
)
from companion.llm.answers import AGAIN, quoted
from engine.phrase import Phrase, phrase

_LONGEST_HOST = 100
_MOST_DEEP = 3
WITHOUT = phrase("Everything works without it.")
URL_HINT = phrase("Check llm_url; it usually ends in /v1.")


def words_of(error: openai.APIStatusError, key: str = "") -> str:
    """The server's reason for a refusal, one line; empty where it gives none. A key in it is left out."""
    said = _said(error.body, _MOST_DEEP)
    return quoted(said.replace(key, "…") if key else said)


def _said(body: Any, deep: int) -> str:
    if isinstance(body, str):
        return "" if body.lstrip().startswith("<") else body
    if isinstance(body, Mapping) and deep:
        found = (_said(body.get(name), deep - 1) for name in ("message", "error", "detail", "msg"))
        return next(filter(None, found), "")
    if isinstance(body, list) and body and deep:
        return _said(body[0], deep - 1)
    return ""


def too_long(server: str, most: int) -> ModelAnswerTooLong:
    """An answer has more bytes than are read."""
    return ModelAnswerTooLong(
        phrase("{server} sent an answer of more than {most} bytes.", server=server, most=most), AGAIN
    )


def strange(server: str, body: bytes) -> ModelReplyError:
    """Something other than a language server answers, or its answer is broken."""
    start = body.lstrip()[:1]
    if start == b"<":
        told = phrase(
            "{server} sent a web page: it answers, but is not a language server at this address.", server=server
        )
        return ModelReplyError(told, URL_HINT)
    if start == b"{" and not _whole(body):
        return ModelReplyError(phrase("{server} sent a broken answer.", server=server), AGAIN)
    told, said = phrase("{server} answers, but is not a language server.", server=server), _told_in(body)
    if said:
        told = phrase("{server} answers, but is not a language server: “{words}”.", server=server, words=said)
    return ModelReplyError(told, URL_HINT)


def _whole(body: bytes) -> bool:
    try:
        json.loads(body)
    except (ValueError, RecursionError):  # endless numbers and brackets too
        return False
    return True


def _told_in(body: bytes) -> str:
    """The error told in the body of an answer, as LM Studio does of an address that it does not know."""
    try:
        return quoted(_said(json.loads(body).get("error"), _MOST_DEEP))[:80]
    except (ValueError, RecursionError, AttributeError):
        return ""


def told(error: openai.OpenAIError, server: str, seconds: float, key: str = "") -> ModelError:
    """The sentence for an error.

    Args:
        error: As the client raises it.
        server: Host asked, for people.
        seconds: How long the whole answer may take.
        key: Of that server; it is never told.
    """
    match error:
        case openai.APIConnectionError(__cause__=AnswerTooLong()):
            return too_long(server, MOST_BYTES)
        case openai.APIConnectionError(__cause__=AnswerCompressed()):
            return ModelReplyError(
                phrase("{server} sends compressed answers, which are not supported.", server=server),
                phrase("Turn compression off there. {without}", without=WITHOUT),
            )
        case openai.APITimeoutError():
            found: ModelUnavailable = ModelTooSlow(
                phrase(
                    "{server} is too slow: the whole answer was not there after {seconds:g} seconds.",
                    server=server,
                    seconds=seconds,
                ),
                phrase("Choose a smaller model. {without}", without=WITHOUT),
            )
        case openai.APIStatusError():
            found = _refused(error, server, words_of(error, key))
        case _:
            found = _unreached(error, server)
    found.retryable = passes(error)
    return found


def _unreached(error: openai.OpenAIError, server: str) -> ModelUnavailable:
    cause = error.__cause__
    torn = isinstance(cause, httpx.RemoteProtocolError) and "complete" in str(cause)
    if torn or isinstance(cause, httpx.ReadError):
        return ModelUnavailable(
            phrase("{server} broke off in the middle of its answer.", server=server),
            phrase("Check that server: it may have run out of memory. {without}", without=WITHOUT),
        )
    return ModelUnavailable(
        phrase("{server} cannot be reached.", server=server),
        phrase("Start the server there. {without}", without=WITHOUT),
    )


def _refused(error: openai.APIStatusError, server: str, words: str) -> ModelUnavailable:
    if redirect := error.response.next_request:
        return ModelUnavailable(
            phrase(
                "{server} redirects to {decode}; redirects are not followed.",
                server=server,
                decode=redirect.url.netloc.decode()[:_LONGEST_HOST],
            ),
            phrase("Name that server in llm_url if you trust it. {without}", without=WITHOUT),
        )
    sentence, hint = _status(error, server)
    if words:
        sentence = phrase("{sentence}: “{words}”", sentence=sentence, words=words)
    kind = ModelKeyRefused if error.status_code in {401, 403} else ModelUnavailable
    return kind(phrase("{sentence}.", sentence=sentence), hint)


def _status(error: openai.APIStatusError, server: str) -> tuple[Phrase, Phrase]:
    """The sentence for a status, without its full stop, and what to do."""
    match error.status_code:
        case 429 if out_of_quota(error):
            told = phrase("{server} says that its account has no quota or credit left", server=server)
            return told, phrase("Top it up there, or choose another server. {without}", without=WITHOUT)
        case 402:
            told = phrase("{server} wants to be paid first", server=server)
            return told, phrase("Top it up there, or choose another server. {without}", without=WITHOUT)
        case 408:
            told = phrase("{server} is too slow to answer", server=server)
            return told, phrase("Choose a smaller model. {without}", without=WITHOUT)
        case 429:
            told = phrase("{server} limits the number of questions", server=server)
            return told, phrase("Wait a little. {without}", without=WITHOUT)
        case 401 | 403:
            told = phrase("{server} does not accept the key", server=server)
            return told, phrase("Check COMPANION_LLM_KEY, or run companion model.")
        case 404:
            told = phrase("{server} has no such model or address", server=server)
            return told, phrase("Check llm_url and llm_model, or run companion model.")
        case status if status >= 500:
            told = phrase("{server} reports an error ({status_code})", server=server, status_code=status)
            return told, phrase("Check that server. {without}", without=WITHOUT)
    told = phrase("{server} refuses the question", server=server)
    return told, phrase("Choose another model there, or another server. {without}", without=WITHOUT)
