"""Taps of the GM: rulings that are waited for, Tests, Encounters, the world (rules 3.3 to 3.5, 3.8, 3.12, 3.13)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.offers import choice, options
from engine.systems.kleptonomicon.decide_tests import MOST_ADVANTAGES
from engine.systems.kleptonomicon.derived import acting
from engine.systems.kleptonomicon.entities import Character, Encounter
from engine.systems.kleptonomicon.listening import skills
from engine.systems.kleptonomicon.standing import TRIGGERS, pool_words
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import RUNNING, Phase, Pool, SolutionPolicy, StyleSize

RULINGS = "Rulings"
TESTS = "Tests"
ENCOUNTER = "Encounter"
WORLD = "World"
_MANY = (2, 3, 4, 5, 6)


def rulings(state: State) -> Iterator[Move]:
    """What players wait for: long Abilities, Movement Styles, the Turn Order, untested deeds."""
    if state.long_use is not None:
        what = f"{state.long_use.ability} of {state.long_use.character}"
        yield Move("confirm_ability", f"Allow {what}", RULINGS, (("allowed", True),), owed=True)
        yield Move("confirm_ability", f"Refuse {what}", RULINGS, (("allowed", False),), owed=True)
    yield Move("confirm_turn_order", "Announce the Turn Order", ENCOUNTER, owed=True)
    for ask in state.style_asks:
        given = (("character", ask.character), ("style", ask.style))
        sizes = ((StyleSize.HALF.value, "half"), (StyleSize.NORMAL.value, "normal"))
        size = choice("size", "How far", sizes)
        yield Move("grant_style", f"Let {ask.character} {ask.style}", RULINGS, given, (size,))
        yield Move("deny_style", f"Do not let {ask.character} {ask.style}", RULINGS, given)
    for deed in state.deeds:
        why = (Field("text", "Why", optional=True),)
        label = f"Rule out what {deed.character} tries"
        yield Move("declare_impossible", label, RULINGS, (("character", deed.character),), why)


def testing(state: State) -> Iterator[Move]:
    """Asking for Tests, and striking them off."""
    if state.episode is None:
        return
    people = [each.name for each in _here(state)]
    who = choice("character", "Who", [("everyone", "everybody"), *people] if state.pcs else people)
    weights = (
        Field("adv", "Advantages", "number", (), 0, MOST_ADVANTAGES, optional=True),
        Field("dis", "Disadvantages", "number", (), 0, MOST_ADVANTAGES, optional=True),
    )
    skill = choice("skill", "Skill", skills(state), optional=True)
    why = Field("reason", "What for", optional=True)
    yield Move("request_test", "Ask for a Test", TESTS, (("test", "SKILL"),), (who, skill, *weights, why))
    yield Move("request_test", "Ask for an Edge Save", TESTS, (("test", "EDGE_SAVE"),), (who, *weights))
    waiting = tuple(dict.fromkeys(test.character for test in state.tests))
    yield Move("drop_test", "Strike off a Test", TESTS, (), (choice("character", "Whose", waiting),))


# -- Encounters --------------------------------------------------------------------------------------------------------


def encounters(state: State) -> Iterator[Move]:
    """Beginning, leading and ending an Encounter."""
    encounter = state.encounter
    if encounter is None:
        yield from _start(state)
        return
    if state.phase is Phase.INITIATIVE:
        yield from _groups(encounter)
    if state.phase is Phase.PAUSE:
        yield Move("resume_encounter", "Back to Turns", ENCOUNTER)
        who = choice("provoked_by", "Whose Beat", encounter.participants)
        yield Move("resume_encounter", "Back to Turns, for a Beat", ENCOUNTER, (("beat_spent", True),), (who,))
    yield from _turns(state, encounter)
    for group in encounter.groups:
        if len(group.members) > 1:
            first = choice("members", "Who", [([name], name) for name in group.members])
            label = f"Let one of {group.name} act first"
            yield Move("reorder_group", label, ENCOUNTER, (("group", group.name),), (first,))
    yield from _cast(state, encounter)
    yield Move("end_encounter", "End the Encounter", ENCOUNTER, (), (Field("outcome", "How it ended", optional=True),))
    if not encounter.xp_awarded:
        bonus = Field("bonus", "Bonus", "number", (), 0, 1)
        yield Move("award_experience", "Give Experience", ENCOUNTER, (), (bonus,))
    yield Move("return_to_freeplay", "Back to Freeplay", ENCOUNTER)


def _start(state: State) -> Iterator[Move]:
    fields = [Field("pcs", "Who takes part", "choices", options(pc.name for pc in state.pcs), optional=True)]
    foes = tuple(_foes(state))
    if foes:
        fields.append(Field("npcs", "Against whom", "choices", foes, optional=True))
    yield Move("start_encounter", "Start an Encounter", ENCOUNTER, (), tuple(fields))


def _foes(state: State) -> Iterator[Option]:
    """Prepared groups, named NPCs, and creatures in any small number."""
    yield from (Option({"creature": group.name}, group.name) for group in state.prepared)
    for npc in state.characters:
        if npc.is_npc and npc.lasting:
            yield Option({"creature": npc.name}, npc.name)
    for kind in state.creatures:
        yield Option({"creature": kind.name}, kind.name.title())
        for count in _MANY:
            yield Option({"creature": kind.name, "count": count}, f"{count} {kind.plural.title()}")


def _groups(encounter: Encounter) -> Iterator[Move]:
    """How NPCs are grouped before the Edge Saves (KL-28 to KL-32)."""
    yield Move("begin_edge_saves", "Begin the Edge Saves", ENCOUNTER)
    names = [group.name for group in encounter.groups]
    if len(names) > 1:
        which = Field("groups", "Groups", "choices", options(names), 2)
        yield Move("merge_groups", "Merge groups", ENCOUNTER, (), (which,))
    several = [group.name for group in encounter.groups if len(group.members) > 1]
    yield Move("split_group", "Split a group in half", ENCOUNTER, (), (choice("group", "Group", several),))


def _turns(state: State, encounter: Encounter) -> Iterator[Move]:
    yield Move("pause_encounter", "Pause", ENCOUNTER, (), (Field("reason", "Why", optional=True),))
    for name in acting(encounter, state.house_rules)[:1]:
        active = state.character(name)
        if active is not None and active.player not in {None, state.gm}:
            yield Move("end_turn", f"End {name}'s Turn", ENCOUNTER, (("character", name),))
        yield Move("skip_turn", f"Skip {name}'s Turn", ENCOUNTER, (("character", name),))
    if encounter.triggers:
        yield Move("close_trigger", "Close all Reactions", ENCOUNTER)


def _cast(state: State, encounter: Encounter) -> Iterator[Move]:
    """Who joins and who leaves (KL-41)."""
    absent = [
        each.name
        for each in state.characters
        if each.name not in encounter.participants and (each.lasting or each.player)
    ]
    coming = [*absent, *(each.name for each in state.creatures)]
    yield Move("add_combatant", "Let somebody join", ENCOUNTER, (), (choice("character", "Who", coming),))
    leaving = choice("character", "Who", encounter.participants)
    yield Move("remove_combatant", "Let somebody leave", ENCOUNTER, (), (leaving,))


# -- the world ---------------------------------------------------------------------------------------------------------


def adjudicating(state: State) -> Iterator[Move]:
    """What the world does, to whom, and what tricks bring."""
    if state.phase not in RUNNING:
        return
    yield Move("environment_event", "Let the world act", WORLD, (), (Field("text", "What happens"),))
    people = _here(state)
    if state.phase is Phase.MAIN:
        here = [each.name for each in people]
        yield from _triggers(here)
        yield Move("interrupt_movement", "Interrupt a movement", WORLD, (), (choice("target", "Whose", here),))
    yield from _harm(people)
    for character in people:
        if character.conditions:
            which = choice("name", "Condition", [each.name for each in character.conditions])
            label = f"Take a condition off {character.name}"
            stacks = Field("stacks", "Stacks", "number", (), 1, optional=True)
            yield Move("remove_condition", label, WORLD, (("target", character.name),), (which, stacks))
    tags = [each.tag for each in state.episode.solutions] if state.episode is not None else []
    policies = choice("policy", "Brings", [each.value for each in SolutionPolicy])
    yield Move("flag_solution", "Rule on a trick", WORLD, (), (choice("tag", "Trick", tags), policies))
    names = [pc.name for pc in state.pcs]
    round_table = [([*names[at:], *names[:at]], name) for at, name in enumerate(names)]
    yield Move("set_loose_order", "Suggest an order", WORLD, (), (choice("order", "Who begins", round_table),))


def _triggers(names: list[str]) -> Iterator[Move]:
    fields = (
        choice("trigger", "What", [(kind.value, words) for kind, words in TRIGGERS.items()]),
        choice("source", "Who does it", names, optional=True),
        choice("subject", "To whom", names, optional=True),
        Field("text", "In words", optional=True),
    )
    yield Move("open_trigger", "Open something to Reactions", WORLD, (), fields)


def _harm(people: tuple[Character, ...]) -> Iterator[Move]:
    """Points and conditions, of NPCs first."""
    people = tuple(sorted(people, key=lambda each: not each.is_npc))
    target = choice("target", "Who", [each.name for each in people])
    pool = choice("pool", "Points", [(each.value, pool_words(each)) for each in Pool])
    amount = Field("amount", "How many", "number", (), 1)
    yield Move("record_damage", "Take points off somebody", WORLD, (), (target, pool, amount))
    yield Move("record_heal", "Give points back", WORLD, (), (target, pool, amount))
    condition = (target, Field("name", "Condition"), Field("stacks", "Stacks", "number", (), 1, optional=True))
    yield Move("apply_condition", "Give a condition", WORLD, (), condition)
    able = choice("character", "Who", [each.name for each in people if not each.out])
    yield Move("set_out", "Put somebody out", WORLD, (("out", True),), (able,))
    out = choice("character", "Who", [each.name for each in people if each.out])
    yield Move("set_out", "Let somebody act again", WORLD, (("out", False),), (out,))


def _here(state: State) -> tuple[Character, ...]:
    """PCs, then NPCs of the Encounter, outside one the lasting ones."""
    inside = state.encounter.participants if state.encounter is not None else None
    npcs = [each for each in state.characters if each.is_npc]
    return (*state.pcs, *(npc for npc in npcs if (npc.lasting if inside is None else npc.name in inside)))
