"""Ends of Encounters: Experience and recovery (rules 3.13)."""

from typing import Annotated, ClassVar

from engine.common.messages import Ending, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Worded, counted
from engine.fields import Words
from engine.phrase import Phrase, phrase, spelled, template
from engine.systems.kleptonomicon.derived import abilities
from engine.systems.kleptonomicon.entities import Ability, Character, Movement, PoolValue, XpShare
from engine.systems.kleptonomicon.fields import AnyNumber, Recovery, Regained
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import CharacterEvent, Event, GmCommand, OfCharacter
from engine.systems.kleptonomicon.naming import find_character
from engine.systems.kleptonomicon.rulebook import refuse_no_beats, refuse_other_turn, refuse_out
from engine.systems.kleptonomicon.rules.conditions import ConditionRemoved
from engine.systems.kleptonomicon.rules.effects import BeatSpent, SlowActionLost, SlowActionResolved, take_effect
from engine.systems.kleptonomicon.rules.phases import go_to, phase_words
from engine.systems.kleptonomicon.rules.triggers import commit
from engine.systems.kleptonomicon.standing import RECOVERIES, pool_values
from engine.systems.kleptonomicon.state import State, encounter_of, episode_of, with_character, with_encounter
from engine.systems.kleptonomicon.vocabulary import COSTS_BEAT, Phase, Pool, RecoveryKind

MOST_XP = 2


class EncounterEnded(Event):
    """The Encounter is over."""

    told: ClassVar[str] = template("The Encounter ends")
    ends: ClassVar[Ending] = "fight"
    quotes: ClassVar[str] = "outcome"
    taken_back: ClassVar[str] = template("the end of the Encounter")
    outcome: str

    def apply(self, state: State) -> Changes:
        """Beats, triggers, Slow Actions and owed dice are dropped (KL-6)."""
        people = encounter_of(state).participants
        characters = tuple(
            changed(each, beats=each.sheet.beats_max, beat_debt=0, movement=Movement(), falling=False)
            if each.name in people
            else each
            for each in state.characters
        )
        finished = changed(episode_of(state), encounters_finished=episode_of(state).encounters_finished + 1)
        dropped: Changes = {"tests": (), "lying": None, "style_asks": ()}
        return (
            {"characters": characters, "episode": finished}
            | dropped
            | with_encounter(state, active=None, suspended=None, triggers=(), slow_actions=(), against=None)
        )


class ExperienceGained(CharacterEvent):
    """Experience for an Encounter."""

    told: ClassVar[str] = template("{character} gets {amount}, now {xp}.")
    amount: Annotated[int, Worded(lambda amount: counted(amount, "Experience Point", "Experience Points"))]
    xp: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, xp=self.xp)


class ExperienceAwarded(Event):
    """Experience was given for this Encounter."""

    taken_back: ClassVar[str] = template("the Experience")
    base: int
    bonus: int

    def apply(self, state: State) -> Changes:
        return with_encounter(state, xp_awarded=True)


class LevelUpAvailable(CharacterEvent):
    """Enough Experience for this level."""

    told: ClassVar[str] = template("{character} can go to level {level}.")
    weight: ClassVar[int] = 2
    level: InWords


class Recovered(CharacterEvent):
    """A Recovery Ability restored points."""

    taken_back: ClassVar[str] = template("{character}'s {recovery}")
    recovery: Annotated[RecoveryKind, Worded(spelled)]
    values: tuple[PoolValue, ...]

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, **{each.pool: each.value for each in self.values})

    def sentence(self) -> Phrase:
        return phrase(
            "{character} uses {ability}: {points}.",
            character=self.character,
            ability=RECOVERIES[self.recovery],
            points=pool_values(self.values),
        )


class RecoverySpent(CharacterEvent):
    """Recoveries were paid."""

    told: ClassVar[str] = template("{character} has {left} left.")
    left: Annotated[int, Worded(lambda left: counted(left, "Recovery", "Recoveries"))]

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, recoveries=self.left)


