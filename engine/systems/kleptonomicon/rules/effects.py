"""Abilities: their limits and Beats, Slow Actions, and what they do (rules 3.7, 3.10)."""

from typing import ClassVar

from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import listed
from engine.phrase import Phrase, phrase, plural, template
from engine.systems.kleptonomicon.derived import abilities, skill_modifier, used
from engine.systems.kleptonomicon.entities import Ability, Character, OpenTest, SlowAction, Stacks
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import CharacterEvent
from engine.systems.kleptonomicon.rules.conditions import gain_condition, interrupt
from engine.systems.kleptonomicon.rules.phases import phase_words
from engine.systems.kleptonomicon.rules.testing import follows, open_test
from engine.systems.kleptonomicon.rules.triggers import open_trigger
from engine.systems.kleptonomicon.standing import named, on_targets
from engine.systems.kleptonomicon.state import (
    State,
    counted_up,
    encounter_of,
    episode_of,
    with_character,
    with_encounter,
    with_episode,
)
from engine.systems.kleptonomicon.vocabulary import BASIC_ATTACKS, ENCOUNTER, SLOWED, Phase, TestKind, TriggerKind
from engine.types import Spoken

_FREE = frozenset((Phase.FREEPLAY, Phase.PAUSE))


class AbilityUsed(CharacterEvent):
    """An Ability took effect, or waits for its Test."""

    taken_back: ClassVar[str] = template("{character}'s {ability}")
    ability: str
    targets: tuple[str, ...] = ()

    def apply(self, state: State) -> Changes:
        changes = with_use(state, self.character, self.ability)
        return changes | {"encounter": going_on(state)}

    def sentence(self) -> Phrase:
        ability = on_targets(self.ability, self.targets)
        return phrase("{character} uses {ability}.", character=self.character, ability=ability)

    def aloud(self) -> Spoken:
        ability = on_targets(self.ability, self.targets)
        return Spoken(phrase("{character}: {ability}.", character=self.character, ability=ability), 1)


class BeatSpent(CharacterEvent):
    """A Beat was paid."""

    said: ClassVar[str] = template("{character}: {beats} left.")
    weight: ClassVar[int] = 2
    beats: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, beats=self.beats)


class SlowActionStarted(CharacterEvent):
    """A Slow Action will take effect next Turn."""

    told: ClassVar[str] = template("{character} starts {ability}; it takes effect next Turn.")
    taken_back: ClassVar[str] = template("{character}'s {ability}")
    said: ClassVar[str] = template("{ability} takes effect at the start of {character}'s next Turn.")
    weight: ClassVar[int] = 2
    ability: str
    round: int
    targets: tuple[str, ...] = ()

    def apply(self, state: State) -> Changes:
        started = SlowAction(self.character, self.ability, self.round, self.targets)
        return with_use(state, self.character, self.ability) | with_encounter(
            state, slow_actions=(*encounter_of(state).slow_actions, started), end_asked=None
        )


class SlowActionResolved(CharacterEvent):
    """It takes effect."""

    said: ClassVar[str] = template("{character}'s {ability} takes effect now.")
    weight: ClassVar[int] = 3
    ability: str
    targets: tuple[str, ...] = ()

    def apply(self, state: State) -> Changes:
        waiting = encounter_of(state).slow_actions
        done = next(each for each in waiting if (each.character, each.ability) == (self.character, self.ability))
        return with_encounter(state, slow_actions=tuple(each for each in waiting if each is not done))

    def sentence(self) -> Phrase:
        name, ability, targets = self.character, named(self.ability), listed(self.targets)
        if not targets:
            return phrase("{character}'s {ability} takes effect.", character=name, ability=ability)
        return phrase(
            "{character}'s {ability} takes effect on {targets}.", character=name, ability=ability, targets=targets
        )


class SlowActionLost(CharacterEvent):
    """A Slow Action never took effect."""

    told: ClassVar[str] = template("{character}'s {ability} never takes effect.")
    weight: ClassVar[int] = 2
    ability: str

    def apply(self, state: State) -> Changes:
        kept = tuple(each for each in encounter_of(state).slow_actions if each.character != self.character)
        return with_encounter(state, slow_actions=kept)


def going_on(state: State) -> object:
    """Whoever goes on acting no longer wants to end the Turn."""
    encounter = state.encounter
    return encounter if encounter is None or encounter.end_asked is None else changed(encounter, end_asked=None)


def with_use(state: State, character: str, ability: str) -> Changes:
    """A use of an Ability; in Freeplay also a deed."""
    episode = episode_of(state)
    spotlight = episode.spotlight
    if state.phase is Phase.FREEPLAY:
        spotlight = counted_up(spotlight, character)
    return with_episode(state, ability_uses=counted_up(episode.ability_uses, character, ability), spotlight=spotlight)


