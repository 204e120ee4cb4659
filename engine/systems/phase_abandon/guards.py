"""Checks shared by commands; each raises `Refused` where it has something against them."""

from engine.common.rules import Refused, heed
from engine.common.words import listed
from engine.dice.roll import RollRequest
from engine.phrase import Phrase, joined, phrase, plural, spelled
from engine.systems.phase_abandon.derived import in_challenge, is_protected
from engine.systems.phase_abandon.entities import Character, LiveRoll, Player, Skill, State
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.vocabulary import CharacterStatus, ConflictStep, Purpose, RollStep
from engine.systems.phase_abandon.words import dice
from engine.types import Rejected

MOST_ENTRIES = 50
"""The most open goals of a group or a character, people they know and things they carry."""


def open_business(state: State) -> Rejected | None:
    """A live roll, roll-off, unanswered dice or bidding, as a refusal of what has to wait for it."""
    if state.conflict is not None and state.conflict.step is ConflictStep.BIDDING:
        waiting = [name for name in state.conflict.bidders if name not in {bid.player for bid in state.conflict.bids}]
        return Rejected("E_BID_OPEN", joined((bids_missing(waiting), phrase("Say “I bid two”, or “nothing”."))))
    if state.dice_requests:
        return Rejected("E_ROLL_OPEN", _dice_first(state.dice_requests[0]))
    if state.roll is not None:
        return Rejected("E_ROLL_OPEN", _choice_first(state.roll))
    if state.roll_off is not None:
        return Rejected("E_ROLL_OPEN", phrase("The roll-off has to be finished first."))
    return None


def bids_missing(waiting: list[str]) -> Phrase:
    """The players whose bids are not in yet."""
    return plural("{names} still has to bid.", "{names} still have to bid.", len(waiting), names=listed(waiting))


def dice_owed(request: RollRequest) -> Phrase:
    """Dice somebody owes, and what for."""
    count, why = dice(request.count), request.because
    return phrase("{player} still has {dice} to roll ({why}).", player=request.roller, dice=count, why=why)


def _dice_first(request: RollRequest) -> Phrase:
    if request.purpose == Purpose.EXPLODE:
        waits = phrase("{player}'s six may still roll again.", player=request.roller)
        return joined((waits, phrase("Say the number, “Roll it for me”, or “I keep it”.")))
    say = plural("Say the number, or “Roll it for me”.", "Say the numbers, or “Roll it for me”.", request.count)
    return joined((dice_owed(request), say))


def _choice_first(roll: LiveRoll) -> Phrase:
    what = roll.connection or roll.skill_id or phrase("Luck")
    waits = phrase("{player}'s {what} roll is still open.", player=roll.roller, what=what)
    ways = {
        RollStep.REROLL: phrase("Say “I re-roll the two”, or “I keep it”."),
        RollStep.TRADE: phrase("Say “Trade the six for the one”, or “I keep it”."),
    }
    return joined((waits, ways.get(roll.step, phrase("Say “I keep it”."))))


def refuse_unless_idle(state: State) -> None:
    """Nothing may be open that comes first."""
    heed(open_business(state))


def refuse_if_protected(state: State, conflict: bool = False) -> None:
    """The running narration may be cut into (PA-103)."""
    if is_protected(state, conflict) and state.narration is not None:
        raise Refused("E_PROTECTED", phrase("{holder} has to finish narrating first.", holder=state.narration.holder))


def refuse_in_challenge(state: State) -> None:
    """Only in a plain scene."""
    if in_challenge(state):
        raise Refused("E_CHALLENGE", phrase("That is not possible in a challenge scene."))


def refuse_unless_holder(state: State, player: str) -> None:
    """Only the narrator may do it."""
    holder = state.narration.holder if state.narration is not None else None
    if holder != player:
        raise Refused("E_NOT_HOLDER", phrase("Only the narrator, {holder}, may do that.", holder=holder))


def refuse_absent(player: Player) -> None:
    """The player is at the table."""
    if not player.present:
        raise Refused("E_ABSENT", phrase("{player} is not at the table.", player=player.name))


def refuse_poor(state: State, player: str, chips: int) -> None:
    """The player has this many betting chips (PA-5)."""
    purse = state.player(player)
    if purse is None or purse.chips < chips:
        poor = plural(
            "{player} needs {count} chip for that.", "{player} needs {count} chips for that.", chips, player=player
        )
        raise Refused("E_NO_CHIPS", poor)


def refuse_broken(skill: Skill) -> None:
    """The skill or item may still be used."""
    if skill.broken:
        raise Refused("E_BROKEN", phrase("{skill} is permanently broken.", skill=skill.name))


def refuse_known_skill(character: Character, name: str) -> None:
    """Skill and item names are unique in a character."""
    if any(skill.name.casefold() == name.strip().casefold() for skill in all_skills(character)):
        raise Refused("E_DUPLICATE", phrase("{character} already has {skill}.", character=character.name, skill=name))


def active_character(state: State, player: str) -> Character:
    """The player's character, able to act."""
    character = state.character_of(player)
    if character is None:
        raise Refused("E_CHARACTER_OUT", phrase("{player} has no character yet.", player=player))
    if character.status is not CharacterStatus.ACTIVE:
        status = spelled(character.status)
        out = phrase("{character} is {status} and cannot act.", character=character.name, status=status)
        raise Refused("E_CHARACTER_OUT", out)
    return character


def living_character(state: State, player: str) -> Character:
    """The player's character, dead ones excluded."""
    character = state.character_of(player)
    if character is None:
        raise Refused("E_UNKNOWN", phrase("{player} has no character yet.", player=player))
    if character.status is CharacterStatus.DEAD:
        raise Refused("E_CHARACTER_OUT", phrase("{character} is dead.", character=character.name))
    return character


def draft(state: State, player: str) -> Character:
    """The player's unfinished sheet."""
    character = living_character(state, player)
    if character.status is not CharacterStatus.DRAFT:
        raise Refused("E_PHASE", phrase("The sheet of {character} is finished.", character=character.name))
    return character


def live_roll(state: State) -> LiveRoll:
    """The live roll."""
    if state.roll is None:
        raise Refused("E_NO_ROLL", phrase("No roll is open."))
    return state.roll


def own_roll(state: State, player: str) -> LiveRoll:
    """The live roll if this player throws it."""
    roll = live_roll(state)
    if roll.roller != player:
        raise Refused("E_NOT_ROLLER", phrase("This is {player}'s roll.", player=roll.roller))
    return roll


def refuse_after_throw(roll: LiveRoll) -> None:
    """Only before the first throw (PA-38)."""
    if roll.step is not RollStep.THROW:
        raise Refused("E_STEP", phrase("The dice have already been rolled."))


def refuse_before_throw(roll: LiveRoll) -> None:
    """Only after the first throw, with no dice in hand."""
    if roll.step is RollStep.THROW:
        raise Refused("E_STEP", phrase("The dice have not been rolled yet."))
    if roll.rerolling:
        raise Refused("E_STEP", phrase("Report the re-rolled dice first."))
