"""What an undone batch was, as a phrase; never more than everybody knew (SEC-6)."""

from collections.abc import Callable
from typing import Any

from engine.common.messages import Event
from engine.systems.choice_pta.describe import owned, tokens
from engine.systems.choice_pta.state import State

_PHRASES: dict[str, Callable[[Any], str]] = {
    "table_created": lambda _: "the new table",
    "protagonist_defined": lambda e: f"{owned(e.player)} protagonist",
    "sitting_started": lambda _: "the deal",
    "setting_changed": lambda e: f"the house rule {e.name.replace('_', ' ')}",
    "roster_changed": lambda _: "the change of players",
    "mulligan_used": lambda e: f"{owned(e.seat)} mulligan",
    "scene_started": lambda _: "the new scene",
    "scene_ended": lambda _: "the end of the scene",
    "presence_changed": lambda e: f"{e.player} {'coming in' if e.here else 'leaving'}",
    "token_awarded": lambda e: f"the award to {e.to}",
    "narration_suggested": lambda e: f"{owned(e.from_)} suggestion",
    "bribe_offered": lambda e: f"{owned(e.from_)} bribe",
    "price_asked": lambda e: f"{owned(e.by)} price",
    "bribe_accepted": lambda _: "the deal",
    "bribe_accepted_free": lambda _: "the deal",
    "bribe_refused": lambda _: "the refusal",
    "bribe_withdrawn": lambda _: "the withdrawn offer",
    "conflict_called": lambda _: "the conflict",
    "stake_set": lambda e: f"the stake of {e.part_id}",
    "stake_dropped": lambda e: f"taking {e.part_id} out",
    "opposition_set": lambda e: f"what was said about {e.a} and {e.b}",
    "victory_goal_set": lambda _: "the victory goal",
    "hand_redrawn": lambda e: f"{owned(e.seat)} redraw",
    "card_committed": lambda e: f"{owned(e.part_id)} card",
    "card_retracted": lambda e: f"taking back {owned(e.part_id)} card",
    "card_pick_pending": lambda e: f"the pick for {e.part_id}",
    "trait_spent": lambda e: f"the trait {e.trait_id}",
    "trait_refunded": lambda e: f"taking the trait {e.trait_id} back",
    "tokens_committed": lambda e: f"{tokens(e.n)} on {owned(e.target)} card",
    "bonus_withdrawn": lambda _: "taking a token back",
    "card_declared": lambda e: f"{owned(e.part_id)} card",
    "narration_taken": lambda e: f"{e.seat} narrating",
    "narration_finished": lambda e: f"the end of {owned(e.part_id)} turn",
    "narration_passed": lambda e: f"{e.part_id} passing",
    "order_claimed": lambda e: f"{owned(e.part_id)} place in the order",
    "narration_order_changed": lambda _: "the order of narration",
    "narration_vetoed": lambda e: f"{owned(e.by)} veto",
    "stakes_ruled": lambda e: f"{owned(e.by)} ruling",
    "mooks_taken_out": lambda e: f"{e.group} taken out",
    "fate_chosen": lambda e: f"{owned(e.part_id)} choice",
    "stake_adopted": lambda e: f"{e.adopter} carrying on a stake",
    "victory_card_given": lambda e: f"{owned(e.from_)} gift to {e.to}",
    "sacrifice_promised": lambda e: f"{owned(e.from_)} last gift",
    "tokens_moved": lambda e: f"{tokens(e.n)} moved",
}
_LAST = ("tokens_moved",)


def describe_undo(events: tuple[Event, ...], before: State) -> str:
    """A phrase that names what one batch of events did."""
    told = [event for event in events if event.kind in _PHRASES]
    told.sort(key=lambda event: event.kind in _LAST)
    return _PHRASES[told[0].kind](told[0]) if told else "the last entry"
