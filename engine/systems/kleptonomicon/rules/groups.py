"""NPCs: from what the GM says to named creatures, and their groups before the Edge Saves (rules 3.5)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded
from engine.fields import Words
from engine.phrase import phrase, template
from engine.systems.kleptonomicon.entities import (
    Character,
    Creature,
    GroupEntry,
    Movement,
    NpcEntry,
    NpcGroup,
    Sheet,
    Slot,
)
from engine.systems.kleptonomicon.fields import AnyNumber, CharacterName, CreatureName, GroupName
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import CharacterEvent, Event, GmCommand
from engine.systems.kleptonomicon.naming import (
    find_character,
    find_creature,
    find_group,
    plain,
    plural,
    singular,
    sought,
)
from engine.systems.kleptonomicon.reading import MOST
from engine.systems.kleptonomicon.rules.sheets import CharacterCreated, CreatureAdded, SheetWritten, refuse_sheet
from engine.systems.kleptonomicon.standing import groups, pool_words
from engine.systems.kleptonomicon.state import State, encounter_of, known_character, with_character, with_encounter
from engine.systems.kleptonomicon.vocabulary import Phase, Pool

MOST_NPCS = 60


class CombatantAdded(CharacterEvent):
    """Somebody joined; `slot` is the place or group, `after` the place before it."""

    told: ClassVar[str] = template("{character} joins.")
    taken_back: ClassVar[str] = template("{character} joining")
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
            raise Refused("DUPLICATE_NAME", phrase("Somebody of {group} is already there.", group=prepared.name))
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
                raise Refused("DUPLICATE_NAME", phrase("There is already somebody called {name}.", name=name))
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
            raise Refused("DUPLICATE_NAME", phrase("{name} is already there.", name=name))
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
    return (int(first), rest) if first.isdecimal() and len(first) < 6 and rest else (1, member)


class GroupsProposed(Event):
    """NPCs fall into these groups."""

    told: ClassVar[str] = template("Groups with Edge Save Modifiers: {groups}.")
    groups: Annotated[tuple[NpcGroup, ...], Worded(groups)]

    def apply(self, state: State) -> Changes:
        return with_encounter(state, groups=self.groups)


class GroupsSet(GroupsProposed):
    """The GM's groups."""

    taken_back: ClassVar[str] = template("the groups")


class SetGroups(GmCommand):
    """Say all groups of NPCs anew (KL-28 to KL-31)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    talk: ClassVar[Talk] = Talk(confirm="Are those the groups[, {who}]?")
    groups: tuple[GroupEntry, ...]

    def decide(self, ledger: Ledger, who: None) -> None:
        _refuse_saves(ledger)
        groups = [_stated(ledger, each.members, each.name, each.edge_modifier) for each in self.groups]
        grouped = [member for group in groups for member in group.members]
        npcs = [name for name in ledger.encounter.participants if ledger.character(name).is_npc]
        if sorted(grouped) != sorted(npcs):
            raise Refused("NPC_UNGROUPED", phrase("Every NPC belongs to exactly one group."))
        _set(ledger, groups)


class DescribeCreature(GmCommand):
    """Write down numbers of a kind of creature, for those here and those to come (KL-28, KL-29).

    Attributes:
        edge_modifier: Its Edge Save Modifier; a group of its kind has it too until the Edge Saves begin.
        health: Most of these points that one has; the same for the others.
    """

    talk: ClassVar[Talk] = Talk(confirm="New numbers for {creature}?")

    creature: CreatureName
    edge_modifier: AnyNumber | None = None
    health: AnyNumber | None = None
    vitality: AnyNumber | None = None
    dodge_points: AnyNumber | None = None
    shield: AnyNumber | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        known = find_creature(ledger.state, self.creature)
        kind = known.name if known is not None else singular(self.creature)
        numbers = {"edge_modifier": self.edge_modifier}
        numbers |= {f"{pool.value}_max": getattr(self, pool.value) for pool in Pool}
        stated = {name: value for name, value in numbers.items() if value is not None}
        if not kind or not stated:
            raise Refused("BAD_VALUE", phrase("Say which creature, and its Edge or its points."))
        sheet = changed(known.sheet if known is not None else Sheet(), **stated)
        refuse_sheet(sheet)
        ledger.record(CreatureAdded(Creature(kind, known.plural if known is not None else plural(kind), sheet)))
        for npc in ledger.state.characters:
            if npc.is_npc and npc.creature == kind and not npc.lasting:
                ledger.record(SheetWritten(npc.name, changed(npc.sheet, **stated)))
        encounter = ledger.state.encounter
        if encounter is not None and self.edge_modifier is not None and not encounter.saves_begun:
            edge = self.edge_modifier
            groups = [changed(each, edge_modifier=edge) if each.kinds == (kind,) else each for each in encounter.groups]
            if tuple(groups) != encounter.groups:
                _set(ledger, groups)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        kinds = [kind for group in (state.encounter.groups if state.encounter else ()) for kind in group.kinds if kind]
        kinds += [each.name for each in state.creatures]
        numbers = [Field("edge_modifier", phrase("Edge Save Modifier"), "number", (), -99, 99)]
        numbers += [Field(pool.value, pool_words(pool), "number", (), 0, MOST, optional=True) for pool in Pool]
        for kind in dict.fromkeys(kinds):
            label = phrase("Write down numbers of {creature}", creature=kind)
            yield Move(cls.kind, label, phrase("Encounter"), (("creature", kind),), tuple(numbers))


class MergeGroups(GmCommand):
    """Put groups together (KL-30, KL-31)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    talk: ClassVar[Talk] = Talk(confirm="Merge {groups}?")
    groups: tuple[GroupName, ...]
    name: Words | None = None
    edge_modifier: AnyNumber | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        _refuse_saves(ledger)
        sources = list(dict.fromkeys(find_group(ledger.state.encounter, said) for said in self.groups))
        if len(sources) < 2:
            raise Refused("BAD_VALUE", phrase("Name at least two groups."))
        merged = _stated(ledger, tuple(group.name for group in sources), self.name, self.edge_modifier)
        kept = [group for group in ledger.encounter.groups if group not in sources]
        _set(ledger, [*kept, merged])


