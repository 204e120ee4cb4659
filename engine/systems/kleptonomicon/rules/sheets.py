"""Characters, creatures and what stands on sheets; groups, styles and conditions known beforehand."""

from collections.abc import Iterator
from typing import Any, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, listed
from engine.fields import NewName, PlayerName, Words
from engine.phrase import EMPTY, Phrase, phrase, template
from engine.systems.kleptonomicon.entities import (
    Ability,
    Character,
    ConditionRule,
    Creature,
    NpcGroup,
    Sheet,
    StyleRule,
)
from engine.systems.kleptonomicon.fields import AnyNumber, CharacterName, CreatureName
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, CharacterEvent, Command, Event, GmCommand, OfCharacter
from engine.systems.kleptonomicon.naming import find_creature, find_player, plain, plural, singular
from engine.systems.kleptonomicon.reading import MOST
from engine.systems.kleptonomicon.rules.effects import lose_slow_actions
from engine.systems.kleptonomicon.standing import condition_words, in_words
from engine.systems.kleptonomicon.state import State, known_character, with_character
from engine.systems.kleptonomicon.vocabulary import EVERYONE_WORDS, RESET_POOLS, Phase, Pool

MOST_LEARNT = 50
"""The most Abilities on a sheet, and the most Upgrades."""


class CharacterCreated(Event):
    """A PC, or an NPC (`player` None), exists with full points."""

    weight: ClassVar[int] = 1
    name: str
    player: str | None
    sheet: Sheet
    creature: str = ""
    lasting: bool = True

    def apply(self, state: State) -> Changes:
        sheet = self.sheet
        new = Character(
            self.name,
            self.player,
            self.creature,
            self.lasting,
            sheet,
            sneaky=sheet.sneaky,
            beats=sheet.beats_max,
            **full_points(sheet),
        )
        return {"characters": (*state.characters, new)}

    def sentence(self) -> Phrase:
        if self.player:
            return phrase("{player} plays {character}.", player=self.player, character=self.name)
        if self.lasting:
            return phrase("{character} is an NPC.", character=self.name)
        return EMPTY


def full_points(sheet: Sheet) -> dict[str, Any]:
    """Every pool at its maximum."""
    return {pool: getattr(sheet, f"{pool}_max") for pool in RESET_POOLS}


class CreatureAdded(Event):
    """A kind of NPC is known."""

    weight: ClassVar[int] = 1
    creature: Creature

    def apply(self, state: State) -> Changes:
        others = tuple(each for each in state.creatures if each.name != self.creature.name)
        return {"creatures": (*others, self.creature)}

    def sentence(self) -> Phrase:
        return phrase("{creatures} are known.", creatures=self.creature.plural)


class GroupPrepared(Event):
    """A group of NPCs is written down."""

    weight: ClassVar[int] = 1
    group: NpcGroup

    def apply(self, state: State) -> Changes:
        others = tuple(each for each in state.prepared if each.name != self.group.name)
        return {"prepared": (*others, self.group)}

    def sentence(self) -> Phrase:
        return phrase("{group} is prepared: {members}.", group=self.group.name, members=listed(self.group.members))


class StyleDefined(Event):
    """A Movement Style is known."""

    weight: ClassVar[int] = 1
    name: str
    interruption: str | None

    def apply(self, state: State) -> Changes:
        others = tuple(each for each in state.styles if each.name != self.name)
        return {"styles": (*others, StyleRule(self.name, self.interruption))}

    def sentence(self) -> Phrase:
        return in_words(phrase("{style} is a Movement Style", style=self.name), self.interruption)


class ConditionDefined(Event):
    """A Status Condition is known."""

    weight: ClassVar[int] = 1
    name: str
    fleeting: bool

    def apply(self, state: State) -> Changes:
        others = tuple(each for each in state.condition_rules if each.name != self.name)
        return {"condition_rules": (*others, ConditionRule(self.name, self.fleeting))}

    def sentence(self) -> Phrase:
        if self.fleeting:
            return phrase("{condition} is a Status Condition, Fleeting.", condition=condition_words(self.name))
        return phrase("{condition} is a Status Condition.", condition=condition_words(self.name))


