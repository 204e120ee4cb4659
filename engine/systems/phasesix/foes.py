"""Foes from the library as characters of their own, numbered when there are several of a kind."""

from engine.common.values import changed
from engine.common.words import number
from engine.phrase import phrase
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.creation import blank, lineage_named
from engine.systems.phasesix.derived import added
from engine.systems.phasesix.entities import Character, Foe, Gauge
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import plain
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import ATTRS, Attr, Kind
from engine.types import Rejected


def foe_named(state: State, said: str) -> Foe | None:
    """The ready-made foe of this name, plural or singular."""
    wanted = plain(said)
    forms = {wanted, wanted.removesuffix("s"), wanted.removesuffix("es")}
    return next((foe for foe in state.library.foes if plain(foe.name) in forms), None)


def create_foes(ledger: Ledger, names: tuple[str, ...]) -> tuple[Character, ...] | Rejected:
    """New characters for these foes: "Thug" alone, "Thug One" and "Thug Two" together."""
    made: list[Character] = []
    for name in names:
        foe = foe_named(ledger.state, name)
        if foe is None:
            return Rejected("UNKNOWN_CHARACTER", phrase('The library has no foe "{name}".', name=name))
        several = sum(foe_named(ledger.state, other) is foe for other in names) > 1
        made.append(create_foe(ledger, foe, _free_name(ledger.state, foe.name, several)))
    return tuple(made)


def _free_name(state: State, name: str, several: bool) -> str:
    taken = {one.name.casefold() for one in state.characters}
    if not several and name.casefold() not in taken:
        return name
    count = 1
    while f"{name} {number(count)}".casefold() in taken:
        count += 1
    return f"{name} {number(count).capitalize()}"


def create_foe(ledger: Ledger, foe: Foe, name: str) -> Character:
    """One foe with its gear."""
    state = ledger.state
    lineage = lineage_named(state, foe.lineage)
    player = state.gm or state.players[0].name
    start = blank(name, player, Kind.NPC, lineage)
    attributes = list(start.attributes)
    for value in foe.attributes:
        attributes[ATTRS.index(Attr(value.name))] = value.number
    who = changed(
        start,
        attributes=tuple(attributes),
        skills=added((), foe.skills),
        max_health=foe.max_health,
        hearts=foe.max_health,
        actions_max=foe.actions,
        protection=foe.protection,
        evasion=foe.evasion,
        bonus=Gauge(foe.bonus_dice, foe.bonus_dice),
        destiny=Gauge(foe.destiny_dice, foe.destiny_dice),
        rerolls=Gauge(foe.rerolls, foe.rerolls),
        weapons=tuple(one for one in state.library.weapons if one.name in foe.weapons),
        items=tuple(one for one in state.library.items if one.name in foe.items),
        career_points=0,
        finished=True,
    )
    ledger.record(ev.CharacterCreated(who))
    return who
