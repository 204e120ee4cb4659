"""Taps of the GM: rulings that are waited for, Tests, Encounters, the world (rules 3.3 to 3.5, 3.8, 3.12, 3.13)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.offers import choice, options
from engine.phrase import phrase, spelled, verbatim
from engine.systems.kleptonomicon.derived import acting
from engine.systems.kleptonomicon.entities import Character, Encounter
from engine.systems.kleptonomicon.fields import MOST_ADVANTAGES
from engine.systems.kleptonomicon.listening import skills
from engine.systems.kleptonomicon.rules.groups import DescribeCreature
from engine.systems.kleptonomicon.rules.initiative import saves_owed
from engine.systems.kleptonomicon.standing import TRIGGERS, named, pool_words, titled
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import RUNNING, Phase, Pool, SolutionPolicy, StyleSize

RULINGS = phrase("Rulings")
TESTS = phrase("Tests")
ENCOUNTERS = phrase("Encounter")
WORLD = phrase("World")
_MANY = (2, 3, 4, 5, 6)


def rulings(state: State) -> Iterator[Move]:
    """Rulings players wait for: long Abilities, Movement Styles, the Turn Order, untested deeds."""
    if state.long_use is not None:
        use = state.long_use
        what = phrase("{ability} of {character}", ability=use.ability, character=use.character)
        yield Move("confirm_ability", phrase("Allow {ability}", ability=what), RULINGS, (("allowed", True),), owed=True)
        yield Move(
            "confirm_ability", phrase("Refuse {ability}", ability=what), RULINGS, (("allowed", False),), owed=True
        )
    yield Move("confirm_turn_order", phrase("Announce the Turn Order"), ENCOUNTERS, owed=True)
    for ask in state.style_asks:
        given = (("character", ask.character), ("style", ask.style))
        sizes = [(each.value, spelled(each)) for each in (StyleSize.HALF, StyleSize.NORMAL)]
        size = choice("size", phrase("How far"), sizes)
        allow = phrase("Let {character} {style}", character=ask.character, style=ask.style)
        refuse = phrase("Do not let {character} {style}", character=ask.character, style=ask.style)
        yield Move("grant_style", allow, RULINGS, given, (size,))
        yield Move("deny_style", refuse, RULINGS, given)
        fails = phrase("{character} fails to {style}, interrupted", character=ask.character, style=ask.style)
        yield Move("deny_style", fails, RULINGS, (*given, ("interrupted", True)))
    for deed in state.deeds:
        why = (Field("text", phrase("Why"), optional=True),)
        label = phrase("Rule out the attempt of {character}", character=deed.character)
        yield Move("declare_impossible", label, RULINGS, (("character", deed.character),), why)
    if state.phase in RUNNING and not state.deeds:
        who = choice("character", phrase("Whose attempt"), [pc.name for pc in state.pcs])
        reason = Field("text", phrase("Why"), optional=True)
        yield Move("declare_impossible", phrase("Rule out an attempt"), RULINGS, (), (who, reason))


def testing(state: State) -> Iterator[Move]:
    """Asking for Tests, and striking them off."""
    if state.episode is None:
        return
    people = [each.name for each in _here(state)]
    who = choice("character", phrase("Who"), [("everyone", phrase("everybody")), *people] if state.pcs else people)
    weights = (
        Field("adv", phrase("Advantages"), "number", (), 0, MOST_ADVANTAGES, optional=True),
        Field("dis", phrase("Disadvantages"), "number", (), 0, MOST_ADVANTAGES, optional=True),
    )
    skill = choice("skill", phrase("Skill"), [(each, titled(each)) for each in skills(state)], optional=True)
    why = Field("reason", phrase("What for"), optional=True)
    yield Move("request_test", phrase("Ask for a Test"), TESTS, (("test", "SKILL"),), (who, skill, *weights, why))
    yield Move("request_test", phrase("Ask for an Edge Save"), TESTS, (("test", "EDGE_SAVE"),), (who, *weights))
    waiting = tuple(dict.fromkeys(test.character for test in state.tests))
    yield Move("drop_test", phrase("Remove a Test"), TESTS, (), (choice("character", phrase("Whose"), waiting),))


# -- Encounters --------------------------------------------------------------------------------------------------------


def encounters(state: State) -> Iterator[Move]:
    """Beginning, leading and ending an Encounter."""
    encounter = state.encounter
    if encounter is None:
        yield from _start(state)
        yield from DescribeCreature.moves(state, "")
        return
    if state.phase is Phase.INITIATIVE:
        yield from _groups(encounter, bool(saves_owed(state)))
    if state.phase is Phase.PAUSE:
        yield Move("resume_encounter", phrase("Back to Turns"), ENCOUNTERS)
        who = choice("provoked_by", phrase("Whose Beat"), encounter.participants)
        yield Move("resume_encounter", phrase("Back to Turns, for a Beat"), ENCOUNTERS, (("beat_spent", True),), (who,))
    yield from _turns(state, encounter)
    for group in encounter.groups:
        if len(group.members) > 1:
            first = choice("members", phrase("Who"), [([name], verbatim(name)) for name in group.members])
            label = phrase("Let one of {group} act first", group=group.name)
            yield Move("reorder_group", label, ENCOUNTERS, (("group", group.name),), (first,))
    yield from _cast(state, encounter)
    outcome = Field("outcome", phrase("How it ended"), optional=True)
    yield Move("end_encounter", phrase("End the Encounter"), ENCOUNTERS, (), (outcome,))
    if not encounter.xp_awarded:
        bonus = Field("bonus", phrase("Bonus"), "number", (), 0, 1)
        yield Move("award_experience", phrase("Give Experience"), ENCOUNTERS, (), (bonus,))
    yield Move("return_to_freeplay", phrase("Back to Freeplay"), ENCOUNTERS)
    if state.phase is Phase.INITIATIVE:
        yield from DescribeCreature.moves(state, "")


def _start(state: State) -> Iterator[Move]:
    fields = [Field("pcs", phrase("Who takes part"), "choices", options(pc.name for pc in state.pcs), optional=True)]
    foes = tuple(_foes(state))
    if foes:
        fields.append(Field("npcs", phrase("Against whom"), "choices", foes, optional=True))
    yield Move("start_encounter", phrase("Start an Encounter"), ENCOUNTERS, (), tuple(fields))


def _foes(state: State) -> Iterator[Option]:
    """Prepared groups, named NPCs, and creatures in any small number."""
    yield from (Option({"creature": group.name}, verbatim(group.name)) for group in state.prepared)
    for npc in state.characters:
        if npc.is_npc and npc.lasting:
            yield Option({"creature": npc.name}, verbatim(npc.name))
    for kind in state.creatures:
        yield Option({"creature": kind.name}, verbatim(kind.name.title()))
        for count in _MANY:
            label = phrase("{count} {creatures}", count=count, creatures=kind.plural.title())
            yield Option({"creature": kind.name, "count": count}, label)


def _groups(encounter: Encounter, owed: bool) -> Iterator[Move]:
    """Grouping NPCs before the Edge Saves (KL-28 to KL-32)."""
    if owed:
        yield Move("skip_edge_saves", phrase("Go on without those Edge Saves"), ENCOUNTERS)
    yield Move("begin_edge_saves", phrase("Begin the Edge Saves"), ENCOUNTERS)
    names = [group.name for group in encounter.groups]
    if len(names) > 1:
        which = Field("groups", phrase("Groups"), "choices", options(names), 2)
        yield Move("merge_groups", phrase("Merge groups"), ENCOUNTERS, (), (which,))
    several = [group.name for group in encounter.groups if len(group.members) > 1]
    halved = choice("group", phrase("Group"), several)
    yield Move("split_group", phrase("Split a group in half"), ENCOUNTERS, (), (halved,))


def _turns(state: State, encounter: Encounter) -> Iterator[Move]:
    yield Move("pause_encounter", phrase("Pause"), ENCOUNTERS, (), (Field("reason", phrase("Why"), optional=True),))
    for name in acting(encounter, state.house_rules)[:1]:
        active = state.character(name)
        if active is not None and active.player not in {None, state.gm}:
            yield Move("end_turn", phrase("End {character}'s Turn", character=name), ENCOUNTERS, (("character", name),))
        yield Move("skip_turn", phrase("Skip {character}'s Turn", character=name), ENCOUNTERS, (("character", name),))
    if encounter.triggers:
        yield Move("close_trigger", phrase("Close all Reactions"), ENCOUNTERS)


def _cast(state: State, encounter: Encounter) -> Iterator[Move]:
    """Joining and leaving (KL-41)."""
    absent = [
        each.name
        for each in state.characters
        if each.name not in encounter.participants and (each.lasting or each.player)
    ]
    coming = [*absent, *(each.name for each in state.creatures)]
    joining = choice("character", phrase("Who"), coming)
    yield Move("add_combatant", phrase("Add somebody"), ENCOUNTERS, (), (joining,))
    leaving = choice("character", phrase("Who"), encounter.participants)
    yield Move("remove_combatant", phrase("Remove somebody"), ENCOUNTERS, (), (leaving,))


# -- the world ---------------------------------------------------------------------------------------------------------


def adjudicating(state: State) -> Iterator[Move]:
    """Deeds of the world, and rulings on tricks."""
    if state.phase not in RUNNING:
        return
    yield Move("environment_event", phrase("Let the world act"), WORLD, (), (Field("text", phrase("What happens")),))
    people = _here(state)
    if state.phase is Phase.MAIN:
        here = [each.name for each in people]
        yield from _triggers(here)
        whose = choice("target", phrase("Whose"), here)
        yield Move("interrupt_movement", phrase("Interrupt a movement"), WORLD, (), (whose,))
    yield from _harm(people)
    for character in people:
        if character.conditions:
            which = choice(
                "name", phrase("Condition"), [(each.name, named(each.name)) for each in character.conditions]
            )
            label = phrase("Take a condition off {character}", character=character.name)
            stacks = Field("stacks", phrase("Stacks"), "number", (), 1, optional=True)
            yield Move("remove_condition", label, WORLD, (("target", character.name),), (which, stacks))
    yield from _tricks(state)
    unseen = [pc.name for pc in state.pcs if not pc.sneaky]
    for sneaky, names in ((True, unseen), (False, [pc.name for pc in state.pcs if pc.sneaky])):
        label = phrase("Make somebody Sneaky") if sneaky else phrase("Have somebody noticed")
        yield Move("set_sneaky", label, WORLD, (("sneaky", sneaky),), (choice("character", phrase("Who"), names),))
    names = [pc.name for pc in state.pcs]
    round_table = [([*names[at:], *names[:at]], verbatim(name)) for at, name in enumerate(names)]
    first = choice("order", phrase("Who begins"), round_table)
    yield Move("set_loose_order", phrase("Suggest an order"), WORLD, (), (first,))


def _tricks(state: State) -> Iterator[Move]:
    """Rulings on a trick that was tried, and on one in words of one's own."""
    tags = [each.tag for each in state.episode.solutions] if state.episode is not None else []
    policy = choice("policy", phrase("Brings"), [(each.value, spelled(each)) for each in SolutionPolicy])
    yield Move("flag_solution", phrase("Rule on a trick"), WORLD, (), (choice("tag", phrase("Trick"), tags), policy))
    yield Move("flag_solution", phrase("Rule on another trick"), WORLD, (), (Field("tag", phrase("Trick")), policy))


