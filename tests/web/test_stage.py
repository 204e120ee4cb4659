"""The stage in a real browser: one view, every line's outcome, actions within reach, a pause, television, seats."""

import tomllib
from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import expect

from tests.support.browser import Screen, Served, until
from tests.support.phones import Phone
from tests.web.test_looks import announced, demo, typed
from tests.web.test_table import harbour

Table = Callable[..., Screen]
CHECK = "Here's a chip, give me a Haggling check, Jay"

STANDS = """() => {
  const view = document.documentElement;
  const who = document.querySelector('.who').getBoundingClientRect();
  const outside = [...document.querySelectorAll('.band, .felt, .rail, .dock, .seat')].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.bottom > innerHeight + 1 || box.top < 0 || box.right > innerWidth + 1 || box.left < -1;
  }).map((each) => each.className);
  const crossing = [...document.querySelectorAll('.seat')].filter((each) => {
    const one = each.getBoundingClientRect();
    return [...document.querySelectorAll('.seat, .area-middle')].some((other) => {
      const two = other.getBoundingClientRect();
      return other !== each && one.left < two.right - 1 && two.left < one.right - 1
        && one.top < two.bottom - 1 && two.top < one.bottom - 1;
    });
  }).map((each) => each.getAttribute('aria-label'));
  return {outside, crossing, who: parseFloat(getComputedStyle(document.querySelector('.who')).fontSize),
    scrolls: view.scrollHeight - view.clientHeight + view.scrollWidth - view.clientWidth, shown: who.width > 0};
}"""
"""What is not where it belongs: parts outside the window, seats upon each other, something to scroll for."""


def played(served: Served, game: str, lines: int) -> None:
    """The demo's table, so many lines into its evening."""
    served.play(demo(game))
    script = tomllib.loads((files("companion.demo") / game / "evening.toml").read_text("utf-8"))
    for each in script["lines"][:lines]:
        typed(served, each["by"], each["text"])


@pytest.mark.parametrize(
    ("game", "lines"), [("phase-abandon", 12), ("choice-pta", 20), ("kleptonomicon", 20), ("phasesix", 8)]
)
def test_the_whole_table_stands_in_one_view(served: Served, table: Table, game: str, lines: int) -> None:
    """No scrolling, nothing upon another, and whose moment it is as large as ever, in every game and at every size."""
    played(served, game, lines)
    screen = table(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    expect(screen.page.locator(".seat")).to_have_count(len(served.host.players))
    for width, height, least in ((1440, 900, 120), (1024, 768, 96), (1920, 1080, 120)):
        screen.page.set_viewport_size({"width": width, "height": height})
        until(lambda: screen.page.evaluate(STANDS)["scrolls"] == 0, seconds=10, what="one view")
        stands = screen.page.evaluate(STANDS)
        assert stands["who"] >= least
        assert {**stands, "who": 0} == {"outside": [], "crossing": [], "scrolls": 0, "shown": True, "who": 0}, width


def test_captions_move_nothing(served: Served, table: Table) -> None:
    served.play(harbour())
    screen = table()
    places = (
        "[...document.querySelectorAll('.band, .felt, .seat, .dock')].map((each) => each.getBoundingClientRect().top)"
    )
    before = screen.page.evaluate(places)
    for number in range(3):
        announced(served, f"{number}: Mira two, Russ four, Jay one. Russ wins four chips and sets the scene. " * 3)
    expect(screen.page.locator(".caption")).to_have_count(3)
    assert screen.page.evaluate(places) == before


def test_every_line_tells_what_came_of_it(served: Served, table: Table) -> None:
    """Done with its deed beneath, story, refused with the reason; a word set right does it anew; one filter each."""
    served.play(harbour())
    screen = table()
    screen.say("Mira", "The gulls are loud today.")
    line = screen.page.locator(".talk .line")
    expect(line.last.locator(".outcome .is-story")).to_have_count(1)
    screen.say("Russ", CHECK)
    expect(line.last.locator(".outcome .is-done")).to_have_count(1)
    expect(line.last.locator(".deed")).to_contain_text("Haggling")
    screen.say("Jay", "five, five and two")
    expect(line.last.locator(".dice-deed")).to_contain_text("Jay rolled 5, 5 and 2.")
    screen.page.locator(".filters .tab", has_text="Dice").click()
    expect(screen.page.locator(".talk .words:visible")).to_have_count(0)
    expect(screen.page.locator(".talk .deed:visible")).to_have_count(1)


def test_what_a_line_meant_is_put_right_by_a_tap(served: Served, table: Table) -> None:
    """Only story: nothing of it counts; another move: made in its place, by whoever said it; one tap each."""
    served.play(harbour())
    screen = table()
    screen.say("Russ", CHECK)
    line = screen.page.locator(".talk .line", has_text=CHECK)
    expect(line.locator(".deed:not(.undone)")).to_have_count(1)
    line.locator(".words").click()
    line.locator(".meant").get_by_role("button", name="Only story").click()
    expect(line.locator(".deed.undone")).to_have_count(1)
    line.locator(".words").click()
    line.locator(".meant button", has_text="Haggling").first.click()
    expect(line.locator(".deed:not(.undone)")).to_have_count(1)


def test_what_was_refused_says_why_beside_its_line(served: Served, table: Table) -> None:
    played(served, "choice-pta", 20)
    line = table().page.locator(".talk .line").filter(has_text="Okay, reveal the cards!")
    expect(line.locator(".is-refused")).to_contain_text("Vesna")


def test_a_roll_is_three_keys_away(served: Served, table: Table) -> None:
    """With nothing focused, R lets the app roll what is owed."""
    served.play(harbour())
    screen = table()
    screen.say("Russ", CHECK)
    screen.shows("h1", "Jay rolls Haggling")
    screen.page.evaluate("document.activeElement.blur()")
    screen.page.keyboard.press("r")
    screen.shows(".captions", "Jay rolls")


def test_moves_and_commands_are_found_by_typing(served: Served, table: Table) -> None:
    """A slash opens the palette, words find, Enter does; the headline and the seats stay where they are."""
    served.play(harbour())
    screen = table()
    screen.shows("h1", "Jay narrates")
    screen.page.evaluate("document.activeElement.blur()")
    screen.page.keyboard.press("/")
    expect(screen.page.locator(".palette .find")).to_be_focused()
    screen.page.locator(".palette .choices > .stack").first.wait_for()
    screen.page.keyboard.type("equipment")
    expect(screen.page.locator(".palette .choices > .stack:visible")).to_have_count(1)
    screen.page.keyboard.press("Enter")
    expect(screen.page.locator(".palette details.move[open]")).to_have_count(1)
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator(".palette")).to_be_hidden()
    fit = screen.page.locator(".fit[title^='Puts']").first
    saying = fit.locator("span").inner_text().partition("“")[2].removesuffix("”")
    fit.click()
    expect(screen.page.locator("form.say input[name=words]")).to_have_value(saying)


