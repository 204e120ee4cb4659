"""Acting with a skill, and everything about a roll before its first throw (rules 3.5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.folding import Changes
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import changed
from engine.common.words import listed, number
from engine.fields import Number, SkillName, Words
from engine.offers import ROLL, choice
from engine.phrase import Phrase, phrase, sentence, template
from engine.systems.phase_abandon.choices import ACT, skill_choice
from engine.systems.phase_abandon.derived import (
    DICE_LIMIT,
    base_dice,
    capped,
    is_active,
    is_worn,
    luck_dice,
    reroll_allowance,
    rerolls_after_holding,
    split_shape,
)
from engine.systems.phase_abandon.entities import Character, GuidingPrinciple, LiveRoll, Skill
from engine.systems.phase_abandon.fields import Principle
from engine.systems.phase_abandon.fold import damage_of, live
from engine.systems.phase_abandon.guards import (
    active_character,
    live_roll,
    own_roll,
    refuse_after_throw,
    refuse_broken,
    refuse_if_protected,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event, PlayerCommand
from engine.systems.phase_abandon.naming import find_principle, find_skill, is_luck
from engine.systems.phase_abandon.rules.handover import move_on
from engine.systems.phase_abandon.rules.narration import interrupt
from engine.systems.phase_abandon.rules.rolls import RollWithdrawn, ask_throw, drop_split, roll_to_throw
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import ChipReason, RollKind, RollStep
from engine.systems.phase_abandon.words import counted, dice_and_rerolls, dice_in_figures, in_turn
from engine.types import Spoken


@dataclass(frozen=True, slots=True)
class ActionDeclared(Event):
    """A roll begins; `skill` None is Luck."""

    kind: ClassVar[str] = "action_declared"
    roll: str
    player: str
    character: str
    skill: str | None
    description: str
    effective: int
    thrown: int
    rerolls: int
    was_worn: bool

    def apply(self, state: State) -> Changes:
        """A roll is open, and its player has had a turn."""
        roll = LiveRoll(
            roll_id=self.roll,
            kind=RollKind.ACTION,
            roller=self.player,
            character_id=self.character,
            skill_id=self.skill,
            description=self.description,
            effective=self.effective,
            rerolls_left=self.rerolls,
            was_worn=self.was_worn,
            damage_before=damage_of(state, self.character, self.skill),
        )
        order = tuple(name for name in state.action_order if name != self.player) if state.action_order else ()
        return {"roll": roll, "roll_count": state.roll_count + 1, "action_order": order}

    def sentence(self) -> Phrase:
        """The player, the skill and the dice."""
        skill, dice = self.skill or phrase("Luck"), dice_and_rerolls(self.thrown, self.rerolls)
        return phrase("{player} acts on {skill} with {dice}.", player=self.player, skill=skill, dice=dice)

    def undone(self) -> Phrase:
        """Whose roll on what."""
        return phrase("{player}'s {skill} roll", player=self.player, skill=self.skill or phrase("Luck"))


@dataclass(frozen=True, slots=True)
class DiceHeldOut(Event):
    """The roller throws fewer dice."""

    kind: ClassVar[str] = "dice_held_out"
    said: ClassVar[str] = template("Holding out {count}.")
    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("the dice held out")
    roll: str
    count: int

    def apply(self, state: State) -> Changes:
        """The dice kept back, and the re-rolls that are left with them."""
        roll = changed(live(state), held_out=self.count)
        if roll.group is None and roll.connection is None:
            roll = changed(roll, rerolls_left=rerolls_after_holding(roll, state.house_rules))
        return {"roll": roll}

    def sentence(self) -> Phrase:
        """The number of dice kept back."""
        return phrase("{dice} held out.", dice=dice_in_figures(self.count))


@dataclass(frozen=True, slots=True)
class DiceSplit(Event):
    """The roll is split into groups thrown one after another."""

    kind: ClassVar[str] = "dice_split"
    taken_back: ClassVar[str] = template("the split")
    roll: str
    groups: tuple[int, ...]
    rerolls: int

    def apply(self, state: State) -> Changes:
        """The first group is the roll, the others wait."""
        roll = changed(
            live(state), split_groups=self.groups, group=self.groups[0], held_out=0, rerolls_left=self.rerolls
        )
        return {"roll": roll, "split_queue": self.groups[1:]}

    def sentence(self) -> Phrase:
        """The groups."""
        return phrase("The roll is split into {groups}.", groups=listed(map(str, self.groups)))

    def aloud(self) -> Spoken:
        """The groups in words."""
        return Spoken(phrase("Split: {groups}.", groups=in_turn(map(number, self.groups))), 2)


@dataclass(frozen=True, slots=True)
class TriggerInvoked(Event):
    """A principle adds dice."""

    kind: ClassVar[str] = "trigger_invoked"
    taken_back: ClassVar[str] = template("the trigger of {principle}")
    roll: str
    principle: str
    bonus: int
    effective: int

    def apply(self, state: State) -> Changes:
        """The roll has more dice."""
        roll = changed(
            live(state),
            effective=self.effective,
            trigger_principle_id=self.principle,
        )
        return {"roll": changed(roll, rerolls_left=rerolls_after_holding(roll, state.house_rules))}

    def sentence(self) -> Phrase:
        """Which principle adds how many dice."""
        return phrase(
            "{principle} adds {dice}, {total} in all.",
            principle=self.principle,
            dice=dice_in_figures(self.bonus),
            total=self.effective,
        )

    def aloud(self) -> Spoken:
        """The same, shorter."""
        return Spoken(
            sentence(phrase("{principle}: plus {dice}", principle=self.principle, dice=number(self.bonus))), 2
        )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareAction(PlayerCommand):
    """Act with a skill, or on Luck with `skill` None, "none" or "luck" (PA-33, PA-35)."""

    kind: ClassVar[str] = "declare_action"
    talk: ClassVar[Talk] = Talk(
        confirm="{skill}, {player}?",
        main=True,
        takes_in=("hold_out_dice", "split_dice", "invoke_trigger"),
        throws="ACTION",
    )
    description: Words = ""
    skill: SkillName | None = None
    hold_out: Annotated[int, Number(0, judged=True)] = 0
    split: bool = False
    principle: Principle | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Act with a skill (PA-33 to PA-41)."""
        state = ledger.state
        character = active_character(state, who)
        refuse_unless_idle(state)
        refuse_if_protected(state)
        _refuse_turn(state, who)
        skill = None if is_luck(self.skill) else find_skill(character, self.skill or "")
        if skill is not None:
            refuse_broken(skill)
        vow = find_principle(character, self.principle) if self.principle is not None else None
        prepared = prepare(state, character, skill, vow.trigger.bonus_dice if vow is not None else 0)
        _refuse_extras(ledger, self, prepared, vow)
        interrupt(ledger, who)
        _open_action(ledger, self, who, character, prepared, vow)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """A form for whoever has a character."""
        character = state.character_of(who)
        if character is not None:
            fields = (
                skill_choice(state, character, luck=True),
                Field("description", phrase("What you do"), optional=True),
            )
            yield Move(cls.kind, phrase("Act"), ACT, (), fields)


