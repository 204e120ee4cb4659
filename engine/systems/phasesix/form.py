"""Questions to a table of Phase Six before its first evening (rules 3.2)."""

from engine.form import Ask, Form
from engine.phrase import phrase
from engine.systems.phasesix.house_rules import SETTINGS

FORM = Form(
    (
        Ask("table.epoch", phrase("Era of the story"), example=phrase("Modern times")),
        Ask(
            "table.extensions",
            phrase("Optional rules"),
            "choices",
            noun=phrase("extension"),
            options=("magic", "horror"),
            hints=(phrase("Spells and arcana."), phrase("Stress, quirks and horror.")),
        ),
        Ask(
            "character.sheet.attributes",
            phrase("{character}'s attributes (default 1)"),
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
        Ask("character.sheet.bonus_dice", phrase("{character}'s bonus dice"), "number"),
        Ask("character.sheet.destiny_dice", phrase("{character}'s destiny dice"), "number"),
        Ask("character.sheet.rerolls", phrase("{character}'s rerolls"), "number"),
        Ask(
            "character.sheet.weapons",
            phrase("{character}'s weapons"),
            "choices",
            noun=phrase("weapon"),
            library="weapons",
        ),
        Ask(
            "character.sheet.armour",
            phrase("{character}'s armour"),
            "choices",
            noun=phrase("armour"),
            library="armour",
        ),
        Ask(
            "character.sheet.items",
            phrase("{character}'s items"),
            "choices",
            noun=phrase("item"),
            library="items",
        ),
    ),
    game_master="GM",
    settings=SETTINGS,
)
