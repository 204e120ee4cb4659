"""A character's sheet for a page: what counts now, and why it differs from what is written."""

from collections.abc import Iterator, Sequence

from engine.board import Bar, Line, Panel, Tone
from engine.common.words import listed
from engine.systems.phase_abandon.derived import base_dice, capped, is_worn, level, principle_penalty, threshold
from engine.systems.phase_abandon.entities import Character, GuidingPrinciple, PersonalGoal, Skill
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.roster import UNWRITTEN
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import CharacterStatus, ConflictStep, GoalStatus
from engine.systems.phase_abandon.words import in_figures


def sheet(state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
    """A player's sheet, on their own page with a bid that is not declared yet (PA-92)."""
    panels = [Panel("Your bid", _bid(state, player))] if player == viewer else []
    character = state.character_of(player)
    if character is not None:
        panels += _character(character, state.house_rules)
    return tuple(panel for panel in panels if panel.lines or panel.bars)


def _bid(state: State, player: str) -> tuple[Line, ...]:
    conflict = state.conflict
    if conflict is None or conflict.step is not ConflictStep.BIDDING:
        return ()
    return tuple(
        Line("Until all are in", in_figures(bid.number, "chip"), tone="strong")
        for bid in conflict.bids
        if bid.player == player
    )


def _character(character: Character, rules: HouseRules) -> list[Panel]:
    return [
        Panel("Skills", tuple(_skill(character, skill, rules) for skill in character.skills)),
        Panel("Special items of power", tuple(_skill(character, item, rules) for item in character.items)),
        Panel("Goals", tuple(_done(character)), tuple(_goal(each) for each in character.goals if not each.settled)),
        Panel("Guiding principles", tuple(_principle(each) for each in character.principles)),
        Panel("Connections", tuple(Line(each.npc_name, str(each.value)) for each in character.connections)),
        Panel("What skills do", tuple(_effects(all_skills(character)))),
        Panel("Who they are", tuple(_person(character))),
    ]


def _skill(character: Character, skill: Skill, rules: HouseRules) -> Line:
    """The dice it gives now, and whatever makes that differ from its rank."""
    if skill.broken:
        return Line(skill.name, "broken", f"rank {skill.rank}", "bad")
    thrown = capped(base_dice(character, skill, rules))
    tone: Tone = "plain" if thrown == skill.rank else "bad" if thrown < skill.rank else "good"
    return Line(skill.name, str(thrown), ", ".join(_why(character, skill, rules, thrown)), tone)


def _why(character: Character, skill: Skill, rules: HouseRules, thrown: int) -> Iterator[str]:
    if thrown != skill.rank:
        yield f"rank {skill.rank}"
    if skill.damage:
        yield f"{skill.damage} damage"
    if penalty := principle_penalty(character, skill):
        yield f"{penalty} off for a broken principle"
    if skill.temp_modifier:
        yield f"{skill.temp_modifier:+d} granted by the group"
    if is_worn(skill, rules):
        yield "worn: failures cost Heart"
    if level(skill, rules) == 0 and thrown == 0:
        yield "rolled on Luck"
    if skill.crit_heart:
        yield f"each one costs {skill.crit_heart} Heart"
    if skill.advancement:
        yield f"{skill.advancement} of {threshold(skill, rules)} to the next rank"
    if skill.recharge:
        yield f"recharges: {skill.recharge}"


def _effects(skills: Sequence[Skill]) -> Iterator[Line]:
    """What a sheet says about successes and critical failures; skills it leaves open share one line."""
    for skill in skills:
        if skill.notes or skill.success_effect not in {"", UNWRITTEN}:
            yield Line(skill.name, skill.success_effect, skill.notes)
        if skill.critical_failure_effect not in {"", UNWRITTEN}:
            yield Line(f"{skill.name}, critical failure", skill.critical_failure_effect)
    left = [each.name for each in skills if UNWRITTEN in {each.success_effect, each.critical_failure_effect}]
    if left:
        yield Line(UNWRITTEN.capitalize(), listed(left))


def _goal(goal: PersonalGoal) -> Bar:
    done = goal.status is GoalStatus.DONE
    left = "reached" if done else f"{goal.value_left} left"
    return Bar(goal.text, goal.value_initial - goal.value_left, goal.value_initial, left, "good" if done else "plain")


def _done(character: Character) -> Iterator[Line]:
    for goal in character.goals:
        if goal.settled:
            yield Line(goal.text, "settled")


def _principle(vow: GuidingPrinciple) -> Line:
    if not vow.break_count:
        grants = f"+{vow.trigger.bonus_dice} {_covered(vow)}: {vow.trigger.condition}"
        return Line(vow.text, vow.linked_skill_id, grants)
    return Line(vow.text, vow.linked_skill_id, f"broken: {vow.penalty} dice off", "bad")


def _covered(vow: GuidingPrinciple) -> str:
    applies = vow.trigger.applies_to
    if isinstance(applies, tuple):
        return f"on {listed(applies)}"
    return {"NOT_LINKED": "on other skills", "ANY": "on any skill"}.get(applies, f"on {vow.linked_skill_id}")


def _person(character: Character) -> Iterator[Line]:
    yield Line("Status", character.status.lower(), tone="plain" if character.status in _WELL else "bad")
    if character.status is CharacterStatus.DRAFT:
        yield Line("Skill points left", str(character.skill_points_left))
    yield from (Line("Blurb", text) for text in character.blurbs if text)
    yield from (Line("Equipment", text) for text in character.equipment)


_WELL = (CharacterStatus.ACTIVE, CharacterStatus.DRAFT)
