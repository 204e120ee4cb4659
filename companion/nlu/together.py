"""Which readings of one turn go together: one for each stretch of words, and one main deed."""

from collections.abc import Sequence

from companion.nlu.drafts import Draft
from companion.nlu.types import Intent
from companion.nlu.words import word_set

_MAIN = word_set(
    """
    declare_action request_skill_check offer_help call_connection invoke_connection call_conflict place_bid
    set_scene declare_lull add_connection claim_reward report_dice ask_around break_principle end_session
    start_session
    """
)
"""At most one of these in a turn: the table does one thing at a time."""
_PREPARES = frozenset({"hold_out_dice", "split_dice", "invoke_trigger"})


def compatible(found: list[tuple[Intent, Draft]]) -> list[tuple[Intent, Draft]]:
    """The best reading of each stretch of words, and no two main acts in one turn."""
    rank = {"act": 2, "ask": 1, "note": 0, "ignore": -1}
    found.sort(
        key=lambda pair: (
            -rank[pair[0].decision] if pair[0].command else 1,
            -(pair[0].confidence + 0.06 * pair[1].pattern.priority + 0.004 * (pair[0].span[1] - pair[0].span[0]) / 4),
            pair[0].span,
        )
    )
    kept: list[tuple[Intent, Draft]] = []
    for intent, draft in found:
        if all(_together(intent, draft, other, theirs) for other, theirs in kept):
            kept.append((intent, draft))
    return kept


def in_the_way(intent: Intent, draft: Draft, kept: Sequence[tuple[Intent, Draft]]) -> list[Intent]:
    """The kept intents that an intent gave way to; none when it is one of them, or was not worth keeping."""
    if intent.decision == "ignore" or any(other is intent for other, _ in kept):
        return []
    return [other for other, theirs in kept if not _together(intent, draft, other, theirs)]


def _main(intent: Intent, draft: Draft) -> bool:
    return draft.pattern.main or intent.command in _MAIN


def _together(intent: Intent, draft: Draft, other: Intent, theirs: Draft) -> bool:
    if intent.command is None or other.command is None:
        return intent.category != other.category or draft.each.index != theirs.each.index
    if intent.command == other.command:
        return False
    if _main(intent, draft) and _main(other, theirs):
        scene = intent if intent.command == "set_scene" else other
        return {intent.command, other.command} == {"set_scene", "declare_action"} and scene.span == min(
            intent.span, other.span
        )
    if "declare_action" in {intent.command, other.command} and {intent.command, other.command} & _PREPARES:
        return False
    if intent.decision == "note" and other.decision in {"act", "ask"}:
        return False
    return intent.span[1] <= other.span[0] or intent.span[0] >= other.span[1]
