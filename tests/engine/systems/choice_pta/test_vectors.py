"""Worked examples of the rules document, section 8."""

import pytest

from tests.support.choice_pta_table import Table, fight, in_scene, last_round


def cast(players: dict[str, tuple[str, tuple[str, ...]]], gm: str = "Gwen", **options) -> Table:
    """A table whose protagonists have the names and traits of an example."""
    t = Table()
    t.create(players, gm=gm, **options)
    for player, (name, traits) in players.items():
        t.hero(player, name, traits)
    return t


def test_tv1_the_date() -> None:
    """TV-1, PTA-47, N2: a player against the GM; the loser passes, the GM narrates alone; no token moves."""
    t = cast({"Stephen": ("Bob", ("shy", "tall", "kind"))})
    t.start(["10♥"])
    t.scene()
    t.call()
    t.stake("Stephen", "the date goes well")
    t.stake("Jane", "she walks out")
    t.lock()
    t.choice("Bob", "10♥")
    assert t.event("card_committed").mode == "choice"
    assert len(t.hand("Stephen")) == 4
    before = t.hand("Gwen")
    t.chance("Jane", "Q♣")
    assert t.event("card_committed").mode == "chance"
    assert t.hand("Gwen") == before
    tokens = t.tokens("Stephen", "Gwen", "pool", "bank")
    t.reveal()
    assert t.conflict.order == ("Jane", "Bob")
    assert t.event("order_decided").totals == (12, 10)
    assert t.outcomes() == {"Jane": ("full", {"Bob"}), "Bob": ("none", set())}
    assert t.conflict.suggested == ("Bob", "Jane")
    t.pass_on("Bob")
    t.narrate("Jane")
    t.close()
    assert t.tokens("Stephen", "Gwen", "pool", "bank") == tokens
    assert [str(card) for card in t.state.deck("players").discard] == ["10 of hearts"]
    assert [str(card) for card in t.state.deck("GM").discard] == ["queen of clubs"]


def test_tv2_the_records() -> None:
    """TV-2, PTA-36, PTA-54, R-42, R-87: token laid with the card; the GM's goes to the pool after the narration."""
    t = cast({"Angela": ("Samantha", ("criminal thinking", "quick", "wry"))})
    t.start(["J♠", "2♣", "3♣", "4♣", "5♦"])
    t.scene()
    t.call()
    t.stake("guards", "they catch her")
    t.stake("Angela", "out with the files")
    t.lock()
    t.choice("guards", "5♦")
    t.spend("Gwen", 1, "guards")
    assert t.tokens("Gwen") == [1]
    assert t.conflict.slot("guards").tokens == 1
    t.choice("Samantha", "J♠")
    t.trait("Angela", "criminal thinking")
    assert (t.event("trait_spent").marks, t.event("trait_spent").total_marks) == (1, 1)
    t.reveal()
    assert t.event("order_decided").totals == (15, 9)
    assert t.conflict.suggested == ("guards", "Samantha")
    assert t.tokens("Gwen", "pool", "Angela") == [1, 1, 0]
    t.narrate("guards")
    t.narrate("Samantha")
    t.close()
    assert t.tokens("Gwen", "pool", "Angela") == [1, 2, 0]


