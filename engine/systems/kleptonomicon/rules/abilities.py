"""Using an Ability where its Ability Time, the Turn and the phase allow it; Reactions (rules 3.3, 3.7, 3.8, 3.12)."""

from typing import ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.fields import Id, Words
from engine.phrase import Phrase, joined, phrase, template
from engine.systems.kleptonomicon.derived import abilities
from engine.systems.kleptonomicon.entities import Ability, AbilityUse, Character, Trigger
from engine.systems.kleptonomicon.fields import AbilityName, CharacterName, Distance, Time
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import CharacterEvent, OfCharacter
from engine.systems.kleptonomicon.naming import find_ability, find_characters, plain
from engine.systems.kleptonomicon.rulebook import refuse_no_beats, refuse_other_turn, refuse_out
from engine.systems.kleptonomicon.rules.effects import (
    AbilityUsed,
    SlowActionStarted,
    refuse_limits,
    refuse_phase,
    spend_beat,
    take_effect,
    with_use,
)
from engine.systems.kleptonomicon.rules.freeplay import LongAbility
from engine.systems.kleptonomicon.rules.movement import Dash
from engine.systems.kleptonomicon.rules.opening import UseEpisodicAbility
from engine.systems.kleptonomicon.rules.triggers import commit, open_trigger
from engine.systems.kleptonomicon.standing import named, on_targets
from engine.systems.kleptonomicon.state import State, with_encounter
from engine.systems.kleptonomicon.vocabulary import (
    BASIC_ATTACKS,
    COSTS_BEAT,
    DASH,
    ENCOUNTER,
    IMPROVISED,
    MELEE,
    OPPORTUNITY_ATTACK,
    REACTIONS,
    AbilityTime,
    Phase,
    TriggerKind,
)


