"""Extended rounds, final victory, gifts, mooks, the Hand of Fate (rules 3.12 to 3.15)."""

import pytest

from engine.systems.choice_pta.rules.disputes import VetoNarration
from engine.systems.choice_pta.rules.ending import CloseConflict, CloseRound
from engine.systems.choice_pta.rules.gifts import GiveVictoryCard
from engine.systems.choice_pta.rules.mooks_and_fate import AdoptStake
from tests.support.choice_pta_table import Table, fight

EXACT = {"kind": "extended", "lock": {"hand_of_fate": "exact"}}


def played(t: Table, *rounds: dict[str, str]) -> Table:
    """The same table with these rounds played, each but the last also told."""
    for number, cards in enumerate(rounds):
        if number:
            t.next_round()
        t.showdown(cards)
    return t


FAST = (
    {"Vesna": "A♦", "mob": "A♥", "Harrow": "9♦"},
    {"Vesna": "K♦", "mob": "9♥", "Harrow": "10♦"},
    {"Vesna": "Q♦", "mob": "8♥", "Harrow": "J♦"},
)
"""Vesna three cards, Harrow two, the mob one."""


def final(**options) -> Table:
    t = played(fight("Ana", "Ben", "mob", kind="extended", **options), *FAST)
    assert t.phase == "FINAL_NARRATION"
    return t


def standings(t: Table) -> list[str]:
    return list(t.event("standings_changed").standings)


def test_the_better_half_wins() -> None:
    """PTA-65, PTA-66, PTA-67, R-59, INV-16, INV-18: half rounded up keep their cards; all starts afresh."""
    t = played(fight("Ana", "Ben", "mob", kind="extended"), FAST[0])
    assert t.event("round_scored").winners == ("Vesna", "mob")
    assert t.event("round_scored").losers == ("Harrow",)
    t.next_round()
    assert [str(card) for card in t.state.deck("players").discard] == ["9 of diamonds"]
    assert (t.conflict.slots, t.event("round_opened").gm_limit) == ((), 3)
    t.showdown(FAST[1])
    assert t.event("order_decided").totals == (13, 10, 9)


def test_nobody_joins_a_running_fight() -> None:
    """PTA-70, R-74: unless `late_entry` is join_next_round."""
    stakes, options = ("Ana", "Ben", "mob"), {"kind": "extended", "players": "Ana Ben Cleo"}
    played(fight(*stakes, **options), FAST[0]).refuses("WRONG_PHASE").stake("Cleo")
    t = played(fight(*stakes, late_entry="join_next_round", **options), FAST[0])
    t.refuses("WRONG_PHASE").stake("flood")
    t.stake("Cleo")
    t.next_round()
    assert t.event("round_opened").active == ("Vesna", "Harrow", "mob", "Juno")


def test_final_outcomes_follow_the_piles() -> None:
    """PTA-68, PTA-71, PTA-72, R-64, INV-17, N13: no more rounds; the best set wins, every pair by its piles."""
    t = final()
    assert t.event("goal_reached").parts == ("Vesna",)
    assert t.conflict.suggested == ("mob", "Harrow", "Vesna")
    assert standings(t) == ["Vesna", "Harrow", "mob"]
    assert t.outcomes() == {"Vesna": ("full", {"mob"}), "Harrow": ("full", {"mob"}), "mob": ("none", set())}
    t.close()
    assert t.event("conflict_closed").winner == "Vesna"


def test_one_gift_each() -> None:
    """PTA-73, PTA-74, N14, N16: to any other active participant; the help has to show."""
    t = final()
    t.refuses("NO_SUCH_VICTORY_CARD").gift("Vesna", "Harrow", "seven")
    t.refuses("AMBIGUOUS").gift("Vesna", "Harrow")
    t.refuses("BAD_GIFT_TARGET").gift("Vesna", "Vesna", "ace")
    t.refuses("NOT_YOUR_STAKE").do(GiveVictoryCard(actor="Ben", from_="Vesna", to="Ben", card="ace"))
    t.gift("Vesna", "Harrow", "ace of diamonds")
    assert standings(t) == ["Harrow", "Vesna", "mob"]
    assert "Standings: Harrow, Vesna, mob. Harrow is ahead." in t.said
    assert t.said[-1] == "Vesna, work that help into your narration."
    t.refuses("GIFT_ALREADY_MADE").gift("Vesna", "Harrow", "king")
    t.refuses("WRONG_PHASE").do(CloseRound())


