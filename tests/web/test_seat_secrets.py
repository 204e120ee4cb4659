"""Three seats' pages in a conflict with hidden cards: played to its end by tapping, and nobody learns a card."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tests.companion.dialogue.test_secrets import ROSTER
from tests.support.browser import Screen, Served
from tests.support.phones import Phone, Wire, violations

HANDS = {
    "Ana": ["2 of clubs", "3 of diamonds", "4 of hearts", "queen of spades"],
    "Ben": ["ace of spades", "king of diamonds", "jack of hearts", "5 of clubs"],
    "Gwen": ["6 of clubs", "7 of diamonds", "8 of hearts", "9 of spades", "10 of clubs"],
}
PLAYED = {"queen of spades", "5 of clubs", "9 of spades"}


@dataclass
class Sitting:
    """Three phones and the table's page around one conflict."""

    served: Served
    phones: dict[str, Phone]
    wires: dict[str, Wire]

    def everywhere(self, headline: str) -> None:
        """Wait until every phone tells who has the word."""
        for each in self.phones.values():
            each.shows("h1", headline)

    def code(self, player: str, card: str) -> str:
        """The word that plays a card."""
        cards = (each for panel in self.served.host.sheet(player) for each in panel.cards)
        return next(each.code for each in cards if each.face == card and each.code)

    def refused(self, phone: Phone) -> set[int]:
        """Return the statuses with which the table's own pages and files answer a phone."""
        table = ("/", "/library", "/library/file/json", "/library/book", "/phones", "/statistics", "/page-keys.json")
        return {phone.context.request.get(phone.at(path)).status for path in table}

    def hidden(self, viewer: str) -> list[str]:
        """Cards in the hands of others, and the words that play them."""
        others = [player for player in HANDS if player != viewer]
        return [word for player in others for card in HANDS[player] for word in (card, self.code(player, card))]


@pytest.fixture
def sitting(
    served: Served,
    phones: Callable[..., Phone],
    table: Callable[..., Screen],
    pockets: tuple[BrowserContext, ...],
    laptop: BrowserContext,
    tmp_path: Path,
) -> Iterator[Sitting]:
    """A campaign with a stacked deck, three phones with its seats, and the table's page."""
    script = tmp_path / "cards.json"
    script.write_text(json.dumps({"dice": [], "cards": [card for hand in HANDS.values() for card in hand]}))
    served.play(ROSTER, f"script:{script}")
    wires = {player: Wire(context, "/seat") for player, context in zip(HANDS, pockets, strict=True)} | {
        "the table": Wire(laptop, "")
    }
    table()
    yield Sitting(served, {player: phones(player, place) for place, player in enumerate(HANDS)}, wires)
    for wire in wires.values():
        wire.close()


def leaf_through(phone: Phone, wire: Wire) -> None:
    """Read everything a seat may read, look for cards, and come back to the seat's page."""
    link = phone.page.url
    phone.page.goto(f"{link}/library")
    phone.shows("h1", "The ledger")
    phone.page.fill("input[type=search]", "spades")
    phone.page.press("input[type=search]", "Enter")
    phone.shows("section[aria-label=Results]", "0 results")
    phone.page.goto(f"{link}/evening?evening=1")
    phone.shows("section[aria-label=Recap]", "Everybody")
    phone.page.select_option("select[name=length]", "full")
    phone.page.select_option("select[name=seen_by]", index=1)
    phone.page.get_by_role("button", name="Update").click()
    phone.shows(".told", "This is how it was for")
    for page in ("/library", "/evening?evening=1"):
        wire.ask(page)
    phone.page.goto(link)
    phone.page.wait_for_selector(".own")


def test_a_conflict_is_tapped_on_three_phones_and_nobody_sees_anothers_card(sitting: Sitting) -> None:
    """Stakes, cards laid face down, a trait, the reveal, the telling: and no frame held a card of another's hand."""
    ana, ben, gwen = sitting.phones["Ana"], sitting.phones["Ben"], sitting.phones["Gwen"]
    gwen.tap("Deal the hands")
    for player, hand in HANDS.items():
        for card in hand:
            sitting.phones[player].page.locator(".held").filter(has_text=card).wait_for()
    secrets = {viewer: sitting.hidden(viewer) for viewer in HANDS}
    secrets["the table"] = sitting.hidden("nobody")
    own = {
        player: [word for card in hand for word in (card, sitting.code(player, card))] for player, hand in HANDS.items()
    }

    gwen.tap("Start a scene", present="Ana, Ben")
    ana.tap("Call a conflict", conflict="simple", participants="Ana, Ben, Gwen")
    ana.tap("State your stake", text="the ledger is mine")
    ben.tap("State your stake", text="the ledger burns")
    gwen.tap("State the stake of GM", text="they catch both")
    gwen.tap("Lock the stakes", hand_of_fate="exact")
    sitting.everywhere("ards")
    assert violations(ana.page) == []
    ana.play("queen of spades")
    ben.play("5 of clubs")
    gwen.play("9 of spades")
    sitting.everywhere("All cards are played")
    ana.tap("Use duelist on a card", target="Vesna")
    for player, words in own.items():
        assert sitting.wires[player].carried(words) == set(words)
    for viewer, wire in sitting.wires.items():
        wire.ask()
        assert wire.carried(secrets[viewer]) == set(), viewer

    for player, phone in sitting.phones.items():
        leaf_through(phone, sitting.wires[player])
        assert sitting.wires[player].carried(secrets[player]) == set(), player
        assert sitting.refused(phone) == {403}

    gwen.tap("Reveal the cards")
    sitting.everywhere("Ben may narrate")
    ben.tap("Pass the narration")
    sitting.everywhere("Gwen may narrate")
    gwen.tap("Pass the narration")
    sitting.everywhere("Ana may narrate")
    ana.tap("Narrate")
    sitting.everywhere("Ana narrates")
    for viewer, wire in sitting.wires.items():
        wire.ask()
        assert wire.carried(secrets[viewer]) == {card for card in PLAYED if card in secrets[viewer]}, viewer
