"""The roll that is open: its throw, its steps, the groups of a split, and its end without a count."""

from typing import ClassVar

from engine.common.values import Changes, changed
from engine.phrase import EMPTY, Phrase, phrase, template
from engine.systems.phase_abandon.derived import dice_to_throw, level
from engine.systems.phase_abandon.entities import LiveRoll, State
from engine.systems.phase_abandon.fold import known_character, known_skill
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.rules.dice import ROLL_PURPOSES
from engine.systems.phase_abandon.vocabulary import Purpose, RollKind, RollStep
from engine.systems.phase_abandon.words import dice_in_figures

_PURPOSES = {
    RollKind.ACTION: Purpose.ACTION,
    RollKind.CHECK: Purpose.CHECK,
    RollKind.CONNECTION: Purpose.CONNECTION,
    RollKind.CONNECTION_REQUEST: Purpose.REQUEST,
}


class RollStepChanged(Event):
    """The roll is at this step; THROW with no live roll opens the next group of a split, of `dice` dice."""

    roll: str
    step: RollStep
    dice: int | None = None

    def apply(self, state: State) -> Changes:
        if state.roll is not None:
            # Extra dice not thrown by now are declined; helping dice may still be owed.
            requests = tuple(request for request in state.dice_requests if request.purpose != Purpose.EXPLODE)
            return {"roll": changed(state.roll, step=self.step), "dice_requests": requests}
        if state.split_roll is None:
            raise LookupError("no roll whose next group could be rolled")
        roll = changed(state.split_roll, roll_id=self.roll, group=self.dice)
        return {
            "roll": roll,
            "split_roll": None,
            "split_queue": state.split_queue[1:],
            "roll_count": state.roll_count + 1,
        }

    def sentence(self) -> Phrase:
        if self.dice is not None:
            return phrase("The next group of the split has {dice}.", dice=dice_in_figures(self.dice))
        words = {"REROLL": phrase("Re-rolls are open."), "TRADE": phrase("A one may still be removed.")}
        return words.get(self.step.value, EMPTY)


class RollWithdrawn(Event):
    """A roll, or the rest of a split, is cancelled."""

    told: ClassVar[str] = template("{by} cancels the roll.")
    taken_back: ClassVar[str] = template("{by} cancelling the roll")
    roll: str
    by: str

    def apply(self, state: State) -> Changes:
        requests = tuple(request for request in state.dice_requests if request.purpose not in ROLL_PURPOSES)
        asked = state.roll.request_id if state.roll is not None else None
        return {
            "roll": None,
            "split_roll": None,
            "split_queue": (),
            "dice_requests": requests,
            "requests": tuple(request for request in state.requests if request.request_id != asked),
        }


def ask_throw(ledger: Ledger) -> None:
    """Ask for the next throw of the live roll; an older request for it is replaced."""
    roll = ledger.state.roll
    if roll is None:
        return
    ledger.ask_dice(roll.roller, dice_to_throw(roll, ledger.rules), _PURPOSES[roll.kind], _because(roll), roll.roll_id)


def _because(roll: LiveRoll) -> str:
    if roll.connection is not None:
        return f"connection {roll.connection}"
    skill = roll.skill_id or "Luck"
    return f"{skill} check called by {roll.requester}" if roll.requester is not None else skill


def start_group(ledger: Ledger, roll: LiveRoll) -> bool:
    """Ask for the next group of a split (PA-41, N-4); False when nothing is left of it."""
    size = ledger.state.split_queue[0]
    if not ledger.rules.split_groups_fixed and roll.skill_id is not None:
        skill = known_skill(known_character(ledger.state, roll.character_id), roll.skill_id)
        lost = skill.damage - roll.damage_before
        thrown = sum(roll.split_groups[: roll.group_no])
        size = min(size, max(0, roll.effective - lost - thrown)) if level(skill, ledger.rules) else 0
    if size == 0:
        ledger.record(RollWithdrawn(roll.roll_id, roll.roller))
        return False
    roll_id = ledger.next_roll_id()
    ledger.record(RollStepChanged(roll_id, RollStep.THROW, size))
    ledger.ask_dice(roll.roller, size, Purpose.ACTION, "next group of the split", roll_id)
    return True


def drop_split(ledger: Ledger, by: str) -> None:
    """Give up the remaining groups of a split."""
    if ledger.state.split_roll is not None:
        ledger.record(RollWithdrawn(ledger.state.split_roll.roll_id, by))


def roll_to_throw(state: State, player: str) -> LiveRoll | None:
    """The player's own roll before its first throw."""
    roll = state.roll
    return roll if roll is not None and roll.roller == player and roll.step is RollStep.THROW else None


def thrown_roll(state: State, player: str) -> LiveRoll | None:
    """The player's own roll once its dice lie."""
    roll = state.roll
    return roll if roll is not None and roll.roller == player and roll.step is not RollStep.THROW else None
