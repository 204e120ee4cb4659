"""Initiative, the order of a fight, rounds and priority (rules 3.5, 3.6)."""

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import InWords, Worded, counted, number
from engine.phrase import EMPTY, Phrase, joined, phrase, template
from engine.systems.phasesix.agenda import lands, step, throws_due
from engine.systems.phasesix.derived import standing
from engine.systems.phasesix.entities import Combatant, State, Task, Throw
from engine.systems.phasesix.fold import combatant, running, with_combat, with_combatant
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event, OwnEvent, Silent, Told
from engine.systems.phasesix.rules.conditions import ticks_of
from engine.systems.phasesix.taps import FIGHT
from engine.systems.phasesix.vocabulary import Attr, Dice, TaskKind
from engine.types import Spoken


class InitiativeRolled(OwnEvent, Told, Silent):
    """Somebody's initiative is in."""

    score: int


class OrderSet(Event):
    """Everybody's place is known (P6-28)."""

    combatants: tuple[Combatant, ...]

    def apply(self, state: State) -> Changes:
        return with_combat(state, combatants=self.combatants)

    def sentence(self) -> Phrase:
        scores = joined((phrase("{name} {score}", name=one.name, score=one.score) for one in self.combatants), ", ")
        return phrase("Order: {scores}", scores=scores)

    def aloud_at(self, table: State) -> Spoken | None:
        if any(throw.request.purpose == Dice.ROLL_OFF for throw in table.throws):
            return None
        scores = [phrase("{name} {score}", name=one.name, score=number(one.score)) for one in self.combatants]
        return Spoken(phrase("Order: {scores}.", scores=joined(scores, ", ")), 2)


class OrderChanged(Event):
    """Somebody joined or left; `cursor` is the new place of whoever acts."""

    combatants: tuple[Combatant, ...]
    cursor: int
    character: str
    joined: bool

    def apply(self, state: State) -> Changes:
        combat = running(state)
        joining = tuple(one for one in combat.joining if one.name != self.character)
        gone = combat.holder == self.character and not self.joined
        return with_combat(
            state,
            combatants=self.combatants,
            cursor=self.cursor,
            joining=joining,
            holder=None if gone else combat.holder,
            rider=None if gone else combat.rider,
        )

    def sentence(self) -> Phrase:
        if self.joined:
            return phrase("{character} is in the order", character=self.character)
        return phrase("{character} is out of the order", character=self.character)


class RoundStarted(Event):
    """A round begins (P6-33)."""

    told: ClassVar[str] = template("Round {round}")
    round: InWords

    def apply(self, state: State) -> Changes:
        combat = running(state)
        combatants = tuple(changed(one, ended=False, locked="") for one in combat.combatants)
        return with_combat(
            state, combatants=combatants, round=self.round, cursor=-1, holder=None, acted=False, rider=None
        )


class PriorityGained(OwnEvent, Silent):
    """Somebody's turn begins with fresh actions (P6-34)."""

    said: ClassVar[str] = template("{character} has priority, {actions}.")
    weight: ClassVar[int] = 3
    actions: Annotated[int, Worded(lambda actions: counted(actions, "action", "actions"))]
    cursor: int

    def apply(self, state: State) -> Changes:
        combat = running(state)
        one = combatant(state, self.character)
        fresh = changed(one, actions=self.actions, stolen_next=0, locked="")
        return with_combat(
            state,
            combatants=replaced(combat.combatants, one, fresh),
            holder=self.character,
            cursor=self.cursor,
            acted=True,
            rider=None,
            coupled=False,
        )


class PrioritySkipped(OwnEvent):
    """Somebody cannot act (P6-34)."""

    told: ClassVar[str] = template("{character} cannot act")
    cursor: int

    def apply(self, state: State) -> Changes:
        combat, one = running(state), combatant(state, self.character)
        still = changed(one, actions=0, stolen_next=0)
        return with_combat(
            state, combatants=replaced(combat.combatants, one, still), holder=None, cursor=self.cursor, rider=None
        )


