"""A campaign set up on the page in a real browser: start to finish, nothing lost, mistakes beside their fields."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from companion.web.setup_draft import DRAFT_FILE
from tests.support.browser import Screen, Served, until

Table = Callable[..., Screen]


@pytest.fixture
def wizard(served: Served, table: Table) -> Screen:
    """The first step, nothing filled in."""
    (served.settings.data_dir / DRAFT_FILE).unlink(missing_ok=True)
    screen = table()
    screen.go("/new")
    screen.shows("h1", "New campaign")
    return screen


def field(screen: Screen, label: str) -> Locator:
    return screen.page.get_by_label(label, exact=True)


def at(screen: Screen, title: str) -> None:
    """Wait until a step is there, for whoever goes on by keyboard as well."""
    screen.shows("h1", title)
    expect(screen.page.locator("h1")).to_be_focused()


def go_on(screen: Screen, title: str) -> None:
    screen.page.get_by_role("button", name="Next").last.click()
    at(screen, title)


def mended(screen: Screen, wrong: str, given: Locator, right: str) -> None:
    """Wait until something is told wrong and the keyboard is taken there, then fill in a field anew."""
    screen.shows(".wrong:not(:empty)", wrong)
    expect(screen.page.locator("[aria-invalid=true]").first).to_be_focused()
    given.fill(right)


def test_phase_abandon_from_start_to_finish(served: Served, wizard: Screen) -> None:
    """Name, rules, players, sheets, world, review: the campaign is played as it was filled in."""
    field(wizard, "Campaign name").fill("Phandar")
    go_on(wizard, "Players")
    field(wizard, "Player 1").fill("Russ")
    field(wizard, "Player 2").fill("Jay")
    wizard.page.get_by_role("button", name="Move player 2 up").click()
    expect(field(wizard, "Player 1")).to_have_value("Jay")
    go_on(wizard, "Jay")
    expect(field(wizard, "Jay’s character")).not_to_have_value("")
    wizard.page.get_by_role("button", name="Empty sheet").click()
    expect(field(wizard, "Jay’s character")).to_have_value("")
    field(wizard, "Jay’s character").fill("Herik")
    field(wizard, "Skill 1").fill("Haggling")
    field(wizard, "Skill 1: number").fill("6")
    field(wizard, "Skill 2").fill("Locks")
    field(wizard, "Skill 2: number").fill("2")
    wizard.shows(".counted", "8 of 15 points, 7 left")
    expect(field(wizard, "Skill 4")).to_be_visible()
    wizard.page.get_by_role("button", name="Next").last.click()
    mended(wizard, "Haggling must be at most 5, not 6.", field(wizard, "Skill 1: number"), "5")
    vow = wizard.page.get_by_role("group", name="guiding principle 1")
    vow.get_by_label("Guiding principle").fill("never leave a friend")
    vow.get_by_label("Skill", exact=True).fill("Locks")
    vow.get_by_label("Grants dice when").fill("a friend is in danger")
    vow.get_by_label("Dice", exact=True).fill("2")
    go_on(wizard, "Russ")
    wizard.page.get_by_role("button", name="Empty sheet").click()
    expect(field(wizard, "Russ’s character")).to_have_value("")
    field(wizard, "Russ’s character").fill("Bartok")
    field(wizard, "Skill 1").fill("Stealth")
    field(wizard, "Skill 1: number").fill("3")
    go_on(wizard, "World")
    detail = wizard.page.get_by_role("group", name="detail 1")
    detail.get_by_label("Who").fill("Jay")
    detail.get_by_label("Detail of the world").fill("a fortress city")
    for _ in range(4):
        detail.get_by_role("button", name="one more").click()
    detail.get_by_role("button", name="one fewer").click()
    expect(detail.get_by_label("Chips", exact=True)).to_have_value("3")
    wizard.shows(".counted", "Jay: 3 of 5")
    wizard.page.get_by_label("Genre").fill("")
    wizard.page.get_by_role("button", name="Next").last.click()
    mended(wizard, "Agree on a genre first.", wizard.page.get_by_label("Genre"), "western")
    go_on(wizard, "House rules")
    wizard.page.get_by_label("summaries").check()
    wizard.shows(".step > [role=status]", "summaries")
    wizard.page.get_by_text("Advanced rules").click()
    wizard.page.get_by_placeholder("Find a rule").fill("smallest bid")
    wizard.page.get_by_label("Smallest bid").select_option("1")
    wizard.shows(".step > [role=status]", "1 rule changed")
    go_on(wizard, "Ready to create?")
    for chosen in (
        "Smallest bid: 1",
        "Haggling 5, Locks 2",
        "never leave a friend",
        "Jay a fortress city 3",
        "western",
    ):
        expect(wizard.page.locator(".reviewed")).to_contain_text(chosen)
    wizard.page.get_by_role("button", name="Create the campaign").click()
    wizard.page.wait_for_url(wizard.at("/"))
    game = served.host.game
    assert game is not None
    assert (game.campaign.name, game.campaign.roster["preset"]) == ("Phandar", "summaries")
    assert (served.host.players, game.state.house_rules.min_bid) == (("Jay", "Russ"), 1)
    assert [(each.text, each.lock) for each in game.state.setting_details] == [("a fortress city", 3)]


def test_choice_pta_by_keyboard_alone(served: Served, wizard: Screen) -> None:
    page, press = wizard.page, wizard.page.keyboard.press
    page.get_by_label("Campaign name").focus()
    page.keyboard.type("Vultures")
    press("Tab")
    press("ArrowUp")
    expect(page.get_by_label("Choice Based")).to_be_checked()
    press("Enter")
    at(wizard, "Players")
    page.get_by_label("Player 1", exact=True).focus()
    page.keyboard.type("Gwen")
    for _ in range(3):
        press("Tab")
    page.keyboard.type("Ada")
    press("Enter")
    at(wizard, "Ada")
    page.get_by_role("button", name="Empty sheet").press("Enter")
    expect(page.get_by_label("Ada’s character")).to_have_value("")
    page.get_by_label("Ada’s character").focus()
    page.keyboard.type("Nell")
    press("Tab")
    for trait in ("duelist", "cold reader"):
        page.keyboard.type(trait)
        press("Tab")
    press("Enter")
    wizard.shows(".wrong:not(:empty)", "A protagonist has 3 traits; 2 were named.")
    expect(page.get_by_label("Trait 1", exact=True)).to_be_focused()
    for _ in range(2):
        press("Tab")
    page.keyboard.type("owes the mob")
    press("Enter")
    at(wizard, "World")
    page.get_by_role("button", name="Next").last.press("Enter")
    at(wizard, "House rules")
    page.get_by_role("button", name="Next").last.press("Enter")
    at(wizard, "Ready to create?")
    page.get_by_role("button", name="Create the campaign").press("Enter")
    page.wait_for_url(wizard.at("/"))
    roster = served.host.game.campaign.roster if served.host.game is not None else {}
    assert [(each["name"], each["role"]) for each in roster["players"]] == [("Gwen", "gm"), ("Ada", "player")]
    assert roster["players"][1]["character"]["sheet"]["traits"] == ["duelist", "cold reader", "owes the mob"]


def test_looking_it_over_names_what_is_missing_and_who_has_no_character(wizard: Screen) -> None:
    """Each mistake with its step and its field; only the game master is called one."""
    field(wizard, "Campaign name").fill("Kestrels")
    wizard.page.get_by_label("Choice Based").check()
    go_on(wizard, "Players")
    field(wizard, "Player 1").fill("Gwen")
    field(wizard, "Player 2").fill("Ada")
    go_on(wizard, "Ada")
    wizard.page.get_by_role("button", name="Empty sheet").click()
    expect(field(wizard, "Ada’s character")).to_have_value("")
    wizard.page.locator("nav.steps").get_by_role("button", name="Review").click()
    at(wizard, "Ready to create?")
    expect(wizard.page.locator(".still-wrong")).to_contain_text("Ada’s character: This is required.")
    expect(wizard.page.locator(".reviewed dd").nth(3)).to_have_text("GM")
    expect(wizard.page.locator(".reviewed dd").nth(4)).to_have_text("no character yet")


def test_a_reload_loses_nothing_and_what_is_wrong_is_told(served: Served, wizard: Screen) -> None:
    """Text typed comes back after a reload, on the same step; a mistake stands beside its field."""
    wizard.page.get_by_role("button", name="Next").last.click()
    wizard.shows("#wrong-title", "This is required.")
    expect(field(wizard, "Campaign name")).to_be_focused()
    field(wizard, "Campaign name").fill("Reloaded <b>twice</b>")
    go_on(wizard, "Players")
    field(wizard, "Player 1").fill("Jay")
    field(wizard, "Player 2").fill("jay")
    wizard.page.get_by_role("button", name="Next").last.click()
    wizard.shows("#wrong-player", "Enter each name once")
    field(wizard, "Player 2").fill("Russ")
    expect(wizard.page.locator("#wrong-player")).to_have_text("")
    until(lambda: "Russ" in (served.settings.data_dir / DRAFT_FILE).read_text(encoding="utf-8"))
    wizard.page.reload()
    wizard.shows("h1", "Players")
    expect(field(wizard, "Player 2")).to_have_value("Russ")
    wizard.page.get_by_role("button", name="Game", exact=True).click()
    expect(field(wizard, "Campaign name")).to_have_value("Reloaded <b>twice</b>")


def test_no_step_has_a_barrier_and_all_fit_a_phone(wizard: Screen) -> None:
    page = wizard.page
    field(wizard, "Campaign name").fill("Fits")
    page.get_by_role("button", name="Players", exact=True).click()
    field(wizard, "Player 1").fill("Jay")
    field(wizard, "Player 2").fill("Russ")
    for step in ("Review", "Game", "House rules", "Players", "Jay", "World"):
        page.locator("nav.steps").get_by_role("button", name=step, exact=True).click()
        expect(page.locator("nav.steps [aria-current]")).to_have_text(step)
        found = Axe().run(page).response["violations"]
        assert [each["id"] for each in found if each["impact"] in {"serious", "critical"}] == []
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.set_viewport_size({"width": 1440, "height": 900})
