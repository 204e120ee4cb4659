"""A character's sheet for a page: what counts now, and why it differs from what is written."""

from collections.abc import Iterator, Sequence

from engine.board import Bar, Line, Panel, Tone
from engine.common.words import listed
from engine.phrase import Phrase, capital, joined, phrase, plural, spelled, verbatim
from engine.systems.phase_abandon.derived import base_dice, capped, is_worn, level, principle_penalty, threshold
from engine.systems.phase_abandon.entities import Character, GuidingPrinciple, PersonalGoal, Skill, State
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.vocabulary import CharacterStatus, ConflictStep, GoalStatus
from engine.systems.phase_abandon.words import UNWRITTEN, in_figures


def sheet(state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
    """A player's sheet, on their own page with a bid that is not declared yet (PA-92)."""
    panels = [Panel(phrase("Your bid"), _bid(state, player))] if player == viewer else []
    character = state.character_of(player)
    if character is not None:
        panels += _character(character, state.house_rules)
    return tuple(panel for panel in panels if panel.lines or panel.bars)


def _bid(state: State, player: str) -> tuple[Line, ...]:
    conflict = state.conflict
    if conflict is None or conflict.step is not ConflictStep.BIDDING:
        return ()
    return tuple(
        Line(phrase("Until all bids are placed"), in_figures(bid.number, "chip", "chips"), tone="strong")
        for bid in conflict.bids
        if bid.player == player
    )


def _character(character: Character, rules: HouseRules) -> list[Panel]:
    return [
        Panel(phrase("Skills"), tuple(_skill(character, skill, rules) for skill in character.skills)),
        Panel(phrase("Special items of power"), tuple(_skill(character, item, rules) for item in character.items)),
        Panel(
            phrase("Goals"), tuple(_done(character)), tuple(_goal(each) for each in character.goals if not each.settled)
        ),
        Panel(phrase("Guiding principles"), tuple(_principle(each) for each in character.principles)),
        Panel(
            phrase("Connections"),
            tuple(Line(verbatim(each.npc_name), verbatim(each.value)) for each in character.connections),
        ),
        Panel(phrase("What skills do"), tuple(_effects(all_skills(character)))),
        Panel(phrase("Who they are"), tuple(_person(character))),
    ]


def _skill(character: Character, skill: Skill, rules: HouseRules) -> Line:
    """The dice it gives now, and whatever makes that differ from its rank."""
    if skill.broken:
        return Line(verbatim(skill.name), phrase("broken"), phrase("rank {rank}", rank=skill.rank), "bad")
    thrown = capped(base_dice(character, skill, rules))
    tone: Tone = "plain" if thrown == skill.rank else "bad" if thrown < skill.rank else "good"
    return Line(verbatim(skill.name), verbatim(thrown), joined(_why(character, skill, rules, thrown), ", "), tone)


def _why(character: Character, skill: Skill, rules: HouseRules, thrown: int) -> Iterator[Phrase]:
    if thrown != skill.rank:
        yield phrase("rank {rank}", rank=skill.rank)
    if skill.damage:
        yield phrase("{damage} damage", damage=skill.damage)
    if penalty := principle_penalty(character, skill):
        yield phrase("{dice} off for a broken principle", dice=penalty)
    if skill.temp_modifier:
        yield phrase("{dice} granted by the group", dice=f"{skill.temp_modifier:+d}")
    if is_worn(skill, rules):
        yield phrase("worn: failures cost Heart")
    if level(skill, rules) == 0 and thrown == 0:
        yield phrase("rolled on Luck")
    if skill.crit_heart:
        yield phrase("each one costs {heart} Heart", heart=skill.crit_heart)
    if skill.advancement:
        needed = threshold(skill, rules)
        yield phrase("{points} of {needed} to the next rank", points=skill.advancement, needed=needed)
    if skill.recharge:
        yield phrase("recharges: {recharge}", recharge=skill.recharge)


def _effects(skills: Sequence[Skill]) -> Iterator[Line]:
    """Lines of a sheet about successes and critical failures; skills it leaves open share one line."""
    for skill in skills:
        if skill.notes or skill.success_effect not in {"", UNWRITTEN}:
            yield Line(verbatim(skill.name), _written(skill.success_effect), verbatim(skill.notes))
        if skill.critical_failure_effect not in {"", UNWRITTEN}:
            yield Line(phrase("{skill}, critical failure", skill=skill.name), verbatim(skill.critical_failure_effect))
    left = [each.name for each in skills if UNWRITTEN in {each.success_effect, each.critical_failure_effect}]
    if left:
        yield Line(capital(UNWRITTEN), listed(left))


def _goal(goal: PersonalGoal) -> Bar:
    done = goal.status is GoalStatus.DONE
    left = phrase("reached") if done else phrase("{points} left", points=goal.value_left)
    reached = goal.value_initial - goal.value_left
    return Bar(verbatim(goal.text), reached, goal.value_initial, left, "good" if done else "plain")


def _done(character: Character) -> Iterator[Line]:
    for goal in character.goals:
        if goal.settled:
            yield Line(verbatim(goal.text), phrase("settled"))


def _principle(vow: GuidingPrinciple) -> Line:
    text, skill = verbatim(vow.text), verbatim(vow.linked_skill_id)
    if vow.break_count:
        return Line(text, skill, plural("broken: {count} die off", "broken: {count} dice off", vow.penalty), "bad")
    condition = _written(vow.trigger.condition)
    granted = phrase("+{dice} {covered}", dice=vow.trigger.bonus_dice, covered=_covered(vow))
    return Line(text, skill, phrase("{granted}: {condition}", granted=granted, condition=condition))


def _written(text: str) -> Phrase:
    """The words people wrote, or those that stand where they have not yet."""
    return UNWRITTEN if text == UNWRITTEN else verbatim(text)


def _covered(vow: GuidingPrinciple) -> Phrase:
    applies = vow.trigger.applies_to
    if isinstance(applies, tuple):
        return phrase("on {skills}", skills=listed(applies))
    return {"NOT_LINKED": phrase("on other skills"), "ANY": phrase("on any skill")}.get(
        applies, phrase("on {skill}", skill=vow.linked_skill_id)
    )


def _person(character: Character) -> Iterator[Line]:
    tone: Tone = "plain" if character.status in _WELL else "bad"
    yield Line(phrase("Status"), spelled(character.status), tone=tone)
    if character.status is CharacterStatus.DRAFT:
        yield Line(phrase("Skill points left"), verbatim(character.skill_points_left))
    yield from (Line(phrase("Blurb"), _written(text)) for text in character.blurbs if text)
    yield from (Line(phrase("Equipment"), verbatim(text)) for text in character.equipment)


_WELL = (CharacterStatus.ACTIVE, CharacterStatus.DRAFT)
