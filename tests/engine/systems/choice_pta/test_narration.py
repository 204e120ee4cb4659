"""Turns of narration, their order, vetoes and rulings (rules 3.8, section 4)."""

import pytest

from engine.systems.choice_pta.rules.disputes import VetoNarration
from engine.systems.choice_pta.rules.ending import CloseConflict, CloseRound
from engine.systems.choice_pta.rules.narration import FinishNarration, PassNarration, TakeNarration
from tests.support.choice_pta_table import Table, fight

THREE = {"Vesna": "K♦", "mob": "Q♦", "Harrow": "J♦"}


def decided(cards: dict[str, str] | None = None, players: str = "Ana Ben", **settings) -> Table:
    """Vesna above the mob above Harrow."""
    t = fight("Ana", "Ben", "mob", players=players, **settings)
    t.showdown(cards or THREE)
    return t


def duel(**settings) -> Table:
    """Vesna above the mob."""
    t = fight("Ana", "mob", **settings)
    t.showdown({"Vesna": "K♦", "mob": "Q♦"})
    return t


def test_n1_loser_then_winner() -> None:
    """N1, PTA-50: the loser may narrate the setback, the winner finishes and has final say."""
    assert duel().said[-1] == "Mob, you may narrate your setback; Vesna finishes and has final say."


def test_n2_n3_one_of_two_passes() -> None:
    """N2, N3: who is left tells both parts; the winner's goal still happens."""
    t = duel()
    t.pass_on("mob")
    assert t.said == ("Mob passes. Vesna narrates it all.",)
    t = duel()
    t.pass_on("Vesna")
    assert t.said == ("Vesna leaves it to mob; Vesna's goal still happens.",)
    t.take("mob")
    t.veto("Vesna", "mob")


def test_n4_an_answer_after_the_winner() -> None:
    """N4: an extra entry of the loser's."""
    t = duel()
    for part in ("mob", "Vesna"):
        t.narrate(part)
    t.take("mob")
    assert t.conflict.entries[-1].extra
    t.refuses("NARRATION_OPEN").close()
    t.finish("mob")
    t.close()


def test_n5_everybody_passes() -> None:
    """N5, R-63: the GM wraps up, though the GM has no stake."""
    t = fight("Ana", "Ben")
    t.showdown({"Vesna": "K♦", "Harrow": "Q♦"})
    t.refuses("NO_LEAVE_TO_NARRATE").outsider("Gwen")
    t.pass_on("Vesna")
    t.pass_on("Harrow")
    assert t.said[-1] == "Gwen, please wrap it up."
    t.outsider("Gwen")
    t.close()


def test_everybody_passes_and_the_winner_wraps_up() -> None:
    """R-63: `all_pass_narrator` winner."""
    t = fight("Ana", "Ben", all_pass_narrator="winner")
    t.showdown({"Vesna": "K♦", "Harrow": "Q♦"})
    t.pass_on("Vesna")
    t.pass_on("Harrow")
    assert t.said[-1] == "Vesna, please wrap it up."
    t.refuses("NO_LEAVE_TO_NARRATE").outsider("Gwen")
    t.narrate("Vesna")


def test_n6_n7_several_ways() -> None:
    """N6, N7, PTA-50: lowest to highest; a partial winner is told whom it did not beat."""
    t = decided()
    assert t.conflict.suggested == ("Harrow", "mob", "Vesna")
    assert t.said[-1] == "Order: Harrow, mob, Vesna. Vesna has final say."
    assert "Mob beat Harrow but not Vesna." in t.said


def test_n8_allies_are_told_who_did_better() -> None:
    """N8, PTA-48: credit and blame."""
    assert "Vesna did better than Harrow." in decided().said


@pytest.mark.parametrize(("value", "suggested"), [("descending", ("Vesna", "mob", "Harrow")), ("free", ())])
def test_other_orders(value: str, suggested: tuple[str, ...]) -> None:
    """R-60: `narration_default` descending, free."""
    t = decided(narration_default=value)
    assert t.conflict.suggested == suggested
    for part in ("Harrow", "Vesna", "mob"):
        t.narrate(part)
    t.close()


