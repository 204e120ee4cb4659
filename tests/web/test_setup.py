"""A campaign set up on the page in a real browser: start to finish, nothing lost, mistakes beside their fields."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from companion.web.draft import DRAFT_FILE
from tests.support.browser import Screen, Served

Table = Callable[..., Screen]


@pytest.fixture
def wizard(served: Served, table: Table) -> Screen:
    """The first step, nothing filled in."""
    (served.settings.data_dir / DRAFT_FILE).unlink(missing_ok=True)
    screen = table()
    screen.page.goto(f"{served.address}/new")
    screen.shows("h1", "A new campaign")
    return screen


def field(screen: Screen, label: str) -> Locator:
    return screen.page.get_by_label(label, exact=True)


def go_on(screen: Screen) -> None:
    screen.page.get_by_role("button", name="Next").last.click()


def test_phase_abandon_from_start_to_finish(served: Served, wizard: Screen) -> None:
    """Name, rules, players, sheets, world, review: the campaign is played as it was filled in."""
    field(wizard, "Name of the campaign").fill("Phandar")
    go_on(wizard)
    wizard.shows("h1", "House rules")
    wizard.page.get_by_label("summaries").check()
    wizard.shows(".step > [role=status]", "summaries")
    go_on(wizard)
    wizard.shows("h1", "Who plays?")
    field(wizard, "Player 1").fill("Jay")
    field(wizard, "Player 2").fill("Russ")
    go_on(wizard)
    wizard.shows("h1", "Jay")
    go_on(wizard)
    wizard.shows(".wrong:not(:empty)", "This cannot stay empty.")
    field(wizard, "Jay’s character").fill("Herik")
    field(wizard, "Skill 1").fill("Haggling")
    field(wizard, "Skill 1: number").fill("5")
    wizard.shows(".counted", "5 of 15 points, 10 left")
    go_on(wizard)
    wizard.shows("h1", "Russ")
    field(wizard, "Russ’s character").fill("Bartok")
    field(wizard, "Skill 1").fill("Stealth")
    field(wizard, "Skill 1: number").fill("3")
    go_on(wizard)
    wizard.shows("h1", "The world")
    go_on(wizard)
    wizard.shows("h1", "Is it all right so?")
    wizard.page.get_by_role("button", name="Create the campaign").click()
    wizard.page.wait_for_url(f"{served.address}/", wait_until="commit")
    game = served.host.game
    assert game is not None
    assert (game.campaign.name, game.campaign.roster["preset"]) == ("Phandar", "summaries")
    assert served.host.players == ("Jay", "Russ")
