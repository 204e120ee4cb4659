"""Deciding about reactions: evading, parrying, deeds in answer to deeds (P6-39 to P6-43, P6-60 to P6-63)."""

from engine.common.values import changed
from engine.common.words import counted
from engine.phrase import phrase
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.attacks import default_mode
from engine.systems.phasesix.deeds import BUILDS, close_if_answered, close_window, cost_of, melee, perceives, spend
from engine.systems.phasesix.derived import can_help
from engine.systems.phasesix.entities import Character, Check, Deed, Window
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find, find_character, plain
from engine.systems.phasesix.rolls import Asked, close, closes, open_check
from engine.systems.phasesix.rulebook import By, rule
from engine.systems.phasesix.skills import HAND_TO_HAND
from engine.systems.phasesix.state import State
from engine.systems.phasesix.traits import Trait, skill_of
from engine.systems.phasesix.vocabulary import DeedKind, Mode, Purpose
from engine.types import Rejected

NO_WINDOW = Rejected("NO_WINDOW", phrase("There is nothing to react to."))
_KINDS = {
    "use": DeedKind.USE_OBJECT,
    "throw": DeedKind.THROW_OBJECT,
    "shoot": DeedKind.ATTACK,
    "stand": DeedKind.STAND_UP,
}


def waiting(state: State) -> tuple[str, ...]:
    """Who may still react."""
    window = state.combat.window if state.combat is not None else None
    return () if window is None else tuple(name for name in window.eligible if name not in window.answered)


def may_defend(state: State, window: Window) -> bool:
    """Whether the target of an attack may still evade or parry."""
    deed = window.deed
    may = deed.target in window.eligible and deed.target not in window.answered
    return may and deed.hits > 0 and melee(state, deed) and not deed.from_behind


def attacked(state: State) -> tuple[str, ...]:
    """Who may defend against the attack that is under way."""
    window = state.combat.window if state.combat is not None else None
    return () if window is None else window.deed.targets


def _refuse_reactor(ledger: Ledger, who: Character, cost: int) -> Rejected | None:
    """Capable, not answered yet, perceiving, and with an action (P6-39, P6-40)."""
    combat = ledger.state.combat
    window = combat.window if combat is not None else None
    one = combat.of(who.name) if combat is not None else None
    if combat is None or window is None or one is None or who.name == window.deed.actor:
        return NO_WINDOW
    if window.defence and who.name != window.deed.target:
        return Rejected("NO_WINDOW", phrase("Nobody reacts to a reaction, except to defend against it."))
    if who.incapacitated:
        return Rejected("INCAPACITATED", phrase("{character} cannot act.", character=who.name))
    if who.name in window.reacted:
        return Rejected("ALREADY_REACTED", phrase("{character} has reacted to this already.", character=who.name))
    if not perceives(combat, who.name, window.deed.actor):
        text = phrase("{observer} does not notice {actor}.", observer=who.name, actor=window.deed.actor)
        return Rejected("CANNOT_PERCEIVE", text)
    if cost != 1:
        return Rejected("TOO_COSTLY", phrase("A reaction is a deed of one action."))
    if one.actions < 1:
        return Rejected(
            "NO_ACTIONS", phrase("{character} has no action left; a bonus die buys one.", character=who.name)
        )
    return None


def _defence(ledger: Ledger, who: Character, cost: int) -> Window | Rejected:
    """The window on a melee attack this character may defend against (P6-60)."""
    refusal = refuse_pending(ledger.state)
    combat = ledger.state.combat
    window = combat.window if combat is not None else None
    if window is None or refusal is not None:
        return refusal or NO_WINDOW
    deed = window.deed
    if deed.kind is not DeedKind.ATTACK or deed.target != who.name:
        return Rejected("NO_WINDOW", phrase("Nobody attacks {character} just now.", character=who.name))
    if not melee(ledger.state, deed):
        return Rejected("NOT_MELEE", phrase("Only attacks hand to hand can be evaded or parried."))
    if deed.from_behind:
        return Rejected("CANNOT_PERCEIVE", phrase("{character} does not see it coming.", character=who.name))
    refusal = _refuse_reactor(ledger, who, cost)
    if refusal is not None:
        return refusal
    return window if deed.hits else Rejected("NO_WINDOW", phrase("The attack misses anyway."))


