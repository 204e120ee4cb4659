"""Whatever the server does, the notes are those of the embedded scribe or better, and failures are reported."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import respx

from audio.patience import Patience
from audio.server_client import client_of
from companion.chronicle.extractor import scribe_lines
from companion.chronicle.llm_extractor.transcripts import scribe_with_model
from companion.llm.openai_server import OpenAIModel
from tests.support import hostile_model
from tests.support.clock import FakeClock
from tests.support.hostile_model import MARK, SENTENCES, WORDS
from tests.support.reader_model import PLAIN, TALK, person, place, shown
from tests.support.reader_model import notes as answer

ROSTER = {
    "players": [
        {"name": "Jay", "character": {"name": "Herik", "skills": [{"name": "Haggling"}]}},
        {"name": "Mira", "character": {"name": "Bartok"}},
    ]
}
LINES = [{"id": f"u{at}", "speaker": by, "start": 10.0 * at, "text": text} for at, (by, text) in enumerate(TALK, 1)]
WITHOUT = scribe_lines(LINES, ROSTER)
ROLES = answer(
    people=[person("Clara Winslow", 2, 3, 4, role="harbour master", attitude="amused"), person("Tobin", 4, 5, 6)],
    places=[place("Gull Street", 6, about="Tobin went down there.")],
    threads=[{"kind": "promise", "text": "Tobin brings two barrels of salt before dawn.", "lines": [5]}],
)
"""A right answer about the talk, as recorded servers shape it."""
RETOLD = {
    "sentences": [
        {"text": "Herik walked over to Clara Winslow.", "lines": [3]},
        {"text": "Tobin promised two barrels of salt.", "lines": [5]},
    ]
}


def completion(content: Any, finish_reason: str = "stop", usage: bool = True) -> httpx.Response:
    text = content if isinstance(content, str) else json.dumps(content)
    message = {"role": "assistant", "content": text}
    body = {
        "id": "1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": finish_reason, "message": message}],
    }
    counted = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    return httpx.Response(200, json=body | ({"usage": counted} if usage else {}))


class Server:
    """Answers the plain scene and the recap rightly, and questions about names with the answers given, in order."""

    def __init__(self, clock: FakeClock, *answers: Any) -> None:
        self.answers = list(answers)
        self.clock = clock
        self.bodies: list[dict[str, Any]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.bodies.append(json.loads(request.content))
        question = self.bodies[-1]["messages"][1]["content"]
        if "Marta Quill" in question:
            return completion(PLAIN)
        if "\nLines, numbered: " not in question:
            return completion(RETOLD)
        self.clock.advance(1.0)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        if callable(answer):
            return completion(answer(shown(question)))
        assert isinstance(answer, httpx.Response)
        return answer


Run = Callable[..., tuple[dict[str, Any], Server]]


@pytest.fixture
def run() -> Iterator[Run]:
    """Writes the notes of the talk with a server that answers so."""
    clock = FakeClock()
    with respx.mock(base_url="http://llm.test/v1", assert_all_mocked=True, assert_all_called=False) as router:

        def run(*answers: Any, budget: int = 100_000, **patience: Any) -> tuple[dict[str, Any], Server]:
            server = Server(clock, *answers)
            router.post("/chat/completions").mock(side_effect=server)
            client = client_of("http://llm.test/v1", "sk-secret")
            model = OpenAIModel(client, clock, "m", Patience(**patience), wait=lambda state: 1.0, answer_tokens=700)
            told, _ = scribe_with_model(LINES, ROSTER, model, budget)
            return told, server

        yield run


def notes(told: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key in WITHOUT}


def test_a_good_server_adds_what_the_talk_says(run: Run) -> None:
    told, server = run(completion(ROLES))
    assert [(each["name"], each["role"]) for each in told["npcs"]] == [
        ("Clara Winslow", "harbour master"),
        ("Tobin", None),
    ]
    assert WITHOUT["npcs"][0]["role"] is None
    assert told["npcs"][0]["wording"] == {"attitude": "amused"}
    assert [(each["name"], each["wording"]) for each in told["promises"]] == [
        (LINES[4]["text"], {"promise": "Tobin brings two barrels of salt before dawn."})
    ]
    assert told["recap"]["text"] == (
        "Last time: Herik walked over to Clara Winslow. Tobin promised two barrels of salt."
    )
    assert told["model"] == {
        "ended": "done",
        "waiting": 0,
        "failed": 0,
        "questions": 3,
        "tokens_read": 300,
        "tokens_written": 30,
        "dropped": {},
        "recap": {"by_model": True, "dropped": {}},
    }
    assert {body["max_completion_tokens"] for body in server.bodies} == {700}


DISCONNECTED = httpx.RemoteProtocolError("peer closed connection without sending complete message body")
HALF = json.dumps(ROLES)[:60]


@pytest.mark.parametrize(
    ("answer", "ended"),
    [
        (httpx.ConnectError("refused"), "unavailable"),
        (httpx.ReadTimeout("slow"), "unavailable"),
        (DISCONNECTED, "unavailable"),
        (httpx.Response(500, json={"error": {"message": "no"}}), "unavailable"),
        (httpx.Response(429, json={"error": {"message": "no"}}, headers={"retry-after": "3"}), "unavailable"),
        (httpx.Response(401, json={"error": {"message": "no"}}), "unavailable"),
        (httpx.Response(200, text="<html>welcome</html>"), "done"),
        (httpx.Response(200, content=b'{"id": "1", "choi', headers={"content-type": "application/json"}), "done"),
        (completion(HALF), "done"),
        (completion(ROLES, "length"), "done"),
        (completion("I'd love to help! The people are Clara and Tobin."), "done"),
        (completion({"npcs": [{"name": "Zorblax"}]}), "done"),
        (completion({**ROLES, "settings": {"trust": "brisk"}}), "done"),
        (completion(answer(people=[{**person("Tobin", 4), "name": 7}])), "done"),
        (completion(""), "done"),
    ],
)
def test_a_server_that_fails_changes_nothing(run: Run, answer: Any, ended: str) -> None:
    told, _ = run(answer, attempts=3, total_seconds=60)
    assert notes(told) == WITHOUT
    assert (told["model"]["ended"], told["model"]["waiting"]) == (ended, 1)
    assert told["model"]["failed"] == (1 if ended == "done" else 0)


@pytest.mark.parametrize("words", WORDS.values(), ids=list(WORDS))
def test_a_server_that_means_harm_changes_nothing(run: Run, words: str) -> None:
    told, _ = run(httpx.Response(200, content=hostile_model.completion(words)), attempts=1)
    assert notes(told) == WITHOUT
    assert MARK not in str(told)
    assert (told["model"]["ended"], told["model"]["failed"]) == ("done", 1)


@pytest.mark.parametrize("sentence", SENTENCES.values(), ids=list(SENTENCES))
def test_a_recap_that_means_harm_is_left_out(run: Run, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RETOLD, "sentences", [*RETOLD["sentences"], {"text": sentence, "lines": [2, 3]}])
    told, _ = run(completion(ROLES), attempts=1)
    assert told["recap"]["text"] == (
        "Last time: Herik walked over to Clara Winslow. Tobin promised two barrels of salt."
    )
    assert sum(told["model"]["recap"]["dropped"].values()) == 1
    assert MARK not in str(told)


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("refused"),
        DISCONNECTED,
        httpx.Response(500, json={"error": {"message": "no"}}),
        httpx.Response(429, json={"error": {"message": "no"}}, headers={"retry-after": "3"}),
        completion(HALF),
        completion("nonsense"),
    ],
)
def test_a_failure_that_passes_costs_nothing_but_time(run: Run, failure: Any) -> None:
    told, server = run(failure, completion(ROLES))
    assert told["npcs"][0]["role"] == "harbour master"
    assert len(server.bodies) == 4


def test_a_server_is_not_waited_for_longer_than_patience(run: Run) -> None:
    told, server = run(httpx.ReadTimeout("slow"), attempts=5, total_seconds=4)
    assert told["model"]["ended"] == "unavailable"
    assert server.clock.monotonic() <= 4


def test_a_wish_to_wait_is_heard(run: Run) -> None:
    busy = httpx.Response(429, json={"error": {"message": "no"}}, headers={"retry-after": "7"})
    _, server = run(busy, completion(ROLES))
    assert 7.0 in server.clock.slept


def test_a_server_that_makes_things_up_is_caught(run: Run) -> None:
    """It is asked once more; what is refused again is dropped and counted, and costs the answer its trust."""
    made_up = answer(people=[person("Zorblax", 4), person("King Olaf", 5), person("Tobin", 5)])
    told, server = run(completion(made_up))
    assert notes(told) == WITHOUT
    assert told["model"]["dropped"] == {"name not said": 2}
    assert "person Zorblax: name not said" in server.bodies[2]["messages"][1]["content"]


def test_a_refused_entry_that_is_mended_is_taken(run: Run) -> None:
    wrong = {**ROLES, "people": [person("Clara Winslov", 2, role="harbour master"), ROLES["people"][1]]}
    told, server = run(completion(wrong), completion(answer(people=[ROLES["people"][0]])))
    assert (told["npcs"][0]["role"], told["model"]["dropped"]) == ("harbour master", {})
    assert len(server.bodies) == 4


def test_a_server_that_does_not_count_is_counted_for(run: Run) -> None:
    told, server = run(completion(ROLES, usage=False))
    asked = next(body for body in server.bodies if "Clara" in str(body))
    letters = sum(len(each["content"]) for each in asked["messages"])
    assert told["model"]["tokens_read"] >= 200 + letters / 4


def test_without_a_budget_nothing_is_asked(run: Run) -> None:
    told, server = run(completion(ROLES), budget=500)
    assert notes(told) == WITHOUT
    assert (told["model"]["ended"], server.bodies) == ("budget", [])
