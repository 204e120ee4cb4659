"""Opening a table, evenings, hands, mulligans, people who join and leave (rules 3.1)."""

import pytest

from engine.systems.choice_pta.rules.hands import UseMulligan
from engine.systems.choice_pta.rules.table import CreateTable, DefineProtagonist
from tests.support.choice_pta_table import Table, fight, in_scene, table


def hand_sizes(t: Table) -> list[int]:
    return [len(seat.hand) for seat in t.state.seats]


def test_a_table_has_one_gm_and_one_to_ten_players() -> None:
    """PTA-1, R-17: the GM is never counted; names are people's own, or a mere number."""
    t = Table()
    t.refuses("WRONG_PHASE").start()
    t.refuses("BAD_SEAT_COUNT").create([])
    t.refuses("BAD_SEAT_COUNT").create([f"P{number}" for number in range(11)])
    t.refuses("DUPLICATE_NAME").create(["Ana", "ana"])
    t.refuses("BAD_SETTING").create(["Ana"], mode="tarot")
    t.refuses("UNKNOWN_SETTING").create(["Ana"], no_such_rule=1)
    t.refuses("BAD_SETTING").create(["Ana"], jokers_per_deck=5)
    t.create(["Ana", "Ben", "Cleo", "Dev"])
    assert [seat.name for seat in t.state.players] == ["Ana", "Ben", "Cleo", "Dev"]
    assert t.state.gm.name == "Gwen"
    t.refuses("WRONG_PHASE").create(["Ana"])
    t = Table()
    t.do(CreateTable(actor="Dev", count=3, gm="I"))
    assert [seat.name for seat in t.state.seats] == ["Player 1", "Player 2", "Player 3", "Dev"]


@pytest.mark.parametrize(
    ("players", "settings", "decks"),
    [
        (5, {}, {"GM", "players"}),
        (6, {}, {"GM", *(f"deck of P{number}" for number in range(6))}),
        (3, {"large_group_min": 3}, {"GM", *(f"deck of P{number}" for number in range(3))}),
        (2, {"deck_layout": "gm_and_each_player"}, {"GM", "deck of P0", "deck of P1"}),
        (7, {"deck_layout": "gm_and_players"}, {"GM", "players"}),
        (2, {"deck_layout": "single"}, {"table"}),
    ],
)
def test_who_shares_a_deck(players: int, settings: dict, decks: set[str]) -> None:
    """PTA-2, R-9: two decks, from six players on one each; `deck_layout` and `large_group_min` say otherwise."""
    t = Table()
    t.create([f"P{number}" for number in range(players)], **settings)
    for seat in t.state.players:
        t.hero(seat.name)
    t.start()
    assert {deck.name for deck in t.state.decks} == decks


def test_hands_are_dealt_in_seat_order() -> None:
    """PTA-3, PTA-4: four cards to each player, three and one per player to the GM; three tokens a player in all."""
    t = table("Ana Ben Cleo Dev")
    assert t.tokens("Ana", "Ben", "Cleo", "Dev", "Gwen", "pool", "bank") == [0, 0, 0, 0, 8, 4, 0]
    assert t.state.total_tokens == 12
    t.start()
    assert hand_sizes(t) == [4, 4, 4, 4, 7]
    assert t.hand("Ana") == ["2 of clubs", "3 of clubs", "4 of clubs", "5 of clubs"]
    assert t.hand("Ben")[0] == "6 of clubs"
    assert t.event("hands_dealt").counts == (4, 4, 4, 4, 7)


def test_protagonists_have_three_traits() -> None:
    """PTA-5, R-25, R-26: exactly as many as `traits_per_protagonist` says; the GM's characters have none."""
    t = Table()
    t.create(["Ana", "Ben"])
    t.refuses("BAD_TRAIT_COUNT").hero("Ana", traits=("brave", "kind"))
    t.refuses("DUPLICATE_TRAIT").hero("Ana", traits=("brave", "kind", "Brave"))
    t.refuses("GM_HAS_NO_TRAITS").hero("Gwen")
    t.hero("Ana")
    t.refuses("PROTAGONIST_MISSING").start()
    t.hero("Ben")
    t.start()
    t = Table()
    t.create(["Ana"], traits_per_protagonist=6)
    t.hero("Ana", traits=[f"trait {number}" for number in range(6)])