def test_every_turn_is_taken_finished_or_passed() -> None:
    """PTA-50: in any order unless somebody objects; one turn after another stays one's own."""
    t = decided()
    t.refuses("NOT_SPEAKING").finish("Vesna")
    t.take("Vesna")
    t.refuses("ALREADY_NARRATED").take("Vesna")
    t.finish("Vesna")
    t.refuses("ALREADY_NARRATED").pass_on("Vesna")
    t.refuses("NOT_YOUR_STAKE").do(PassNarration(actor="Ana", part_id="Harrow"))
    t.refuses("NOT_YOUR_SEAT").do(PassNarration(actor="Ana", player="Ben"))
    t.take("Harrow")
    t.pass_on("Harrow")
    t.refuses("NARRATION_OPEN").do(CloseConflict())
    t.do(TakeNarration(actor="Gwen"))
    t.do(FinishNarration(actor="Gwen"))
    t.do(CloseConflict())
    t.refuses("NO_CONFLICT").do(PassNarration(actor="Ana"))


def test_narration_waits_for_the_cards() -> None:
    """PTA-50: not before the reveal."""
    t = fight("Ana", "mob")
    t.refuses("WRONG_PHASE").take("Vesna")
    t.refuses("WRONG_PHASE").do(CloseConflict())
    t.refuses("WRONG_PHASE").do(CloseRound())


def test_n10_places_in_the_order() -> None:
    """N10, PTA-50, R-61: everybody picks a place; the higher of two decides their own."""
    t = decided()
    t.claim("Harrow", "last")
    assert t.conflict.suggested == ("mob", "Vesna", "Harrow")
    assert t.said == ("Harrow goes last.",)
    t.claim("Vesna", "after", "Harrow")
    assert t.conflict.suggested == ("mob", "Harrow", "Vesna")
    t.refuses("OUTRANKED_CLAIM").claim("Harrow", "after", "Vesna")
    t.refuses("OUTRANKED_CLAIM").claim("Harrow", "last")
    t.claim("mob", "before", "Ben")
    assert t.conflict.suggested == ("mob", "Harrow", "Vesna")
    t.claim("Vesna", "first")
    assert t.conflict.suggested[0] == "Vesna"
    t.refuses("AMBIGUOUS").claim("Harrow", "sideways")
    t.refuses("UNKNOWN_PARTICIPANT").claim("Harrow", "before", "Harrow")
    t.refuses("UNKNOWN_PARTICIPANT").claim("Harrow", "before")
    t.refuses("OUTRANKED_CLAIM").claim("Harrow", "first", sequence=("Vesna", "mob", "Harrow"))


def test_the_winner_decides_the_order() -> None:
    """R-61: `narration_dispute` winner_decides_all."""
    t = decided(narration_dispute="winner_decides_all")
    t.refuses("OUTRANKED_CLAIM").claim("Harrow", "last")
    t.refuses("UNKNOWN_PARTICIPANT").claim("Vesna", "first", sequence=("Vesna", "mob"))
    t.claim("Vesna", "first", sequence=("mob", "Ana", "Harrow"))
    assert t.conflict.suggested == ("mob", "Vesna", "Harrow")


def test_vetoes_go_down_only() -> None:
    """PTA-51, PTA-52, INV-23: a higher rank refuses, never the other way; what was done is told again."""
    t = decided()
    t.refuses("NOTHING_TO_VETO").veto("Vesna")
    t.refuses("NOTHING_TO_VETO").veto("Vesna", "Harrow")
    t.narrate("Harrow")
    t.veto("mob", "Harrow", "the escape")
    assert t.part("Harrow").turn == "reopened"
    assert t.conflict.entries[0].vetoed
    assert t.said[0] == "Mob vetoes that. Harrow tells it differently, or passes."
    t.take("Harrow")
    t.do(VetoNarration(actor="Ana"))
    assert t.part("Harrow").turn == "speaking"
    t.finish("Harrow")
    t.narrate("Vesna")
    t.refuses("CANNOT_VETO_HIGHER").veto("mob", "Vesna")
    t.refuses("CANNOT_VETO_HIGHER").veto("Vesna", "Vesna")


