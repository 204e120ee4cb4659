"""Whatever a browser sends: one clear refusal, the log as it was, and a table that goes on."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import openai
import pytest
from engineio.packet import Packet
from hypothesis import given
from hypothesis import strategies as st
from nicegui import Client

from audio.patience import Patience
from companion.app.model_examination import questions
from companion.base.clock import SystemClock
from companion.base.errors import CompanionError, ModelError
from companion.llm.openai_server import OpenAIModel
from companion.llm.table_reading import MOST_COMMANDS, Heard, Readings, TableReader
from companion.web.actions import Actions
from companion.web.auth import AuthMiddleware
from companion.web.keys import ROLES, Keys, Visitor
from companion.web.messages import NO_MESSAGE, fits, kind_of, sifted
from companion.web.moves import filled
from companion.web.parts.base import given_in
from companion.web.submissions import Submissions
from companion.web.transcript import TranscriptLine
from engine.errors import EngineError
from tests.fuzz.hostile import TEXTS, VALUES, damaged, twisted, written
from tests.fuzz.test_doors import cases
from tests.support.clock import FakeClock
from tests.support.loops import run_apart
from tests.web.test_host import Inn
from tests.web.test_socket import ScriptedServer

NAMES = st.sampled_from(["Jay", "Mira", "Russ", "Nobody", "", "jay", "Jay\x00", "<b>"]) | TEXTS
IDS = st.sampled_from(["u1", "u0", "u999999", "c1", "", "../u1", "u1\n"]) | TEXTS
STRANGERS_DEEDS: tuple[Callable[[Actions, str, str], object], ...] = (
    lambda actions, name, text: actions.answer(text, name),
    lambda actions, name, text: actions.credit(text, "Jay" if name == "Mira" else name),
    lambda actions, name, text: actions.reword(text, name),
    lambda actions, name, text: actions.strike(text),
    lambda actions, name, text: actions.take_back(text),
    lambda actions, name, text: actions.consent(True, f"{name}?"),
    lambda actions, name, text: actions.learn_voice(f"{name}?"),
    lambda actions, name, text: actions.forget_voice(f"{name}?"),
    lambda actions, name, text: actions.listen(False),
)
"""Attempts of a seat that name people, words and deeds that are not its own, or nobody's."""


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inn]:
    found = Inn(tmp_path_factory.mktemp("inn"))
    found.table.say("We go to the ferry.", "Russ")
    yield found
    found.close()


def refused(deed: Callable[[], object]) -> bool:
    """Return True if it was refused, in one sentence."""
    sentence = "It answers."
    try:
        answer = deed()
    except (CompanionError, EngineError) as problem:
        sentence = answer = str(problem)
    assert sentence.strip()
    assert "\n" not in sentence
    return answer in (None, False) or isinstance(answer, str)


@cases(60)
@given(deed=st.sampled_from(STRANGERS_DEEDS), name=NAMES, text=IDS)
def test_a_seat_that_tries_what_is_not_its_own_changes_nothing(deed: Any, name: str, text: str, inn: Inn) -> None:
    """Others' words and deeds, unknown ids and names: the log and the talk stay as they are."""
    game = inn.host.game
    assert game is not None
    before, talk = len(game.recorded), told(inn)
    assert refused(lambda: deed(inn.seat("Mira"), name, text))
    assert (len(game.recorded), told(inn)) == (before, talk)


def told(inn: Inn) -> list[TranscriptLine]:
    """The talk as it reads; that a line settles takes its own time."""
    return [replace(line, settled=True) for line in inn.host.talk.last(50)]


TYPED = st.lists(st.sampled_from(["I roll Haggling", "six,", "undo that", "yes", "strike that", "My name is"]) | TEXTS)
OWN_DEEDS: tuple[Callable[[Actions, str, str], object], ...] = (
    lambda actions, name, text: actions.say(f"{name} {text}"),
    lambda actions, name, text: actions.spell(name, text),
    lambda actions, name, text: actions.answer(text),
    lambda actions, name, text: actions.reword("u1", text),
)


@pytest.fixture(scope="module")
def other_inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inn]:
    found = Inn(tmp_path_factory.mktemp("other"))
    found.table.say("We go to the ferry.", "Russ")
    yield found
    found.close()


