"""Explanations of words of the rules: one sentence each, in words of our own, with the rule it comes from."""

from engine.common.answers import Explained
from engine.phrase import phrase

_SPLIT = (
    "PA-41",
    phrase("More than five dice may be split into actions of five dice each and what is left, without re-rolls"),
)
_TRADE = ("PA-47", phrase("Before counting, one of your 6s and one of your 1s may leave the roll together"))

EXPLAINED: Explained = {
    "success": (
        "PA-51",
        phrase("Dice showing 4 or more are successes; with more successes than failures a roll succeeds"),
    ),
    "break even": (
        "PA-55",
        phrase("With as many successes as failures nothing is won or lost, and the poorest other player tells it"),
    ),
    "failure": ("PA-54", phrase("Whoever fails pays a chip to the poorest other player, who tells how it went wrong")),
    "worn": ("PA-64", phrase("A skill worn down to its last die costs Heart for every die that fails")),
    "damage": ("PA-62", phrase("Every 1 wears the skill used by a die, and it keeps one die at least")),
    "splitting": _SPLIT,
    "split": _SPLIT,
    "holding out": ("PA-39", phrase("You may throw fewer dice than you have, to risk fewer 1s")),
    "re roll": ("PA-45", phrase("Every die above five is a re-roll of one die that shows 2 to 5")),
    "six": (
        "PA-49",
        phrase("A 6 may be rolled again for more successes; it also mends or trains the skill and adds a token"),
    ),
    "exploding": ("PA-49", phrase("A 6 may be rolled again and can only add successes, as long as it shows 6")),
    "trading": _TRADE,
    "trade": _TRADE,
    "token": ("PA-48", phrase("A token from the party pool takes a 1 out of somebody else's roll")),
    "party pool": (
        "PA-57",
        phrase("Every 6 of a first throw adds a token; each takes a 1 out of somebody else's roll"),
    ),
    "chip": ("PA-4", phrase("Chips buy checks, help and conflicts and are bid; whoever has most tells the next scene")),
    "check": ("PA-72", phrase("For a chip paid to them, another player has to roll a skill you name")),
    "extra difficulty": ("PA-74", phrase("One more chip to the roller takes a success off a check")),
    "helping dice": (
        "PA-78",
        phrase("For a chip a die you add dice of your skill to somebody's roll before it is thrown"),
    ),
    "trigger": ("PA-40", phrase("When its condition is met, a vow adds dice to a roll, once a roll")),
    "principle": ("PA-84", phrase("Breaking a vow takes three dice off its skill until its goal of amends is reached")),
    "atonement": ("PA-84", phrase("A broken vow brings a goal of 50 points, later 75 and 100, that lifts its penalty")),
    "conflict": (
        "PA-90",
        phrase("Anything contested: everybody bids chips, the dice rolled for them are the challenge"),
    ),
    "bid": ("PA-92", phrase("Everybody secretly bids chips and rolls a die for each; the highest total wins them all")),
    "challenge": (
        "PA-91",
        phrase("The sum of all bid dice; successes take it down, and whoever takes the last point ends the scene"),
    ),
    "reward": ("PA-100", phrase("Whoever beats a challenge takes its points off one goal of their own")),
    "group goal": ("PA-86", phrase("Successes take it down in plain scenes, in a challenge only 6s do")),
    "goal": (
        "PA-81",
        phrase("A personal goal falls by rewards for beaten challenges, and is told when it reaches zero"),
    ),
    "heart": ("PA-69", phrase("Without Heart a character is down, and its player says what that means")),
    "luck": ("PA-35", phrase("Luck is rolled where no skill fits, and every 1 uses a point of it up")),
    "connection": ("PA-106", phrase("Somebody you know may be called on with dice; 1s harm the bond and 6s help it")),
    "lull": ("PA-105", phrase("When a scene has run its course, whoever has most chips begins the next")),
    "improvement": ("PA-114", phrase("An improvement chip mends or trains a skill, as a 6 does")),
    "protected": ("PA-103", phrase("While an ending is told, nobody may roll or call a conflict")),
}
"""Words, each in the singular."""
