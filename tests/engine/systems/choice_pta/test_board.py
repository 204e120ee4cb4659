"""The table as a page shows it: who has the word and why, seats, cards up and down, stakes and how they came out."""

from typing import Any

from engine.board import Bar, Card, Counter, Line, Place
from engine.systems.choice_pta.system import RULESET
from tests.support.choice_pta_table import Table, fight, in_scene, table


def board(t: Table, viewer: str | None = None) -> Any:
    return RULESET.board(t.state, viewer)


def says(t: Table) -> tuple[str, str]:
    """Headline and reason."""
    return board(t).headline, board(t).reason


def panel(t: Table, title: str, viewer: str | None = None) -> Any:
    (found,) = (each for each in board(t, viewer).panels if each.title == title)
    return found


def cards(t: Table, viewer: str | None = None) -> list[tuple[str, str | None, str]]:
    """The cards of the round as this viewer sees them."""
    return [(card.owner, card.face, card.detail) for card in panel(t, "Cards", viewer).cards]


def test_before_a_conflict_it_says_what_is_missing() -> None:
    t = Table()
    assert says(t) == ("No table yet", "")
    t.create(["Ana", "Ben"])
    assert says(t) == ("No hands are dealt yet", "Ana and Ben still need a protagonist with traits.")
    t.hero("Ana")
    assert says(t)[1] == "Ben still needs a protagonist with traits."
    t.hero("Ben")
    assert says(t) == ("No hands are dealt yet", "")
    t.start()
    assert says(t) == ("No scene is open", "")
    t.scene("Ana", ("Ana",))
    assert says(t) == ("Ana's scene", "")


def test_a_seat_shows_tokens_cards_and_presence() -> None:
    """Whoever is outside the scene still sits and talks; tokens promised in a bribe are not free."""
    t = table("Ana Ben")
    t.give(Ana=2)
    t.start()
    t.scene("Ana", ("Ana",))
    t.bribe("Ana", "Ben")
    assert board(t).places == (
        Place(
            "Ana",
            "Vesna",
            (Counter("tokens", 2), Counter("to spend", 1), Counter("cards", 4)),
            ("owns the scene",),
        ),
        Place(
            "Ben",
            "Harrow",
            (Counter("tokens", 0), Counter("cards", 4)),
            ("not in the scene",),
            ("answer Ana",),
        ),
        Place("Gwen", None, (Counter("tokens", 4), Counter("cards", 5)), ("GM",)),
    )
    assert board(t).counters == (Counter("tokens in the pool", 0),)
    assert panel(t, "Offers").lines == (Line("Ana to Ben", "one token", "the lights fail"),)


def test_stakes_are_read_with_whom_they_oppose() -> None:
    t = in_scene("Ana Ben")
    t.call("extended", "Ana", "goons", by="Ben")
    assert says(t) == ("Stakes, please", "Ben called an extended conflict.")
    assert [place.owes for place in board(t).places] == [("state a stake",), (), ("state a stake",)]
    t.stake("Ana", "the door opens")
    t.stake("goons", "nobody leaves", mook=5)
    assert panel(t, "Extended conflict, round 1").lines == (
        Line("Vesna", "the door opens", "against goons"),
        Line("goons", "nobody leaves", "against Vesna, 5 of 5 mooks left"),
        Line("Victory goal", "3", "whoever has this many victory cards ends the conflict"),
    )


def test_cards_lie_face_down_for_everybody_but_their_owner() -> None:
    """PTA-33, PTA-35: a chosen card is seen by who chose it, the top card by nobody; then all are turned up."""
    t = fight("Ana", "guards", tokens={"Ana": 1})
    assert says(t) == ("Cards, please", "Still to play: Vesna and guards.")
    t.choice("Vesna", "5♣")
    assert says(t)[1] == "Still to play: guards."
    t.chance("guards", "9♥")
    t.trait("Ana")
    t.spend("Ana")
    assert says(t) == ("All cards are played", "Bonuses can be added now, then the cards are revealed.")
    bonuses = "choice, Ana's brave and a token of Ana"
    assert cards(t) == cards(t, "Gwen") == [("Vesna", None, bonuses), ("guards", None, "chance")]
    assert cards(t, "Ana") == [("Vesna", "5 of clubs", bonuses), ("guards", None, "chance")]
    t.reveal()
    assert cards(t) == [
        ("Vesna", "5 of clubs", f"{bonuses}, 5 + 8 = 13"),
        ("guards", "9 of hearts", "chance, worth 9"),
    ]


def test_narration_goes_from_the_lowest_card_to_the_last_word() -> None:
    """PTA-50: who may narrate, why, in which order, and what each stake brought."""
    t = fight("Ana", "Ben", "guards")
    t.showdown({"Vesna": "K♦", "Harrow": "3♥", "guards": "9♥"})
    assert says(t) == ("Ben may narrate", "The lowest card narrates first: Harrow.")
    assert board(t).order == ("Harrow", "guards", "Vesna")
    assert [place.owes for place in board(t).places] == [(), ("narrate",), ()]
    assert [line.label for line in panel(t, "Narration").lines] == ["Harrow", "guards", "Vesna"]
    t.take("Harrow")
    assert says(t) == ("Ben narrates", "The lowest card narrates first: Harrow.")
    assert board(t).order == ("guards", "Vesna")
    assert (board(t).holder, board(t).places[1].badges) == ("Ben", ("narrates",))
    t.finish("Harrow")
    assert says(t) == ("Gwen may narrate", "Next from the lowest card to the highest: guards.")
    t.narrate("guards")
    assert says(t) == ("Ana may narrate", "The highest card has the last word: Vesna.")
    assert panel(t, "Narration").lines == (
        Line("Vesna", "still to narrate"),
        Line("guards", "has narrated"),
        Line("Harrow", "has narrated"),
    )
    assert [(line.label, line.detail, line.tone) for line in panel(t, "Simple conflict").lines] == [
        ("Vesna", "against guards, gets it all", "good"),
        ("Harrow", "against guards, gets nothing", "bad"),
        ("guards", "against Vesna and Harrow, gets a part", "strong"),
    ]
    t.pass_on("Vesna")
    assert says(t) == ("Everybody has narrated", "The conflict can be closed.")
    t.close()
    assert [line.label for line in panel(t, "Latest conflict").lines] == ["Vesna", "guards", "Harrow"]


