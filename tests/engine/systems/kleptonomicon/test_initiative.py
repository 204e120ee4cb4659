"""Groups, Edge Saves and the Turn Order (rules 3.5)."""

import pytest

from engine.systems.kleptonomicon.entities import Creature, GroupEntry, NpcEntry
from engine.systems.kleptonomicon.reading import read_creature
from tests.support.kleptonomicon_table import GM, Klepto, c, end_turns, fight, freeplay, initiative, npcs, sheet


def groups(t: Klepto) -> list[tuple[str, int, int]]:
    return [(each.name, len(each.members), each.edge_modifier) for each in t.encounter.groups]


def test_kl28_npcs_fall_into_groups_by_kind() -> None:
    """KL-28: one kind, one group; a lone creature has its kind's name, several are counted."""
    t = initiative()
    assert t.encounter.participants[4:] == ("Wolf 1", "Wolf 2", "Goblin 1", "Goblin 2", "Orc")
    assert groups(t) == [("Wolves", 2, 2), ("Goblins", 2, 1), ("Orcs", 1, 0)]


def test_kl29_highest_modifier_first() -> None:
    """KL-29, KLR-29: equal ones stay as the GM listed them."""
    foes = (NpcEntry("orc"), NpcEntry("bandit", edge_modifier=2), NpcEntry("wolf"), NpcEntry("goblin"))
    t = initiative(foes=foes)
    assert [name for name, _, _ in groups(t)] == ["Bandits", "Wolves", "Goblins", "Orcs"]


@pytest.mark.parametrize(("policy", "modifier"), [("max", 2), ("min", 1)])
def test_kl31_klr7_a_merged_group(policy: str, modifier: int) -> None:
    """KL-30, KL-31, KLR-7: merged_group_modifier decides, or the number the GM states."""
    t = initiative()
    t.rule("merged_group_modifier", policy)
    t.do(c.MergeGroups(actor=GM, groups=("the wolves", "goblins")))
    assert groups(t)[0] == ("Wolves and Goblins", 4, modifier)
    t.do(c.MergeGroups(actor=GM, groups=("Orcs", "Wolves and Goblins"), name="Horde", edge_modifier=-1))
    assert groups(t) == [("Horde", 5, -1)]


def test_klr7_an_explicit_modifier_has_to_be_said() -> None:
    """KLR-7: with merged_group_modifier = explicit the GM states it."""
    t = initiative()
    t.rule("merged_group_modifier", "explicit")
    t.refuses("BAD_VALUE").do(c.MergeGroups(groups=("wolves", "goblins")))
    t.do(c.MergeGroups(groups=("wolves", "goblins"), edge_modifier=0))
    assert groups(t)[-1] == ("Wolves and Goblins", 4, 0)


def test_kl31_split_parts_inherit() -> None:
    """KL-31: both parts keep the modifier."""
    t = initiative()
    t.do(c.SplitGroup(group="wolves"))
    assert groups(t)[:2] == [("Wolves", 1, 2), ("Wolves 2", 1, 2)]
    t.refuses("BAD_VALUE").do(c.SplitGroup(group="Wolves"))
    t.refuses("UNKNOWN_GROUP").do(c.SplitGroup(group="dragons"))
    t.refuses("NPC_UNGROUPED").do(c.SplitGroup(group="goblins", members=("orc",)))


def test_kl30_groups_can_be_stated_anew() -> None:
    """KL-30: every NPC in exactly one, before any Save."""
    t = initiative()
    t.refuses("NPC_UNGROUPED").do(c.SetGroups(groups=(GroupEntry(("wolves", "goblins")),)))
    t.do(c.SetGroups(groups=(GroupEntry(("wolves", "goblins"), name="Pack"), GroupEntry(("Orc",)))))
    assert [name for name, _, _ in groups(t)] == ["Pack", "Orcs"]
    t.do(c.BeginEdgeSaves())
    t.refuses("SAVES_STARTED").do(c.MergeGroups(groups=("Pack", "Orcs")))
    t.refuses("SAVES_STARTED").do(c.BeginEdgeSaves())


def test_kl32_the_walk_begins_with_the_last_group() -> None:
    """KL-32, KLR-5: lowest modifier first; save_direction = descending begins at the top."""
    t = initiative(("Alice",))
    t.rule("save_direction", "descending")
    t.do(c.BeginEdgeSaves())
    assert t.state.tests[0].group == "Wolves"
    t.scores(Alice=7)
    assert t.state.tests[0].group == "Goblins"


def test_kl33_klr6_the_number_of_groups() -> None:
    """KL-33, KLR-6: more than four never, one with a warning unless group_count_policy is strict."""
    kinds = ("wolf", "goblin", "orc", "bandit", "ogre")
    t = initiative(foes=npcs(*kinds))
    t.refuses("GROUP_COUNT").do(c.BeginEdgeSaves())
    t = initiative(("Alice",), foes=npcs("wolf"))
    t.rule("group_count_policy", "strict")
    t.refuses("GROUP_COUNT").do(c.BeginEdgeSaves())
    t.rule("group_count_policy", "warn")
    t.do(c.BeginEdgeSaves())
    assert t.kinds[0] == "group_count_warned"