def test_gifts_come_before_the_end_of_the_own_narration() -> None:
    """PTA-73, PTA-76, R-68, R-70: not after it is told or passed; `gift_after_pass` and `gift_phase` change that."""
    t = final()
    t.take("Harrow")
    t.gift("Harrow", "Vesna", "jack")
    t.finish("Harrow")
    t.pass_on("mob")
    t.refuses("ALREADY_NARRATED").gift("mob", "Vesna")
    t = final(gift_after_pass=True)
    t.pass_on("mob")
    t.gift("mob", "Vesna")
    t.narrate("Vesna")
    t.refuses("ALREADY_NARRATED").gift("Vesna", "mob", "ace")
    t = final(gift_phase="before_narration")
    t.gift("Harrow", "Vesna", "ten")
    t.take("mob")
    t.refuses("ALREADY_NARRATED").gift("Vesna", "Harrow", "ace of diamonds")


def test_n15_receiving_after_narrating() -> None:
    """N15, PTA-75, PTA-77, R-72, R-73: who rises by a gift may amend; the own right to give stays lost."""
    t = final()
    t.narrate("mob")
    t.gift("Harrow", "mob", "ten")
    assert t.part("mob").turn == "reopened"
    assert "Mob rises to place two; mob may revise." in t.said
    t.gift("Vesna", "mob", "ace of diamonds")
    t.refuses("ALREADY_NARRATED").gift("mob", "Vesna", "ten")
    assert t.phase == "FINAL_NARRATION"
    t.pass_on("mob")


@pytest.mark.parametrize(
    ("target", "to", "fits"), [("allies", "mob", False), ("players", "mob", False), ("allies", "Harrow", True)]
)
def test_to_whom_gifts_go(target: str, to: str, fits: bool) -> None:
    """PTA-73, R-67, R-71: `gift_target` allies, players; given on to anybody, unless `regift` is off."""
    t = final(gift_target=target, regift=fits)
    (t if fits else t.refuses("BAD_GIFT_TARGET")).gift("Vesna", to, "ace of diamonds")
    t = final(regift=fits)
    t.gift("Vesna", "Harrow", "ace of diamonds")
    (t if fits else t.refuses("NO_SUCH_VICTORY_CARD")).gift("Harrow", "mob", "ace of diamonds")


def test_closing_an_extended_conflict() -> None:
    """PTA-56, PTA-78, R-11, INV-4: the bank to the GM, every card to its own deck's discards."""
    t = played(fight("Ana", "Ben", "mob", kind="extended", tokens={"Ana": 1}), *FAST[:2])
    t.next_round()
    t.all_down(FAST[2])
    t.spend("Ana")
    t.reveal()
    assert t.tokens("bank") == [1]
    t.refuses("NARRATION_OPEN").do(CloseConflict())
    gm = t.tokens("Gwen")[0]
    t.close()
    assert t.tokens("Gwen", "bank") == [gm + 1, 0]
    assert t.event("bank_emptied").n == 1
    assert len(t.state.deck("players").discard) == 6
    assert len(t.state.deck("GM").discard) == 3


def empty_piles(**options) -> Table:
    """Harrow and Juno have nothing; Harrow was better in the last round."""
    rounds = (
        {"Vesna": "A♦", "mob": "K♦", "Harrow": "5♥", "Juno": "6♥"},
        {"Vesna": "Q♦", "mob": "J♦", "Harrow": "4♥", "Juno": "8♥"},
        {"Vesna": "10♦", "mob": "9♦", "Harrow": "7♥", "Juno": "3♥"},
    )
    table = {"players": "Ana Ben Cleo", "deck_layout": "gm_and_each_player"}
    t = played(fight("Ana", "Ben", "Cleo", "mob", kind="extended", **table, **options), *rounds[:2])
    t.next_round()
    t.showdown(rounds[2], ["8♠", "9♠"])
    return t


def test_equal_piles() -> None:
    """PTA-71, R-66, INV-20: the last round decides; `set_exact_tie` random_draw draws, shared lets them share."""
    assert standings(empty_piles())[2:] == ["Harrow", "Juno"]
    t = empty_piles(set_exact_tie="random_draw")
    assert standings(t)[2:] == ["Juno", "Harrow"]
    assert t.event("tie_drawn").purpose == "standing"
    t = empty_piles(set_exact_tie="shared")
    assert standings(t)[2:] == ["Harrow", "Juno"]
    t.close()


