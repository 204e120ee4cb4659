"""Choice Based PTA, v0.2.2: what can be told of it without its rules, which are in `system`."""

from engine.phrase import phrase
from engine.ruleset import RulesetInfo

INFO = RulesetInfo(
    slug="choice-pta",
    title="Choice Based PTA",
    aliases=("choice pta", "choice-based pta", "choice based primetime"),
    edition="0.2.2",
    licence="Choice Based PTA rules v0.2.2, whose text is offered under OGL 1.0a or CC BY 2.5",
    covers=phrase(
        "Everything from dealing hands to closing a conflict: secret hands and code words, simple and extended "
        "conflicts, traits, story-tokens, bribes, awards, mooks and the Hand of Fate, with real cards or the app's."
    ),
    left_to_table=phrase(
        "What is a conflict, fair stakes, which traits fit, what is narrated and whether a promise was kept; the app "
        "keeps secrets, counts and ranks, and does not judge the story."
    ),
)

PLACE = 4
"""Its place in lists of games."""
