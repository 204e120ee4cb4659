"""Worked examples of the rules document, section 8."""

from tests.support.choice_pta_table import Table, last_round


def cast(players: dict[str, tuple[str, tuple[str, ...]]], gm: str = "Gwen", **options) -> Table:
    """A table whose protagonists have the names and traits of an example."""
    t = Table()
    t.create(players, gm=gm, **options)
    for player, (name, traits) in players.items():
        t.hero(player, name, traits)
    return t


HANDS = (
    *("joker", "J♠", "10♦", "2♣"),
    *("J♣", "10♣", "10♥", "3♣"),
    *("4♦", "A♥", "J♦", "4♣"),
    *("Q♣", "A♠", "9♥", "9♣", "2♥", "3♥"),
)
ROUND_1 = {"Bob": "joker", "goons": "K♦", "Riso": "Q♣", "Samantha": "J♣", "Michelle": "4♦"}
TRAITS = ("grit", "wit", "luck")


def extended() -> Table:
    """TV-4 up to round one: tokens as they lay, stakes locked."""
    t = cast({"Stephen": ("Bob", TRAITS), "Angela": ("Samantha", TRAITS), "Moira": ("Michelle", TRAITS)})
    t.correct("pool", "Stephen", 2)
    t.correct("pool", "Angela", 1)
    t.start(HANDS)
    t.scene()
    t.call("extended")
    for player in ("Stephen", "Angela", "Moira"):
        t.stake(player, "Vinny is safe")
    t.stake("Riso", "Vinny is dead")
    t.stake("goons", "nobody gets through", mook=4)
    t.goal(3)
    t.lock(mooks=True)
    return t


def money(t: Table) -> list[int]:
    on_cards = sum(slot.tokens for slot in t.conflict.slots) if t.conflict else 0
    return [*t.tokens("Gwen", "Stephen", "Angela", "Moira", "pool", "bank"), on_cards]


def two_rounds() -> Table:
    """TV-4 until round three may begin."""
    t = extended()
    assert t.event("round_opened").gm_limit == 4
    assert t.event("round_opened").gm_card_cap == 2
    assert len(t.hand("Gwen")) == 6
    assert money(t) == [6, 2, 1, 0, 0, 0, 0]
    t.showdown(ROUND_1)
    assert t.event("round_scored").winners == ("Bob", "goons", "Riso")
    assert t.event("order_decided").totals == (15, 13, 12, 11, 4)
    assert t.conflict.suggested == ("Michelle", "Samantha", "Riso", "goons", "Bob")
    t.next_round()
    assert money(t) == [6, 2, 1, 0, 0, 0, 0]
    t.all_down({"Michelle": "A♥", "Riso": "A♠", "Bob": "J♠", "Samantha": "10♣", "goons": "2♥"})
    t.trait("Moira", "grit")
    t.spend("Gwen", 1, "Riso")
    t.spend("Stephen", 1)
    t.trait("Angela", "grit")
    assert money(t) == [5, 1, 1, 0, 0, 0, 2]
    t.reveal()
    assert t.event("order_decided").totals == (18, 18, 15, 14, 2)
    assert t.event("round_scored").winners == ("Michelle", "Riso", "Bob")
    assert t.conflict.suggested == ("goons", "Samantha", "Bob", "Riso", "Michelle")
    t.take_out("Bob")
    t.take_out("Michelle")
    assert t.event("mooks_taken_out").left == 2
    t.next_round()
    assert money(t) == [5, 1, 1, 0, 1, 1, 0]
    return t


def final() -> Table:
    """TV-4 up to the final narration."""
    t = two_rounds()
    t.award("Stephen", "Moira")
    assert money(t) == [5, 1, 1, 1, 0, 1, 0]
    t.all_down({"Samantha": "10♥", "Riso": "9♥", "Michelle": "J♦", "Bob": "10♦", "goons": "9♣"})
    t.trait("Angela", "wit")
    t.spend("Angela", 1)
    t.spend("Gwen", 2, "Riso")
    t.refuses("GM_CARD_LIMIT").spend("Gwen", 1, "Riso")
    t.trait("Moira", "wit")
    t.spend("Stephen", 1)
    assert money(t) == [3, 0, 0, 1, 0, 1, 4]
    t.reveal()
    return t


