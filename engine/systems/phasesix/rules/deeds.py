"""A deed from declaration to its end (P6-35 to P6-43, P6-49), and whatever the list of deeds does not name (P6-36)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded, counted, listed
from engine.fields import Words
from engine.phrase import EMPTY, Phrase, joined, phrase, plural, spelled, template
from engine.systems.phasesix.agenda import builds, closes, does, follows, refuse_pending, step
from engine.systems.phasesix.derived import RIDER, in_combat
from engine.systems.phasesix.entities import Character, Check, Combat, Deed, State, Task
from engine.systems.phasesix.fields import Cost, Difficulty, TraitName
from engine.systems.phasesix.fold import running, with_combat, with_combatant, with_hits
from engine.systems.phasesix.guards import cannot_act, parry_unjudged, refuse_no_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import Event, OwnCommand, OwnEvent, Silent, Told
from engine.systems.phasesix.rules.checks import PLAIN, Asked, open_check
from engine.systems.phasesix.rules.rounds import pass_on
from engine.systems.phasesix.rules.windows import close_window, end, open_window
from engine.systems.phasesix.taps import DEEDS, tap
from engine.systems.phasesix.traits import Trait, trait_of
from engine.systems.phasesix.vocabulary import DeedKind, Mode, Purpose, TaskKind
from engine.types import ENGINE_ONLY, Spoken

MOVES = frozenset((DeedKind.WALK, DeedKind.RUN, DeedKind.CRAWL))
STANCES = frozenset((DeedKind.HUNKER, DeedKind.STAND_UP))
PEACEFUL = frozenset(DeedKind) - MOVES - {DeedKind.ATTACK}
"""Deeds that go outside combat too, without cost."""

DEED_WORDS = {
    "attack": phrase("attacks"),
    "reload": phrase("reloads"),
    "use_object": phrase("uses something"),
    "first_aid": phrase("gives first aid"),
    "hunker": phrase("hunkers down"),
    "stand_up": phrase("stands up"),
    "walk": phrase("walks"),
    "run": phrase("runs"),
    "crawl": phrase("crawls"),
    "cast": phrase("casts a spell"),
    "throw_object": phrase("throws something"),
    "custom": phrase("does something else"),
}
"""Kind of deed to the words for it."""


def deed_told(deed: Deed) -> Phrase:
    """A deed as a phrase: who does it, with whom or what, and how well."""
    does = phrase("{actor} {does}", actor=deed.actor, does=DEED_WORDS[deed.kind])
    said = DeedDeclared(deed).sentence() or joined((does, deed.item, deed.text), ", ")
    if not deed.hits:
        return said
    return phrase("{deed}: {hits}", deed=said, hits=counted(deed.hits, "hit", "hits"))


class DeedDeclared(Event):
    """Somebody does something."""

    weight: ClassVar[int] = 1
    deed: Deed

    def apply(self, state: State) -> Changes:
        changes: Changes = {"deed": self.deed, "count": state.count + 1}
        if state.combat is not None and not self.deed.reaction:
            changes |= with_combat(state, rider=None, coupled=False, attacks=_latest(state, self.deed))
        return changes

    def sentence(self) -> Phrase:
        deed = self.deed
        actor, targets = deed.actor, listed(deed.targets)
        if deed.kind == "attack":
            if deed.weapon == "unarmed":
                return phrase("{actor} attacks {targets}", actor=actor, targets=targets)
            return phrase(
                "{actor} attacks {targets} with the {weapon}", actor=actor, targets=targets, weapon=deed.weapon
            )
        if deed.kind == "cast":
            if not targets:
                return phrase("{actor} casts {spell}", actor=actor, spell=deed.spell)
            return phrase("{actor} casts {spell} on {targets}", actor=actor, spell=deed.spell, targets=targets)
        if deed.kind == "first_aid":
            return phrase("{actor} gives first aid to {targets}", actor=actor, targets=targets)
        return EMPTY

    def undone(self) -> Phrase:
        return phrase("{character}'s {deed}", character=self.deed.actor, deed=spelled(self.deed.kind))


def _latest(state: State, deed: Deed) -> tuple[Deed, ...]:
    attacks = running(state).attacks
    return attacks if deed.kind != DeedKind.ATTACK else (*(one for one in attacks if one.actor != deed.actor), deed)


class DeedLapsed(OwnEvent, Told):
    """A deed that had to wait no longer goes."""

    weight: ClassVar[int] = 3
    told: ClassVar[str] = template("{character} cannot do it any more: {reason}")
    what: str
    reason: Annotated[str, Worded(lambda reason: reason.removesuffix("."))]


class ActionSpent(OwnEvent, Silent):
    """Actions are paid."""

    count: int
    left: int
    why: str

    def apply(self, state: State) -> Changes:
        return with_combatant(state, self.character, actions=self.left)

    def aloud(self) -> Spoken | None:
        if not self.left:
            return None
        actions = counted(self.left, "action", "actions")
        return Spoken(phrase("{character} has {actions} left.", character=self.character, actions=actions), 1)


class ReactionResolved(OwnEvent, Told):
    """A reaction has its turn."""

    told: ClassVar[str] = template("{character}'s reaction")
    what: str


class DeedRolled(Silent):
    """The successes of a deed's roll, before its consequences."""

    seen: ClassVar[str] = ENGINE_ONLY
    deed_id: str
    successes: int

    def apply(self, state: State) -> Changes:
        return with_hits(state, self.successes)