def test_claims_and_vetoes_are_the_reason_of_a_turn() -> None:
    """PTA-50, PTA-52: a place that was asked for, a story that is open again."""
    t = fight("Ana", "Ben", "guards")
    t.showdown({"Vesna": "K♦", "Harrow": "3♥", "guards": "9♥"})
    t.claim("Vesna", "first")
    assert says(t) == ("Ana may narrate", "Vesna asked to come first.")
    t.narrate("Vesna")
    t.narrate("Harrow")
    t.veto("guards", "Harrow")
    assert Line("Harrow", "vetoed", tone="bad") in panel(t, "Narration").lines
    t.narrate("guards")
    assert says(t) == ("Ben may narrate", "Harrow's narration is open again.")


def test_victory_cards_grow_towards_the_goal() -> None:
    """PTA-67: bars and piles; no stake is decided by a round, but in the end."""
    t = fight("Ana", "Ben", "guards", kind="extended", goal=3)
    t.showdown({"Vesna": "K♦", "Harrow": "3♥", "guards": "9♥"})
    assert board(t).bars == (Bar("Vesna", 1, 3), Bar("Harrow", 0, 3), Bar("guards", 1, 3))
    assert [card.tone for card in panel(t, "Cards").cards] == ["good", "good", "bad"]
    assert [line.detail for line in panel(t, "Extended conflict, round 1").lines[:2]] == ["against guards"] * 2
    assert panel(t, "Victory cards").cards == (Card("Vesna", "king of diamonds"), Card("guards", "9 of hearts"))
    assert [counter for counter in board(t).places[0].counters if counter.label == "victory card"] == [
        Counter("victory card", 1)
    ]
    assert board(t).counters == (Counter("tokens in the pool", 2), Counter("tokens in the bank", 0))


def test_real_cards_are_asked_for_by_name() -> None:
    t = fight("Ana", "guards", mode="physical")
    t.choice("Vesna")
    t.chance("guards")
    t.reveal()
    assert says(t) == ("Read out your cards", "Still to read out: Vesna and guards.")
    assert [place.owes for place in board(t).places] == [
        ("read out the card played",),
        (),
        ("read out the card played",),
    ]
    t.declare("Vesna", "king of hearts")
    assert says(t)[1] == "Still to read out: guards."
    t.declare("guards", "king of hearts")
    assert board(t).places[0].owes == ("read out a card for the tie",)


def test_who_lost_to_fate_is_asked() -> None:
    """PTA-88: out, or fight on; then harmed."""
    t = fight("Ana", "Ben", "guards", kind="extended", lock={"hand_of_fate": "lethal"})
    t.all_down({"Vesna": "9♥", "Harrow": "2♦", "guards": "9♦"})
    t.reveal(["3♥", "K♥"])
    assert says(t) == ("Ana: out, or fight on?", "Vesna lost to fate.")
    assert board(t).places[0].owes == ("choose: out, or fight on",)
    t.fate("Vesna", "fight_on")
    assert board(t).places[0].badges == ("harmed",)


def test_a_sheet_counts_marks_and_shows_a_hand_to_its_owner() -> None:
    """PTA-38, SEC-2: uses left of each trait, used up at three; code words for nobody else."""
    t = fight("Ana", "guards")
    t.choice("Vesna", "5♣")
    t.trait("Ana", "clever")
    hand, traits, stake, tokens = RULESET.sheet(t.state, "Ana", "Ana")
    assert [(card.face, card.code) for card in hand.cards] == [
        (str(held.card), held.code) for held in t.state.seat("Ana").hand
    ]
    assert (traits.title, traits.counters) == ("Vesna", (Counter("marks this evening", 1, 6),))
    assert traits.lines == (
        Line("brave", "", "adds four to a card, three uses left"),
        Line("clever", "one mark", "adds four to a card, two uses left"),
        Line("kind", "", "adds four to a card, three uses left"),
    )
    assert stake.lines == (Line("Vesna", "Ana wins"),)
    assert tokens.lines == (Line("Mulligan", "no longer available"), Line("Award of this scene", "still to give"))
    assert RULESET.sheet(t.state, "Ana", "Gwen") == RULESET.sheet(t.state, "Ana", "Ana")[1:]
    t = fight("Ana", "guards", trait_mark_cap=1, trait_total_cap=1)
    t.choice("Vesna", "5♣")
    t.trait("Ana", "clever")
    over = "used up for this evening"
    assert RULESET.sheet(t.state, "Ana", "Ana")[1].lines == (
        Line("brave", "", f"all traits are {over}", "bad"),
        Line("clever", "one mark", over, "bad"),
        Line("kind", "", f"all traits are {over}", "bad"),
    )
