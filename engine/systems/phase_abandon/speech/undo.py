"""What an undone batch was, as a phrase."""

from collections.abc import Callable
from typing import Any

from engine.phrase import Phrase, phrase, spelled
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.speech.rolls import what_is_rolled
from engine.systems.phase_abandon.state import State

_PHRASES: dict[str, Callable[[Any], Phrase]] = {
    "action_declared": lambda e: phrase("{player}'s {skill} roll", player=e.player, skill=_skill(e)),
    "skill_check_requested": lambda e: phrase("the {skill} check on {player}", skill=_skill(e), player=e.target),
    "connection_called": lambda e: phrase("{player}'s call on {connection}", player=e.player, connection=e.connection),
    "connection_invoked": lambda e: phrase(
        "{connection}'s request to {player}", connection=e.connection, player=e.target
    ),
    "roll_withdrawn": lambda e: phrase("{player} taking the roll back", player=e.by),
    "difficulty_added": lambda e: phrase("{player}'s extra difficulty", player=e.player),
    "trigger_invoked": lambda e: phrase("the trigger of {principle}", principle=e.principle),
    "dice_split": lambda _: phrase("the split"),
    "dice_held_out": lambda _: phrase("the dice held out"),
    "dice_rerolled": lambda _: phrase("the re-roll"),
    "six_traded": lambda _: phrase("the six traded for the one"),
    "pool_token_spent": lambda e: phrase("{player}'s token", player=e.player),
    "conflict_called": lambda e: phrase("{caller}'s conflict", caller=e.caller),
    "bid_placed": lambda e: phrase("{player}'s bid", player=e.player),
    "narration_ended": lambda e: phrase("the end of {holder}'s narration", holder=e.holder),
    "narrated_action_counted": lambda e: phrase("an action counted for {holder}", holder=e.holder),
    "action_order_announced": lambda _: phrase("asking around"),
    "scene_set": lambda _: phrase("the scene"),
    "reward_claimed": lambda e: phrase("{player}'s reward on {goal}", player=e.player, goal=e.goal),
    "connection_added": lambda e: phrase("the connection to {connection}", connection=e.npc_name),
    "connection_request_settled": lambda e: phrase("the answer to {connection}", connection=e.connection),
    "group_goal_added": lambda e: phrase("the group goal {goal}", goal=e.goal),
    "group_goal_changed": lambda e: phrase("the change of the group goal {goal}", goal=e.goal),
    "goal_added": lambda e: phrase("the goal {goal}", goal=e.goal.text),
    "skill_bought": lambda e: phrase("{skill} for {character}", skill=e.skill.name, character=e.character),
    "special_item_bought": lambda e: phrase("{item} for {character}", item=e.item.name, character=e.character),
    "state_corrected": lambda _: phrase("the correction"),
    "damage_healed": lambda e: phrase("the healing of {skill}", skill=e.skill),
    "heart_restored": lambda e: phrase("the healing of {character}", character=e.character),
    "principle_broken": lambda e: phrase("the broken principle, {principle}", principle=e.principle),
    "fate_chosen": lambda e: phrase("the fate of {character}", character=e.character),
    "improvement_spent": lambda e: phrase("the improvement of {skill}", skill=e.skill),
    "presence_changed": lambda e: (
        phrase("{player} coming back", player=e.player) if e.present else phrase("{player} leaving", player=e.player)
    ),
    "get_moving_called": lambda _: phrase("the get-moving roll"),
    "session_started": lambda _: phrase("the start of the session"),
    "session_ended": lambda _: phrase("the end of the session"),
    "house_rule_changed": lambda e: phrase("the house rule {rule}", rule=spelled(e.rule)),
}


def describe_undo(events: tuple[Event, ...], before: State | None = None) -> Phrase:
    """A phrase to follow "Undone:": "Hannah's Stealth roll".

    Args:
        events: The batch that no longer counts.
        before: State it was decided on; names the skill of dice reported to a roll that was already open.
    """
    for event in events:
        if event.kind == "dice_reported":
            return _dice(event, before)
        if undone := event.undone():
            return undone
        if event.kind in _PHRASES:
            return _PHRASES[event.kind](event)
    return spelled(events[0].kind) if events else phrase("nothing")


def _skill(event: Any) -> str:
    return event.skill or phrase("Luck")


def _dice(report: Any, before: State | None) -> Phrase:
    roll = before.roll if before is not None else None
    own = {"ACTION", "CHECK", "CONNECTION", "REQUEST", "REROLL", "EXPLODE"}
    if roll is not None and report.purpose in own:
        return phrase("{player}'s {skill} roll", player=report.player, skill=what_is_rolled(roll))
    if report.purpose == "ROLL_OFF":
        return phrase("{player}'s roll-off die", player=report.player)
    return phrase("{player}'s dice", player=report.player)
