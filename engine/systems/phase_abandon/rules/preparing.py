"""Preparing a roll before its first throw: holding out, splitting, triggers, withdrawing (PA-38 to PA-42)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded, listed, number
from engine.fields import Number
from engine.offers import ROLL, choice
from engine.phrase import Phrase, phrase, sentence, template
from engine.systems.phase_abandon.derived import (
    DICE_LIMIT,
    capped,
    reroll_allowance,
    rerolls_after_holding,
    split_shape,
)
from engine.systems.phase_abandon.entities import Character, GuidingPrinciple, LiveRoll, Skill, State
from engine.systems.phase_abandon.fields import Principle
from engine.systems.phase_abandon.fold import live
from engine.systems.phase_abandon.guards import live_roll, own_roll, refuse_after_throw
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event, PlayerCommand
from engine.systems.phase_abandon.naming import find_principle, find_skill
from engine.systems.phase_abandon.rules.handover import move_on
from engine.systems.phase_abandon.rules.rolls import RollWithdrawn, ask_throw, drop_split, roll_to_throw
from engine.systems.phase_abandon.vocabulary import ChipReason, RollKind, RollStep
from engine.systems.phase_abandon.words import counted, dice_in_figures, in_turn
from engine.types import Spoken


class DiceHeldOut(Event):
    """The roller throws fewer dice."""

    said: ClassVar[str] = template("Holding out {count}.")
    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("the dice held out")
    told: ClassVar[str] = template("{count} held out.")
    roll: str
    count: Annotated[int, Worded(dice_in_figures)]

    def apply(self, state: State) -> Changes:
        roll = changed(live(state), held_out=self.count)
        if roll.group is None and roll.connection is None:
            roll = changed(roll, rerolls_left=rerolls_after_holding(roll, state.house_rules))
        return {"roll": roll}


class DiceSplit(Event):
    """The roll is split into groups thrown one after another."""

    taken_back: ClassVar[str] = template("the split")
    roll: str
    groups: tuple[int, ...]
    rerolls: int

    def apply(self, state: State) -> Changes:
        roll = changed(
            live(state), split_groups=self.groups, group=self.groups[0], held_out=0, rerolls_left=self.rerolls
        )
        return {"roll": roll, "split_queue": self.groups[1:]}

    def sentence(self) -> Phrase:
        return phrase("The roll is split into {groups}.", groups=listed(map(str, self.groups)))

    def aloud(self) -> Spoken:
        return Spoken(phrase("Split: {groups}.", groups=in_turn(map(number, self.groups))), 2)


class TriggerInvoked(Event):
    """A principle adds dice."""

    taken_back: ClassVar[str] = template("the trigger of {principle}")
    told: ClassVar[str] = template("{principle} adds {bonus}, {effective} in all.")
    roll: str
    principle: str
    bonus: Annotated[int, Worded(dice_in_figures)]
    effective: int

    def apply(self, state: State) -> Changes:
        roll = changed(
            live(state),
            effective=self.effective,
            trigger_principle_id=self.principle,
        )
        return {"roll": changed(roll, rerolls_left=rerolls_after_holding(roll, state.house_rules))}

    def aloud(self) -> Spoken:
        return Spoken(
            sentence(phrase("{principle}: plus {dice}", principle=self.principle, dice=number(self.bonus))), 2
        )


def _unthrown(ledger: Ledger, who: str) -> LiveRoll:
    roll = own_roll(ledger.state, who)
    refuse_after_throw(roll)
    return roll


class HoldOutDice(PlayerCommand):
    """Throw fewer dice (PA-39)."""

    talk: ClassVar[Talk] = Talk(confirm="Keep {count} back, {player}?")
    count: Annotated[int, Number(0, few=True, judged=True)] = 0

    def decide(self, ledger: Ledger, who: str) -> None:
        roll = _unthrown(ledger, who)
        most = most_held_out(roll, ledger.rules)
        if not 0 <= self.count <= most:
            if most < 1:
                raise Refused("E_RANGE", phrase("No die can be held out."))
            raise Refused("E_RANGE", phrase("At most {dice} can be held out.", dice=counted(most, "die", "dice")))
        ledger.record(DiceHeldOut(roll.roll_id, self.count))
        ask_throw(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = roll_to_throw(state, who)
        most = most_held_out(roll, state.house_rules) if roll is not None else 0
        if most:
            count = Field("count", phrase("Dice"), "number", (), 1, most)
            yield Move(cls.kind, phrase("Hold out dice"), ROLL, (), (count,))


def most_thrown(effective: int, rules: HouseRules) -> int:
    """Dice of an action that could be held out, plus the one that has to be thrown (PA-39, R-26)."""
    spare = reroll_allowance(effective, rules) if rules.hold_out_reduces == "rerolls_first" else 0
    return min(DICE_LIMIT, effective) + spare


def most_held_out(roll: LiveRoll, rules: HouseRules) -> int:
    """Most dice of this roll that can be held out."""
    if roll.connection is not None:
        return roll.effective - 1
    return (roll.group if roll.group is not None else most_thrown(roll.effective, rules)) - 1


class SplitDice(PlayerCommand):
    """Use dice above five for further actions (PA-41); `shape` None = the forced one."""

    talk: ClassVar[Talk] = Talk(confirm="Split the dice, {player}?", once=True)
    shape: tuple[Annotated[int, Number(1, judged=True)], ...] | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Split an action into groups (PA-41, R-28)."""
        roll = _unthrown(ledger, who)
        forced = split_shape(roll.effective)
        shape = tuple(self.shape) if self.shape else forced
        if roll.kind is not RollKind.ACTION or roll.group_no or roll.effective <= DICE_LIMIT:
            raise Refused("E_SPLIT", phrase("Only an action with more than five dice can be split."))
        if shape != forced and not (ledger.rules.split_keeps_rerolls and _fives(shape, roll.effective)):
            raise Refused("E_SPLIT", phrase("The split has to be {groups}.", groups=listed(map(str, forced))))
        split(ledger, roll.roll_id, shape, roll.effective)
        ask_throw(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = roll_to_throw(state, who)
        shape = split_shape(roll.effective) if roll is not None else ()
        if len(shape) > 1:
            yield Move(cls.kind, phrase("Split the dice: {groups}", groups=listed(map(str, shape))), ROLL)


def split(ledger: Ledger, roll_id: str, shape: tuple[int, ...], effective: int) -> None:
    """Splitting gives up all re-rolls; dice a partial split leaves over stay re-rolls for the groups (R-28)."""
    ledger.record(DiceSplit(roll_id, shape, effective - sum(shape)))


def _fives(shape: tuple[int, ...], effective: int) -> bool:
    return len(shape) > 1 and set(shape) == {DICE_LIMIT} and sum(shape) <= effective


class InvokeTrigger(PlayerCommand):
    """Add a principle's bonus dice (PA-40); `principle` None = the only one that fits."""

    talk: ClassVar[Talk] = Talk(confirm="Use a principle, {player}[: {principle}]?")

    principle: Principle | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        roll = _unthrown(ledger, who)
        character = ledger.state.character(roll.character_id)
        if roll.connection is not None or character is None or roll.group_no:
            raise Refused("E_TRIGGER", phrase("No principle adds dice to this roll."))
        if roll.trigger_principle_id is not None:
            raise Refused("E_TRIGGER", phrase("One principle per roll."))
        skill = find_skill(character, roll.skill_id) if roll.skill_id is not None else None
        vow = _trigger_meant(character, self.principle, skill)
        refuse_trigger(vow, skill)
        bonus = vow.trigger.bonus_dice
        effective = capped(roll.effective + bonus)
        ledger.record(TriggerInvoked(roll.roll_id, vow.text, bonus, effective))
        if roll.group is not None:
            split(ledger, roll.roll_id, split_shape(effective), effective)
        ask_throw(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = roll_to_throw(state, who)
        if roll is not None:
            character = state.character(roll.character_id)
            principles = [each.text for each in character.principles] if character is not None else []
            yield Move(
                cls.kind, phrase("Use a principle"), ROLL, (), (choice("principle", phrase("Principle"), principles),)
            )


def _trigger_meant(character: Character, said: str | None, skill: Skill | None) -> GuidingPrinciple:
    """The principle named, or the only one that covers the skill."""
    if said:
        return find_principle(character, said)
    fitting = [vow for vow in character.principles if skill is not None and _covers(vow, skill)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refused("E_AMBIGUOUS", phrase("Say which principle is meant."))
    raise Refused("E_TRIGGER", phrase("No principle adds dice to this roll."))


def refuse_trigger(vow: GuidingPrinciple, skill: Skill | None) -> None:
    """A trigger covers only certain skills and never Luck (PA-35, PA-40)."""
    if skill is None:
        raise Refused("E_TRIGGER", phrase("Luck has no trigger."))
    if not _covers(vow, skill):
        useless = phrase("“{principle}” gives no dice to {skill}.", principle=vow.text, skill=skill.name)
        raise Refused("E_TRIGGER", useless)


def _covers(vow: GuidingPrinciple, skill: Skill) -> bool:
    applies = vow.trigger.applies_to
    if isinstance(applies, tuple):
        return skill.name in applies
    linked = skill.name == vow.linked_skill_id
    return {"LINKED": linked, "NOT_LINKED": not linked}.get(applies, True)


class WithdrawRoll(PlayerCommand):
    """Cancel a roll before its first throw, or skip the rest of a split (PA-41, PA-42)."""

    talk: ClassVar[Talk] = Talk(confirm="Take the roll back, {player}?")

    def decide(self, ledger: Ledger, who: str) -> None:
        waiting = ledger.state.split_roll
        if ledger.state.roll is None and waiting is not None:
            if waiting.roller != who:
                raise Refused("E_NOT_ROLLER", phrase("This is {player}'s roll.", player=waiting.roller))
            drop_split(ledger, who)
            return
        roll = live_roll(ledger.state)
        if who not in (roll.roller, roll.requester):
            may = roll.requester or roll.roller
            raise Refused("E_NOT_ROLLER", phrase("Only {player} may withdraw that.", player=may))
        refuse_after_throw(roll)
        if roll.requester not in (None, who):  # a tested player cannot refuse the check (PA-73)
            raise Refused("E_NOT_ROLLER", phrase("Only {player} may withdraw the check.", player=roll.requester))
        ledger.record(RollWithdrawn(roll.roll_id, who))
        for payment in reversed(roll.payments):
            ledger.pay(payment.payee, payment.payer, payment.amount, ChipReason.REFUND)
        if roll.group_no:
            move_on(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        roll = state.roll
        if roll is None:
            if state.split_roll is not None:
                yield Move(cls.kind, phrase("Drop the rest of the split"), ROLL)
        elif roll.roller != who:
            yield Move(cls.kind, phrase("Cancel the check"), ROLL)
        elif roll.step is RollStep.THROW:
            yield Move(cls.kind, phrase("Cancel the roll"), ROLL)
