"""Campaigns gone on with and read in from files, hostile ones too; microphone and loudspeaker tried with fakes."""

import json
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from audio.ports import AudioSource, Transcriber, VoiceDetector
from companion.transfer.exports.campaign_file import dump_campaign
from tests.support.browser import Screen, Served, until
from tests.support.sound import LevelDetector, ScriptedSource, ScriptedTranscriber, silence, talk
from tests.web.test_table import PAYLOADS, harbour

Table = Callable[..., Screen]

STRANGE = {
    "position": 0, "evening": None, "utterance": None, "kind": "committed", "command_id": "a", "root": "a",
    "command": {"kind": {}}, "events": [], "schema": 1, "at": "2026-01-01T00:00:00Z",
}  # fmt: skip
"""An entry of a log whose command is of no kind that could be looked up."""


@pytest.fixture
def start(served: Served, table: Table) -> Screen:
    """The page with every campaign."""
    screen = table()
    screen.go("/start")
    screen.shows("h1", "What are we playing tonight?")
    return screen


def read_in(screen: Screen, content: bytes | str, told: str) -> None:
    """Choose a file, and be told."""
    data = content.encode() if isinstance(content, str) else content
    screen.page.set_input_files(
        "input[type=file]", {"name": "file.json", "mimeType": "application/json", "buffer": data}
    )
    expect(screen.page.locator("main p[role=status]").last).to_contain_text(told)


def test_a_campaign_is_gone_on_with(served: Served, start: Screen) -> None:
    campaign = served.campaign(harbour(title="Left alone"))
    start.page.reload()
    start.page.get_by_role("article", name=campaign.name, exact=True).get_by_role("button", name="Play").click()
    start.page.wait_for_url(start.at("/"))
    start.shows("h1", "Jay narrates")
    assert served.host.game is not None
    assert served.host.game.campaign.id == campaign.id


def test_a_file_with_hostile_names_is_read_in_as_text(served: Served, start: Screen) -> None:
    """A whole campaign comes back under its name; payloads in it are words, here and on the table's page."""
    players = harbour()["players"]
    players[0]["character"]["name"] = PAYLOADS[0]
    campaign = served.campaign(harbour(players=players, title="Hostile"))
    data = json.loads(dump_campaign(served.store, campaign))
    data["campaign"]["name"] = PAYLOADS[1]
    read_in(start, json.dumps(data), f"{PAYLOADS[1]} was imported.")
    article = start.page.get_by_role("article", name=PAYLOADS[1], exact=True)
    expect(article.get_by_role("heading")).to_have_text(PAYLOADS[1])
    article.get_by_role("button", name="Play").click()
    start.page.wait_for_url(start.at("/"))
    expect(start.page.locator("article.seat").first).to_contain_text(PAYLOADS[0])
    assert start.page.locator("main img, main script").count() == 0


def test_files_that_are_no_campaign_are_refused_in_one_sentence(served: Served, start: Screen) -> None:
    """Damaged, strange and deep ones; nothing is kept of them."""
    whole = json.loads(dump_campaign(served.store, served.campaign(harbour())))
    endless = {**whole, "campaign": {**whole["campaign"], "name": "x" * 300}}
    before = len(served.store.campaigns())
    for content, told in (
        # Each is told something other than the one before, so that no answer is taken for the next one's.
        (b"\xff\xfe", "not JSON, or not in UTF-8"),
        ('{"a": 1}', "contains no campaign"),
        ("[" * 100_000, "not JSON"),
        ('{"format": "table-companion/campaign", "version": 1}', "damaged"),
        (json.dumps({**whole, "log": [STRANGE]}), "cannot be played"),
        (json.dumps(endless), "more than 200 characters"),
        ('{"game": "chess", "players": [{"name": "Jay"}]}', "chess"),
        ('{"game": "phase-abandon", "players": [{"name": "\\ud800"}]}', "U+D800"),
        ('{"game": "phase-abandon", "players": [{"name": "Jay"}], "library_files": ["a.toml"]}', "cannot be imported"),
    ):
        read_in(start, content, told)
    assert len(served.store.campaigns()) == before


class Bench:
    """A microphone that hears a room and one sentence, and a loudspeaker that is not there."""

    def microphone(self) -> AudioSource:
        return ScriptedSource(silence(1.0), talk(2.0), silence(1.0))

    def detector(self) -> VoiceDetector:
        return LevelDetector()

    def transcriber(self) -> Transcriber:
        return ScriptedTranscriber("seven ships <b>came</b> in")

    def speak(self, text: str) -> str:
        return "There is no loudspeaker."


def test_microphone_loudspeaker_and_consent(served: Served, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room, the sentence understood, what is missing; everybody agrees for themselves; no barrier, 360 pixels."""
    monkeypatch.setattr(served.host.sound_check, "_gear", Bench)
    served.play(harbour())
    screen = table()
    screen.go("/sound")
    screen.page.get_by_role("button", name="Test the microphone").click()
    microphone = screen.page.locator("section[aria-label=Microphone]")
    expect(microphone).to_contain_text("Recognised: “seven ships <b>came</b> in”")
    expect(microphone).to_contain_text("The room is quiet enough")
    screen.page.get_by_role("button", name="Test the loudspeaker").click()
    screen.shows("section[aria-label=Loudspeaker]", "There is no loudspeaker.")
    person = screen.page.locator("details.fold", has_text="Russ")
    person.locator("summary").first.click()
    person.get_by_role("button", name="I agree to being heard").click()
    expect(person).to_contain_text("You agreed to being heard.")
    expect(person.locator("> summary")).to_contain_text("consent given")
    expect(screen.page.locator("details.fold", has_text="Mira").locator("> summary")).to_contain_text(
        "consent not given"
    )
    session = served.host.session
    assert session is not None
    until(lambda: [each.person for each in session.consent.standings() if each.given] == ["Russ"])
    for path in ("/sound", "/start"):
        screen.go(path)
        screen.page.wait_for_selector("h1")
        found = Axe().run(screen.page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []
        screen.page.set_viewport_size({"width": 360, "height": 740})
        assert screen.page.evaluate("document.documentElement.scrollWidth") == 360
        screen.page.set_viewport_size({"width": 1440, "height": 900})
