"""Setting a language model up in a terminal: found, listed, tested with what play asks, switched on; no file edited."""

import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import keyring
import pytest
import respx

from companion.app.model_setup import address_of, leaves
from companion.base.config import load_settings
from companion.llm.port import connect
from tests.support.clock import FakeClock
from tests.support.command_line import Run
from tests.support.keyrings import MemoryKeyring
from tests.support.ollama import Ollama

OLLAMA = "http://localhost:11434"
KEY = "sk-very-secret"


@pytest.fixture
def network() -> Iterator[respx.Router]:
    """Nothing is there but what a test puts there."""
    with respx.mock(assert_all_called=False) as router:
        yield router


def serve(network: respx.Router, url: str, *, capable: bool = True, key: str | None = None) -> None:
    server = Ollama(capable=capable, key=key)

    def answer(request: httpx.Request) -> httpx.Response:
        status, body = server.answer(request.url.path, request.headers, request.content)
        return httpx.Response(status, json=body) if isinstance(body, dict) else httpx.Response(status, text=body)

    network.route(url__startswith=url).mock(side_effect=answer)


def written(data: Path) -> dict[str, Any]:
    return tomllib.loads((data / "companion.toml").read_text(encoding="utf-8"))


def test_somebody_with_ollama_has_it_working_by_pressing_enter(run: Run, network: respx.Router, tmp_path: Path) -> None:
    """In far less than two minutes of the companion's own, with no file edited."""
    serve(network, OLLAMA)
    network.route().mock(side_effect=httpx.ConnectError("nobody"))
    began = time.monotonic()
    ran = run("--data", tmp_path, "model", stdin="\n2\n\n")
    assert ran.code == 0, ran.err
    assert time.monotonic() - began < 60.0
    assert "2  Ollama  http://localhost:11434/v1  (answers)" in ran.lines
    assert "2  llama3.1:8b" in ran.lines
    assert "59 of 59 lines right, 0 wrong" in ran.out
    assert "39000 tokens read and 780 written" in ran.out
    assert "Nothing leaves this computer" in ran.out
    assert written(tmp_path) == {"llm_url": f"{OLLAMA}/v1", "llm_model": "llama3.1:8b", "model_helps": True}
    settings = load_settings({"data_dir": tmp_path}, environment={})
    assert settings.model_follows
    assert settings.model_writes
    assert settings.model_tells
    told = " ".join(run("--data", tmp_path, "doctor").out.split())
    assert "llama3.1:8b" in told
    assert "59 of 59 lines right" in told


def test_a_model_that_is_no_good_is_not_switched_on_unasked(run: Run, network: respx.Router, tmp_path: Path) -> None:
    serve(network, "http://box.lan:9000", capable=False)
    ran = run("--data", tmp_path, "model", "--server", "box.lan:9000", "--model", "qwen2.5:7b", "--yes", stdin="n\n")
    assert ran.code == 0, ran.err
    assert "Try a larger model" in ran.out
    assert "box.lan, on your own network" in ran.out
    assert not (tmp_path / "companion.toml").exists()


@pytest.mark.parametrize("keychain", [True, False])
def test_a_key_goes_to_the_keychain_and_never_to_the_file(
    run: Run, network: respx.Router, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keychain: bool
) -> None:
    before = keyring.get_keyring()
    keyring.set_keyring(MemoryKeyring(keeps=keychain))
    serve(network, "https://api.openai.com", key=KEY)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)
    ran = run("--data", tmp_path, "model", "--server", "OpenAI", stdin=f"{KEY}\n1\n0.40\n1.60\n\n")
    assert ran.code == 0, ran.err
    assert "which cost 0.0168" in ran.out
    assert "api.openai.com, on the internet" in ran.out
    assert KEY not in ran.out + (tmp_path / "companion.toml").read_text(encoding="utf-8")
    assert ("set COMPANION_LLM_KEY" in ran.out) is not keychain
    model = connect(load_settings({"data_dir": tmp_path}, environment={}), FakeClock())
    assert model is not None
    if keychain:
        assert model.ping() == ("qwen2.5:7b", "llama3.1:8b")
    keyring.set_keyring(before)


def test_it_is_switched_off_again_and_other_settings_stay(run: Run, network: respx.Router, tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('# mine\ntrust = "brisk"\nmodel_helps = true\n', encoding="utf-8")
    assert run("--data", tmp_path, "model", "--off").code == 0
    assert written(tmp_path) == {"trust": "brisk", "model_helps": False}
    assert (tmp_path / "companion.toml").read_text(encoding="utf-8").startswith("# mine\n")


@pytest.mark.parametrize("stdin", ["", "2\n"])
def test_nothing_is_changed_when_the_questions_are_not_answered(
    run: Run, network: respx.Router, tmp_path: Path, stdin: str
) -> None:
    network.route().mock(side_effect=httpx.ConnectError("nobody"))
    ran = run("--data", tmp_path, "model", stdin=stdin)
    assert ran.code in {1, 2}
    assert not (tmp_path / "companion.toml").exists()


@pytest.mark.parametrize(
    ("said", "url"),
    [
        ("2", f"{OLLAMA}/v1"),
        ("lm studio", "http://localhost:1234/v1"),
        ("localhost:11434", OLLAMA),
        ("192.168.1.5:8000/v1", "http://192.168.1.5:8000/v1"),
        ("llm.example.com/v1/", "https://llm.example.com/v1"),
        ("http://x.example/v1", "http://x.example/v1"),
    ],
)
def test_an_address_is_a_number_a_name_or_almost_an_address(said: str, url: str) -> None:
    assert address_of(said) == url


def test_what_leaves_the_computer_is_told() -> None:
    assert "Nothing leaves" in leaves("http://127.0.0.1:8080/v1")
    assert "on your own network" in leaves("http://192.168.1.5/v1")
    assert "on the internet" in leaves("https://llm.example.com/v1")