class UseAbility(OfCharacter):
    """Use an Ability (KL-18, KL-49 to KL-56, KL-85).

    Attributes:
        ability: Name on the sheet, a Basic Attack, or "improvised" for a deed priced by the GM (KL-57).
        distance: Units to the target, None = not checked.
        announced: Whether it was said, as a Pause wants (KL-85).
        maneuver: A Basic Attack meant to slow (KL-71).
        time: ACTION or SLOW_ACTION of an improvised deed.
    """

    waits: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Does {character} use {ability}[ on {targets}]?")
    ability: AbilityName | None = None
    targets: tuple[CharacterName, ...] = ()
    distance: Distance | None = None
    announced: bool = True
    maneuver: bool = False
    time: Time | None = None
    text: Words = ""

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Do it where its Ability Time, the Turn and the phase allow it (KL-18, KL-49 to KL-56, KL-85, KL-99)."""
        if plain(self.ability or "") == DASH and ledger.state.phase is Phase.MAIN:
            return Dash(actor=self.actor).decide(ledger, who)
        if plain(self.ability or "") == OPPORTUNITY_ATTACK:
            return UseReaction(ability=OPPORTUNITY_ATTACK, targets=self.targets).decide(ledger, who)
        ability = self._ability(who)
        if ability.episodic:
            return UseEpisodicAbility(actor=self.actor, ability=ability.name).decide(ledger, who)
        if ability.time in REACTIONS and ledger.state.phase is Phase.MAIN:
            reaction = UseReaction(actor=self.actor, ability=ability.name, targets=self.targets)
            return reaction.decide(ledger, who)
        targets = self._targets(ledger, ability)
        refuse_phase(ledger, ability, self.announced)
        if ledger.state.phase is Phase.MAIN:
            refuse_other_turn(ledger, who)
        refuse_out(who)
        refuse_limits(ledger, who, ability, self.distance)
        if self.maneuver and ability.name.casefold() not in BASIC_ATTACKS:
            raise Refused("NOT_BASIC_ATTACK", phrase("An Improvised Maneuver is made with a Basic Attack."))
        if ledger.state.phase is Phase.MAIN:
            _use_in_turn(ledger, who, ability, targets, self.maneuver)
        elif ability.duration_minutes >= 1:
            ledger.record(LongAbility(who.name, ability.name, ability.duration_minutes, targets))
        else:
            ledger.record(AbilityUsed(who.name, ability.name, targets))
            _after_use(ledger, who, ability, targets, self.maneuver)

    def _ability(self, character: Character) -> Ability:
        """The Ability meant; "improvised" is priced by the GM as an Action or Slow Action (KL-57)."""
        said = self.ability or ""
        if plain(said) != IMPROVISED:
            if not said.strip():
                raise Refused("UNKNOWN_ABILITY", phrase("Say which Ability."))
            return find_ability(character, said)
        stated = (self.time or AbilityTime.ACTION.value).strip().upper().replace(" ", "_")
        if stated not in {AbilityTime.ACTION.value, AbilityTime.SLOW_ACTION.value}:
            raise Refused("BAD_VALUE", phrase("An improvised deed that is not free is an Action or a Slow Action."))
        return Ability(self.text.strip() or IMPROVISED, AbilityTime(stated))

    def _targets(self, ledger: Ledger, ability: Ability) -> tuple[str, ...]:
        """The targets meant; they have to be certain only where something is inflicted on them."""
        said = self.targets
        if self.maneuver and not said and ledger.state.encounter is not None:
            foes = [name for name in ledger.encounter.participants if ledger.character(name).is_npc]
            said = (foes[0],) if len(foes) == 1 else ()
        certain = (self.maneuver or is_aimed(ability)) and ledger.state.phase is Phase.MAIN
        if certain and not said and len(ledger.encounter.participants) > 1:
            raise Refused("TARGET_MISSING", phrase("At whom is {ability}?", ability=named(ability.name)))
        return find_characters(ledger.state, said, strict=certain)


def is_aimed(ability: Ability) -> bool:
    """It does something to somebody, so that somebody has to be named."""
    return ability.interrupts or bool(ability.inflicts)


def _use_in_turn(
    ledger: Ledger, character: Character, ability: Ability, targets: tuple[str, ...], maneuver: bool
) -> None:
    """Pay the Beat; a Slow Action then waits for the next Turn (KL-49, KL-50)."""
    costs = ability.time in COSTS_BEAT
    if costs:
        refuse_no_beats(character)
    commit(ledger)
    slow = ability.time is AbilityTime.SLOW_ACTION
    if not slow:
        ledger.record(AbilityUsed(character.name, ability.name, targets))
    if costs:
        spend_beat(ledger, character)
    if slow:
        ledger.record(SlowActionStarted(character.name, ability.name, ledger.encounter.round, targets))
    else:
        _after_use(ledger, character, ability, targets, maneuver)


def _after_use(
    ledger: Ledger, character: Character, ability: Ability, targets: tuple[str, ...], maneuver: bool
) -> None:
    take_effect(ledger, character, ability.name, targets, maneuver)


class ReactionUsed(CharacterEvent):
    """Somebody reacted."""

    taken_back: ClassVar[str] = template("{character}'s {ability}")
    said: ClassVar[str] = template("{character} reacts: {ability}.")
    weight: ClassVar[int] = 2
    ability: str
    trigger_id: str | None = None
    targets: tuple[str, ...] = ()

    def apply(self, state: State) -> Changes:
        changes = with_use(state, self.character, self.ability)
        if state.encounter is None or self.trigger_id is None:
            return changes
        use = AbilityUse(self.character, self.ability)
        triggers = tuple(
            changed(each, used_by=(*each.used_by, use)) if each.trigger_id == self.trigger_id else each
            for each in state.encounter.triggers
        )
        return changes | with_encounter(state, triggers=triggers)

    def sentence(self) -> Phrase:
        return phrase(
            "{character} reacts with {ability}.",
            character=self.character,
            ability=on_targets(self.ability, self.targets),
        )


class UseReaction(OfCharacter):
    """Answer something that happens (KL-49 to KL-53, KL-65).

    Attributes:
        ability: None = the only Reaction that fits.
        trigger_text: What is answered, where nothing is open; wants the GM's word.
        late_ok: The GM's word.
    """

    waits: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Does {character} react with {ability}?")
    ability: AbilityName | None = None
    targets: tuple[CharacterName, ...] = ()
    trigger_id: Id | None = None
    trigger_text: Words | None = None
    late_ok: bool = False

    def decide(self, ledger: Ledger, who: Character) -> None:
        ability = self._reaction(ledger, who)
        targets = find_characters(ledger.state, self.targets, strict=False)
        refuse_phase(ledger, ability, announced=True)
        refuse_out(who)
        refuse_limits(ledger, who, ability, None)
        if ledger.state.phase is not Phase.MAIN:
            ledger.record(ReactionUsed(who.name, ability.name, None, targets))
            take_effect(ledger, who, ability.name, targets)
            return
        costs = ability.time in COSTS_BEAT
        if costs:
            refuse_no_beats(who)
        trigger = self._trigger(ledger, who, ability)
        ledger.record(ReactionUsed(who.name, ability.name, trigger.trigger_id, targets))
        if costs:
            spend_beat(ledger, who)
        name = MELEE if ability.name == OPPORTUNITY_ATTACK else ability.name
        hit = targets or ((trigger.source,) if trigger.source and ability.name == OPPORTUNITY_ATTACK else ())
        take_effect(ledger, who, name, hit)

    def _reaction(self, ledger: Ledger, character: Character) -> Ability:
        """The Reaction meant; without a name the only one that fits what is open."""
        said = plain((self.ability or "").replace("_", " "))
        if said == OPPORTUNITY_ATTACK:
            return opportunity_attack(ledger.rules)
        if said:
            found = find_ability(character, said)
            if found.time in REACTIONS:
                return found
            if found.name.casefold() == MELEE and _left(ledger, character):
                return opportunity_attack(ledger.rules)
            raise Refused("NOT_A_REACTION", phrase("{ability} is not a Reaction.", ability=found.name))
        own = [each for each in abilities(character.sheet) if each.time in REACTIONS]
        if ledger.state.phase is Phase.MAIN:
            open_now = [trigger for trigger in ledger.encounter.triggers if not _has_answered(trigger, character, None)]
            fitting = [each for each in own if any(fits(each, trigger, character) for trigger in open_now)]
            own = [each for each in fitting if each.trigger is not None] or fitting or own
        if _left(ledger, character):
            own = [opportunity_attack(ledger.rules)]
        if len(own) == 1:
            return own[0]
        if not own:
            raise Refused("UNKNOWN_ABILITY", phrase("{name} has no Reaction.", name=character.name))
        raise Refused("UNKNOWN_ABILITY", phrase("Say which: {names}.", names=joined((each.name for each in own), ", ")))

    def _trigger(self, ledger: Ledger, character: Character, ability: Ability) -> Trigger:
        """The latest open trigger that fits; without one the GM's word is needed (KL-51, KL-52)."""
        fitting = [each for each in ledger.encounter.triggers if fits(ability, each, character)]
        if self.trigger_id is not None:
            fitting = [each for each in fitting if each.trigger_id == self.trigger_id]
        unanswered = [each for each in fitting if not _has_answered(each, character, ability)]
        if unanswered:
            return unanswered[-1]
        if fitting:
            said = phrase("{name} has already answered that with {ability}.", name=character.name, ability=ability.name)
            raise Refused("ALREADY_REACTED", said)
        if self.late_ok or ledger.by_gm:
            return open_trigger(
                ledger, ability.trigger or TriggerKind.CUSTOM, None, character.name, self.trigger_text or ""
            )
        said = phrase("Nothing is open that {ability} can answer; the game master may allow it.", ability=ability.name)
        raise Refused("TRIGGER_MISSING", said)


