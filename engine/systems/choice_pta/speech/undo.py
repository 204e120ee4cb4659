"""What an undone batch was, as a phrase; never more than everybody knew (SEC-6)."""

from collections.abc import Callable
from typing import Any

from engine.phrase import Phrase, phrase, spelled
from engine.systems.choice_pta.describe import owned, tokens
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import State

_DEEDS: dict[str, Callable[[Any], Phrase]] = {
    "table_created": lambda _: phrase("the new table"),
    "protagonist_defined": lambda e: phrase("{whose} protagonist", whose=owned(e.player)),
    "sitting_started": lambda _: phrase("the deal"),
    "setting_changed": lambda e: phrase("the house rule {rule}", rule=spelled(e.name)),
    "roster_changed": lambda _: phrase("the change of players"),
    "mulligan_used": lambda e: phrase("{whose} mulligan", whose=owned(e.seat)),
    "scene_started": lambda _: phrase("the new scene"),
    "scene_ended": lambda _: phrase("the end of the scene"),
    "presence_changed": lambda e: (
        phrase("{player} coming in", player=e.player) if e.here else phrase("{player} leaving", player=e.player)
    ),
    "token_awarded": lambda e: phrase("the award to {player}", player=e.to),
    "narration_suggested": lambda e: phrase("{whose} suggestion", whose=owned(e.from_)),
    "bribe_offered": lambda e: phrase("{whose} bribe", whose=owned(e.from_)),
    "price_asked": lambda e: phrase("{whose} price", whose=owned(e.by)),
    "bribe_accepted": lambda _: phrase("the deal"),
    "bribe_accepted_free": lambda _: phrase("the deal"),
    "bribe_refused": lambda _: phrase("the refusal"),
    "bribe_withdrawn": lambda _: phrase("the withdrawn offer"),
    "conflict_called": lambda _: phrase("the conflict"),
    "stake_set": lambda e: phrase("the stake of {name}", name=e.part_id),
    "stake_dropped": lambda e: phrase("taking {name} out", name=e.part_id),
    "opposition_set": lambda e: phrase("what was said about {name} and {other}", name=e.a, other=e.b),
    "hand_redrawn": lambda e: phrase("{whose} redraw", whose=owned(e.seat)),
    "card_committed": lambda e: phrase("{whose} card", whose=owned(e.part_id)),
    "card_retracted": lambda e: phrase("taking back {whose} card", whose=owned(e.part_id)),
    "card_pick_pending": lambda e: phrase("the pick for {name}", name=e.part_id),
    "trait_spent": lambda e: phrase("the trait {trait}", trait=e.trait_id),
    "trait_refunded": lambda e: phrase("taking the trait {trait} back", trait=e.trait_id),
    "tokens_committed": lambda e: phrase("{tokens} on {whose} card", tokens=tokens(e.n), whose=owned(e.target)),
    "bonus_withdrawn": lambda _: phrase("taking a token back"),
    "card_declared": lambda e: phrase("{whose} card", whose=owned(e.part_id)),
    "narration_taken": lambda e: phrase("{player} narrating", player=e.seat),
    "narration_finished": lambda e: phrase("the end of {whose} turn", whose=owned(e.part_id)),
    "narration_passed": lambda e: phrase("{name} passing", name=e.part_id),
    "order_claimed": lambda e: phrase("{whose} place in the order", whose=owned(e.part_id)),
    "narration_order_changed": lambda _: phrase("the order of narration"),
    "narration_vetoed": lambda e: phrase("{whose} veto", whose=owned(e.by)),
    "stakes_ruled": lambda e: phrase("{whose} ruling", whose=owned(e.by)),
    "mooks_taken_out": lambda e: phrase("{group} taken out", group=e.group),
    "fate_chosen": lambda e: phrase("{whose} choice", whose=owned(e.part_id)),
    "stake_adopted": lambda e: phrase("{name} carrying on a stake", name=e.adopter),
    "victory_card_given": lambda e: phrase("{whose} gift to {name}", whose=owned(e.from_), name=e.to),
    "sacrifice_promised": lambda e: phrase("{whose} last gift", whose=owned(e.from_)),
    "tokens_moved": lambda e: phrase("{tokens} moved", tokens=tokens(e.n)),
}
_LAST = ("tokens_moved",)


def describe_undo(events: tuple[Event, ...], before: State) -> Phrase:
    """A phrase that names what one batch of events did."""
    undone = next((said for event in events if (said := event.undone())), None)
    if undone is not None:
        return undone
    told = [event for event in events if event.kind in _DEEDS]
    told.sort(key=lambda event: event.kind in _LAST)
    return _DEEDS[told[0].kind](told[0]) if told else phrase("the last entry")
