"""What an undone batch was, as a phrase."""

from collections.abc import Callable
from typing import Any

from engine.common.messages import Event
from engine.systems.kleptonomicon.state import State

_PHRASES: dict[str, Callable[[Any], str]] = {
    "episode_started": lambda e: f"the start of Episode {e.number}",
    "character_introduced": lambda e: f"{e.character}'s introduction",
    "cold_open_played": lambda e: "the Cold Open",
    "episodic_step_opened": lambda e: "the step of Episodic Abilities",
    "episodic_ability_used": lambda e: f"{e.character}'s {e.ability}",
    "grant_spent": lambda e: f"{e.character}'s {e.ability}",
    "improvised_deed": lambda e: f"{e.character}'s deed",
    "test_requested": lambda e: f"the Test of {e.test.character}",
    "test_resolved": lambda e: f"{e.character}'s Score of {e.score}",
    "encounter_started": lambda e: "the start of the Encounter",
    "groups_set": lambda e: "the groups",
    "saves_against": lambda e: "the Edge Saves",
    "tie_resolved": lambda e: "the order",
    "turn_order_set": lambda e: "the start of the Turns",
    "encounter_paused": lambda e: "the Pause",
    "encounter_resumed": lambda e: "the end of the Pause",
    "encounter_ended": lambda e: "the end of the Encounter",
    "experience_awarded": lambda e: "the Experience",
    "recovered": lambda e: f"{e.character}'s {e.recovery.value.replace('_', ' ')}",
    "ability_used": lambda e: f"{e.character}'s {e.ability}",
    "slow_action_started": lambda e: f"{e.character}'s {e.ability}",
    "reaction_used": lambda e: f"{e.character}'s {e.ability}",
    "free_action_used": lambda e: f"{e.character}'s free action",
    "free_reaction_used": lambda e: f"{e.character}'s reply",
    "moved": lambda e: f"{e.character}'s movement",
    "dash_begun": lambda e: f"{e.character}'s Dash",
    "improvised_style_asked": lambda e: f"{e.character} asking to {e.style}",
    "style_granted": lambda e: f"{e.character}'s {e.style}",
    "condition_gained": lambda e: f"{e.character}'s {e.name}",
    "condition_removed": lambda e: f"the end of {e.character}'s {e.name}",
    "pool_changed": lambda e: f"the change of {e.character}'s {e.pool.value.replace('_', ' ')}",
    "turn_skipped": lambda e: f"passing over {e.character}",
    "turn_ended": lambda e: f"the end of {e.character}'s Turn",
    "house_rule_changed": lambda e: f"the house rule {e.rule.replace('_', ' ')}",
    "state_corrected": lambda e: "the correction",
    "resets_applied": lambda e: "the resets",
    "combatant_added": lambda e: f"{e.character} joining",
    "combatant_removed": lambda e: f"{e.character} leaving",
    "trigger_opened": lambda e: "what could be reacted to",
    "phase_changed": lambda e: f"going on to {e.phase.value.replace('_', ' ').title()}",
}


def describe_undo(events: tuple[Event, ...], before: State) -> str:
    """A phrase to follow "Undone:": "Alice's Dash"."""
    for event in events:
        if event.kind in _PHRASES and event.kind != "phase_changed":
            return _PHRASES[event.kind](event)
    for event in events:
        if event.kind in _PHRASES:
            return _PHRASES[event.kind](event)
    return events[0].kind.replace("_", " ") if events else "nothing"
