"""Markup, scripts and templates that somebody says aloud: words on every page and in every export, and never run."""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from audio.types import Samples, SpeakerMatch, Transcript, Utterance
from audio.wav import read_audio
from companion.app import wiring
from companion.base.clock import SystemClock
from companion.nlu.recognize import load_recognizer
from companion.privacy.consent import ConsentRegister
from companion.store import Campaign
from companion.transfer.exports.campaign_file import dump_campaign
from companion.transfer.importing.evening import RecordedTime, write_talk
from companion.web.campaigns import Campaigns
from companion.web.evening_opener import RoomEquipment
from companion.web.keys import Visitor
from companion.web.library_access import LibraryAccess
from tests.support.browser import Screen, Served, until
from tests.support.phones import Phone
from tests.support.sound import ScriptedSource
from tests.web.test_table import harbour

EVENING = Path(__file__).resolve().parents[2] / "companion" / "demo" / "phase-abandon" / "evening.flac"
HEARD_SECONDS = 70
BEGINNING = 8_000
SAID = (
    "Note that <img src=x onerror=window.pwned=1> is the name of the smith",
    "We meet {{7*7}} at the harbour",
    "We meet javascript:window.pwned=3 at the harbour",
    "</script><svg onload=window.pwned=4> says the keeper",
    "Here's a chip, give me a <b onmouseover=window.pwned=5>Haggling</b> check, Jay",
)
NAME = "<svg onload=window.pwned=7>"
"""Somebody at the table is called so, with a mark that turns the direction of what follows."""
TURNED = "The sign reads [txet](javascript:window.pwned=8) and <b>javascript:window.pwned=8</b>"
WATCH = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective));
"""


class HostileRecogniser:
    """Hears what nobody would say, whatever is said; the same in every guess at where a sentence ends."""

    def __init__(self) -> None:
        texts = cycle(SAID)
        self._heard: defaultdict[bytes, str] = defaultdict(lambda: next(texts))

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        """The next of its texts for every new beginning."""
        return Transcript(self._heard[samples[:BEGINNING].tobytes()], -0.2, 0.05)


def harmless(page: Page) -> None:
    """Nothing ran, nothing tried to, and nothing became a part of the page."""
    assert page.evaluate("window.pwned") is None
    assert page.evaluate("window.violations ?? []") == []
    ours = ":not([src^='data:'], [src*='/look/'])"
    assert page.locator(f"main img{ours}, main script, [onload], [onerror], [onmouseover]").count() == 0
    assert page.locator("a[href^='javascript:']").count() == 0
    assert "meet 49" not in page.inner_text("body")


def test_hostile_speech_is_words_on_every_page_and_in_every_export(
    served: Served, table: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Real ears, of which only the recogniser is made up: live, after a reload, read again later, taken along."""
    source = ScriptedSource(read_audio(EVENING)[: HEARD_SECONDS * 16_000])
    monkeypatch.setattr(wiring, "microphone", lambda settings: source)
    monkeypatch.setattr(wiring, "transcriber", lambda settings: HostileRecogniser())
    monkeypatch.setattr(served.opens, "equipment", lambda *given: RoomEquipment(served.settings, *given))
    campaign = served.play(harbour(title="<img src=x onerror=window.pwned=6>"))
    screen = table()
    page = screen.page
    page.add_init_script(WATCH)
    page.reload()
    page.get_by_role("button", name="Start listening", exact=True).click()
    until(lambda: len(served.host.talk) > 0, 60.0, "the first words")
    until(lambda: served.host.hearing == "off", 60.0, "the end of the sound")
    heard = [each.text for each in served.host.talk.last(60)]
    assert set(SAID) <= set(heard)
    expect(page.locator(".talk .line .words")).to_have_text(heard)
    harmless(page)
    page.reload()
    expect(page.locator(".talk .line .words")).to_have_text(heard)
    harmless(page)

    of = f"campaign={campaign.id}"
    for path in (f"/library?{of}", f"/library/evening?{of}&evening=1", f"/statistics?{of}", "/start", "/sound"):
        screen.go(path)
        page.wait_for_selector("h1")
        page.wait_for_timeout(300)
        harmless(page)
    written = {
        form: page.request.get(screen.at(f"/library/file/{form}?{of}&evening=1")).text()
        for form in ("html", "markdown", "notes", "vtt", "srt", "json")
    }
    assert "<img src=x" not in written["html"] + written["markdown"] + written["notes"] + written["vtt"]
    assert "&lt;img src=x" in written["html"]
    opened = screen.context.new_page()
    opened.set_content(written["html"])
    harmless(opened)
    opened.close()


def everywhere(screen: Screen, served: Served, campaign: Campaign, said: Sequence[str]) -> None:
    """Words on every page of the library that shows them, and harmless there."""
    of = f"campaign={campaign.id}"
    for path in (f"/library?{of}", f"/statistics?{of}", "/start", "/phones", f"/library/evening?{of}&evening=1"):
        screen.go(path)
        screen.page.wait_for_selector("h1")
        harmless(screen.page)
    for each in said:
        expect(screen.page.locator("li.quote", has_text=each)).to_have_count(1)
    expect(screen.page.locator("li.quote strong").first).to_have_text(NAME)
    screen.go(f"/library/book?{of}")
    harmless(screen.page)


def test_a_hostile_name_is_text_at_the_table_at_its_seat_and_after_imports(
    served: Served, table: Callable[..., Screen], phones: Callable[..., Phone]
) -> None:
    roster = harbour(title="Right to left", group_goals=[{"text": SAID[3], "value": 30}])
    campaign = served.play(json.loads(json.dumps(roster).replace('"Mira"', json.dumps(NAME))))
    screen, phone = table(), phones(NAME)
    for each in (screen.page, phone.page):
        each.add_init_script(WATCH)
        each.reload()
    said = ("There's a ferrywoman on a boat. Her name is Benna Harrow.", *SAID[:4], TURNED)
    for each in said:
        served.house.actions(Visitor()).say(each, NAME)
    screen.shows("h1", "Jay narrates")
    expect(screen.page.locator(".talk .line .words")).to_have_text(list(said))
    expect(screen.page.locator(".talk .seat-name").first).to_have_text(NAME)
    expect(screen.page.locator("article.seat h3", has_text=NAME)).to_have_count(1)
    expect(screen.page.locator(".bar").first).to_contain_text(SAID[3])
    LibraryAccess(served.house, Visitor()).write("Benna Harrow", TURNED)
    expect(phone.page.locator(".lately")).to_contain_text(TURNED)
    expect(phone.page.locator(".own .seat-name")).to_have_text(NAME)
    harmless(screen.page)
    harmless(phone.page)
    phone.go("/seat/library")
    phone.page.wait_for_selector("h1")
    harmless(phone.page)
    served.host.leave(over=True)

    everywhere(screen, served, campaign, said)
    told = json.loads(dump_campaign(served.store, campaign))
    told["campaign"]["name"] = f"{NAME} again"
    everywhere(screen, served, Campaigns(served.house, Visitor()).read_in(json.dumps(told).encode()), said)

    recorded = served.campaign({**told["campaign"]["roster"], "title": "A recording"})
    heard = [Utterance(f"u{at}", each, SpeakerMatch(NAME, 0.8), at * 4.0, at * 4.0 + 3) for at, each in enumerate(said)]
    clock = SystemClock()
    evening = served.store.begin_evening(recorded.id)
    time, desk = RecordedTime(clock.now(), clock), ConsentRegister(served.store, recorded)
    write_talk(served.store, recorded, evening, heard, time, load_recognizer(recorded.slug), desk)
    everywhere(screen, served, recorded, said)