def _refuse_turn(state: State, who: str) -> None:
    if not state.house_rules.enforce_action_order or who not in state.action_order:
        return
    able = [name for name in state.action_order if _may_act(state, name)]
    if able[:1] != [who]:
        raise Refused("E_TURN", phrase("{player} acts first.", player=able[0]))


def _may_act(state: State, name: str) -> bool:
    player = state.player(name)
    return player is not None and player.present and is_active(state, name)


def _refuse_extras(ledger: Ledger, command: DeclareAction, prepared: Preparation, vow: GuidingPrinciple | None) -> None:
    """Trigger, split, hold-out, dice: the tail of the preconditions of `DeclareAction`."""
    if vow is not None:
        _refuse_trigger(vow, prepared.skill)
    if command.split and prepared.effective <= DICE_LIMIT:
        raise Refused("E_SPLIT", phrase("Only more than five dice can be split."))
    limit = DICE_LIMIT if command.split else _spare(prepared.effective, ledger.rules)
    if not 0 <= command.hold_out < max(limit, 1):
        raise Refused("E_RANGE", phrase("At least one die has to be thrown."))
    if not prepared.effective:
        raise Refused("E_NO_DICE", phrase("There are no dice to throw, not even Luck."))


def _spare(effective: int, rules: HouseRules) -> int:
    """Dice of an action that could be held out, plus the one that has to be thrown (PA-39, R-26)."""
    spare = reroll_allowance(effective, rules) if rules.hold_out_reduces == "rerolls_first" else 0
    return min(DICE_LIMIT, effective) + spare


def most_held_out(roll: LiveRoll, rules: HouseRules) -> int:
    """Most dice of this roll that can be held out."""
    if roll.connection is not None:
        return roll.effective - 1
    return (roll.group if roll.group is not None else _spare(roll.effective, rules)) - 1


def _refuse_trigger(vow: GuidingPrinciple, skill: Skill | None) -> None:
    """A trigger covers only certain skills and never Luck (PA-35, PA-40)."""
    if skill is None:
        raise Refused("E_TRIGGER", phrase("Luck has no trigger."))
    if not _covers(vow, skill):
        useless = phrase('"{principle}" gives no dice to {skill}.', principle=vow.text, skill=skill.name)
        raise Refused("E_TRIGGER", useless)


