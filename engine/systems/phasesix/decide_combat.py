"""Deciding about fights: start, order, priority, bought and stolen actions (rules 3.5 to 3.7)."""

from engine.phrase import joined, phrase
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.deeds import close_window
from engine.systems.phasesix.derived import in_combat
from engine.systems.phasesix.entities import Character, Combatant, Task
from engine.systems.phasesix.foes import create_foes, foe_named
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find_character, find_characters
from engine.systems.phasesix.rounds import ask_initiative, combatant_of, drop, pass_on, start_round
from engine.systems.phasesix.rulebook import By, rule
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import TaskKind
from engine.types import Rejected

NO_COMBAT = Rejected("NO_COMBAT", phrase("No fight is running."))
OURS, THEIRS = "players", "foes"


@rule(cmd.StartCombat, By.GM)
def start_combat(ledger: Ledger, command: cmd.StartCombat, who: None) -> Rejected | None:
    """Begin a fight; everybody rolls for initiative (P6-27)."""
    if ledger.state.combat is not None:
        return Rejected("IN_COMBAT", phrase("A fight is running already."))
    refusal = refuse_pending(ledger.state)
    if refusal is not None:
        return refusal
    foes = create_foes(ledger, command.foes)
    if isinstance(foes, Rejected):
        return foes
    fighters = _fighters(ledger.state, command, foes)
    if isinstance(fighters, Rejected):
        return fighters
    sides = _sides(ledger.state, command)
    if isinstance(sides, Rejected):
        return sides
    if len(fighters) < 2:
        return Rejected("NO_PARTICIPANTS", phrase("A fight needs at least two; name whoever takes part."))
    combatants = tuple(combatant_of(ledger, one.name, sides.get(one.name) or _usual(one)) for one in fighters)
    ledger.record(ev.CombatStarted(combatants))
    for combatant in combatants:
        ask_initiative(ledger, combatant.name)
    return None


def _usual(who: Character) -> str:
    return OURS if who.kind == "pc" else THEIRS


def _fighters(state: State, command: cmd.StartCombat, foes: tuple[Character, ...]) -> tuple[Character, ...] | Rejected:
    """Those named; with nobody named all who live, with new foes alone the player characters against them."""
    if command.participants:
        named = find_characters(state, command.participants)
        return named if isinstance(named, Rejected) else (*named, *(one for one in foes if one not in named))
    living = [one for one in state.characters if not one.dead]
    if foes:
        living = [one for one in living if one.kind == "pc" or one in foes]
    return tuple(living)


def _sides(state: State, command: cmd.StartCombat) -> dict[str, str] | Rejected:
    sides: dict[str, str] = {}
    for side in command.sides:
        members = find_characters(state, side.members)
        if isinstance(members, Rejected):
            return members
        sides |= {one.name: side.name for one in members}
    return sides


@rule(cmd.JoinCombat, By.GM)
def join_combat(ledger: Ledger, command: cmd.JoinCombat, who: Character | None) -> Rejected | None:
    """A latecomer rolls for initiative (P6-31)."""
    if ledger.state.combat is None or not ledger.combat.round:
        return NO_COMBAT
    joining = _latecomer(ledger, command)
    if isinstance(joining, Rejected):
        return joining
    there = (*ledger.combat.combatants, *ledger.combat.joining)
    if any(one.name == joining.name for one in there):
        return Rejected("BAD_VALUE", phrase("{name} is in the fight already.", name=joining.name))
    ledger.record(ev.CombatJoined(combatant_of(ledger, joining.name, command.side or _usual(joining))))
    ask_initiative(ledger, joining.name)
    return None


def _latecomer(ledger: Ledger, command: cmd.JoinCombat) -> Character | Rejected:
    if command.foe and not command.char:
        new = create_foes(ledger, (command.foe,))
        return new if isinstance(new, Rejected) else new[0]
    if not command.char:
        return Rejected("BAD_VALUE", phrase("Say who joins."))
    found = find_character(ledger.state, command.char)
    if isinstance(found, Rejected) and foe_named(ledger.state, command.char) is not None:
        new = create_foes(ledger, (command.char,))
        return new if isinstance(new, Rejected) else new[0]
    return found


@rule(cmd.LeaveCombat, By.GM, dead=True)
def leave_combat(ledger: Ledger, command: cmd.LeaveCombat, who: Character) -> Rejected | None:
    """Somebody leaves the order; if it was their turn it is over."""
    if ledger.state.combat is None or not ledger.combat.round:
        return NO_COMBAT
    if not in_combat(ledger.state, who.name):
        return Rejected("BAD_VALUE", phrase("{character} is not in the fight.", character=who.name))
    refusal = refuse_pending(ledger.state)
    if refusal is not None:
        return refusal
    mine = ledger.combat.holder == who.name
    close_window(ledger)
    drop(ledger, who.name)
    if mine:
        ledger.queue(Task(TaskKind.NEXT), front=False)
    return None


