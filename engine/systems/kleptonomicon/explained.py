"""Explanations of words of the rules: one sentence each, in words of our own, with the rule it comes from."""

from engine.common.answers import Explained
from engine.phrase import phrase

EXPLAINED: Explained = {
    "episode": ("KL-1", phrase("An Episode is one story arc; what Episodic Abilities gave is gone when it ends")),
    "opening credits": ("KL-11", phrase("Everybody introduces a character, then Episodic Abilities may be used")),
    "cold open": ("KL-13", phrase("The GM may play a first scene that shows what is coming")),
    "episodic ability": (
        "KL-14",
        phrase("It is used once, at the end of the Opening Credits, and gives something for later"),
    ),
    "freeplay": ("KL-17", phrase("Everybody may act in any order; Beats and Turns do not count")),
    "encounter": ("KL-3", phrase("A fight or tense moment in Turns, which only the GM begins and ends")),
    "initiative": (
        "KL-32",
        phrase("Each character makes an Edge Save against each group of foes, the slowest group first"),
    ),
    "edge save": ("KL-35", phrase("Who fails one acts right after that group; who passes them all acts first")),
    "test": ("KL-24", phrase("Dice and a modifier; seven or more passes")),
    "advantage": ("KL-25", phrase("One more die is rolled and the best two count")),
    "disadvantage": ("KL-25", phrase("One more die is rolled and the worst two count")),
    "sneaky": ("KL-34", phrase("Who is Sneaky makes Edge Saves with Advantage")),
    "beat": (
        "KL-50",
        phrase("Everybody has two Beats a Round, back at the end of their own Turn; unused ones are lost"),
    ),
    "action": ("KL-49", phrase("An Action costs a Beat and is taken in one's own Turn")),
    "free action": (
        "KL-57",
        phrase("It costs no Beat; two small ones a Turn are always allowed, more if the GM agrees"),
    ),
    "reaction": ("KL-49", phrase("It costs a Beat and answers something that happens, in anybody's Turn")),
    "free reaction": ("KL-58", phrase("It costs no Beat; a short reply to what was said is always one")),
    "slow action": ("KL-49", phrase("It costs a Beat now and takes effect at the start of one's next Turn")),
    "turn": (
        "KL-47",
        phrase("Six seconds in which one character leads, moves and acts, until their player says it is over"),
    ),
    "round": ("KL-44", phrase("In a Round everybody has one Turn, always in the same order")),
    "movement": (
        "KL-62",
        phrase("The largest style on the sheet is all one may move in a Turn, split over styles as one likes"),
    ),
    "movement style": ("KL-61", phrase("A style carries four units a Turn, half a style two, a double one eight")),
    "dash": ("KL-66", phrase("A Dash doubles movement for the Turn; a second one triples it, if Athletics passes")),
    "slowed": ("KL-72", phrase("Two Stacks of Slowed interrupt the movement somebody is in")),
    "interrupt": (
        "KL-73",
        phrase("What interrupting does depends on the style: who flies falls, who walks does not care"),
    ),
    "maneuver": ("KL-71", phrase("A Basic Attack tried with Disadvantage to slow somebody as well")),
    "improvised movement": (
        "KL-76",
        phrase("The GM may grant half of a style that is not on the sheet, or ask for a Test first"),
    ),
    "opportunity attack": ("KL-65", phrase("Who leaves an enemy's Swinging Distance may be hit with a Reaction")),
    "fleeting": (
        "KL-77",
        phrase("A Fleeting Condition loses a Stack at the end of one's Turn, but not one gained in it"),
    ),
    "pause": ("KL-85", phrase("A Pause is Freeplay in the middle of a fight, in which Abilities have to be announced")),
    "reward phase": (
        "KL-90",
        phrase("After an Encounter there is an Experience Point each, two if it went well, and recovery"),
    ),
    "recovery": ("KL-94", phrase("Heal Up costs a Recovery and gives back Health; Dodges Up and Shields Up cost none")),
    "closing credits": ("KL-95", phrase("The GM ends the Episode with a scene, then everybody's points are reset")),
    "reset": ("KL-97", phrase("Points go back to their most and Conditions end, unless the GM gives back less")),
    "level": ("KL-92", phrase("With enough Experience a character goes up a level and gains what the table agrees on")),
}
"""The rule and what it says, by the word people use, in the singular."""