class SplitGroup(GmCommand):
    """Take members out of a group into one of their own (KL-30, KL-31).

    Attributes:
        members: Who leaves; empty = the second half.
    """

    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    talk: ClassVar[Talk] = Talk(confirm="Split {group}?")
    group: GroupName
    members: tuple[CharacterName, ...] = ()
    name: Words | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        _refuse_saves(ledger)
        group = find_group(ledger.state.encounter, self.group)
        leaving = _leaving(ledger, group, self.members)
        staying = tuple(name for name in group.members if name not in leaving)
        if not leaving or not staying:
            raise Refused("BAD_VALUE", phrase("Some of {group} stay and some leave.", group=group.name))
        taken = {plain(each.name) for each in ledger.encounter.groups}
        called = (self.name or "").strip() or next(
            name for number in range(2, 99) if plain(name := f"{group.name} {number}") not in taken
        )
        others = [
            NpcGroup(group.name, staying, group.edge_modifier, group.kinds) if each is group else each
            for each in ledger.encounter.groups
        ]
        _set(ledger, [*others, NpcGroup(called, leaving, group.edge_modifier, group.kinds)])


def _leaving(ledger: Ledger, group: NpcGroup, said: tuple[str, ...]) -> tuple[str, ...]:
    if not said:
        return group.members[(len(group.members) + 1) // 2 :]
    names: list[str] = []
    for word in said:
        character = find_character(ledger.state, word)
        if character.name not in group.members:
            raise Refused("NPC_UNGROUPED", phrase("{name} is not in {group}.", name=character.name, group=group.name))
        names.append(character.name)
    return tuple(dict.fromkeys(names))


def _refuse_saves(ledger: Ledger) -> None:
    if ledger.encounter.saves_begun:
        raise Refused("SAVES_STARTED", phrase("Edge Saves have begun; groups stay as they are."))


def _set(ledger: Ledger, groups: list[NpcGroup]) -> None:
    names = [plain(group.name) for group in groups]
    if len(set(names)) != len(names):
        raise Refused("DUPLICATE_NAME", phrase("Two groups have the same name."))
    ledger.record(GroupsSet(skeleton(groups)))


def skeleton(groups: list[NpcGroup]) -> tuple[NpcGroup, ...]:
    """Highest Edge Save Modifier first, equal ones as listed (KL-29)."""
    return tuple(sorted(groups, key=lambda group: -group.edge_modifier))


def _stated(ledger: Ledger, members: tuple[str, ...], name: str | None, modifier: int | None) -> NpcGroup:
    """A group of NPCs or whole groups, with the modifier stated or worked out (KL-31, KLR-7)."""
    names: list[str] = []
    for said in members:
        group = sought(find_group, ledger.state.encounter, said)
        names += group.members if group is not None else (find_character(ledger.state, said).name,)
    npcs = [each for each in names if each in ledger.encounter.participants and ledger.character(each).is_npc]
    if not names or npcs != names:
        raise Refused("NPC_UNGROUPED", phrase("A group is made of NPCs of this Encounter."))
    sources = [group for group in ledger.encounter.groups if set(group.members) & set(names)]
    known = {group.edge_modifier for group in sources} or {ledger.character(each).sheet.edge_modifier for each in names}
    if modifier is None and len(known) > 1 and ledger.rules.merged_group_modifier == "explicit":
        raise Refused("BAD_VALUE", phrase("Say which Edge Save Modifier the merged group has."))
    if modifier is None:
        modifier = min(known) if ledger.rules.merged_group_modifier == "min" else max(known)
    kinds = tuple(dict.fromkeys(ledger.character(each).creature for each in names))
    called = (name or "").strip() or " and ".join(group.name for group in sources) or names[0]
    return NpcGroup(called, tuple(names), modifier, kinds)
