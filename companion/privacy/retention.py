"""How long words are kept: evening by evening, what was said and what was made of it goes; what happened stays."""

from datetime import datetime, timedelta

from companion.store import Campaign, Store


def tidy(store: Store, campaign: Campaign, days: int | None, now: datetime) -> int:
    """Delete the words of evenings that ended longer ago; chips, dice and other facts stay in the log.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        days: Days words are kept after their evening; None keeps them for ever.
        now: Time, aware.

    Returns:
        Number of utterances whose words were deleted now.

    Raises:
        StoreError: Another companion plays the campaign, or nothing can be written.
    """
    if days is None:
        return 0
    store.claim(campaign.id)
    over = [each for each in store.evenings(campaign.id) if each.ended and each.ended < now - timedelta(days=days)]
    return store.strike_evenings(campaign.id, [each.number for each in over]) if over else 0
