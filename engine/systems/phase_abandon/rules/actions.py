"""Acting with a skill, or on Luck (PA-33 to PA-37)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.fields import Number, SkillName, Words
from engine.phrase import Phrase, phrase
from engine.quick_dataclass import dataclass
from engine.systems.phase_abandon.choices import ACT, skill_choice
from engine.systems.phase_abandon.derived import (
    DICE_LIMIT,
    base_dice,
    capped,
    is_active,
    is_worn,
    luck_dice,
    reroll_allowance,
    split_shape,
)
from engine.systems.phase_abandon.entities import Character, GuidingPrinciple, LiveRoll, Skill, State
from engine.systems.phase_abandon.fields import Principle
from engine.systems.phase_abandon.fold import damage_of
from engine.systems.phase_abandon.guards import (
    active_character,
    refuse_broken,
    refuse_if_protected,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event, PlayerCommand
from engine.systems.phase_abandon.naming import find_principle, find_skill, is_luck
from engine.systems.phase_abandon.rules.narration import interrupt
from engine.systems.phase_abandon.rules.preparing import DiceHeldOut, TriggerInvoked, most_thrown, refuse_trigger, split
from engine.systems.phase_abandon.rules.rolls import ask_throw
from engine.systems.phase_abandon.vocabulary import RollKind
from engine.systems.phase_abandon.words import dice_and_rerolls


class ActionDeclared(Event):
    """A roll begins; `skill` None is Luck."""

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
        skill, dice = self.skill or phrase("Luck"), dice_and_rerolls(self.thrown, self.rerolls)
        return phrase("{player} acts on {skill} with {dice}.", player=self.player, skill=skill, dice=dice)

    def undone(self) -> Phrase:
        return phrase("{player}'s {skill} roll", player=self.player, skill=self.skill or phrase("Luck"))


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


class DeclareAction(PlayerCommand):
    """Act with a skill, or on Luck with `skill` None, "none" or "luck" (PA-33, PA-35)."""

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
        refuse_trigger(vow, prepared.skill)
    if command.split and prepared.effective <= DICE_LIMIT:
        raise Refused("E_SPLIT", phrase("Only more than five dice can be split."))
    limit = DICE_LIMIT if command.split else most_thrown(prepared.effective, ledger.rules)
    if not 0 <= command.hold_out < max(limit, 1):
        raise Refused("E_RANGE", phrase("At least one die has to be rolled."))
    if not prepared.effective:
        raise Refused("E_NO_DICE", phrase("There are no dice to roll, not even Luck."))


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
        split(ledger, roll_id, split_shape(prepared.effective), prepared.effective)
    if command.hold_out:
        ledger.record(DiceHeldOut(roll_id, command.hold_out))
    ask_throw(ledger)
