"""The table's page for everyone: no barrier axe knows of, from phone to wall, by keyboard, without motion."""

from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.support.browser import Screen, Served
from tests.web.test_table import harbour

Table = Callable[..., Screen]

SERIOUS = {"serious", "critical"}


def barriers(screen: Screen) -> list[str]:
    """Serious findings of axe: rule and first element."""
    found = Axe().run(screen.page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found if each["impact"] in SERIOUS]


def in_full_swing(served: Served, screen: Screen) -> None:
    """Everything a table's page can show at once: dice owed, half of them read, a question, talk, an open editor."""
    served.play(harbour())
    screen.page.reload()  # or what is typed at once may still go to the evening before
    screen.shows("h1", "Jay narrates")
    screen.say("Mira", "We meet Yargert the blacksmith, who limps.")
    screen.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    screen.say("Jay", "two, four and")
    expect(screen.page.get_by_role("alertdialog")).to_be_visible()
    screen.page.locator(".line .words").first.click()
    expect(screen.page.locator(".editor")).to_be_visible()


def test_axe_finds_no_serious_barrier(served: Served, table: Table) -> None:
    """By day and by night, on a laptop and on a phone; and nothing moves for who wants no motion."""
    screen = table(color_scheme="light", reduced_motion="reduce")
    in_full_swing(served, screen)
    for light in ("light", "dark"):
        screen.page.emulate_media(color_scheme=light, reduced_motion="reduce")
        for width, height in ((1280, 800), (360, 740)):
            screen.page.set_viewport_size({"width": width, "height": height})
            assert barriers(screen) == [], f"{light}, {width} px"
    moving: Any = screen.page.evaluate(
        """[...document.querySelectorAll('main *')].filter((each) => {
            const style = getComputedStyle(each);
            return style.animationName !== 'none' || parseFloat(style.transitionDuration) > 0;
        }).length"""
    )
    assert moving == 0


def test_nothing_sticks_out_sideways(served: Served, table: Table) -> None:
    """From a phone to a wall, at the largest text: no scrolling sideways, and the headline in sight at once."""
    screen = table(viewport={"width": 360, "height": 900})
    in_full_swing(served, screen)
    for width in (360, 768, 1440, 3840):
        screen.page.set_viewport_size({"width": width, "height": 900})
        for label, size in (("Standard", "usual"), ("Extra large", "largest")):
            look = screen.page.locator("details.looks")
            if look.get_attribute("open") is None:
                look.locator("summary").click()
            look.get_by_role("button", name=label).click()
            expect(screen.page.locator(f".size-{size}")).to_have_count(1)
            wide = screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{wide} px too wide at {label} on {width} px"
        screen.page.evaluate("window.scrollTo(0, 0)")
        expect(screen.page.locator("h1")).to_be_in_viewport()


def test_everything_is_done_by_keyboard(served: Served, table: Table) -> None:
    """Skip link first, then everything that can be pressed in reading order, and a deed taken back by Enter."""
    served.play(harbour())
    screen = table()
    screen.shows("h1", "Jay narrates")
    screen.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    screen.page.reload()
    screen.shows("h1", "Jay rolls Haggling")
    screen.page.keyboard.press("Tab")
    expect(screen.page.locator(".skip")).to_be_focused()
    reached: set[str] = set()
    for _ in range(80):
        screen.page.keyboard.press("Tab")
        focused = screen.page.evaluate("document.activeElement.innerText || document.activeElement.name || ''")
        reached.add(str(focused).strip())
        if focused == "Undo" and screen.page.evaluate("document.activeElement.closest('.deed') !== null"):
            screen.page.keyboard.press("Enter")
        if focused == "Send":
            break
    assert {"Start listening", "Send", "Undo"} <= reached
    screen.shows("h1", "Jay narrates")


def test_the_look_is_remembered(served: Served, table: Table) -> None:
    served.play(harbour())
    screen = table(viewport={"width": 1280, "height": 800})
    screen.page.locator("details.looks summary").click()
    screen.page.get_by_role("button", name="Dark").click()
    screen.page.get_by_role("button", name="Large", exact=True).click()
    expect(screen.page.locator(".light-night.size-large")).to_have_count(1)
    screen.page.wait_for_function("document.cookie.includes('night') && document.cookie.includes('large')")
    screen.page.reload()
    expect(screen.page.locator(".light-night.size-large")).to_have_count(1)
    assert screen.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"


def test_what_is_said_is_read_out_by_screen_readers(served: Served, table: Table) -> None:
    """Captions are a live region, the state of listening is announced, landmarks and one heading lead around."""
    served.play(harbour())
    screen = table()
    expect(screen.page.locator("section.captions")).to_have_attribute("aria-live", "polite")
    for landmark in ("banner", "main", "navigation"):
        expect(screen.page.get_by_role(landmark)).to_have_count(1)
    expect(screen.page.get_by_role("status").first).to_contain_text("Not listening")
    expect(screen.page.get_by_role("heading", level=1)).to_have_count(1)
