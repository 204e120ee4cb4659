"""NPCs of an Encounter: from what the GM says to named creatures in groups (rules 3.5)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.folding import Changes
from engine.common.rules import Refused
from engine.common.values import changed
from engine.phrase import phrase, template
from engine.systems.kleptonomicon.entities import Character, Movement, NpcEntry, NpcGroup, Sheet, Slot
from engine.systems.kleptonomicon.fold import encounter_of, known_character, with_character, with_encounter
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.naming import find_creature, plain, plural, singular
from engine.systems.kleptonomicon.rules.sheets import CharacterCreated
from engine.systems.kleptonomicon.state import State

MOST_NPCS = 60


@dataclass(frozen=True, slots=True)
class CombatantAdded(Event):
    """Somebody joined; `slot` is the place or group, `after` the place before it."""

    kind: ClassVar[str] = "combatant_added"
    told: ClassVar[str] = template("{character} joins.")
    taken_back: ClassVar[str] = template("{character} joining")
    character: str
    slot: str
    group: bool = False
    after: str | None = None
    edge_modifier: int = 0
    creature: str = ""

    def apply(self, state: State) -> Changes:
        """Into a group, or into a place of the Turn Order; with full Beats (KL-41)."""
        encounter = encounter_of(state)
        character = known_character(state, self.character)
        groups = encounter.groups
        if self.group:
            groups = _grouped(groups, self)
        order = encounter.order
        if order:
            order = _slotted(order, self)
        fresh = with_character(state, self.character, beats=character.sheet.beats_max, beat_debt=0, movement=Movement())
        people = (*(name for name in encounter.participants if name != self.character), self.character)
        left = tuple(name for name in encounter.left if name != self.character)
        return fresh | with_encounter(state, participants=people, groups=groups, order=order, left=left)


def _grouped(groups: tuple[NpcGroup, ...], event: CombatantAdded) -> tuple[NpcGroup, ...]:
    if any(group.name == event.slot for group in groups):
        return tuple(
            changed(group, members=(*group.members, event.character)) if group.name == event.slot else group
            for group in groups
        )
    kinds = (event.creature,) if event.creature else ()
    new = NpcGroup(event.slot, (event.character,), event.edge_modifier, kinds)
    return tuple(sorted((*groups, new), key=lambda group: -group.edge_modifier))


def _slotted(order: tuple[Slot, ...], event: CombatantAdded) -> tuple[Slot, ...]:
    if any(slot.name == event.slot and slot.group for slot in order):
        return tuple(
            changed(slot, members=(*slot.members, event.character)) if slot.name == event.slot else slot
            for slot in order
        )
    new = Slot(event.slot, (event.character,), event.group)
    at = next((at for at, slot in enumerate(order, start=1) if slot.name == event.after), None)
    if at is None:
        at = 0 if event.after == "" else len(order)
    return (*order[:at], new, *order[at:])


class Cast:
    """NPCs called up so far, with the groups they fall into."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.names: list[str] = []
        self.groups: list[NpcGroup] = []

    def add(self, entry: NpcEntry) -> None:
        """Call up what an entry means: a prepared group, a named NPC, or creatures of a kind."""
        prepared = _prepared(self._ledger.state, entry.creature)
        if prepared is not None and self._fits(entry):
            self._add_prepared(prepared, entry.edge_modifier)
        else:
            self._add_npcs(entry)

    def _fits(self, entry: NpcEntry) -> bool:
        return bool(entry.creature.strip()) and 1 <= entry.count <= MOST_NPCS - len(self.names)

    def _add_npcs(self, entry: NpcEntry) -> None:
        if not self._fits(entry):
            raise Refused("BAD_VALUE", phrase("Say which NPCs, {most} at most.", most=MOST_NPCS))
        named = _named_npc(self._ledger.state, entry.name or entry.creature)
        if named is not None:
            self._place(named.name, named.creature or plain(named.name), entry.edge_modifier, named.sheet)
        else:
            self._create(entry)

    def _add_prepared(self, prepared: NpcGroup, modifier: int | None) -> None:
        """Members as written down, in one group of that name (KL-28, KL-31); a member of that name is no group."""
        cast = Cast(self._ledger)
        for member in prepared.members:
            count, kind = counted_words(member)
            cast._add_npcs(NpcEntry(kind, count))
        if set(cast.names) & set(self.names):
            raise Refused("DUPLICATE_NAME", phrase("Somebody of {group} is there already.", group=prepared.name))
        if modifier is None:
            stated = prepared.edge_modifier if prepared.kinds else None
            modifier = stated if stated is not None else max(group.edge_modifier for group in cast.groups)
        kinds = tuple(dict.fromkeys(kind for group in cast.groups for kind in group.kinds))
        self.names += cast.names
        self.groups.append(NpcGroup(prepared.name, tuple(cast.names), modifier, kinds))

    def _create(self, entry: NpcEntry) -> None:
        state = self._ledger.state
        known = find_creature(state, entry.creature)
        kind = known.name if known is not None else singular(entry.creature)
        sheet = known.sheet if known is not None else Sheet()
        if entry.edge_modifier is not None:
            sheet = changed(sheet, edge_modifier=entry.edge_modifier)
        for name in self._free_names(kind, entry):
            if state.character(name) is not None or any(plain(name) == plain(each.name) for each in state.players):
                raise Refused("DUPLICATE_NAME", phrase("Somebody is called {name} already.", name=name))
            self._ledger.record(CharacterCreated(name, None, sheet, kind, lasting=False))
            self._place(name, kind, entry.edge_modifier, sheet, known.plural if known is not None else None)

    def _free_names(self, kind: str, entry: NpcEntry) -> list[str]:
        """A single one is "Orc", several are "Orc 1" and so on; numbers in use are left out."""
        if entry.name:
            return [entry.name.strip()]
        title = kind.title()
        taken = {each.name for each in self._ledger.state.characters}
        if entry.count == 1 and title not in taken and f"{title} 1" not in taken:
            return [title]
        free = [f"{title} {number}" for number in range(1, 2 * MOST_NPCS + 2) if f"{title} {number}" not in taken]
        return free[: entry.count]

    def _place(self, name: str, kind: str, modifier: int | None, sheet: Sheet, several: str | None = None) -> None:
        """Into the group of its kind, or a new one (KL-28)."""
        if name in self.names:
            raise Refused("DUPLICATE_NAME", phrase("{name} is there already.", name=name))
        self.names.append(name)
        for at, group in enumerate(self.groups):
            if group.kinds == (kind,):
                self.groups[at] = changed(group, members=(*group.members, name))
                return
        called = (several or plural(kind)).title()
        edge = modifier if modifier is not None else sheet.edge_modifier
        self.groups.append(NpcGroup(called, (name,), edge, (kind,)))


def _prepared(state: State, said: str) -> NpcGroup | None:
    return next((group for group in state.prepared if plain(group.name) == plain(said)), None)


def _named_npc(state: State, said: str) -> Character | None:
    return next((each for each in state.characters if each.is_npc and plain(each.name) == plain(said)), None)


def counted_words(member: str) -> tuple[int, str]:
    """A member as written down: "3 wolves" is three wolves, "Captain Vane" is one."""
    first, _, rest = plain(member).partition(" ")
    return (int(first), rest) if first.isdecimal() and rest else (1, member)
