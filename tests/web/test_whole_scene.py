"""A whole scene of Phase Abandon on one table page and three phones: every step typed as people talk, or tapped."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser import Screen, Served
from tests.support.phones import Phone
from tests.web.test_looks import demo
from tests.web.test_seat_play import tapped
from tests.web.test_table import seat

GROUP_GOAL = "find out who opened the strongbox"


def bar(screen: Screen, label: str, reads: str) -> None:
    """Wait until a bar stands there."""
    expect(screen.page.locator("main .bar", has_text=label).locator("b")).to_have_text(reads)


def says(screen: Screen, by: str, text: str, headline: str) -> None:
    """Type what somebody says, and see who has the word then."""
    screen.say(by, text)
    expect(screen.page.locator("h1").first).to_have_text(headline)


def happened(screen: Screen, told: str) -> None:
    """Wait until the latest deed of the log tells it."""
    expect(screen.page.locator(".deed", has_text=told).last).to_be_attached()


def dice(phone: Phone, *faces: str) -> None:
    """Hand in faces from a phone."""
    phone.page.locator(".keypad").wait_for()
    tapped(phone, *faces)
    phone.page.get_by_role("button", name="Confirm").first.click()
    expect(phone.page.locator(".keypad")).to_have_count(0)


def keeps(screen: Screen, deed: str, headline: str) -> None:
    """Tap what is to be chosen about the dice that lie."""
    screen.page.locator(".tray").get_by_role("button", name=deed).click()
    expect(screen.page.locator("h1").first).to_have_text(headline)


def test_a_scene_from_getting_moving_to_its_end(
    served: Served, table: Callable[..., Screen], phones: Callable[..., Phone]
) -> None:
    """Headline, bars, seats, dice, log and notes follow every step; bids are seen by nobody before all are in."""
    served.play(demo("phase-abandon"))
    screen, nina, theo, oliver = table(), phones("Nina"), phones("Theo", 1), phones("Oliver", 2)

    says(screen, "Nina", "Okay, let's get moving. Two dice each, everybody.", "Get moving")
    dice(theo, "4", "3")
    screen.say("Nina", "Six and five, that's eleven!")
    says(screen, "Oliver", "A two and a one. Typical.", "Nina narrates the scene")
    happened(screen, "Oliver")
    screen.say("Nina", "So, I set the scene. It's midnight on the airship Heron, somebody has opened the strongbox.")
    screen.shows("section[aria-label=Scene]", "midnight on the airship Heron")
    screen.say("Nina", "There's a woman on the mail sacks. Her name is Clara Winslow, she's the night inspector.")
    expect(screen.page.locator(".note strong", has_text="Clara Winslow")).to_be_attached()

    says(screen, "Theo", "Hold on, that's too easy. Here's a chip, give me a Charm check.", "Nina rolls Charm")
    says(screen, "Nina", "Six, four, and a two.", "Nina may roll the sixes again")
    expect(screen.page.locator(".tray .die.again")).to_have_count(1)
    dice(nina, "3")
    screen.shows("h1", "Nina narrates a success")
    expect(screen.page.locator(".tray .die b")).to_have_text(["6", "3", "4", "2"])
    bar(screen, GROUP_GOAL, "2 of 12")
    says(screen, "Nina", "And that's me done.", "Nina narrates")

    expect(oliver.page.locator("h1")).to_have_text("Nina narrates")
    oliver.tap("Call a conflict (a chip)", nature="Two raiders come swinging in on ropes")
    for phone, chips in ((theo, "2"), (nina, "2")):
        phone.shows("h1", "Bids, please")
        phone.tap("Place a bid", chips=chips)
        phone.shows(".sheet", "2 chips")
    expect(oliver.page.locator("body")).not_to_contain_text("2 chips")
    expect(screen.page.locator(".table-grid")).not_to_contain_text("2 chips")
    oliver.tap("Place a bid", chips="1")
    screen.shows("h1", "Roll your bids")
    dice(theo, "3", "1")
    dice(nina, "2", "1")
    dice(oliver, "1")
    screen.shows("h1", "Theo narrates the scene")
    bar(screen, "Challenge", "0 of 8")

    theo.tap("Start combat")
    happened(screen, "This is combat")
    says(screen, "Nina", "Stella pulls the wheel hard over. I'm rolling Steering, four dice.", "Nina rolls Steering")
    says(screen, "Nina", "Five, four, five, and three.", "Nina narrates a success")
    bar(screen, "Challenge", "3 of 8")
    says(screen, "Nina", "That's it, I'm finished.", "Theo narrates")
    says(screen, "Oliver", "Doctor Wren throws his bag. I'm using Surgery, four dice.", "Oliver rolls Surgery")
    says(screen, "Oliver", "Two, one, two and three.", "Oliver: trade the 6 for the 1?")
    keeps(screen, "Keep the dice", "Nina narrates the failure")
    expect(seat(screen, "Oliver")).to_contain_text("4 of 5")
    happened(screen, "Heart")
    says(screen, "Nina", "Okay, that's all from me.", "Theo narrates")

    says(screen, "Theo", "Pike opens the big valve. I'm rolling Engines, five dice.", "Theo rolls Engines")
    says(screen, "Theo", "Five, four, four, five and a one.", "Theo: trade the 6 for the 1?")
    nina.tap("Spend a token on Theo's one", story="Clara holds the rope")
    expect(screen.page.locator("h1")).to_have_text("Theo narrates a success")
    expect(screen.page.locator(".tray .die.struck b")).to_have_text("1")
    bar(screen, "Challenge", "7 of 8")
    says(screen, "Theo", "And that's me done.", "Theo narrates")
    says(screen, "Nina", "Stella fences. I'm rolling Fencing, three dice.", "Nina rolls Fencing")
    dice(nina, "5", "4", "5")
    expect(screen.page.locator("h1")).to_have_text("Nina narrates the end of the challenge")
    expect(screen.page.locator(".area-middle .bar", has_text="Challenge")).to_have_count(0)
    screen.say("Nina", "I put the reward on pay off the ship.")
    expect(nina.page.locator(".bar", has_text="pay off the ship").locator("b")).not_to_have_text("0 of 150")

    says(screen, "Nina", "The last raider jumps. And that's the end of my narration.", "Theo narrates the scene")
    says(screen, "Theo", "Okay, that's it for tonight.", "The game session is over")
    happened(screen, "session")
    expect(screen.page.locator(".note strong", has_text="Clara Winslow")).to_be_attached()