@cases(20)
@given(deed=st.sampled_from(OWN_DEEDS), name=NAMES, text=TYPED.map(" ".join))
def test_whatever_is_typed_on_the_tables_page_is_taken_or_refused(
    deed: Any, name: str, text: str, other_inn: Inn
) -> None:
    """As words, names, answers: the evening goes on, and everything kept of it can be read again."""
    with suppress(CompanionError, EngineError):
        deed(other_inn.table, name, text)
    assert other_inn.host.session is not None
    other_inn.host.session.today()
    game = other_inn.host.game
    assert game is not None
    assert other_inn.store.utterances(game.campaign.id)[0].id == "u1"


@cases(60)
@given(values=st.dictionaries(st.sampled_from(["values", "by", "words", "kind", "actor"]) | TEXTS, VALUES, max_size=4))
def test_a_forged_form_is_read_with_care(values: Any, inn: Inn) -> None:
    """Wrong types, other fields, a player and a kind of its own: misfits are reported, nothing else is done."""
    given_here = given_in(values)
    assert all(isinstance(each, str) for several in given_here.values() for each in several)
    for move in inn.host.moves("Jay"):
        command = filled(move, given_here)
        assert isinstance(command, str) or (command["kind"], command.get("actor")) == (move.kind, None)


@cases(40)
@given(message=VALUES)
def test_what_is_no_form_is_none(message: Any) -> None:
    """A form sends fields with texts; anything else sends nothing."""
    assert isinstance(given_in(message), dict)


MESSAGE = {"client_id": "of-jay", "id": 7, "listener_id": "a", "args": [1], "next_message_id": 0, "request_id": "x"}


