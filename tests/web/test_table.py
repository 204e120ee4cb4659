"""The table's page in a real browser: an evening typed, tapped, corrected and undone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.browser import Screen, Served, until
from tests.support.harbour import SECOND_SKILLS
from tests.support.sitting import roster

Table = Callable[..., Screen]


def harbour(**changes: Any) -> dict[str, Any]:
    """The harbour table with two plainly named skills each."""
    players = roster()["players"]
    for player in players:
        player["character"]["skills"][1]["name"] = SECOND_SKILLS[player["name"]]
    return roster(**{"players": players, **changes})


@pytest.fixture
def seated(served: Served, table: Table) -> Screen:
    """The harbour table, dice thrown by hand."""
    served.play(harbour())
    return table()


def seat(screen: Screen, name: str) -> Any:
    """Somebody's place on the page."""
    return screen.page.locator(f"article.seat[aria-label='{name}']")


def test_a_scene_is_played_by_typing(seated: Screen) -> None:
    """Check called, dice typed as read aloud, success: headline, chips, transcript, captions and log all follow."""
    seated.shows("h1", "Jay narrates")
    seated.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    seated.shows("h1", "Jay rolls Haggling")
    expect(seat(seated, "Jay")).to_contain_text("has to roll three dice")
    expect(seat(seated, "Russ").locator(".counter").first).to_contain_text("4")
    seated.say("Jay", "five, five and two")
    seated.shows("h1", re.compile("Jay narrates"))
    seated.shows(".captions", "Two successes")
    expect(seated.page.locator(".talk .line")).to_have_count(2)
    seated.latest("Jay rolled 5, 5 and 2.")


def test_spoken_faces_fill_the_tray_one_by_one(seated: Screen) -> None:
    """Half a throw read aloud already lies on the table; the rest still has its place."""
    seated.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    expect(seated.page.locator(".die.wanted")).to_have_count(3)
    seated.say("Jay", "two, four and")
    expect(seated.page.locator(".die.wanted")).to_have_count(1)
    expect(seated.page.locator(".die b").first).to_have_text("2")


def test_dice_are_tapped_in_and_marked(seated: Screen) -> None:
    """Tapped faces count like spoken ones; a six shows that it may be thrown again, in words too."""
    seated.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    faces = seated.page.get_by_role("group", name="Tap the faces")
    for face in ("2", "4", "6"):
        faces.get_by_role("button", name=face, exact=True).click()
    seated.page.get_by_role("button", name="Confirm").click()
    seated.shows("h1", "sixes again")
    expect(seated.page.locator(".die.success")).to_contain_text("success")
    expect(seated.page.locator(".die.again")).to_contain_text("can be rolled again")


def test_what_does_not_fit_is_said_in_one_sentence(seated: Screen) -> None:
    """Two faces for three dice: the page says so and keeps waiting."""
    seated.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    seated.page.fill("input[name=values]", "2 4")
    seated.page.get_by_role("button", name="Confirm").click()
    seated.shows("[role=alert]", "3 faces from 1 to 6")
    expect(seated.page.locator(".die.wanted")).to_have_count(3)


def test_a_question_is_answered_by_a_tap(seated: Screen) -> None:
    """The companion's question shows as a card; a tap on an option does it."""
    seated.say("Jay", "Mira has nine chips")
    question = seated.page.get_by_role("alertdialog")
    expect(question).to_be_visible()
    question.get_by_role("button", name="Yes").click()
    expect(question).to_have_count(0)
    expect(seat(seated, "Mira").locator(".counter").first).to_contain_text("9")


def test_every_deed_can_be_taken_back(seated: Screen) -> None:
    seated.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    seated.shows("h1", "Jay rolls Haggling")
    seated.page.locator(".deed").get_by_role("button", name="Undo").last.click()
    seated.shows("h1", "Jay narrates")
    seated.shows(".deed.undone", "Undone")
    seated.shows(".captions", "Undone")


def test_a_deed_tells_why(seated: Screen) -> None:
    seated.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    seated.page.locator(".deed").get_by_role("button", name="Why?").last.click()
    seated.latest("I took what Russ said for something like “Here's a chip, somebody, roll Haggling”")


def test_a_note_leads_to_where_it_was_said(seated: Screen) -> None:
    """The link stands apart from the words it belongs to."""
    seated.say("Russ", "There's a ferrywoman. Her name is Benna Harrow.")
    seated.beside("Notes")
    note = seated.page.locator("details.note", has_text="Benna Harrow").first
    note.locator("summary").click()
    quote, link = note.locator("p > span"), note.get_by_role("link", name="Show in transcript")
    expect(link).to_be_visible()
    words, way = quote.bounding_box(), link.bounding_box()
    assert words is not None
    assert way is not None
    assert way["x"] >= words["x"] + words["width"] + 4 or way["y"] >= words["y"] + words["height"]


