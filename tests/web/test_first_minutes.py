"""The first minutes: a ready-made campaign in two taps, a demo watched, a deletion undone, nothing empty, portraits."""

import base64
import struct
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from companion.play.ready import ready_heroes, ready_systems
from companion.privacy.pictures import heroes_of
from companion.web.actions import Actions, NotAllowed
from companion.web.art import (
    LARGEST_PICTURE,
    LONGEST_SIDE,
    PictureRefused,
    face,
    keep_picture,
    picture_of,
    portrait,
)
from companion.web.campaigns import Campaigns
from companion.web.demo import DemoPlayer, is_demo, lines_of
from companion.web.keys import Visitor
from companion.web.parts.closing import as_svg, closing
from companion.web.setup_draft import DRAFT_FILE
from companion.web.strings import words
from tests.support.browser import Screen, Served, until
from tests.web.test_table import harbour

Table = Callable[..., Screen]
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def at_start(screen: Screen) -> Screen:
    screen.go("/start")
    screen.shows("h1", "What are we playing tonight?")
    return screen


@pytest.mark.parametrize("slug", ready_systems())
def test_a_ready_made_campaign_is_played_in_two_taps(served: Served, table: Table, slug: str) -> None:
    """Each game, with portraits and the dice asked about; whoever has no name does not play; 360 pixels, no barrier."""
    served.opens.dice = None
    page = at_start(table()).page
    page.locator(f"a[href$='/ready?game={slug}']").click()
    heroes = page.locator(".hero-card:has(img.face)")
    expect(heroes).to_have_count(4)
    page.wait_for_function("[...document.querySelectorAll('img.face')].every(each => each.naturalWidth > 0)")
    found = Axe().run(page).response["violations"]
    assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_label(f"Player of {ready_heroes(slug)[3]['name']}").fill("")
    page.get_by_label("We roll real dice").check()
    page.get_by_role("button", name="Start playing").click()
    page.wait_for_url("**/")
    expect(page.locator("#main")).to_contain_text(ready_heroes(slug)[0]["name"])
    game, session = served.host.game, served.host.session
    assert game is not None
    assert session is not None
    assert (game.campaign.slug, "Dan" in served.host.players, session.rolls_unasked) == (slug, False, False)


@pytest.mark.parametrize(
    ("slug", "taps", "came"),
    [
        ("phase-abandon", ("Start the game session", "R", "Get moving", "R"), "begins with"),
        ("phasesix", ("Start the session", "Call for a roll", "R"), "Strength"),
        (
            "choice-pta",
            (
                *("Deal the hands", "Start a scene", "Call a conflict", "Add a stake of yours", "State your stake"),
                *("Lock the stakes", "top Gwen", "top Ana", "Reveal"),
            ),
            "",
        ),
    ],
)
def test_a_first_evening_comes_to_its_first_result_by_taps(
    served: Served, table: Table, slug: str, taps: tuple[str, ...], came: str
) -> None:
    """What comes next is offered first, and nothing has to be typed; no question is left open."""
    served.opens.dice = None
    page = at_start(table()).page
    page.locator(f"a[href$='/ready?game={slug}']").click()
    page.get_by_role("button", name="Start playing").click()
    page.wait_for_url("**/")
    line, session = page.locator("form.say input[name=words]"), served.host.session
    assert session is not None
    expect(page.locator(".fit").first).to_be_visible()
    page.wait_for_timeout(1000)  # until the page takes taps
    for tap in taps:
        before = served.host.board()
        if tap == "R":
            page.evaluate("document.querySelector('.app-rolls')?.click()")  # unless the app has rolled by itself
            until(lambda: not session.game.open_rolls)
            continue
        if tap.startswith("top "):
            owed = page.locator(".area-middle .stack:has(> .seat-name)", has_text=tap.removeprefix("top "))
            owed.get_by_role("button", name="Play the top card unseen").click()
        else:
            page.locator(".fit", has_text=tap).first.click()

        def moved(known: object = before, tap: str = tap) -> bool:
            """What needs words stands in the line and is sent by a tap."""
            if line.input_value():
                page.get_by_role("button", name="Send").click()
            elif served.host.board() == known and (again := page.locator(".fit", has_text=tap)).count():
                again.first.click()  # a page that has just been drawn may miss one
            page.wait_for_timeout(1000)
            return served.host.board() != known

        until(moved, what=tap)
    expect(page.locator(".talk")).to_contain_text(came)
    assert session.question is None