@cases(80)
@given(
    kind=st.sampled_from(["event", "javascript_response", "ack", "log", "handshake"]), said=twisted(MESSAGE) | VALUES
)
def test_a_socket_message_for_somebody_elses_page_never_gets_through(kind: str, said: Any) -> None:
    """Of any shape, with any id: it is dropped, and nothing is raised into the library."""
    page = SimpleNamespace(request=SimpleNamespace(scope={"companion.visitor": Visitor("Jay", "1")}))
    sockets = ScriptedServer(Visitor("Mira", "1"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "instances", {"of-jay": page})
        assert not run_apart(sockets.handlers["/"][kind]("socket", said))
    assert sockets.passed == []


FRAMES = TEXTS | st.sampled_from(
    ["", "0", "2", "4", "40", "41", "42", "43[]", "451-[]", "b===", "9", "4²", "42[]", "42{}"]
)
PACKETS = st.one_of(
    FRAMES,
    st.tuples(st.sampled_from(["42", "421", "42/x,", "451-"]), twisted(["event", MESSAGE]) | VALUES).map(
        lambda each: each[0] + written(each[1]).decode("utf-8", "replace")
    ),
)


@cases(150)
@given(packets=st.lists(PACKETS | st.binary(max_size=8), min_size=1, max_size=4), polled=st.booleans())
def test_what_is_no_frame_and_no_message_is_neither_read_nor_answered(packets: list[Any], polled: bool) -> None:
    """Through both layers, over a socket or by requests: nothing is raised, and what is left the library can read."""
    sent = [{"type": "websocket.receive", "text" if isinstance(each, str) else "bytes": each} for each in packets]
    if polled:
        body = b"\x1e".join(each.encode("utf-8", "replace") if isinstance(each, str) else each for each in packets)
        sent = [{"type": "http.request", "body": body, "more_body": False}]
    waiting = iter(sent)

    async def receive() -> Any:
        return next(waiting)

    read = [run_apart(sifted(receive)()) for _ in sent]
    frames = [each["text"] for each in read] if not polled else read[0]["body"].decode("utf-8").split("\x1e")
    for frame in frames:
        packet = Packet(encoded_packet=frame or NO_MESSAGE)
        assert packet.packet_type in range(1, 6)
        kind = kind_of(packet.data)
        if packet.packet_type == 4 and kind not in {None, "connect", "disconnect", "log"}:
            assert fits(*json.loads(packet.data[packet.data.index("[") :]))


LATIN = st.text(st.characters(max_codepoint=255), max_size=60)
ADDRESS = (
    st.sampled_from(
        ["/", "/seat", "/seat/x", "/start/file", "/_nicegui/", "/look/theme.css", f"/{'x' * 22}/", f"/{'x' * 22}/seat"]
    )
    | LATIN
)
HEADER = st.sampled_from(["companion_table=x", "companion_seat=; ;=", 'a="', "127.0.0.1:8787", "null"]) | LATIN


@cases(120)
@given(
    path=ADDRESS,
    query=st.sampled_from(["", "key=x", "key=%00&key=", "key=\r\nSet-Cookie: a=b"]) | LATIN,
    method=st.sampled_from(["GET", "POST", "HEAD", "X"]),
    headers=st.dictionaries(st.sampled_from(["host", "origin", "cookie", "content-length"]), HEADER),
    kind=st.sampled_from(["http", "websocket"]),
)
def test_no_request_without_a_key_gets_past_the_door(
    path: str, query: str, method: str, headers: dict[str, str], kind: str, keys: Keys
) -> None:
    """Of any shape: refused with an answer, and nothing behind the door hears of it."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("it got in")

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": query.encode("latin-1"),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
    }
    run_apart(AuthMiddleware(app, keys, lambda: frozenset({"127.0.0.1:8787"}), ROLES)(scope, receive, send))
    if kind == "websocket":
        assert [each["type"] for each in sent] == ["websocket.close"]
    else:
        assert sent[0]["status"] in {403, 421}


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return Keys(tmp_path_factory.mktemp("keys") / "keys.json", SystemClock(), 8787)


@cases(60)
@given(number=TEXTS | st.from_regex(r"[0-9a-f]{32}", fullmatch=True), again=st.integers(1, 3))
def test_whatever_number_something_is_sent_under_it_is_done_once_or_refused(
    number: str, again: int, tmp_path: Path
) -> None:
    done: list[int] = []
    (tmp_path / "received").unlink(missing_ok=True)
    told = [
        refused(lambda: Submissions(tmp_path / "received").once(number, lambda: done.append(1))) for _ in range(again)
    ]
    assert all(told)
    assert len(done) <= 1


RIGHT = {
    "lines": [
        {"line": "L1", "asks": "moves", "commands": [{"move": "m1"}]},
        {"line": "L2", "asks": "talk", "commands": []},
    ]
}


@cases(80)
@given(words=st.one_of(twisted(RIGHT).map(written), damaged(written(RIGHT)), st.binary(max_size=40)))
def test_a_reading_is_of_the_lines_asked_about_or_there_is_none(words: bytes) -> None:
    """Nonsense, other moves, hostile and endless texts of a model: never another error, never another line."""
    message = {"role": "assistant", "content": words.decode("utf-8", "replace")}
    choice = {"index": 0, "finish_reason": "stop", "message": message, "logprobs": None}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    read = readings_from(httpx.Response(200, json=body))
    assert set(read) <= {"L1", "L2"}
    assert sum(len(each.proposals) for each in read.values()) <= MOST_COMMANDS


TALK = {"line": "L1", "asks": "talk", "commands": []}


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, json={"choices": [{"message": {"content": written({"lines": [TALK] * 400}).decode()}}]}),
        httpx.Response(200, content=b"[" * 100_000),
        httpx.Response(200, content=b"x" * 3_000_000),
        httpx.Response(200, json={"choices": None}),
        httpx.Response(500, content=b"<script>"),
        httpx.Response(302, headers={"location": "http://evil.test/"}),
    ],
    ids=["one line, again and again", "deep", "huge", "empty", "broken", "elsewhere"],
)
def test_an_answer_that_is_none_is_silence(answer: httpx.Response) -> None:
    assert readings_from(answer) == {}


def readings_from(answer: httpx.Response) -> Readings:
    """Return what an answer to a question of the examination reads in its lines; nothing where it is refused."""
    transport = httpx.MockTransport(lambda request: answer)
    client = openai.OpenAI(
        api_key="k", base_url="http://llm.test/v1", max_retries=0, http_client=httpx.Client(transport=transport)
    )
    question = questions()[1]
    lines = [Heard(f"L{number}", each.speaker, each.text, True) for number, each in enumerate(question.lines[:2], 1)]
    with client:
        model = OpenAIModel(client, FakeClock(), "small", Patience(total_seconds=1.0, attempts=1))
        try:
            return TableReader(model).read(question.ruleset, question.state, lines)
        except ModelError:
            return {}
