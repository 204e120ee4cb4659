"""Phase Abandon, third edition: what can be told of it without its rules, which are in `system`."""

from engine.phrase import phrase
from engine.ruleset import RulesetInfo

INFO = RulesetInfo(
    slug="phase-abandon",
    title="Phase Abandon",
    aliases=("abandon", "phase abandoned"),
    edition="third edition",
    licence="Rules and names of mechanics only; the text of the rulebook belongs to its authors",
    covers=phrase("Everything from making the setting to closing a game session, with every ruling as a house rule."),
    left_to_table=phrase("What fits, what counts as an action or an emergency, and every word of the story."),
)

PLACE = 1
"""Its place in lists of games; the first is the default."""
