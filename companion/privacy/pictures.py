"""Pictures people bring for characters: kept by campaign, gone with their player and with their campaign."""

import hashlib
from pathlib import Path

from companion.base.errors import StoreError
from companion.store import Campaign
from engine.phrase import phrase

PICTURES = "pictures"
"""Folder of the data folder with a folder for each campaign."""


def shelf_of(campaign_key: str) -> str:
    """Name of the folder with the pictures of a campaign (`Campaign.key`)."""
    return _hash(campaign_key)


def seed_of(character: str) -> str:
    """Name of the picture of a character."""
    return _hash(character.casefold())


def heroes_of(campaign: Campaign, person: str | None = None) -> tuple[str, ...]:
    """Names of the characters of a campaign, or of one of its players."""
    players = (each for each in campaign.roster["players"] if person in {None, each["name"]})
    return tuple(each["character"]["name"] for each in players if each.get("character"))


def forget_pictures(data: Path, campaign: Campaign, person: str) -> None:
    """Delete the pictures of the characters of somebody.

    Raises:
        StoreError: One cannot be deleted.
    """
    for hero in heroes_of(campaign, person):
        try:
            (data / PICTURES / shelf_of(campaign.key) / seed_of(hero)).unlink(missing_ok=True)
        except OSError as problem:
            raise StoreError(
                phrase("The picture of {hero} cannot be deleted: {strerror}.", hero=hero, strerror=problem.strerror)
            ) from problem


def _hash(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:16]
