"""Traits and tokens on cards, and where tokens go (rules 3.6, 3.9)."""

import pytest

from engine.systems.choice_pta.rules.bonuses import SpendTrait, WithdrawBonus
from engine.systems.choice_pta.rules.playing import NameCard, PlayChoice
from tests.support.choice_pta_table import Table, fight


def test_bonuses_need_a_card() -> None:
    """PTA-36, R-87: on any card that is down, openly, before all are."""
    t = fight("Ana", "mob", tokens={"Ana": 1})
    t.refuses("NO_CARD_YET").spend("Ana")
    t.chance("Vesna")
    t.spend("Ana")
    assert t.event("tokens_committed").visibility == "public"
    t.lay("mob", "K♦")
    t.reveal()
    t.refuses("WRONG_PHASE").spend("Gwen", 1, "mob")


def test_bonuses_after_all_cards() -> None:
    """R-87: `bonus_timing` after_all_cards."""
    t = fight("Ana", "mob", bonus_timing="after_all_cards")
    t.chance("Vesna")
    t.refuses("NO_CARD_YET").trait("Ana")
    t.lay("mob", "K♦")
    t.trait("Ana")


def test_bonuses_stay() -> None:
    """PTA-36, R-88: they cannot be taken back, unless `bonus_withdrawal` is on."""
    t = fight("Ana", "mob")
    t.chance("Vesna")
    t.trait("Ana")
    t.refuses("OPTION_OFF").do(WithdrawBonus(actor="Ana"))
    t = fight("Ana", "mob", bonus_withdrawal=True, tokens={"Ana": 1})
    t.chance("Vesna")
    t.refuses("NOT_ENOUGH_TOKENS").do(WithdrawBonus(actor="Ana"))
    t.trait("Ana")
    t.spend("Ana")
    t.do(WithdrawBonus(actor="Ana"))
    t.do(WithdrawBonus(actor="Ana"))
    assert (t.marks("Ana"), t.tokens("Ana"), t.conflict.slot("Vesna").bonuses) == ([0, 0, 0], [1], ())


def test_traits_help_protagonists_only() -> None:
    """PTA-37, PTA-39, R-20, R-90: own or another protagonist's card, never the GM's; marked at once."""
    t = fight("Ana", "Ben", "mob")
    for part in ("Vesna", "Harrow", "mob"):
        t.chance(part)
    t.refuses("TRAIT_TARGET_INVALID").trait("Ana", "brave", "mob")
    t.refuses("GM_HAS_NO_TRAITS").trait("Gwen", "brave", "mob")
    t.refuses("UNKNOWN_TRAIT").trait("Ana", "invisible")
    t.refuses("AMBIGUOUS").do(SpendTrait(actor="Ana"))
    t.trait("Ana", "BRAVE", "Ben")
    assert t.marks("Ana") == [1, 0, 0]
    assert [bonus.source for bonus in t.conflict.slot("Harrow").bonuses] == ["Ana"]
    t.reveal()
    t.take("Harrow")
    assert t.said == ("Remember brave.",)


def test_traits_on_any_card() -> None:
    """R-20: `trait_target` any_card."""
    t = fight("Ana", "mob", trait_target="any_card")
    t.chance("mob")
    t.trait("Ana", "brave", "mob")


def test_helpers_need_not_take_part() -> None:
    """PTA-37, R-21: present is enough, unless `trait_helper` is participant."""
    t = fight("Ana", "mob")
    t.chance("Vesna")
    t.trait("Ben", "kind", "Vesna")
    t = fight("Ana", "mob", trait_helper="participant")
    t.chance("Vesna")
    t.refuses("NOT_PARTICIPANT").trait("Ben", "kind", "Vesna")


