"""Numbers the table may set by agreement (PA-116), folded."""

from typing import TypeVar

from engine.common.folding import Changes
from engine.common.values import changed, replaced
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.derived import max_damage, threshold
from engine.systems.phase_abandon.entities import Character, GroupGoal, Narration, PersonalGoal
from engine.systems.phase_abandon.fold import first, known_player, known_skill, with_character, with_player, with_skill
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import GoalStatus, NarrationKind

AnyGoal = TypeVar("AnyGoal", GroupGoal, PersonalGoal)
PLAYER_PATHS = ("chips",)
CHARACTER_PATHS = ("heart", "luck", "improvement_chips")
SKILL_PATHS = ("rank", "damage", "advancement", "temp_modifier")
TABLE_PATHS = ("group_goal", "challenge_left", "party_pool", "holder")
PATHS = (*PLAYER_PATHS, *CHARACTER_PATHS, *SKILL_PATHS, "connection", "goal", *TABLE_PATHS)
"""What `CorrectState.path` may name."""


def fold_correction(state: State, event: ev.StateCorrected) -> Changes:
    """What a correction changes; dependent numbers are kept in their ranges."""
    path, player = event.path, event.player or ""
    if path == "holder":
        return {"narration": Narration(str(event.new), NarrationKind.FREE, reason="PA-116")}
    value = int(event.new)
    if path == "chips":
        return {**with_player(state, player, chips=value), "highest_claim": None}
    if path == "party_pool":
        return {"party_pool": value}
    if path == "challenge_left":
        return {"scene": changed(state.scene, challenge_left=value)}
    if path == "group_goal":
        goal = first(_open_first(state.group_goals), lambda goal: goal.text == event.goal, "group goal")
        return {"group_goals": replaced(state.group_goals, goal, changed(goal, **_points(value, goal.value_initial)))}
    character = _character(state, player)
    if path in CHARACTER_PATHS:
        return with_character(state, character.name, **{path: value})
    if path == "connection":
        known = first(character.connections, lambda known: known.npc_name == event.connection, "connection")
        connections = replaced(character.connections, known, changed(known, value=value))
        return with_character(state, character.name, connections=connections)
    if path == "goal":
        aim = first(_open_first(character.goals), lambda goal: goal.text == event.goal and not goal.settled, "goal")
        goals = replaced(character.goals, aim, changed(aim, **_points(value, aim.value_initial)))
        return with_character(state, character.name, goals=goals)
    return _skill(state, character, event.skill or "", path, value)


def _open_first(goals: tuple[AnyGoal, ...]) -> tuple[AnyGoal, ...]:
    """An open goal may bear the text of a finished one; then the open one is meant."""
    return tuple(sorted(goals, key=lambda goal: goal.status is not GoalStatus.OPEN))


def _points(value: int, initial: int) -> Changes:
    status = GoalStatus.OPEN if value else GoalStatus.DONE
    return {"value_left": value, "value_initial": max(value, initial), "status": status}


def _character(state: State, player: str) -> Character:
    character = state.character_of(known_player(state, player).name)
    if character is None:
        raise LookupError(f"{player} has no character")
    return character


def _skill(state: State, character: Character, name: str, path: str, value: int) -> Changes:
    rules = state.house_rules
    skill = changed(known_skill(character, name), **{path: value})
    return with_skill(
        state,
        character.name,
        name,
        **{path: value},
        **{
            field: limited
            for field, limited in (
                ("damage", min(skill.damage, max_damage(skill, rules))),
                ("advancement", min(skill.advancement, threshold(skill, rules) - 1)),
            )
            if field != path
        },
    )