def cost_of(state: State, kind: str, usual: int = 1) -> int:
    """Actions of a deed, the library's word before the usual one (P6-36, P6R-48)."""
    return next((value.number for value in state.library.deeds if value.name == kind), usual)


def act(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> None:
    """Carry out a deed of somebody whose turn it is, or of anybody outside combat."""
    state = ledger.state
    refuse_pending(state)
    _refuse_turn(state, who, kind)
    deed = builds[kind](ledger, who, kind, command)
    if not in_combat(state, who.name):
        _begin(ledger, changed(deed, cost=0, rider=False))
        return
    _refuse_rider(state, deed)
    _refuse_payment(ledger.combat, deed)
    if ledger.combat.window is not None:
        close_window(ledger)
        ledger.queue(Task(TaskKind.DEED, deed=deed), front=False)
    else:
        _begin(ledger, deed)


def _refuse_turn(state: State, who: Character, kind: DeedKind) -> None:
    combat = state.combat
    if who.incapacitated:
        raise cannot_act(who)
    if combat is None or combat.of(who.name) is None:
        _refuse_outside(combat, who, kind)
    elif combat.holder != who.name:
        text = phrase("Nobody has priority yet; {character} can only react.", character=who.name)
        if combat.holder:
            holder = combat.holder
            text = phrase("{holder} has priority; {character} can only react.", holder=holder, character=who.name)
        raise Refused("NOT_YOUR_PRIORITY", text)
    elif combat.window is not None and combat.window.judging:
        raise parry_unjudged()


def _refuse_outside(combat: Combat | None, who: Character, kind: DeedKind) -> None:
    if combat is None and kind not in PEACEFUL:
        raise Refused("NO_COMBAT", phrase("That needs a running fight."))
    if kind not in PEACEFUL:
        raise Refused("NO_COMBAT", phrase("{character} is not in the fight.", character=who.name))


def _refuse_rider(state: State, deed: Deed) -> None:
    """A rider follows a walk at once, and is no movement (P6-38)."""
    if not deed.rider:
        return
    combat, rules = state.combat, state.house_rules
    usual = deed.cost == 1 or rules.walk_rider == "other_pays"
    if combat is None or combat.rider != deed.actor or deed.kind in MOVES | STANCES or not usual:
        raise Refused("NO_RIDER", phrase("Only one action can follow directly after a walk."))


def _refuse_payment(combat: Combat, deed: Deed) -> None:
    one = combat.of(deed.actor)
    if one is None:
        raise Refused("NO_COMBAT", phrase("{actor} is not in the fight.", actor=deed.actor))
    if one.locked and not (deed.weapon == one.locked and deed.mode is Mode.FULL_AUTO):
        who, arm = one.name, one.locked
        text = phrase("All of {character}'s actions go into full auto with the {weapon}.", character=who, weapon=arm)
        raise Refused("FULL_AUTO_LOCKED", text)
    needed = max(price(combat, deed), 1 if deed.coupled else 0)
    if one.actions < needed:
        left = plural("{count} action", "{count} actions", one.actions) if one.actions else phrase("no actions")
        has = phrase("{character} has {actions} left", character=one.name, actions=left)
        raise Refused("NO_ACTIONS", phrase("{has}, that takes {needed}.", has=has, needed=needed))


def price(combat: Combat, deed: Deed) -> int:
    """Actions a deed takes now: nothing for a rider the walk paid for, one more after a walk that stayed unpaid."""
    if deed.rider:
        return deed.cost if combat.coupled else 0
    return deed.cost + (1 if combat.coupled and combat.rider == deed.actor else 0)


@step(TaskKind.DEED)
def _late(ledger: Ledger, task: Task) -> None:
    """A deed that closed a window goes on once the window's consequences are done, if it still can."""
    deed = task.deed
    if deed is None or ledger.state.combat is None:
        return
    try:
        _refuse_turn(ledger.state, ledger.who(deed.actor), deed.kind)
        _refuse_rider(ledger.state, deed)
        _refuse_payment(ledger.combat, deed)
    except Refused as refused:
        ledger.record(DeedLapsed(deed.actor, deed.kind.value, str(refused.rejected.reason)))
    else:
        _begin(ledger, deed)


def _begin(ledger: Ledger, deed: Deed) -> None:
    if in_combat(ledger.state, deed.actor):
        cost = price(ledger.combat, deed)
        ledger.record(DeedDeclared(deed))
        spend(ledger, deed.actor, cost, deed.kind.value)
    else:
        ledger.record(DeedDeclared(deed))
    _do(ledger, deed)


def _do(ledger: Ledger, deed: Deed) -> None:
    if not does[deed.kind](ledger, deed):
        open_window(ledger, pending=False)


def spend(ledger: Ledger, name: str, count: int, why: str) -> None:
    """Pay actions; the caller has made sure they are there."""
    one = ledger.combat.of(name)
    if one is not None and count:
        ledger.record(ActionSpent(name, count, one.actions - count, why))


@step(TaskKind.RESOLVE)
def _resolve(ledger: Ledger, task: Task) -> None:
    deed = ledger.state.deed
    if deed is not None and follows[deed.kind](ledger, deed):
        end(ledger, deed)


@step(TaskKind.REACTION)
def _reaction(ledger: Ledger, task: Task) -> None:
    """A reaction has its turn, whether or not the reactor still stands (P6-41)."""
    deed = task.deed
    if deed is None:
        return
    if ledger.who(deed.actor).incapacitated and not ledger.rules.reaction_simultaneous:
        ledger.record(DeedLapsed(deed.actor, deed.kind.value, f"{deed.actor} went down first."))
        return
    ledger.record(ReactionResolved(deed.actor, deed.kind.value))
    ledger.record(DeedDeclared(deed))
    _do(ledger, deed)


@step(TaskKind.PASS)
def _pass(ledger: Ledger, task: Task) -> None:
    if ledger.state.combat is not None and ledger.combat.holder == task.who:
        pass_on(ledger, task.who)


class DeedCommand(OwnCommand, base=True):
    """A command of a deed on one's own turn.

    Attributes:
        deed: Kind of the deed.
    """

    deed: ClassVar[DeedKind]

    def decide(self, ledger: Ledger, who: Character) -> None:
        act(ledger, who, self.deed, self)


def roll_for(ledger: Ledger, deed: Deed, pool: Callable[[], Trait], purpose: Purpose, asked: Asked = PLAIN) -> bool:
    """Open a deed's roll, with its difficulty and extra dice; none where nobody can tell its pool any longer."""
    try:
        trait = pool()
    except Refused:
        return True
    modifier = deed.difficulty + (RIDER if deed.rider else 0)
    asked = replace(asked, modifier=modifier, bonus=deed.bonus, destiny=deed.destiny)
    open_check(ledger, deed.actor, trait, purpose, asked)
    return True


@closes(Purpose.THROW, Purpose.AID, Purpose.CAST)
def _deed_rolled(ledger: Ledger, check: Check, successes: int) -> None:
    deed = ledger.state.deed
    if deed is not None:
        ledger.record(DeedRolled(deed.deed_id, successes))
        open_window(ledger, pending=True)


class CustomDone(OwnEvent, Told):
    """Somebody does something the list does not name."""

    weight: ClassVar[int] = 1
    text: str
    success: bool | None

    def sentence(self) -> Phrase:
        what = self.text or phrase("something else")
        if self.success is None:
            return phrase("{character}: {deed}", character=self.character, deed=what)
        if self.success:
            return phrase("{character}: {deed}, it works", character=self.character, deed=what)
        return phrase("{character}: {deed}, it fails", character=self.character, deed=what)


class CustomDeed(DeedCommand):
    """Do something the list does not name (P6-36).

    Attributes:
        cost: Actions as the GM states; None for the usual cost.
        trait: Trait rolled for it, if any.
    """

    deed: ClassVar[DeedKind] = DeedKind.CUSTOM
    talk: ClassVar[Talk] = Talk(confirm="Does {char} spend an action on that?")
    text: Words = ""
    trait: TraitName | None = None
    difficulty: Difficulty = 0
    cost: Cost | None = None
    as_rider: bool = False

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield tap(cls, state, who, phrase("do something else"), DEEDS, Field("text", phrase("What")))


@builds(DeedKind.CUSTOM)
def _custom(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    stated = getattr(command, "cost", None)
    cost = cost_of(ledger.state, "custom") if stated is None else stated
    if not 0 <= cost <= 9:
        raise Refused("BAD_VALUE", phrase("Say how many actions it takes."))
    label = ""
    if command.trait:
        trait = trait_of(ledger.state, who, command.trait)
        refuse_no_dice(ledger.state, who, Purpose.DEED, trait.value)
        label = trait.label
    return Deed(
        ledger.new_id("deed"),
        kind,
        who.name,
        cost,
        text=(command.text or "").strip(),
        trait=label,
        difficulty=command.difficulty,
        rider=getattr(command, "as_rider", False),
    )


@does(DeedKind.CUSTOM)
def _carry_out(ledger: Ledger, deed: Deed) -> bool:
    state, who = ledger.state, ledger.who(deed.actor)
    if deed.trait:
        return roll_for(ledger, deed, lambda: trait_of(state, who, deed.trait), Purpose.DEED)
    ledger.record(CustomDone(deed.actor, deed.text, None))
    return False


@closes(Purpose.DEED)
def _carried_out(ledger: Ledger, check: Check, successes: int) -> None:
    deed = ledger.state.deed
    if deed is not None:
        ledger.record(DeedRolled(deed.deed_id, successes))
        ledger.record(CustomDone(deed.actor, deed.text or check.trait, successes >= 1))
        open_window(ledger, pending=False)
