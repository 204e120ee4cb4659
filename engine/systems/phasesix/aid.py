"""First aid: boosts, stabilising, bandaging (P6-72 to P6-74)."""

from typing import Any

from engine.phrase import phrase
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.deeds import builds, cost_of, does, follows
from engine.systems.phasesix.derived import RIDER
from engine.systems.phasesix.entities import Character, Deed
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.harm import boost
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find_character, plain
from engine.systems.phasesix.objects import carried, use_up
from engine.systems.phasesix.rolls import Asked, open_check
from engine.systems.phasesix.skills import FIRST_AID
from engine.systems.phasesix.state import State
from engine.systems.phasesix.traits import Trait, trait_of
from engine.systems.phasesix.vocabulary import Aid, Cond, DeedKind, Purpose
from engine.types import Rejected

_WORDS = {"stabilize": Aid.STABILISE, "bleeding": Aid.BANDAGE, "save": Aid.STABILISE, "patch up": Aid.BOOST}


def _patient(state: State, who: Character, said: str | None) -> Character | Rejected:
    """The one named, or the only one in need."""
    if said:
        return find_character(state, said)
    for cond in (Cond.DYING, Cond.BLEEDING):
        hurt = [one for one in state.characters if one.cond(cond) and not one.dead and one.name != who.name]
        if len(hurt) == 1:
            return hurt[0]
    return Rejected("AMBIGUOUS_NAME", phrase("Say who is helped."))


def _purpose(state: State, patient: Character, said: str | None) -> Aid | Rejected:
    if state.house_rules.first_aid_combined and not said:
        return Aid.ALL
    if said:
        word = plain(said)
        known = _WORDS.get(word) or next((aid for aid in Aid if aid == word), None)
        return known or Rejected("BAD_VALUE", phrase("First aid gives a boost, stabilises or bandages."))
    if patient.cond(Cond.DYING):
        return Aid.STABILISE
    return Aid.BANDAGE if patient.cond(Cond.BLEEDING) else Aid.BOOST


@builds(DeedKind.FIRST_AID)
def _first_aid(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    state = ledger.state
    patient = _patient(state, who, command.target)
    if isinstance(patient, Rejected):
        return patient
    aid = _purpose(state, patient, command.purpose)
    if isinstance(aid, Rejected):
        return aid
    if aid is Aid.STABILISE and not patient.cond(Cond.DYING):
        return Rejected("NOT_DYING", phrase("{name} is not dying.", name=patient.name))
    if aid is Aid.BANDAGE and not patient.cond(Cond.BLEEDING):
        return Rejected("NOT_BLEEDING", phrase("{name} is not bleeding.", name=patient.name))
    skill = trait_of(state, who, getattr(command, "skill", None) or getattr(command, "trait", None) or FIRST_AID)
    if isinstance(skill, Rejected):
        return skill
    item = carried(who, command.item) if command.item else None
    if command.item and (item is None or item.uses == 0):
        return Rejected(
            "BAD_VALUE", phrase("{character} has no {item} to help with.", character=who.name, item=command.item)
        )
    return refuse_no_dice(state, who, Purpose.AID, skill.value) or Deed(
        ledger.new_id("deed"),
        DeedKind.FIRST_AID,
        who.name,
        cost_of(state, "use_object"),
        targets=(patient.name,),
        aid=aid,
        trait=skill.label,
        item=item.name if item is not None else "",
        difficulty=getattr(command, "difficulty", 0),
        rider=getattr(command, "as_rider", False),
    )


@does(DeedKind.FIRST_AID)
def _help(ledger: Ledger, deed: Deed) -> bool:
    skill = trait_of(ledger.state, ledger.who(deed.actor), deed.trait)
    if deed.item:
        use_up(ledger, deed)
    needed = max(1, ledger.who(deed.target).cond(Cond.DYING)) if deed.aid in (Aid.STABILISE, Aid.ALL) else 1
    modifier = deed.difficulty + (RIDER if deed.rider else 0)
    if isinstance(skill, Trait):
        open_check(ledger, deed.actor, skill, Purpose.AID, Asked(modifier=modifier, needed=needed))
    return True


@follows(DeedKind.FIRST_AID)
def _helped(ledger: Ledger, deed: Deed) -> bool:
    patient = ledger.who(deed.target)
    if patient.dead:
        return True
    every = deed.aid is Aid.ALL
    if (deed.aid is Aid.STABILISE or every) and patient.cond(Cond.DYING):
        _stabilise(ledger, deed)
    elif not deed.hits:
        ledger.record(ev.AidFailed(deed.actor, patient.name, 0, 1, patient.stabilised))
    if deed.hits and (deed.aid is Aid.BANDAGE or every) and patient.cond(Cond.BLEEDING):
        ledger.record(ev.BleedingStopped(patient.name, deed.actor))
    if deed.hits and (deed.aid is Aid.BOOST or every):
        item = carried(ledger.who(deed.actor), deed.item) if deed.item else None
        boost(ledger, patient.name, max(1, item.boosts if item is not None else 1))
    return True


def _stabilise(ledger: Ledger, deed: Deed) -> None:
    """Successes of one roll reach the dying value, or add up by house rule (P6-72)."""
    patient = ledger.who(deed.target)
    needed = patient.cond(Cond.DYING)
    before = patient.stabilised if ledger.rules.stabilise_accumulates else 0
    if before + deed.hits >= needed:
        ledger.record(ev.Stabilised(patient.name, deed.actor))
        return
    gathered = before + deed.hits if ledger.rules.stabilise_accumulates else 0
    ledger.record(ev.AidFailed(deed.actor, patient.name, deed.hits, needed, gathered))