def test_klr6_an_encounter_without_npcs() -> None:
    """KL-33, KLR-6: only where allow_pc_only says so; everybody counts as having passed."""
    t = freeplay(("Alice", "Bob"))
    t.do(c.StartEncounter())
    t.refuses("GROUP_COUNT").do(c.BeginEdgeSaves())
    t.rule("allow_pc_only", True)
    t.do(c.BeginEdgeSaves())
    t.do(c.SetTieOrder(order=("Bob",)))
    t.do(c.ConfirmTurnOrder())
    assert t.order == ["Bob", "Alice"]


def test_kl34_the_sneaky_roll_with_advantage() -> None:
    """KL-34: on every one of these Saves; edge modifiers count."""
    t = initiative(("Alice", "Bob"), Alice=sheet(sneaky=True, edge_modifier=2))
    t.do(c.BeginEdgeSaves())
    assert [(test.net, test.modifier) for test in t.state.tests] == [(1, 2), (0, 0)]
    t.do(c.SubmitDice(actor="Alice", dice=(1, 2, 3)))
    assert t.event("test_resolved").score == 7


def tied(rule: str = "pc_tie_policy", value: str = "ask") -> Klepto:
    t = initiative(("Alice", "Bob", "Carol"), foes=npcs("wolf"))
    t.rule(rule, value)
    t.do(c.BeginEdgeSaves())
    return t


def test_kl36_klr8_ties_may_settle_themselves() -> None:
    """KL-36, KLR-8: pc_tie_policy = scores or seat skips the question; equal Scores still ask."""
    t = tied("pc_tie_policy", "scores")
    t.scores(Alice=3, Bob=5, Carol=3)
    assert t.encounter.gaps[0].blocks == (("Bob",), ("Alice", "Carol"))
    assert t.event("tie_decision_requested").characters == ("Alice", "Carol")
    t = tied("pc_tie_policy", "seat")
    t.scores(Alice=3, Bob=5, Carol=3)
    assert t.encounter.gaps[0].order == ("Alice", "Bob", "Carol")
    assert not t.encounter.gaps[0].tied


def test_kl36_who_may_order_whom() -> None:
    """KL-36: those tied and the GM, each once; whoever is left out comes after."""
    t = tied()
    t.scores(Alice=3, Bob=5, Carol=9)
    t.refuses("NOT_OWNER").do(c.SetTieOrder(actor="Carol", order=("Alice",)))
    t.refuses("BAD_TIE_ORDER").do(c.SetTieOrder(actor="Alice", order=("Alice", "Alice")))
    t.refuses("BAD_TIE_ORDER").do(c.SetTieOrder(actor="Alice", order=("Carol",)))
    t.refuses("NO_TIE").do(c.UseScoresForTie(actor="Alice", key="goblins"))
    t.do(c.SetTieOrder(actor="Alice", order=("Bob",)))
    assert t.encounter.gaps[0].order == ("Bob", "Alice")
    t.refuses("NO_TIE").do(c.SetTieOrder(actor="Alice", order=("Bob",)))


def test_kl36_three_in_one_place() -> None:
    """KL-36: naming the first leaves the others to be asked."""
    t = tied()
    t.scores(Alice=3, Bob=5, Carol=4)
    t.do(c.SetTieOrder(actor="Bob", order=("Carol",)))
    assert t.event("tie_decision_requested").characters == ("Alice", "Bob")
    t.do(c.SetTieOrder(actor="Bob", order=("me", "Alice")[1:]))
    assert t.encounter.gaps[0].order == ("Carol", "Alice", "Bob")


def test_kl40_nothing_but_saves_in_the_initiative_phase() -> None:
    """KL-40: no Abilities, movement or Beats."""
    t = initiative()
    t.refuses("WRONG_PHASE").do(c.UseAbility(actor="Alice", ability="spell"))
    t.refuses("WRONG_PHASE").do(c.Move(actor="Alice", units=1))
    t.refuses("WRONG_PHASE").do(c.UseReaction(actor="Alice", ability="parry"))
    t.do(c.BeginEdgeSaves())
    t.refuses("PENDING_RESOLUTION").do(c.UseReaction(actor="Alice", ability="parry"))


