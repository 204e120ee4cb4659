"""Choice of readings of one turn that go together: one for each stretch of words, and one main deed."""

from collections.abc import Sequence

from companion.nlu.drafts import Draft
from companion.nlu.types import Intent
from companion.play.commands import command_of
from engine.common.messages import DICE_KIND, Talk


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


def _talk(draft: Draft) -> Talk:
    return command_of(draft.heard.table.slug, draft.pattern.command).talk


def _main(draft: Draft) -> bool:
    """Return True where the table does one such thing at a time, as it also does with dice read out."""
    return draft.pattern.main or draft.pattern.command == DICE_KIND or _talk(draft).main


def _together(intent: Intent, draft: Draft, other: Intent, theirs: Draft) -> bool:
    if intent.command is None or other.command is None:
        return intent.category != other.category or draft.each.index != theirs.each.index
    if intent.command == other.command:
        return False
    if _main(draft) and _main(theirs):
        follows = other.span <= intent.span and intent.command in _talk(theirs).leads_to
        return follows or (intent.span <= other.span and other.command in _talk(draft).leads_to)
    if other.command in _talk(draft).takes_in or intent.command in _talk(theirs).takes_in:
        return False
    if intent.decision == "note" and other.decision in {"act", "ask"}:
        return False
    return intent.span[1] <= other.span[0] or intent.span[0] >= other.span[1]
