"""Retention of words: evening by evening, words and what was made of them are deleted; what happened stays.

A clock may be wrong, ahead or behind by years, and be put right at any time; what was deleted on its word does not come
back. So words only go once the companion was opened twice, half a day apart or more, when they were too old; and an
evening whose own time cannot be right counts as of the next one.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from companion.base.clock import JUMP
from companion.store import Campaign, Evening, Store

FIRST = datetime(2025, 1, 1, tzinfo=UTC)
"""Nobody played with the companion before."""


def tidy(store: Store, campaign: Campaign, days: int | None, now: datetime, *, sure: bool = False) -> int:
    """Delete the words of evenings that ended longer ago; chips, dice and other facts stay in the log.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        days: Days words are kept after their evening; None keeps them for ever.
        now: Time, aware.
        sure: Somebody says that the clock is right: one look at it is enough.

    Returns:
        Number of utterances whose words were deleted now.

    Raises:
        StoreError: Another companion plays the campaign, or nothing can be written.
    """
    if days is None:
        return 0
    store.claim(campaign.id)
    over = too_old(store.evenings(campaign.id), timedelta(days=days), now, sure=sure)
    return store.strike_evenings(campaign.id, over) if over else 0


def too_old(evenings: Sequence[Evening], kept: timedelta, now: datetime, *, sure: bool = False) -> list[int]:
    """Numbers of the evenings whose words go.

    Args:
        evenings: Evenings of a campaign, first one first.
        kept: How long words are kept.
        now: Time, aware.
        sure: As for `tidy`.
    """
    right = list(_in_order(evenings, now))
    looks = [each.started for each in right if each.started <= now - JUMP]  # a later one may have the same wrong clock
    certain = now if sure else max(looks, default=FIRST)
    ends = {each.number: each.ended for each in right}
    for each in reversed(evenings):
        following = next((later.started for later in right if later.number > each.number), None)
        ends.setdefault(each.number, following if each.ended else None)
    return sorted(number for number, ended in ends.items() if ended and ended + kept < certain)


def _in_order(evenings: Sequence[Evening], now: datetime) -> Iterator[Evening]:
    """Evenings whose times can be right: none from the future, and none before the end of an earlier one."""
    latest = FIRST
    for each in evenings:
        if latest <= each.started <= (each.ended or each.started) <= now:
            latest = each.ended or each.started
            yield each