@pytest.mark.parametrize("most", [1, 2])
def test_traits_of_several_helpers(most: int) -> None:
    """PTA-38, R-22: as many as there are helpers, unless `max_traits_per_card` limits them."""
    t = fight("Ana", "mob", players="Ana Ben Cleo", max_traits_per_card=most)
    t.chance("Vesna")
    for player in ("Ana", "Ben", "Cleo")[:most]:
        t.trait(player, "kind", "Vesna")
    t.refuses("TRAIT_TARGET_INVALID").trait("Cleo", "brave", "Vesna")
    t = fight("Ana", "mob", players="Ana Ben Cleo")
    t.chance("Vesna")
    for player in ("Ana", "Ben", "Cleo"):
        t.trait(player, "kind", "Vesna")
    assert len(t.conflict.slot("Vesna").bonuses) == 3


def test_one_trait_a_round_on_one_card() -> None:
    """PTA-37, PTA-65, R-23: own card or another's, not both; the next round gives a new chance, marks stay."""
    t = fight("Ana", "Ben", "mob", kind="extended")
    for part in ("Vesna", "Harrow"):
        t.chance(part)
    t.trait("Ana", "brave")
    t.refuses("TRAIT_ALREADY_USED_THIS_ROUND").trait("Ana", "kind", "Harrow")
    t.lay("mob", "K♦")
    t.reveal()
    t.next_round()
    t.chance("Vesna")
    t.trait("Ana", "brave")
    assert t.marks("Ana") == [2, 0, 0]


def test_tokens_go_on_any_card() -> None:
    """PTA-40, PTA-43: as many as one has, also on the GM's; they leave the holder at once."""
    t = fight("Ana", "mob", tokens={"Ben": 2})
    t.chance("Vesna")
    t.chance("mob")
    t.refuses("NOT_ENOUGH_TOKENS").spend("Ben", 3, "mob")
    t.refuses("NOT_ENOUGH_TOKENS").spend("Ben", 0, "mob")
    t.refuses("NOT_PARTICIPANT").spend("Ben", 1)
    t.spend("Ben", 1, "mob")
    t.spend("Ben", 1, "Vesna")
    assert t.tokens("Ben") == [0]


def test_the_gm_may_boost_players() -> None:
    """PTA-41, R-29: unless `gm_may_boost_players` is off."""
    t = fight("Ana", "mob")
    t.chance("Vesna")
    t.spend("Gwen", 1, "Vesna")
    t = fight("Ana", "mob", gm_may_boost_players=False)
    t.chance("Vesna")
    t.refuses("OPTION_OFF").spend("Gwen", 1, "Vesna")


def test_caps_on_one_card() -> None:
    """PTA-42, R-28: `gm_card_cap_extended` none, `gm_card_cap_simple` 2; players' tokens do not count."""
    t = fight("Ana", "Ben", "mob", kind="extended", gm_card_cap_extended="none")
    t.chance("mob")
    t.spend("Gwen", 3, "mob")
    t = fight("Ana", "Ben", "mob", gm_card_cap_simple=2, tokens={"Ana": 1})
    t.chance("mob")
    t.spend("Ana", 1, "mob")
    t.spend("Gwen", 2, "mob")
    t.refuses("GM_CARD_LIMIT").spend("Gwen", 1, "mob")


def test_asking_for_help_is_free_and_cards_are_never_named() -> None:
    """PTA-44, SEC-3, R-91: a card said aloud is warned about and not used; with `secrecy_talk` ignore nothing is."""
    t = fight("Ana", "mob")
    t.do(NameCard(actor="Ana"))
    assert t.kinds() == ["secrecy_warning"]
    assert any("no cards aloud" in text for text in t.said)
    t.do(PlayChoice(actor="Ana", slot_code="two of clubs"))
    assert t.kinds() == ["secrecy_warning", "card_pick_pending", "pick_card_prompt"]
    assert t.conflict.slot("Vesna") is None
    t = fight("Ana", "mob", secrecy_talk="ignore")
    assert t.do(NameCard(actor="Ana")) == ()


def boosted(mine: str, against: str | None = None, **settings) -> Table:
    """Vesna with a token against the mob (queen) and Harrow (ten)."""
    t = fight("Ana", "Ben", "mob", opposed=[("Ana", "Ben")], tokens={"Ana": 1}, **settings)
    t.all_down({"Vesna": mine, "Harrow": "10♦", "mob": "Q♦"})
    t.spend("Ana", against=against)
    t.reveal()
    return t


