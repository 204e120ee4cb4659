"""Card that opens an evening: what happened before, in a few sentences, with the way to all of it."""

from dataclasses import dataclass

from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.recaps import RecapRequest
from companion.store import Campaign
from companion.web.app_context import AppContext
from companion.web.parts.base import box, link, text
from companion.web.strings import words

SENTENCES = 3
"""Most sentences on the card."""


@dataclass(frozen=True, slots=True)
class Previously:
    """Contents of the card.

    Attributes:
        campaign: Name of the campaign.
        sentences: What happened last, in order; none before the first evening.
        address: Page with the whole evening; empty while there is none.
    """

    campaign: str
    sentences: tuple[str, ...] = ()
    address: str = ""


def previously(house: AppContext, campaign: Campaign) -> Previously:
    """Sum up the last evening of a campaign that was talked at; takes up to a second.

    Raises:
        CompanionError: The log cannot be read.
    """
    reader = CampaignReader(house.store, house.tones, house.host.today)
    for evening in reversed(reader.evenings(campaign)):
        recap = reader.recap(campaign, evening.number, RecapRequest())
        if recap.sentences:
            address = f"/library/evening?campaign={campaign.id}&evening={evening.number}"
            return Previously(campaign.name, tuple(each.text for each in recap.sentences[-SENTENCES:]), address)
    return Previously(campaign.name)


def draw_previously(before: Previously) -> None:
    """Draw the card; nothing in it says more than what everybody may know."""
    with box("div", "previously", "told", role="note", aria_label=words("previously.label", name=before.campaign)):
        for each in before.sentences or (words("previously.first"),):
            text("p", each, "sentence")
        if before.address:
            link(words("previously.read"), before.address, "small")
