"""Real cards, which the engine learns of by what is read out (rules 2.4)."""

from engine.systems.choice_pta.rules.gifts import GiveRandomCard
from engine.systems.choice_pta.rules.reveal import DeclareCard
from engine.systems.choice_pta.system import RULESET
from tests.support.choice_pta_table import Table, fight, in_scene, table


def down(*stakes: str, **options) -> Table:
    """Everybody has a real card down."""
    t = fight(*(stakes or ("Ana", "mob")), mode="physical", **options)
    for part in t.conflict.active:
        t.choice(part)
    return t


def test_cards_are_read_out_after_the_reveal() -> None:
    """PTA-34, PTA-45: the last card read out decides the order; a misread one is taken back."""
    t = down()
    assert t.conflict.slot("Vesna").card is None
    t.refuses("WRONG_PHASE").declare("Vesna", "king of clubs")
    t.reveal()
    assert t.phase == "REVEALED"
    assert t.said == ("Reveal your cards and read them out: Vesna and mob.",)
    t.refuses("BAD_CARD").do(DeclareCard(actor="Ana", rank="eleven", suit="hearts"))
    t.do(DeclareCard(actor="Ana", rank="king", suit="clubs"))
    t.refuses("ALREADY_COMMITTED").declare("Vesna", "nine of hearts")
    t.do(DeclareCard(part_id="mob", rank="9", suit="hearts"))
    assert t.conflict.order == ("Vesna", "mob")
    t.undo()
    t.declare("mob", "ace of hearts")
    assert t.conflict.order == ("mob", "Vesna")
    t.close()
    fight("Ana", "mob").refuses("VIRTUAL_DECK").declare("Vesna", "king of clubs")
    table(mode="physical").refuses("NO_CONFLICT").declare("Vesna", "king of clubs")


def test_whose_card_is_asked_back() -> None:
    """PTA-45: a GM with several stakes names one."""
    t = down("Ana", "Ben", "mob", "flood")
    t.reveal()
    t.refuses("AMBIGUOUS").do(DeclareCard(actor="Gwen", rank="joker"))
    t.declare("flood", "joker")
    t.do(DeclareCard(actor="Gwen", rank="3", suit="clubs"))
    t.declare("Ben", "two of clubs")
    t.do(DeclareCard(rank="5", suit="clubs"))
    assert t.conflict.order == ("flood", "Vesna", "mob", "Harrow")


def test_ties_are_drawn_and_read_out() -> None:
    """PTA-17: each tied card wants another one, again as long as they are equal."""
    t = down()
    t.reveal()
    t.declare("Vesna", "king of hearts")
    t.declare("mob", "king of hearts")
    assert t.said[-1] == "A tie. Vesna and mob: draw one card each and read it out."
    t.refuses("ALREADY_COMMITTED").declare("Vesna", "six of hearts", purpose="fate")
    t.declare("Vesna", "six of hearts", purpose="tie")
    t.declare("mob", "four of hearts")
    assert t.conflict.order == ("Vesna", "mob")


def test_fate_is_drawn_and_read_out() -> None:
    """PTA-84: likewise."""
    t = down("Ana", "Ben", "mob", kind="extended", lock={"hand_of_fate": "exact"})
    t.reveal()
    for part, card in (("Vesna", "king of hearts"), ("mob", "king of hearts"), ("Ben", "two of clubs")):
        t.declare(part, card)
    t.declare("Vesna", "six of hearts")
    t.declare("mob", "four of hearts")
    assert [(each.winner, each.loser) for each in t.event("fate_triggered").pairs] == [("Vesna", "mob")]
    t.fate("mob", "fight_on")
    assert t.phase == "ROUND_NARRATION"


def test_a_card_that_lies_open_cannot_come_again() -> None:
    """PTA-45: of a deck of one pack; people may insist."""
    t = down("Ana", "Ben", "mob")
    t.reveal()
    t.declare("Vesna", "king of hearts")
    t.refuses("CARD_ALREADY_SEEN").declare("Harrow", "king of hearts")
    t.declare("Harrow", "king of hearts", override=True)
    t.declare("mob", "king of hearts")
    assert len(t.conflict.slots) == 3


def test_hands_are_only_counted() -> None:
    """PTA-9, PTA-29: redraws, mulligans and people who leave need no cards known."""
    t = in_scene("Ana Ben Cleo", mode="physical", tokens={"Ana": 1})
    assert t.event("scene_started")
    t.mulligan("Ana")
    assert t.event("mulligan_used").count == 4
    t.roster(remove=["Cleo"])
    assert RULESET.view(t.state)["seats"][-1]["hand_size"] == 5
    t.clash("Ana", "mob")
    t.redraw("Ana")
    t.chance("Vesna")
    t.cancel()


def test_a_last_gift_is_read_out() -> None:
    """PTA-93: the card off the deck counts once it is known; equal piles may be drawn for."""
    t = down("Ana", "Ben", "Cleo", "mob", kind="extended", players="Ana Ben Cleo", lock={"hand_of_fate": "exact"})
    rounds = (
        ("ten of hearts", "ten of hearts", "nine of clubs", "four of clubs"),
        ("jack of hearts", "jack of hearts", "eight of clubs", "three of clubs"),
        ("", "ace of clubs", "five of clubs", "two of clubs"),
    )
    for number, cards in enumerate(rounds):
        if number:
            t.next_round()
            for part in t.conflict.active:
                t.choice(part)
        t.reveal()
        for part, card in zip(("Vesna", "mob", "Harrow", "Juno"), cards, strict=True):
            if card:
                t.declare(part, card)
        if number < 2:
            t.declare("Vesna", ("two of spades", "three of spades")[number])
            t.declare("mob", ("four of spades", "five of spades")[number])
        if t.phase == "REVEALED":
            t.fate("Vesna", "fight_on")
    assert t.phase == "FINAL_NARRATION"
    t.do(GiveRandomCard(actor="Ana", to="Ben"))
    assert t.said[0] == "Vesna: draw the top card and read it out."
    t.refuses("GIFT_ALREADY_MADE").do(GiveRandomCard(actor="Ana", to="Ben"))
    t.declare("Vesna", "queen of diamonds")
    assert "queen of diamonds" in t.pile("Harrow")


def test_equal_piles_are_drawn_for() -> None:
    """R-66: `set_exact_tie` random_draw with real cards."""
    t = down("Ana", "Ben", "mob", kind="extended", goal=3, set_exact_tie="random_draw")
    for number, cards in enumerate((("ace", "king", "2"), ("queen", "jack", "3"), ("10", "9", "4"))):
        if number:
            t.next_round()
            for part in t.conflict.active:
                t.choice(part)
        t.reveal()
        for part, rank in zip(("Vesna", "mob", "Harrow"), cards, strict=True):
            t.do(DeclareCard(part_id=part, rank=rank, suit="hearts"))
    t.gift("Vesna", "mob", "ace")
    assert t.phase == "FINAL_NARRATION"
    t.close()
