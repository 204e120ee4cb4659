"""Deciding about requested checks and extra difficulty (rules 3.11)."""

from engine.phrase import phrase
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.decide_rolls import ask_throw, prepare
from engine.systems.phase_abandon.derived import (
    DICE_LIMIT,
    reroll_allowance,
)
from engine.systems.phase_abandon.entities import Character, Skill
from engine.systems.phase_abandon.guards import (
    active_character,
    live_roll,
    refuse_after_throw,
    refuse_if_protected,
    refuse_in_challenge,
    refuse_poor,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import find_player, find_skill, is_luck
from engine.systems.phase_abandon.passing import interrupt
from engine.systems.phase_abandon.resolving import fail_without_dice
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.vocabulary import ChipReason, RollKind
from engine.types import Rejected


@rule(cmd.RequestSkillCheck, "P", acts="requester")
def request_skill_check(ledger: Ledger, command: cmd.RequestSkillCheck, who: str) -> Rejected | None:
    """Pay a chip to make somebody roll (PA-72 to PA-74, R-74, R-80)."""
    state = ledger.state
    target = find_player(state, command.target or _only_target(ledger, who))
    if isinstance(target, Rejected):
        return target
    if not target.present:
        return Rejected("E_ABSENT", phrase("{player} is not at the table.", player=target.name))
    extra = command.extra_difficulty
    refusal = (
        _refuse_pair(ledger, who, target.name)
        or (Rejected("E_LIMIT", phrase("A check gets harder only once.")) if extra > most_difficulty(ledger) else None)
        or refuse_poor(state, who, 1 + extra)
        or refuse_unless_idle(state)
        or refuse_if_protected(state)
        or (None if ledger.rules.checks_in_challenge else refuse_in_challenge(state))
    )
    if refusal is not None:
        return refusal
    character = active_character(state, target.name)
    if isinstance(character, Rejected):
        return character
    skill = None if is_luck(command.skill) else find_skill(character, command.skill or "", loose=False)
    if isinstance(skill, Rejected):
        if skill.code == "E_AMBIGUOUS":
            return skill
        skill = None  # the skill of a check is free text: what the character lacks is rolled on Luck (PA-73)
    interrupt(ledger, who)
    _open_check(ledger, command, who, character, None if skill is None or skill.broken else skill)
    return None


def _only_target(ledger: Ledger, requester: str) -> str | None:
    """Who is meant when nobody is named: the narrator, or the only other player."""
    if ledger.holder != requester:
        return ledger.holder
    others = [player.name for player in ledger.state.present if player.name != requester]
    return others[0] if len(others) == 1 else None


def most_difficulty(ledger: Ledger) -> int:
    """How often a check may be made harder (R-34)."""
    most = ledger.rules.extra_difficulty_max
    return most if isinstance(most, int) else 1_000_000


def _refuse_pair(ledger: Ledger, requester: str, target: str) -> Rejected | None:
    if requester == target:
        return Rejected("E_SELF", phrase("Somebody else has to be tested."))
    if ledger.rules.check_pairs == "anyone" or ledger.holder in (requester, target):
        return None
    return Rejected("E_CHECK_PAIR", phrase("A check needs the narrator, {holder}, on one side.", holder=ledger.holder))


def _open_check(
    ledger: Ledger, command: cmd.RequestSkillCheck, who: str, character: Character, skill: Skill | None
) -> None:
    prepared = prepare(ledger.state, character, skill)
    dice = prepared.effective
    if dice == 0 and ledger.rules.zero_dice_check == "one_die":
        dice = 1
    ledger.record(
        ev.SkillCheckRequested(
            roll=ledger.next_roll_id(),
            requester=who,
            target=character.owner,
            character=character.name,
            skill=prepared.skill.name if prepared.skill is not None else None,
            asked=command.skill,
            effective=dice,
            thrown=min(DICE_LIMIT, dice),
            rerolls=reroll_allowance(dice, ledger.rules),
            was_worn=prepared.was_worn,
            reason=command.reason,
        )
    )
    ledger.pay(who, character.owner, 1, ChipReason.CHECK)
    for _ in range(command.extra_difficulty):
        _make_harder(ledger, who, character.owner)
    roll = ledger.state.roll
    if dice == 0 and roll is not None:
        fail_without_dice(ledger, roll)
    else:
        ask_throw(ledger)


def _make_harder(ledger: Ledger, payer: str, roller: str) -> None:
    roll = ledger.state.roll
    if roll is not None:
        ledger.record(ev.DifficultyAdded(roll.roll_id, payer, roll.extra_difficulty + 1))
        ledger.pay(payer, roller, 1, ChipReason.DIFFICULTY)


@rule(cmd.AddDifficulty, "P", acts="player")
def add_difficulty(ledger: Ledger, command: cmd.AddDifficulty, who: str) -> Rejected | None:
    """Pay a chip to take a success off a check (PA-74)."""
    roll = live_roll(ledger.state)
    if isinstance(roll, Rejected) or roll.kind is not RollKind.CHECK:
        return Rejected("E_NO_ROLL", phrase("No requested check is open."))
    refusal = refuse_after_throw(roll)
    if refusal is not None:
        return refusal
    if roll.roller == who:
        return Rejected("E_SELF", phrase("Somebody else has to make it harder."))
    if ledger.rules.extra_difficulty_giver == "requester" and roll.requester != who:
        only = phrase("Only {player}, who asked for the check, may make it harder.", player=roll.requester)
        return Rejected("E_NOT_OWNER", only)
    if roll.extra_difficulty >= most_difficulty(ledger):
        return Rejected("E_LIMIT", phrase("The check has been made harder already."))
    refusal = refuse_poor(ledger.state, who, 1)
    if refusal is None:
        _make_harder(ledger, who, roll.roller)
    return refusal
