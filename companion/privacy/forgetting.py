"""Forgetting a person outside of play: words, voiceprint, papers; and what is left for people to delete."""

from collections.abc import Callable
from pathlib import Path

from companion.chronicle.notebook import file_name
from companion.chronicle.saved_documents import although_locked, holding, redact_documents
from companion.privacy.redaction import Redacted, forget_person
from companion.store import Campaign, Store


def forget_everywhere(
    store: Store, campaign: Campaign, person: str, data: Path, forget_voice: Callable[[str], bool]
) -> tuple[str, ...]:
    """Delete everything somebody said in a campaign, their voiceprint and what quotes them in saved notes.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        person: Whose.
        data: Data folder.
        forget_voice: Deletes a voiceprint.

    Returns:
        Sentences that tell what was deleted, and what is left.

    Raises:
        StoreError: Another companion plays the campaign, or nothing can be written; nothing was changed.
        PaperLocked: Words and voice are gone; saved notes that are named cannot be changed.
    """
    struck = forget_person(store, campaign, person, data / "notes")
    forget_voice(person)
    return tell_forgotten(store, campaign, person, data, struck)


def tell_forgotten(store: Store, campaign: Campaign, person: str, data: Path, struck: Redacted) -> tuple[str, ...]:
    """Take what somebody said out of saved notes, and tell what was deleted and what is left.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        person: Who was forgotten.
        data: Data folder.
        struck: What was taken from the record.

    Raises:
        PaperLocked: Saved notes that are named cannot be changed.
    """
    told = [f"Everything {person} said in {campaign.name} is deleted."]
    if struck.left_in_log:
        told.append("The game needs a name that came from it; that name stays in the log.")
    with although_locked(" ".join(told)):
        redact_documents(data / "notes", file_name(campaign.name), struck.traces.in_text)
    live = {f"{store.where}{end}" for end in ("", "-wal", "-shm")}
    copies = (file for file in holding(data, struck.traces.words) if str(file) not in live)
    return (*told, *(f"{file} still contains some of it; delete it when you no longer need it." for file in copies))