def test_a_ready_made_campaign_can_be_changed_first(served: Served, table: Table) -> None:
    (served.settings.data_dir / DRAFT_FILE).unlink(missing_ok=True)
    screen = table()
    screen.go("/ready?game=choice-pta")
    screen.page.get_by_role("button", name="Change characters first").click()
    screen.page.wait_for_url("**/new")
    screen.page.get_by_role("button", name="Ana", exact=True).click()
    expect(screen.page.get_by_label("Ana’s character")).to_have_value(ready_heroes("choice-pta")[0]["name"])
    screen.page.get_by_role("button", name="Random character").click()
    expect(screen.page.get_by_label("Ana’s character")).not_to_have_value(ready_heroes("choice-pta")[0]["name"])
    screen.page.get_by_role("button", name="Fill in the rest").click()
    screen.shows("h1", "Ready to create?")
    screen.shows(".step", "Everything is complete.")


def test_a_demo_is_watched_on_the_table_s_page_and_gone_afterwards(served: Served, table: Table) -> None:
    """Its lines come by themselves; it can be paused and left, and no campaign of it stays."""
    screen = at_start(table())
    screen.page.get_by_role("button", name="Watch a demo evening of Choice Based PTA").click()
    screen.page.wait_for_url("**/")
    screen.shows(".demo-strip", "A recorded evening is being played.")
    expect(screen.page.locator("#main")).to_contain_text(lines_of("choice-pta")[0].text)
    screen.page.get_by_role("button", name="Pause", exact=True).click()
    expect(screen.page.get_by_role("button", name="Continue", exact=True)).to_be_visible()
    screen.page.get_by_role("button", name="Leave the demo").click()
    screen.page.wait_for_url("**/start")
    until(lambda: not any(is_demo(each) for each in served.store.campaigns()))


@pytest.mark.parametrize("slug", ready_systems())
def test_a_demo_says_every_line_of_its_speakers_in_order(slug: str) -> None:
    said: list[tuple[str, str]] = []
    ticks = iter(float(tick) * 30 for tick in range(99))
    player = DemoPlayer(slug, lambda text, by: said.append((by, text)), monotonic=lambda: next(ticks))
    player.start()
    until(lambda: player.over)
    until(lambda: said == [(each.by, each.text) for each in player.lines])


def test_a_demo_goes_on_after_an_x_card() -> None:
    """Also where it was held up while a line was on its way."""
    said, held, ticks = list[str](), [True], iter(float(tick) * 30 for tick in range(99))

    def say(text: str, by: str) -> None:
        if len(said) == 3 and held:
            raise NotAllowed(words("pause.paused"))
        said.append(text)

    player = DemoPlayer("phase-abandon", say, lambda: next(ticks), held=lambda: len(said) == 3 and bool(held))
    player.start()
    until(lambda: len(said) == 3)
    held.clear()
    until(lambda: said == [each.text for each in player.lines])


def test_a_deleted_campaign_can_be_brought_back(served: Served, table: Table) -> None:
    campaign = served.campaign(harbour(title="Regretted"))
    page = at_start(table()).page
    article = page.get_by_role("article", name=campaign.name, exact=True)
    article.locator("summary").click()
    article.get_by_role("button", name=f"Delete {campaign.name}").click()
    expect(page.get_by_role("status").filter(has_text="was deleted")).to_be_visible()
    expect(article).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(article).to_have_count(1)
    assert campaign.name in {each.name for each in served.store.campaigns()}


