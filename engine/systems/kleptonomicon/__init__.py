"""The Kleptonomicon, chapter 1.5: what can be told of it without its rules, which are in `system`."""

from engine.phrase import phrase
from engine.ruleset import RulesetInfo

INFO = RulesetInfo(
    slug="kleptonomicon",
    title="The Kleptonomicon",
    aliases=("klepto", "kleptonomicon chapter 1.5"),
    edition="chapter 1.5, phases of play",
    licence="Rules and names of mechanics only; the text of the rulebook belongs to its authors",
    covers=phrase(
        "Episodes from Opening to Closing Credits, and Encounters with Turn Order, Beats, Reactions, movement,"
        " Pauses, rewards and recovery."
    ),
    left_to_table=phrase(
        "Scenes, what a Score means, how Abilities hurt and protect, when tension becomes an Encounter, and every"
        " ruling that is the GM's."
    ),
)

PLACE = 2
"""Its place in lists of games."""
