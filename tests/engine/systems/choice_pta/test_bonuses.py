"""Traits and tokens on cards, and where tokens go (rules 3.6, 3.9)."""

import pytest

from engine.systems.choice_pta.rules.bonuses import SpendTrait, WithdrawBonus
from engine.systems.choice_pta.rules.playing import NameCard, PlayChoice
from tests.support.choice_pta_table import fight


def test_bonuses_need_a_card() -> None:
    """PTA-36, R-87: on any card that is down, openly; before all are, unless `bonus_timing` is after_all_cards."""
    t = fight("Ana", "mob", tokens={"Ana": 1})
    t.refuses("NO_CARD_YET").spend("Ana")
    t.chance("Vesna")
    t.spend("Ana")
    assert t.event("tokens_committed").visibility == "public"
    t.lay("mob", "K♦")
    t.reveal()
    t.refuses("WRONG_PHASE").spend("Gwen", 1, "mob")
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
    """PTA-37, PTA-39, R-20, R-90: protagonists' cards, the GM's with `trait_target` any_card; marked at once."""
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
    t = fight("Ana", "mob", trait_target="any_card")
    t.chance("mob")
    t.trait("Ana", "brave", "mob")


def test_helpers_need_not_take_part() -> None:
    """PTA-37, R-21: present is enough, unless `trait_helper` is participant."""
    for helper in ("present", "participant"):
        t = fight("Ana", "mob", trait_helper=helper)
        t.chance("Vesna")
        (t if helper == "present" else t.refuses("NOT_PARTICIPANT")).trait("Ben", "kind", "Vesna")


@pytest.mark.parametrize("most", [1, 2, 3])
def test_traits_of_several_helpers(most: int) -> None:
    """PTA-38, R-22: as many as there are helpers, unless `max_traits_per_card` limits them."""
    t = fight("Ana", "mob", players="Ana Ben Cleo", max_traits_per_card=most if most < 3 else "none")
    t.chance("Vesna")
    for player in ("Ana", "Ben", "Cleo")[:most]:
        t.trait(player, "kind", "Vesna")
    assert len(t.conflict.slot("Vesna").bonuses) == most
    if most < 3:
        t.refuses("TRAIT_TARGET_INVALID").trait("Cleo", "brave", "Vesna")


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
    for allowed in (True, False):
        t = fight("Ana", "mob", gm_may_boost_players=allowed)
        t.chance("Vesna")
        (t if allowed else t.refuses("OPTION_OFF")).spend("Gwen", 1, "Vesna")


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
    assert any("do not name cards aloud" in text for text in t.said)
    t.do(PlayChoice(actor="Ana", slot_code="two of clubs"))
    assert t.kinds() == ["secrecy_warning", "card_pick_pending", "pick_card_prompt"]
    assert t.conflict.slot("Vesna") is None
    t = fight("Ana", "mob", secrecy_talk="ignore")
    assert t.do(NameCard(actor="Ana")) == ()


BOTH = {"opposed": [("Ana", "Ben")]}
LONG = {"kind": "extended", "players": "Ana Ben Cleo"}
MANY = {"gm_stake_limit_basis": "table"}


