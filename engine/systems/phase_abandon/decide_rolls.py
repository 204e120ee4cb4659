"""Deciding about a roll before its first throw (rules 3.5)."""

from dataclasses import dataclass

from engine.common.words import listed
from engine.phrase import phrase
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
    refuse_unless_idle,
)
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import find_principle, find_skill, is_luck
from engine.systems.phase_abandon.passing import drop_split, interrupt, move_on
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import ChipReason, Purpose, RollKind
from engine.systems.phase_abandon.words import counted
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
        return Rejected("E_BROKEN", phrase("{skill} is broken for good.", skill=skill.name))
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
    if not state.house_rules.enforce_action_order or who not in state.action_order:
        return None
    able = [name for name in state.action_order if _may_act(state, name)]
    return None if able[:1] == [who] else Rejected("E_TURN", phrase("{player} acts first.", player=able[0]))


def _may_act(state: State, name: str) -> bool:
    player = state.player(name)
    return player is not None and player.present and not isinstance(active_character(state, name), Rejected)


def _refuse_extras(
    ledger: Ledger, command: cmd.DeclareAction, prepared: Preparation, vow: GuidingPrinciple | None
) -> Rejected | None:
    """Trigger, split, hold-out, dice: the tail of the preconditions of `DeclareAction`."""
    if vow is not None:
        refusal = refuse_trigger(vow, prepared.skill)
        if refusal is not None:
            return refusal
    if command.split and prepared.effective <= DICE_LIMIT:
        return Rejected("E_SPLIT", phrase("Only more than five dice can be split."))
    limit = DICE_LIMIT if command.split else most_held_out(ledger, prepared.effective)
    if not 0 <= command.hold_out < max(limit, 1):
        return Rejected("E_RANGE", phrase("At least one die has to be thrown."))
    return None if prepared.effective else Rejected("E_NO_DICE", phrase("There are no dice to throw, not even Luck."))


def most_held_out(ledger: Ledger, effective: int) -> int:
    """Dice that could be held out, plus the one that has to be thrown (PA-39, R-26)."""
    spare = reroll_allowance(effective, ledger.rules) if ledger.rules.hold_out_reduces == "rerolls_first" else 0
    return min(DICE_LIMIT, effective) + spare


def refuse_trigger(vow: GuidingPrinciple, skill: Skill | None) -> Rejected | None:
    """A trigger covers only certain skills and never Luck (PA-35, PA-40)."""
    if skill is None:
        return Rejected("E_TRIGGER", phrase("Luck has no trigger."))
    applies = vow.trigger.applies_to
    linked = skill.name == vow.linked_skill_id
    if isinstance(applies, tuple):
        covered = skill.name in applies
    else:
        covered = {"LINKED": linked, "NOT_LINKED": not linked}.get(applies, True)
    if covered:
        return None
    useless = phrase('"{principle}" gives no dice to {skill}.', principle=vow.text, skill=skill.name)
    return Rejected("E_TRIGGER", useless)


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
        if limit <= 1:
            return Rejected("E_RANGE", phrase("No die can be held out."))
        most = counted(limit - 1, "die", "dice")
        return Rejected("E_RANGE", phrase("At most {dice} can be held out.", dice=most))
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
        return Rejected("E_SPLIT", phrase("Only an action with more than five dice can be split."))
    if shape != forced and not (ledger.rules.split_keeps_rerolls and _fives(shape, roll.effective)):
        return Rejected("E_SPLIT", phrase("The split has to be {groups}.", groups=listed(map(str, forced))))
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
        return Rejected("E_TRIGGER", phrase("No principle adds dice to this roll."))
    if roll.trigger_principle_id is not None:
        return Rejected("E_TRIGGER", phrase("One principle per roll."))
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
        return Rejected("E_AMBIGUOUS", phrase("Say which principle is meant."))
    return Rejected("E_TRIGGER", phrase("No principle adds dice to this roll."))


@rule(cmd.WithdrawRoll, "P", acts="player")
def withdraw_roll(ledger: Ledger, command: cmd.WithdrawRoll, who: str) -> Rejected | None:
    """Cancel a roll before its first throw, or skip the rest of a split (PA-41, PA-42)."""
    waiting = ledger.state.split_roll
    if ledger.state.roll is None and waiting is not None:
        if waiting.roller != who:
            return Rejected("E_NOT_ROLLER", phrase("This is {player}'s roll.", player=waiting.roller))
        drop_split(ledger, who)
        return None
    roll = live_roll(ledger.state)
    if isinstance(roll, Rejected):
        return roll
    if who not in (roll.roller, roll.requester):
        may = roll.requester or roll.roller
        return Rejected("E_NOT_ROLLER", phrase("Only {player} may withdraw that.", player=may))
    refusal = refuse_after_throw(roll)
    if refusal is not None:
        return refusal
    if roll.requester not in (None, who):  # a tested player cannot refuse the check (PA-73)
        return Rejected("E_NOT_ROLLER", phrase("Only {player} may withdraw the check.", player=roll.requester))
    ledger.record(ev.RollWithdrawn(roll.roll_id, who))
    for payment in reversed(roll.payments):
        ledger.pay(payment.payee, payment.payer, payment.amount, ChipReason.REFUND)
    if roll.group_no:
        move_on(ledger)
    return None