def _covers(vow: GuidingPrinciple, skill: Skill) -> bool:
    applies = vow.trigger.applies_to
    if isinstance(applies, tuple):
        return skill.name in applies
    linked = skill.name == vow.linked_skill_id
    return {"LINKED": linked, "NOT_LINKED": not linked}.get(applies, True)


def _open_action(
    ledger: Ledger,
    command: DeclareAction,
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
        ActionDeclared(
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
        ledger.record(TriggerInvoked(roll_id, vow.text, bonus, prepared.effective))
    if command.split:
        _split(ledger, roll_id, split_shape(prepared.effective), prepared.effective)
    if command.hold_out:
        ledger.record(DiceHeldOut(roll_id, command.hold_out))
    ask_throw(ledger)


def _unthrown(ledger: Ledger, who: str) -> LiveRoll:
    roll = own_roll(ledger.state, who)
    refuse_after_throw(roll)
    return roll


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldOutDice(PlayerCommand):
    """Throw fewer dice (PA-39)."""

    kind: ClassVar[str] = "hold_out_dice"
    talk: ClassVar[Talk] = Talk(confirm="Keep {count} back, {player}?")
    count: Annotated[int, Number(0, few=True, judged=True)] = 0

    def decide(self, ledger: Ledger, who: str) -> None:
        """Throw fewer dice (PA-39)."""
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
        """A number, where dice can be spared."""
        roll = roll_to_throw(state, who)
        most = most_held_out(roll, state.house_rules) if roll is not None else 0
        if most:
            count = Field("count", phrase("Dice"), "number", (), 1, most)
            yield Move(cls.kind, phrase("Hold out dice"), ROLL, (), (count,))


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitDice(PlayerCommand):
    """Use dice above five for further actions (PA-41); `shape` None = the forced one."""

    kind: ClassVar[str] = "split_dice"
    talk: ClassVar[Talk] = Talk(once=True)
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
        _split(ledger, roll.roll_id, shape, roll.effective)
        ask_throw(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """The forced groups, where there are several."""
        roll = roll_to_throw(state, who)
        shape = split_shape(roll.effective) if roll is not None else ()
        if len(shape) > 1:
            yield Move(cls.kind, phrase("Split the dice: {groups}", groups=listed(map(str, shape))), ROLL)


def _split(ledger: Ledger, roll_id: str, shape: tuple[int, ...], effective: int) -> None:
    """Splitting gives up all re-rolls; dice a partial split leaves over stay re-rolls for the groups (R-28)."""
    ledger.record(DiceSplit(roll_id, shape, effective - sum(shape)))


def _fives(shape: tuple[int, ...], effective: int) -> bool:
    return len(shape) > 1 and set(shape) == {DICE_LIMIT} and sum(shape) <= effective


@dataclass(frozen=True, slots=True, kw_only=True)
class InvokeTrigger(PlayerCommand):
    """Add a principle's bonus dice (PA-40); `principle` None = the only one that fits."""

    kind: ClassVar[str] = "invoke_trigger"
    principle: Principle | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Add a principle's dice (PA-40)."""
        roll = _unthrown(ledger, who)
        character = ledger.state.character(roll.character_id)
        if roll.connection is not None or character is None or roll.group_no:
            raise Refused("E_TRIGGER", phrase("No principle adds dice to this roll."))
        if roll.trigger_principle_id is not None:
            raise Refused("E_TRIGGER", phrase("One principle per roll."))
        skill = find_skill(character, roll.skill_id) if roll.skill_id is not None else None
        vow = _trigger_meant(character, self.principle, skill)
        _refuse_trigger(vow, skill)
        bonus = vow.trigger.bonus_dice
        effective = capped(roll.effective + bonus)
        ledger.record(TriggerInvoked(roll.roll_id, vow.text, bonus, effective))
        if roll.group is not None:
            _split(ledger, roll.roll_id, split_shape(effective), effective)
        ask_throw(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """A choice of the character's principles."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRoll(PlayerCommand):
    """Cancel a roll before its first throw, or skip the rest of a split (PA-41, PA-42)."""

    kind: ClassVar[str] = "withdraw_roll"

    def decide(self, ledger: Ledger, who: str) -> None:
        """Cancel a roll before its first throw, or skip the rest of a split (PA-41, PA-42)."""
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
        """For the roller before the throw, for whoever asked for the check, and for the rest of a split."""
        roll = state.roll
        if roll is None:
            if state.split_roll is not None:
                yield Move(cls.kind, phrase("Drop the rest of the split"), ROLL)
        elif roll.roller != who:
            yield Move(cls.kind, phrase("Take the check back"), ROLL)
        elif roll.step is RollStep.THROW:
            yield Move(cls.kind, phrase("Take the roll back"), ROLL)