def with_mooks(**options) -> Table:
    return fight("Ana", "Ben", "goons", "boss", kind="extended", mooks={"goons": 3}, **options)


ROUND = {"Vesna": "A♦", "goons": "9♦", "boss": "K♦", "Harrow": "8♦"}


def test_mooks_are_taken_out_by_better_cards() -> None:
    """PTA-79, PTA-80, PTA-81, N22: a player above the group; one stays until the end; card play goes on."""
    t = with_mooks()
    t.refuses("WRONG_PHASE").take_out("Vesna")
    t.showdown(ROUND)
    t.refuses("CARD_TOO_LOW").take_out("Harrow")
    t.refuses("NOT_A_MOOK_GROUP").take_out("Vesna", "boss")
    t.refuses("NOT_PARTICIPANT").take_out("boss")
    t.refuses("TOO_FEW_MOOKS_LEFT").take_out("Vesna", n=3)
    t.take_out("Vesna", "goons", 2)
    assert t.said == ("Two of three goons down.",)
    t.refuses("TOO_FEW_MOOKS_LEFT").take_out("Vesna")
    t.next_round()
    assert "goons" in t.event("round_opened").active
    t = with_mooks()
    for high, low in (("A♦", "K♦"), ("Q♦", "J♦"), ("10♦", "9♥")):
        if t.conflict.slots:
            t.next_round()
        t.showdown({"Vesna": high, "boss": low, "goons": t.hand("Gwen")[0], "Harrow": t.hand("Ben")[0]})
    t.take_out("Vesna", n=3)
    assert t.event("mooks_taken_out").left == 0


def test_mooks_are_an_option() -> None:
    """PTA-79, R-75: on by LockStakes, in extended conflicts; `mooks_scope` any, `mook_floor`."""
    t = fight("Ana", "Ben", "goons", kind="extended")
    t.showdown(dict(list(ROUND.items())[:2]) | {"Harrow": "8♦"})
    t.refuses("OPTION_OFF").take_out("Vesna")
    t = fight("Ana", "Ben")
    t.showdown({"Vesna": "A♦", "Harrow": "9♦"})
    t.close()
    t.call()
    t.stake("Ana")
    t.stake("goons", mook=2)
    t.refuses("NOT_A_MOOK_GROUP").stake("Ben", mook=2)
    t.refuses("NOT_A_MOOK_GROUP").stake("goons", mook=0)
    t.refuses("OPTION_OFF").lock()
    t.refuses("OPTION_OFF").lock(mooks=True)
    t = fight("Ana", "goons", mooks={"goons": 2}, mooks_scope="any")
    t.showdown({"Vesna": "A♦", "goons": "9♦"})
    t.take_out("Vesna", n=2)
    t = with_mooks(mook_floor=0)
    t.showdown(ROUND)
    t.take_out("Vesna", n=3)
    t = fight("Ana", "Ben", "boss", kind="extended", lock={"mooks": True})
    t.showdown({"Vesna": "A♦", "boss": "9♦", "Harrow": "8♦"})
    t.refuses("NOT_A_MOOK_GROUP").take_out("Vesna")


TIED = {"Vesna": "K♦", "mob": "K♦", "Harrow": "9♦"}


def test_fate_in_a_simple_conflict() -> None:
    """PTA-18, PTA-82, PTA-83, PTA-84, PTA-86, N20, R-77, R-78, R-79: all equals draw; opponents lose, no more."""
    t = fight("Ana", "Ben", "mob", lock={"hand_of_fate": "exact"})
    t.showdown(TIED, ("5♠", "5♠", "3♥", "8♠"))
    assert t.event("fate_triggered").pairs[0].winner == "mob"
    assert t.conflict.order == ("mob", "Vesna", "Harrow")
    assert t.phase == "NARRATION"
    assert "Hand of Fate! Mob over Vesna." in t.said
    t = fight("Ana", "Ben", "mob", lock={"hand_of_fate": "lethal"})
    t.showdown({"Vesna": "K♦", "Harrow": "K♥", "mob": "K♦"}, ("5♠", "4♠", "8♠"))
    pairs = [(pair.winner, pair.loser) for pair in t.event("fate_triggered").pairs]
    assert sorted(pairs) == [("mob", "Harrow"), ("mob", "Vesna")]
    assert t.conflict.order == ("mob", "Vesna", "Harrow")