@rule(cmd.Evade, likely=attacked)
def evade(ledger: Ledger, command: cmd.Evade, who: Character) -> Rejected | None:
    """Dodge a melee attack with the evasion pool (P6-60, P6-61)."""
    window = _defence(ledger, who, cost_of(ledger.state, "evade"))
    if isinstance(window, Rejected):
        return window
    refusal = _refuse_powerless(ledger, who, who.evasion)
    if refusal is not None:
        return refusal
    spend(ledger, who.name, 1, "evade")
    ledger.record(ev.DefenceDeclared(who.name, "evade"))
    open_check(ledger, who.name, Trait("evasion", who.evasion, "evasion"), Purpose.EVADE)
    return None


def _refuse_powerless(ledger: Ledger, who: Character, value: int) -> Rejected | None:
    """A defence without dice needs some to add, or no action is spent on it (P6-12)."""
    helps = can_help(who) and ledger.rules.extra_dice_in_combat
    return None if helps else refuse_no_dice(ledger.state, who, Purpose.EVADE, value)


@closes(Purpose.EVADE)
def _evaded(ledger: Ledger, check: Check, successes: int) -> None:
    deed = ledger.state.deed
    if deed is not None:
        evaded = ev.Evaded(check.character, deed.actor) if successes else ev.EvadeFailed(check.character, deed.hits)
        ledger.record(evaded)
    close_if_answered(ledger)


@rule(cmd.Parry, likely=attacked)
def parry(ledger: Ledger, command: cmd.Parry, who: Character) -> Rejected | None:
    """Parry a melee attack with something in hand (P6-62)."""
    window = _defence(ledger, who, cost_of(ledger.state, "parry"))
    if isinstance(window, Rejected):
        return window
    thing = _in_hand(who, command.with_)
    skill = skill_of(ledger.state, who, HAND_TO_HAND)
    if isinstance(thing, Rejected):
        return thing
    if isinstance(skill, Rejected):
        return skill
    refusal = _refuse_powerless(ledger, who, skill.value)
    if refusal is not None:
        return refusal
    spend(ledger, who.name, 1, "parry")
    ledger.record(ev.DefenceDeclared(who.name, "parry", thing))
    needed = 1 if ledger.rules.parry_mode == "full" else window.deed.hits
    open_check(ledger, who.name, skill, Purpose.PARRY, Asked(needed=needed))
    return None


def _in_hand(who: Character, said: str | None) -> str | Rejected:
    if said:
        names = (*(one.name for one in who.weapons), *(one.name for one in who.items))
        found = find(names, str, said, phrase("thing in hand"))
        return said.strip() if isinstance(found, Rejected) else found
    melee_first = sorted(who.weapons, key=lambda weapon: not weapon.is_melee)
    if melee_first or who.items:
        return melee_first[0].name if melee_first else who.items[0].name
    return Rejected("BAD_VALUE", phrase("{character} has nothing in hand to parry with.", character=who.name))


@closes(Purpose.PARRY)
def _parried(ledger: Ledger, check: Check, successes: int) -> None:
    deed, rule_ = ledger.state.deed, ledger.rules.parry_mode
    if deed is None:
        return
    if rule_ == "gm":
        ledger.record(ev.ParryReferred(check.character, successes))
        return
    removed = deed.hits if rule_ == "full" and successes else min(successes, deed.hits)
    ledger.record(ev.Parried(check.character, removed, deed.hits - removed))
    close_if_answered(ledger)


@rule(cmd.StateHits, By.GM)
def state_hits(ledger: Ledger, command: cmd.StateHits, who: None) -> Rejected | None:
    """Say what a parry leaves, where the GM judges it (P6-62)."""
    combat, deed = ledger.state.combat, ledger.state.deed
    if combat is None or combat.window is None or not combat.window.judging or deed is None:
        return NO_WINDOW
    if not 0 <= command.hits <= deed.hits:
        return Rejected("BAD_VALUE", phrase("From none to {hits}.", hits=counted(deed.hits, "hit", "hits")))
    ledger.record(ev.HitsStated(command.hits))
    close_if_answered(ledger)
    return None


