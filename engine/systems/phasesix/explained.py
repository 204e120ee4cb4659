"""Explanations of words of the rules: one sentence each, in words of our own, with the rule it comes from."""

from engine.common.answers import Explained
from engine.phrase import phrase

_WEAPON_MODE = (
    "P6-50",
    phrase("A weapon fired in another mode than its usual one rolls more dice and uses more rounds"),
)

EXPLAINED: Explained = {
    "minimum roll": ("P6-14", phrase("Every die that shows at least this number is a success; for people it is 5")),
    "difficulty": ("P6-13", phrase("It is added to the number a die has to reach; a negative one makes it easier")),
    "bonus die": (
        "P6-18",
        phrase("A bonus die may join any of your rolls, before or after it, and is back after a rest"),
    ),
    "destiny die": ("P6-19", phrase("A destiny die succeeds on 4 or more, is a reroll, or buys and steals actions")),
    "reroll": ("P6-20", phrase("All dice of the roll are thrown again, and the new ones count")),
    "exploding": ("P6-15", phrase("Outside fights a 6 that is not enough yet is rolled on and added")),
    "group roll": ("P6-25", phrase("Everybody rolls, the successes are summed, and the sum counts for all")),
    "concealment": ("P6-26", phrase("The most conspicuous thing carried adds its value to the dice of whoever looks")),
    "initiative": ("P6-27", phrase("One die, sixes rolled on, plus Quickness; the highest acts first")),
    "action": ("P6-36", phrase("Most deeds and every reaction take one; they are full again when your turn begins")),
    "priority": ("P6-34", phrase("Whoever has it acts until they pass it on; actions kept are for reactions")),
    "reaction": (
        "P6-40",
        phrase("For one action you may answer a deed you notice before it takes effect, once a deed"),
    ),
    "evading": ("P6-60", phrase("For an action you roll your evasion, and one success stops the whole attack")),
    "parrying": ("P6-62", phrase("For an action you roll against a blow, and every success takes a hit away")),
    "cover": ("P6-54", phrase("The target rolls a die for each hit, and every success takes one away")),
    "protection": ("P6-55", phrase("It takes hits away; piercing of the weapon lowers it first")),
    "piercing": ("P6-55", phrase("It lowers the protection of whoever is hit")),
    "fire mode": _WEAPON_MODE,
    "burst": _WEAPON_MODE,
    "full auto": ("P6-52", phrase("Every action left goes into attacks with more dice, and nothing else this turn")),
    "heart": ("P6-67", phrase("A wound empties a heart; without any you faint and are dying")),
    "boost": ("P6-68", phrase("A heart on top that is lost before the others and does not come back")),
    "wound": ("P6-67", phrase("A wound takes a boost, and a heart when there is none")),
    "fainted": ("P6-69", phrase("Without hearts and boosts you cannot act and begin to die")),
    "dying": ("P6-71", phrase("Each round a Resistance roll that fails brings you one nearer to death at six")),
    "bleeding": ("P6-78", phrase("Each round as many wounds as it is strong, unless an Endurance roll succeeds")),
    "poisoned": ("P6-78", phrase("All rolls are harder by its value, until Resistance rolls have brought it down")),
    "shocked": (
        "P6-78",
        phrase("Its value in dice is missing from every roll, until Endurance rolls have brought it down"),
    ),
    "unconscious": ("P6-78", phrase("You cannot act until a Willpower roll reaches its value")),
    "burning": ("P6-78", phrase("Seeing is harder while you burn, until somebody puts it out")),
    "hunkered": ("P6-81", phrase("You have some cover and are hampered, until you get up")),
    "rest": ("P6-76", phrase("Six quiet hours bring hearts, arcana and calm by rolls, and all your dice back")),
    "arcana": ("P6-91", phrase("Casting costs arcana, whether it works or not; a rest brings them back")),
    "spell point": ("P6-87", phrase("They pay for learning spells and their templates, and stay spent")),
    "stress": ("P6-94", phrase("At its limit it falls to zero and leaves a tick")),
    "tick": ("P6-95", phrase("A lasting disorder from the tables, which only therapy ends")),
    "reputation": ("P6-98", phrase("What a session brings; it pays for new templates between sessions")),
    "shadow": ("P6-8", phrase("A trait with a text and no dice, for the story")),
}
"""Words, each in the singular."""
