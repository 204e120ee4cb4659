"""Servers differ: what one does not take is left out from then on, and an address without its /v1 is mended."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import respx
from pydantic import BaseModel, ConfigDict

from audio.server_client import client_of
from companion.base.errors import ModelUnavailable
from companion.llm.openai_server import OpenAIModel
from tests.support.clock import FakeClock


class Reply(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str


GOOD = json.dumps({"name": "Yargert"})
MODELS = {"object": "list", "data": [{"id": "small"}]}


def says(words: str) -> httpx.Response:
    return httpx.Response(200, json={"choices": [{"message": {"content": words}, "finish_reason": "stop"}]})


def refusing(*names: str, message: str = "Unsupported parameter: '{name}'", status: int = 400) -> Callable[..., Any]:
    """A server that refuses a question with one of these in its body."""

    def answer(request: httpx.Request) -> httpx.Response:
        body = request.content.decode()
        found = next((name for name in names if f'"{name}"' in body), None)
        if found is not None:
            return httpx.Response(status, json={"error": {"message": message.format(name=found)}})
        return says(GOOD)

    return answer


@pytest.fixture
def router() -> Iterator[respx.Router]:
    with respx.mock(assert_all_mocked=True, assert_all_called=False) as routes:
        yield routes


def model_at(url: str, **options: Any) -> OpenAIModel:
    return OpenAIModel(client_of(url, "sk-1"), FakeClock(), "small", wait=lambda state: 1.0, **options)


@pytest.mark.parametrize(
    ("server", "asked", "sent", "left_out"),
    [
        (refusing("temperature"), 2, ["json_schema", "max_completion_tokens"], ["temperature"]),
        (refusing("max_completion_tokens"), 2, ["max_tokens", "temperature"], ["max_completion_tokens"]),
        (refusing("max_completion_tokens", "max_tokens"), 3, ["json_schema"], ["max_tokens"]),
        (
            refusing("json_schema", message="response_format.type must be one of text, json_object"),
            2,
            ["json_object"],
            [],
        ),
        (refusing("response_format", message="no"), 3, ["temperature"], ["response_format"]),
        (refusing("json_schema", message="failed to parse grammar", status=500), 4, ["json_object"], []),
        (refusing("temperature", "json_schema"), 3, ["json_object"], ["temperature"]),
    ],
    ids=["temperature", "other length", "no length", "no schema", "no form", "grammar", "two"],
)
def test_what_a_server_refuses_is_left_out_and_remembered(
    router: respx.Router, server: Callable[..., Any], asked: int, sent: list[str], left_out: list[str]
) -> None:
    route = router.post("http://llm.test/v1/chat/completions").mock(side_effect=server)
    model = model_at("http://llm.test/v1", temperature=0.0, answer_tokens=50)
    assert [model.ask("Rules.", "q", Reply).name for _ in range(2)] == ["Yargert"] * 2
    body = json.loads(route.calls.last.request.content)
    assert route.call_count == asked + 1 or "grammar" in str(route.calls[0].response.json())
    assert all(f'"{name}"' in json.dumps(body) for name in sent)
    assert not any(name in body for name in left_out)
    told = '"additionalProperties"' in body["messages"][0]["content"]
    assert told == (body.get("response_format", {}).get("type") != "json_schema")
    assert body["messages"][0]["content"].startswith("Rules.")


def test_a_server_that_refuses_everything_is_told_in_its_own_words(router: respx.Router) -> None:
    """The first refusal counts; the next question begins anew."""
    refuses = refusing("messages", message="The context of 2048 tokens is too short for this")
    route = router.post("http://llm.test/v1/chat/completions").mock(side_effect=refuses)
    with pytest.raises(ModelUnavailable, match="refuses the question: “The context of 2048 tokens is too short"):
        model_at("http://llm.test/v1").ask("i", "q", Reply)
    assert route.call_count == 3


@pytest.mark.parametrize(
    "words",
    [
        f"```json\n{GOOD}\n```",
        f"Here you are:\n{GOOD}\nAnything else?",
        f"<think>Is it {{}}? No.</think>\n{GOOD}",
        f"```\n{GOOD}",
    ],
)
def test_json_in_fences_and_among_words_is_taken(router: respx.Router, words: str) -> None:
    route = router.post("http://llm.test/v1/chat/completions").mock(return_value=says(words))
    assert model_at("http://llm.test/v1").ask("i", "q", Reply).name == "Yargert"
    assert route.call_count == 1


def test_a_model_that_needs_to_be_told_the_form_is_told_from_then_on(router: respx.Router) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        told = "JSON schema" in json.loads(request.content)["messages"][0]["content"]
        return says(GOOD if told else "It is Yargert.")

    route = router.post("http://llm.test/v1/chat/completions").mock(side_effect=answer)
    model = model_at("http://llm.test/v1")
    assert [model.ask("i", "q", Reply).name for _ in range(3)] == ["Yargert"] * 3
    assert route.call_count == 4


@pytest.mark.parametrize(
    "elsewhere",
    [
        httpx.Response(404, text="404 page not found"),
        httpx.Response(200, json={"error": "Unexpected endpoint or method."}),
        httpx.Response(200, text="<html>Welcome to nginx</html>"),
    ],
    ids=["Ollama", "LM Studio", "a page"],
)
def test_a_missing_v1_is_mended(router: respx.Router, elsewhere: httpx.Response) -> None:
    router.get("http://llm.test:11434/v1/models").respond(json=MODELS)
    router.post("http://llm.test:11434/v1/chat/completions").mock(return_value=says(GOOD))
    router.route().mock(return_value=elsewhere)
    model = model_at("http://llm.test:11434")
    assert model.ask("i", "q", Reply).name == "Yargert"
    assert model.address == "http://llm.test:11434/v1"
    assert model_at("http://llm.test:11434").ping() == ("small",)


def test_what_is_no_server_even_behind_v1_is_told_as_it_is(router: respx.Router) -> None:
    router.route().mock(return_value=httpx.Response(404, text="404 page not found"))
    with pytest.raises(ModelUnavailable, match="no such model or address: “404 page not found”"):
        model_at("http://llm.test").ping()
