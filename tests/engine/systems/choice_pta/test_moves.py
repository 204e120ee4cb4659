"""Taps offered to a table of Choice Based PTA, from dealing hands to the last gift of the dead."""

from engine.board import Move
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.system import RULESET
from tests.engine.test_contract import tour
from tests.support.choice_pta_table import fight
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
