"""Status Conditions, interruptions and points (rules 3.10, 3.11, section 10)."""

from typing import Annotated, ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded, counted, number
from engine.fields import Words
from engine.phrase import EMPTY, Phrase, phrase, spelled, template
from engine.systems.kleptonomicon.derived import acting
from engine.systems.kleptonomicon.entities import Character, Condition
from engine.systems.kleptonomicon.fields import CharacterName, ConditionName, Points, PoolName, StackCount, StacksTaken
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, CharacterEvent, Command
from engine.systems.kleptonomicon.rules.triggers import open_trigger
from engine.systems.kleptonomicon.standing import condition_words, in_words, named, pool_points
from engine.systems.kleptonomicon.state import State, known_character, with_character, with_encounter
from engine.systems.kleptonomicon.vocabulary import SLOWED, Phase, Pool, TriggerKind

INTERRUPTING_STACKS = 2


MOST_POINTS = 9999
MOST_CONDITIONS = 50


class ConditionGained(CharacterEvent):
    """Stacks were gained; `stacks` and `fresh` are the new totals."""

    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("{character}'s {name}")
    name: Annotated[str, Worded(named)]
    gained: int
    stacks: int
    fleeting: bool
    fresh: int = 0

    def apply(self, state: State) -> Changes:
        conditions = known_character(state, self.character).conditions
        new = Condition(self.name, self.stacks, self.fleeting, self.fresh)
        others = tuple(each for each in conditions if each.name != self.name)
        return with_character(state, self.character, conditions=(*others, new))

    def sentence(self) -> Phrase:
        name, gained, condition = self.character, counted(self.gained, "Stack", "Stacks"), condition_words(self.name)
        if self.stacks <= self.gained:
            return phrase(
                "{character} gains {stacks} of {condition}.", character=name, stacks=gained, condition=condition
            )
        return phrase(
            "{character} gains {stacks} of {condition}, now {number}.",
            character=name,
            stacks=gained,
            condition=condition,
            number=number(self.stacks),
        )


class ConditionReduced(CharacterEvent):
    """Stacks were lost."""

    weight: ClassVar[int] = 2
    told: ClassVar[str] = template("{character} has {stacks} of {name} left.")
    name: Annotated[str, Worded(condition_words)]
    stacks: Annotated[int, Worded(lambda stacks: counted(stacks, "Stack", "Stacks"))]
    fresh: int = 0

    def apply(self, state: State) -> Changes:
        conditions = tuple(
            changed(each, stacks=self.stacks, gained_this_turn=self.fresh) if each.name == self.name else each
            for each in known_character(state, self.character).conditions
        )
        return with_character(state, self.character, conditions=conditions)


class ConditionRemoved(CharacterEvent):
    """A condition is gone."""

    weight: ClassVar[int] = 2
    name: str

    def apply(self, state: State) -> Changes:
        conditions = known_character(state, self.character).conditions
        return with_character(
            state, self.character, conditions=tuple(each for each in conditions if each.name != self.name)
        )

    def sentence(self) -> Phrase:
        return phrase(
            "{character} no longer has {condition}.", character=self.character, condition=condition_words(self.name)
        )

    def undone(self) -> Phrase:
        return phrase("the end of {character}'s {condition}", character=self.character, condition=named(self.name))


class MovementInterrupted(CharacterEvent):
    """The active style was interrupted."""

    weight: ClassVar[int] = 2
    style: str | None
    effect: str | None

    def sentence(self) -> Phrase:
        if self.effect == "fall":
            return EMPTY  # the fall itself is told
        name, style = self.character, self.style or phrase("no style")
        if self.effect is None:
            return phrase(
                "{character}'s movement is interrupted, with no effect on {style}.", character=name, style=style
            )
        return in_words(phrase("{character}'s {style} is interrupted", character=name, style=style), self.effect)


class Fell(CharacterEvent):
    """Somebody falls."""

    told: ClassVar[str] = template("{character} falls.")
    weight: ClassVar[int] = 2

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, falling=True, active_style=None)


class PoolChanged(CharacterEvent):
    """Points changed; what is left is the GM's to know where `hidden`."""

    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the change of {character}'s {pool}")
    pool: Annotated[Pool, Worded(spelled)]
    value: int
    delta: int
    hidden: bool = False

    def apply(self, state: State) -> Changes:
        lost = max(0, known_character(state, self.character).lost - self.delta)
        changes = with_character(state, self.character, lost=lost, **{self.pool.value: self.value})
        encounter = state.encounter
        if encounter is None or self.delta >= 0 or self.character in encounter.took_damage:
            return changes
        return changes | with_encounter(state, took_damage=(*encounter.took_damage, self.character))

    def sentence(self) -> Phrase:
        name, amount, kind = self.character, number(abs(self.delta)), pool_points(self.pool, abs(self.delta))
        if self.delta < 0:
            change = phrase("{character} loses {amount} {points}", character=name, amount=amount, points=kind)
        else:
            change = phrase("{character} gets back {amount} {points}", character=name, amount=amount, points=kind)
        if self.hidden:
            return phrase("{change}.", change=change)
        return phrase("{change}, now {value}.", change=change, value=number(self.value))


class OfTarget(Command, base=True):
    """A command about somebody to whom something happens; without a name as for `OfCharacter`."""

    whose: ClassVar[str | None] = "target"
    target: CharacterName | None = None


