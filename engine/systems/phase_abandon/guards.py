"""Checks shared by commands; each gives a refusal or None, so that they chain with `or` in the rules' order."""

from engine.common.words import listed
from engine.phrase import phrase, plural, spelled
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
        return Rejected("E_BID_OPEN", phrase("Bidding is running; {names} still have to bid.", names=listed(waiting)))
    if state.dice_requests:
        owed = state.dice_requests[0]
        dice = phrase("Dice are open; {player} rolls {count} first.", player=owed.roller, count=owed.count)
        return Rejected("E_ROLL_OPEN", dice)
    if state.roll is not None:
        return Rejected("E_ROLL_OPEN", phrase("{player}'s roll has to be finished first.", player=state.roll.roller))
    if state.roll_off is not None:
        return Rejected("E_ROLL_OPEN", phrase("The roll-off has to be finished first."))
    return None


def refuse_if_protected(state: State, conflict: bool = False) -> Rejected | None:
    """The running narration may be cut into (PA-103)."""
    if not is_protected(state, conflict) or state.narration is None:
        return None
    return Rejected("E_PROTECTED", phrase("{holder} finishes telling first.", holder=state.narration.holder))


def refuse_in_challenge(state: State) -> Rejected | None:
    """Only in a plain scene."""
    return Rejected("E_CHALLENGE", phrase("That does not go in a challenge scene.")) if in_challenge(state) else None


def refuse_unless_holder(state: State, player: str) -> Rejected | None:
    """Only the narrator may do it."""
    holder = state.narration.holder if state.narration is not None else None
    if holder == player:
        return None
    return Rejected("E_NOT_HOLDER", phrase("Only the narrator, {holder}, may do that.", holder=holder))


def refuse_poor(state: State, player: str, chips: int) -> Rejected | None:
    """The player has this many betting chips (PA-5)."""
    purse = state.player(player)
    if purse is not None and purse.chips >= chips:
        return None
    poor = plural(
        "{player} needs {count} chip for that.", "{player} needs {count} chips for that.", chips, player=player
    )
    return Rejected("E_NO_CHIPS", poor)


def active_character(state: State, player: str) -> Character | Rejected:
    """The player's character, able to act."""
    character = state.character_of(player)
    if character is None:
        return Rejected("E_CHARACTER_OUT", phrase("{player} has no character yet.", player=player))
    if character.status is not CharacterStatus.ACTIVE:
        status = spelled(character.status)
        out = phrase("{character} is {status} and cannot act.", character=character.name, status=status)
        return Rejected("E_CHARACTER_OUT", out)
    return character


def living_character(state: State, player: str) -> Character | Rejected:
    """The player's character, dead ones excluded."""
    character = state.character_of(player)
    if character is None:
        return Rejected("E_UNKNOWN", phrase("{player} has no character yet.", player=player))
    if character.status is CharacterStatus.DEAD:
        return Rejected("E_CHARACTER_OUT", phrase("{character} is dead.", character=character.name))
    return character


def live_roll(state: State) -> LiveRoll | Rejected:
    """The live roll."""
    return state.roll if state.roll is not None else Rejected("E_NO_ROLL", phrase("No roll is open."))


def own_roll(state: State, player: str) -> LiveRoll | Rejected:
    """The live roll if this player throws it."""
    roll = live_roll(state)
    if isinstance(roll, LiveRoll) and roll.roller != player:
        return Rejected("E_NOT_ROLLER", phrase("This is {player}'s roll.", player=roll.roller))
    return roll


def refuse_after_throw(roll: LiveRoll) -> Rejected | None:
    """Only before the first throw (PA-38)."""
    return None if roll.step is RollStep.THROW else Rejected("E_STEP", phrase("The dice have been thrown already."))


def refuse_before_throw(roll: LiveRoll) -> Rejected | None:
    """Only after the first throw, with no dice in hand."""
    if roll.step is RollStep.THROW:
        return Rejected("E_STEP", phrase("The dice have not been thrown yet."))
    if roll.rerolling:
        return Rejected("E_STEP", phrase("Report the re-rolled dice first."))
    return None
