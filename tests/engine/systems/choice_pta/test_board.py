"""The table as a page shows it: who has the word and why, seats, cards up and down, stakes and how they came out."""

from typing import Any

from engine.board import Counter, Line
from engine.systems.choice_pta.system import RULESET
from tests.support.choice_pta_table import Table, fight


def board(t: Table, viewer: str | None = None) -> Any:
    return RULESET.board(t.state, viewer)


def panel(t: Table, title: str, viewer: str | None = None) -> Any:
    (found,) = (each for each in board(t, viewer).panels if each.title == title)
    return found


def cards(t: Table, viewer: str | None = None) -> list[tuple[str, str | None, str]]:
    """The cards of the round as this viewer sees them."""
    return [(card.owner, card.face, card.detail) for card in panel(t, "Cards", viewer).cards]


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