class EndEncounter(GmCommand):
    """End the Encounter; rewards follow (KL-6)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE, Phase.MAIN, Phase.PAUSE)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Is the Encounter over[, {who}]?")
    outcome: Words = ""

    def decide(self, ledger: Ledger, who: None) -> None:
        """The Encounter ends; what is unresolved is dropped (KL-6, KL-88, KLR-3, KLR-10)."""
        state = ledger.state
        if state.phase is Phase.INITIATIVE and not ledger.rules.end_from_initiative:
            raise Refused("ILLEGAL_TRANSITION", phrase("The Turn Order comes first."))
        for slow in ledger.encounter.slow_actions:
            if ledger.rules.slow_action_on_end == "resolve":
                ledger.record(SlowActionResolved(slow.character, slow.ability, slow.targets))
                take_effect(ledger, ledger.character(slow.character), slow.ability, slow.targets)
            else:
                ledger.record(SlowActionLost(slow.character, slow.ability))
        if ledger.rules.clear_fleeting_on_encounter_end:
            _clear_fleeting(ledger)
        ledger.record(EncounterEnded(self.outcome.strip()))
        go_to(ledger, Phase.REWARD)


def _clear_fleeting(ledger: Ledger) -> None:
    """Fleeting Conditions end with the Encounter, where the house says so (KLR-27)."""
    for name in ledger.encounter.participants:
        for condition in ledger.character(name).conditions:
            if condition.fleeting:
                ledger.record(ConditionRemoved(name, condition.name))


class AwardExperience(GmCommand):
    """Give Experience Points (KL-90)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.REWARD,)
    talk: ClassVar[Talk] = Talk(confirm="Give everybody[ {base}] Experience[, {who}]?")
    base: AnyNumber = 1
    bonus: AnyNumber = 0
    overrides: tuple[XpShare, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.encounter.xp_awarded:
            raise Refused("XP_ALREADY_AWARDED", phrase("Experience for this Encounter has been given."))
        shares = dict.fromkeys(recipients(ledger), self.base + self.bonus)
        for each in self.overrides:
            character = find_character(ledger.state, each.character)
            if character.name not in shares:
                raise Refused("BAD_VALUE", phrase("{name} was not in the Encounter.", name=character.name))
            shares[character.name] = each.amount
        if any(not 1 <= amount <= MOST_XP for amount in (self.base + self.bonus, *shares.values())):
            raise Refused("XP_RANGE", phrase("An Encounter gives one or two Experience Points."))
        give(ledger, shares, self.base, self.bonus)


def recipients(ledger: Ledger) -> tuple[str, ...]:
    """PCs who get Experience: those who took part, or all (KLR-23)."""
    if ledger.rules.xp_recipients == "all_pcs":
        return tuple(pc.name for pc in ledger.state.pcs)
    people = (*ledger.encounter.participants, *ledger.encounter.left)
    return tuple(pc.name for pc in ledger.state.pcs if pc.name in people)


def give(ledger: Ledger, shares: dict[str, int], base: int, bonus: int) -> None:
    """Experience and the levels it reaches (KL-92)."""
    ledger.record(ExperienceAwarded(base, bonus))
    steps = ledger.rules.xp_thresholds
    thresholds = [] if steps == "none" else [int(step) for step in steps.split(",")]
    for name, amount in shares.items():
        before = ledger.character(name).xp
        ledger.record(ExperienceGained(name, amount, before + amount))
        reached = [level for level, xp in enumerate(thresholds, start=2) if before < xp <= before + amount]
        if reached:
            ledger.record(LevelUpAvailable(name, reached[-1]))


def leave_rewards(ledger: Ledger) -> None:
    """Going on without an award gives one point each, where the house wants that (KL-91)."""
    if not ledger.encounter.xp_awarded and ledger.rules.auto_xp:
        give(ledger, dict.fromkeys(recipients(ledger), 1), 1, 0)


class ReturnToFreeplay(GmCommand):
    """Go on after the rewards (KL-7)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.REWARD,)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Back to Freeplay[, {who}]?")

    def decide(self, ledger: Ledger, who: None) -> None:
        leave_rewards(ledger)
        go_to(ledger, Phase.FREEPLAY)


class UseRecovery(OfCharacter):
    """Dodges Up, Shields Up or Heal Up (KL-93, KL-94).

    Attributes:
        recovery: "dodges_up", "shields_up", "heal_up", or "all".
    """

    waits: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Does {character} recover[ with {recovery}]?")
    recovery: Recovery = "heal_up"
    health: Regained | None = None
    vitality: Regained | None = None
    announced: bool = True

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Dodges Up, Shields Up or Heal Up, or all three (KL-23, KL-93, KL-94)."""
        said = self.recovery.strip().lower().replace(" ", "_")
        kinds = [each for each in RecoveryKind if said in {each.value, "all"}]
        for kind in kinds:
            self._recover(ledger, ledger.character(who.name), kind)

    def _recover(self, ledger: Ledger, character: Character, kind: RecoveryKind) -> None:
        ability = _recovery_ability(character, kind)
        cost = getattr(ledger.rules, f"{kind.value}_cost")
        self._refuse_recovery(ledger, character, ability)
        if ledger.state.phase is Phase.MAIN:
            refuse_out(character)
        self._refuse_unsaid(ledger, character, kind)
        if character.recoveries < cost:
            left = counted(character.recoveries, "Recovery", "Recoveries")
            said = phrase("{name} has {recoveries} left.", name=character.name, recoveries=left)
            raise Refused("NO_RECOVERIES", said)
        if ledger.state.phase is Phase.MAIN:
            commit(ledger)
            if ability.time in COSTS_BEAT:
                ledger.record(BeatSpent(character.name, character.beats - 1))
        ledger.record(Recovered(character.name, kind, self._values(ledger, character, kind)))
        if cost:
            ledger.record(RecoverySpent(character.name, character.recoveries - cost))

    def _refuse_recovery(self, ledger: Ledger, character: Character, ability: Ability) -> None:
        phase = ledger.state.phase
        if phase is Phase.MAIN and ability.usable_in_main:
            refuse_other_turn(ledger, character)
            if ability.time in COSTS_BEAT:
                refuse_no_beats(character)
            return
        if phase not in {Phase.REWARD, Phase.FREEPLAY, Phase.PAUSE}:
            said = phrase("Recovering is not possible now; we are {phase}.", phase=phase_words(phase))
            raise Refused("WRONG_PHASE", said)
        silent = phase is Phase.PAUSE or (phase is Phase.FREEPLAY and not ledger.rules.implicit_recovery)
        if silent and not self.announced:
            raise Refused("NOT_ANNOUNCED", phrase("Recovering has to be announced."))
        gated = phase is Phase.REWARD and ledger.rules.recovery_gate == "damaged_only"
        if gated and character.name not in ledger.encounter.took_damage:
            raise Refused("NOT_DAMAGED", phrase("{name} took no damage in this Encounter.", name=character.name))

    def _refuse_unsaid(self, ledger: Ledger, character: Character, kind: RecoveryKind) -> None:
        """Nothing is spent on a Heal Up before anybody said how much comes back (KL-94)."""
        sheet = character.sheet
        hurt = character.health < sheet.health_max or character.vitality < sheet.vitality_max
        stated = self.health is not None or self.vitality is not None
        if kind is RecoveryKind.HEAL_UP and ledger.rules.heal_up == "stated" and hurt and not stated:
            raise Refused(
                "AMOUNT_MISSING", phrase("Say how much Health or Vitality {name} gets back.", name=character.name)
            )

    def _values(self, ledger: Ledger, character: Character, kind: RecoveryKind) -> tuple[PoolValue, ...]:
        sheet = character.sheet
        if kind is RecoveryKind.DODGES_UP:
            return (PoolValue(Pool.DODGE_POINTS.value, sheet.dodge_points_max),)
        if kind is RecoveryKind.SHIELDS_UP:
            return (PoolValue(Pool.SHIELD.value, sheet.shield_max),)
        if ledger.rules.heal_up == "full":
            return (
                PoolValue(Pool.HEALTH.value, sheet.health_max),
                PoolValue(Pool.VITALITY.value, sheet.vitality_max),
            )
        health = min(character.health + (self.health or 0), sheet.health_max)
        vitality = min(character.vitality + (self.vitality or 0), sheet.vitality_max)
        return (PoolValue(Pool.HEALTH.value, health), PoolValue(Pool.VITALITY.value, vitality))


def _recovery_ability(character: Character, kind: RecoveryKind) -> Ability:
    """The Recovery Ability as it stands on the sheet; not for the Main Phase unless the sheet says so."""
    name = kind.value.replace("_", " ")
    default = Ability(name, usable_in_main=False)
    return next((each for each in abilities(character.sheet) if each.name.casefold() == name), default)
