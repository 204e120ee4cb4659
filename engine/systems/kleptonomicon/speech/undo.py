"""What an undone batch was, as a phrase."""

from collections.abc import Callable
from typing import Any

from engine.phrase import Phrase, phrase, spelled
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.standing import named
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import Phase

_NEXT = {
    Phase.NONE: phrase("going on to None"),
    Phase.OPENING_CREDITS: phrase("going on to Opening Credits"),
    Phase.FREEPLAY: phrase("going on to Freeplay"),
    Phase.INITIATIVE: phrase("going on to Initiative"),
    Phase.MAIN: phrase("going on to Main"),
    Phase.PAUSE: phrase("going on to Pause"),
    Phase.REWARD: phrase("going on to Reward"),
    Phase.CLOSING_CREDITS: phrase("going on to Closing Credits"),
    Phase.EPISODE_OVER: phrase("going on to Episode Over"),
}
_PHRASES: dict[str, Callable[[Any], Phrase]] = {
    "episode_started": lambda e: phrase("the start of Episode {number}", number=e.number),
    "character_introduced": lambda e: phrase("{character}'s introduction", character=e.character),
    "cold_open_played": lambda e: phrase("the Cold Open"),
    "episodic_step_opened": lambda e: phrase("the step of Episodic Abilities"),
    "episodic_ability_used": lambda e: phrase("{character}'s {ability}", character=e.character, ability=e.ability),
    "grant_spent": lambda e: phrase("{character}'s {ability}", character=e.character, ability=e.ability),
    "improvised_deed": lambda e: phrase("{character}'s deed", character=e.character),
    "test_requested": lambda e: phrase("the Test of {character}", character=e.test.character),
    "test_resolved": lambda e: phrase("{character}'s Score of {score}", character=e.character, score=e.score),
    "encounter_started": lambda e: phrase("the start of the Encounter"),
    "groups_set": lambda e: phrase("the groups"),
    "saves_against": lambda e: phrase("the Edge Saves"),
    "tie_resolved": lambda e: phrase("the order"),
    "turn_order_set": lambda e: phrase("the start of the Turns"),
    "encounter_paused": lambda e: phrase("the Pause"),
    "encounter_resumed": lambda e: phrase("the end of the Pause"),
    "encounter_ended": lambda e: phrase("the end of the Encounter"),
    "experience_awarded": lambda e: phrase("the Experience"),
    "recovered": lambda e: phrase("{character}'s {ability}", character=e.character, ability=spelled(e.recovery)),
    "ability_used": lambda e: phrase("{character}'s {ability}", character=e.character, ability=named(e.ability)),
    "slow_action_started": lambda e: phrase("{character}'s {ability}", character=e.character, ability=named(e.ability)),
    "reaction_used": lambda e: phrase("{character}'s {ability}", character=e.character, ability=named(e.ability)),
    "free_action_used": lambda e: phrase("{character}'s free action", character=e.character),
    "free_reaction_used": lambda e: phrase("{character}'s reply", character=e.character),
    "moved": lambda e: phrase("{character}'s movement", character=e.character),
    "dash_begun": lambda e: phrase("{character}'s Dash", character=e.character),
    "improvised_style_asked": lambda e: phrase("{character} asking to {style}", character=e.character, style=e.style),
    "style_granted": lambda e: phrase("{character}'s {style}", character=e.character, style=e.style),
    "condition_gained": lambda e: phrase("{character}'s {condition}", character=e.character, condition=named(e.name)),
    "condition_removed": lambda e: phrase(
        "the end of {character}'s {condition}", character=e.character, condition=named(e.name)
    ),
    "pool_changed": lambda e: phrase(
        "the change of {character}'s {points}", character=e.character, points=spelled(e.pool)
    ),
    "turn_skipped": lambda e: phrase("passing over {character}", character=e.character),
    "turn_ended": lambda e: phrase("the end of {character}'s Turn", character=e.character),
    "house_rule_changed": lambda e: phrase("the house rule {rule}", rule=spelled(e.rule)),
    "state_corrected": lambda e: phrase("the correction"),
    "resets_applied": lambda e: phrase("the resets"),
    "combatant_added": lambda e: phrase("{character} joining", character=e.character),
    "combatant_removed": lambda e: phrase("{character} leaving", character=e.character),
    "trigger_opened": lambda e: phrase("what could be reacted to"),
    "phase_changed": lambda e: _NEXT[e.phase],
}


def describe_undo(events: tuple[Event, ...], before: State) -> Phrase:
    """A phrase to follow "Undone:": "Alice's Dash"."""
    for event in events:
        if event.kind in _PHRASES and event.kind != "phase_changed":
            return _PHRASES[event.kind](event)
    for event in events:
        if undone := event.undone():
            return undone
        if event.kind in _PHRASES:
            return _PHRASES[event.kind](event)
    return spelled(events[0].kind) if events else phrase("nothing")