def test_a_protagonist_is_written_down_in_parts() -> None:
    """PTA-5: name, traits and a single trait may come one after the other."""
    t = Table()
    t.create(["Ana"])
    t.do(DefineProtagonist(actor="Ana", name="Vesna"))
    t.do(DefineProtagonist(actor="Ana", trait="locksmith"))
    t.do(DefineProtagonist(actor="Ana", traits=("locksmith", "charming", "vain")))
    t.do(DefineProtagonist(actor="Ana", traits=("never forgets a face",), position=3))
    t.refuses("BAD_TRAIT_COUNT").do(DefineProtagonist(actor="Ana", traits=("a",), position=4))
    t.do(DefineProtagonist(actor="Ana", trait="cold", position=1))
    who = t.state.seat("Ana").protagonist
    assert (who.name, [trait.label for trait in who.traits]) == ("Vesna", ["cold", "charming", "never forgets a face"])


def test_caps_of_marks() -> None:
    """R-25: `trait_mark_cap` and `trait_total_cap`."""
    t = fight("Ana", "mob", trait_mark_cap=1, trait_total_cap=1)
    t.chance("Vesna")
    t.trait("Ana")
    t.lay("mob", "K♦")
    t.reveal()
    t.close()
    t.clash("Ana", "mob")
    t.chance("Vesna")
    t.refuses("TRAIT_EXHAUSTED").trait("Ana", "brave")
    t.refuses("TRAIT_CAP_REACHED").trait("Ana", "kind")


def test_a_gm_with_traits() -> None:
    """R-26: `gm_traits`."""
    t = Table()
    t.create(["Ana"], gm_traits=True)
    t.hero("Ana")
    t.hero("Gwen", "the city")
    t.start()
    t.scene()
    t.clash("Ana", "mob")
    t.chance("mob")
    t.trait("Gwen", "brave", "mob")
    assert t.conflict.slot("mob").bonuses[0].source == "Gwen"


def test_every_evening_starts_with_clean_marks_and_new_hands() -> None:
    """PTA-6, PTA-8, R-19: marks gone, hands new, mulligans back; tokens stay, unless the house starts afresh."""
    t = fight("Ana", "mob", tokens={"Ana": 1})
    t.chance("Vesna")
    t.trait("Ana")
    t.lay("mob", "K♦")
    t.reveal()
    t.close()
    t.end_scene()
    assert t.state.seat("Ana").mulligan == "expired"
    before = t.tokens("Ana", "Gwen", "pool")
    t.start()
    assert t.marks("Ana") == [0, 0, 0]
    assert t.state.seat("Ana").mulligan == "available"
    assert t.tokens("Ana", "Gwen", "pool") == before
    assert hand_sizes(t) == [4, 4, 5]
    t.scene()
    assert t.event("scene_started").scene_no == 2
    assert t.state.sitting_no == 2
    t = table(sitting_carryover="all_fresh")
    t.start()
    t.give(Ana=2)
    t.start()
    assert t.tokens("Ana", "Ben", "Gwen", "pool") == [0, 0, 4, 2]


def test_the_mulligan() -> None:
    """PTA-7, R-15: once, free, the whole hand; legal until the first card or paid redraw."""
    t = in_scene()
    old = t.hand("Ana")
    t.mulligan("Ana")
    assert not set(old) & set(t.hand("Ana"))
    assert hand_sizes(t) == [4, 4, 5]
    t.refuses("MULLIGAN_SPENT").mulligan("Ana")
    t = fight("Ana", "Ben")
    t.choice("Vesna", t.hand("Ana")[0])
    t.refuses("MULLIGAN_EXPIRED").mulligan("Ana")
    t.mulligan("Ben")
    t = fight("Ana", "Ben", tokens={"Ben": 1})
    t.redraw("Ben")
    t.refuses("MULLIGAN_EXPIRED").mulligan("Ben")
    table().refuses("WRONG_PHASE").mulligan("Ana")


