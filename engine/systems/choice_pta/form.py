"""Questions to a table of Choice Based PTA before its first evening (PTA-1, PTA-5)."""

from engine.form import Ask, Form
from engine.phrase import phrase
from engine.systems.choice_pta.house_rules import SETTINGS

FORM = Form(
    (
        Ask(
            "character.sheet.traits",
            phrase("{character}'s three traits"),
            "texts",
            noun=phrase("trait"),
            most=6,
            example=phrase("duelist, cold reader, owes the mob"),
        ),
        Ask(
            "table.card_mode",
            phrase("Cards dealt by the app, or real cards"),
            "choice",
            options=("virtual", "physical"),
            hints=(
                phrase("The app deals; players see their hands on their phones."),
                phrase("You deal real cards; they are named aloud or tapped."),
            ),
        ),
    ),
    game_master="GM",
    settings=SETTINGS,
)