def refuse_phase(ledger: Ledger, ability: Ability, announced: bool) -> None:
    """The phase allows the Ability, and a Pause has it announced (KL-85)."""
    now = ledger.state.phase
    if now is Phase.OPENING_CREDITS:
        raise Refused("EPISODIC_ONLY", not_now(ledger.state, ability))
    if now is Phase.PAUSE and not announced:
        raise Refused("NOT_ANNOUNCED", phrase("In a Pause every Ability has to be announced."))
    if now in _FREE or (now is Phase.MAIN and ability.usable_in_main):
        return
    raise Refused("WRONG_PHASE", not_now(ledger.state, ability))


def not_now(state: State, ability: Ability) -> Phrase:
    """The sentence about an Ability whose time it is not, in whatever way somebody meant to use it."""
    if state.phase is Phase.OPENING_CREDITS:
        return phrase("{ability} is no Episodic Ability, and we are in the Opening Credits.", ability=ability.name)
    if state.phase in (Phase.INITIATIVE, Phase.REWARD, Phase.CLOSING_CREDITS):
        now = phase_words(state.phase)
        return phrase("{ability} is not possible now; we are {phase}.", ability=ability.name, phase=now)
    return phrase("{ability} is used on one's own Turn or as a Reaction, not cashed in.", ability=ability.name)


def refuse_limits(ledger: Ledger, character: Character, ability: Ability, distance: int | None) -> None:
    """Uses per Episode and reach (KL-55, KL-56)."""
    most = ability.uses_per_episode
    if most is not None and used(ledger.episode.ability_uses, character.name, ability.name) >= most:
        raise Refused("ABILITY_EXHAUSTED", phrase("{ability} is used up for this Episode.", ability=ability.name))
    if distance is not None and ability.reach is not None and distance > ability.reach:
        raise Refused(
            "OUT_OF_REACH",
            plural(
                "{ability} reaches {count} unit, not {distance}.",
                "{ability} reaches {count} units, not {distance}.",
                ability.reach,
                ability=ability.name,
                distance=distance,
            ),
        )


def spend_beat(ledger: Ledger, character: Character) -> None:
    """Pay a Beat."""
    ledger.record(BeatSpent(character.name, character.beats - 1))


def take_effect(ledger: Ledger, user: Character, name: str, targets: tuple[str, ...], maneuver: bool = False) -> None:
    """An Ability takes effect: it can be reacted to, and what it inflicts follows, after its Test if it has one.

    An Improvised Maneuver has that one Test, with Disadvantage (KL-71).
    """
    if ledger.state.phase is Phase.MAIN:
        _open_ability_triggers(ledger, user.name, name, targets)
    ability = _named(user, name)
    if ability.test is None:
        inflict(ledger, ability, targets)
    if ability.test is not None or maneuver:
        modifier = skill_modifier(user.sheet, ability.test) if ability.test is not None else 0
        kind = TestKind.MANEUVER if maneuver else TestKind.ABILITY
        test = OpenTest("", user.name, kind, modifier, skill=ability.test, ability=name, targets=targets)
        open_test(ledger, test, dis=int(maneuver))


def _named(user: Character, name: str) -> Ability:
    """The Ability of exactly this name; what is not on the sheet has no effects of its own."""
    return next((each for each in abilities(user.sheet) if each.name == name), Ability(name))


def _open_ability_triggers(ledger: Ledger, user: str, name: str, targets: tuple[str, ...]) -> None:
    if name.casefold() in BASIC_ATTACKS and targets:
        for target in targets:
            open_trigger(ledger, TriggerKind.ATTACKED, user, target, name)
    else:
        open_trigger(ledger, TriggerKind.ABILITY_USED, user, targets[0] if targets else None, name)


@follows(TestKind.ABILITY)
def after_ability_test(ledger: Ledger, test: OpenTest, passed: bool) -> None:
    """An Ability with a Test does what it does on a pass."""
    if passed:
        inflict(ledger, _named(ledger.character(test.character), test.ability or ""), test.targets)


@follows(TestKind.MANEUVER)
def after_maneuver(ledger: Ledger, test: OpenTest, passed: bool) -> None:
    """An Improvised Maneuver slows on a pass, and does nothing more on a fail (KL-72, KLR-14)."""
    if passed:
        own = _named(ledger.character(test.character), test.ability or "")
        if own.test is not None:
            inflict(ledger, own, test.targets)
        slow = Ability(test.ability or "", inflicts=(Stacks(SLOWED, ledger.rules.maneuver_stacks),))
        inflict(ledger, slow, test.targets[:1])


def inflict(ledger: Ledger, ability: Ability, targets: tuple[str, ...]) -> None:
    """Conditions and interruption for every target that is still there (KL-71)."""
    for target in targets:
        if ledger.state.character(target) is None:
            continue
        for each in ability.inflicts:
            gain_condition(ledger, target, each.condition, each.stacks)
        if ability.interrupts and ledger.state.phase is Phase.MAIN:
            interrupt(ledger, target)


def lose_slow_actions(ledger: Ledger, character: str) -> None:
    """Slow Actions of somebody who can no longer act or leaves never take effect (KL-54)."""
    if ledger.state.phase not in ENCOUNTER:
        return
    for slow in ledger.encounter.slow_actions:
        if slow.character == character:
            ledger.record(SlowActionLost(character, slow.ability))