@pytest.mark.parametrize(
    ("scope", "gm", "player"), [("players", "expired", "available"), ("none", "expired", "expired")]
)
def test_who_has_a_mulligan(scope: str, gm: str, player: str) -> None:
    """R-15: `mulligan_scope` players, none; `mulligan_per` game; `mulligan_window` first_scene."""
    t = in_scene(mulligan_scope=scope)
    assert (t.state.gm.mulligan, t.state.seat("Ana").mulligan) == (gm, player)
    t = in_scene(mulligan_per="game")
    t.mulligan("Ana")
    t.start()
    t.refuses("MULLIGAN_SPENT").mulligan("Ana")
    t.mulligan("Ben")
    in_scene(mulligan_window="first_scene").refuses("MULLIGAN_EXPIRED").mulligan("Ben")


def test_hands_thrown_in_stay_hidden() -> None:
    """PTA-12, R-16: nobody sees them, unless `hidden_discards` is off."""
    for hides, seen in ((True, "engine"), (False, "public")):
        t = in_scene(hidden_discards=hides)
        t.mulligan("Ana")
        assert t.event("hand_discarded").visibility == seen


@pytest.mark.parametrize(("policy", "tokens", "total"), [("closed", [0, 4, 2], 6), ("mint", [0, 6, 3], 9)])
def test_somebody_joins(policy: str, tokens: list[int], total: int) -> None:
    """PTA-9, R-18: four cards, and tokens only where `roster_token_policy` is mint; the GM draws one."""
    t = in_scene(roster_token_policy=policy)
    t.roster(add=["Eli"])
    assert hand_sizes(t) == [4, 4, 4, 6]
    assert (t.tokens("Eli", "Gwen", "pool"), t.state.total_tokens) == (tokens, total)
    t.refuses("DUPLICATE_NAME").roster(add=["ana"])


def test_somebody_leaves() -> None:
    """PTA-9, R-18: tokens to the pool, open bribes withdrawn, the hand and one GM card laid aside."""
    t = in_scene("Ana Ben Cleo", tokens={"Ana": 2})
    t.bribe("Ana", "Ben")
    t.roster(remove=["Ana"])
    assert hand_sizes(t) == [4, 4, 5]
    assert t.tokens("pool") == [3]
    assert t.state.total_tokens == 9
    assert not any(offer.is_open for offer in t.state.offers)
    t.roster(remove=["Ben"])
    t.refuses("BAD_SEAT_COUNT").roster(remove=["Cleo"])
    t.refuses("BAD_SEAT_COUNT").roster(remove=["GM"])
    t.refuses("UNKNOWN_SEAT").roster(remove=["Nobody"])


def test_a_conflict_keeps_people_in_their_seats() -> None:
    """PTA-9: between conflicts only; settings and protagonists wait as well."""
    t = fight("Ana", "Ben")
    t.refuses("CONFLICT_RUNNING").roster(remove=["Ana"])
    t.refuses("CONFLICT_RUNNING").setting("award_self", True)
    t.refuses("CONFLICT_RUNNING").hero("Ana")
    t.refuses("CONFLICT_RUNNING").start()


def test_house_rules_change_by_name() -> None:
    """PTA-8: names and values as they are said; unknown ones are refused."""
    t = table()
    t.setting("award self", "on")
    assert t.state.house_rules.award_self is True
    t.setting("victory goal default", "4")
    assert t.state.house_rules.victory_goal_default == 4
    t.refuses("UNKNOWN_SETTING").setting("gravity", "off")
    t.refuses("BAD_SETTING").setting("award_self", "sometimes")


def test_miscounted_tokens_are_put_right() -> None:
    """PTA-4: tokens move, none are made; not during a conflict."""
    t = table()
    t.correct("pool", "Ana")
    assert t.tokens("Ana", "pool") == [1, 1]
    t.refuses("NOT_ENOUGH_TOKENS").correct("pool", "Ana", 2)
    t.refuses("UNKNOWN_SEAT").correct("pool", "Nobody")
    fight("Ana", "mob").refuses("CONFLICT_RUNNING").correct("pool", "Ana")


def test_only_the_own_seat_acts() -> None:
    """PTA-7: nobody takes somebody else's mulligan; names nobody has are refused."""
    t = in_scene()
    t.refuses("NOT_YOUR_SEAT").do(UseMulligan(actor="Ben", player="Ana"))
    t.refuses("UNKNOWN_SEAT").do(UseMulligan(actor="Zed"))
    t.refuses("UNKNOWN_SEAT").do(UseMulligan())
    t.do(UseMulligan(actor="Ana", player="vesna"))
