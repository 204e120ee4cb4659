"""Invariants of the rules document that hold in every state, one check each."""

from collections.abc import Callable
from typing import Any

from engine.systems.phase_abandon import derived
from engine.systems.phase_abandon.system import RULESET


def skills_of(character: Any) -> tuple[Any, ...]:
    return (*character.skills, *character.items)


def check_inv_3(state: Any) -> None:
    """INV-3: no chips, setting chips, Luck, improvement chips or pool below zero."""
    assert state.party_pool >= 0
    assert all(player.chips >= 0 and 0 <= player.setting_chips <= 5 for player in state.players)
    assert all((each.luck or 0) >= 0 and each.improvement_chips >= 0 for each in state.characters)


def check_inv_8(state: Any) -> None:
    """INV-8: Heart between 0 and 5; who is down has none."""
    for each in state.characters:
        assert 0 <= each.heart <= 5
        assert each.status != "DOWN" or each.heart == 0


def check_inv_9(state: Any) -> None:
    """INV-9: damage within its limits, level not below the floor, effective dice 0 to 15."""
    rules = state.house_rules
    for each in state.characters:
        for skill in skills_of(each):
            assert skill.damage >= 0
            assert skill.damage <= max(skill.rank, derived.max_damage(skill, rules))
            assert derived.level(skill, rules) >= derived.floor(skill, rules)
    if state.roll is not None:
        assert 0 <= state.roll.effective <= 15 or state.roll.connection is not None


def check_inv_10(state: Any) -> None:
    """INV-10: rank 0 to 15, and advancement below the threshold."""
    for each in state.characters:
        for skill in skills_of(each):
            assert 0 <= skill.rank <= 15
            limit = max(1, 2 * skill.rank)
            assert 0 <= skill.advancement < limit or skill.rank == 15


def check_inv_12(state: Any) -> None:
    """INV-12: a connection is worth at least 1."""
    assert all(known.value >= 1 for each in state.characters for known in each.connections)


def check_inv_13(state: Any) -> None:
    """INV-13: what is left of a challenge is between nothing and its rating."""
    if state.scene is not None:
        assert 0 <= state.scene.challenge_left <= state.scene.challenge_rating


def check_inv_17(state: Any) -> None:
    """INV-17: in play exactly one holder, who is there; outside play none."""
    if state.phase == "PLAY":
        assert state.narration is not None
        holder = state.player(state.narration.holder)
        assert holder is not None
        assert holder.present
    else:
        assert state.narration is None


def check_inv_29(state: Any) -> None:
    """INV-29: never a live roll and bidding, or a live roll and a roll-off, side by side."""
    assert sum(part is not None for part in (state.roll, state.roll_off)) <= 1
    assert state.conflict is None or state.roll is None


def check_inv_35(state: Any) -> None:
    """INV-35: penalties of broken principles come in threes."""
    for each in state.characters:
        for principle in each.principles:
            assert principle.penalty % 3 == 0
            assert principle.penalty >= 0


def check_inv_40(state: Any) -> None:
    """INV-40: in play somebody narrates, owes dice or owes a bid, so something is always legal."""
    if state.phase == "PLAY":
        bidding = state.conflict is not None and state.conflict.step == "BIDDING"
        owed = RULESET.open_rolls(state)
        assert owed or bidding or state.roll is not None or state.narration is not None
        assert (state.roll is None) or owed or state.roll.step in ("REROLL", "TRADE", "EXPLODE")
        assert (state.roll_off is None) or owed
        assert not bidding or len(state.conflict.bids) < len(state.conflict.bidders)


STATE_CHECKS: tuple[Callable[[Any], None], ...] = (
    check_inv_3,
    check_inv_8,
    check_inv_9,
    check_inv_10,
    check_inv_12,
    check_inv_13,
    check_inv_17,
    check_inv_29,
    check_inv_35,
    check_inv_40,
)
