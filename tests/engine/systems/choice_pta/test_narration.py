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


def test_n1_n2_n3_one_of_two_passes() -> None:
    """N1, N2, N3, PTA-50: the loser may begin; who is left tells both parts, and the winner's goal still happens."""
    t = duel()
    assert t.said[-1] == "Mob, you may narrate your setback; Vesna finishes and has final say."
    t.pass_on("mob")
    assert t.said == ("Mob passes. Vesna narrates it all.",)
    t = duel()
    t.pass_on("Vesna")
    assert t.said == ("Vesna leaves the narration to mob; Vesna's goal still happens.",)
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
    """N5, R-63: the GM wraps up, though the GM has no stake; with `all_pass_narrator` winner the winner does."""
    for wraps_up, name in (("gm", "Gwen"), ("winner", "Vesna")):
        t = fight("Ana", "Ben", all_pass_narrator=wraps_up)
        t.showdown({"Vesna": "K♦", "Harrow": "Q♦"})
        t.refuses("NO_LEAVE_TO_NARRATE").outsider("Gwen")
        t.pass_on("Vesna")
        t.pass_on("Harrow")
        assert t.said[-1] == f"{name}, please wrap it up."
        (t if name == "Gwen" else t.refuses("NO_LEAVE_TO_NARRATE")).outsider("Gwen")
        t.close()


def test_n6_n7_several_ways() -> None:
    """N6, N7, PTA-50: lowest to highest; a partial winner is told whom it did not beat."""
    t = decided()
    assert t.conflict.suggested == ("Harrow", "mob", "Vesna")
    assert t.said[-1] == "Order: Harrow, mob, Vesna. Vesna has final say."
    assert "Mob beat Harrow but not Vesna." in t.said
    t.refuses("NOT_HIGHEST").rule("Gwen")


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
    t = fight("Ana", "Ben", "mob")
    t.refuses("WRONG_PHASE").take("Vesna")
    t.refuses("WRONG_PHASE").do(CloseConflict())
    t.refuses("WRONG_PHASE").do(CloseRound())
    t.showdown(THREE)
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
    assert t.said[0] == "Mob vetoes that. Harrow narrates it differently, or passes."
    t.take("Harrow")
    t.do(VetoNarration(actor="Ana"))
    assert t.part("Harrow").turn == "speaking"
    t.finish("Harrow")
    t.narrate("Vesna")
    t.refuses("CANNOT_VETO_HIGHER").veto("mob", "Vesna")
    t.refuses("CANNOT_VETO_HIGHER").veto("Vesna", "Vesna")


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
    """N18, PTA-60, R-62: from the narrator, the top rank or by a deal, unless `outsider_narration` is free or never."""
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
    decided(players="Ana Ben Cleo", outsider_narration="free").outsider("Cleo")
    t = decided(players="Ana Ben Cleo", outsider_narration="never")
    t.refuses("NO_LEAVE_TO_NARRATE").outsider("Cleo", "Vesna")


def test_reveal_by_people_who_take_part() -> None:
    """PTA-45, R-89: any participant or the GM; `reveal_by` gm leaves it to the GM."""
    for who, code, barred, able in (("any", "NOT_PARTICIPANT", "Ben", "Ana"), ("gm", "GM_ONLY", "Ana", "Gwen")):
        t = fight("Ana", "mob", reveal_by=who)
        t.all_down({"Vesna": "Q♦", "mob": "K♦"})
        t.refuses(code).reveal(by=barred)
        t.reveal(by=able)


def test_the_gm_may_close_a_round_early() -> None:
    """PTA-69: players wait until everybody has told or passed."""
    t = fight("Ana", "Ben", "mob", kind="extended")
    t.showdown(THREE)
    t.refuses("NARRATION_OPEN").do(CloseRound(actor="Ana", force=True))
    t.do(CloseRound(actor="Gwen", force=True))
    assert t.conflict.round_no == 2