def goes_to(t: Table) -> str:
    """The place that got the token."""
    before = t.tokens("Gwen", "pool")
    t.close()
    gained = [after - old for after, old in zip(t.tokens("Gwen", "pool"), before, strict=True)]
    return ("GM", "pool")[gained.index(1)]


@pytest.mark.parametrize(
    ("mine", "against", "place"),
    [("K♦", None, "GM"), ("8♦", None, "GM"), ("2♠", None, "pool"), ("K♦", "players", "pool"), ("2♠", "players", "GM")],
)
def test_tokens_against_both(mine: str, against: str | None, place: str) -> None:
    """PTA-43, PTA-55, R-38: the GM's class counts unless the other is named."""
    assert goes_to(boosted(mine, against)) == place


def test_tokens_against_players_first() -> None:
    """R-38: `mixed_opposition` players_first, and ask, which wants it said."""
    assert goes_to(boosted("K♦", mixed_opposition="players_first")) == "pool"
    t = fight("Ana", "Ben", "mob", opposed=[("Ana", "Ben")], tokens={"Ana": 2}, mixed_opposition="ask")
    t.chance("Vesna")
    t.refuses("AMBIGUOUS").spend("Ana")
    t.spend("Ana", against="GM")
    t.spend("Ana", against="Harrow")
    assert [bonus.against.value for bonus in t.conflict.slot("Vesna").bonuses] == ["gm", "players"]


def test_tokens_against_nobody_there() -> None:
    """PTA-43: the class named has to be among the opponents."""
    t = fight("Ana", "mob", tokens={"Ana": 1})
    t.chance("Vesna")
    t.refuses("NO_SUCH_OPPOSITION").spend("Ana", against="players")


def test_the_spenders_card_may_decide() -> None:
    """R-39: `aid_token_result` spender_card."""
    t = fight("Ana", "Ben", "mob", tokens={"Ben": 1}, aid_token_result="spender_card")
    t.all_down({"Vesna": "K♦", "Harrow": "2♠", "mob": "10♦"})
    t.spend("Ben", 1, "Vesna")
    t.reveal()
    assert goes_to(t) == "pool"


def test_boosting_the_gm_into_the_pool() -> None:
    """R-40: `player_boost_gm_flow` pool."""
    t = fight("Ana", "mob", tokens={"Ben": 1}, player_boost_gm_flow="pool")
    t.all_down({"Vesna": "K♦", "mob": "2♠"})
    t.spend("Ben", 1, "mob")
    t.reveal()
    assert goes_to(t) == "pool"


def test_extended_fights_among_players_by_their_own_rule() -> None:
    """R-36: `extended_pvp_flow` pvp_rule: won to the pool, lost to the bank."""
    for mine, place in (("K♦", "pool"), ("2♠", "bank")):
        t = fight(
            *("Ana", "Ben", "Cleo"),
            kind="extended",
            players="Ana Ben Cleo",
            tokens={"Ana": 1},
            extended_pvp_flow="pvp_rule",
        )
        t.all_down({"Vesna": mine, "Harrow": "Q♦", "Juno": "J♦"})
        t.spend("Ana")
        t.reveal()
        before = t.tokens(place)[0]
        t.next_round()
        assert t.tokens(place) == [before + 1]


def test_settling_at_the_reveal() -> None:
    """PTA-53, R-42: `simple_settle` on_reveal; by default after the narration."""
    t = boosted("K♦", simple_settle="on_reveal")
    assert t.conflict.slot("Vesna").tokens == 0
    t = boosted("K♦")
    assert t.conflict.slot("Vesna").tokens == 1


def test_tokens_awarded_in_a_conflict_may_be_used_at_once() -> None:
    """PTA-57, PTA-59, R-33: also what reached the pool in this scene."""
    t = fight("Ana", "mob")
    t.chance("Vesna")
    t.award("Ben", "Ana")
    t.spend("Ana")
    assert t.conflict.slot("Vesna").tokens == 1
