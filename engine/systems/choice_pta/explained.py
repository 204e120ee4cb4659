"""Explanations of words of the rules: one sentence each, in words of our own, with the rule it comes from."""

from engine.common.answers import Explained
from engine.phrase import phrase

EXPLAINED: Explained = {
    "hand": (
        "PTA-10",
        phrase("Every player holds four cards and the GM three plus one a player; what is played is drawn again"),
    ),
    "mulligan": (
        "PTA-7",
        phrase("Once an evening anybody may swap the whole starting hand for a new one, and keeps that one"),
    ),
    "redraw": (
        "PTA-29",
        phrase("For a token somebody in the conflict swaps the whole hand, before playing a card this round"),
    ),
    "choice": (
        "PTA-32",
        phrase("By choice means picking a card from your hand, where you want a certain result, good or bad"),
    ),
    "chance": ("PTA-33", phrase("By chance means the unseen top card, where you would rather leave it open")),
    "trait": (
        "PTA-37",
        phrase("A trait that fits adds four to a card, one a round, three times an evening and six for all traits"),
    ),
    "token": (
        "PTA-40",
        phrase("A story token adds four to a card, pays for a new hand, or bribes somebody for a piece of story"),
    ),
    "pool": (
        "PTA-54",
        phrase("Tokens the GM spends go to the pool; from there each player may award one to another player a scene"),
    ),
    "award": ("PTA-59", phrase("Each player may move one token a scene from the pool to another player")),
    "bank": (
        "PTA-56",
        phrase("In an extended conflict winning players' tokens wait in the bank and go to the GM when it is over"),
    ),
    "bribe": (
        "PTA-61",
        phrase("A token offered for a piece of narration, or to enter a scene, changes hands when it is accepted"),
    ),
    "stake": ("PTA-24", phrase("A stake is what somebody gets by winning; every stake has to oppose another one")),
    "simple conflict": (
        "PTA-46",
        phrase("In a simple conflict everybody plays one card, and the higher one wins against the lower"),
    ),
    "extended conflict": (
        "PTA-65",
        phrase("An extended conflict runs in rounds until somebody has enough victory cards"),
    ),
    "victory goal": ("PTA-68", phrase("So many victory cards end the fight; usually three")),
    "victory card": (
        "PTA-67",
        phrase("The better half of the cards of a round, rounded up, are kept and count at the end"),
    ),
    "gift": (
        "PTA-73",
        phrase("In the final narration each may give one victory card away, before their own turn is over"),
    ),
    "reveal": (
        "PTA-45",
        phrase("When all cards are down they are turned up together, each with four for every bonus on it"),
    ),
    "tie": (
        "PTA-15",
        phrase("Equal totals go by suit, clubs lowest, then spades, hearts and diamonds; equal suits draw again"),
    ),
    "narration": (
        "PTA-50",
        phrase("Everybody may tell their part or pass, usually from the lowest card up; higher ones decide"),
    ),
    "veto": (
        "PTA-52",
        phrase("Whoever has the higher card may refuse what a lower one tells, never the other way round"),
    ),
    "mook": (
        "PTA-79",
        phrase("A group of underlings has one stake and one card; players who beat it may take some out each round"),
    ),
    "hand of fate": (
        "PTA-84",
        phrase("Opponents with exactly equal cards draw blind: one triumphs, the other is struck down"),
    ),
    "adopt": ("PTA-94", phrase("A destroyed character's stake may go on with another player, if both agree")),
}
"""The rule and what it says, by the word people use, in the singular."""
