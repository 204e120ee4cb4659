"""Commands that write a campaign out, and read one back in."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

import typer

from companion.app.wiring import tones_folder
from companion.base.characters import json_text
from companion.base.file_limits import read_bounded
from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.extractor.notes import render_notes
from companion.chronicle.memory.values import Memory
from companion.chronicle.notebook import PastEvening
from companion.chronicle.recaps import load_tone
from companion.cli.campaign import EveningNumber, OutFile, evening_of
from companion.cli.common import CampaignName, campaign_open, complain, settings_of, tell, usage, warn, write_text
from companion.nlu.word_list import WordList, takes_a_command
from companion.store import Campaign, Store, open_store
from companion.transfer.exports.campaign_file import dump_campaign, read_campaign_file
from companion.transfer.exports.chapters import EVERYBODY, Chapter, chapters_of
from companion.transfer.exports.folder import write_folder
from companion.transfer.exports.pages import as_html, as_markdown
from companion.transfer.exports.record import golden_lines, stand_ins, transcript_lines
from companion.transfer.exports.restoring import RecalledClock, restore_campaign
from companion.transfer.exports.subtitles import as_srt, as_webvtt
from companion.transfer.exports.vault import vault_files
from engine.codec import to_json

ExportForm = Literal["notes", "markdown", "html", "vault", "json", "transcript", "vtt", "srt", "golden", "roster"]
_WHOLE: Mapping[str, Callable[[str, tuple[Chapter, ...]], str]] = {"markdown": as_markdown, "html": as_html}


def export(
    context: typer.Context,
    campaign: CampaignName = None,
    evening: EveningNumber = None,
    form: Annotated[
        ExportForm,
        typer.Option(
            help="Of an evening: notes, transcript, vtt or srt (subtitles), golden (replayable record). Of all: "
            "markdown, html, vault (linked notes), json (everything), roster (campaign file)."
        ),
    ] = "notes",
    rename: Annotated[bool, typer.Option(help="Replace the players' names, for sharing (golden only).")] = False,
    tone: Annotated[str, typer.Option(help="Tone of the recaps (markdown, html, vault).")] = "plain",
    secrets: Annotated[
        str | None,
        typer.Option(
            help="Include the secrets of this player, or of everybody (markdown, html, vault); none by default."
        ),
    ] = None,
    player_safe: Annotated[
        bool, typer.Option(help="Leave out secrets (json); such a file cannot be imported.")
    ] = False,
    out: OutFile = None,
) -> None:
    """Export an evening or a whole campaign; a vault is a folder, and edits made in it are kept."""
    settings = settings_of(context)
    with campaign_open(settings, campaign) as (store, played):
        if form in {"markdown", "html", "vault"}:
            tonal = load_tone(tone, tones_folder(settings))
            chapters = chapters_of(store, played, tonal, _owner(played, secrets))
            if form == "vault":
                _write_vault(played, chapters, CampaignReader(store).memory(played), out)
            else:
                write_text(_WHOLE[form](played.name, chapters), out)
        elif form == "json":
            write_text(dump_campaign(store, played, secrets=not player_safe), out)
        elif form == "roster":
            write_text(_roster(store, played), out)
        else:
            write_text(_evening(store, played, evening_of(store, played, evening), form, rename=rename), out)


def _owner(played: Campaign, name: str | None) -> str | None:
    if name is None or name.casefold() == EVERYBODY:
        return name and EVERYBODY
    names: list[str] = [player["name"] for player in played.roster["players"]]
    found = next((each for each in names if each.casefold() == name.casefold()), None)
    if found is None:
        usage(f"{name} is not at this table; players: {', '.join(names)}.")
    return found


def _write_vault(played: Campaign, chapters: tuple[Chapter, ...], memory: Memory, out: Path | None) -> None:
    if out is None:
        usage("A vault is a folder; name it with --out.")
    written = write_folder(out, vault_files(played.name, chapters, memory))
    for each in written:
        if each.told:
            warn(each.told)
    fates = [each.fate for each in written]
    counted = [f"{fates.count(fate)} {fate}" for fate in dict.fromkeys(fates)]
    tell(f"{out}: {', '.join(counted)}.")


def _roster(store: Store, played: Campaign) -> str:
    known = (word for word in WordList(store, played.id).words if not takes_a_command(word.spelled, word.heard))
    words = [{"spelled": word.spelled, "heard": word.heard} for word in known]
    return json_text({**played.roster, "words": words}, indent=1) + "\n"


def _evening(store: Store, played: Campaign, past: PastEvening, form: ExportForm, *, rename: bool) -> str:
    if form == "notes":
        return render_notes(CampaignReader(store).evening(played, past.number))
    if form in {"vtt", "srt"}:
        return (as_webvtt if form == "vtt" else as_srt)(past.book.lines)
    lines = transcript_lines(past.book.lines) if form == "transcript" else golden(store, played, past, rename=rename)
    return "".join(f"{line}\n" for line in lines)


def golden(store: Store, played: Campaign, past: PastEvening, *, rename: bool) -> Iterator[str]:
    """The replayable record of an evening, a step a line; `rename` gives the players other names."""
    names = [player["name"] for player in played.roster["players"]]
    causes = {each.entry.command_id: each.position for each in store.read(played.id)}
    said: dict[int, list[str]] = {}
    for announcement in store.announcements(played.id, past.number):
        if announcement.cause in causes:
            said.setdefault(causes[announcement.cause], []).append(announcement.text)
    happenings = past.book.happenings.values()
    return golden_lines(past.book.lines, happenings, said, to_json, stand_ins(names) if rename else None)


def import_json(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="File written by companion export --form json.")],
    name: Annotated[str | None, typer.Option(help="Name of the campaign; the one in the file by default.")] = None,
) -> None:
    """Import a whole campaign: its log, transcript, roster and word list."""
    settings = settings_of(context)
    try:
        text = read_bounded(file).decode("utf-8")
    except UnicodeDecodeError:
        complain(f"{file} is not UTF-8.", "Choose a file written by companion export --form json.")
    except OSError as problem:
        complain(f"{file} cannot be read: {problem.strerror}.", "Check the name and the folder.")
    read = read_campaign_file(text)
    clock = RecalledClock(read.campaign.created)
    with open_store(settings.database, clock) as store:
        campaign = restore_campaign(store, clock, read, name)
    told = f"evenings {len(read.evenings)}, sentences {len(read.talk)}, log entries {len(read.log)}"
    tell(f"{campaign.name}: {told}.")
