"""Documents of an imported evening: notes and recap to read, the chronicle for programs."""

from dataclasses import dataclass
from pathlib import Path

from companion.base.atomic_files import write_whole
from companion.base.characters import json_text
from companion.base.private_files import private_folder
from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.extractor.json_lines import chronicle_json
from companion.chronicle.extractor.notes import render_notes
from companion.chronicle.notebook import file_name
from companion.chronicle.recaps import RecapRequest, load_tone, make_recap
from companion.chronicle.saved_documents import write_unredacted
from companion.store import Campaign, Store
from companion.transfer.importing.errors import WorkNotKept
from engine.phrase import phrase


@dataclass(frozen=True, slots=True)
class Documents:
    """Files that were written.

    Attributes:
        notes: Notes as Markdown.
        chronicle: People, places, things, aims and threads with their evidence, as JSON.
        recap: What happened, in half a minute.
        told: The recap itself; empty when the evening tells nothing.
    """

    notes: Path
    chronicle: Path
    recap: Path
    told: str


def write_papers(store: Store, campaign: Campaign, number: int, folder: Path) -> Documents:
    """Write notes, chronicle and recap of an evening, in place of those written before.

    Raises:
        StoreError: The evening cannot be read.
        WorkNotKept: A file cannot be written.
    """
    return write_unredacted(store, campaign.id, lambda: _write(store, campaign, number, folder))


def _write(store: Store, campaign: Campaign, number: int, folder: Path) -> Documents:
    evening = CampaignReader(store).evening(campaign, number)
    told = make_recap(evening, RecapRequest(), load_tone(RecapRequest().tone)).text
    stem = f"{file_name(campaign.name)}-{number}"
    written = Documents(folder / f"{stem}.md", folder / f"{stem}-chronicle.json", folder / f"{stem}-recap.txt", told)
    chronicle = json_text(chronicle_json(evening.chronicle), indent=1)
    try:
        private_folder(folder)
        write_whole(written.notes, render_notes(evening))
        write_whole(written.chronicle, f"{chronicle}\n")
        write_whole(written.recap, f"{told}\n")
    except OSError as exc:
        message = phrase("The notes cannot be written to {folder}: {strerror}.", folder=folder, strerror=exc.strerror)
        raise WorkNotKept(message, phrase("The evening is kept; companion notes prints them.")) from exc
    return written
