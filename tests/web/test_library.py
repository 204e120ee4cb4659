"""The library in a real browser: read, search, set right, retold and read aloud, taken along."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, expect

from audio.types import SpeakerMatch, Utterance
from companion.store import Campaign
from companion.web.downloads import EVENING_FORMS, Sounds
from companion.web.keys import Visitor
from companion.web.pages import library_entries
from tests.support.browser import Screen, Served
from tests.web.test_table import harbour

Table = Callable[..., Screen]

TALK = (
    ("Jay", "And there's this ferrywoman sitting on a boat. Her name is Benna Harrow."),
    ("Jay", "So Benna laughs, and she hands Bartok an oar."),
    ("Mira", "I promise Benna that Yvaine will bring her boat back before dawn."),
    ("Russ", "<img src=x onerror=alert(1)> is what the sign on the boat says."),
)
NUMBERS = ("two", "three", "four")


@pytest.fixture(scope="module")
def played(served: Served) -> Campaign:
    """A campaign of two evenings; somebody said something hostile in the second."""
    campaign = served.campaign(harbour(title="Two nights"))
    for lines in (TALK[:2], TALK[2:]):
        served.host.open(campaign)
        session = served.host.session
        assert session is not None
        for at, (speaker, words) in enumerate(lines):
            session.hear(Utterance("typed", words, SpeakerMatch(speaker, 1.0), at * 5.0, at * 5.0 + 3, typed=True))
        evening = session.game.evening
        served.host.leave()
        served.store.end_evening(campaign.id, evening or 0)
    return campaign


@pytest.fixture
def library(served: Served, table: Table, played: Campaign) -> Screen:
    """The campaign's page of the library."""
    screen = table()
    screen.go(f"/library?campaign={played.id}")
    screen.shows("h1", "Two nights")
    screen.shows("section[aria-label=People]", "Benna Harrow")
    return screen


def test_what_was_said_is_found_and_opened_where_it_stands(library: Screen) -> None:
    library.page.fill("input[type=search]", "boat dawn")
    library.page.press("input[type=search]", "Enter")
    results = library.page.locator("section[aria-label=Results]")
    expect(results).to_contain_text("1 result")
    results.locator("a").first.click()
    library.shows("h1", "Evening 2")
    expect(library.page.locator("#here")).to_contain_text("bring her boat back before dawn")
    expect(library.page.locator("#here")).to_be_in_viewport()


def test_what_is_struck_goes_from_pages_that_are_open(served: Served, table: Table) -> None:
    """From the entries, what was found, the evening's recap and transcript, and the story so far; nobody reloads."""
    campaign = served.play(harbour(title="Struck"))
    session = served.host.session
    assert session is not None
    for at, (speaker, line) in enumerate(TALK[:2]):
        session.hear(Utterance("typed", line, SpeakerMatch(speaker, 1.0), at * 5.0, at * 5.0 + 3, typed=True))
    library, evening, start = table(), table(), table()
    library.go(f"/library?campaign={campaign.id}")
    library.shows("section[aria-label=People]", "Benna Harrow")
    library.page.fill("input[type=search]", "benna")
    library.page.press("input[type=search]", "Enter")
    library.shows("section[aria-label=Results]", "Benna laughs")
    evening.go(f"/library/evening?campaign={campaign.id}&evening=1")
    evening.shows("section[aria-label=Transcript]", "Benna laughs")
    start.go("/start")
    start.shows(".previously", "Benna")
    session.strike([each.id for each in served.host.talk.last(2)])
    evening.shows("section[aria-label=Transcript]", "deleted")
    for screen in (library, evening, start):
        expect(screen.page.locator("#main")).not_to_contain_text("Benna")
    expect(library.page.locator("input[type=search]")).to_have_value("benna")
    library.shows("section[aria-label=Results]", "0 results")


