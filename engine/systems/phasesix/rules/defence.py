"""Defending against an attack hand to hand: evading and parrying (P6-60 to P6-63)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Worded, counted
from engine.offers import choice
from engine.phrase import Phrase, phrase, template
from engine.systems.phasesix.agenda import closes, refuse_pending
from engine.systems.phasesix.derived import can_help
from engine.systems.phasesix.entities import Character, Check, State, Window
from engine.systems.phasesix.fields import Hits, ItemName
from engine.systems.phasesix.fold import known, running, with_combat, with_hits
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event, OwnCommand, OwnEvent, Told
from engine.systems.phasesix.naming import find
from engine.systems.phasesix.rules.checks import Asked, open_check
from engine.systems.phasesix.rules.deeds import cost_of, spend
from engine.systems.phasesix.rules.windows import answered, close_if_answered, melee, no_window, refuse_reactor
from engine.systems.phasesix.skills import HAND_TO_HAND
from engine.systems.phasesix.taps import REACTIONS, tap
from engine.systems.phasesix.traits import Trait, skill_of
from engine.systems.phasesix.vocabulary import DeedKind, Purpose


class DefenceDeclared(OwnEvent):
    """The target of an attack evades or parries (P6-60, P6-62)."""

    weight: ClassVar[int] = 1
    how: str
    weapon: str = ""

    def apply(self, state: State) -> Changes:
        return answered(state, self.character, reacted=True)

    def sentence(self) -> Phrase:
        if self.how == "evade":
            return phrase("{character} tries to evade", character=self.character)
        return phrase("{character} parries", character=self.character)

    def undone(self) -> Phrase:
        if self.how == "evade":
            return phrase("{character}'s evasion", character=self.character)
        return phrase("{character}'s parry", character=self.character)


class Evaded(OwnEvent):
    """An attack is avoided entirely (P6-60)."""

    told: ClassVar[str] = template("{character} evades")
    attacker: str

    def apply(self, state: State) -> Changes:
        return with_hits(state, 0)


class EvadeFailed(OwnEvent, Told):
    """An evasion fails (P6-60)."""

    told: ClassVar[str] = template("{character} does not evade")
    hits: int


class Parried(OwnEvent):
    """A parry removes hits (P6-62)."""

    told: ClassVar[str] = template("{character} parries {removed}, {left} left")
    removed: Annotated[int, Worded(lambda removed: counted(removed, "hit", "hits"))]
    left: InWords

    def apply(self, state: State) -> Changes:
        return with_hits(state, self.left)


class ParryReferred(OwnEvent):
    """The story's leader says what a parry leaves (P6-62)."""

    weight: ClassVar[int] = 0
    told: ClassVar[str] = template("{character} parries with {successes}")
    successes: Annotated[int, Worded(lambda successes: counted(successes, "success", "successes"))]

    def apply(self, state: State) -> Changes:
        window = running(state).window
        return {} if window is None else with_combat(state, window=changed(window, judging=True))


class HitsStated(Event):
    """The story's leader said what a parry leaves."""

    told: ClassVar[str] = template("{hits} left")
    hits: Annotated[int, Worded(lambda hits: counted(hits, "hit", "hits"))]

    def apply(self, state: State) -> Changes:
        window = running(state).window
        if window is None:
            return {}
        closed = changed(state, combat=changed(running(state), window=changed(window, judging=False)))
        return {"combat": closed.combat} | with_hits(closed, self.hits)


class Defence(OwnCommand, base=True):
    """A command by which the target of an attack defends."""

    @classmethod
    def likely(cls, state: State) -> tuple[str, ...]:
        window = state.combat.window if state.combat is not None else None
        return () if window is None else window.deed.targets


def _defence(ledger: Ledger, who: Character, cost: int) -> Window:
    """The window on a melee attack this character may defend against (P6-60)."""
    refuse_pending(ledger.state)
    combat = ledger.state.combat
    window = combat.window if combat is not None else None
    if window is None:
        raise no_window()
    deed = window.deed
    if deed.kind is not DeedKind.ATTACK or deed.target != who.name:
        raise Refused("NO_WINDOW", phrase("Nobody attacks {character} just now.", character=who.name))
    if not melee(ledger.state, deed):
        raise Refused("NOT_MELEE", phrase("Only attacks hand to hand can be evaded or parried."))
    if deed.from_behind:
        raise Refused("CANNOT_PERCEIVE", phrase("{character} does not see it coming.", character=who.name))
    refuse_reactor(ledger, who, cost)
    if not deed.hits:
        raise Refused("NO_WINDOW", phrase("The attack misses anyway."))
    return window