class SheetWritten(CharacterEvent):
    """A sheet was replaced."""

    told: ClassVar[str] = template("{character}'s sheet is written.")
    weight: ClassVar[int] = 1
    sheet: Sheet

    def apply(self, state: State) -> Changes:
        """Points lost before stay lost; nothing goes beyond its new maximum."""
        old, sheet = known_character(state, self.character), self.sheet
        points: dict[str, Any] = {}
        for pool, most in full_points(sheet).items():
            lost = getattr(old.sheet, f"{pool}_max") - getattr(old, pool)
            if pool == Pool.HEALTH and not old.sheet.health_max:
                lost = old.lost
            points[pool] = max(0, most - max(0, lost))
        beats = min(old.beats, sheet.beats_max)
        debt = min(old.beat_debt, sheet.beats_max)
        return with_character(state, self.character, sheet=sheet, beats=beats, beat_debt=debt, **points)


class AbilityLearned(CharacterEvent):
    """A new Ability stands on a sheet."""

    weight: ClassVar[int] = 2
    ability: Ability

    def apply(self, state: State) -> Changes:
        sheet = known_character(state, self.character).sheet
        others = tuple(each for each in sheet.abilities if each.name.casefold() != self.ability.name.casefold())
        return with_character(state, self.character, sheet=changed(sheet, abilities=(*others, self.ability)))

    def sentence(self) -> Phrase:
        return phrase("{character} has {ability}.", character=self.character, ability=self.ability.name)


class SneakyChanged(CharacterEvent):
    """A PC is hidden, or noticed."""

    told: ClassVar[str] = template("{character} is Sneaky.")
    depends: ClassVar[str] = "sneaky"
    otherwise: ClassVar[str] = template("{character} is no longer Sneaky.")
    weight: ClassVar[int] = 2
    sneaky: bool

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, sneaky=self.sneaky)


class OutChanged(CharacterEvent):
    """A character can no longer act, or can again."""

    told: ClassVar[str] = template("{character} is out.")
    depends: ClassVar[str] = "out"
    otherwise: ClassVar[str] = template("{character} is back.")
    weight: ClassVar[int] = 2
    out: bool

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, out=self.out)


class CreateCharacter(Command):
    """A player's PC; `sheet` None is a level 1 sheet with nothing on it."""

    by: ClassVar[By] = By.ANYBODY
    talk: ClassVar[Talk] = Talk(confirm="The character {name} for {player}?")
    player: PlayerName | None = None
    name: NewName
    sheet: Sheet | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        player = find_player(ledger.state, self.player or self.actor)
        if player.gm:
            raise Refused("BAD_VALUE", phrase("The game master's characters are NPCs."))
        if ledger.state.character_of(player.name) is not None:
            raise Refused("DUPLICATE_NAME", phrase("{name} already has a character.", name=player.name))
        sheet = self.sheet or Sheet()
        _refuse_name(ledger, self.name, player.name)
        refuse_sheet(sheet)
        ledger.record(CharacterCreated(self.name.strip(), player.name, tidy(sheet)))


def _refuse_name(ledger: Ledger, said: str, player: str | None = None) -> None:
    """A character's name is its own; it may be its player's too."""
    name = plain(said)
    if not name:
        raise Refused("EMPTY_TEXT", phrase("The name is missing."))
    taken = [each.name for each in ledger.state.characters]
    taken += [each.name for each in ledger.state.players if each.name != player]
    if name in {plain(each) for each in taken} or name in EVERYONE_WORDS:
        raise name_taken(said.strip())


def name_taken(name: str) -> Refused:
    """The refusal of a name that somebody has, or that means something else."""
    said = phrase("{name} is already the name of somebody or something else.", name=name)
    return Refused("DUPLICATE_NAME", said)


class AddCreature(GmCommand):
    """Make a kind of NPC known (KL-28)."""

    talk: ClassVar[Talk] = Talk(confirm="Add that creature?")

    creature: Creature

    def decide(self, ledger: Ledger, who: None) -> None:
        creature = self.creature
        if not creature.name.strip():
            raise Refused("EMPTY_TEXT", phrase("The name is missing."))
        refuse_sheet(creature.sheet)
        name = plain(creature.name)
        several = plain(creature.plural) or plural(name)
        ledger.record(CreatureAdded(Creature(name, several, tidy(creature.sheet))))


