"""Taps that build a setting and sheets, and that change them later (rules 3.2, 3.3, 3.9, 3.10, 3.13, 3.18)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.phrase import phrase, verbatim
from engine.systems.phase_abandon.derived import DEAREST_RANK, undecided
from engine.systems.phase_abandon.entities import Character
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.recovery import FULL_HEART
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import CharacterStatus, GoalKind, GoalStatus, Phase
from engine.systems.phase_abandon.words import in_figures

SETTING = phrase("Setting")
CHARACTER = phrase("Character")
HEALING = phrase("Healing")
YES_NO = ((True, phrase("yes")), (False, phrase("no")))


# -- the setting -------------------------------------------------------------------------------------------------------


def building(state: State, player: str) -> Iterator[Move]:
    """Genre and details of the world, then a character."""
    seated = state.player(player)
    if seated is not None and state.phase in {Phase.LOBBY, Phase.SETTING}:
        yield Move("set_genre", phrase("Agree on a genre"), SETTING, (), (Field("text", phrase("Genre")),))
        most = seated.setting_chips
        fields = (Field("text", phrase("Detail")), Field("chips", phrase("Chips"), "number", (), 1, most))
        yield Move("add_setting_detail", phrase("Add to the setting"), SETTING, (), fields)
        for detail in state.setting_details:
            if detail.lock <= most:
                change = (
                    Field("text", phrase("New text")),
                    Field("chips", phrase("Chips"), "number", (), detail.lock, most),
                )
                label = phrase("Change “{detail}”", detail=detail.text)
                yield Move("modify_setting_detail", label, SETTING, (("detail", detail.text),), change)
        yield Move("finish_setting", phrase("Finish the setting"), SETTING)
    yield Move("create_character", phrase("Make a character"), CHARACTER, (), (Field("name", phrase("Name")),))
    character = state.character_of(player)
    if character is not None:
        yield from _draft(character)
    yield from _proposals(state)


def _proposals(state: State) -> Iterator[Move]:
    """The group's word on sheet entries (PA-26)."""
    waiting = [
        (each.proposal_id, phrase("{character}: {entry}", character=each.character_id, entry=each.subject))
        for each in undecided(state)
    ]
    which = choice("proposal", phrase("Entry"), waiting)
    yield Move("decide_proposal", phrase("Accept an entry"), CHARACTER, (("approved", True),), (which,))
    why = Field("reason", phrase("Why"), optional=True)
    yield Move("decide_proposal", phrase("Refuse an entry"), CHARACTER, (("approved", False),), (which, why))


# -- a sheet being written ---------------------------------------------------------------------------------------------


def _draft(character: Character) -> Iterator[Move]:
    drafting = character.status is CharacterStatus.DRAFT
    budget = character.skill_points_left if drafting else character.improvement_chips
    yield Move("set_blurb", phrase("Write a blurb"), CHARACTER, (), (Field("text", phrase("Blurb")),))
    least = 0 if drafting else 1
    written = _entry(least, min(DEAREST_RANK, budget))
    yield Move("add_skill", phrase("Add a skill"), CHARACTER, (), written)
    item = (
        *written,
        choice("breaks_at_zero", phrase("Breaks at zero"), YES_NO, optional=True),
        Field("recharge", phrase("How it recharges"), optional=True),
    )
    yield Move("add_special_item", phrase("Add a special item of power"), CHARACTER, (), item)
    principle = (
        Field("text", phrase("Vow")),
        choice("linked_skill", phrase("Linked skill"), [each.name for each in all_skills(character)]),
        Field("condition", phrase("When it gives dice")),
        Field("bonus_dice", phrase("Dice"), "number", (), 1, 3),
        choice("applies_to", phrase("For"), _COVERED, optional=True),
    )
    yield Move("add_principle", phrase("Add a guiding principle"), CHARACTER, (), principle)
    yield Move("finish_character", phrase("Finish the character"), CHARACTER)


_COVERED = (
    ("LINKED", phrase("the linked skill")),
    ("NOT_LINKED", phrase("all other skills")),
    ("ANY", phrase("any skill")),
)


