"""Taps for deeds, on the own turn or in answer to somebody else's (rules 3.6 to 3.10)."""

from collections.abc import Iterator
from dataclasses import replace

from engine.board import Field, Move
from engine.offers import choice
from engine.phrase import phrase, spelled, verbatim
from engine.systems.phasesix.attacks import UNARMED, default_mode, rounds_fired
from engine.systems.phasesix.decide_reactions import waiting
from engine.systems.phasesix.derived import in_combat
from engine.systems.phasesix.entities import Character, Weapon
from engine.systems.phasesix.fields import COVERS
from engine.systems.phasesix.movement import reach
from engine.systems.phasesix.moves_rolls import HARDER, living, people, prefixed
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Aid, DeedKind, Mode

DEEDS = phrase("Deeds")
REACTIONS = phrase("Reactions")
MAGIC = phrase("Magic")
_AIDS = (
    (Aid.STABILISE, phrase("stabilise somebody")),
    (Aid.BANDAGE, phrase("bandage somebody")),
    (Aid.BOOST, phrase("give first aid")),
)
_DISTANCE = Field("distance", phrase("Metres"), "number", optional=True)
_IN_REACTIONS = {"helper": "char", "instance": "spell"}
"""What fields of a deed's own command are called in `React`."""

_KINDS = {"cast_spell": DeedKind.CAST.value, "custom_deed": DeedKind.CUSTOM.value}
"""Deeds whose command has another name."""

_NO_RIDERS = frozenset(("walk", "run", "crawl", "hunker", "stand_up", "throw_object"))
"""What never goes with a walk."""


def deeds(state: State, who: Character) -> Iterator[Move]:
    """Whatever somebody can do with an action; after a walk also what goes along with it (P6-36, P6-38)."""
    combat = state.combat
    if combat is not None and combat.holder != who.name:
        return
    for move in _deeds(state, who):
        yield move
        if combat is not None and combat.rider == who.name and move.kind not in _NO_RIDERS:
            label = phrase("{move}, with the walk", move=move.label)
            yield replace(move, label=label, given=(*move.given, ("as_rider", True)))


def _deeds(state: State, who: Character) -> Iterator[Move]:
    if in_combat(state, who.name):
        yield from _attacks(state, who)
        yield from _moving(state, who)
    yield from _things(state, who)
    yield from _aid(state, who)
    yield from _casting(state, who)
    if in_combat(state, who.name):
        text = Field("text", phrase("What"))
        yield Move("custom_deed", prefixed(state, who, phrase("do something else")), DEEDS, _by(who), (text,))


def _by(who: Character) -> tuple[tuple[str, str], ...]:
    return (("char", who.name),)


def _opponents(state: State, who: Character) -> tuple[Character, ...]:
    """Who could be attacked, standing opponents first."""
    combat = state.combat
    own = combat.of(who.name) if combat is not None else None
    if combat is None or own is None:
        return ()
    sides = {one.name: one.side for one in combat.combatants}
    others = [one for one in living(state) if one.name in sides and one.name != who.name]
    return tuple(sorted(others, key=lambda one: (sides[one.name] == own.side, one.incapacitated)))


def _attacks(state: State, who: Character) -> Iterator[Move]:
    targets = _opponents(state, who)
    if not targets:
        return
    target = Field("target", phrase("Whom"), "choice", people(targets))
    cover = choice("cover", phrase("Their cover"), ((each, verbatim(f"{each}+")) for each in COVERS), optional=True)
    behind = choice("from_behind", phrase("From behind"), [(True, phrase("yes"))], optional=True)
    for weapon in who.weapons:
        given = (*_by(who), ("weapon", weapon.name))
        label = prefixed(state, who, phrase("attack with the {weapon}", weapon=weapon.name))
        locked = _locked(state, who) == weapon.name
        modes = () if locked else tuple(_modes(weapon))
        full_auto = (("mode", Mode.FULL_AUTO.value),) if locked else ()
        yield Move("attack", label, DEEDS, (*given, *full_auto), (target, *modes, _DISTANCE, cover, behind, HARDER))
    bare = (*_by(who), ("weapon", UNARMED))
    yield Move("attack", prefixed(state, who, phrase("attack with bare hands")), DEEDS, bare, (target, behind, HARDER))


def _locked(state: State, who: Character) -> str:
    """The weapon all of somebody's actions go into, empty when none does (P6-52)."""
    one = state.combat.of(who.name) if state.combat is not None else None
    return one.locked if one is not None else ""


def _modes(weapon: Weapon) -> Iterator[Field]:
    """Fire modes, the thriftiest first; one has to be named where the usual one takes more rounds than are left."""
    if len(weapon.modes) > 1:
        thrifty = sorted(weapon.modes, key=lambda mode: rounds_fired(weapon, mode))
        enough = weapon.ammo is None or weapon.ammo >= rounds_fired(weapon, default_mode(weapon))
        modes = ((mode.value, spelled(mode)) for mode in thrifty)
        yield choice("mode", phrase("Fire mode"), modes, optional=enough)