def test_fate_by_bare_values() -> None:
    """R-76: `fate_tie_basis` face leaves bonuses out; the places stay those of the totals."""
    t = fight("Ana", "Ben", "mob", lock={"hand_of_fate": "lethal"}, fate_tie_basis="face")
    t.all_down({"Vesna": "K♦", "mob": "K♦", "Harrow": "A♦"})
    t.trait("Ana")
    t.reveal(["5♠", "8♠"])
    assert t.event("order_decided").order == ("mob", "Harrow", "Vesna")


def test_leaving_the_fight() -> None:
    """PTA-88, PTA-95, R-82, R-83: the stake is lost, the cards go; tokens stay usable, on-card ones count as lost."""
    t = fight("Ana", "Ben", "mob", "boss", **EXACT, tokens={"Ana": 2})
    t.all_down({"Vesna": "9♦", "mob": "K♦", "Harrow": "Q♦", "boss": "8♦"})
    t.spend("Ana")
    t.reveal(["5♠", "8♠"])
    assert t.phase == "REVEALED"
    assert any(text.startswith("Vesna: out of the fight") for text in t.said)
    t.refuses("NO_FATE_CHOICE").fate("Harrow", "out")
    t.refuses("AMBIGUOUS").fate("Vesna", "maybe")
    pool = t.tokens("pool")[0]
    t.fate("Vesna", "out")
    assert t.part("Vesna").status == "eliminated"
    assert t.event("round_scored").winners == ("mob",)
    t.take("Vesna")
    t.finish("Vesna")
    t.next_round()
    assert t.tokens("pool") == [pool + 1]
    assert t.event("round_opened").active == ("Harrow", "mob", "boss")
    t.refuses("NOT_ACTIVE").chance("Vesna")
    t.chance("Harrow")
    t.spend("Ana", 1, "Harrow")
    t.lay("mob", "J♦")
    t.lay("boss", "7♦")
    t.reveal()
    t.refuses("NOT_ACTIVE").take("Vesna")


@pytest.mark.parametrize(
    ("settings", "high", "winners"),
    [
        ({}, False, ("mob",)),
        ({"fate_vacated_slot": "promote_next"}, False, ("mob", "Harrow")),
        ({}, True, ("Harrow", "boss")),
        ({"fate_winner_gets_card": True}, True, ("Harrow", "boss", "mob")),
    ],
)
def test_the_place_of_a_fate_loser(settings: dict, high: bool, winners: tuple[str, ...]) -> None:
    """PTA-87, PTA-89, N21, R-80, R-81: by `fate_vacated_slot`, `fate_winner_gets_card`; the loser fights on, harmed."""
    t = fight("Ana", "Ben", "mob", "boss", **EXACT, **settings)
    others = {"Harrow": "K♦", "boss": "Q♦"} if high else {"Harrow": "8♦", "boss": "7♦"}
    t.showdown({"Vesna": "9♦", "mob": "9♦", **others}, ["5♠", "8♠"])
    t.fate("Vesna", "fight on")
    assert t.event("round_scored").winners == winners
    assert t.part("Vesna").harmed
    assert "Vesna fights on, harmed." in t.said
    t.next_round()
    assert "Vesna" in t.event("round_opened").active


@pytest.mark.parametrize(("early", "phase"), [(True, "FINAL_NARRATION"), (False, "ROUND_NARRATION")])
def test_an_early_end(early: bool, phase: str) -> None:
    """PTA-70, R-85: nobody left to oppose ends it at once, unless `early_end` is off."""
    t = fight("Ana", "Ben", "mob", **EXACT, early_end=early)
    t.showdown({"Vesna": "K♦", "mob": "K♦", "Harrow": "9♦"}, ["8♠", "5♠"])
    t.fate("mob", "out")
    assert t.phase == phase
    if early:
        assert (t.outcomes()["Vesna"][0], t.outcomes()["mob"][0]) == ("full", "none")