def _refuse_powerless(ledger: Ledger, who: Character, value: int) -> None:
    """A defence without dice needs some to add, or no action is spent on it (P6-12)."""
    if not (can_help(who) and ledger.rules.extra_dice_in_combat):
        refuse_no_dice(ledger.state, who, Purpose.EVADE, value)


class Evade(Defence):
    """Dodge a melee attack (P6-60)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} evade?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Dodge a melee attack with the evasion pool (P6-60, P6-61)."""
        _defence(ledger, who, cost_of(ledger.state, "evade"))
        _refuse_powerless(ledger, who, who.evasion)
        spend(ledger, who.name, 1, "evade")
        ledger.record(DefenceDeclared(who.name, "evade"))
        open_check(ledger, who.name, Trait("evasion", who.evasion, "evasion"), Purpose.EVADE)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield tap(cls, state, who, phrase("evade"), REACTIONS, owed=True)


@closes(Purpose.EVADE)
def _evaded(ledger: Ledger, check: Check, successes: int) -> None:
    deed = ledger.state.deed
    if deed is not None:
        evaded = Evaded(check.character, deed.actor) if successes else EvadeFailed(check.character, deed.hits)
        ledger.record(evaded)
    close_if_answered(ledger)


class Parry(Defence):
    """Parry a melee attack with something in hand (P6-62)."""

    json_names: ClassVar[Mapping[str, str]] = {"with_": "with"}
    talk: ClassVar[Talk] = Talk(confirm="Does {char} parry?")
    with_: ItemName | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        window = _defence(ledger, who, cost_of(ledger.state, "parry"))
        thing = _in_hand(who, self.with_)
        skill = skill_of(ledger.state, who, HAND_TO_HAND)
        _refuse_powerless(ledger, who, skill.value)
        spend(ledger, who.name, 1, "parry")
        ledger.record(DefenceDeclared(who.name, "parry", thing))
        needed = 1 if ledger.rules.parry_mode == "full" else window.deed.hits
        open_check(ledger, who.name, skill, Purpose.PARRY, Asked(needed=needed))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        things = _things(known(state, who))
        if things:
            held = choice("with", phrase("With"), things, optional=True)
            yield tap(cls, state, who, phrase("parry"), REACTIONS, held, owed=True)


def _things(who: Character) -> tuple[str, ...]:
    return (*(one.name for one in who.weapons), *(one.name for one in who.items))


def _in_hand(who: Character, said: str | None) -> str:
    if said:
        try:
            return find(_things(who), str, said, phrase("thing in hand"))
        except Refused:
            return said.strip()
    melee_first = sorted(who.weapons, key=lambda weapon: not weapon.is_melee)
    if melee_first or who.items:
        return melee_first[0].name if melee_first else who.items[0].name
    raise Refused("BAD_VALUE", phrase("{character} has nothing in hand to parry with.", character=who.name))


@closes(Purpose.PARRY)
def _parried(ledger: Ledger, check: Check, successes: int) -> None:
    deed, rule_ = ledger.state.deed, ledger.rules.parry_mode
    if deed is None:
        return
    if rule_ == "gm":
        ledger.record(ParryReferred(check.character, successes))
        return
    removed = deed.hits if rule_ == "full" and successes else min(successes, deed.hits)
    ledger.record(Parried(check.character, removed, deed.hits - removed))
    close_if_answered(ledger)


class StateHits(Command):
    """Say how many hits a parry left, at tables where the GM judges it (P6-62)."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="{hits:hit gets|hits get} through?")
    hits: Hits

    def decide(self, ledger: Ledger, who: None) -> None:
        combat, deed = ledger.state.combat, ledger.state.deed
        if combat is None or combat.window is None or not combat.window.judging or deed is None:
            raise no_window()
        if not 0 <= self.hits <= deed.hits:
            raise Refused("BAD_VALUE", phrase("From none to {hits}.", hits=counted(deed.hits, "hit", "hits")))
        ledger.record(HitsStated(self.hits))
        close_if_answered(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        window = state.combat.window if state.combat is not None else None
        if window is not None and window.judging:
            left = Field("hits", phrase("Hits left"), "number", most=window.deed.hits)
            yield Move(cls.kind, phrase("Say how many hits the parry left"), REACTIONS, fields=(left,), owed=True)
