"""Pictures of the pages for the README, drawn when TESTS_PICTURES names a folder for them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.support.browser import Screen, Served
from tests.web.test_table import harbour

FOLDER = os.environ.get("TESTS_PICTURES", "")
"""Read before tests lose the variables of whoever runs them."""

Table = Callable[..., Screen]
LAPTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}

TALK = (
    ("Jay", "The quay is empty but for gulls. A lantern swings above the customs house."),
    ("Mira", "We look for Yargert, the blacksmith. He limps, he can't be far."),
    ("Jay", "Yargert sits on a bollard and does not look up. He wants his silver back."),
    ("Russ", "Bartok owes him, I promise he will have it by winter."),
    ("Mira", "And the ferrywoman, Olvir, watches us from her boat."),
)


def picture(screen: Screen, name: str) -> None:
    """Keep what the screen shows."""
    folder = Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    screen.page.screenshot(path=folder / f"{name}.png")


def told(served: Served, screen: Screen) -> None:
    """An evening that has come some way."""
    served.play(harbour(title="The Harbour"))
    screen.shows("h1", "Jay narrates")
    for by, text in TALK:
        screen.say(by, text)
    screen.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    screen.shows("h1", "Jay rolls Haggling")


def test_a_throw_half_read(served: Served, table: Table) -> None:
    """By day: dice filling the tray as they are read aloud, and a question."""
    screen = table(**LAPTOP, color_scheme="light")
    told(served, screen)
    screen.say("Jay", "six, four and")
    expect(screen.page.get_by_role("alertdialog")).to_be_visible()
    expect(screen.page.locator(".note strong", has_text="Yargert")).to_be_attached()
    picture(screen, "table-day")


def test_sixes_thrown_again(served: Served, table: Table) -> None:
    """By night: successes, a failure and a six that may be thrown again."""
    screen = table(**LAPTOP, color_scheme="dark")
    told(served, screen)
    screen.say("Jay", "six, five and two")
    screen.shows("h1", "sixes again")
    screen.shows(".captions .stack:last-child", "may roll again")
    expect(screen.page.locator(".note strong", has_text="Yargert")).to_be_attached()
    picture(screen, "table-night")


def test_who_said_it(served: Served, table: Table) -> None:
    screen = table(**{**LAPTOP, "viewport": {"width": 1920, "height": 1080}}, color_scheme="light")
    told(served, screen)
    screen.page.locator(".line .words").nth(2).click()
    screen.page.locator(".deed").get_by_role("button", name="Why?").last.click()
    expect(screen.page.locator(".editor")).to_be_visible()
    screen.latest("I took what Russ said")
    expect(screen.page.locator(".note strong", has_text="Yargert")).to_be_attached()
    picture(screen, "table-correcting")


def test_on_a_phone(served: Served, table: Table) -> None:
    screen = table(viewport={"width": 390, "height": 844}, reduced_motion="reduce", color_scheme="dark")
    told(served, screen)
    picture(screen, "table-phone")


def test_setting_up(served: Served, table: Table) -> None:
    """A character being filled in: points counted, a mistake beside its field."""
    screen = table(**LAPTOP, color_scheme="light")
    screen.go("/new")
    screen.page.get_by_label("Campaign name").fill("The Harbour")
    for name in ("House rules", "Players"):
        screen.page.locator("nav.steps").get_by_role("button", name=name).click()
        expect(screen.page.locator("nav.steps [aria-current]")).to_have_text(name)
    screen.page.get_by_label("Player 1", exact=True).fill("Jay")
    screen.page.get_by_label("Player 2", exact=True).fill("Mira")
    screen.page.get_by_role("button", name="Next").last.click()
    screen.page.get_by_label("Jay’s character").fill("Herik")
    for at, (skill, rank) in enumerate((("Haggling", "5"), ("Locks", "4"), ("Rowing", "6")), start=1):
        screen.page.get_by_label(f"Skill {at}", exact=True).fill(skill)
        screen.page.get_by_label(f"Skill {at}: number").fill(rank)
    screen.page.get_by_role("button", name="Next").last.click()
    screen.shows(".wrong:not(:empty)", "Rowing must be at most 5")
    picture(screen, "set-up")
