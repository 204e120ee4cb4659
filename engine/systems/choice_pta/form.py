"""What a table of Choice Based PTA says before its first evening (PTA-1, PTA-5)."""

from engine.form import Ask, Form
from engine.systems.choice_pta.settings import SETTINGS

FORM = Form(
    (
        Ask(
            "character.sheet.traits",
            "{character}'s three traits",
            "texts",
            noun="trait",
            most=6,
            example="duelist, cold reader, owes the mob",
        ),
        Ask(
            "table.card_mode",
            "Who deals the cards, the app or you with real cards",
            "choice",
            options=("virtual", "physical"),
            hints=("The app deals; hands are on the phones.", "You deal; cards are named aloud or tapped in."),
        ),
    ),
    game_master="GM",
    settings=SETTINGS,
)
