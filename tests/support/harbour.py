"""Moments at the harbour table of `Sitting`: what is said there, and how far the evening has come."""

from typing import Any

from tests.support.sitting import Sitting, act

CHECK = act("request_skill_check", requester="Russ", target="Jay", skill="Haggling")
HAGGLE = act("declare_action", player="Jay", skill="Haggling")
CONFLICT = act("call_conflict", caller="Russ", nature="pirates")


def with_success(**options: Any) -> Sitting:
    """Jay holds narration after a success, which nobody may interrupt."""
    sitting = Sitting(faces=[(5, 5, 2)], **options)
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(5)
    assert sitting.game.ruleset.narration(sitting.game.state).kind == "SUCCESS_RESULT"
    return sitting


def bidding(**options: Any) -> Sitting:
    """Everybody owes a secret bid."""
    sitting = Sitting(**options)
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    return sitting
