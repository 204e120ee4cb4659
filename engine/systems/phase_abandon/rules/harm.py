"""Healing, recharging, and what becomes of those who fall (rules 3.8, 3.9)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.fields import Id, Number
from engine.offers import choice
from engine.phrase import Phrase, phrase, template
from engine.systems.phase_abandon.choices import CHARACTER
from engine.systems.phase_abandon.entities import Character, ResolvedRoll, Skill, State
from engine.systems.phase_abandon.fields import FATES, Fate, ItemName, SkillOfTarget, Target
from engine.systems.phase_abandon.fold import with_character, with_skill
from engine.systems.phase_abandon.guards import living_character, refuse_broken
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import CharacterEvent, Command, PlayerCommand
from engine.systems.phase_abandon.naming import all_skills, find, find_player, find_skill
from engine.systems.phase_abandon.vocabulary import CharacterStatus, NarrationKind
from engine.systems.phase_abandon.words import in_figures
from engine.types import Spoken

FULL_HEART = 5
HEALING = phrase("Healing")
_OUT = (CharacterStatus.DRAFT, CharacterStatus.DEAD)
_ITEM = phrase("item"), phrase("items")


class ItemRecharged(CharacterEvent):
    """An item is whole again."""

    told: ClassVar[str] = template("{item} is at full strength again.")
    said: ClassVar[str] = template("{item} is whole again.")
    weight: ClassVar[int] = 2
    item: str

    def apply(self, state: State) -> Changes:
        return with_skill(state, self.character, self.item, damage=0)


class DamageHealed(CharacterEvent):
    """A skill is cured in the story; `roll` paid for it."""

    told: ClassVar[str] = template("{character}'s {skill} is healed by {amount}, {damage} damage left.")
    said: ClassVar[str] = template("{skill} of {character}: {amount} healed.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the healing of {skill}")
    skill: str
    amount: int
    damage: int
    roll: str | None = None

    def apply(self, state: State) -> Changes:
        return {**with_skill(state, self.character, self.skill, damage=self.damage), **_healed_by(state, self.roll)}


class HeartRestored(CharacterEvent):
    """Heart comes back."""

    told: ClassVar[str] = template("{character} is back to {heart} Heart.")
    said: ClassVar[str] = template("{character} is back to {heart} Heart.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the healing of {character}")
    amount: int
    heart: int
    roll: str | None = None

    def apply(self, state: State) -> Changes:
        return {**with_character(state, self.character, heart=self.heart), **_healed_by(state, self.roll)}


def _healed_by(state: State, roll: str | None) -> Changes:
    last = state.last_roll
    return {"last_roll": changed(last, healed=True)} if last is not None and last.roll_id == roll else {}


class FateChosen(CharacterEvent):
    """The owner decided: "die" or "incapacitated"."""

    taken_back: ClassVar[str] = template("the fate of {character}")
    fate: str

    def apply(self, state: State) -> Changes:
        status = CharacterStatus.DEAD if self.fate == "die" else CharacterStatus.INCAPACITATED
        return with_character(state, self.character, status=status)

    def sentence(self) -> Phrase:
        if self.fate == "die":
            return phrase("{character} dies.", character=self.character)
        return phrase("{character} is out of action.", character=self.character)

    def aloud(self) -> Spoken:
        dies = phrase("{character} dies.", character=self.character)
        out = phrase("{character} is out of the scene.", character=self.character)
        return Spoken(dies if self.fate == "die" else out, 2)


class CharacterRecovered(CharacterEvent):
    """A character is back."""

    told: ClassVar[str] = template("{character} is back with {heart} Heart.")
    said: ClassVar[str] = template("{character} is back, Heart {heart}.")
    weight: ClassVar[int] = 2
    heart: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, status=CharacterStatus.ACTIVE, heart=self.heart)


def close_scene_effects(ledger: Ledger) -> None:
    """At the end of a scene a fallen character is incapacitated; with `per_scene` everybody recovers."""
    for character in ledger.state.characters:
        if character.status is CharacterStatus.DOWN:
            ledger.record(FateChosen(character.name, "incapacitated"))
    if ledger.rules.recovery == "per_scene":
        recover_all(ledger)


def recover_all(ledger: Ledger) -> None:
    """Heart and skills of all living characters are whole again."""
    for character in ledger.state.characters:
        if character.status not in _OUT:
            _recover(ledger, character)


def _recover(ledger: Ledger, character: Character) -> None:
    for skill in all_skills(character):
        if skill.damage and not skill.broken:
            ledger.record(DamageHealed(character.name, skill.name, skill.damage, 0))
    if character.status is CharacterStatus.INCAPACITATED:
        ledger.record(CharacterRecovered(character.name, FULL_HEART))
    elif character.heart < FULL_HEART:
        ledger.record(HeartRestored(character.name, FULL_HEART - character.heart, FULL_HEART))


class HealDamage(Command):
    """Cure a skill, or Heart with `heart` (PA-68).

    Attributes:
        target: Player whose character is healed.
        amount: Points; None = everything.
        roll_id: Healing roll that pays for it; the one whose success or draw is just told is taken when absent.
    """

    phases: ClassVar[str] = "P"
    talk: ClassVar[Talk] = Talk(confirm="Heal {target}[ by {amount}][: {skill}]?")
    target: Target
    skill: SkillOfTarget | None = None
    amount: Annotated[int, Number(1, otherwise=phrase("Healing takes at least one point."))] | None = None
    heart: bool = False
    roll_id: Id | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        player = find_player(state, self.target or self.actor)
        character = living_character(state, player.name)
        skill = None if self.heart else find_skill(character, self.skill or "")
        paying = _paying_roll(ledger, self)
        if paying is not None:
            if self.amount is not None and self.amount > paying.successes:
                raise Refused("E_RANGE", phrase("That roll heals {points} at most.", points=paying.successes))
            if paying.healed:
                raise Refused("E_ALREADY", phrase("That roll has healed something already."))
        if skill is not None:
            refuse_broken(skill)
        wanted = self.amount if self.amount is not None else paying.successes if paying is not None else FULL_HEART * 3
        _heal(ledger, character, skill, wanted, paying.roll_id if paying is not None else None)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for player in state.players:
            character = state.character_of(player.name)
            if character is not None:
                yield from _cures(player.name, character)


def _paying_roll(ledger: Ledger, command: HealDamage) -> ResolvedRoll | None:
    """The roll named, or for a skill the one whose result is just being told: not more than it showed (PA-68)."""
    last, narration = ledger.state.last_roll, ledger.state.narration
    if command.roll_id is not None:
        if last is None or last.roll_id != command.roll_id:
            raise Refused("E_UNKNOWN", phrase("Only the latest roll can pay for healing."))
        return last
    telling = narration is not None and narration.kind in (
        NarrationKind.SUCCESS_RESULT,
        NarrationKind.BREAK_EVEN_RESULT,
    )
    return last if telling and not command.heart else None


def _heal(ledger: Ledger, character: Character, skill: Skill | None, wanted: int, roll: str | None) -> None:
    """Heal up to what is missing; nothing exceeds full Heart or a whole skill."""
    hurt = FULL_HEART - character.heart if skill is None else skill.damage
    amount = min(wanted, hurt)
    if not amount:
        raise Refused("E_RANGE", phrase("There is nothing to heal."))
    if skill is not None:
        ledger.record(DamageHealed(character.name, skill.name, amount, skill.damage - amount, roll))
        return
    ledger.record(HeartRestored(character.name, amount, character.heart + amount, roll))
    if character.status is CharacterStatus.DOWN:
        ledger.record(CharacterRecovered(character.name, character.heart + amount))


def _cures(target: str, character: Character) -> Iterator[Move]:
    hurt = [
        (each.name, phrase("{skill}, {damage} damage", skill=each.name, damage=each.damage))
        for each in all_skills(character)
        if each.damage
    ]
    if hurt:
        label = phrase("Heal a skill of {character}", character=character.name)
        skill = choice("skill", phrase("Skill"), hurt)
        yield Move(HealDamage.kind, label, HEALING, (("target", target),), (skill,))
    lost = FULL_HEART - character.heart
    if lost:
        points = in_figures(lost, "point", "points")
        label = phrase("Restore Heart of {character} ({points} lost)", character=character.name, points=points)
        amount = Field("amount", phrase("Points"), "number", (), 1, lost)
        yield Move(HealDamage.kind, label, HEALING, (("target", target), ("heart", True)), (amount,))


class RechargeItem(PlayerCommand):
    """An item's own condition is met (PA-67); `item` None = the only one that recharges."""

    talk: ClassVar[Talk] = Talk(confirm="Recharge {item}, {player}?")

    item: ItemName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        character = living_character(ledger.state, who)
        item = _item_meant(character, self.item)
        refuse_broken(item)
        ledger.record(ItemRecharged(character.name, item.name))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is not None:
            spent = [each.name for each in character.items if each.recharge and each.damage]
            recharging = choice("item", phrase("Item"), spent)
            yield Move(cls.kind, phrase("Recharge an item"), CHARACTER, (), (recharging,))


