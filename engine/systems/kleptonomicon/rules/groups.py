"""Groups of NPCs before the Edge Saves (rules 3.5)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.folding import Changes
from engine.common.rules import Refused
from engine.fields import Words
from engine.phrase import Phrase, phrase, template
from engine.systems.kleptonomicon.entities import GroupEntry, NpcGroup
from engine.systems.kleptonomicon.fields import AnyNumber, CharacterName, GroupName
from engine.systems.kleptonomicon.fold import with_encounter
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import By, Command, Event
from engine.systems.kleptonomicon.naming import find_character, find_group, plain, sought
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import Phase
from engine.systems.kleptonomicon.words import groups


@dataclass(frozen=True, slots=True)
class GroupsProposed(Event):
    """NPCs fall into these groups."""

    kind: ClassVar[str] = "groups_proposed"
    groups: tuple[NpcGroup, ...]

    def apply(self, state: State) -> Changes:
        """They are the groups of the Encounter."""
        return with_encounter(state, groups=self.groups)

    def sentence(self) -> Phrase:
        """The groups with their modifiers."""
        return phrase("Groups with Edge Save Modifiers: {groups}.", groups=groups(self.groups))


@dataclass(frozen=True, slots=True)
class GroupsSet(Event):
    """The GM's groups."""

    kind: ClassVar[str] = "groups_set"
    taken_back: ClassVar[str] = template("the groups")
    groups: tuple[NpcGroup, ...]

    def apply(self, state: State) -> Changes:
        """They are the groups of the Encounter."""
        return with_encounter(state, groups=self.groups)

    def sentence(self) -> Phrase:
        """The groups with their modifiers."""
        return phrase("Groups with Edge Save Modifiers: {groups}.", groups=groups(self.groups))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGroups(Command):
    """Say all groups of NPCs anew (KL-28 to KL-31)."""

    kind: ClassVar[str] = "set_groups"
    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    groups: tuple[GroupEntry, ...]

    def decide(self, ledger: Ledger, who: None) -> None:
        """The GM's own groups; every NPC in exactly one (KL-28 to KL-31)."""
        _refuse_saves(ledger)
        groups = [_stated(ledger, each.members, each.name, each.edge_modifier) for each in self.groups]
        grouped = [member for group in groups for member in group.members]
        npcs = [name for name in ledger.encounter.participants if ledger.character(name).is_npc]
        if sorted(grouped) != sorted(npcs):
            raise Refused("NPC_UNGROUPED", phrase("Every NPC belongs to exactly one group."))
        _set(ledger, groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeGroups(Command):
    """Put groups together (KL-30, KL-31)."""

    kind: ClassVar[str] = "merge_groups"
    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    groups: tuple[GroupName, ...]
    name: Words | None = None
    edge_modifier: AnyNumber | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        """Several groups become one (KL-30, KL-31)."""
        _refuse_saves(ledger)
        sources = list(dict.fromkeys(find_group(ledger.state.encounter, said) for said in self.groups))
        if len(sources) < 2:
            raise Refused("BAD_VALUE", phrase("Name at least two groups."))
        merged = _stated(ledger, tuple(group.name for group in sources), self.name, self.edge_modifier)
        kept = [group for group in ledger.encounter.groups if group not in sources]
        _set(ledger, [*kept, merged])


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitGroup(Command):
    """Take members out of a group into one of their own (KL-30, KL-31).

    Attributes:
        members: Who leaves; empty = the second half.
    """

    kind: ClassVar[str] = "split_group"
    by: ClassVar[By] = By.GM
    phases: ClassVar[tuple[Phase, ...]] = (Phase.INITIATIVE,)
    group: GroupName
    members: tuple[CharacterName, ...] = ()
    name: Words | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        """Some members become a group of their own, with the same modifier (KL-30, KL-31)."""
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
