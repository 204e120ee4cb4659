"""A language model set up on the page, in a real browser and without one: found, tested and switched on."""

import re
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest
from playwright.sync_api import expect

from companion.app import model_setup
from companion.base.clock import Clock, SystemClock
from companion.base.config import Settings, load_settings
from companion.base.errors import CompanionError
from companion.llm.port import connect
from companion.web.model_setup import ModelNow, ModelSetup
from tests.support.browser import Screen, Served, until
from tests.support.keyrings import MemoryKeyring
from tests.support.ollama import MODELS, Ollama, serving
from tests.support.sitting import roster

KEY = "sk-very-secret"
TWO_MINUTES = 120.0


@pytest.fixture(autouse=True)
def keychain() -> Iterator[MemoryKeyring]:
    before, found = keyring.get_keyring(), MemoryKeyring(keeps=True)
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)


class Desk:
    """Setting up without a page."""

    def __init__(self, folder: Path, **environment: str) -> None:
        variables = {"COMPANION_DATA_DIR": str(folder), "COMPANION_LLM_TIMEOUT_SECONDS": "0.5", **environment}
        self.file, self.told = folder / "companion.toml", [ModelNow()]
        self.helped: list[Settings] = []
        settings = load_settings(environment=variables)
        self.setup = ModelSetup(settings, SystemClock(), self.changed, self.helped.append)

    def changed(self) -> None:
        self.told.append(self.setup.now)

    def done(self, deed: Callable[[], None]) -> ModelNow:
        deed()
        until(lambda: self.setup.now.state == "idle", what="the end")
        return self.setup.now

    def ask(self, said: str, key: str = "") -> ModelNow:
        return self.done(lambda: self.setup.ask(said, key))

    def test(self, name: str = MODELS[0]) -> ModelNow:
        return self.done(lambda: self.setup.test(name))

    def help(self, on: bool = True) -> ModelNow:
        return self.done(lambda: self.setup.help(on))


@pytest.mark.parametrize(
    ("server", "key", "problem"),
    [
        (Ollama(models=()), "", "127.0.0.1 has no model. Load one there"),
        (Ollama(page="<html>Login</html>"), "", "sent a web page: it answers, but is not a language server"),
        (Ollama(key=KEY), "", "does not accept the key"),
        (Ollama(key=KEY), "sk-wrong", "does not accept the key"),
        (Ollama(key=KEY), "käse", "A key has letters, digits and signs only"),
    ],
)
def test_a_server_that_is_of_no_use_is_told_in_a_sentence(
    tmp_path: Path, server: Ollama, key: str, problem: str
) -> None:
    desk = Desk(tmp_path)
    with serving(server) as url:
        now = desk.ask(url, key)
    assert problem in now.problem
    assert (now.models, now.wants_key) == ((), "does not accept" in problem)
    assert not any(key and key in f"{each}" for each in desk.told)
    assert (now.helps, desk.file.exists(), desk.helped) == ("", False, [])


@pytest.mark.parametrize(
    ("said", "problem"),
    [("http://127.0.0.1:9/v1", "127.0.0.1 cannot be reached"), ("http://", "is no address"), ("", "is no address")],
)
def test_a_wrong_address_is_told_in_a_sentence(tmp_path: Path, said: str, problem: str) -> None:
    assert problem in Desk(tmp_path).ask(said).problem


def test_a_slow_server_is_told_and_another_can_be_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is waited for while it loads the model, and once only; a test may be stopped meanwhile."""
    desk = Desk(tmp_path)
    with serving(Ollama(seconds=1.0)) as url:
        desk.ask(url)
        now = desk.test()
        assert "too slow: the whole answer was not there after 0.5 seconds" in now.problem
        desk.setup.test(MODELS[0])
        with pytest.raises(CompanionError, match="wait a moment"):
            desk.setup.ask(url, "")
        until(lambda: desk.setup.now.state == "idle", what="the end")
    with serving(Ollama()) as url:
        desk.ask(url)
        monkeypatch.setattr(desk, "changed", lambda: None)
        desk.setup.test(MODELS[0])
        desk.setup.stop()
        until(lambda: desk.setup.now.state == "idle", what="the end")
        assert (desk.setup.now.standing, desk.setup.now.problem) == (None, "")
        assert desk.test().standing == "act"


def test_a_server_asked_while_places_are_looked_at_is_asked_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last one that was asked for, and what the look found stays."""
    looked = threading.Event()

    def slowly(clock: Clock) -> tuple[model_setup.Place, ...]:
        assert looked.wait(TWO_MINUTES)
        return model_setup.PLACES[:1]

    monkeypatch.setattr("companion.web.model_setup.answering", slowly)
    desk = Desk(tmp_path)
    with serving(Ollama()) as url:
        desk.setup.look()
        desk.setup.ask("http://127.0.0.1:9", "")
        desk.setup.ask(url, "")
        assert desk.setup.now.state == "looking"
        looked.set()
        until(lambda: desk.setup.now.state == "idle", what="the end")
    assert desk.setup.now.models == MODELS
    assert desk.setup.now.answering == (model_setup.PLACES[0].name,)


def test_a_model_that_is_no_good_cannot_be_switched_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    with serving(Ollama(capable=False, counts=False)) as url:
        desk.ask(url)
        assert desk.test().standing == "none"
        now = desk.help()
    assert "Try a larger model" in now.problem
    assert not desk.file.exists()