def test_a_list_of_thousands_is_shown_a_part_at_a_time(
    served: Served, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody typed without end; what is not in sight is a tap away, and so are the places of an entry."""
    monkeypatch.setattr(library_entries, "MOST_ENTRIES", 2)
    monkeypatch.setattr(library_entries, "MOST_QUOTES", 1)
    campaign = served.play(harbour(title="Without end"))
    session = served.host.session
    assert session is not None
    for at, (speaker, line) in enumerate(
        (*TALK[:2], *(("Mira", f"I promise Benna that Yvaine will bring {each} boats back.") for each in NUMBERS))
    ):
        session.hear(Utterance("typed", line, SpeakerMatch(speaker, 1.0), at * 5.0, at * 5.0 + 3, typed=True))
    screen = table()
    screen.go(f"/library?campaign={campaign.id}")
    promises = screen.page.locator("section[aria-label='Promises and debts']")
    expect(promises.locator("details.note")).to_have_count(2)
    expect(promises).to_contain_text("1 to 2 of 3")
    promises.get_by_role("button", name="More").click()
    expect(promises).to_contain_text("3 to 3 of 3")
    expect(promises.locator("details.note")).to_contain_text(NUMBERS[2])
    promises.get_by_role("button", name="Back").click()
    expect(promises).to_contain_text("1 to 2 of 3")
    people = screen.page.locator("section[aria-label=People] details.note").first
    expect(people.locator("p.quote")).to_have_count(1)
    expect(people).to_contain_text("more place")


def test_an_entry_is_set_right_everywhere_and_taken_back(library: Screen, served: Served, played: Campaign) -> None:
    """A rename shows on the page and in what is taken along; one tap undoes it."""
    person = library.page.locator("section[aria-label=People] details.note").first
    person.locator("summary").first.click()
    person.get_by_text("Edit").click()
    person.locator("input[name=value]").first.fill("Bena Harro")
    person.get_by_role("button", name="Rename").click()
    library.shows("section[aria-label=People]", "Bena Harro")
    with library.page.expect_download() as taken:
        library.page.get_by_role("link", name="Linked notes").click()
    with zipfile.ZipFile(io.BytesIO(Path(taken.value.path()).read_bytes())) as folder:
        assert any("Bena Harro" in name for name in folder.namelist())
    library.page.get_by_role("button", name="Undo").click()
    library.shows("section[aria-label=People]", "Benna Harrow")


def test_an_evening_is_retold_with_evidence_and_read_aloud(library: Screen, served: Served, played: Campaign) -> None:
    """The sentence being read is marked, one after the other; its evidence opens the transcript."""
    library.go(f"/library/evening?campaign={played.id}&evening=1")
    sentences = library.page.locator(".told .sentence")
    expect(sentences.first).to_be_visible()
    library.page.get_by_role("button", name="Read aloud").click()
    reading = library.page.locator(".sentence[aria-current=true]")
    expect(reading).to_have_count(1)
    first = reading.inner_text()
    library.page.evaluate("document.querySelector('main audio').dispatchEvent(new Event('ended'))")
    expect(reading).not_to_have_text(first)
    library.page.get_by_role("button", name="Pause").click()
    library.page.wait_for_function("document.querySelector('main audio').paused")
    library.page.get_by_role("button", name="Continue reading").click()
    sentences.first.get_by_role("button").click()
    expect(reading).to_have_text(first)
    library.page.get_by_role("button", name="Stop reading").click()
    expect(reading).to_have_count(0)
    assert re.fullmatch(r"\d+:\d\d", library.page.locator("a.evidence").first.inner_text())
    library.page.locator("a.evidence").first.click()
    expect(library.page.locator("#here")).to_be_visible()


def test_the_library_has_no_barrier_and_fits_a_phone(library: Screen, served: Served, played: Campaign) -> None:
    """Nothing serious for axe on either page, no sideways scroll at 360 pixels, hostile words are only words."""
    for path in (f"/library?campaign={played.id}", f"/library/evening?campaign={played.id}&evening=2"):
        library.page.set_viewport_size({"width": 360, "height": 740})
        library.go(path)
        expect(library.page.locator("main section").last).to_be_visible()
        assert library.page.evaluate("document.documentElement.scrollWidth") == 360
        found = Axe().run(library.page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []
    expect(library.page.locator("li.quote").last).to_contain_text("<img src=x onerror=alert(1)>")
    library.page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/library?campaign=99999", "There is no such campaign."),
        ("/library/evening?campaign={id}&evening=9", "has no evening 9"),
        ("/library/evening?campaign={id}&evening=1&at=u99", "Nothing called u99 was said"),
    ],
)
def test_an_address_that_leads_nowhere_is_told(library: Screen, played: Campaign, path: str, said: str) -> None:
    library.go(path.format(id=played.id))
    library.shows("[role=alert]", said)


class Hums:
    """A voice that hums."""

    sample_rate_hz = 16000

    def speak(self, text: str) -> Iterator[np.ndarray]:
        yield np.zeros(160, dtype=np.float32)


def test_evenings_are_printed_and_taken_along_one_by_one(library: Screen, served: Served, played: Campaign) -> None:
    """Each in files of its own name; the file with everybody's secrets says so by its name."""

    def fetched(path: str) -> APIResponse:
        answer = library.context.request.get(library.at(f"/library/{path}campaign={played.id}"))
        assert answer.ok
        return answer

    names = [
        unquote(fetched(f"file/{form}").headers["content-disposition"]).rpartition("''")[2]
        for form in ("vtt?evening=1&", "vtt?evening=2&", "json-safe?", "json?")
    ]
    assert [name.removeprefix(played.name) for name in names] == [
        ", evening 1.vtt", ", evening 2.vtt", ".json", ", with secrets.json",
    ]  # fmt: skip
    printed = fetched("book?evening=2&").text()
    assert "Evening 2" in printed
    assert "Evening 1" not in printed


def test_an_evening_that_was_never_played_is_no_empty_file(library: Screen, served: Served, played: Campaign) -> None:
    for path in ("book?", *(f"file/{form}?" for form in EVENING_FORMS)):
        answer = library.context.request.get(library.at(f"/library/{path}campaign={played.id}&evening=7"))
        assert answer.status == 404
        assert re.search(r"no evening 7\b", answer.text())


def test_sounds_have_addresses_nobody_guesses_and_old_ones_go() -> None:
    sounds = Sounds(Hums)
    made = [sounds.of("A sentence.", Visitor()).rsplit("/", 1)[1] for _ in range(70)]
    assert len(set(made)) == 70
    assert min(len(each) for each in made) >= 16
    assert sounds.taken(made[0]) is None
    assert (sounds.taken(made[-1]) or b"")[:4] == b"RIFF"
