"""Taps offered to a table of Choice Based PTA, from dealing hands to the last gift of the dead."""

from engine.board import Move
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.system import RULESET
from tests.engine.test_contract import tour
from tests.support.choice_pta_table import Table, fight, in_scene, table
from tests.support.moments.choice_pta import moments
from tests.support.taps import never_offered, pressed

SAID_OR_TYPED = {"create_table", "change_roster", "change_setting", "name_card", "ask_status", "undo_last"}
"""Commands of setting up and of asking, which have places of their own on a page; a card is named by mistake only."""


def offered(state: State, player: str, group: str | None = None) -> list[str]:
    """Labels of the buttons, of one group or all."""
    return [move.label for move in RULESET.moves(state, player) if group in (None, move.group)]


def move(state: State, player: str, label: str) -> Move:
    (found,) = (each for each in RULESET.moves(state, player) if each.label == label)
    return found


def choices(state: State, player: str, label: str, field: str) -> list[str]:
    """Options in a field of a move."""
    (found,) = (each for each in move(state, player, label).fields if each.name == field)
    return [option.label for option in found.options]


def test_what_a_table_does_it_can_tap() -> None:
    """Every command of a whole tour of the game is offered to somebody just before it is given."""
    assert not never_offered(RULESET, tour("choice-pta"), SAID_OR_TYPED, {})


def test_an_evening_begins_by_taps() -> None:
    """Hands are dealt only when everybody is somebody; then scenes are anybody's."""
    t = Table()
    assert RULESET.moves(t.state, "Ana") == ()
    t.create(["Ana", "Ben"])
    assert offered(t.state, "Ana", "Table") == ["Name your protagonist", "Add a trait"]
    t.hero("Ana")
    t.hero("Ben")
    assert offered(t.state, "Ana", "Table") == ["Deal the hands", "Name your protagonist", "Replace a trait"]
    assert choices(t.state, "Ana", "Replace a trait", "position") == ["brave", "clever", "kind"]
    assert offered(t.state, "Gwen", "Table") == ["Deal the hands"]
    t.start()
    assert offered(t.state, "Ana") == [
        "Start your scene",
        "Start a new evening",
        "Name your protagonist",
        "Replace a trait",
        "Take the mulligan (a free new hand)",
        "Correct the tokens",
    ]


def test_a_scene_offers_its_own_end_a_conflict_and_tokens() -> None:
    """PTA-19 to PTA-22, PTA-59, PTA-60: awards need a pool, bribes need a token."""
    t = table("Ana Ben Cleo")
    t.start()
    t.scene("Ana", ("Ana", "Ben"))
    assert offered(t.state, "Ana", "Scene") == [
        "End the scene",
        "Bring somebody into the scene",
        "Leave the scene",
        "Remove somebody from the scene",
    ]
    assert choices(t.state, "Ana", "Bring somebody into the scene", "player") == ["Cleo (Juno)"]
    assert move(t.state, "Cleo", "Enter the scene").fields == ()
    assert choices(t.state, "Ana", "Call a conflict", "conflict") == ["simple: one round", "extended: several rounds"]
    assert choices(t.state, "Ana", "Award a token from the pool", "to") == ["Ben (Harrow)", "Cleo (Juno)"]
    assert offered(t.state, "Cleo", "Offers") == ["Suggest something"]
    t.give(Cleo=1)
    assert offered(t.state, "Cleo", "Offers") == [
        "Bribe somebody",
        "Suggest something",
        "Bribe your way into the scene",
    ]


def test_offers_are_answered_by_whoever_was_asked() -> None:
    """PTA-61: take, agree for free, refuse; a suggestion may get a price, and the price an answer."""
    t = in_scene("Ana Ben", {"Ana": 1})
    t.bribe("Ana", "Ben")
    assert offered(t.state, "Ben", "Offers")[:3] == [
        "Take Ana's token: the lights fail",
        "Agree for free: the lights fail",
        "Refuse: the lights fail",
    ]
    assert "Withdraw your offer: the lights fail" in offered(t.state, "Ana", "Offers")
    t.reply("Ben", "refuse")
    t.suggest("Ana", "Ben")
    assert offered(t.state, "Ben", "Offers")[:3] == [
        "Accept Ana's suggestion: it rains",
        "Refuse: it rains",
        "Name a price: it rains",
    ]
    t.price("Ben")
    assert offered(t.state, "Ana", "Offers")[:2] == ["Pay Ben one token: it rains", "Refuse: it rains"]


