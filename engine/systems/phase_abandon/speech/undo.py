"""What an undone batch was, as a phrase."""

from collections.abc import Callable
from typing import Any

from engine.common.messages import Event
from engine.systems.phase_abandon.state import State

_PHRASES: dict[str, Callable[[Any], str]] = {
    "action_declared": lambda e: f"{e.player}'s {e.skill or 'Luck'} roll",
    "skill_check_requested": lambda e: f"the {e.skill or 'Luck'} check on {e.target}",
    "connection_called": lambda e: f"{e.player}'s call on {e.connection}",
    "connection_invoked": lambda e: f"{e.connection}'s request to {e.target}",
    "roll_withdrawn": lambda e: f"{e.by} taking the roll back",
    "difficulty_added": lambda e: f"{e.player}'s extra difficulty",
    "help_offered": lambda e: f"{e.player}'s help with {e.skill}",
    "trigger_invoked": lambda e: f"the trigger of {e.principle}",
    "dice_split": lambda _: "the split",
    "dice_held_out": lambda _: "the dice held out",
    "dice_rerolled": lambda _: "the re-roll",
    "six_traded": lambda _: "the six traded for the one",
    "pool_token_spent": lambda e: f"{e.player}'s token",
    "conflict_called": lambda e: f"{e.caller}'s conflict",
    "bid_placed": lambda e: f"{e.player}'s bid",
    "narration_ended": lambda e: f"the end of {e.holder}'s narration",
    "narrated_action_counted": lambda e: f"an action counted for {e.holder}",
    "action_order_announced": lambda _: "asking around",
    "scene_set": lambda _: "the scene",
    "reward_claimed": lambda e: f"{e.player}'s reward on {e.goal}",
    "connection_added": lambda e: f"the connection to {e.npc_name}",
    "connection_request_settled": lambda e: f"the answer to {e.connection}",
    "group_goal_added": lambda e: f"the group goal {e.goal}",
    "group_goal_changed": lambda e: f"the change of the group goal {e.goal}",
    "goal_added": lambda e: f"the goal {e.goal.text}",
    "skill_bought": lambda e: f"{e.skill.name} for {e.character}",
    "special_item_bought": lambda e: f"{e.item.name} for {e.character}",
    "state_corrected": lambda _: "the correction",
    "damage_healed": lambda e: f"the healing of {e.skill}",
    "heart_restored": lambda e: f"the healing of {e.character}",
    "principle_broken": lambda e: f"the broken principle, {e.principle}",
    "fate_chosen": lambda e: f"the fate of {e.character}",
    "improvement_spent": lambda e: f"the improvement of {e.skill}",
    "presence_changed": lambda e: f"{e.player} {'coming back' if e.present else 'leaving'}",
    "get_moving_called": lambda _: "the get-moving roll",
    "session_started": lambda _: "the start of the session",
    "session_ended": lambda _: "the end of the session",
    "house_rule_changed": lambda e: f"the house rule {e.rule.replace('_', ' ')}",
}


def describe_undo(events: tuple[Event, ...], before: State | None = None) -> str:
    """A phrase to follow "Undone:": "Hannah's Stealth roll".

    Args:
        events: The batch that no longer counts.
        before: State it was decided on; names the skill of dice reported to a roll that was already open.
    """
    for event in events:
        if event.kind == "dice_reported":
            return _dice(event, before)
        if event.kind in _PHRASES:
            return _PHRASES[event.kind](event)
    return events[0].kind.replace("_", " ") if events else "nothing"


def _dice(report: Any, before: State | None) -> str:
    roll = before.roll if before is not None else None
    own = {"ACTION", "CHECK", "CONNECTION", "REQUEST", "REROLL", "EXPLODE"}
    if roll is not None and report.purpose in own:
        return f"{report.player}'s {roll.connection or roll.skill_id or 'Luck'} roll"
    if report.purpose == "ROLL_OFF":
        return f"{report.player}'s roll-off die"
    return f"{report.player}'s dice"