def test_what_was_undone_comes_back(served: Served, table: Table) -> None:
    """The latest deed offers Undo for a moment, and then the way back."""
    served.play(harbour())
    screen = table()
    screen.say("Russ", CHECK)
    screen.shows("h1", "Jay rolls Haggling")
    screen.page.locator(".toast").get_by_role("button", name="Undo").click()
    screen.shows("h1", "Jay narrates")
    screen.page.locator(".toast").get_by_role("button", name="Redo").click()
    screen.shows("h1", "Jay rolls Haggling")


def test_a_pause_stops_everybody_and_asks_nobody(served: Served, table: Table, phones: Callable[..., Phone]) -> None:
    """A tap on a phone covers every page; nothing is taken in until somebody goes on; typed, the letter does it too."""
    served.play(harbour())
    screen, phone = table(), phones("Jay")
    phone.page.locator(".x-card").click()
    for each in (screen, phone):
        each.shows(".paused", "Paused")
        expect(each.page.locator(".paused")).not_to_contain_text("Jay")
    screen.page.get_by_role("button", name="Continue").click()
    for each in (screen, phone):
        expect(each.page.locator(".paused")).to_have_count(0)
    screen.say("Mira", "X.")
    screen.shows(".paused", "Paused")
    until(lambda: served.host.pauses.on)
    phone.shows(".paused", "Whoever asked for it continues")
    expect(phone.page.get_by_role("button", name="Continue")).to_have_count(0)
    for _ in range(3):
        served.host.go_on()
        served.host.pause("Jay")
    screen.page.get_by_role("button", name="only show").click()
    phone.page.locator(".x-card").click()
    screen.shows(".toast-place .toast", "Somebody holds up the X-card")
    expect(screen.page.locator(".paused")).to_have_count(0)


def test_television_has_no_controls_and_is_larger(served: Served, table: Table) -> None:
    served.play(harbour())
    screen = table(viewport={"width": 1920, "height": 1080})
    screen.shows("h1", "Jay narrates")
    size = "parseFloat(getComputedStyle(document.querySelector('.who')).fontSize)"
    before = screen.page.evaluate(size)
    screen.page.get_by_role("button", name="TV").click()
    expect(screen.page.locator("main button:visible, main input:visible")).to_have_count(0)
    assert screen.page.evaluate(size) > before
    assert screen.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    screen.page.keyboard.press("Escape")
    expect(screen.page.get_by_role("button", name="Send")).to_be_visible()


def test_the_table_says_where_hidden_cards_are_played(served: Served, table: Table) -> None:
    """Cards nobody else may see are on private pages: the table says so and offers no trap as the next step."""
    played(served, "choice-pta", 9)
    screen = table()
    screen.shows(".needs-phone", "Ana")
    expect(screen.page.locator(".needs-phone").get_by_role("link", name="Phones")).to_be_visible()
    expect(screen.page.locator(".tray button.main", has_text="unseen")).to_have_count(0)


def test_a_skill_on_the_sheet_is_rolled_by_a_tap(served: Served, phones: Callable[..., Phone]) -> None:
    """Whose turn it is lights up; the sheet's own skill begins the roll."""
    served.play(harbour())
    jay = phones("Jay")
    expect(jay.page.locator(".seat-now.my-turn")).to_have_count(1)
    jay.page.locator(".skills").get_by_role("button", name="Haggling").click()
    jay.shows("h1", "Jay rolls Haggling")
    assert not jay.wide