@rule(cmd.React, likely=waiting)
def react(ledger: Ledger, command: cmd.React, who: Character) -> Rejected | None:
    """Queue a deed of one action in answer to the running one (P6-39 to P6-42)."""
    word = plain(command.deed)
    if word in ("evade", "dodge", "parry"):
        chosen = cmd.Parry(actor=command.actor, char=who.name, with_=command.weapon)
        return parry(ledger, chosen, who) if word == "parry" else evade(ledger, cmd.Evade(char=who.name), who)
    kind = _KINDS.get(word) or next((one for one in DeedKind if plain(one) == word), None)
    refusal = refuse_pending(ledger.state) or _refuse_reactor(ledger, who, 1)
    if refusal is not None:
        return refusal
    if kind is None or (ledger.combat.window is not None and ledger.combat.window.defence):
        return Rejected("BAD_VALUE" if kind is None else "NO_WINDOW", phrase("Say what the reaction is."))
    deed = BUILDS[kind](ledger, who, command)
    if isinstance(deed, Rejected):
        return deed
    refusal = _refuse_reactor(ledger, who, deed.cost) or _refuse_full_auto(who, deed)
    if refusal is not None:
        return refusal
    spend(ledger, who.name, 1, kind.value)
    ledger.record(ev.ReactionQueued(changed(deed, reaction=True, rider=False, coupled=False)))
    close_if_answered(ledger)
    return None


def _refuse_full_auto(who: Character, deed: Deed) -> Rejected | None:
    """Full-auto fire off the default takes a whole turn (P6-52)."""
    weapon = next((one for one in who.weapons if one.name == deed.weapon), None)
    if weapon is None or deed.mode is not Mode.FULL_AUTO or default_mode(weapon) is Mode.FULL_AUTO:
        return None
    return Rejected("BAD_MODE", phrase("Full auto takes all actions of a turn, it is no reaction."))


@rule(cmd.PassReaction, likely=waiting)
def pass_reaction(ledger: Ledger, command: cmd.PassReaction, who: Character) -> Rejected | None:
    """Not react to the deed (P6-43)."""
    refusal = refuse_pending(ledger.state)
    if refusal is not None or who.name not in waiting(ledger.state):
        return refusal or NO_WINDOW
    ledger.record(ev.ReactionPassed(who.name))
    close_if_answered(ledger)
    return None


@rule(cmd.CloseReactions, By.GM)
def close_reactions(ledger: Ledger, command: cmd.CloseReactions, who: None) -> Rejected | None:
    """Nobody else reacts (P6-43); a roll of the deed that only waited for more dice is left as it is."""
    for check in ledger.state.checks:
        if check.rolled and not ledger.state.throws:
            close(ledger, check)
    refusal = refuse_pending(ledger.state)
    combat = ledger.state.combat
    if refusal is not None or combat is None or (combat.window is None and not ledger.events):
        return refusal or NO_WINDOW
    if combat.window is not None and combat.window.judging:
        return Rejected("PENDING_ROLL", phrase("First, how many hits does the parry leave?"))
    close_window(ledger)
    return None


@rule(cmd.SetPerception, By.GM)
def set_perception(ledger: Ledger, command: cmd.SetPerception, who: None) -> Rejected | None:
    """Say whether somebody notices somebody else (P6-39)."""
    if ledger.state.combat is None:
        return Rejected("NO_COMBAT", phrase("That needs a running fight."))
    observer, noticed = (find_character(ledger.state, name) for name in (command.observer, command.noticed))
    if isinstance(observer, Rejected):
        return observer
    if isinstance(noticed, Rejected):
        return noticed
    ledger.record(ev.PerceptionSet(observer.name, noticed.name, command.perceives))
    return None