def test_tv3_the_sergeant() -> None:
    """TV-3, PTA-46, N4, N6, N7: three ways, Bob's win is partial; the sergeant answers after the winner."""
    t = cast({"Stephen": ("Bob", ("shy", "tall", "kind")), "Angela": ("Samantha", ("a", "b", "c"))})
    t.start(["10♦", "2♣", "3♣", "4♣", "Q♥", "5♣", "6♣", "7♣", "5♣"])
    t.scene()
    t.call()
    t.stake("sergeant", "they are thrown out")
    t.stake("Stephen", "Bob leads")
    t.stake("Angela", "Samantha leads")
    t.oppose("Bob", "Samantha")
    t.lock()
    t.choice("sergeant", "5♣")
    t.choice("Bob", "10♦")
    t.choice("Samantha", "Q♥")
    t.reveal()
    assert t.conflict.order == ("Samantha", "Bob", "sergeant")
    assert t.outcomes() == {
        "Samantha": ("full", {"Bob", "sergeant"}),
        "Bob": ("partial", {"sergeant"}),
        "sergeant": ("none", set()),
    }
    assert t.conflict.suggested == ("sergeant", "Bob", "Samantha")
    for part in t.conflict.suggested:
        t.narrate(part)
    t.take("sergeant")
    assert t.event("narration_taken").extra
    t.finish("sergeant")
    t.close()
    assert t.tokens("Stephen", "Angela", "Gwen", "pool") == [0, 0, 4, 2]


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


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("C S R", {"C": ("full", {"R"}), "S": ("full", {"R"}), "R": ("none", set())}),
        ("S C R", {"C": ("full", {"R"}), "S": ("full", {"R"}), "R": ("none", set())}),
        ("R C S", {"R": ("full", {"C", "S"}), "C": ("none", set()), "S": ("none", set())}),
        ("R S C", {"R": ("full", {"C", "S"}), "C": ("none", set()), "S": ("none", set())}),
        ("S R C", {"S": ("full", {"R"}), "R": ("partial", {"C"}), "C": ("none", set())}),
        ("C R S", {"C": ("full", {"R"}), "R": ("partial", {"S"}), "S": ("none", set())}),
    ],
)
def test_tv7_tv8_n8_cops_robbers_store(order: str, expected: dict) -> None:
    """TV-7, TV-8, PTA-46, PTA-48, N8: robbers against cops and store, who fit together and only share credit."""
    names = {"C": "Vesna", "S": "Harrow", "R": "robbers"}
    t = fight("Ana", "Ben", "robbers")
    t.showdown({names[each]: card for each, card in zip(order.split(), ("K♦", "Q♦", "J♦"), strict=True)})
    assert t.outcomes() == {names[p]: (o, {names[q] for q in beats}) for p, (o, beats) in expected.items()}
    better, other = ("Vesna", "Harrow") if order.index("C") < order.index("S") else ("Harrow", "Vesna")
    assert f"{better} did better than {other}." in t.said


def test_tv7_casting() -> None:
    """TV-7, R-54, R-55: cops and store may both be the GM's with two players; robbers and store may not."""
    t = fight("Ana", "cops", "store", "Ben")
    assert t.phase == "CARDS"
    t = in_scene()
    t.call()
    t.stake("robbers")
    t.stake("store")
    t.refuses("GM_STAKES_OPPOSE").oppose("robbers", "store")


def test_tv7_n9_n11_unclear_stakes_are_ruled_by_the_top() -> None:
    """TV-7, PTA-49, N9, N11: whoever holds the highest card settles what is unclear."""
    t = fight("Ana", "Ben", "robbers")
    t.showdown({"Vesna": "K♦", "robbers": "Q♦", "Harrow": "J♦"})
    t.refuses("NOT_HIGHEST").rule("Ben")
    t.rule("Ana", "caught after wrecking the store")
    assert t.said == ("Vesna decides that.",)
    assert t.conflict.rulings == ("caught after wrecking the store",)


def test_tv9_suits_and_ties() -> None:
    """TV-9, PTA-15 to PTA-17, R-1, R-2, R-3, R-7, R-8: suits, a joker above them, exact ties draw until they differ."""
    for better, worse in (("A♦", "A♥"), ("A♥", "A♠"), ("A♠", "A♣")):
        t = fight("Ana", "mob")
        t.showdown({"Vesna": worse, "mob": better})
        assert t.conflict.order == ("mob", "Vesna")
    for mine, other, best in (("10♥", "A♠", "Vesna"), ("J♦", "joker", "mob")):
        t = fight("Ana", "mob")
        t.all_down({"Vesna": mine, "mob": other})
        t.trait("Ana")
        t.reveal()
        assert t.conflict.order[0] == best
    t = fight("Ana", "mob")
    t.all_down({"Vesna": "10♥", "mob": "A♥"})
    t.trait("Ana")
    t.reveal(["7♦", "7♦", "7♥", "7♠"])
    assert [[str(card) for card in event.draws] for event in t.events if event.kind == "tie_drawn"] == [
        ["7 of diamonds", "7 of diamonds"],
        ["7 of hearts", "7 of spades"],
    ]
    assert t.conflict.order == ("Vesna", "mob")


def test_tv11_limits_of_the_gm() -> None:
    """TV-11, PTA-41, PTA-42, R-27, R-28: four players, two taking part: three tokens; extended two on one card."""
    for basis, limit in (("participating", 3), ("table", 5)):
        t = fight("Ana", "Ben", "mob", players="Ana Ben Cleo Dev", gm_bonus_limit_basis=basis)
        t.all_down({"Vesna": "K♦", "Harrow": "Q♦", "mob": "J♦"})
        t.spend("Gwen", limit, "mob")
        t.refuses("GM_ROUND_LIMIT").spend("Gwen", 1, "mob")
    t = fight("Ana", "Ben", "Cleo", "mob", kind="extended", players="Ana Ben Cleo Dev")
    t.all_down({"Vesna": "K♦", "Harrow": "Q♦", "Juno": "10♦", "mob": "J♦"})
    t.spend("Gwen", 2, "mob")
    t.refuses("GM_CARD_LIMIT").spend("Gwen", 1, "mob")
    t.spend("Gwen", 2, "Vesna")