class AddNpc(GmCommand):
    """Name an NPC who may take part in Encounters again and again."""

    talk: ClassVar[Talk] = Talk(confirm="Add {name}?")

    name: NewName
    creature: CreatureName = ""
    sheet: Sheet | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        known = find_creature(ledger.state, self.creature) if self.creature.strip() else None
        sheet = self.sheet or (known.sheet if known is not None else Sheet())
        _refuse_name(ledger, self.name)
        refuse_sheet(sheet)
        kind = known.name if known is not None else singular(self.creature)
        ledger.record(CharacterCreated(self.name.strip(), None, tidy(sheet), kind))


class PrepareGroup(GmCommand):
    """Write down a group of NPCs for later (KL-28).

    Attributes:
        members: Names of NPCs and kinds of creatures, with a number where there are several ("3 wolves").
    """

    talk: ClassVar[Talk] = Talk(confirm="Prepare the group {name}?")

    name: Words
    members: tuple[CharacterName, ...] = ()
    edge_modifier: AnyNumber | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        if not self.name.strip() or not self.members or not all(each.strip() for each in self.members):
            raise Refused("EMPTY_TEXT", phrase("The name or a member is missing."))
        modifier = self.edge_modifier if self.edge_modifier is not None else 0
        stated = ("stated",) if self.edge_modifier is not None else ()
        ledger.record(GroupPrepared(NpcGroup(self.name.strip(), self.members, modifier, stated)))


class DefineStyle(GmCommand):
    """Make a Movement Style known; `interruption` is "fall", a text, or None for nothing (KL-73, KL-74)."""

    talk: ClassVar[Talk] = Talk(confirm="A new Movement Style called {name}?")

    name: NewName
    interruption: Words | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        interruption = (self.interruption or "").strip() or None
        ledger.record(StyleDefined(plain(self.name), interruption))


class DefineCondition(GmCommand):
    """Make a Status Condition known."""

    talk: ClassVar[Talk] = Talk(confirm="A new condition called {name}?")

    name: NewName
    fleeting: bool = False

    def decide(self, ledger: Ledger, who: None) -> None:
        ledger.record(ConditionDefined(plain(self.name), self.fleeting))


class WriteSheet(OfCharacter):
    """Replace what stands on a sheet; what changes in play is kept within the new maxima."""

    talk: ClassVar[Talk] = Talk(confirm="Change the sheet of {character}?")

    sheet: Sheet

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Replace what stands on a sheet (KL-92)."""
        refuse_sheet(self.sheet)
        ledger.record(SheetWritten(who.name, tidy(self.sheet)))


class LevelReached(CharacterEvent):
    """A PC is on a higher level, with what it brought (KL-92)."""

    weight: ClassVar[int] = 2
    told: ClassVar[str] = template("{character} is level {level}")
    quotes: ClassVar[str] = "gain"
    taken_back: ClassVar[str] = template("{character}'s level")
    level: InWords
    gain: str = ""

    def apply(self, state: State) -> Changes:
        sheet = known_character(state, self.character).sheet
        upgrades = (*sheet.upgrades, self.gain) if self.gain else sheet.upgrades
        return with_character(state, self.character, sheet=changed(sheet, level=self.level, upgrades=upgrades))


class LevelUp(OfCharacter):
    """Go up a level; the table says what that brings (KL-92).

    Attributes:
        gain: An Ability, Upgrade or Perk, in words.
    """

    phases: ClassVar[tuple[Phase, ...]] = tuple(each for each in Phase if each not in {Phase.INITIATIVE, Phase.MAIN})
    talk: ClassVar[Talk] = Talk(confirm="Does {character} level up?")
    gain: Words = ""

    def decide(self, ledger: Ledger, who: Character) -> None:
        if who.is_npc:
            raise Refused("BAD_VALUE", phrase("Only players' characters have levels."))
        if self.gain.strip() and len(who.sheet.upgrades) >= MOST_LEARNT:
            most = phrase("{character} has at most {count} Upgrades.", character=who.name, count=MOST_LEARNT)
            raise Refused("BAD_VALUE", most)
        ledger.record(LevelReached(who.name, who.sheet.level + 1, self.gain.strip()))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        gain = Field("gain", phrase("What it brings"), optional=True)
        yield Move(cls.kind, phrase("Level up"), phrase("Points"), (("character", who),), (gain,))


class LearnAbility(OfCharacter):
    """Write a new Ability on a sheet (KL-92)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {character} learn {ability}?")

    ability: Ability

    def decide(self, ledger: Ledger, who: Character) -> None:
        _refuse_ability(self.ability)
        if len(who.sheet.abilities) >= MOST_LEARNT:
            most = phrase("{character} has at most {count} Abilities.", character=who.name, count=MOST_LEARNT)
            raise Refused("BAD_VALUE", most)
        ledger.record(AbilityLearned(who.name, self.ability))