def opportunity_attack(rules: HouseRules) -> Ability:
    """A Melee Attack as a Reaction to somebody who leaves one's Swinging Distance (KL-65, KLR-18)."""
    free = rules.opportunity_attack_time == "free_reaction"
    time = AbilityTime.FREE_REACTION if free else AbilityTime.REACTION
    return Ability(OPPORTUNITY_ATTACK, time, trigger=TriggerKind.LEFT_SWINGING)


def can_answer(state: State, character: Character, specific: bool = False) -> bool:
    """Somebody has a Reaction, and the Beat for it, that answers something open.

    Args:
        state: The state asked about.
        character: Who would react.
        specific: Only a PC's Reactions count, meant for just this, to what an NPC or the world does.
    """
    if state.encounter is None or character.out or (specific and character.is_npc):
        return False
    triggers = [each for each in state.encounter.triggers if not specific or _hostile(state, each)]
    own = [each for each in abilities(character.sheet) if each.time in REACTIONS and each.usable_in_main]
    own = [*(each for each in own if each.trigger is not None or not specific), opportunity_attack(state.house_rules)]
    return any(
        (character.beats or ability.time not in COSTS_BEAT)
        and trigger.source != character.name
        and fits(ability, trigger, character)
        and not _has_answered(trigger, character, ability)
        for trigger in triggers
        for ability in own
    )


def _hostile(state: State, trigger: Trigger) -> bool:
    """An NPC or the world causes it."""
    source = state.character(trigger.source)
    return source is None or source.is_npc


def _left(ledger: Ledger, character: Character) -> bool:
    """Somebody is leaving this character's Swinging Distance."""
    triggers = ledger.encounter.triggers if ledger.state.phase in ENCOUNTER else ()
    return any(fits(opportunity_attack(ledger.rules), trigger, character) for trigger in triggers)


def fits(ability: Ability, trigger: Trigger, character: Character) -> bool:
    """A Reaction may answer a trigger; an attack is also an Ability that is used (KL-52)."""
    if ability.name == OPPORTUNITY_ATTACK and trigger.subject != character.name:
        return False
    if ability.trigger is None or ability.trigger is trigger.kind:
        return True
    return ability.trigger is TriggerKind.ABILITY_USED and trigger.kind is TriggerKind.ATTACKED


def _has_answered(trigger: Trigger, character: Character, ability: Ability | None) -> bool:
    return any(
        use.character == character.name and (ability is None or use.ability == ability.name) for use in trigger.used_by
    )
