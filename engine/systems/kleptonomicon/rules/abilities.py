"""Using an Ability where its Ability Time, the Turn and the phase allow it (rules 3.3, 3.7, 3.12)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.rules import Refused
from engine.fields import Words
from engine.phrase import phrase
from engine.systems.kleptonomicon.entities import Ability, Character, OpenTest
from engine.systems.kleptonomicon.fields import AbilityName, CharacterName, Distance, Time
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import OfCharacter
from engine.systems.kleptonomicon.naming import find_ability, find_characters, plain
from engine.systems.kleptonomicon.rulebook import refuse_no_beats, refuse_other_turn, refuse_out
from engine.systems.kleptonomicon.rules.effects import (
    AbilityUsed,
    SlowActionStarted,
    refuse_limits,
    refuse_phase,
    spend_beat,
    take_effect,
)
from engine.systems.kleptonomicon.rules.freeplay import LongAbility
from engine.systems.kleptonomicon.rules.grants import UseEpisodicAbility
from engine.systems.kleptonomicon.rules.movement import Dash
from engine.systems.kleptonomicon.rules.reactions import UseReaction
from engine.systems.kleptonomicon.rules.testing import open_test
from engine.systems.kleptonomicon.rules.triggers import commit
from engine.systems.kleptonomicon.vocabulary import (
    BASIC_ATTACKS,
    COSTS_BEAT,
    DASH,
    IMPROVISED,
    OPPORTUNITY_ATTACK,
    REACTIONS,
    AbilityTime,
    Phase,
    TestKind,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility(OfCharacter):
    """Use an Ability (KL-18, KL-49 to KL-56, KL-85).

    Attributes:
        ability: Name on the sheet, a Basic Attack, or "improvised" for a deed priced by the GM (KL-57).
        distance: Units to the target, None = not checked.
        announced: Whether it was said, as a Pause wants (KL-85).
        maneuver: A Basic Attack meant to slow (KL-71).
        time: ACTION or SLOW_ACTION of an improvised deed.
    """

    kind: ClassVar[str] = "use_ability"
    waits: ClassVar[bool] = True
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
        """Who is meant; it has to be certain only where something is inflicted on them."""
        said = self.targets
        if self.maneuver and not said and ledger.state.encounter is not None:
            foes = [name for name in ledger.encounter.participants if ledger.character(name).is_npc]
            said = (foes[0],) if len(foes) == 1 else ()
        certain = self.maneuver or ability.interrupts or bool(ability.inflicts)
        return find_characters(ledger.state, said, strict=certain and ledger.state.phase is Phase.MAIN)


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
    take_effect(ledger, character, ability.name, targets)
    if maneuver:
        test = OpenTest("", character.name, TestKind.MANEUVER, 0, ability=ability.name, targets=targets[:1])
        open_test(ledger, test, dis=1)
