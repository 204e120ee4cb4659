"""The language model's adapter: bounded patience, checked answers, every failure one sentence."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import respx
from pydantic import BaseModel, ConfigDict

from audio.patience import Patience
from audio.server_client import client_of
from companion.base.clock import SystemClock
from companion.base.config import Settings, load_settings
from companion.base.errors import ModelReplyError, ModelUnavailable
from companion.llm.openai_server import OpenAIModel, strict_schema
from companion.llm.port import connect, key_for
from tests.support.clock import FakeClock

KEY = "sk-very-secret"


class Fact(BaseModel):
    model_config = ConfigDict(extra="forbid")
    text: str
    evidence: list[str]


class Reply(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    default: int = 3
    facts: list[Fact] = []


GOOD = {"name": "Yargert", "default": 1, "facts": [{"text": "a blacksmith", "evidence": ["u1"]}]}


def completion(content: str | None, finish_reason: str = "stop", **said: str) -> httpx.Response:
    message = {"role": "assistant", "content": content, **said}
    choice = {"index": 0, "finish_reason": finish_reason, "message": message, "logprobs": None}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    return httpx.Response(200, json=body)


def error(status: int, message: str = "no", **headers: str) -> httpx.Response:
    return httpx.Response(status, json={"error": {"message": message}}, headers=headers)


MODELS = httpx.Response(200, json={"object": "list", "data": [{"id": "small"}, {"id": "big"}]})


class Server:
    """Plays back answers in order and remembers what it was asked."""

    def __init__(self, *answers: httpx.Response | Exception, clock: FakeClock, seconds: float = 0.0) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []
        self.timeouts: list[float] = []
        self._clock = clock
        self._seconds = seconds

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        self.timeouts.append(request.extensions["timeout"]["read"])
        self._clock.advance(self._seconds)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(request.content) for request in self.asked]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def router() -> Iterator[respx.Router]:
    """The network: nothing but `http://llm.test/v1` is there, and any other address fails the test."""
    with respx.mock(base_url="http://llm.test/v1", assert_all_mocked=True, assert_all_called=False) as routes:
        yield routes


@pytest.fixture
def serve(clock: FakeClock, router: respx.Router) -> Iterator[Callable[..., tuple[OpenAIModel, Server]]]:
    """Makes a model and the server it asks; all answers must have been asked for at the end."""
    servers: list[Server] = []

    def make(
        *answers: httpx.Response | Exception, model: str | None = "small", seconds: float = 0.0, **patience: Any
    ) -> tuple[OpenAIModel, Server]:
        server = Server(*answers, clock=clock, seconds=seconds)
        servers.append(server)
        router.post("/chat/completions").mock(side_effect=server)
        router.get("/models").mock(side_effect=server)
        client = client_of("http://llm.test/v1", KEY)
        return OpenAIModel(client, clock, model, Patience(**patience), wait=lambda state: state.attempt_number), server

    yield make
    assert [server.answers for server in servers] == [[] for _ in servers]


def test_an_answer_becomes_a_checked_value(serve: Callable[..., Any]) -> None:
    model, server = serve(completion(json.dumps(GOOD)))
    reply = model.ask("You keep notes.", "<talk>…</talk>", Reply)
    assert reply == Reply.model_validate(GOOD)
    (body,) = server.bodies
    assert body["model"] == "small"
    assert [(each["role"], each["content"]) for each in body["messages"]] == [
        ("system", "You keep notes."),
        ("user", "<talk>…</talk>"),
    ]
    assert body["response_format"]["json_schema"] == {"name": "Reply", "schema": strict_schema(Reply), "strict": True}


def test_the_schema_requires_everything_and_allows_nothing_else() -> None:
    """Servers that enforce a schema insist on both, at every depth; an entry may itself be called default."""
    schema = strict_schema(Reply)
    assert schema["required"] == ["name", "default", "facts"]
    assert "default" not in schema["properties"]["facts"]
    for part in (schema, schema["$defs"]["Fact"]):
        assert part["additionalProperties"] is False
    assert schema["$defs"]["Fact"]["required"] == ["text", "evidence"]


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
        httpx.ConnectTimeout("slow to connect"),
        httpx.RemoteProtocolError("server disconnected without sending a response"),
        httpx.ReadError("connection reset"),
        error(408),
        error(429),
        error(500),
        error(503),
    ],
)
def test_passing_failures_are_tried_again(serve: Callable[..., Any], clock: FakeClock, failure: Any) -> None:
    model, _ = serve(failure, failure, completion(json.dumps(GOOD)))
    assert model.ask("i", "q", Reply).name == "Yargert"
    assert clock.slept == [1, 2]


@pytest.mark.parametrize(
    ("failure", "message", "hint"),
    [
        (httpx.ConnectError("refused"), "llm.test cannot be reached.", "Start the server"),
        (
            httpx.ReadTimeout("slow"),
            "llm.test is too slow: the whole answer was not there after 20 seconds.",
            "smaller model",
        ),
        (httpx.RemoteProtocolError("gone"), "llm.test cannot be reached.", "Start the server"),
        (error(429), "llm.test limits the number of questions: “no”.", "Wait a little"),
        (error(500), "llm.test reports an error (500): “no”.", "Check that server"),
    ],
)
def test_attempts_are_bounded(serve: Callable[..., Any], failure: Any, message: str, hint: str) -> None:
    model, server = serve(failure, failure, failure)
    with pytest.raises(ModelUnavailable) as caught:
        model.ask("i", "q", Reply)
    assert str(caught.value) == message
    assert hint in caught.value.hint
    assert caught.value.retryable
    assert len(server.asked) == 3


def test_different_failures_share_one_patience(serve: Callable[..., Any], clock: FakeClock) -> None:
    """Refused, then overloaded with a wish, then an answer: three attempts of one question."""
    failures = (httpx.ConnectError("refused"), error(429, **{"retry-after": "3"}))
    model, server = serve(*failures, completion(json.dumps(GOOD)))
    assert model.ask("i", "q", Reply).name == "Yargert"
    assert clock.slept == [1, 3]
    assert len(server.asked) == 3


def test_looking_up_the_model_takes_time_of_the_question(serve: Callable[..., Any]) -> None:
    """One deadline for both; the next question has all of it."""
    answers = (MODELS, completion(json.dumps(GOOD)), completion(json.dumps(GOOD)))
    model, server = serve(*answers, model=None, seconds=8.0, total_seconds=20.0)
    model.ask("i", "q", Reply)
    model.ask("i", "q", Reply)
    assert server.timeouts == pytest.approx([20.0, 12.0, 20.0])


def test_an_answer_that_breaks_off_is_refused(serve: Callable[..., Any]) -> None:
    class Torn(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield b'{"choices": [{"mess'
            raise httpx.RemoteProtocolError("peer closed connection without sending complete message body")

    torn = [httpx.Response(200, headers={"content-type": "application/json"}, stream=Torn()) for _ in range(3)]
    model, server = serve(*torn)
    with pytest.raises(ModelUnavailable, match=r"llm\.test broke off in the middle of its answer\."):
        model.ask("i", "q", Reply)
    assert len(server.asked) == 3


def test_the_key_goes_to_the_configured_server_and_nowhere_else(
    tmp_path: Path, router: respx.Router, clock: FakeClock
) -> None:
    """As the settings build the client: no other address is asked, and the key is in the header only."""
    route = router.post("/chat/completions").mock(return_value=completion(json.dumps(GOOD)))
    model = connect(settings(tmp_path, "http://llm.test/v1", COMPANION_LLM_KEY=KEY, COMPANION_LLM_MODEL="small"), clock)
    assert model is not None
    model.ask("i", "q", Reply)
    (call,) = route.calls
    assert call.request.headers["authorization"] == f"Bearer {KEY}"
    assert KEY.encode() not in call.request.content
    assert model.server == "llm.test"


def test_words_are_not_sent_on_to_a_server_that_no_setting_names(
    tmp_path: Path, router: respx.Router, clock: FakeClock
) -> None:
    """Only the address is named; the fake network fails a test that reaches for another one."""
    away = httpx.Response(307, headers={"location": "http://me:pw@elsewhere.example:81/v1?key=k"})
    route = router.post("/chat/completions").mock(return_value=away)
    model = connect(settings(tmp_path, "http://llm.test/v1", COMPANION_LLM_MODEL="small"), clock)
    assert model is not None
    with pytest.raises(ModelUnavailable) as caught:
        model.ask("i", "q", Reply)
    assert str(caught.value) == ("llm.test redirects to elsewhere.example:81; redirects are not followed.")
    assert not caught.value.retryable
    assert route.call_count == 1


def test_what_does_not_fit_is_told_in_one_short_line(serve: Callable[..., Any]) -> None:
    wrong = completion(json.dumps({**GOOD, "a\n" * 300: 1}))
    model, _ = serve(wrong, wrong)
    with pytest.raises(ModelReplyError) as caught:
        model.ask("i", "q", Reply)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(("temperature", "sent"), [(None, {}), (0.0, {"temperature": 0.0})])
def test_the_temperature_is_the_servers_own_unless_given(
    tmp_path: Path, router: respx.Router, clock: FakeClock, temperature: float | None, sent: dict[str, float]
) -> None:
    route = router.post("/chat/completions").mock(return_value=completion(json.dumps(GOOD)))
    chosen = settings(tmp_path, "http://llm.test/v1", COMPANION_LLM_MODEL="small")
    model = connect(chosen, clock, temperature=temperature)
    assert model is not None
    model.ask("i", "q", Reply)
    (call,) = route.calls
    asked = json.loads(call.request.content)
    assert {name: value for name, value in asked.items() if name == "temperature"} == sent


def test_total_seconds_are_bounded(serve: Callable[..., Any]) -> None:
    """Each attempt gets the time that is left, and none begins when waiting for it would take the rest."""
    slow = httpx.ReadTimeout("slow")
    model, server = serve(slow, slow, seconds=4.0, total_seconds=10.0, attempts=9)
    with pytest.raises(ModelUnavailable):
        model.ask("i", "q", Reply)
    assert server.timeouts == [10.0, 5.0]


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_the_servers_wish_to_wait_is_respected(serve: Callable[..., Any], clock: FakeClock, form: str) -> None:
    wish = "7" if form == "seconds" else format_datetime(clock.now() + timedelta(seconds=7), usegmt=True)
    model, _ = serve(error(429, **{"retry-after": wish}), completion(json.dumps(GOOD)))
    model.ask("i", "q", Reply)
    assert clock.slept == [7]


@pytest.mark.parametrize("wish", ["soon", "-5", "²"])
def test_a_senseless_wish_is_ignored(serve: Callable[..., Any], clock: FakeClock, wish: str) -> None:
    failure = httpx.Response(503, json={}, headers=[(b"retry-after", wish.encode("latin-1"))])
    model, _ = serve(failure, completion(json.dumps(GOOD)))
    model.ask("i", "q", Reply)
    assert clock.slept == [1]


def test_a_wish_beyond_patience_ends_it_at_once(serve: Callable[..., Any], clock: FakeClock) -> None:
    model, _ = serve(error(429, **{"retry-after": "3600"}))
    with pytest.raises(ModelUnavailable):
        model.ask("i", "q", Reply)
    assert clock.slept == []


@pytest.mark.parametrize(
    ("failure", "message"),
    [
        (error(401, f"Incorrect API key {KEY}"), "llm.test does not accept the key: “Incorrect API key …”."),
        (error(403), "llm.test does not accept the key: “no”."),
        (error(404, "model 'small' not found"), "llm.test has no such model or address: “model 'small' not found”."),
        (error(402), "llm.test wants to be paid first: “no”."),
        (
            error(429, "You exceeded your current quota."),
            "llm.test says that its account has no quota or credit left: “You exceeded your current quota.”.",
        ),
        (httpx.Response(418, text="<html>"), "llm.test refuses the question."),
    ],
)
def test_lasting_failures_are_not_tried_again(serve: Callable[..., Any], failure: Any, message: str) -> None:
    model, server = serve(failure)
    with pytest.raises(ModelUnavailable) as caught:
        model.ask("i", "q", Reply)
    assert str(caught.value) == message
    assert KEY not in f"{caught.value}{caught.value.hint}"
    assert not caught.value.retryable
    assert len(server.asked) == 1


MISFITS = [
    (completion('{"name": "Yarg'), "does not fit: its JSON is broken"),
    (completion("He is a blacksmith."), "does not fit: it is words, not JSON"),
    (completion('{"name": 7, "default": 1, "facts": []}'), "does not fit: name:"),
    (completion('{"name": "Y", "default": 1, "facts": [], "roll": 6}'), "does not fit: roll:"),
    (completion('{"name": "Y", "facts": [{"text": "t"}]}'), "does not fit: facts.0.evidence:"),
]
NO_ANSWERS = [
    (completion('{"name": "Yarg', finish_reason="length"), "was cut off at its longest"),
    (completion("", finish_reason="length"), "used up its answer with thinking"),
    (completion("", finish_reason="content_filter"), "filter held the model's answer back"),
    (completion(""), "The model gave an empty answer"),
    (completion(None), "The model gave an empty answer"),
    (completion(None, reasoning_content="Hm."), "thought and then gave an empty answer"),
    (completion(None, refusal="I can't help with dice."), "refuses: “I can't help with dice.”"),
    (httpx.Response(200, text="<html>Welcome</html>"), "sent a web page"),
    (httpx.Response(200, json={"choices": []}), "not a language"),
    (httpx.Response(200, json={"error": "Unexpected endpoint"}), "not a language server: “Unexpected endpoint”"),
    (httpx.Response(200, text='{"cho'), "a broken answer"),
]


@pytest.mark.parametrize(
    ("answer", "message", "asked"), [*((*each, 2) for each in MISFITS), *((*each, 1) for each in NO_ANSWERS)]
)
def test_answers_that_do_not_fit_are_refused(serve: Callable[..., Any], answer: Any, message: str, asked: int) -> None:
    """What has another form is asked for once more, with the form in the question; never again after that."""
    model, _ = serve(*[answer] * asked)
    with pytest.raises(ModelReplyError) as caught:
        model.ask("i", "q", Reply)
    assert message in str(caught.value)
    assert caught.value.hint
    assert "blacksmith" not in str(caught.value)


def test_the_servers_first_model_is_taken_when_none_is_named(serve: Callable[..., Any]) -> None:
    model, server = serve(MODELS, completion(json.dumps(GOOD)), completion(json.dumps(GOOD)), model=None)
    model.ask("i", "q", Reply)
    model.ask("i", "q", Reply)
    assert [request.url.path for request in server.asked] == ["/v1/models", *["/v1/chat/completions"] * 2]
    assert {json.loads(request.content)["model"] for request in server.asked[1:]} == {"small"}


def test_a_server_without_models_is_told(serve: Callable[..., Any]) -> None:
    model, _ = serve(httpx.Response(200, json={"object": "list", "data": []}), model=None)
    with pytest.raises(ModelUnavailable, match="has no model"):
        model.ask("i", "q", Reply)


def test_ping_lists_the_models(serve: Callable[..., Any]) -> None:
    model, _ = serve(MODELS)
    assert model.ping() == ("small", "big")


def test_ping_notices_what_is_no_language_server(serve: Callable[..., Any]) -> None:
    model, _ = serve(httpx.Response(200, text="<html>Login</html>", headers={"content-type": "text/html"}))
    with pytest.raises(ModelReplyError, match="not a language server"):
        model.ping()


def settings(tmp_path: Path, url: str | None, **environment: str) -> Settings:
    more = {"COMPANION_LLM_URL": url} if url else {}
    return load_settings(environment={"COMPANION_DATA_DIR": str(tmp_path), **more, **environment})


def test_without_a_server_there_is_no_model(tmp_path: Path) -> None:
    """A key alone, which may lie in the environment for other programs, does not switch it on."""
    assert connect(settings(tmp_path, None, OPENAI_API_KEY=KEY), SystemClock()) is None


OPENAI, OTHER = "https://api.openai.com/v1", "https://llm.example.com/v1"


@pytest.mark.parametrize(
    ("variable", "llm_url", "more", "url", "sent"),
    [
        ("OPENAI_API_KEY", OPENAI, "", OPENAI, True),
        ("OPENAI_API_KEY", None, "", OPENAI, True),
        ("OPENAI_API_KEY", None, "", "https://eu.api.openai.com/v1", True),
        ("OPENAI_API_KEY", OTHER, "", OTHER, False),
        ("OPENAI_API_KEY", OTHER, OTHER, OTHER, True),
        ("OPENAI_API_KEY", OTHER, "https://another.example.com/v1", OTHER, False),
        ("OPENAI_API_KEY", None, "", f"https://evil.example.com/?{OPENAI}", False),
        ("OPENAI_API_KEY", None, "", "https://api.openai.com.example.com/v1", False),
        ("OPENAI_API_KEY", None, "", "https://notapi.openai.com@evil.example.com/v1", False),
        ("OPENAI_API_KEY", None, "", "https://api.openai.com:8443/v1", False),
        ("OPENAI_API_KEY", None, "", "http://api.openai.com/v1", False),
        ("COMPANION_LLM_KEY", OTHER, "", f"{OTHER}/", True),
        ("COMPANION_LLM_KEY", OTHER, "", OPENAI, False),
        ("COMPANION_LLM_KEY", None, "", OTHER, True),
    ],
)
def test_a_key_goes_to_the_server_it_was_set_for(
    tmp_path: Path, variable: str, llm_url: str | None, more: str, url: str, sent: bool
) -> None:
    found = settings(tmp_path, llm_url, COMPANION_OPENAI_KEY_FOR=more, **{variable: KEY})
    assert key_for(found, url) == (KEY if sent else None)
    if url == llm_url:
        model = connect(found, SystemClock())
        assert isinstance(model, OpenAIModel)
        assert (model._key == KEY) is sent


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_a_server_that_is_not_there_is_told(tmp_path: Path, listening: socket.socket) -> None:
    """Over a real socket: the port was free a moment ago."""
    port = listening.getsockname()[1]
    listening.close()
    model = connect(
        settings(tmp_path, f"http://127.0.0.1:{port}/v1", COMPANION_LLM_TIMEOUT_SECONDS="0.3"), SystemClock()
    )
    assert model is not None
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        model.ping()


def test_a_server_that_never_answers_is_given_up(tmp_path: Path, listening: socket.socket) -> None:
    """Over a real socket: it accepts and stays silent; the key goes there and nowhere else."""
    received: list[bytes] = []

    def accept() -> None:
        connection, _ = listening.accept()
        with connection:
            while part := connection.recv(4096):
                received.append(part)

    thread = threading.Thread(target=accept)
    thread.start()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    model = connect(settings(tmp_path, url, COMPANION_LLM_TIMEOUT_SECONDS="0.3", COMPANION_LLM_KEY=KEY), SystemClock())
    assert model is not None
    with pytest.raises(ModelUnavailable, match="too slow"):
        model.ping()
    thread.join(timeout=60)
    assert f"Bearer {KEY}".encode() in b"".join(received)
