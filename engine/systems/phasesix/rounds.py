"""Initiative, rounds and priority (rules 3.5, 3.6)."""

from itertools import groupby

from engine.common.values import changed
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import step
from engine.systems.phasesix.decide_dice import lands
from engine.systems.phasesix.derived import standing
from engine.systems.phasesix.entities import Combatant, Task, Throw
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.ticking import ticks_of
from engine.systems.phasesix.vocabulary import Attr, Dice, TaskKind


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
    ledger.record(ev.InitiativeRolled(one.name, one.score + one.quickness))
    if combat.round:
        _let_in(ledger, one)
    elif not ledger.state.throws:
        scored = tuple(changed(each, score=each.score + each.quickness) for each in combat.combatants)
        _order(ledger, scored)


@lands(Dice.ROLL_OFF)
def _roll_off(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    if faces[0] == 6:
        _ask_roll_off(ledger, throw.ref, place)
    elif not ledger.state.throws:
        _order(ledger, ledger.combat.combatants)


def _ask_roll_off(ledger: Ledger, name: str, at: int | None = None) -> None:
    ledger.ask(name, 1, Dice.ROLL_OFF, f"the tie of {name}", name, at=at)


def _order(ledger: Ledger, combatants: tuple[Combatant, ...]) -> None:
    """Highest first; ties go to Quickness, Deftness, then as the house plays it (P6-27, P6-28)."""
    ordered = tuple(sorted(combatants, key=standing, reverse=True))
    rule = ledger.rules.initiative_final_tie
    if rule == "pc_first":
        ordered = tuple(sorted(ordered, key=lambda one: (_places(one), ledger.who(one.name).kind != "pc")))
    ledger.record(ev.OrderSet(ordered))
    tied = [one.name for _, group in groupby(ordered, standing) for one in _if_several(tuple(group))]
    if tied and rule == "roll_off":
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
    ledger.record(ev.OrderChanged(tuple(order), cursor, scored.name, True))


def start_round(ledger: Ledger) -> None:
    """Begin a round: conditions are rolled for, then priority goes to the first (P6-33)."""
    combat = ledger.combat
    ledger.record(ev.RoundStarted(combat.round + 1))
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
            ledger.record(ev.PrioritySkipped(one.name, cursor))
        else:
            actions = max(0, who.actions_max - one.stolen_next)
            ledger.record(ev.PriorityGained(one.name, actions, cursor))
            return
    if ledger.combat.acted:
        start_round(ledger)
    else:
        ledger.record(ev.NobodyCanAct(ledger.combat.round))


def drop(ledger: Ledger, name: str) -> None:
    """Take somebody out of the order."""
    combat = ledger.combat
    place = next(at for at, one in enumerate(combat.combatants) if one.name == name)
    rest = tuple(one for one in combat.combatants if one.name != name)
    cursor = combat.cursor - (place <= combat.cursor)
    ledger.record(ev.OrderChanged(rest, cursor, name, False))


def pass_on(ledger: Ledger, name: str) -> None:
    """End a turn; the rest of locked full-auto fire is forfeited (P6-35, P6-52)."""
    one = ledger.combat.of(name)
    if one is None:
        return
    if one.locked and one.actions:
        ledger.record(ev.ActionsForfeited(name, one.actions))
        one = ledger.combat.of(name) or one
    ledger.record(ev.PriorityPassed(name, one.actions))
    ledger.queue(Task(TaskKind.NEXT), front=False)