def test_tv12_traits_wear_out() -> None:
    """TV-12, PTA-37, PTA-38, R-23, R-25: three marks on one, six on all, one a round, only when present."""
    t = in_scene("Ana Ben Cleo")
    for used in ("brave", "brave", "brave", "clever", "clever", "clever"):
        t.clash("Ana", "mob")
        t.all_down({"Vesna": t.hand("Ana")[0], "mob": t.hand("Gwen")[0]})
        if t.marks("Ana")[0] == 3:
            t.refuses("TRAIT_EXHAUSTED").trait("Ana", "brave")
        t.trait("Ana", used)
        t.refuses("TRAIT_ALREADY_USED_THIS_ROUND").trait("Ana", "kind")
        t.reveal()
        t.close()
    t.clash("Ana", "mob")
    t.all_down({"Vesna": t.hand("Ana")[0], "mob": t.hand("Gwen")[0]})
    t.refuses("TRAIT_CAP_REACHED").trait("Ana", "kind")
    t.presence("Ben", False)
    t.refuses("NOT_PRESENT").trait("Ben", "kind", "Vesna")
    t.trait("Cleo", "kind", "Vesna")


def test_tv13_choice_and_chance() -> None:
    """TV-13, PTA-10, PTA-32, PTA-33, R-12: both draw one card off the deck; only the choice comes from the hand."""
    t = fight("Ana", "mob")
    deck = len(t.state.deck("players").draw)
    t.choice("Vesna", "3♣")
    assert (len(t.hand("Ana")), len(t.state.deck("players").draw)) == (4, deck - 1)
    assert str(t.conflict.slot("Vesna").card) == "3 of clubs"
    assert "3 of clubs" not in t.hand("Ana")
    t = fight("Ana", "mob")
    t.chance("Vesna")
    assert (len(t.hand("Ana")), len(t.state.deck("players").draw)) == (4, deck - 1)


def test_tv14_redraws() -> None:
    """TV-14, PTA-29, PTA-30, PTA-58, R-44, R-45: refused without token, after a card, outside; else a new hand."""
    t = in_scene()
    t.refuses("NO_CONFLICT").redraw("Ana")
    t = fight("Ana", "mob")
    t.refuses("NOT_ENOUGH_TOKENS").redraw("Ana")
    t = fight("Ana", "Ben", "mob", kind="extended", tokens={"Ana": 2})
    hand = t.hand("Ana")
    t.redraw("Ana")
    assert t.tokens("Ana", "bank") == [1, 1]
    assert len(t.hand("Ana")) == 4
    assert not set(hand) & set(t.hand("Ana"))
    t.choice("Vesna", t.hand("Ana")[0])
    t.refuses("ALREADY_COMMITTED").redraw("Ana")


def test_tv15_awards() -> None:
    """TV-15, PTA-59, R-52: one a scene, from a pool that has some, to somebody else."""
    t = in_scene("Ana Ben Cleo", tokens={"Cleo": 1})
    t.refuses("NO_SELF_AWARD").award("Ana", "Ana")
    t.award("Ana", "Ben")
    t.refuses("AWARD_USED").award("Ana", "Ben")
    t.end_scene()
    t.scene()
    t.award("Ana", "Ben")
    t.refuses("POOL_EMPTY").award("Ben", "Ana")


def test_tv16_bribes() -> None:
    """TV-16, PTA-62, R-47, R-48: refused nothing moves; to a player, to the GM, to the bank, from the GM to pool."""
    t = in_scene("Ana Ben", tokens={"Ana": 2})
    t.bribe("Ana", "Ben")
    t.reply("Ben", "refuse")
    assert t.tokens("Ana", "Ben") == [2, 0]
    t.bribe("Ana", "Ben")
    t.reply("Ben")
    assert t.tokens("Ana", "Ben") == [1, 1]
    gm, pool = t.tokens("Gwen", "pool")
    t.bribe("Ana", "GM")
    t.reply("Gwen")
    assert t.tokens("Gwen") == [gm + 1]
    t.bribe("Gwen", "Ben")
    t.reply("Ben")
    assert t.tokens("Gwen", "Ben", "pool") == [gm, 1, pool + 1]
    t = fight("Ana", "Ben", "mob", kind="extended", tokens={"Ana": 1})
    t.bribe("Ana", "GM")
    t.reply("Gwen")
    assert t.tokens("Ana", "bank") == [0, 1]


