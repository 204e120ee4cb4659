"""Deciding about a roll before its first throw (rules 3.5, 3.11, 3.12)."""

from dataclasses import dataclass

from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.derived import (
    DICE_LIMIT,
    base_dice,
    capped,
    dice_to_throw,
    is_worn,
    luck_dice,
    reroll_allowance,
    split_shape,
)
from engine.systems.phase_abandon.entities import Character, GuidingPrinciple, LiveRoll, Skill
from engine.systems.phase_abandon.guards import (
    active_character,
    live_roll,
    own_roll,
    refuse_after_throw,
    refuse_if_protected,
    refuse_in_challenge,
    refuse_poor,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import find_player, find_principle, find_skill, is_luck
from engine.systems.phase_abandon.passing import drop_split, interrupt, move_on
from engine.systems.phase_abandon.resolving import fail_without_dice
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import ChipReason, Purpose, RollKind
from engine.types import Rejected

_PURPOSES = {
    RollKind.ACTION: Purpose.ACTION,
    RollKind.CHECK: Purpose.CHECK,
    RollKind.CONNECTION: Purpose.CONNECTION,
    RollKind.CONNECTION_REQUEST: Purpose.REQUEST,
}


@dataclass(frozen=True, slots=True)
class Preparation:
    """Skill and dice of a roll about to be declared; `skill` None is Luck (PA-35)."""

    skill: Skill | None
    effective: int
    was_worn: bool


def prepare(state: State, character: Character, skill: Skill | None, bonus: int = 0) -> Preparation:
    """Dice for a skill, falling back on Luck when it has none."""
    rules = state.house_rules
    if skill is not None:
        dice = capped(base_dice(character, skill, rules) + bonus)
        if dice:
            return Preparation(skill, dice, is_worn(skill, rules))
    return Preparation(None, luck_dice(character, rules), was_worn=False)


@rule(cmd.DeclareAction, "P", acts="player")
def declare_action(ledger: Ledger, command: cmd.DeclareAction, who: str) -> Rejected | None:
    """Act with a skill (PA-33 to PA-41)."""
    state = ledger.state
    character = active_character(state, who)
    if isinstance(character, Rejected):
        return character
    refusal = refuse_unless_idle(state) or refuse_if_protected(state) or _refuse_turn(state, who)
    if refusal is not None:
        return refusal
    skill = None if is_luck(command.skill) else find_skill(character, command.skill or "")
    if isinstance(skill, Rejected):
        return skill
    if skill is not None and skill.broken:
        return Rejected("E_BROKEN", f"{skill.name} is broken for good.")
    vow = find_principle(character, command.principle) if command.principle is not None else None
    if isinstance(vow, Rejected):
        return vow
    prepared = prepare(state, character, skill, vow.trigger.bonus_dice if vow is not None else 0)
    refusal = _refuse_extras(ledger, command, prepared, vow)
    if refusal is not None:
        return refusal
    interrupt(ledger, who)
    _open_action(ledger, command, who, character, prepared, vow)
    return None


def _refuse_turn(state: State, who: str) -> Rejected | None:
    order = state.action_order
    if not state.house_rules.enforce_action_order or who not in order or order[0] == who:
        return None
    return Rejected("E_TURN", f"{order[0]} acts first.")


def _refuse_extras(
    ledger: Ledger, command: cmd.DeclareAction, prepared: Preparation, vow: GuidingPrinciple | None
) -> Rejected | None:
    """Trigger, split, hold-out, dice: the tail of the preconditions of `DeclareAction`."""
    if vow is not None:
        refusal = refuse_trigger(vow, prepared.skill)
        if refusal is not None:
            return refusal
    if command.split and prepared.effective <= DICE_LIMIT:
        return Rejected("E_SPLIT", "Only more than five dice can be split.")
    limit = DICE_LIMIT if command.split else most_held_out(ledger, prepared.effective)
    if not 0 <= command.hold_out < max(limit, 1):
        return Rejected("E_RANGE", "At least one die has to be thrown.")
    return None if prepared.effective else Rejected("E_NO_DICE", "There are no dice to throw, not even Luck.")


def most_held_out(ledger: Ledger, effective: int) -> int:
    """Dice that could be held out, plus the one that has to be thrown (PA-39, R-26)."""
    spare = reroll_allowance(effective, ledger.rules) if ledger.rules.hold_out_reduces == "rerolls_first" else 0
    return min(DICE_LIMIT, effective) + spare


def refuse_trigger(vow: GuidingPrinciple, skill: Skill | None) -> Rejected | None:
    """A trigger covers only certain skills and never Luck (PA-35, PA-40)."""
    if skill is None:
        return Rejected("E_TRIGGER", "Luck has no trigger.")
    applies = vow.trigger.applies_to
    linked = skill.name == vow.linked_skill_id
    if isinstance(applies, tuple):
        covered = skill.name in applies
    else:
        covered = {"LINKED": linked, "NOT_LINKED": not linked}.get(applies, True)
    return None if covered else Rejected("E_TRIGGER", f'"{vow.text}" gives no dice to {skill.name}.')


def _open_action(
    ledger: Ledger,
    command: cmd.DeclareAction,
    who: str,
    character: Character,
    prepared: Preparation,
    vow: GuidingPrinciple | None,
) -> None:
    roll_id, rules = ledger.next_roll_id(), ledger.rules
    bonus = vow.trigger.bonus_dice if vow is not None else 0
    plain = prepared.effective
    if vow is not None and prepared.skill is not None:
        plain = capped(base_dice(character, prepared.skill, rules))
    ledger.record(
        ev.ActionDeclared(
            roll=roll_id,
            player=who,
            character=character.name,
            skill=prepared.skill.name if prepared.skill is not None else None,
            description=command.description,
            effective=plain,
            thrown=min(DICE_LIMIT, plain),
            rerolls=reroll_allowance(plain, rules),
            was_worn=prepared.was_worn,
        )
    )
    if vow is not None:
        ledger.record(ev.TriggerInvoked(roll_id, vow.text, bonus, prepared.effective))
    if command.split:
        _split(ledger, roll_id, split_shape(prepared.effective), prepared.effective)
    if command.hold_out:
        ledger.record(ev.DiceHeldOut(roll_id, command.hold_out))
    ask_throw(ledger)


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


@rule(cmd.RequestSkillCheck, "P", acts="requester")
def request_skill_check(ledger: Ledger, command: cmd.RequestSkillCheck, who: str) -> Rejected | None:
    """Pay a chip to make somebody roll (PA-72 to PA-74, R-74, R-80)."""
    state = ledger.state
    said = command.target or (state.narration.holder if state.narration and state.narration.holder != who else None)
    target = find_player(state, said)
    if isinstance(target, Rejected):
        return target
    if not target.present:
        return Rejected("E_ABSENT", f"{target.name} is not at the table.")
    extra = command.extra_difficulty
    if extra < 0:
        return Rejected("E_RANGE", "Extra difficulty is at least 0.")
    refusal = (
        _refuse_pair(ledger, who, target.name)
        or (Rejected("E_LIMIT", "A check gets harder only once.") if extra > most_difficulty(ledger) else None)
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


def most_difficulty(ledger: Ledger) -> int:
    """How often a check may be made harder (R-34)."""
    most = ledger.rules.extra_difficulty_max
    return most if isinstance(most, int) else 1_000_000


def _refuse_pair(ledger: Ledger, requester: str, target: str) -> Rejected | None:
    if requester == target:
        return Rejected("E_SELF", "Somebody else has to be tested.")
    if ledger.rules.check_pairs == "anyone" or ledger.holder in (requester, target):
        return None
    return Rejected("E_CHECK_PAIR", f"A check needs the narrator, {ledger.holder}, on one side.")


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
        return Rejected("E_NO_ROLL", "No requested check is open.")
    refusal = refuse_after_throw(roll)
    if refusal is not None:
        return refusal
    if roll.roller == who:
        return Rejected("E_SELF", "Somebody else has to make it harder.")
    if ledger.rules.extra_difficulty_giver == "requester" and roll.requester != who:
        return Rejected("E_NOT_OWNER", f"Only {roll.requester}, who asked for the check, may make it harder.")
    if roll.extra_difficulty >= most_difficulty(ledger):
        return Rejected("E_LIMIT", "The check has been made harder already.")
    refusal = refuse_poor(ledger.state, who, 1)
    if refusal is None:
        _make_harder(ledger, who, roll.roller)
    return refusal


@rule(cmd.OfferHelp, "P", acts="player")
def offer_help(ledger: Ledger, command: cmd.OfferHelp, who: str) -> Rejected | None:
    """Buy helping dice for somebody's roll (PA-78 to PA-80, R-33)."""
    if command.dice < 1:
        return Rejected("E_RANGE", "Help takes at least one die.")
    roll = live_roll(ledger.state)
    if isinstance(roll, Rejected) or roll.kind not in (RollKind.ACTION, RollKind.CHECK):
        return Rejected("E_NO_ROLL", "No action or check is open.")
    refusal = refuse_after_throw(roll)
    if refusal is not None:
        return refusal
    if roll.roller == who:
        return Rejected("E_SELF", "Somebody else has to help.")
    character = active_character(ledger.state, who)
    if isinstance(character, Rejected):
        return character
    skill = find_skill(character, command.skill)
    if isinstance(skill, Rejected):
        return skill
    if skill.broken:
        return Rejected("E_BROKEN", f"{skill.name} is broken for good.")
    if any(helper.player == who for helper in roll.helpers):
        return Rejected("E_ALREADY", f"{who} helps with this roll already.")
    capped_at = capped(base_dice(character, skill, ledger.rules))
    if ledger.rules.help_dice_cap == "helper_effective" and command.dice > capped_at:
        return Rejected("E_LIMIT", f"{skill.name} helps with {capped_at} dice at most.")
    refusal = refuse_poor(ledger.state, who, command.dice)
    if refusal is not None:
        return refusal
    ledger.record(ev.HelpOffered(roll.roll_id, who, skill.name, command.dice))
    ledger.pay(who, roll.roller, command.dice, ChipReason.HELP)
    ledger.ask_dice(who, command.dice, Purpose.HELP, f"help for {roll.roller}", roll.roll_id)
    return None


def _unthrown(ledger: Ledger, who: str) -> LiveRoll | Rejected:
    roll = own_roll(ledger.state, who)
    return roll if isinstance(roll, Rejected) else refuse_after_throw(roll) or roll


@rule(cmd.HoldOutDice, "P", acts="player")
def hold_out_dice(ledger: Ledger, command: cmd.HoldOutDice, who: str) -> Rejected | None:
    """Throw fewer dice (PA-39)."""
    roll = _unthrown(ledger, who)
    if isinstance(roll, Rejected):
        return roll
    if roll.connection is not None:
        limit = roll.effective
    else:
        limit = roll.group if roll.group is not None else most_held_out(ledger, roll.effective)
    if not 0 <= command.count < limit:
        return Rejected("E_RANGE", f"Between 0 and {limit - 1} dice can be held out.")
    ledger.record(ev.DiceHeldOut(roll.roll_id, command.count))
    ask_throw(ledger)
    return None


@rule(cmd.SplitDice, "P", acts="player")
def split_dice(ledger: Ledger, command: cmd.SplitDice, who: str) -> Rejected | None:
    """Split an action into groups (PA-41, R-28)."""
    roll = _unthrown(ledger, who)
    if isinstance(roll, Rejected):
        return roll
    forced = split_shape(roll.effective)
    shape = tuple(command.shape) if command.shape else forced
    if roll.kind is not RollKind.ACTION or roll.group_no or roll.effective <= DICE_LIMIT:
        return Rejected("E_SPLIT", "Only an action with more than five dice can be split.")
    if shape != forced and not (ledger.rules.split_keeps_rerolls and _fives(shape, roll.effective)):
        return Rejected("E_SPLIT", f"The split has to be {' and '.join(map(str, forced))}.")
    _split(ledger, roll.roll_id, shape, roll.effective)
    ask_throw(ledger)
    return None


def _split(ledger: Ledger, roll_id: str, shape: tuple[int, ...], effective: int) -> None:
    """Splitting gives up all re-rolls; dice a partial split leaves over stay re-rolls for the groups (R-28)."""
    ledger.record(ev.DiceSplit(roll_id, shape, effective - sum(shape)))


def _fives(shape: tuple[int, ...], effective: int) -> bool:
    return len(shape) > 1 and set(shape) == {DICE_LIMIT} and sum(shape) <= effective


@rule(cmd.InvokeTrigger, "P", acts="player")
def invoke_trigger(ledger: Ledger, command: cmd.InvokeTrigger, who: str) -> Rejected | None:
    """Add a principle's dice (PA-40)."""
    roll = _unthrown(ledger, who)
    if isinstance(roll, Rejected):
        return roll
    character = ledger.state.character(roll.character_id)
    if roll.connection is not None or character is None or roll.group_no:
        return Rejected("E_TRIGGER", "No principle adds dice to this roll.")
    if roll.trigger_principle_id is not None:
        return Rejected("E_TRIGGER", "One principle per roll.")
    skill = find_skill(character, roll.skill_id) if roll.skill_id is not None else None
    if isinstance(skill, Rejected):
        return skill
    vow = _trigger_meant(character, command.principle, skill)
    if isinstance(vow, Rejected):
        return vow
    refusal = refuse_trigger(vow, skill)
    if refusal is not None:
        return refusal
    bonus = vow.trigger.bonus_dice
    effective = capped(roll.effective + bonus)
    ledger.record(ev.TriggerInvoked(roll.roll_id, vow.text, bonus, effective))
    if roll.group is not None:
        _split(ledger, roll.roll_id, split_shape(effective), effective)
    ask_throw(ledger)
    return None


def _trigger_meant(character: Character, said: str | None, skill: Skill | None) -> GuidingPrinciple | Rejected:
    """The principle named, or the only one that covers the skill."""
    if said:
        return find_principle(character, said)
    fitting = [vow for vow in character.principles if refuse_trigger(vow, skill) is None]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        return Rejected("E_AMBIGUOUS", "Say which principle is meant.")
    return Rejected("E_TRIGGER", "No principle adds dice to this roll.")


@rule(cmd.WithdrawRoll, "P", acts="player")
def withdraw_roll(ledger: Ledger, command: cmd.WithdrawRoll, who: str) -> Rejected | None:
    """Cancel a roll before its first throw, or skip the rest of a split (PA-41, PA-42)."""
    waiting = ledger.state.split_roll
    if ledger.state.roll is None and waiting is not None:
        if waiting.roller != who:
            return Rejected("E_NOT_ROLLER", f"This is {waiting.roller}'s roll.")
        drop_split(ledger, who)
        return None
    roll = live_roll(ledger.state)
    if isinstance(roll, Rejected):
        return roll
    if who not in (roll.roller, roll.requester):
        return Rejected("E_NOT_ROLLER", f"Only {roll.requester or roll.roller} may withdraw that.")
    refusal = refuse_after_throw(roll)
    if refusal is not None:
        return refusal
    if roll.requester not in (None, who):  # a tested player cannot refuse the check (PA-73)
        return Rejected("E_NOT_ROLLER", f"Only {roll.requester} may withdraw the check.")
    ledger.record(ev.RollWithdrawn(roll.roll_id, who))
    for payment in reversed(roll.payments):
        ledger.pay(payment.payee, payment.payer, payment.amount, ChipReason.REFUND)
    if roll.group_no:
        move_on(ledger)
    return None
