"""What a table of the Kleptonomicon says before its first evening."""

from engine.form import Ask, Form
from engine.systems.kleptonomicon.settings import SETTINGS

FORM = Form(
    (
        Ask(
            "character.sheet.skills",
            "{character}'s Skills with modifiers",
            "numbered",
            noun="Skill",
            each_least=-9,
            each_most=9,
            example="Athletics 1, Stealth 2",
        ),
        Ask(
            "character.sheet.abilities",
            "{character}'s Abilities",
            "choices",
            noun="Ability",
            library="abilities",
            example="Parry, Ember, Case the Joint",
        ),
        Ask(
            "character.sheet.edge_modifier", "{character}'s Edge Save Modifier", "number", least=-9, most=9, example="1"
        ),
        Ask("character.sheet.health", "{character}'s Health", "number", example="10"),
        Ask("character.sheet.vitality", "{character}'s Vitality", "number", example="5"),
        Ask("character.sheet.dodge_points", "{character}'s Dodge Points", "number", example="2"),
        Ask("character.sheet.shield", "{character}'s Shield", "number", example="3"),
        Ask("character.sheet.recoveries", "{character}'s Recoveries", "number", example="4"),
        Ask("table.episode", "Title of the first Episode", example="The Glass Vault"),
    ),
    game_master="GM",
    settings=SETTINGS,
)
