"""Questions to a table of the Kleptonomicon before its first evening."""

from engine.form import Ask, Form
from engine.phrase import phrase, verbatim
from engine.systems.kleptonomicon.house_rules import SETTINGS

FORM = Form(
    (
        Ask(
            "character.sheet.skills",
            phrase("{character}'s Skills with modifiers"),
            "numbered",
            noun=phrase("Skill"),
            each_least=-9,
            each_most=9,
            example=phrase("Athletics 1, Stealth 2"),
        ),
        Ask(
            "character.sheet.abilities",
            phrase("{character}'s Abilities"),
            "choices",
            noun=phrase("Ability"),
            library="abilities",
            example=phrase("Parry, Ember, Case the Joint"),
        ),
        Ask(
            "character.sheet.edge_modifier",
            phrase("{character}'s Edge Save Modifier"),
            "number",
            least=-9,
            most=9,
            example=verbatim("1"),
        ),
        Ask("character.sheet.health", phrase("{character}'s Health"), "number", example=verbatim("10")),
        Ask("character.sheet.vitality", phrase("{character}'s Vitality"), "number", example=verbatim("5")),
        Ask("character.sheet.dodge_points", phrase("{character}'s Dodge Points"), "number", example=verbatim("2")),
        Ask("character.sheet.shield", phrase("{character}'s Shield"), "number", example=verbatim("3")),
        Ask("character.sheet.recoveries", phrase("{character}'s Recoveries"), "number", example=verbatim("4")),
        Ask("table.episode", phrase("Title of the first Episode"), example=phrase("The Glass Vault")),
    ),
    game_master="GM",
    settings=SETTINGS,
)
