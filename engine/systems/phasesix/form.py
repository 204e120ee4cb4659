"""What a table of Phase Six says before its first evening (rules 3.2)."""

from engine.form import Ask, Form
from engine.systems.phasesix.settings import SETTINGS

FORM = Form(
    (
        Ask("table.epoch", "In which era does the story play?", example="Modern times"),
        Ask(
            "table.extensions",
            "Which optional rules are in play?",
            "choices",
            noun="extension",
            options=("magic", "horror"),
            hints=("Spells and arcana.", "Stress, quirks and what is too terrible to see."),
        ),
        Ask(
            "character.sheet.attributes",
            "{character}'s attributes where they are not one",
            "numbered",
            noun="attribute",
            each_least=-9,
            example="strength 3, quickness 2",
        ),
        Ask(
            "character.sheet.skills",
            "{character}'s skills with their totals",
            "numbered",
            noun="skill",
            each_least=-9,
            example="Shooting 4, Stealth 3",
        ),
        Ask("character.sheet.bonus_dice", "How many bonus dice has {character}?", "number"),
        Ask("character.sheet.destiny_dice", "How many destiny dice has {character}?", "number"),
        Ask("character.sheet.rerolls", "How many rerolls has {character}?", "number"),
        Ask("character.sheet.weapons", "{character}'s weapons", "choices", noun="weapon", library="weapons"),
        Ask("character.sheet.armour", "What does {character} wear?", "choices", noun="armour", library="armour"),
        Ask("character.sheet.items", "What else does {character} carry?", "choices", noun="item", library="items"),
    ),
    game_master="GM",
    settings=SETTINGS,
)