def test_the_page_one_is_on_is_marked(table: Table) -> None:
    marked = at_start(table()).page.locator("nav.ways [aria-current=page]")
    expect(marked).to_have_text("Start")


def test_portraits_keep_to_a_name_and_only_small_pictures_are_taken(tmp_path: Path) -> None:
    assert portrait("a") == portrait("a") != portrait("b")
    assert face("Nadja") == face("NADJA")
    wide, flat = PIXEL[:16] + b"\0\0\xea\x60" + PIXEL[20:], PIXEL[:16] + bytes(4) + PIXEL[20:]
    for content in (b"<script>", b"\xff\xd8\xff0", PIXEL[:20], PIXEL + b"0" * LARGEST_PICTURE, wide, flat):
        with pytest.raises(PictureRefused, match="Choose a picture"):
            keep_picture(tmp_path, "1", "Nadja", content)
    keep_picture(tmp_path, "1", "Nadja", PIXEL)
    assert picture_of(tmp_path, "1", "NADJA").read_bytes() == PIXEL
    keep_picture(tmp_path, "1", "Nadja", b"")
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []


def test_nobody_plays_two_campaigns_of_one_name(served: Served) -> None:
    made = [Campaigns(served.house, Visitor()).play_ready("choice-pta", ["G", "A", "B"], "app") for _ in range(2)]
    assert len({each.name for each in made}) == 2


def test_a_picture_of_a_character_is_shown_in_place_of_the_drawn_one(served: Served, table: Table) -> None:
    """Only pictures are taken; the others are told of."""
    campaign = served.campaign(harbour())
    screen = table()
    screen.go(f"/library?campaign={campaign.id}")
    field = screen.page.get_by_label("Choose a picture of ").first
    name = heroes_of(campaign)[0]
    drawn = screen.page.evaluate("""async () => {
      const large = Object.assign(document.createElement('canvas'), {width: 2000, height: 1000});
      large.getContext('2d').fillRect(0, 0, 2000, 1000);
      const body = await new Promise((done) => large.toBlob(done, 'image/jpeg'));
      return [...new Uint8Array(await body.arrayBuffer())];
    }""")
    for content, told in ((b"<p>", "Choose a picture"), (bytes(drawn), "Saved.")):
        field.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": content})
        expect(screen.page.locator("[role=status]", has_text=told)).to_be_visible()
    shown = screen.page.request.get(screen.at(face(name, campaign.key)))
    assert (shown.headers["content-type"], shown.headers["cache-control"]) == ("image/png", "no-store")
    assert struct.unpack_from(">II", shown.body(), 16) == (LONGEST_SIDE, LONGEST_SIDE // 2)
    keep_picture(served.settings.data_dir, campaign.key, name, b"")


def test_an_evening_closes_with_a_poster(served: Served, table: Table) -> None:
    """Who narrated and what everybody has, and a picture in which names are no markup."""
    campaign = served.play(harbour(title="A <b>night</b>"))
    Actions(served.host, Visitor()).say("Bartok opens the door and says we never sleep.", "Russ")
    poster = closing(served.house, campaign, 1)
    assert poster is not None
    picture = as_svg(poster)
    assert "<b>" not in picture
    ElementTree.fromstring(picture)
    screen = table()
    screen.go(f"/library/evening?campaign={campaign.id}&evening=1")
    expect(screen.page.locator(".poster")).to_contain_text("A <b>night</b>")
    expect(screen.page.locator(".poster .seat-name")).to_have_text(list(served.host.players))
    with screen.page.expect_download() as saved:
        screen.page.locator(".poster").get_by_role("button", name="Save image").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    screen.page.set_viewport_size({"width": 360, "height": 740})
    assert screen.page.evaluate("document.documentElement.scrollWidth") == 360
    screen.page.set_viewport_size({"width": 1440, "height": 900})
