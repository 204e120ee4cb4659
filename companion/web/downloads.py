"""Downloads from the library as files: exports, the printable book, and sentences read aloud."""

import io
import secrets
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from fastapi import Request, Response

from audio.ports import Synthesizer
from companion.app.wiring import tones_folder
from companion.base.errors import CompanionError
from companion.base.file_names import safe_name
from companion.chronicle.campaign_reader import CampaignReader, sound_of
from companion.chronicle.extractor.notes import render_notes
from companion.chronicle.notebook import read_evening
from companion.chronicle.recaps import load_tone
from companion.store import Campaign
from companion.transfer.exports.campaign_file import dump_campaign
from companion.transfer.exports.chapters import Chapter, chapters_of
from companion.transfer.exports.pages import as_html, as_markdown
from companion.transfer.exports.subtitles import as_srt, as_webvtt
from companion.transfer.exports.vault import vault_files
from companion.web.actions import for_table
from companion.web.app_context import AppContext
from companion.web.auth import admitted
from companion.web.keys import Visitor
from companion.web.library_access import LibraryAccess
from companion.web.routes import table_file
from companion.web.strings import words

MOST_SOUNDS = 64
"""Sentences kept for whoever is listening; older ones are made again."""


@dataclass(frozen=True, slots=True)
class DownloadForm:
    """A form a campaign or an evening can be taken along in: ending of the file, its kind, and how it is made."""

    ending: str
    media_type: str
    make: Callable[[AppContext, Campaign, int], str | bytes]


def _chapters(house: AppContext, campaign: Campaign) -> tuple[Chapter, ...]:
    return chapters_of(house.store, campaign, load_tone("plain", tones_folder(house.settings)))


def _vault(house: AppContext, campaign: Campaign, evening: int) -> bytes:
    held = io.BytesIO()
    memory = CampaignReader(house.store, today=house.host.today).memory(campaign)
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as folder:
        for path, text in vault_files(campaign.name, _chapters(house, campaign), memory).items():
            folder.writestr(path, text)
    return held.getvalue()


def _notes(house: AppContext, campaign: Campaign, evening: int) -> str:
    return render_notes(CampaignReader(house.store, today=house.host.today).evening(campaign, evening))


def _subtitles(write: Callable[..., str]) -> Callable[[AppContext, Campaign, int], str]:
    return lambda house, campaign, evening: write(read_evening(house.store, campaign, evening).book.lines)


CAMPAIGN_FORMS = {
    "markdown": DownloadForm("md", "text/markdown", lambda house, of, _: as_markdown(of.name, _chapters(house, of))),
    "html": DownloadForm("html", "text/html", lambda house, of, _: as_html(of.name, _chapters(house, of))),
    "vault": DownloadForm("zip", "application/zip", _vault),
    "json-safe": DownloadForm(
        "json", "application/json", lambda house, of, _: dump_campaign(house.store, of, secrets=False)
    ),
    "json": DownloadForm("json", "application/json", lambda house, of, _: dump_campaign(house.store, of)),
}
EVENING_FORMS = {
    "notes": DownloadForm("md", "text/markdown", _notes),
    "vtt": DownloadForm("vtt", "text/vtt", _subtitles(as_webvtt)),
    "srt": DownloadForm("srt", "application/x-subrip", _subtitles(as_srt)),
}


def _named(campaign: str, form: str, evening: int) -> str:
    """Return the name of a file, distinct from that of any other form or evening in a folder."""
    of = words("library.evening_file", campaign=campaign, number=evening) if form in EVENING_FORMS else campaign
    return words("library.secret_file", name=of) if form == "json" else of


class Sounds:
    """Sentences read aloud, under addresses nobody can guess. Safe to call from several threads.

    Args:
        make_voice: Makes the voice, when it is first needed.
    """

    def __init__(self, make_voice: Callable[[], Synthesizer]) -> None:
        self._make_voice = make_voice
        self._kept: dict[str, bytes] = {}

    @cached_property
    def _voice(self) -> Synthesizer:
        return self._make_voice()

    def of(self, sentence: str, visitor: Visitor) -> str:
        """Address of a sentence's sound.

        Raises:
            NotAllowed: It is a seat that asks; what a phone said aloud the table would hear.
            AudioError: There is no voice, or it failed.
        """
        for_table(visitor)
        sound = sound_of(sentence, self._voice)
        name = secrets.token_urlsafe(12)
        self._kept[name] = sound
        for old in list(self._kept)[:-MOST_SOUNDS]:
            self._kept.pop(old, None)
        return f"/library/sound/{name}"

    def taken(self, name: str) -> bytes | None:
        """The sound of an address; None when it is not kept any more."""
        return self._kept.get(name)


class Files:
    """Files of one campaign to download; the table's only, as one form holds every secret.

    Args:
        house: What pages share.
        visitor: Who asks.
        campaign: Campaign the address names; empty for the one being played, or the newest.

    Raises:
        NotAllowed: It is not the table.
        CompanionError: There is no such campaign.
    """

    def __init__(self, house: AppContext, visitor: Visitor, campaign: str) -> None:
        for_table(visitor)
        self._house = house
        self._campaign = LibraryAccess(house, visitor, campaign).campaign

    def file(self, form: str, evening: int) -> Response:
        """The campaign, or an evening of it, in one of the forms; 404 when there is no such form.

        Raises:
            CompanionError: There is no such evening.
        """
        wanted = CAMPAIGN_FORMS.get(form) or EVENING_FORMS.get(form)
        if wanted is None:
            return _missing(words("library.no_form"))
        made = wanted.make(self._house, self._campaign, evening)
        name = quote(f"{_named(safe_name(self._campaign.name), form, evening)}.{wanted.ending}")
        return Response(
            made, media_type=wanted.media_type, headers={"content-disposition": f"attachment; filename*=UTF-8''{name}"}
        )

    def book(self, evening: int) -> Response:
        """The campaign to be printed, or one evening of it; 404 when there is no such evening."""
        played = self._campaign
        chapters = [each for each in _chapters(self._house, played) if evening in {0, each.number}]
        if not chapters and evening:
            return _missing(words("library.no_evening", campaign=played.name, number=evening))
        return Response(as_html(played.name, chapters), media_type="text/html")


def register_files(house: AppContext, sounds: Sounds) -> None:
    """Add the addresses of files to the server."""

    async def told(request: Request, campaign: str, answer: Callable[[Files], Response]) -> Response:
        visitor = admitted(request.scope)
        for_table(visitor)
        try:
            return await house.one_by_one(lambda: answer(Files(house, visitor, campaign)))
        except CompanionError as problem:
            return _missing(f"{problem}")

    @table_file("/library/file/{form}")
    async def file(request: Request, form: str, campaign: str = "", evening: int = 0) -> Response:
        return await told(request, campaign, lambda files: files.file(form, evening))

    @table_file("/library/book")
    async def book(request: Request, campaign: str = "", evening: int = 0) -> Response:
        return await told(request, campaign, lambda files: files.book(evening))

    @table_file("/library/sound/{name}")
    async def sound(request: Request, name: str) -> Response:
        for_table(admitted(request.scope))
        made = sounds.taken(name)
        return _missing(words("library.no_sound")) if made is None else Response(made, media_type="audio/wav")


def _missing(sentence: str) -> Response:
    return Response(sentence, 404, media_type="text/plain")