def _triggers(names: list[str]) -> Iterator[Move]:
    fields = (
        choice("trigger", phrase("What"), [(kind.value, words) for kind, words in TRIGGERS.items()]),
        choice("source", phrase("Who does it"), names, optional=True),
        choice("subject", phrase("To whom"), names, optional=True),
        Field("text", phrase("In words"), optional=True),
    )
    yield Move("open_trigger", phrase("Open something to Reactions"), WORLD, (), fields)


def _harm(people: tuple[Character, ...]) -> Iterator[Move]:
    """Points and conditions, of NPCs first."""
    people = tuple(sorted(people, key=lambda each: not each.is_npc))
    target = choice("target", phrase("Who"), [each.name for each in people])
    pool = choice("pool", phrase("Points"), [(each.value, pool_words(each)) for each in Pool])
    amount = Field("amount", phrase("How many"), "number", (), 1)
    yield Move("record_damage", phrase("Take points off somebody"), WORLD, (), (target, pool, amount))
    yield Move("record_heal", phrase("Give points back"), WORLD, (), (target, pool, amount))
    condition = (
        target,
        Field("name", phrase("Condition")),
        Field("stacks", phrase("Stacks"), "number", (), 1, optional=True),
    )
    yield Move("apply_condition", phrase("Give a condition"), WORLD, (), condition)
    able = choice("character", phrase("Who"), [each.name for each in people if not each.out])
    yield Move("set_out", phrase("Take somebody out"), WORLD, (("out", True),), (able,))
    out = choice("character", phrase("Who"), [each.name for each in people if each.out])
    yield Move("set_out", phrase("Let somebody act again"), WORLD, (("out", False),), (out,))


def _here(state: State) -> tuple[Character, ...]:
    """PCs, then NPCs of the Encounter, outside one the lasting ones."""
    inside = state.encounter.participants if state.encounter is not None else None
    npcs = [each for each in state.characters if each.is_npc]
    return (*state.pcs, *(npc for npc in npcs if (npc.lasting if inside is None else npc.name in inside)))
