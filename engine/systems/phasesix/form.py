"""Questions to a table of Phase Six before its first evening (rules 3.2)."""

from engine.form import Ask, Form
from engine.phrase import phrase
from engine.systems.phasesix.house_rules import SETTINGS

FORM = Form(
    (
        Ask("table.epoch", phrase("In which era does the story play?"), example=phrase("Modern times")),
        Ask(
            "table.extensions",
            phrase("Which optional rules are in play?"),
            "choices",
            noun=phrase("extension"),
            options=("magic", "horror"),
            hints=(phrase("Spells and arcana."), phrase("Stress, quirks and what is too terrible to see.")),
        ),
        Ask(
            "character.sheet.attributes",
            phrase("{character}'s attributes where they are not one"),
            "numbered",
            noun=phrase("attribute"),
            each_least=-9,
            example=phrase("strength 3, quickness 2"),
        ),
        Ask(
            "character.sheet.skills",
            phrase("{character}'s skills with their totals"),
            "numbered",
            noun=phrase("skill"),
            each_least=-9,
            example=phrase("Shooting 4, Stealth 3"),
        ),
        Ask("character.sheet.bonus_dice", phrase("How many bonus dice has {character}?"), "number"),
        Ask("character.sheet.destiny_dice", phrase("How many destiny dice has {character}?"), "number"),
        Ask("character.sheet.rerolls", phrase("How many rerolls has {character}?"), "number"),
        Ask(
            "character.sheet.weapons",
            phrase("{character}'s weapons"),
            "choices",
            noun=phrase("weapon"),
            library="weapons",
        ),
        Ask(
            "character.sheet.armour",
            phrase("What does {character} wear?"),
            "choices",
            noun=phrase("armour"),
            library="armour",
        ),
        Ask(
            "character.sheet.items",
            phrase("What else does {character} carry?"),
            "choices",
            noun=phrase("item"),
            library="items",
        ),
    ),
    game_master="GM",
    settings=SETTINGS,
)
