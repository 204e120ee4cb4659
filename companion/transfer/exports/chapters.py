"""Every evening of a campaign with what the exports tell of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.extractor.notes import EveningNotes
from companion.chronicle.recaps import RecapRequest, Tone, make_recap
from companion.store import Campaign, Store
from companion.store.codec import Codec
from engine.codec import to_json
from engine.history import Committed, Undone
from engine.registry import find_ruleset
from engine.types import ENGINE_ONLY, PUBLIC

EVERYBODY = "everybody"
"""Value for the secrets of all players in a private export, instead of a player's name."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A fact only one player knew: who, what, and its position in the log."""

    player: str
    text: str
    position: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """One evening to be written out.

    Attributes:
        number: Which evening it is.
        evening: What everybody may know of it.
        recap: Last time in half a minute; empty when there is nothing to tell.
        secrets: What only some knew; empty in an export that is safe for players.
    """

    number: int
    evening: EveningNotes
    recap: str
    secrets: tuple[Secret, ...] = ()


def chapters_of(store: Store, campaign: Campaign, tone: Tone, secrets_of: str | None = None) -> tuple[Chapter, ...]:
    """The evenings of a campaign, first one first.

    Args:
        store: Where it is kept.
        campaign: The campaign.
        tone: Wording of the recaps.
        secrets_of: Player whose secrets are told too, or `EVERYBODY`; None tells what everybody may know.

    Raises:
        StoreError: The log cannot be read.
    """
    secrets = _secrets(store, campaign, secrets_of) if secrets_of is not None else {}
    shelf, chapters = CampaignReader(store), []
    for each in shelf.evenings(campaign):
        evening = shelf.evening(campaign, each.number)
        recap = make_recap(evening, RecapRequest(), tone, running=each.ended is None).text
        chapters.append(Chapter(each.number, evening, recap, tuple(secrets.get(each.number, ()))))
    return tuple(chapters)


def _secrets(store: Store, campaign: Campaign, of: str) -> dict[int, list[Secret]]:
    ruleset = find_ruleset(campaign.slug)
    codec = Codec(ruleset)
    told: dict[str, list[tuple[int, Secret]]] = {}
    undone: set[str] = set()
    for recorded in store.read(campaign.id):
        entry = codec.entry(recorded)
        if not isinstance(entry, Committed):
            (undone.add if isinstance(entry, Undone) else undone.discard)(entry.root)
            continue
        for event in entry.events:
            hidden = event.visibility not in {PUBLIC, ENGINE_ONLY} and of in {EVERYBODY, event.visibility}
            if hidden and recorded.evening is not None:
                text = ruleset.describe(event) or _spelled_out(event)
                secret = Secret(event.visibility, text, recorded.position)
                told.setdefault(entry.root, []).append((recorded.evening, secret))
    return _by_evening(each for root, several in told.items() if root not in undone for each in several)


def _by_evening(told: Iterable[tuple[int, Secret]]) -> dict[int, list[Secret]]:
    found: dict[int, list[Secret]] = {}
    for evening, secret in told:
        found.setdefault(evening, []).append(secret)
    return found


def _spelled_out(event: Any) -> str:
    """A fact no system has a sentence for, because it is never said aloud: its kind and what it holds."""
    fields = {key: value for key, value in to_json(event).items() if key not in {"kind", "seat", "player"}}
    told = ", ".join(f"{key.replace('_', ' ')} {_listed(value)}" for key, value in fields.items() if value != [])
    return f"{event.kind.replace('_', ' ')}: {told}."


def _listed(value: Any) -> str:
    if isinstance(value, list):
        return " and ".join(map(_listed, value))
    if isinstance(value, dict):
        return " ".join(_listed(each) for each in value.values() if each is not None)
    return str(value)
