"""Moments at the harbour table of `Sitting`: what is said there, and how far the evening has come."""

from functools import lru_cache
from typing import Any

from companion.nlu.recognize import Recognizer, load_recognizer
from tests.support.sitting import Sitting, act, roster

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


SECOND_SKILLS = {"Jay": "Streetwise", "Russ": "Climbing", "Mira": "Sailing"}


@lru_cache(maxsize=1)
def grammar() -> Recognizer:
    """The real understanding, loaded once."""
    return load_recognizer("phase-abandon")


def talking(**options: Any) -> Sitting:
    """The harbour table understood by the real grammar, with dice thrown by hand and two plainly named skills each."""
    players = roster()["players"]
    for player in players:
        player["character"]["skills"][1]["name"] = SECOND_SKILLS[player["name"]]
    return Sitting(recognizer=grammar(), **{"mode": "table", "players": players, **options})


def after(*lines: tuple[str, str], **options: Any) -> Sitting:
    """A table at which this was said, each line by a player."""
    sitting = talking(**options)
    for by, text in lines:
        sitting.say(by, text)
        sitting.wait(3)
    return sitting
