"""Deciding about groups of NPCs before the Edge Saves (rules 3.5)."""

from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import NpcGroup
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character, find_group, plain
from engine.systems.kleptonomicon.rulebook import By, rule
from engine.systems.kleptonomicon.vocabulary import Phase
from engine.types import Rejected


@rule(cmd.SetGroups, By.GM, Phase.INITIATIVE)
def set_groups(ledger: Ledger, command: cmd.SetGroups, _: None) -> Rejected | None:
    """The GM's own groups; every NPC in exactly one (KL-28 to KL-31)."""
    refusal = _refuse_saves(ledger)
    if refusal is not None:
        return refusal
    groups: list[NpcGroup] = []
    for entry in command.groups:
        group = _stated(ledger, entry.members, entry.name, entry.edge_modifier)
        if isinstance(group, Rejected):
            return group
        groups.append(group)
    grouped = [member for group in groups for member in group.members]
    npcs = [name for name in ledger.encounter.participants if ledger.character(name).is_npc]
    if sorted(grouped) != sorted(npcs):
        return Rejected("NPC_UNGROUPED", phrase("Every NPC belongs to exactly one group."))
    return _set(ledger, groups)


def _refuse_saves(ledger: Ledger) -> Rejected | None:
    begun = ledger.encounter.saves_begun
    return Rejected("SAVES_STARTED", phrase("Edge Saves have begun; groups stay as they are.")) if begun else None


def _set(ledger: Ledger, groups: list[NpcGroup]) -> Rejected | None:
    names = [plain(group.name) for group in groups]
    if len(set(names)) != len(names):
        return Rejected("DUPLICATE_NAME", phrase("Two groups have the same name."))
    ledger.record(ev.GroupsSet(skeleton(groups)))
    return None


def skeleton(groups: list[NpcGroup]) -> tuple[NpcGroup, ...]:
    """Highest Edge Save Modifier first, equal ones as listed (KL-29)."""
    return tuple(sorted(groups, key=lambda group: -group.edge_modifier))


def _stated(ledger: Ledger, members: tuple[str, ...], name: str | None, modifier: int | None) -> NpcGroup | Rejected:
    """A group of NPCs or whole groups, with the modifier stated or worked out (KL-31, KLR-7)."""
    names: list[str] = []
    for said in members:
        group = find_group(ledger.state.encounter, said)
        if isinstance(group, NpcGroup):
            names += group.members
            continue
        character = find_character(ledger.state, said)
        if isinstance(character, Rejected):
            return character
        names.append(character.name)
    npcs = [each for each in names if each in ledger.encounter.participants and ledger.character(each).is_npc]
    if not names or npcs != names:
        return Rejected("NPC_UNGROUPED", phrase("A group is made of NPCs of this Encounter."))
    sources = [group for group in ledger.encounter.groups if set(group.members) & set(names)]
    known = {group.edge_modifier for group in sources} or {ledger.character(each).sheet.edge_modifier for each in names}
    if modifier is None and len(known) > 1 and ledger.rules.merged_group_modifier == "explicit":
        return Rejected("BAD_VALUE", phrase("Say which Edge Save Modifier the merged group has."))
    if modifier is None:
        modifier = min(known) if ledger.rules.merged_group_modifier == "min" else max(known)
    kinds = tuple(dict.fromkeys(ledger.character(each).creature for each in names))
    called = (name or "").strip() or " and ".join(group.name for group in sources) or names[0]
    return NpcGroup(called, tuple(names), modifier, kinds)


@rule(cmd.MergeGroups, By.GM, Phase.INITIATIVE)
def merge_groups(ledger: Ledger, command: cmd.MergeGroups, _: None) -> Rejected | None:
    """Several groups become one (KL-30, KL-31)."""
    refusal = _refuse_saves(ledger)
    if refusal is not None:
        return refusal
    sources: list[NpcGroup] = []
    for said in command.groups:
        group = find_group(ledger.state.encounter, said)
        if isinstance(group, Rejected):
            return group
        if group not in sources:
            sources.append(group)
    if len(sources) < 2:
        return Rejected("BAD_VALUE", phrase("Name at least two groups."))
    merged = _stated(ledger, tuple(group.name for group in sources), command.name, command.edge_modifier)
    if isinstance(merged, Rejected):
        return merged
    kept = [group for group in ledger.encounter.groups if group not in sources]
    return _set(ledger, [*kept, merged])


@rule(cmd.SplitGroup, By.GM, Phase.INITIATIVE)
def split_group(ledger: Ledger, command: cmd.SplitGroup, _: None) -> Rejected | None:
    """Some members become a group of their own, with the same modifier (KL-30, KL-31)."""
    refusal = _refuse_saves(ledger)
    if refusal is not None:
        return refusal
    group = find_group(ledger.state.encounter, command.group)
    if isinstance(group, Rejected):
        return group
    leaving = _leaving(ledger, group, command.members)
    if isinstance(leaving, Rejected):
        return leaving
    staying = tuple(name for name in group.members if name not in leaving)
    if not leaving or not staying:
        return Rejected("BAD_VALUE", phrase("Some of {group} stay and some leave.", group=group.name))
    taken = {plain(each.name) for each in ledger.encounter.groups}
    called = (command.name or "").strip() or next(
        name for number in range(2, 99) if plain(name := f"{group.name} {number}") not in taken
    )
    others = [
        NpcGroup(group.name, staying, group.edge_modifier, group.kinds) if each is group else each
        for each in ledger.encounter.groups
    ]
    return _set(ledger, [*others, NpcGroup(called, leaving, group.edge_modifier, group.kinds)])


def _leaving(ledger: Ledger, group: NpcGroup, said: tuple[str, ...]) -> tuple[str, ...] | Rejected:
    if not said:
        return group.members[(len(group.members) + 1) // 2 :]
    names: list[str] = []
    for word in said:
        character = find_character(ledger.state, word)
        if isinstance(character, Rejected):
            return character
        if character.name not in group.members:
            return Rejected("NPC_UNGROUPED", phrase("{name} is not in {group}.", name=character.name, group=group.name))
        names.append(character.name)
    return tuple(dict.fromkeys(names))