def test_kl41_an_npc_joins_a_group_or_a_place_of_its_own() -> None:
    """KL-41: full Beats, first Turn when its place comes."""
    t = fight(("Alice", "Bob"), foes=npcs("2 wolves", "orc"))
    t.do(c.AddCombatant(actor=GM, character="wolf"))
    assert t.encounter.order[2].members == ("Wolf 1", "Wolf 2", "Wolf 3")
    t.do(c.AddCombatant(actor=GM, character="goblin", where="Alice"))
    assert t.order == ["Alice", "Goblins", "Bob", "Wolves", "Orcs"]
    assert t.beats("Goblin") == 2
    end_turns(t, 1)
    assert t.encounter.active == "Goblin"
    t.refuses("DUPLICATE_NAME").do(c.AddCombatant(actor=GM, character="Alice"))


@pytest.mark.parametrize(
    ("scores", "order"),
    [
        ((3,), ["Alice", "Wolves", "Orcs", "Bob"]),
        ((8, 3), ["Alice", "Wolves", "Bob", "Orcs"]),
        ((8, 9), ["Alice", "Bob", "Wolves", "Orcs"]),
    ],
)
def test_kl41_a_pc_joins_by_saves_of_its_own(scores: tuple[int, ...], order: list[str]) -> None:
    """KL-41: from the lowest group up, behind those already in that place."""
    t = freeplay(("Alice", "Bob"))
    t.do(c.StartEncounter(pcs=("Alice",), npcs=npcs("wolf", "orc")))
    t.do(c.BeginEdgeSaves())
    t.scores(Alice=9)
    t.scores(Alice=9)
    t.refuses("SAVES_STARTED").do(c.AddCombatant(character="Bob"))
    t.do(c.ConfirmTurnOrder())
    t.do(c.AddCombatant(actor=GM, character="Bob"))
    for score in scores:
        t.do(c.SubmitScore(actor="Bob", score=score))
    assert t.order == order


def test_kl41_whoever_leaves_stops_their_turn() -> None:
    """KL-41: no end of Turn for them; the next one follows."""
    t = fight(("Alice", "Bob"))
    t.do(c.ApplyCondition(target="Alice", name="slowed"))
    t.do(c.RemoveCombatant(actor=GM, character="Alice"))
    assert not t.saw("beats_refilled")
    assert t.encounter.active == "Bob"
    assert t.encounter.left == ("Alice",)
    t.refuses("NO_PARTICIPANTS").do(_everybody(t))


def _everybody(t: Klepto) -> c.RemoveCombatant:
    t.do(c.RemoveCombatant(character="orcs"))
    return c.RemoveCombatant(character="Bob")


def test_kl41_a_pc_leaves_before_the_order_is_set() -> None:
    """KL-41: what they owed is gone, and the others go on."""
    t = initiative(("Alice", "Bob"))
    t.do(c.BeginEdgeSaves())
    t.scores(Alice=3)
    t.do(c.RemoveCombatant(character="Bob"))
    t.do(c.ConfirmTurnOrder())
    assert t.order == ["Wolves", "Goblins", "Orcs", "Alice"]


def test_kl3_somebody_has_to_take_part() -> None:
    """KL-3: an Encounter needs a PC, and an NPC is none."""
    t = freeplay(())
    t.refuses("NO_PARTICIPANTS").do(c.StartEncounter(npcs=npcs("orc")))
    t = freeplay(("Alice",))
    t.do(c.AddNpc(name="Vane"))
    t.refuses("UNKNOWN_CHARACTER").do(c.StartEncounter(pcs=("Vane",)))


def test_prepared_groups_and_named_npcs_take_part() -> None:
    """KL-28, KL-31: as written in the campaign file, with the modifier stated there."""
    t = freeplay(("Alice",))
    t.do(c.AddNpc(name="Captain Vane", creature="orc"))
    t.do(c.PrepareGroup(name="Watch Patrol", members=("2 wolves", "Captain Vane"), edge_modifier=4))
    t.do(c.StartEncounter(npcs=npcs("the watch patrol", "goblin")))
    assert groups(t) == [("Watch Patrol", 3, 4), ("Goblins", 1, 1)]
    t.do(c.EndEncounter())
    t.do(c.ReturnToFreeplay())
    assert [each.name for each in t.state.characters if each.is_npc] == ["Captain Vane"]


def test_a_prepared_group_may_be_called_like_one_of_its_members() -> None:
    """KL-28: the member is the NPC or the creature, never the group again."""
    t = freeplay(("Alice",))
    t.do(c.AddNpc(name="Captain Vane", creature="orc"))
    t.do(c.PrepareGroup(name="Captain Vane", members=("Captain Vane", "2 wolves")))
    t.do(c.StartEncounter(npcs=npcs("Captain Vane")))
    assert groups(t) == [("Captain Vane", 3, 2)]


@pytest.mark.parametrize(
    ("said", "name", "several"),
    [("wolf", "wolf", "wolves"), ("city guard", "city guard", "city guards"), ("harpy", "harpy", "harpies")],
)
def test_kinds_have_a_plural(said: str, name: str, several: str) -> None:
    """KL-28: people say either."""
    creature = read_creature({"name": said}, "creature", {})
    assert creature == Creature(name, several, creature.sheet)