class PriorityPassed(OwnEvent):
    """A turn ends; actions left are kept (P6-35)."""

    taken_back: ClassVar[str] = template("the end of {character}'s turn")
    kept: int

    def apply(self, state: State) -> Changes:
        return with_combat(state, holder=None, rider=None, coupled=False)

    def sentence(self) -> Phrase:
        if self.kept:
            actions = counted(self.kept, "action", "actions")
            return phrase("{character} keeps {actions}", character=self.character, actions=actions)
        return EMPTY


class NobodyCanAct(Event):
    """A whole round went by without anybody able to act."""

    told: ClassVar[str] = template("Nobody can act")
    round: int

    def apply(self, state: State) -> Changes:
        return with_combat(state, holder=None)


class ActionsForfeited(OwnEvent):
    """Actions left when full-auto fire stops are lost (P6-52)."""

    told: ClassVar[str] = template("{character} loses {count}")
    count: Annotated[int, Worded(lambda count: counted(count, "action", "actions"))]

    def apply(self, state: State) -> Changes:
        return with_combatant(state, self.character, actions=0, locked="")


def combatant_of(ledger: Ledger, name: str, side: str) -> Combatant:
    """A character as a combatant with what breaks ties (P6-28)."""
    who = ledger.who(name)
    return Combatant(name, side, who.attr(Attr.QUICKNESS), who.attr(Attr.DEFTNESS))


def ask_initiative(ledger: Ledger, name: str, at: int | None = None) -> None:
    """One die; a 6 is always rolled on (P6-27)."""
    ledger.ask(name, 1, Dice.INITIATIVE, f"initiative of {name}", name, at=at)


