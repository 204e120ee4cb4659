"""Somebody who wants to be forgotten, from a page: words, voice, notes, papers, and the link to their own page."""

from nicegui import Client

from companion.chronicle.saved_documents import DocumentLocked
from companion.privacy.forgetting import tell_forgotten
from companion.web.app_context import AppContext
from companion.web.keys import Visitor
from companion.web.strings import words


def forget(house: AppContext, visitor: Visitor, client: Client | None, person: str, confirmed: str) -> tuple[str, ...]:
    """Delete everything somebody said and wrote in the campaign being played, and close their page.

    Args:
        house: What pages share.
        visitor: Who asks for it; a seat may only for itself.
        client: The page it is asked for on, which stays open to be read; None when on none.
        person: Who.
        confirmed: Their name, typed once more.

    Returns:
        Sentences that tell what was deleted, and what is left.

    Raises:
        NotAllowed: It is not this visitor's to do, or the name is another one; nothing was changed.
        StoreError: It could not be written; nothing was changed.
        PaperLocked: Words, voice and link are gone; saved notes that are named cannot be changed.
    """
    game = house.host.game
    try:
        campaign, struck = house.actions(visitor).forget(person, confirmed)
    except DocumentLocked:
        if game is not None:
            _close(house, person, game.campaign.key, client)
        raise
    revoked = _close(house, person, campaign.key, client)
    told = tell_forgotten(house.store, campaign, person, house.settings.data_dir, struck)
    return (*told, words("forgetting.link", player=person)) if revoked else told


def _close(house: AppContext, person: str, campaign: str, client: Client | None) -> bool:
    """Take back somebody's link and close what is open by it, but for one page; False when they had none."""
    revoked = house.keys.revoke_seat(campaign, person)
    house.live.dismiss(but=client)
    house.host.tell("seats", "voices")
    return revoked