def destroyed(rounds: int = 2, **options) -> Table:
    """Vesna lost to fate twice; she won one card before if three rounds are played."""
    t = fight("Ana", "Ben", "Cleo", "mob", "boss", players="Ana Ben Cleo", **EXACT, **options)
    if rounds == 3:
        t.showdown({"Vesna": "A♥", "mob": "6♦", "Harrow": "5♦", "Juno": "7♦", "boss": "8♦"})
        t.next_round()
    t.showdown({"Vesna": "K♦", "mob": "K♦", "Harrow": "9♦", "Juno": "10♦", "boss": "4♦"}, ["5♠", "8♠"])
    t.fate("Vesna", "fight_on")
    t.next_round()
    t.showdown({"Vesna": "Q♦", "mob": "Q♦", "Harrow": "10♥", "Juno": "9♥", "boss": "3♦"}, ["6♠", "9♠"])
    return t


def to_the_end(t: Table) -> Table:
    """One more round, in which the mob gets its third card."""
    t.next_round()
    t.showdown({"mob": "A♦", "Harrow": "J♦", "Juno": "8♠", "boss": "2♦"})
    assert t.phase == "FINAL_NARRATION"
    return t


def test_twice_to_fate_is_the_end() -> None:
    """PTA-52, PTA-90, PTA-91, INV-12, INV-30: no choice, cards or veto any more; the pile and tokens stay."""
    t = destroyed(3, tokens={"Ana": 1})
    assert t.part("Vesna").status == "destroyed"
    assert t.pile("Vesna") == ["ace of hearts"]
    assert "Vesna is destroyed." in t.said
    t.next_round()
    t.refuses("NOT_ACTIVE").chance("Vesna")
    t.chance("Harrow")
    t.spend("Ana", 1, "Harrow")
    t = destroyed()
    t.next_round()
    t.showdown({"mob": "5♦", "Harrow": "A♦", "Juno": "8♠", "boss": "2♦"})
    t.take("Harrow")
    t.refuses("CANNOT_VETO_HIGHER").do(VetoNarration(actor="Ana", target="Harrow"))


def test_the_gifts_of_the_destroyed() -> None:
    """PTA-92, N21, R-84: any number of cards, to players only; `sacrifice_target` any lifts that."""
    t = to_the_end(destroyed(3))
    t.refuses("BAD_GIFT_TARGET").gift("Vesna", "mob")
    t.refuses("PILE_NOT_EMPTY").sacrifice("Vesna", "Harrow")
    t.gift("Vesna", "Harrow")
    assert "ace of hearts" in t.pile("Harrow")
    t.refuses("GIFT_ALREADY_MADE").sacrifice("Vesna", "Harrow")
    t.take("Vesna")
    t.finish("Vesna")
    t.refuses("NOT_DESTROYED").sacrifice("Harrow", "Juno")
    t = to_the_end(destroyed(3, sacrifice_target="any"))
    t.gift("Vesna", "mob")


def test_a_last_gift_off_the_deck() -> None:
    """PTA-93, PTA-95, R-84, R-86: with an empty pile, one random card to a player; fate never touches equal piles."""
    t = to_the_end(destroyed())
    assert "fate_triggered" not in t.kinds()
    assert t.pile("Vesna") == []
    t.refuses("BAD_GIFT_TARGET").sacrifice("Vesna", "mob")
    t.sacrifice("Vesna", "Harrow", "Q♠")
    assert "queen of spades" in t.pile("Harrow")
    t.refuses("GIFT_ALREADY_MADE").sacrifice("Vesna", "Juno")
    t.refuses("CANNOT_UNDO").undo()


def test_adopting_a_stake() -> None:
    """PTA-94: of a destroyed participant, by another player, when both agree; the result is the adopter's."""
    t = destroyed()
    t.refuses("CONSENT_MISSING").adopt("Harrow", "Vesna", consent=False)
    t.refuses("NOT_DESTROYED").adopt("Harrow", "Juno")
    t.refuses("NOT_ACTIVE").adopt("mob", "Vesna")
    t.refuses("NOT_YOUR_SEAT").adopt("Harrow", "Vesna", by="Cleo")
    t.do(AdoptStake(actor="Ben", consent=True))
    assert t.part("Harrow").adopted == ("Vesna",)
    t.refuses("NOT_DESTROYED").adopt("Juno", "Vesna")
    to_the_end(t)
    assert t.outcomes()["Vesna"][0] == t.outcomes()["Harrow"][0]
    t = destroyed()
    to_the_end(t)
    assert t.outcomes()["Vesna"][0] == "none"
    t.adopt("Juno", "Vesna")
    assert t.outcomes()["Vesna"][0] == t.outcomes()["Juno"][0]
    fight("Ana", "mob").refuses("NOT_DESTROYED").do(AdoptStake(actor="Ana", consent=True))