@lands(Dice.INITIATIVE)
def _initiative(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    if faces[0] == 6:
        ask_initiative(ledger, throw.ref, place)
        return
    combat = ledger.combat
    one = next(one for one in (*combat.combatants, *combat.joining) if one.name == throw.ref)
    ledger.record(InitiativeRolled(one.name, one.score + one.quickness))
    if combat.round:
        _let_in(ledger, one)
    elif not throws_due(ledger.state):
        scored = tuple(changed(each, score=each.score + each.quickness) for each in combat.combatants)
        _order(ledger, scored)


@lands(Dice.ROLL_OFF)
def _roll_off(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    if faces[0] == 6:
        _ask_roll_off(ledger, throw.ref, place)
    elif not throws_due(ledger.state):
        _order(ledger, ledger.combat.combatants)


def _ask_roll_off(ledger: Ledger, name: str, at: int | None = None) -> None:
    ledger.ask(name, 1, Dice.ROLL_OFF, f"the tie of {name}", name, at=at)


class InitiativeSkipped(Event):
    """Nobody throws the dice of initiative that are still owed."""

    told: ClassVar[str] = template("No more dice for initiative.")

    def apply(self, state: State) -> Changes:
        """The throws without those of initiative and of its ties."""
        return {"throws": tuple(each for each in state.throws if each not in initiative_owed(state))}


class SkipInitiative(Command):
    """Go on without the initiative that is still owed: those fighters act by their Quickness alone (P6-27)."""

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Go on without the initiative that is missing?")

    def decide(self, ledger: Ledger, who: None) -> None:
        owed = initiative_owed(ledger.state)
        if not owed:
            raise Refused("NO_SUCH_REQUEST", phrase("Nobody owes dice for initiative."))
        combat, names = ledger.combat, {each.ref for each in owed if each.request.purpose == Dice.INITIATIVE}
        ledger.record(InitiativeSkipped())
        for one in (*combat.combatants, *combat.joining):
            if one.name in names:
                ledger.record(InitiativeRolled(one.name, one.score + one.quickness))
        if not combat.round and names:
            scored = tuple(changed(each, score=each.score + each.quickness) for each in combat.combatants)
            _order(ledger, scored, ties=False)
        elif not combat.round:
            start_round(ledger)
        for late in (each for each in combat.joining if combat.round and each.name in names):
            _let_in(ledger, late)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if initiative_owed(state):
            yield Move(cls.kind, phrase("Go on without that initiative"), FIGHT)


def initiative_owed(state: State) -> tuple[Throw, ...]:
    """Throws of initiative, and of its ties, that nobody has made."""
    return tuple(each for each in state.throws if each.request.purpose in (Dice.INITIATIVE, Dice.ROLL_OFF))


def _order(ledger: Ledger, combatants: tuple[Combatant, ...], *, ties: bool = True) -> None:
    """Highest first; ties go to Quickness, Deftness, then as the house plays it (P6-27, P6-28)."""
    ordered = tuple(sorted(combatants, key=standing, reverse=True))
    rule = ledger.rules.initiative_final_tie
    if rule == "pc_first":
        ordered = tuple(sorted(ordered, key=lambda one: (_places(one), ledger.who(one.name).kind != "pc")))
    ledger.record(OrderSet(ordered))
    tied = [one.name for _, group in groupby(ordered, standing) for one in _if_several(tuple(group))]
    if tied and ties and rule == "roll_off":
        for name in tied:
            _ask_roll_off(ledger, name)
        return
    start_round(ledger)


def _if_several(group: tuple[Combatant, ...]) -> tuple[Combatant, ...]:
    return group if len(group) > 1 else ()


def _places(one: Combatant) -> tuple[int, int, int]:
    return -one.score, -one.quickness, -one.deftness


def _let_in(ledger: Ledger, latecomer: Combatant) -> None:
    """A latecomer takes their place; if it has passed they act next round (P6-31)."""
    combat = ledger.combat
    scored = changed(latecomer, score=latecomer.score + latecomer.quickness)
    order = list(combat.combatants)
    place = next((at for at, one in enumerate(order) if _places(one) > _places(scored)), len(order))
    order.insert(place, scored)
    cursor = combat.cursor + (place <= combat.cursor)
    ledger.record(OrderChanged(tuple(order), cursor, scored.name, True))


def start_round(ledger: Ledger) -> None:
    """Begin a round: conditions are rolled for, then priority goes to the first (P6-33)."""
    combat = ledger.combat
    ledger.record(RoundStarted(combat.round + 1))
    tasks: tuple[Task, ...] = ()
    if combat.round or ledger.rules.tick_round_one:
        tasks = tuple(task for one in combat.combatants for task in ticks_of(ledger, ledger.who(one.name)))
    ledger.queue(*tasks, Task(TaskKind.NEXT), front=False)


@step(TaskKind.NEXT)
def _next(ledger: Ledger, task: Task) -> None:
    """Priority goes on; whoever cannot act is skipped, the dead leave the order (P6-32, P6-34)."""
    while ledger.combat.cursor + 1 < len(ledger.combat.combatants):
        combat = ledger.combat
        cursor = combat.cursor + 1
        one = combat.combatants[cursor]
        who = ledger.who(one.name)
        if who.dead:
            drop(ledger, one.name)
        elif who.incapacitated:
            ledger.record(PrioritySkipped(one.name, cursor))
        else:
            actions = max(0, who.actions_max - one.stolen_next)
            ledger.record(PriorityGained(one.name, actions, cursor))
            return
    if ledger.combat.acted:
        start_round(ledger)
    else:
        ledger.record(NobodyCanAct(ledger.combat.round))


def drop(ledger: Ledger, name: str) -> None:
    """Take somebody out of the order."""
    combat = ledger.combat
    place = next(at for at, one in enumerate(combat.combatants) if one.name == name)
    rest = tuple(one for one in combat.combatants if one.name != name)
    cursor = combat.cursor - (place <= combat.cursor)
    ledger.record(OrderChanged(rest, cursor, name, False))


def pass_on(ledger: Ledger, name: str) -> None:
    """End a turn; the rest of locked full-auto fire is forfeited (P6-35, P6-52)."""
    one = ledger.combat.of(name)
    if one is None:
        return
    if one.locked and one.actions:
        ledger.record(ActionsForfeited(name, one.actions))
        one = ledger.combat.of(name) or one
    ledger.record(PriorityPassed(name, one.actions))
    ledger.queue(Task(TaskKind.NEXT), front=False)


def take_priority(ledger: Ledger) -> bool:
    """Take priority from somebody who can no longer act; false when nobody is (P6-34, P6-69)."""
    combat = ledger.state.combat
    if combat is None or combat.holder is None or not ledger.who(combat.holder).incapacitated:
        return False
    ledger.record(PrioritySkipped(combat.holder, combat.cursor))
    ledger.later(TaskKind.NEXT)
    return True
