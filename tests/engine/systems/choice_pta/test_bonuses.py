"""Traits and tokens on cards, and where tokens go (rules 3.6, 3.9)."""

from engine.systems.choice_pta.rules.offers import MOST_OFFERS, SuggestNarration
from engine.systems.choice_pta.rules.playing import NameCard, PlayChoice
from tests.support.choice_pta_table import fight, in_scene


def test_asking_for_help_is_free_and_cards_are_never_named() -> None:
    """PTA-44, SEC-3, R-91: a card said aloud is warned about and not used; with `secrecy_talk` ignore nothing is."""
    t = fight("Ana", "mob")
    t.do(NameCard(actor="Ana"))
    assert t.kinds() == ["secrecy_warning"]
    assert any("do not name cards aloud" in text for text in t.said)
    t.do(PlayChoice(actor="Ana", slot_code="two of clubs"))
    assert t.kinds() == ["secrecy_warning", "card_pick_pending", "pick_card_prompt"]
    assert t.conflict.slot("Vesna") is None
    t = fight("Ana", "mob", secrecy_talk="ignore")
    assert t.do(NameCard(actor="Ana")) == ()


def test_suggestions_of_a_scene_have_an_end() -> None:
    """PTA-60: one player's, until the scene is over; others go on."""
    t = in_scene()
    for number in range(MOST_OFFERS):
        t.do(SuggestNarration(actor="Ana", content=f"it rains {number}"))
    t.refuses("TOO_MANY_OFFERS").do(SuggestNarration(actor="Ana", content="it snows"))
    t.do(SuggestNarration(actor="Ben", content="it snows"))
    t.end_scene()
    t.scene()
    t.do(SuggestNarration(actor="Ana", content="it snows"))