def test_stakes_are_stated_by_their_owners_and_locked_when_they_fit() -> None:
    """PTA-22 to PTA-27: the lock is offered once the rules would take it."""
    t = in_scene("Ana Ben")
    t.call("extended", "Ana")
    assert offered(t.state, "Ana", "Stakes") == ["State your stake", "Take Vesna out", "Set the victory goal"]
    assert offered(t.state, "Gwen", "Stakes") == [
        "Add a stake of yours",
        "Add a group of mooks",
        "Set the victory goal",
    ]
    t.stake("Ana")
    t.stake("Ben")
    t.stake("goons", mook=3)
    assert offered(t.state, "Gwen", "Stakes") == [
        "Restate the stake of goons",
        "Add a stake of yours",
        "Add a group of mooks",
        "Take goons out",
        "Let two stakes oppose each other",
        "Let two stakes both come true",
        "Set the victory goal",
        "Lock the stakes, with mooks",
    ]
    assert move(t.state, "Ana", "Set the victory goal").fields[0].least == 3


def test_every_card_of_the_hand_is_a_secret_tap() -> None:
    """PTA-31 to PTA-33, SEC-2: one move for each card with its code word, and the unseen one; both are owed."""
    t = fight("Ana", "guards")
    *hand, unseen = (each for each in RULESET.moves(t.state, "Ana") if each.owed)
    assert [each.label for each in hand] == [f"Play the {card}" for card in t.hand("Ana")]
    assert [dict(each.given)["slot_code"] for each in hand] == [held.code for held in t.state.seat("Ana").hand]
    assert all(each.secret and each.kind == "play_choice" for each in hand)
    assert (unseen.label, unseen.secret, unseen.given) == ("Play the top card unseen", False, (("part_id", "Vesna"),))
    outcome, after = pressed(RULESET, t.state, "Ana", {"kind": hand[0].kind, **dict(hand[0].given)})
    assert outcome.events
    assert after.conflict.slot("Vesna").card == t.state.seat("Ana").hand[0].card


def test_several_stakes_of_the_gm_are_told_apart() -> None:
    t = fight("Ana", "Ben", "guards", "cops")
    gm = [each.label for each in RULESET.moves(t.state, "Gwen") if each.kind == "play_chance"]
    assert gm == ["Play the top card unseen for guards", "Play the top card unseen for cops"]
    t.showdown({"Vesna": "K♦", "Harrow": "3♥", "guards": "9♥", "cops": "8♥"})
    assert {"Narrate for guards", "Pass the narration for cops"} <= set(offered(t.state, "Gwen", "Narration"))


def test_bonuses_go_on_cards_that_are_down() -> None:
    """PTA-36 to PTA-43, R-20: traits on protagonists' cards, tokens on any, never more than there are."""
    t = fight("Ana", "Ben", "guards", tokens={"Ana": 2}, bonus_withdrawal=True, retract_before_reveal=True)
    assert not offered(t.state, "Ana", "Bonuses")
    t.all_down({"Vesna": "5♣", "Harrow": "3♥", "guards": "9♥"})
    assert offered(t.state, "Ana", "Bonuses") == [
        "Use brave on a card",
        "Use clever on a card",
        "Use kind on a card",
        "Add tokens to a card",
    ]
    assert choices(t.state, "Ana", "Use brave on a card", "target") == ["Vesna", "Harrow"]
    assert choices(t.state, "Ana", "Add tokens to a card", "target") == ["Vesna", "Harrow", "guards"]
    assert move(t.state, "Ana", "Add tokens to a card").fields[0].most == 2
    assert offered(t.state, "Ana", "Cards") == ["Take back your card", "Reveal the cards"]
    t.trait("Ana")
    assert offered(t.state, "Ana", "Bonuses") == ["Add tokens to a card", "Take back your latest bonus"]
    assert "Reveal the cards" not in offered(fight("Ana", "guards").state, "Ana")


def test_tokens_may_be_meant_against_the_gm_or_players() -> None:
    """PTA-43, R-38: where somebody faces both; everybody else's card needs no such word."""
    t = fight("Ana", "Ben", "guards", opposed=[("Ana", "Ben")], tokens={"Ana": 1}, bonus_timing="after_all_cards")
    t.all_down({"Vesna": "5♣", "Harrow": "3♥", "guards": "9♥"})
    for label in ("Add tokens against the GM", "Add tokens against players"):
        assert choices(t.state, "Ana", label, "target") == ["Vesna", "Harrow"]
    assert choices(t.state, "Ana", "Add tokens to a card", "target") == ["Vesna", "Harrow", "guards"]


