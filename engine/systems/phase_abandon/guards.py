"""Checks shared by commands; each gives a refusal or None, so that they chain with `or` in the rules' order."""

from engine.systems.phase_abandon.derived import in_challenge, is_protected
from engine.systems.phase_abandon.entities import Character, LiveRoll
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import CharacterStatus, ConflictStep, RollStep
from engine.types import Rejected

MOST_PLAYERS = 8


def refuse_unless_idle(state: State) -> Rejected | None:
    """No live roll, roll-off, unanswered dice or bidding may be open."""
    if state.conflict is not None and state.conflict.step is ConflictStep.BIDDING:
        waiting = [name for name in state.conflict.bidders if name not in {bid.player for bid in state.conflict.bids}]
        return Rejected("E_BID_OPEN", f"Bidding is running; {' and '.join(waiting)} still have to bid.")
    if state.dice_requests:
        request = state.dice_requests[0]
        return Rejected("E_ROLL_OPEN", f"Dice are open; {request.roller} rolls {request.count} first.")
    if state.roll is not None:
        return Rejected("E_ROLL_OPEN", f"{state.roll.roller}'s roll has to be finished first.")
    if state.roll_off is not None:
        return Rejected("E_ROLL_OPEN", "The roll-off has to be finished first.")
    return None


def refuse_if_protected(state: State, conflict: bool = False) -> Rejected | None:
    """The running narration may be cut into (PA-103)."""
    if not is_protected(state, conflict) or state.narration is None:
        return None
    return Rejected("E_PROTECTED", f"{state.narration.holder} finishes telling first.")


def refuse_in_challenge(state: State) -> Rejected | None:
    """Only in a plain scene."""
    return Rejected("E_CHALLENGE", "That does not go in a challenge scene.") if in_challenge(state) else None


def refuse_unless_holder(state: State, player: str) -> Rejected | None:
    """Only the narrator may do it."""
    holder = state.narration.holder if state.narration is not None else None
    return None if holder == player else Rejected("E_NOT_HOLDER", f"Only the narrator, {holder}, may do that.")


def refuse_poor(state: State, player: str, chips: int) -> Rejected | None:
    """The player has this many betting chips (PA-5)."""
    purse = state.player(player)
    if purse is not None and purse.chips >= chips:
        return None
    return Rejected("E_NO_CHIPS", f"{player} needs {chips} {'chip' if chips == 1 else 'chips'} for that.")


def active_character(state: State, player: str) -> Character | Rejected:
    """The player's character, able to act."""
    character = state.character_of(player)
    if character is None:
        return Rejected("E_CHARACTER_OUT", f"{player} has no character yet.")
    if character.status is not CharacterStatus.ACTIVE:
        return Rejected("E_CHARACTER_OUT", f"{character.name} is {character.status.lower()} and cannot act.")
    return character


def living_character(state: State, player: str) -> Character | Rejected:
    """The player's character, dead ones excluded."""
    character = state.character_of(player)
    if character is None:
        return Rejected("E_UNKNOWN", f"{player} has no character yet.")
    if character.status is CharacterStatus.DEAD:
        return Rejected("E_CHARACTER_OUT", f"{character.name} is dead.")
    return character


def live_roll(state: State) -> LiveRoll | Rejected:
    """The live roll."""
    return state.roll if state.roll is not None else Rejected("E_NO_ROLL", "No roll is open.")


def own_roll(state: State, player: str) -> LiveRoll | Rejected:
    """The live roll if this player throws it."""
    roll = live_roll(state)
    if isinstance(roll, LiveRoll) and roll.roller != player:
        return Rejected("E_NOT_ROLLER", f"This is {roll.roller}'s roll.")
    return roll


def refuse_after_throw(roll: LiveRoll) -> Rejected | None:
    """Only before the first throw (PA-38)."""
    return None if roll.step is RollStep.THROW else Rejected("E_STEP", "The dice have been thrown already.")


def refuse_before_throw(roll: LiveRoll) -> Rejected | None:
    """Only after the first throw, with no dice in hand."""
    if roll.step is RollStep.THROW:
        return Rejected("E_STEP", "The dice have not been thrown yet.")
    if roll.rerolling:
        return Rejected("E_STEP", "Report the re-rolled dice first.")
    return None