class ApplyCondition(OfTarget):
    """Give Stacks of a Status Condition; `fleeting` None = as known (KL-72, KL-80)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {target} get the condition {name}?")

    name: ConditionName
    stacks: StackCount = 1
    fleeting: bool | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        if not self.name.strip():
            raise Refused("BAD_VALUE", phrase("Name the condition, with at least one Stack."))
        gain_condition(ledger, who.name, self.name, self.stacks, self.fleeting)


def gain_condition(ledger: Ledger, name: str, said: str, stacks: int, fleeting: bool | None = None) -> None:
    """Stacks of a condition; enough Slowed interrupts movement (KL-72, KL-80, KLR-15)."""
    character = ledger.character(name)
    old = character.condition(said)
    if old is None and len(character.conditions) >= MOST_CONDITIONS:
        most = phrase("{character} has at most {count} conditions.", character=name, count=MOST_CONDITIONS)
        raise Refused("BAD_VALUE", most)
    called = old.name if old is not None else said.strip().casefold()
    if fleeting is None:
        fleeting = old.fleeting if old is not None else is_fleeting(ledger, called)
    had = old.stacks if old is not None else 0
    fresh = old.gained_this_turn if old is not None else 0
    if name in acting(ledger.state.encounter, ledger.rules):
        fresh += stacks
    ledger.record(ConditionGained(name, called, stacks, had + stacks, fleeting, fresh))
    if called == SLOWED and ledger.state.phase is Phase.MAIN and _stops(ledger, had, stacks):
        interrupt(ledger, name)


def _stops(ledger: Ledger, had: int, stacks: int) -> bool:
    if ledger.rules.slowed_interrupt == "single":
        return stacks >= INTERRUPTING_STACKS
    return had < INTERRUPTING_STACKS <= had + stacks


def is_fleeting(ledger: Ledger, name: str) -> bool:
    """A condition sheds Stacks when nobody says; unknown ones do not (KL-81)."""
    if name == SLOWED:
        return ledger.rules.slowed_fleeting
    return next((rule.fleeting for rule in ledger.state.condition_rules if rule.name == name), False)


class RemoveCondition(OfTarget):
    """Take Stacks away; None = all (KL-80)."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Is {target} rid of {name}?")
    name: ConditionName
    stacks: StacksTaken | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        condition = who.condition(self.name)
        if condition is None:
            said = self.name.strip() or phrase("that")
            said = phrase("{character} does not have {condition}.", character=who.name, condition=said)
            raise Refused("NO_CONDITION", said)
        reduce_condition(ledger, who.name, condition, self.stacks or condition.stacks)


def reduce_condition(ledger: Ledger, name: str, condition: Condition, stacks: int) -> None:
    """Take Stacks away, old ones first (KL-80)."""
    left = condition.stacks - stacks
    if left <= 0:
        ledger.record(ConditionRemoved(name, condition.name))
    else:
        ledger.record(ConditionReduced(name, condition.name, left, min(condition.gained_this_turn, left)))


class InterruptMovement(OfTarget):
    """Force the interruption of somebody's active style (KL-71, KL-73)."""

    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.MAIN,)
    talk: ClassVar[Talk] = Talk(confirm="Interrupt the movement of {target}?")
    cause: Words = ""

    def decide(self, ledger: Ledger, who: Character) -> None:
        interrupt(ledger, who.name)


def interrupt(ledger: Ledger, name: str, tried: str | None = None) -> None:
    """The interruption clause of the active style, or of one that was `tried`; Beats never change (KL-73)."""
    style = tried or ledger.character(name).active_style
    effect = next((each.interruption for each in ledger.state.styles if each.name == style), None)
    ledger.record(MovementInterrupted(name, style, effect))
    if effect == "fall":
        ledger.record(Fell(name))


class OfPoints(OfTarget, base=True):
    """A command that changes points.

    Attributes:
        pool: "dodge_points", "shield", "health" or "vitality".
    """

    pool: PoolName = "health"
    amount: Points

    def change(self, ledger: Ledger, who: Character, sign: int) -> None:
        """Points stay between 0 and their maximum; `delta` keeps its sign so that damage is damage even at 0."""
        said = self.pool.strip().lower().replace(" ", "_")
        pool = next((each for each in Pool if each.value in {said, f"{said}_points", said.removesuffix("s")}), None)
        if pool is None or not 1 <= self.amount <= MOST_POINTS:
            wrong = phrase("Points are Dodge Points, Shield, Health or Vitality, at least one of them.")
            raise Refused("BAD_VALUE", wrong)
        delta = sign * self.amount
        value = min(max(0, getattr(who, pool.value) + delta), getattr(who.sheet, f"{pool.value}_max"))
        hidden = who.is_npc and ledger.state.gm is not None
        ledger.record(PoolChanged(who.name, pool, value, delta, hidden))


class RecordDamage(OfPoints):
    """Note what somebody loses (section 10)."""

    talk: ClassVar[Talk] = Talk(confirm="Take {amount}[ {pool}] off {target}[, {who}]?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        """The table states it; who takes damage may recover afterwards (KL-93)."""
        self.change(ledger, who, -1)
        if ledger.state.phase is Phase.MAIN:
            open_trigger(ledger, TriggerKind.DAMAGED, None, who.name)


class RecordHeal(OfPoints):
    """Note what somebody gets back."""

    talk: ClassVar[Talk] = Talk(confirm="Give {target} {amount}[ {pool}] back?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        self.change(ledger, who, 1)