def test_n9_n11_the_top_rank_rules() -> None:
    """N9, N11, PTA-49: on unclear stakes and on content."""
    t = decided()
    t.refuses("NOT_HIGHEST").rule("Gwen")
    t.rule("Ana", "the cash is gone but they are caught")
    assert t.said == ("Vesna decides that.",)


def test_n12_n13_rounds() -> None:
    """N12, N13, PTA-69: the round is told lowest first; one that meets the goal is not."""
    t = fight("Ana", "Ben", "mob", kind="extended")
    t.showdown(THREE)
    assert t.said[-1] == "Round one: Harrow, mob, Vesna."
    t.next_round()
    assert t.said[-1] == "Round two. Cards, please: Vesna, Harrow and mob."
    t.showdown({"Vesna": "A♦", "mob": "A♠", "Harrow": "9♦"})
    t.next_round()
    t.showdown({"Vesna": "A♥", "mob": "K♠", "Harrow": "8♦"})
    assert "Vesna and mob reached three. Final narration." in t.said


def test_n18_outsiders_need_leave() -> None:
    """N18, PTA-60, R-62: from the narrator or the top rank, or by an accepted offer; vetoed like who let them in."""
    t = decided(players="Ana Ben Cleo", tokens={"Cleo": 1})
    t.refuses("NO_LEAVE_TO_NARRATE").outsider("Cleo")
    t.refuses("NO_LEAVE_TO_NARRATE").outsider("Cleo", "Harrow")
    t.take("Harrow")
    t.outsider("Cleo", "Harrow")
    t.veto("mob", "Cleo")
    assert t.conflict.entries[-1].vetoed
    t.outsider("Cleo", "Vesna")
    t.refuses("CANNOT_VETO_HIGHER").veto("mob", "Cleo")
    t.veto("Vesna", "Cleo")
    t = decided(players="Ana Ben Cleo", tokens={"Cleo": 1})
    t.bribe("Cleo", "Ana")
    t.reply("Ana")
    t.outsider("Cleo")


def test_outsiders_as_the_house_likes_it() -> None:
    """R-62: `outsider_narration` free, never."""
    decided(players="Ana Ben Cleo", outsider_narration="free").outsider("Cleo")
    t = decided(players="Ana Ben Cleo", outsider_narration="never")
    t.refuses("NO_LEAVE_TO_NARRATE").outsider("Cleo", "Vesna")


def test_n19_accepted_bribes_are_told() -> None:
    """N19, PTA-61: who takes the offer, and what it is."""
    t = decided(players="Ana Ben Cleo", tokens={"Cleo": 1})
    t.bribe("Cleo", "Ana", "the lights fail")
    assert t.said == ("Ana, Cleo offers one token: the lights fail. Deal?",)
    t.reply("Ana")
    assert t.said[0] == "Ana takes the offer: the lights fail."


def test_reveal_by_people_who_take_part() -> None:
    """PTA-45, R-89: any participant or the GM; `reveal_by` gm leaves it to the GM."""
    t = fight("Ana", "mob")
    t.chance("Vesna")
    t.lay("mob", "K♦")
    t.refuses("NOT_PARTICIPANT").reveal(by="Ben")
    t.reveal(by="Ana")
    t = fight("Ana", "mob", reveal_by="gm")
    t.chance("Vesna")
    t.lay("mob", "K♦")
    t.refuses("GM_ONLY").reveal(by="Ana")
    t.reveal(by="Gwen")


def test_the_gm_may_close_a_round_early() -> None:
    """PTA-69: players wait until everybody has told or passed."""
    t = fight("Ana", "Ben", "mob", kind="extended")
    t.showdown(THREE)
    t.refuses("NARRATION_OPEN").do(CloseRound(actor="Ana", force=True))
    t.do(CloseRound(actor="Gwen", force=True))
    assert t.conflict.round_no == 2