def _entry(least: int, most: int) -> tuple[Field, ...]:
    return (
        Field("name", phrase("Name")),
        Field("rank", phrase("Rank"), "number", (), least, most),
        Field("success_effect", phrase("On a success")),
        Field("critical_failure_effect", phrase("On a critical failure")),
        Field("notes", phrase("Notes"), optional=True),
        Field("crit_heart", phrase("Heart lost by each one"), "number", (), 0, 5, optional=True),
    )


# -- a sheet in play ---------------------------------------------------------------------------------------------------


def sheet_changes(state: State, player: str) -> Iterator[Move]:
    """What a player writes down between two rolls."""
    character = state.character_of(player)
    if character is None:
        return
    yield from _learning(character)
    yield from _vows(character)
    fields = (Field("text", phrase("Goal")), Field("value", phrase("Points"), "number", (), 1, optional=True))
    yield Move("add_personal_goal", phrase("Add a personal goal"), CHARACTER, (), fields)
    yield Move("add_connection", phrase("Add a connection"), CHARACTER, (), (Field("npc_name", phrase("Name")),))
    yield Move("note_equipment", phrase("Note equipment"), CHARACTER, (), (Field("text", phrase("Equipment")),))
    spent = [each.name for each in character.items if each.recharge and each.damage]
    recharging = choice("item", phrase("Item"), spent)
    yield Move("recharge_item", phrase("Recharge an item"), CHARACTER, (), (recharging,))
    if character.improvement_chips:
        skill = choice("skill", phrase("Skill"), [each.name for each in all_skills(character)])
        chips = Field("chips", phrase("Improvement chips"), "number", (), 1, character.improvement_chips)
        yield Move("spend_improvement", phrase("Spend improvement chips"), CHARACTER, (), (skill, chips))
    yield Move("recover_character", phrase("Bring {character} back", character=character.name), CHARACTER)


def _learning(character: Character) -> Iterator[Move]:
    done = [
        (goal.text, verbatim(goal.skill_draft.name))
        for goal in character.goals
        if goal.skill_draft is not None and goal.status is GoalStatus.DONE and not goal.settled
    ]
    which = choice("goal", phrase("Skill"), done)
    yield Move("learn_skill", phrase("Write the learned skill"), CHARACTER, (), (which,))
    fields = (
        Field("skill_name", phrase("Skill")),
        Field("success_effect", phrase("On a success"), optional=True),
        Field("critical_failure_effect", phrase("On a critical failure"), optional=True),
        Field("goal_text", phrase("Goal"), optional=True),
    )
    yield Move("propose_skill_goal", phrase("Learn a new skill"), CHARACTER, (), fields)


def _vows(character: Character) -> Iterator[Move]:
    vows = [each.text for each in character.principles]
    which = choice("principle", phrase("Principle"), vows)
    yield Move("break_principle", phrase("Break a principle"), CHARACTER, (), (which,))
    mended = {goal.principle_id for goal in character.goals if goal.kind is GoalKind.PRINCIPLE_RESOLUTION}
    which = choice("principle", phrase("Principle"), [text for text in vows if text in mended])
    yield Move("resolve_principle", phrase("Atone for a broken principle"), CHARACTER, (("mode", "atoned"),), (which,))
    reads = Field("new_text", phrase("How it reads now"))
    mode = (("mode", "changed"),)
    yield Move("resolve_principle", phrase("Change a broken principle"), CHARACTER, mode, (which, reads))


# -- healing -----------------------------------------------------------------------------------------------------------


def healing(state: State) -> Iterator[Move]:
    """Cures in the story, for anybody who is hurt (PA-68)."""
    for player in state.players:
        character = state.character_of(player.name)
        if character is None:
            continue
        target = ("target", player.name)
        hurt = [
            (each.name, phrase("{skill}, {damage} damage", skill=each.name, damage=each.damage))
            for each in all_skills(character)
            if each.damage
        ]
        if hurt:
            label = phrase("Heal a skill of {character}", character=character.name)
            yield Move("heal_damage", label, HEALING, (target,), (choice("skill", phrase("Skill"), hurt),))
        lost = FULL_HEART - character.heart
        if lost:
            points = in_figures(lost, "point", "points")
            label = phrase("Restore Heart of {character} ({points} lost)", character=character.name, points=points)
            amount = Field("amount", phrase("Points"), "number", (), 1, lost)
            yield Move("heal_damage", label, HEALING, (target, ("heart", True)), (amount,))
