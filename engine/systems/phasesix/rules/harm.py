"""Wounds, healing, fainting, dying and death (rules 3.10)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.values import Changes
from engine.common.words import InWords, Worded, counted, number
from engine.phrase import Phrase, phrase, spelled, template
from engine.systems.phasesix.entities import Character, State
from engine.systems.phasesix.fields import Boosts, Hearts, Wounds
from engine.systems.phasesix.fold import conditions_with, known, with_character, with_combatant, with_condition
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, OwnCommand, OwnEvent
from engine.systems.phasesix.taps import COUNT, HEALTH, anybody, of_own
from engine.systems.phasesix.vocabulary import Cond
from engine.types import Spoken

DEATH = 6
"""Dying at this value is death (P6-71)."""


class WoundsTaken(OwnEvent):
    """Boosts and hearts are lost (P6-67)."""

    told: ClassVar[str] = template("{character} takes {count}")
    taken_back: ClassVar[str] = template("{character}'s {count}")
    count: Annotated[int, Worded(lambda count: counted(count, "wound", "wounds"))]
    boosts: int
    hearts: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, boosts=self.boosts, hearts=self.hearts)

    def aloud_at(self, table: State) -> Spoken:
        who, name, wounds = table.character(self.character), self.character, counted(self.count, "wound", "wounds")
        hearts, boosts = counted(self.hearts, "heart", "hearts"), counted(self.boosts, "boost", "boosts")
        if who is None or who.fainted or who.kind != "pc":
            return Spoken(phrase("{character}: {wounds}.", character=name, wounds=wounds), 2)
        if not self.boosts:
            text = phrase("{character}: {wounds}, {hearts} left.", character=name, wounds=wounds, hearts=hearts)
            return Spoken(text, 2)
        text = phrase(
            "{character}: {wounds}, {hearts} and {boosts} left.",
            character=name,
            wounds=wounds,
            hearts=hearts,
            boosts=boosts,
        )
        return Spoken(text, 2)


class HeartsHealed(OwnEvent):
    """Hearts are refilled (P6-68)."""

    told: ClassVar[str] = template("{character} heals {count}, {hearts} now")
    count: Annotated[int, Worded(lambda count: counted(count, "heart", "hearts"))]
    hearts: InWords

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, hearts=self.hearts)


class BoostGained(OwnEvent):
    """Boosts are gained (P6-68)."""

    told: ClassVar[str] = template("{character} gets {count}")
    count: Annotated[int, Worded(lambda count: counted(count, "boost", "boosts"))]
    boosts: int

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, boosts=self.boosts)


class Fainted(OwnEvent):
    """Neither heart nor boost is left (P6-69)."""

    told: ClassVar[str] = template("{character} faints")
    weight: ClassVar[int] = 3

    def apply(self, state: State) -> Changes:
        return with_combatant(state, self.character, actions=0)


class DyingStarted(OwnEvent):
    """Somebody is dying (P6-69)."""

    told: ClassVar[str] = template("{character} is dying")
    said: ClassVar[str] = template("{character}: dying one, one success needed.")
    weight: ClassVar[int] = 3

    def apply(self, state: State) -> Changes:
        return with_condition(state, self.character, Cond.DYING, 1, stabilised=0)


class Died(OwnEvent):
    """Somebody dies (P6-71)."""

    told: ClassVar[str] = template("{character} dies")
    weight: ClassVar[int] = 3

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        conditions = conditions_with(who, Cond.DYING, 0)
        return with_character(state, who.name, dead=True, conditions=conditions) | with_combatant(
            state, who.name, actions=0
        )


class ConditionSet(OwnEvent):
    """A condition has a new value (P6-79)."""

    taken_back: ClassVar[str] = template("{character} being {cond}")
    cond: Annotated[Cond, Worded(spelled)]
    value: int

    def apply(self, state: State) -> Changes:
        return with_condition(state, self.character, self.cond, self.value)

    def sentence(self) -> Phrase:
        who, cond = self.character, spelled(self.cond)
        if self.cond == "hunkered":
            return phrase("{character} is hunkered down", character=who)
        return phrase("{character} is {condition}, {value}", character=who, condition=cond, value=number(self.value))


class ConditionRemoved(OwnEvent):
    """A condition is over."""

    told: ClassVar[str] = template("{character} is no longer {cond}")
    cond: Annotated[Cond, Worded(spelled)]

    def apply(self, state: State) -> Changes:
        return with_condition(state, self.character, self.cond, 0)


def wound(ledger: Ledger, name: str, count: int) -> None:
    """Take boosts, then hearts; what is beyond them is lost (P6-67, P6-69, P6-70)."""
    who = ledger.who(name)
    if who.dead or count < 1:
        return
    dying, whole, beyond = who.cond(Cond.DYING), not who.fainted, count > who.boosts + who.hearts
    off = min(count, who.boosts)
    hearts = who.hearts - min(count - off, who.hearts)
    ledger.record(WoundsTaken(name, count, who.boosts - off, hearts))
    if dying:
        _worsen(ledger, name, ledger.rules.wound_while_dying)
    if hearts or who.boosts > off:
        return
    if whole:
        ledger.record(Fainted(name))
        if ledger.rules.faint_sets_unconscious:
            set_condition(ledger, name, Cond.UNCONSCIOUS, ledger.rules.faint_sets_unconscious)
    if not dying and (beyond or ledger.rules.dying_trigger == "at_zero"):
        ledger.record(DyingStarted(name))


def _worsen(ledger: Ledger, name: str, by: int) -> None:
    if by:
        set_value(ledger, name, Cond.DYING, ledger.who(name).cond(Cond.DYING) + by)


def set_value(ledger: Ledger, name: str, cond: Cond, value: int) -> None:
    """Give a condition a value; dying at its highest is death (P6-71)."""
    ledger.record(ConditionSet(name, cond, value))
    if cond is Cond.DYING and value >= DEATH:
        ledger.record(Died(name))


def set_condition(ledger: Ledger, name: str, cond: Cond, value: int) -> None:
    """Apply a condition on top of what is there (P6-79)."""
    old, rule = ledger.who(name).cond(cond), ledger.rules.condition_stacking
    if cond is Cond.HUNKERED:
        value = 1
    elif cond is not Cond.DYING and rule == "add":
        value += old
    elif cond is not Cond.DYING and rule == "max":
        value = max(value, old)
    set_value(ledger, name, cond, value)


def heal(ledger: Ledger, name: str, count: int) -> None:
    """Refill empty hearts; a heart ends dying unless the house says otherwise (P6-68, P6-73)."""
    who = ledger.who(name)
    gained = min(count, who.empty)
    ledger.record(HeartsHealed(name, gained, who.hearts + gained))
    if gained and who.cond(Cond.DYING) and ledger.rules.dying_ends_on != "stabilise_only":
        ledger.record(ConditionRemoved(name, Cond.DYING))


def boost(ledger: Ledger, name: str, count: int) -> None:
    """Give boosts; they lift fainting but end dying only by house rule (P6-73)."""
    who = ledger.who(name)
    ledger.record(BoostGained(name, count, who.boosts + count))
    if who.cond(Cond.DYING) and ledger.rules.dying_ends_on == "any":
        ledger.record(ConditionRemoved(name, Cond.DYING))


class HarmCommand(OwnCommand, base=True):
    """A command of a number of wounds, hearts or boosts, which everybody enters for their own and the GM for anybody.

    Attributes:
        label: Words of its tap.
    """

    label: ClassVar[Phrase]
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    addressed: ClassVar[bool] = True

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        given, asked = of_own(state, who)
        yield Move(cls.kind, cls.label, HEALTH, given, (*asked, COUNT))


class TakeWounds(HarmCommand):
    """Wounds that nothing prevents (P6-67)."""

    label: ClassVar[Phrase] = phrase("Take wounds")
    talk: ClassVar[Talk] = Talk(confirm="{count:wound|wounds} for {char}?")
    count: Wounds = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Wounds that pass cover and protection by (P6-58, P6-67)."""
        wound(ledger, who.name, self.count)


class Heal(HarmCommand):
    """Refill hearts (P6-68)."""

    label: ClassVar[Phrase] = phrase("Refill hearts")
    talk: ClassVar[Talk] = Talk(confirm="Refill {count:heart|hearts} of {char}?")
    count: Hearts = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        heal(ledger, who.name, self.count)


class GiveBoost(HarmCommand):
    """Give boosts (P6-68)."""

    label: ClassVar[Phrase] = phrase("Give boosts")
    talk: ClassVar[Talk] = Talk(confirm="{count:boost|boosts} for {char}?")
    count: Boosts = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        boost(ledger, who.name, self.count)


class DeclareDead(OwnCommand):
    """The story's leader says that somebody is dead."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Is {char} dead?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        ledger.record(Died(who.name))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield Move(cls.kind, phrase("Mark somebody as dead"), HEALTH, fields=(anybody(state),))