@pytest.mark.parametrize("keeps", [True, False])
def test_a_key_goes_to_its_server_and_the_keychain_only(tmp_path: Path, keychain: MemoryKeyring, keeps: bool) -> None:
    keychain.keeps, server = keeps, Ollama(key=KEY)
    desk = Desk(tmp_path, OPENAI_API_KEY="sk-of-other-programs")
    with serving(server) as url:
        assert desk.ask(url).wants_key
        assert desk.ask("", KEY).models == MODELS
        desk.test()
        now = desk.help()
        assert (now.problem, now.unkept) == ("", not keeps)
        assert now.helps.startswith(f"{MODELS[0]} at {url}")
        assert set(server.keys) == {"none", KEY}
        written = desk.file.read_text()
        assert tomllib.loads(written)["llm_key_in_keychain"] is keeps
        assert not any(KEY in each for each in (written, f"{desk.told}", f"{desk.helped}"))
        model = connect(load_settings({"data_dir": tmp_path}, environment={}), SystemClock())
        assert model is not None
        if keeps:
            assert model.ping() == MODELS


def test_what_the_environment_sets_is_not_overruled_in_silence(tmp_path: Path) -> None:
    desk = Desk(tmp_path, COMPANION_MODEL_HELPS="false")
    with serving(Ollama()) as url:
        desk.ask(url)
        desk.test()
        now = desk.help()
    assert "COMPANION_MODEL_HELPS: model_helps: it is set there, which wins over the settings file" in now.problem
    assert not desk.file.exists()


@pytest.mark.parametrize(("counts", "told"), [(True, "Its price is unknown"), (False, "that server counts none")])
def test_a_price_is_told_or_told_to_be_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counts: bool, told: str
) -> None:
    desk = Desk(tmp_path)
    for each in ("companion.app.model_examination.local", "companion.web.model_setup.local"):
        monkeypatch.setattr(each, lambda url: False)
    with serving(Ollama(counts=counts)) as url:
        desk.ask(url)
        assert told in desk.test().result
        with pytest.raises(CompanionError, match="A price is a number"):
            desk.setup.price("much", "1")
        desk.setup.price("0.40", "1,60")
        desk.help()
    assert ("which cost 0.0168; an hour of play costs at most 0.08." in desk.setup.now.result) is counts
    assert tomllib.loads(desk.file.read_text())["llm_price_written"] == 1.6


@pytest.fixture
def afterwards(served: Served) -> Iterator[None]:
    """What other tests of this process find is as before."""
    yield
    served.host.helped(served.settings)
    (served.settings.data_dir / "companion.toml").unlink(missing_ok=True)
    object.__setattr__(
        served.house,
        "model",
        ModelSetup(served.settings, SystemClock(), lambda: served.live.changed("model"), served.host.helped),
    )


def test_somebody_with_ollama_has_it_working_in_two_minutes(
    served: Served, table: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch, afterwards: None
) -> None:
    """By clicks only, and in the evening that runs as well; switched off by one more."""
    served.play(roster())
    with serving(Ollama(seconds=0.05)) as url:
        places = (model_setup.PLACES[0], model_setup.Place("Ollama", f"{url}/v1"))
        monkeypatch.setattr(model_setup, "PLACES", places)
        monkeypatch.setattr("companion.web.model_setup.PLACES", places)
        screen = table()
        began = time.monotonic()
        page = screen.page
        page.locator(".looks summary").click()
        page.get_by_role("link", name="Language model").click()
        switch = page.get_by_role("switch", name="The model helps")
        expect(switch).to_be_disabled()
        screen.shows(".model-place >> nth=1", "answers on this computer")
        page.get_by_role("button", name="Ollama").click()
        screen.shows(".model-setup", "Nothing leaves this computer: the model runs on it.")
        page.get_by_role("combobox", name="Model").select_option(MODELS[1])
        page.get_by_role("button", name="Test it").click()
        screen.shows(".model-setup", re.compile(r"59 of 59 lines right, 0 wrong.*an answer takes 0\.\d+ s"))
        page.get_by_role("button", name="Let it help").click()
        expect(switch).to_have_attribute("aria-checked", "true")
        assert time.monotonic() - began < TWO_MINUTES
        written = tomllib.loads((served.settings.data_dir / "companion.toml").read_text())
        assert written == {"llm_url": f"{url}/v1", "llm_model": MODELS[1], "model_helps": True}
        session = served.host.session
        assert session is not None
        assert session.adviser is not None
        until(lambda: session.adviser is not None and session.adviser.standing == "act", what="the standing")
        switch.click()
        expect(switch).to_have_attribute("aria-checked", "false")
        assert session.adviser is None
        screen.shows(".model-setup", f"Off. Set up: {MODELS[1]} at")


def test_a_wrong_address_and_a_refused_key_are_told_on_the_page(
    served: Served, table: Callable[..., Screen], afterwards: None
) -> None:
    """A key that was typed is not shown again."""
    with serving(Ollama(key=KEY)) as url:
        screen = table()
        page = screen.page
        screen.go("/model")
        for address, told in (("http://127.0.0.1:9", "cannot be reached"), (url, "does not accept the key")):
            page.get_by_label("Another address").fill(address)
            page.get_by_role("button", name="List its models").click()
            screen.shows(".model-setup [role=alert]", told)
        page.get_by_label("Key of 127.0.0.1").fill(KEY)
        page.get_by_role("button", name="Use this key").click()
        expect(page.get_by_role("combobox", name="Model")).to_be_visible()
        assert KEY not in page.content()
        assert page.locator("input[type=password]").count() == 0