@rule(cmd.EndCombat, By.GM)
def end_combat(ledger: Ledger, command: cmd.EndCombat, who: None) -> Rejected | None:
    """End the fight; whatever was open with it is dropped."""
    if ledger.state.combat is None:
        return NO_COMBAT
    ledger.record(ev.CombatEnded(ledger.combat.round))
    return None


def _holding(state: State) -> tuple[str, ...]:
    return (state.combat.holder or "",) if state.combat is not None else ()


@rule(cmd.PassPriority, likely=_holding, addressed=True)
def pass_priority(ledger: Ledger, command: cmd.PassPriority, who: Character) -> Rejected | None:
    """End a turn, actions left are kept (P6-35); after a round in which nobody could act it begins the next."""
    if ledger.state.combat is None:
        return NO_COMBAT
    refusal = refuse_pending(ledger.state)
    if refusal is not None:
        return refusal
    combat = ledger.combat
    if combat.holder is None and combat.round and not combat.acted and not ledger.state.tasks:
        start_round(ledger)
        return None
    if combat.holder != who.name:
        if combat.holder is None:
            return Rejected("NOT_YOUR_PRIORITY", phrase("Nobody has priority, not {character}.", character=who.name))
        text = phrase("{holder} has priority, not {character}.", holder=combat.holder, character=who.name)
        return Rejected("NOT_YOUR_PRIORITY", text)
    if combat.window is not None and combat.window.judging:
        return Rejected("PENDING_ROLL", phrase("First, how many hits does the parry leave?"))
    _pay_for_walk(ledger, who.name)
    close_window(ledger)
    pass_on(ledger, who.name)
    return None


def _pay_for_walk(ledger: Ledger, name: str) -> None:
    """A walk that was free because a deed should have paid for it is paid after all (P6-38)."""
    combat = ledger.combat
    one = combat.of(name)
    if combat.coupled and combat.rider == name and one is not None:
        ledger.record(ev.RiderLapsed(name))
        if one.actions:
            ledger.record(ev.ActionSpent(name, 1, one.actions - 1, "walk"))


def able(state: State, who: Character) -> Combatant | Rejected:
    """A combatant who may still get actions this round (P6-46)."""
    one = state.combat.of(who.name) if state.combat is not None else None
    if one is None:
        return NO_COMBAT
    if who.incapacitated:
        return Rejected("INCAPACITATED", phrase("{character} cannot act.", character=who.name))
    if one.ended:
        return Rejected("ROUND_ENDED", phrase("The round is over for {character}.", character=who.name))
    return one


@rule(cmd.StealAction)
def steal_action(ledger: Ledger, command: cmd.StealAction, who: Character) -> Rejected | None:
    """Take an action from an opponent for a destiny die (P6-45)."""
    one = able(ledger.state, who)
    if isinstance(one, Rejected):
        return one
    victim = _victim(ledger.state, one, command.victim)
    if isinstance(victim, Rejected):
        return victim
    if victim.side == one.side:
        text = phrase("{victim} is on {character}'s side.", victim=victim.name, character=who.name)
        return Rejected("NOT_AN_OPPONENT", text)
    if not who.destiny.now:
        return Rejected("NO_DESTINY_DICE", phrase("{character} has no destiny dice left.", character=who.name))
    acting = ledger.combat.holder == victim.name
    now = acting or (ledger.rules.steal_scope == "kept_first" and victim.actions > 0)
    most = ledger.who(victim.name).actions_max
    if (now and not victim.actions) or (not now and victim.stolen_next >= most):
        return Rejected("NOTHING_TO_STEAL", phrase("{name} has no action left to lose.", name=victim.name))
    when = "now" if now else "next"
    ledger.record(ev.ActionStolen(who.name, victim.name, when, one.actions + 1, who.destiny.now - 1))
    return None


def _victim(state: State, thief: Combatant, said: str | None) -> Combatant | Rejected:
    combat = state.combat
    if combat is None:
        return NO_COMBAT
    if said:
        found = find_character(state, said)
        if isinstance(found, Rejected):
            return found
        absent = phrase("{character} is not in the fight.", character=found.name)
        return combat.of(found.name) or Rejected("NOT_AN_OPPONENT", absent)
    others = [one for one in combat.combatants if one.side != thief.side]
    acting = [one for one in others if one.name == combat.holder]
    if len(acting or others) == 1:
        return (acting or others)[0]
    names = joined((one.name for one in others), ", ")
    return Rejected("AMBIGUOUS_NAME", phrase("Say from whom: {names}.", names=names))