def test_real_cards_are_read_out_by_rank_and_suit() -> None:
    """Rules 2.4: a joker has no suit; a card that lies open is not offered again."""
    t = fight("Ana", "guards", mode="physical")
    assert offered(t.state, "Ana", "Cards") == [
        "Play a card from your hand face down",
        "Play the top card unseen",
        "Take the mulligan (a free new hand)",
    ]
    t.choice("Vesna")
    t.chance("guards")
    t.reveal()
    assert offered(t.state, "Ana", "Cards") == ["Read out your card", "Read out a joker"]
    assert choices(t.state, "Ana", "Read out your card", "suit") == ["clubs", "spades", "hearts", "diamonds"]
    t.declare("Vesna", "king of hearts")
    assert offered(t.state, "Ana", "Cards") == []
    assert all(each.owed for each in RULESET.moves(t.state, "Gwen") if each.kind == "declare_card")


def test_narration_is_owed_by_whoever_is_next() -> None:
    """PTA-50, PTA-51: telling and passing, places, vetoes of lower ranks, and the end when all have told."""
    t = fight("Ana", "Ben", "guards")
    t.showdown({"Vesna": "K♦", "Harrow": "3♥", "guards": "9♥"})
    owed = {name: [each.label for each in RULESET.moves(t.state, name) if each.owed] for name in ("Ana", "Ben", "Gwen")}
    assert owed == {"Ana": [], "Ben": ["Narrate", "Pass the narration"], "Gwen": []}
    assert offered(t.state, "Ana", "Narration") == [
        "Narrate",
        "Pass the narration",
        "Ask to narrate first",
        "Ask to narrate last",
        "Ask to narrate before or after somebody",
        "Decide what the cards leave open",
    ]
    t.take("Harrow")
    assert offered(t.state, "Ben", "Narration")[:2] == ["Finish your narration", "Give up the narration"]
    assert "Veto a narration" in offered(t.state, "Ana", "Narration")
    assert "Veto a narration" not in offered(t.state, "Ben", "Narration")
    t.finish("Harrow")
    assert offered(t.state, "Ben", "Narration")[0] == "Add something"
    t.all_narrate()
    assert offered(t.state, "Cleo") == []
    assert offered(t.state, "Ana", "Conflict") == ["Close the conflict"]


def test_somebody_outside_the_conflict_needs_leave() -> None:
    """N18: of the one who narrates or of the top rank."""
    t = fight("Ana", "guards", players="Ana Ben")
    t.showdown({"Vesna": "K♦", "guards": "9♥"})
    assert offered(t.state, "Ben", "Narration") == ["Narrate with permission"]
    assert choices(t.state, "Ben", "Narrate with permission", "leave_from") == ["Vesna"]


def test_a_round_may_be_closed_over_open_turns_by_the_gm_alone() -> None:
    """PTA-69: everybody else waits for the turns."""
    t = fight("Ana", "Ben", "goons", kind="extended", mooks={"goons": 4})
    t.showdown({"Vesna": "K♦", "Harrow": "3♥", "goons": "9♥"})
    assert offered(t.state, "Gwen", "Conflict") == ["Close the round without them"]
    assert offered(t.state, "Ana", "Conflict") == []
    assert move(t.state, "Ana", "Take out some of goons").fields[0].most == 4
    assert not offered(t.state, "Ben", "Mooks")
    t.all_narrate()
    assert offered(t.state, "Ana", "Conflict") == ["Close the round"]


def test_who_lost_to_fate_chooses() -> None:
    """PTA-88: nothing else is waited for."""
    state = moments()["fate"]
    assert offered(state, "Ana")[:2] == ["Fight on, harmed", "Leave the fight"]
    assert [each.label for each in RULESET.moves(state, "Ana") if each.owed] == ["Fight on, harmed", "Leave the fight"]
    assert not any(each.owed for each in RULESET.moves(state, "Ben"))


def test_the_dead_give_what_they_have_or_a_card_off_the_deck() -> None:
    """PTA-73, PTA-92 to PTA-94: to players in the end, while others give by name; a stake may be carried on."""
    state = moments()["doomed_final"]
    assert offered(state, "Dev", "Victory cards") == ["Give the last gift of Kiro"]
    assert choices(state, "Dev", "Give the last gift of Kiro", "to") == ["Vesna", "Harrow", "Juno"]
    assert offered(state, "Dev", "Fate") == ["Carry on the stake of Kiro, as both agree"]
    assert choices(state, "Dev", "Carry on the stake of Kiro, as both agree", "adopter") == ["Vesna", "Harrow", "Juno"]
    assert choices(state, "Ben", "Carry on the stake of Kiro, as both agree", "adopter") == ["Harrow"]
    label = "Give away a victory card of Vesna"
    assert choices(state, "Ana", label, "card") == ["10 of hearts", "jack of diamonds"]
    assert choices(state, "Ana", label, "to") == ["Harrow", "Juno", "Riso"]