@pytest.mark.parametrize(
    ("stakes", "cards", "spender", "target", "options", "place"),
    [
        ("Ana mob", "K♦ 10♦", "Ana", "Vesna", {}, "Gwen"),
        ("Ana mob", "2♠ 10♦", "Ana", "Vesna", {}, "pool"),
        ("Ana Ben", "K♦ 10♦", "Ana", "Vesna", {}, "pool"),
        ("Ana Ben", "2♠ 10♦", "Ana", "Vesna", {}, "Gwen"),
        ("Ana mob", "10♦ A♦", "Gwen", "mob", {}, "pool"),
        ("Ana mob", "10♦ 3♠", "Gwen", "mob", {}, "pool"),
        ("Ana Ben mob", "K♦ 2♠ 10♦", "Ben", "Vesna", {}, "Gwen"),
        ("Ana Ben mob", "K♦ 2♠ 10♦", "Ben", "Vesna", {"aid_token_result": "spender_card"}, "pool"),
        ("Ana mob", "10♦ A♦", "Ben", "mob", {}, "pool"),
        ("Ana mob", "10♦ 2♠", "Ben", "mob", {}, "Gwen"),
        ("Ana mob", "K♦ 2♠", "Ben", "mob", {"player_boost_gm_flow": "pool"}, "pool"),
        ("Ana cops store", "2♠ 3♠ K♦", "Ana", "Vesna", {**MANY, "multiway_token_test": "beat_any"}, "Gwen"),
        ("Ana cops store", "2♠ 3♠ K♦", "Ana", "Vesna", {**MANY, "multiway_token_test": "beat_all"}, "pool"),
        ("Ana cops store", "2♠ 3♠ K♦", "Ana", "Vesna", {**MANY, "multiway_token_test": "top_card"}, "pool"),
        ("Ana Ben mob", "K♦ 10♦ Q♦", "Ana", "Vesna", BOTH, "Gwen"),
        ("Ana Ben mob", "2♠ 10♦ Q♦", "Ana", "Vesna", BOTH, "pool"),
        ("Ana Ben mob", "K♦ 10♦ Q♦", "Ana against players", "Vesna", BOTH, "pool"),
        ("Ana Ben mob", "2♠ 10♦ Q♦", "Ana against players", "Vesna", BOTH, "Gwen"),
        ("Ana Ben mob", "K♦ 10♦ Q♦", "Ana", "Vesna", {**BOTH, "mixed_opposition": "players_first"}, "pool"),
        ("Ana Ben Cleo", "K♦ Q♦ J♦", "Ana", "Vesna", LONG, "bank"),
        ("Ana Ben Cleo", "2♠ Q♦ J♦", "Ana", "Vesna", LONG, "pool"),
        ("Ana Ben Cleo", "K♦ Q♦ J♦", "Ana", "Vesna", {**LONG, "extended_pvp_flow": "pvp_rule"}, "pool"),
        ("Ana Ben Cleo", "2♠ Q♦ J♦", "Ana", "Vesna", {**LONG, "extended_pvp_flow": "pvp_rule"}, "bank"),
    ],
)
def test_where_a_token_goes(stakes: str, cards: str, spender: str, target: str, options: dict, place: str) -> None:
    """TV-10, PTA-40, PTA-43, PTA-54, PTA-55, PTA-56, R-31, R-32, R-34, R-36, R-37, R-38, R-39, R-40: by the result."""
    who, *_, against = [*spender.split(), None] if spender.isalpha() else spender.split()
    t = fight(*stakes.split(), tokens={"Ana": 1, "Ben": 1}, **options)
    t.all_down(dict(zip(t.conflict.active, cards.split(), strict=True)))
    t.spend(who, 1, target, against)
    t.reveal()
    before = t.tokens(place)[0]
    if t.conflict.is_extended:
        t.next_round()
    else:
        t.close()
    assert t.tokens(place) == [before + 1]


def test_the_house_may_ask_whom_a_token_is_against() -> None:
    """PTA-43, R-38: `mixed_opposition` ask; the class named has to be among the opponents."""
    t = fight("Ana", "Ben", "mob", tokens={"Ana": 2}, mixed_opposition="ask", **BOTH)
    t.chance("Vesna")
    t.refuses("AMBIGUOUS").spend("Ana")
    t.spend("Ana", against="GM")
    t.spend("Ana", against="Harrow")
    assert [bonus.against.value for bonus in t.conflict.slot("Vesna").bonuses] == ["gm", "players"]
    t = fight("Ana", "mob", tokens={"Ana": 1})
    t.chance("Vesna")
    t.refuses("NO_SUCH_OPPOSITION").spend("Ana", against="players")


@pytest.mark.parametrize(("when", "left"), [("on_reveal", 0), ("on_close", 1)])
def test_settling_at_the_reveal(when: str, left: int) -> None:
    """PTA-53, R-42: `simple_settle` on_reveal; by default after the narration."""
    t = fight("Ana", "mob", tokens={"Ana": 1}, simple_settle=when)
    t.all_down({"Vesna": "K♦", "mob": "Q♦"})
    t.spend("Ana")
    t.reveal()
    assert t.conflict.slot("Vesna").tokens == left


def test_tokens_awarded_in_a_conflict_may_be_used_at_once() -> None:
    """PTA-57, PTA-59, R-33: also what reached the pool in this scene."""
    t = fight("Ana", "mob")
    t.chance("Vesna")
    t.award("Ben", "Ana")
    t.spend("Ana")
    assert t.conflict.slot("Vesna").tokens == 1
