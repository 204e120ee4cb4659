"""The numbers of a campaign as pictures in a real browser, with the same numbers as tables and files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from companion.web.parts.charts import Chart, Stretch, as_csv, on_paper, strips
from tests.support.browser import Screen, Served
from tests.web.test_table import harbour

Table = Callable[..., Screen]

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def numbers(served: Served, table: Table) -> Screen:
    """The harbour table after one check, with somebody of a strange name at it; its numbers."""
    players = harbour()["players"]
    players[2]["name"] = HOSTILE
    campaign = served.play(harbour(players=players))
    screen = table(viewport={"width": 1280, "height": 900})
    screen.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    screen.shows("h1", "Jay rolls Haggling")
    screen.say("Jay", "five, five and two")
    screen.shows(".captions", "Two successes")
    screen.say(HOSTILE, "Yvaine looks out to sea.")
    screen.shows(".talk .line:last-child .words", "Yvaine looks out to sea.")
    screen.go(f"/statistics?campaign={campaign.id}&evening=1")
    screen.shows("h1", "Statistics: ")
    return screen


def test_pictures_tables_and_files_tell_the_same(numbers: Screen, tmp_path: Path) -> None:
    talk = numbers.page.locator("section[aria-label='Who spoke']")
    expect(talk.locator("svg text", has_text="Russ")).to_be_visible()
    talk.locator("summary").click()
    expect(talk.locator("tbody tr")).to_have_count(3)
    rows = [row.inner_text().split("\t") for row in talk.locator("tbody tr").all()]
    assert [(row[0], int(row[1])) for row in rows] == [("Russ", 9), (HOSTILE, 5), ("Jay", 4)]
    with numbers.page.expect_download() as taken:
        talk.get_by_role("button", name="Save image").click()
    picture = Path(taken.value.path()).read_text(encoding="utf-8")
    assert picture.startswith("<svg")
    assert "Russ" in picture
    assert "var(" not in picture
    with numbers.page.expect_download() as taken:
        talk.get_by_role("button", name="Save CSV").click()
    assert "Russ,9,50 %,0,1" in Path(taken.value.path()).read_text(encoding="utf-8")
    expect(numbers.page.locator("section[aria-label='Chips over the evening'] svg")).to_be_visible()
    expect(numbers.page.locator("section[aria-label='Dice rolls']")).to_contain_text("Jay rolled most")
    over_time = numbers.page.locator("section[aria-label='Narration over time'] svg text", has_text="Evening 1")
    expect(over_time).to_be_visible()
    numbers.page.get_by_role("link", name="All evenings").click()
    expect(numbers.page.get_by_role("link", name="All evenings")).to_have_attribute("aria-current", "page")
    expect(numbers.page.locator("section[aria-label='Chips over the evening'] svg")).to_be_visible()


def test_the_numbers_have_no_barrier_and_fit_a_phone(numbers: Screen) -> None:
    found = Axe().run(numbers.page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []
    numbers.page.set_viewport_size({"width": 360, "height": 740})
    numbers.page.wait_for_function("document.documentElement.scrollWidth === 360")


def test_a_campaign_nobody_knows_is_told(served: Served, table: Table) -> None:
    screen = table()
    screen.go("/statistics?campaign=99999")
    screen.shows("[role=alert]", "There is no such campaign.")


def test_names_cannot_become_formulas_or_break_a_picture() -> None:
    """A spreadsheet reads them as text; colours are written out for programs without the theme."""
    chart = Chart("talk", "", "", {}, ("Who", "Words"), (("=1+1", 3), ("Jay", -2)))
    assert as_csv(chart).splitlines() == ["Who,Words", "'=1+1,3", "Jay,-2"]
    assert on_paper('<path fill="var(--seat-0)" stroke="var(--unknown)"/>') == '<path fill="#1c5c8c" stroke="#262119"/>'


def test_a_strip_has_its_stretches_in_order_and_each_name_once_in_the_legend() -> None:
    """The first series name the colours; then comes the first stretch of every strip, the second, and so on."""
    rows = {"Evening 1": [Stretch("Jay", 2.0), Stretch("Mira", 1.0), Stretch("Jay", 3.0)], "Evening 2": []}
    drawn = strips(rows, {"Jay": "seat-0", "Mira": "seat-1"}, "minutes")
    assert drawn["legend"]["data"] == ["Jay", "Mira"]
    assert [each["name"] for each in drawn["series"]] == ["Jay", "Mira", "", "", ""]
    assert [each["data"][0]["value"] for each in drawn["series"][2:]] == [2.0, 1.0, 3.0]
    assert [each["data"][1] for each in drawn["series"][2:]] == [0, 0, 0]
