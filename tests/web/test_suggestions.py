"""Cards of lines that were left alone, in a real browser: tapped, filled in, sent away, and only where they belong."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from companion.dialogue.turn_interpreter import TurnInterpreter
from companion.tracker import tracker
from tests.support.browser import Screen, Served
from tests.support.phones import Phone, Wire, violations
from tests.web.test_table import harbour, seat

Phones = Callable[..., Phone]

ASKS = "Haggling, that is what I fancy having a go with."
BID = "I reckon some chips from me for this bid."


@pytest.fixture(autouse=True)
def nothing_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the grammar learns, these lines are left alone, and however sure they are, no question is put."""
    monkeypatch.setattr(TurnInterpreter, "_read", lambda *_, **__: ())
    for sure in ("ACT_CHANCE", "ACT_CHANCE_HEARD", "ASK_CHANCE", "ASK_CHANCE_HEARD"):
        monkeypatch.setattr(tracker, sure, 1.1)


def card(screen: Screen) -> Locator:
    """The card that lies."""
    return screen.page.get_by_role("group", name="Suggestions")


def test_a_card_is_tapped_at_the_table_and_does_what_it_says(served: Served, table: Callable[..., Screen]) -> None:
    """Nothing happens before; it can be reached by the keyboard, read by a screen reader, and it goes with the deed."""
    served.play(harbour())
    screen = table()
    screen.say("Jay", ASKS)
    expect(card(screen)).to_contain_text(f"Not done: “{ASKS}”. Did you mean…?")
    screen.shows("h1", "Jay narrates")
    assert violations(screen.page) == []
    button = card(screen).get_by_role("button", name="Haggling")
    button.focus()
    screen.page.keyboard.press("Enter")
    screen.shows("h1", "Jay rolls Haggling")
    expect(card(screen)).to_have_count(0)


def test_a_card_lies_on_its_speakers_seat_and_no_other(served: Served, phones: Phones) -> None:
    """The speaker sends it away on the phone; another phone never sees it."""
    served.play(harbour())
    jay, russ = phones("Jay"), phones("Russ", 1)
    jay.say(None, ASKS)
    expect(card(jay)).to_be_visible()
    assert not jay.wide
    expect(card(russ)).to_have_count(0)
    card(jay).get_by_role("button", name="None of these").click()
    expect(card(jay)).to_have_count(0)


def test_what_is_secret_lies_on_its_own_seat_only(
    served: Served, table: Callable[..., Screen], phones: Phones, laptop: BrowserContext
) -> None:
    """A bid may be made from the card on one's own phone; the table is sent no word of it."""
    served.play(harbour())
    wire = Wire(laptop, "/")
    screen, jay = table(), phones("Jay")
    jay.tap("Call a conflict", nature="Who gets the boat?")
    jay.shows("h1", "Bids")
    jay.say(None, BID)
    expect(card(jay)).to_be_visible()
    screen.shows(".talk", BID)
    expect(card(screen)).to_have_count(0)
    wire.ask()
    assert wire.carried(["Not done: “"]) == set()
    wire.close()
    card(jay).locator("summary", has_text="Place a bid").click()
    jay.fill_in(card(jay).locator("form"), {"chips": "2"})
    expect(card(jay)).to_have_count(0)
    expect(seat(screen, "Jay")).not_to_contain_text("has to place a bid")