def test_tv4_the_extended_fight() -> None:
    """TV-4, PTA-53, PTA-56, PTA-65 to PTA-69, PTA-80, R-35, R-41, R-43, R-59, R-64, R-93, R-94: rounds, piles, tokens.

    PTA-66, PTA-67, PTA-68: piles never enter a round; three of five win; the goal skips the round narration.
    """
    t = final()
    assert t.event("order_decided").totals == (18, 17, 15, 14, 9)
    assert t.event("round_scored").winners == ("Samantha", "Riso", "Michelle")
    assert t.event("goal_reached").parts == ("Riso",)
    assert t.phase == "FINAL_NARRATION"
    assert t.pile("Bob") == ["joker", "jack of spades"]
    assert t.pile("Riso") == ["queen of clubs", "ace of spades", "9 of hearts"]
    assert t.pile("Michelle") == ["ace of hearts", "jack of diamonds"]
    assert (t.marks("Moira"), t.marks("Angela")) == ([1, 1, 0], [1, 1, 0])
    assert money(t) == [3, 0, 0, 1, 3, 2, 0]
    t.award("Moira", "Angela")
    t.award("Angela", "Stephen")
    t.refuses("AWARD_USED").award("Stephen", "Angela")
    assert money(t) == [3, 1, 1, 1, 1, 2, 0]
    t.close()
    assert money(t) == [5, 1, 1, 1, 1, 0, 0]


def standings(t: Table) -> list[str]:
    return list(t.event("standings_changed").standings)


def test_tv5_the_final_narration() -> None:
    """TV-5, PTA-71 to PTA-74, R-66, R-69: gifts change the standings; empty piles rank by the last round."""
    t = final()
    assert standings(t) == ["Riso", "Bob", "Michelle", "goons", "Samantha"]
    t.gift("Samantha", "Bob", "ten")
    assert standings(t) == ["Bob", "Riso", "Michelle", "goons", "Samantha"]
    t.narrate("Samantha")
    t.gift("goons", "Riso", "king")
    assert standings(t) == ["Riso", "Bob", "Michelle", "Samantha", "goons"]
    t.narrate("goons")
    t.gift("Michelle", "Bob", "ace")
    assert standings(t) == ["Bob", "Riso", "Michelle", "Samantha", "goons"]
    t.narrate("Michelle")
    t.narrate("Riso")
    t.narrate("Bob")
    t.refuses("GIFT_ALREADY_MADE").gift("Samantha", "Bob", "ten")
    t.refuses("GIFT_ALREADY_MADE").gift("goons", "Riso", "king")
    assert t.outcomes()["Riso"] == ("partial", {"Samantha", "Michelle"})
    assert t.outcomes()["Bob"][0] == "full"
    t.close()


def test_tv6_the_alternate_ending() -> None:
    """TV-6, PTA-52, PTA-75, PTA-77, R-92: a veto, gifts to somebody who has narrated, who then adds an entry."""
    t = final()
    t.narrate("Samantha")
    t.take("goons")
    t.veto("Michelle", "goons", "dragging him off")
    assert t.part("goons").turn == "speaking"
    t.finish("goons")
    assert not t.part("goons").gift_made
    t.gift("Michelle", "Samantha", "jack")
    assert standings(t) == ["Riso", "Bob", "Samantha", "Michelle", "goons"]
    assert t.part("Samantha").turn == "reopened"
    t.narrate("Michelle")
    t.gift("Bob", "Samantha", "joker")
    assert standings(t) == ["Samantha", "Riso", "Michelle", "goons", "Bob"]
    t.narrate("Bob")
    t.narrate("Riso")
    t.refuses("ALREADY_NARRATED").gift("Samantha", "Bob", "ten")
    t.narrate("Samantha")
    assert t.outcomes()["Samantha"][0] == "full"
    assert t.outcomes()["Riso"] == ("partial", {"Bob", "Michelle"})


def test_tv21_the_last_possible_round() -> None:
    """TV-21, INV-17: five cards end by round four, an even number by round five."""
    assert [last_round(count, 3) for count in (3, 5, 7)] == [4, 4, 4]
    assert [last_round(count, 3) for count in (2, 4, 6, 8)] == [5, 5, 5, 5]
