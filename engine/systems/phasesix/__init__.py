"""Phase Six with its magic and horror extensions: what can be told of it without its rules, which are in `system`."""

from engine.phrase import phrase
from engine.ruleset import RulesetInfo

INFO = RulesetInfo(
    slug="phasesix",
    title="Phase Six",
    aliases=("phase 6", "p six"),
    edition="core rules with the magic and horror extensions",
    licence="Rules and names of mechanics only; the text of the rulebook belongs to its authors",
    covers=phrase(
        "Checks, group rolls, combat with reactions, wounds and conditions, rest, templates, reputation, magic and "
        "horror, with every ruling as a house rule."
    ),
    left_to_table=phrase(
        "Which trait fits and how hard it is, who sees whom, distances and cover, the effects of thrown things and "
        "spells, and the meaning of ticks and shadows."
    ),
)

PLACE = 3
"""Its place in lists of games."""