def _item_meant(character: Character, said: str | None) -> Skill:
    if said:
        return find(character.items, lambda item: item.name, said, _ITEM)
    if len(character.items) == 1:
        return character.items[0]
    raise Refused("E_AMBIGUOUS" if character.items else "E_UNKNOWN", phrase("Say which item is meant."))


class ChooseFate(PlayerCommand):
    """The owner decides on Heart 0 (PA-69): "die" or "incapacitated"."""

    talk: ClassVar[Talk] = Talk(confirm="To be sure, {player}: {fate}?", awaited="fallen")
    fate: Fate

    def decide(self, ledger: Ledger, who: str) -> None:
        if self.actor and find_player(ledger.state, self.actor).name != who:
            raise Refused("E_NOT_OWNER", phrase("Only {player} decides that.", player=who))
        fate = FATES[self.fate.strip().lower()]
        character = ledger.state.character_of(who)
        if character is None or character.status is not CharacterStatus.DOWN:
            fallen = [other for other in ledger.state.characters if other.status is CharacterStatus.DOWN]
            if fallen:
                owner, name = fallen[0].owner, fallen[0].name
                only = phrase("Only {player} decides about {character}.", player=owner, character=name)
                raise Refused("E_NOT_OWNER", only)
            raise Refused("E_ALREADY", phrase("Nobody has fallen."))
        ledger.record(FateChosen(character.name, fate))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is not None and character.status is CharacterStatus.DOWN:
            fates = (("incapacitated", phrase("incapacitated")), ("die", phrase("dies")))
            fate = choice("fate", phrase("Fate"), fates)
            label = phrase("Decide what becomes of {character}", character=character.name)
            yield Move(cls.kind, label, CHARACTER, (), (fate,), owed=True)


class RecoverCharacter(PlayerCommand):
    """An incapacitated character comes back (PA-71)."""

    phases: ClassVar[str] = "PO"
    talk: ClassVar[Talk] = Talk(confirm="Is the character of {player} back?", awaited="incapacitated")

    def decide(self, ledger: Ledger, who: str) -> None:
        character = living_character(ledger.state, who)
        if character.status is not CharacterStatus.INCAPACITATED:
            raise Refused("E_ALREADY", phrase("{character} is not incapacitated.", character=character.name))
        heart = max(character.heart, ledger.rules.recovery_heart)
        ledger.record(CharacterRecovered(character.name, heart))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is not None:
            yield Move(cls.kind, phrase("Bring {character} back", character=character.name), CHARACTER)