def _moving(state: State, who: Character) -> Iterator[Move]:
    for kind in (DeedKind.WALK, DeedKind.RUN, DeedKind.CRAWL):
        most = reach(who, kind, state.house_rules)
        metres = Field("metres", phrase("Metres"), "number", most=most, optional=True)
        label = prefixed(state, who, phrase("{deed} up to {number} m", deed=spelled(kind), number=most))
        yield Move(kind.value, label, DEEDS, _by(who), (metres,))
    if state.house_rules.walk_rider == "other_pays":
        label = prefixed(state, who, phrase("walk, and a deed pays for it"))
        yield Move("walk", label, DEEDS, (*_by(who), ("coupled", True)))
    yield Move("hunker", prefixed(state, who, phrase("hunker down")), DEEDS, _by(who))
    yield Move("stand_up", prefixed(state, who, phrase("stand up")), DEEDS, _by(who))


def _things(state: State, who: Character) -> Iterator[Move]:
    for weapon in who.weapons:
        if weapon.magazine is not None and weapon.ammo != weapon.magazine:
            given = (*_by(who), ("weapon", weapon.name))
            yield Move("reload", prefixed(state, who, phrase("reload the {weapon}", weapon=weapon.name)), DEEDS, given)
    items = [item.name for item in who.items if item.uses != 0]
    target = Field("target", phrase("On whom"), "choice", people(_self_first(state, who)), optional=True)
    at = replace(target, label=phrase("At whom"))
    if items:
        item = choice("item", phrase("What"), items)
        use, throw = phrase("use something"), phrase("throw something of yours")
        yield Move("use_object", prefixed(state, who, use), DEEDS, _by(who), (item, target))
        yield Move("throw_object", prefixed(state, who, throw), DEEDS, _by(who), (item, at, HARDER))
    if in_combat(state, who.name):
        thing = Field("item", phrase("What"))
        use, throw = phrase("use what lies around"), phrase("throw what lies around")
        yield Move("use_object", prefixed(state, who, use), DEEDS, _by(who), (thing, target))
        yield Move("throw_object", prefixed(state, who, throw), DEEDS, _by(who), (thing, at, HARDER))


def _self_first(state: State, who: Character) -> tuple[Character, ...]:
    return (who, *(one for one in living(state) if one.name != who.name))


def _aid(state: State, who: Character) -> Iterator[Move]:
    """First aid (P6-72 to P6-74)."""
    target = Field("target", phrase("Whom"), "choice", people(_self_first(state, who)))
    items = [item.name for item in who.items if item.boosts and item.uses != 0]
    helping = (choice("item", phrase("With"), items, optional=True),) if items else ()
    for aid, label in _AIDS:
        given = (("helper", who.name), ("purpose", aid.value))
        yield Move("first_aid", prefixed(state, who, label), DEEDS, given, (target, *helping))


def _casting(state: State, who: Character) -> Iterator[Move]:
    for spell in who.spells:
        label = prefixed(state, who, phrase("cast {spell}", spell=spell.label))
        fields: tuple[Field, ...] = (HARDER,)
        if spell.range_m:
            around = people(_self_first(state, who))
            targets = Field("targets", phrase("On whom"), "choices", around, most=spell.targets, optional=True)
            fields = (targets, _DISTANCE, HARDER)
        yield Move("cast_spell", label, MAGIC, (*_by(who), ("instance", spell.label)), fields)


def reactions(state: State, own: tuple[Character, ...], gm: bool) -> Iterator[Move]:
    """Answers to the deed under way (P6-39 to P6-43, P6-60 to P6-63)."""
    combat = state.combat
    if combat is None or combat.window is None:
        return
    if gm and combat.window.judging:
        left = Field("hits", phrase("Hits left"), "number", most=combat.window.deed.hits)
        yield Move("state_hits", phrase("Say how many hits the parry left"), REACTIONS, fields=(left,), owed=True)
    for who in own:
        if who.name in waiting(state):
            yield from _answers(state, who)
    if gm:
        yield Move("close_reactions", phrase("Close the time for reactions"), REACTIONS)


def _answers(state: State, who: Character) -> Iterator[Move]:
    yield Move("pass_reaction", prefixed(state, who, phrase("let it happen")), REACTIONS, _by(who), owed=True)
    yield Move("evade", prefixed(state, who, phrase("evade")), REACTIONS, _by(who), owed=True)
    things = (*(one.name for one in who.weapons), *(one.name for one in who.items))
    if things:
        held = choice("with", phrase("With"), things, optional=True)
        yield Move("parry", prefixed(state, who, phrase("parry")), REACTIONS, _by(who), (held,), owed=True)
    for move in _deeds(state, who):
        yield _as_reaction(move)


def _as_reaction(move: Move) -> Move:
    """A deed in answer to another one, in the words of `React`."""
    given = tuple((_IN_REACTIONS.get(name, name), value) for name, value in move.given)
    fields = tuple(
        replace(field, name="target", shape="choice", most=None) if field.name == "targets" else field
        for field in move.fields
    )
    deed = ("deed", _KINDS.get(move.kind, move.kind))
    return Move("react", phrase("Answer: {move}", move=move.label), REACTIONS, (*given, deed), fields)