@pytest.mark.parametrize(("method", "better"), [("card_by_card", "mob"), ("values_then_suits", "Vesna")])
def test_tv17_equal_counts(method: str, better: str) -> None:
    """TV-17, PTA-71, R-65: (A♠, 3) against (A♥, 2): the top card's suit, or all values first."""
    t = fight("Ana", "Ben", "mob", kind="extended", goal=3, final_tie_method=method)
    t.showdown({"Vesna": "A♠", "mob": "A♥", "Harrow": "10♦"})
    t.next_round()
    t.all_down({"Vesna": "3♠", "mob": "2♠", "Harrow": "2♥"})
    t.trait("Ana")
    t.spend("Gwen", 2, "mob")
    t.reveal()
    t.next_round()
    t.showdown({"Vesna": "K♦", "mob": "K♣", "Harrow": "10♠"})
    t.gift("Vesna", "Harrow", "king of diamonds")
    t.gift("mob", "Harrow", "king of clubs")
    assert t.pile("Vesna") == ["ace of spades", "3 of spades"]
    assert t.pile("mob") == ["ace of hearts", "2 of spades"]
    assert next(name for name in t.event("standings_changed").standings if name != "Harrow") == better


def test_tv18_fate_in_a_round_of_five() -> None:
    """TV-18, PTA-84, PTA-85, PTA-87 to PTA-90, R-80, R-82, INV-30: the loser's place stays empty; twice is the end."""
    t = fight(
        *("Ana", "Ben", "Cleo", "Riso", "goons"),
        kind="extended",
        players="Ana Ben Cleo",
        lock={"hand_of_fate": "exact"},
    )
    t.showdown({"Vesna": "A♦", "Harrow": "K♥", "Riso": "K♥", "Juno": "10♦", "goons": "10♠"}, ["K♠", "4♠"])
    assert t.event("fate_triggered").pairs[0].winner == "Harrow"
    assert t.conflict.order[:3] == ("Vesna", "Harrow", "Riso")
    assert t.phase == "REVEALED"
    t.fate("Riso", "fight_on")
    assert t.event("round_scored").winners == ("Vesna", "Harrow")
    assert t.part("Riso").harmed
    t.next_round()
    t.showdown({"Vesna": "Q♦", "Harrow": "Q♥", "Riso": "Q♥", "Juno": "9♦", "goons": "9♠"}, ["J♠", "5♠"])
    assert t.part("Riso").status == "destroyed"
    assert t.event("round_scored").winners == ("Vesna", "Harrow")


def test_tv19_lethal_allies() -> None:
    """TV-19, PTA-83: tied allies have their suits decide; fate needs opponents."""
    t = fight("Ana", "Ben", "mob", lock={"hand_of_fate": "lethal"})
    t.showdown({"Vesna": "K♦", "Harrow": "K♥", "mob": "10♦"})
    assert t.conflict.order == ("Vesna", "Harrow", "mob")
    assert "fate_triggered" not in t.kinds()


def test_tv20_what_cannot_be_locked() -> None:
    """TV-20, PTA-22, PTA-24, PTA-25, PTA-27, R-56, R-57: compatible pairs, too few, too many of the GM's."""
    t = in_scene()
    t.call()
    t.refuses("NO_PLAYER_INVOLVED").lock()
    t.stake("Ana")
    t.refuses("TOO_FEW_PARTICIPANTS").lock()
    t.stake("Ben")
    t.oppose("Ana", "Ben", opposes=False)
    t.refuses("MUST_OPPOSE").lock()
    t.stake("mob")
    t.oppose("Ben", "mob", opposes=False)
    t.refuses("STAKE_OPPOSES_NOBODY").lock()
    t = in_scene()
    t.call("extended")
    t.stake("Ana")
    t.stake("mob")
    t.refuses("EXTENDED_NEEDS_THREE").lock()
    t = in_scene()
    t.call()
    t.stake("Ana")
    t.stake("mob")
    t.stake("flood")
    t.refuses("TOO_MANY_GM_STAKES").lock()


def test_tv21_the_last_possible_round() -> None:
    """TV-21, INV-17: five cards end by round four, an even number by round five."""
    assert [last_round(count, 3) for count in (3, 5, 7)] == [4, 4, 4]
    assert [last_round(count, 3) for count in (2, 4, 6, 8)] == [5, 5, 5, 5]