class SetSneaky(OfCharacter):
    """A PC is hidden or noticed (KL-34)."""

    talk: ClassVar[Talk] = Talk(confirm="Is {character} {sneaky:Sneaky|no longer Sneaky}?")

    sneaky: bool = True

    def decide(self, ledger: Ledger, who: Character) -> None:
        if who.sneaky != self.sneaky:
            ledger.record(SneakyChanged(who.name, self.sneaky))


class SetOut(OfCharacter):
    """A character can no longer act, or can again (KL-47)."""

    talk: ClassVar[Talk] = Talk(confirm="Is {character} {out:out|able to act again}?")

    out: bool = True

    def decide(self, ledger: Ledger, who: Character) -> None:
        """A character can no longer act: Slow Actions of theirs are lost (KL-47, KL-54)."""
        if who.out == self.out:
            return
        ledger.record(OutChanged(who.name, self.out))
        if self.out:
            lose_slow_actions(ledger, who.name)


def tidy(sheet: Sheet) -> Sheet:
    """The sheet with Movement Styles and Skills in small letters, as they are looked up."""
    styles = tuple(changed(each, name=plain(each.name)) for each in sheet.styles)
    skills = tuple(changed(each, name=each.name.strip()) for each in sheet.skills)
    return changed(sheet, styles=styles, skills=skills)


def refuse_sheet(sheet: Sheet) -> None:
    """Numbers of a sheet are possible and its entries have names of their own."""
    numbers = [sheet.beats_max, *(getattr(sheet, f"{pool}_max") for pool in RESET_POOLS)]
    if not 1 <= sheet.level <= MOST or not all(0 <= number <= MOST for number in numbers):
        raise Refused("BAD_VALUE", phrase("A level is at least 1, and no maximum is below 0."))
    skills, known = [each.name for each in sheet.skills], [each.name for each in sheet.abilities]
    styles = [each.name for each in sheet.styles]
    for names, missing, twice in (
        (skills, phrase("The name of a Skill is missing."), phrase("A Skill occurs twice.")),
        (known, phrase("The name of an Ability is missing."), phrase("An Ability occurs twice.")),
        (styles, phrase("The name of a Movement Style is missing."), phrase("A Movement Style occurs twice.")),
    ):
        plain_names = [plain(name) for name in names]
        if not all(plain_names):
            raise Refused("EMPTY_TEXT", missing)
        if len(set(plain_names)) != len(plain_names):
            raise Refused("DUPLICATE_NAME", twice)
    for each in sheet.abilities:
        _refuse_ability(each)


def _refuse_ability(ability: Ability) -> None:
    uses, reach = ability.uses_per_episode, ability.reach
    wrong = (uses is not None and uses < 1) or (reach is not None and reach < 0) or ability.duration_minutes < 0
    if (
        wrong
        or not ability.name.strip()
        or any(each.stacks < 1 or not each.condition.strip() for each in ability.inflicts)
    ):
        said = phrase("An Ability needs a name, and its uses, reach, minutes and Stacks make sense.")
        raise Refused("BAD_VALUE", said)
