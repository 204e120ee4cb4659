"""Choices that a page offers in more than one place, and the headings they stand under."""

from engine.board import Field
from engine.offers import choice
from engine.phrase import Phrase, phrase
from engine.systems.phase_abandon.derived import base_dice, capped, luck_dice
from engine.systems.phase_abandon.entities import Character, Skill, State
from engine.systems.phase_abandon.naming import all_skills
from engine.systems.phase_abandon.words import dice

ACT = phrase("Act")
STORY = phrase("Story")
CHARACTER = phrase("Character")
TABLE = phrase("Table")
YES_NO = ((True, phrase("yes")), (False, phrase("no")))
LUCK = "luck"


def skill_choice(state: State, character: Character, luck: bool = False) -> Field:
    """A skill or item of a character, each with the dice it gives now."""
    known = [each for each in all_skills(character) if not each.broken]
    options = [(each.name, _told(state, character, each)) for each in known]
    if luck:
        options.append((LUCK, phrase("Luck, {dice}", dice=dice(luck_dice(character, state.house_rules)))))
    return choice("skill", phrase("Skill"), options)


def _told(state: State, character: Character, skill: Skill) -> Phrase:
    thrown = capped(base_dice(character, skill, state.house_rules))
    if not thrown:
        return phrase("{skill}, on Luck", skill=skill.name)
    return phrase("{skill}, {dice}", skill=skill.name, dice=dice(thrown))