def test_the_speaker_is_put_right_by_a_tap(seated: Screen) -> None:
    seated.say("Russ", "I roll Locks")
    line = seated.page.locator(".talk .line").last
    line.locator(".words").click()
    line.get_by_role("group", name="Speaker").get_by_role("button", name="Mira").click()
    expect(line.locator(".seat-name")).to_have_text("Mira")


def test_misheard_words_are_typed_anew_and_acted_upon(seated: Screen) -> None:
    seated.say("Russ", "Here's a chip, give me a haggis check, Jay")
    line = seated.page.locator(".talk .line").last
    line.locator(".words").click()
    line.locator("input[name=words]").fill("Here's a chip, give me a Haggling check, Jay")
    line.get_by_role("button", name="Save text").click()
    expect(line.locator(".words")).to_have_text("Here's a chip, give me a Haggling check, Jay")
    seated.shows("h1", "Jay rolls Haggling")


def test_moves_are_tapped_for_whoever_is_chosen(served: Served, seated: Screen) -> None:
    """A move with a field opens, is filled in and done as that player's, also where another has the very same one."""
    seated.page.keyboard.press("Control+k")
    seated.page.keyboard.type("equipment")
    move = seated.page.locator(".palette details.move", has_text="Add equipment")
    jays = move.get_attribute("id")
    seated.page.locator(".palette select[name=by]").select_option("Mira")
    until(lambda: move.get_attribute("id") != jays, what="Mira's moves")
    move.locator("summary").click()
    move.locator("input").fill("a rope")
    move.get_by_role("button", name="Confirm").click()
    seated.latest("a rope")
    assert served.host.game is not None
    command = served.host.game.recorded[-1].entry.command
    assert command is not None
    assert command["actor"] == "Mira"


def test_the_companion_is_told_how_to_play_along(served: Served, seated: Screen) -> None:
    """Readiness to act and the choice of who rolls are a tap each; the present one is marked, not by colour alone."""
    seated.beside("Table")
    seated.page.get_by_text("Dice & assistant").click()
    for told, holds in (
        ("Ask before important actions", lambda session: session.trust == "careful"),
        ("The app rolls", lambda session: session.rolls_unasked),
    ):
        chosen = seated.page.get_by_role("button", name=told)
        expect(chosen).to_have_attribute("aria-pressed", "false")
        chosen.click()
        expect(chosen).to_have_attribute("aria-pressed", "true")
        assert holds(served.host.session)


PAYLOADS = (
    "<img src=x onerror=alert(1)>",
    "<script>alert(2)</script>",
    "{{constructor.constructor('alert(3)')()}}",
    "`${alert(4)}`",
    "javascript:alert(5)",
    "</script><svg onload=alert(6)>",
)


def test_what_people_type_is_never_run(served: Served, table: Table) -> None:
    """Payloads typed, and in the names of a campaign, appear as the text they are, live and after a reload."""
    players = harbour()["players"]
    players[0]["character"]["name"] = PAYLOADS[0]
    served.play(harbour(players=players, title=PAYLOADS[1], scene={"description": PAYLOADS[5]}))
    screen = table()
    for payload in PAYLOADS:
        screen.say("Mira", f"We meet {payload}")
    expect(screen.page.locator(".talk .line .words").last).to_have_text(f"We meet {PAYLOADS[-1]}")
    screen.page.reload()
    for at, payload in enumerate(PAYLOADS):
        expect(screen.page.locator(".talk .line .words").nth(at)).to_have_text(f"We meet {payload}")
    expect(seat(screen, "Jay")).to_contain_text(PAYLOADS[0])
    assert screen.page.locator("main img, main svg, main script").count() == 0


def test_a_reload_shows_everything_as_it_was(seated: Screen) -> None:
    seated.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    seated.say("Jay", "two, four and")
    seated.page.reload()
    seated.shows("h1", "Jay rolls Haggling")
    expect(seated.page.locator(".talk .line")).to_have_count(2)
    expect(seated.page.locator(".die b").first).to_have_text("2")
    expect(seated.page.get_by_role("alertdialog")).to_be_visible()


def test_what_one_page_does_shows_on_another(served: Served, table: Table) -> None:
    served.play(harbour())
    first, second = table(), table()
    first.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    second.shows("h1", "Jay rolls Haggling")
