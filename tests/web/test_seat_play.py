"""A scene of Phase Abandon from two phones: bids in secret, dice tapped in, words claimed, questions answered."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.browser import Served
from tests.support.phones import Phone, Wire
from tests.web.test_table import harbour

Phones = Callable[..., Phone]


@pytest.fixture
def jay(served: Served, phones: Phones) -> Phone:
    """Jay's phone at the harbour table, dice thrown by hand."""
    served.play(harbour())
    return phones("Jay")


def tapped(phone: Phone, *faces: str) -> None:
    """Tap faces of dice."""
    for face in faces:
        phone.page.locator(".keypad").get_by_role("button", name=face, exact=True).click()


def test_bids_stay_secret_until_all_are_in(
    served: Served, jay: Phone, phones: Phones, pockets: tuple[BrowserContext, ...]
) -> None:
    """No phone is sent another's bid until the last one is in; one's own dice stand first; then Jay leads."""
    wires = [Wire(context, "/seat") for context in pockets[1:]]
    russ, mira = phones("Russ", 1), phones("Mira", 2)
    jay.tap("Call a conflict", nature="Who gets the boat?")
    jay.shows("h1", "Bids")
    jay.tap("Place a bid", chips="3")
    jay.shows(".sheet", "3 chips")
    russ.tap("Place a bid", chips="1")
    russ.shows(".sheet", "1 chip")
    mira.shows("h1", "Bids")
    for wire in wires:
        wire.ask()
    assert [wire.carried(["3 chips", "1 chip"]) for wire in wires] == [{"1 chip"}, set()]
    mira.tap("Place a bid", chips="2")
    expect(mira.page.locator(".seat-now section.paper:has(.dice, .keypad)").first.locator(".keypad")).to_be_visible()
    for phone, faces in ((jay, "554"), (russ, "2"), (mira, "21")):
        expect(phone.page.get_by_text("Place a bid")).to_have_count(0)
        tapped(phone, *faces)
        phone.page.get_by_role("button", name="Confirm").first.click()
        expect(phone.page.locator(".keypad")).to_have_count(0)
    for phone in (jay, russ, mira):
        phone.shows("h1", "Jay")
    for wire in wires:
        wire.close()


def test_faces_are_tapped_in_and_the_last_one_taken_back(jay: Phone) -> None:
    """Big keys fill in the dice that are owed; Remove last takes the last one back; then they count as thrown."""
    jay.say(None, "I roll Haggling")
    jay.shows(".seat-now", "Waiting for you")
    read = jay.page.locator(".read")
    tapped(jay, "2", "4", "1")
    tapped(jay, "Remove last")
    expect(read).to_have_value("2 4")
    tapped(jay, "5", "6")
    expect(read).to_have_value("2 4 5")
    jay.page.get_by_role("button", name="Confirm").click()
    jay.shows(".captions", "Two successes")


def test_dice_that_do_not_fit_are_kept_and_explained(jay: Phone) -> None:
    """Too few faces: one sentence, and what was tapped is still there."""
    jay.say(None, "I roll Haggling")
    tapped(jay, "2", "4")
    jay.page.get_by_role("button", name="Confirm").click()
    jay.shows(".notice", "enter 3 faces from 1 to 6")
    expect(jay.page.locator(".read")).to_have_value("2 4")


def test_the_app_rolls_for_a_phone(jay: Phone) -> None:
    jay.say(None, "I roll Haggling")
    jay.page.get_by_role("button", name="Roll for me").click()
    jay.shows(".captions", "Jay rolls")
    expect(jay.page.get_by_role("button", name="Roll for me")).to_have_count(0)


def test_that_was_me(served: Served, jay: Phone, phones: Phones) -> None:
    """Words credited to somebody else are claimed by a tap, and become the claimer's on every phone."""
    russ = phones("Russ", 1)
    jay.say(None, "We walk along the quay.")
    russ.shows(".lately", "We walk along the quay.")
    russ.page.get_by_role("button", name="I said that").click()
    expect(russ.page.get_by_role("button", name="I said that")).to_have_count(0)
    expect(jay.page.get_by_role("button", name="I said that")).to_have_count(1)
    assert served.host.talk.last(1)[0].speaker == "Russ"


def test_questions_go_to_who_is_asked(jay: Phone, phones: Phones) -> None:
    """Mira is asked about her own turn, as is Russ, who wants to go on, and not Jay; a tap answers the question."""
    russ, mira = phones("Russ", 1), phones("Mira", 2)
    jay.say(None, "I roll Haggling")
    jay.say(None, "two, three and two")
    jay.shows("h1", "Mira narrates")
    russ.say(None, "Here's a chip, Mira, give me a Locks check")
    asked = mira.page.get_by_role("alertdialog")
    expect(asked).to_contain_text("Is Mira finished?")
    russ.shows("[role=alertdialog]", "Is Mira finished?")
    expect(jay.page.get_by_role("alertdialog")).to_have_count(0)
    asked.get_by_role("button", name="Yes").click()
    jay.shows("h1", "Roll-off")
    expect(asked).to_have_count(0)
