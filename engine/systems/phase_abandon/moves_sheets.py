"""Taps that build a setting and sheets, and that change them later (rules 3.2, 3.3, 3.9, 3.10, 3.13, 3.18)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.systems.phase_abandon.decide_sheets import DEAREST_RANK
from engine.systems.phase_abandon.derived import undecided
from engine.systems.phase_abandon.entities import Character
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.recovery import FULL_HEART
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import CharacterStatus, GoalKind, GoalStatus, Phase
from engine.systems.phase_abandon.words import in_figures

SETTING = "Setting"
CHARACTER = "Character"
HEALING = "Healing"
_YES_NO = ((True, "yes"), (False, "no"))


# -- the setting -------------------------------------------------------------------------------------------------------


def building(state: State, player: str) -> Iterator[Move]:
    """Genre and details of the world, then a character."""
    seated = state.player(player)
    if seated is not None and state.phase in {Phase.LOBBY, Phase.SETTING}:
        yield Move("set_genre", "Agree on a genre", SETTING, (), (Field("text", "Genre"),))
        most = seated.setting_chips
        fields = (Field("text", "Detail"), Field("chips", "Chips", "number", (), 1, most))
        yield Move("add_setting_detail", "Add to the setting", SETTING, (), fields)
        for detail in state.setting_details:
            if detail.lock <= most:
                change = (Field("text", "New text"), Field("chips", "Chips", "number", (), detail.lock, most))
                label = f"Change “{detail.text}”"
                yield Move("modify_setting_detail", label, SETTING, (("detail", detail.text),), change)
        yield Move("finish_setting", "Finish the setting", SETTING)
    yield Move("create_character", "Make a character", CHARACTER, (), (Field("name", "Name"),))
    character = state.character_of(player)
    if character is not None:
        yield from _draft(character)
    yield from _proposals(state)


def _proposals(state: State) -> Iterator[Move]:
    """The group's word on sheet entries (PA-26)."""
    waiting = [(each.proposal_id, f"{each.character_id}: {each.subject}") for each in undecided(state)]
    which = choice("proposal", "Entry", waiting)
    yield Move("decide_proposal", "Accept an entry", CHARACTER, (("approved", True),), (which,))
    why = Field("reason", "Why", optional=True)
    yield Move("decide_proposal", "Refuse an entry", CHARACTER, (("approved", False),), (which, why))


# -- a sheet being written ---------------------------------------------------------------------------------------------


def _draft(character: Character) -> Iterator[Move]:
    drafting = character.status is CharacterStatus.DRAFT
    budget = character.skill_points_left if drafting else character.improvement_chips
    yield Move("set_blurb", "Write a blurb", CHARACTER, (), (Field("text", "Blurb"),))
    least = 0 if drafting else 1
    written = _entry(least, min(DEAREST_RANK, budget))
    yield Move("add_skill", "Add a skill", CHARACTER, (), written)
    item = (
        *written,
        choice("breaks_at_zero", "Breaks at zero", _YES_NO, optional=True),
        Field("recharge", "How it recharges", optional=True),
    )
    yield Move("add_special_item", "Add a special item of power", CHARACTER, (), item)
    principle = (
        Field("text", "Vow"),
        choice("linked_skill", "Linked skill", [each.name for each in all_skills(character)]),
        Field("condition", "When it gives dice"),
        Field("bonus_dice", "Dice", "number", (), 1, 3),
        choice("applies_to", "For", _COVERED, optional=True),
    )
    yield Move("add_principle", "Add a guiding principle", CHARACTER, (), principle)
    yield Move("finish_character", "Finish the character", CHARACTER)


_COVERED = (("LINKED", "the linked skill"), ("NOT_LINKED", "all other skills"), ("ANY", "any skill"))


def _entry(least: int, most: int) -> tuple[Field, ...]:
    return (
        Field("name", "Name"),
        Field("rank", "Rank", "number", (), least, most),
        Field("success_effect", "On a success"),
        Field("critical_failure_effect", "On a critical failure"),
        Field("notes", "Notes", optional=True),
        Field("crit_heart", "Heart lost by each one", "number", (), 0, 5, optional=True),
    )


# -- a sheet in play ---------------------------------------------------------------------------------------------------


def sheet_changes(state: State, player: str) -> Iterator[Move]:
    """What a player writes down between two rolls."""
    character = state.character_of(player)
    if character is None:
        return
    yield from _learning(character)
    yield from _vows(character)
    fields = (Field("text", "Goal"), Field("value", "Points", "number", (), 1, optional=True))
    yield Move("add_personal_goal", "Add a personal goal", CHARACTER, (), fields)
    yield Move("add_connection", "Add a connection", CHARACTER, (), (Field("npc_name", "Name"),))
    yield Move("note_equipment", "Note equipment", CHARACTER, (), (Field("text", "Equipment"),))
    recharging = choice("item", "Item", [each.name for each in character.items if each.recharge and each.damage])
    yield Move("recharge_item", "Recharge an item", CHARACTER, (), (recharging,))
    if character.improvement_chips:
        skill = choice("skill", "Skill", [each.name for each in all_skills(character)])
        chips = Field("chips", "Improvement chips", "number", (), 1, character.improvement_chips)
        yield Move("spend_improvement", "Spend improvement chips", CHARACTER, (), (skill, chips))
    yield Move("recover_character", f"Bring {character.name} back", CHARACTER)


def _learning(character: Character) -> Iterator[Move]:
    done = [
        (goal.text, goal.skill_draft.name)
        for goal in character.goals
        if goal.skill_draft is not None and goal.status is GoalStatus.DONE and not goal.settled
    ]
    yield Move("learn_skill", "Write the learned skill", CHARACTER, (), (choice("goal", "Skill", done),))
    fields = (
        Field("skill_name", "Skill"),
        Field("success_effect", "On a success", optional=True),
        Field("critical_failure_effect", "On a critical failure", optional=True),
        Field("goal_text", "Goal", optional=True),
    )
    yield Move("propose_skill_goal", "Learn a new skill", CHARACTER, (), fields)


def _vows(character: Character) -> Iterator[Move]:
    vows = [each.text for each in character.principles]
    yield Move("break_principle", "Break a principle", CHARACTER, (), (choice("principle", "Principle", vows),))
    mended = {goal.principle_id for goal in character.goals if goal.kind is GoalKind.PRINCIPLE_RESOLUTION}
    which = choice("principle", "Principle", [text for text in vows if text in mended])
    yield Move("resolve_principle", "Atone for a broken principle", CHARACTER, (("mode", "atoned"),), (which,))
    reads = Field("new_text", "How it reads now")
    yield Move("resolve_principle", "Change a broken principle", CHARACTER, (("mode", "changed"),), (which, reads))


# -- healing -----------------------------------------------------------------------------------------------------------


def healing(state: State) -> Iterator[Move]:
    """Cures in the story, for anybody who is hurt (PA-68)."""
    for player in state.players:
        character = state.character_of(player.name)
        if character is None:
            continue
        target = ("target", player.name)
        hurt = [(each.name, f"{each.name}, {each.damage} damage") for each in all_skills(character) if each.damage]
        if hurt:
            yield Move(
                "heal_damage",
                f"Heal a skill of {character.name}",
                HEALING,
                (target,),
                (choice("skill", "Skill", hurt),),
            )
        lost = FULL_HEART - character.heart
        if lost:
            label = f"Restore Heart of {character.name} ({in_figures(lost, 'point')} lost)"
            amount = Field("amount", "Points", "number", (), 1, lost)
            yield Move("heal_damage", label, HEALING, (target, ("heart", True)), (amount,))
