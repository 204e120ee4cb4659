"""`companion scribe --llm URL` and `companion write-up`: what they print and cost, and that nothing stops the notes."""

import json
import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import respx

from companion import cli
from companion.base.config import load_settings
from companion.chronicle.extractor import scribe_lines
from companion.chronicle.llm_extractor.evenings import waiting_evenings
from companion.store import open_store
from tests.companion.chronicle.llm_extractor.test_failures import LINES, ROLES, Server, completion, notes
from tests.support.clock import FakeClock
from tests.support.reader_model import TALK
from tests.support.sitting import Sitting, roster

URL = "http://llm.test/v1"
Ran = tuple[int, str, str]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., Ran]]:
    """Runs `companion …` in this process; logging is put back as it was."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level

    def run(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        capsys.readouterr()
        try:
            cli.main()
            code = 0
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        return (code, *capsys.readouterr())

    yield run
    logging.captureWarnings(False)
    root.handlers[:], root.level = handlers, level


@pytest.fixture
def serve() -> Iterator[Callable[..., Server]]:
    """A server at `URL` that answers so."""
    with respx.mock(base_url=URL, assert_all_mocked=True, assert_all_called=False) as router:

        def serve(*answers: Any) -> Server:
            server = Server(FakeClock(), *answers)
            router.get("/models").mock(return_value=httpx.Response(200, json={"data": [{"id": "m"}]}))
            router.post("/chat/completions").mock(side_effect=server)
            return server

        yield serve


@pytest.fixture
def transcript(tmp_path: Path) -> tuple[str | Path, ...]:
    """Options that name a transcript and a roster."""
    talk, people = tmp_path / "talk.jsonl", tmp_path / "roster.json"
    talk.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    people.write_text(json.dumps(roster()))
    return "scribe", "--input", talk, "--roster", people


def test_scribe_with_a_server_tells_more_and_what_it_cost(
    run: Callable[..., Ran], serve: Callable[..., Server], transcript: tuple[str | Path, ...]
) -> None:
    serve(completion(ROLES))
    code, out, err = run(*transcript, "--llm", URL)
    told = json.loads(out)
    assert (code, told["npcs"][0]["role"]) == (0, "harbour master")
    assert told["model"]["questions"] == 3
    assert err.strip() == "Read completely. 3 questions, 300 tokens read and 30 written."


def test_scribe_with_a_server_that_is_not_there_writes_the_notes_all_the_same(
    run: Callable[..., Ran], serve: Callable[..., Server], transcript: tuple[str | Path, ...], monkeypatch: Any
) -> None:
    monkeypatch.setenv("COMPANION_LLM_MODEL", "m")
    monkeypatch.setenv("COMPANION_SCRIBE_TIMEOUT_SECONDS", "0.2")
    serve(httpx.ConnectError("refused"))
    code, out, err = run(*transcript, "--llm", URL)
    told = json.loads(out)
    people = [each["name"] for each in told["npcs"]]
    assert (code, people) == (0, [each["name"] for each in scribe_lines(LINES, roster())["npcs"]])
    assert "llm.test cannot be reached. 1 piece of the transcript left to read." in err
    assert set(notes(told)) == {"npcs", "goals", "connections", "places", "items", "threads", "recap"}


def played(monkeypatch: pytest.MonkeyPatch, **settings: str) -> Path:
    """A campaign with one evening of talk, and a server in the settings; the folder of the data."""
    for name, value in {"llm_url": URL, "llm_model": "m", **settings}.items():
        monkeypatch.setenv(f"COMPANION_{name.upper()}", value)
    home = load_settings({}).data_dir
    with open_store(home / "companion.db", FakeClock()) as store:
        sitting = Sitting(store)
        for speaker, text in TALK:
            sitting.say(speaker, text)
        store.release(sitting.campaign.id)
        store.queue_write_up(sitting.campaign.id, 1)
    return home


def test_write_up_reads_what_waits_and_writes_the_notes_anew(
    run: Callable[..., Ran], serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once; what `companion notes` prints has it as well."""
    home = played(monkeypatch, llm_price_read="1000")
    server = serve(completion(ROLES))
    code, out, _ = run("write-up")
    assert code == 0
    assert "Evening 1: Read completely. 2 questions, 200 tokens read and 20 written, 0.2000 at the price set." in out
    (file,) = (home / "notes").glob("*.md")
    assert "**Clara Winslow**, harbour master" in file.read_text()
    assert "**Clara Winslow**, harbour master" in run("notes")[1]
    asked = len(server.bodies)
    assert "has no unread evening" in run("write-up")[1]
    assert len(server.bodies) == asked
    with open_store(home / "companion.db", FakeClock()) as store:
        assert waiting_evenings(store, store.campaigns()[0]) == ()


def test_write_up_keeps_to_the_budget(
    run: Callable[..., Ran], serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    played(monkeypatch, scribe_tokens="500")
    server = serve(completion(ROLES))
    assert "used up (scribe_tokens), 1 piece of the transcript left to read." in run("write-up")[1]
    assert server.bodies == []


def test_write_up_without_a_server_is_wrong_usage(run: Callable[..., Ran]) -> None:
    code, _, err = run("write-up")
    assert (code, "llm_url" in err) == (2, True)


def test_what_was_said_and_the_key_reach_no_log(
    run: Callable[..., Ran],
    serve: Callable[..., Server],
    transcript: tuple[str | Path, ...],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("COMPANION_LLM_KEY", "sk-secret")
    serve(completion('{"names": "Clara Winslow"'))
    with caplog.at_level(logging.INFO):
        code, _, err = run(*transcript, "--llm", URL)
    logged = caplog.text + err
    assert code == 0
    assert "1 piece could not be read." in err
    assert not any(word in logged for word in ("Clara", "Tobin", "sk-secret"))


def test_a_recap_is_told_by_the_server_when_it_is_wished(
    run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By option or by setting; kept, so that it is the evening's recap from then on and costs nothing."""
    played(monkeypatch)
    told = [("Herik walked over to Clara Winslow.", 3), ("Bartok followed Tobin down to Gull Street.", 4)]
    answer = completion({"sentences": [{"text": text, "lines": [line]} for text, line in told]})
    with respx.mock(base_url=URL) as router:
        server = router.post("/chat/completions").mock(return_value=answer)
        code, out, err = run("recap", "--llm")
    assert code == 0
    assert "Herik walked over to Clara Winslow." in out
    assert "Written by the language server." in err
    assert run("recap")[1] == out
    monkeypatch.setenv("COMPANION_MODEL_RECAPS", "true")
    assert run("recap")[1] == out
    assert server.call_count == 1
    assert "Herik walked over" not in run("recap", "--no-llm")[1]


def test_a_recap_is_told_without_a_server_that_is_not_there(
    run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    played(monkeypatch, scribe_timeout_seconds="0.2", scribe_tokens="1000000")
    with respx.mock(base_url=URL) as router:
        router.post("/chat/completions").mock(side_effect=httpx.ConnectError("refused"))
        code, out, err = run("recap", "--llm")
    assert (code, out) == (0, run("recap")[1])
    assert "llm.test cannot be reached. The recap is written without it." in err
    monkeypatch.setenv("COMPANION_SCRIBE_TOKENS", "10")
    assert "used up (scribe_tokens)" in run("recap", "--llm")[2]
    monkeypatch.delenv("COMPANION_LLM_URL")
    code, _, err = run("recap", "--llm")
    assert (code, "set llm_url" in err) == (2, True)
