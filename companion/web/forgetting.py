"""Somebody who wants to be forgotten, from a page: words, voice, notes, papers, and the link to their own page."""

from nicegui import Client

from companion.privacy.person import tell_forgotten
from companion.web.house import House
from companion.web.keys import Visitor
from companion.web.strings import words


def forget(house: House, visitor: Visitor, client: Client | None, person: str, confirmed: str) -> tuple[str, ...]:
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
        PaperLocked: The words are gone; saved notes that are named cannot be changed. Asked again, the link goes too.
    """
    campaign, struck = house.actions(visitor).forget(person, confirmed)
    revoked = house.keys.revoke_seat(campaign.id, person)
    house.live.dismiss(Visitor(person, campaign.id), but=client)
    house.host.tell("seats", "voices")
    told = tell_forgotten(house.store, campaign, person, house.settings.data_dir, struck)
    return (*told, words("forgetting.link", player=person)) if revoked else told
