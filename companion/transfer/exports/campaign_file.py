"""A whole campaign in one JSON file, and back into a store without loss.

The file is one object:

format     "table-companion/campaign"
version    1
complete   true when it holds everything and can be read back; false when secrets were left out
campaign   name, system, roster, settings, created
evenings   number, started, ended, silent: whether the table told the companion not to listen
talk       evening, id, text, speaker, score, start, end, typed, latency, struck, heard_at; `reasons` says why it was
           taken as it was
log        position, evening, utterance, kind, command_id, root, command, events, schema, at
said       evening, text, at, cause: what the companion said; sources: where what it retells was said
words      heard, spelled, learnt_at
chronicle  body, made_at: corrections of the chronicle, oldest first
pending    what waits for an answer of the table
withdrawn  person, way, at: who does not want to be heard. Who agreed is not in it, as whoever edits a file could say so

Times are ISO 8601 in UTC, seconds count from the beginning of listening. Voices and sound are not in it.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError, model_validator

from companion.base.clock import may_be
from companion.base.errors import ExportError
from companion.base.validation_messages import plain_place
from companion.chronicle.memory.corrections import emptied_notes
from companion.store import Campaign, ConsentWay, Correction, Recorded, Store
from companion.store.codec import Codec
from companion.store.foreign import LATEST_SECONDS
from companion.store.limits import MOST_ROWS
from engine.history import Committed, Undone
from engine.phrase import phrase
from engine.registry import find_ruleset
from engine.types import ENGINE_ONLY, PUBLIC

FORMAT = "table-companion/campaign"
VERSION = 1

Json = dict[str, Any]


def _in_utc(time: datetime) -> datetime:
    if not may_be(time):
        raise ValueError(f"nothing was played in the year {time.year}")
    return time.astimezone(UTC)


Utc = Annotated[AwareDatetime, AfterValidator(_in_utc)]
Seconds = Annotated[float, Field(ge=-LATEST_SECONDS, le=LATEST_SECONDS, allow_inf_nan=False)]
Id = Annotated[str, Field(min_length=1, max_length=64)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


_P = TypeVar("_P", bound=_Part)


class About(_Part):
    """The campaign itself."""

    name: Annotated[str, Field(min_length=1)]
    system: str
    roster: Json
    settings: Json
    created: Utc


class Sitting(_Part):
    """One evening."""

    number: Annotated[int, Field(ge=1)]
    started: Utc
    ended: Utc | None
    silent: bool = False


class Said(_Part):
    """Something the table said."""

    evening: int
    id: Id
    text: str
    speaker: str | None
    score: Seconds | None
    start: Seconds
    end: Seconds
    typed: bool
    latency: Seconds | None
    struck: bool
    heard_at: Utc
    reasons: Json | None = None


class Happened(_Part):
    """One entry of the log."""

    model_config = ConfigDict(populate_by_name=True)

    position: int
    evening: int | None
    utterance: Id | None
    kind: Literal["committed", "undone", "redone"]
    command_id: Id
    root: Id
    command: Json | None
    events: tuple[Json, ...]
    schema_version: Annotated[int, Field(alias="schema")]
    at: Utc


class Announced(_Part):
    """Something the companion said."""

    evening: int
    text: str
    at: Utc
    cause: str | None
    sources: tuple[str, ...] = ()


class Learnt(_Part):
    """Spelling of a word."""

    heard: str
    spelled: str
    learnt_at: Utc


class Corrected(_Part):
    """A correction of the chronicle."""

    body: Json
    made_at: Utc


class Withdrawn(_Part):
    """Somebody took consent to being heard back, and has not given it again."""

    person: str
    way: ConsentWay
    at: Utc


class CampaignFile(_Part):
    """Everything of a campaign; see the top of this module."""

    format: Literal["table-companion/campaign"] = "table-companion/campaign"
    version: Literal[1] = 1
    complete: bool
    campaign: About
    evenings: Annotated[tuple[Sitting, ...], Field(max_length=MOST_ROWS["evenings"])]
    talk: tuple[Said, ...]
    log: tuple[Happened, ...]
    said: tuple[Announced, ...]
    words: Annotated[tuple[Learnt, ...], Field(max_length=MOST_ROWS["words"])]
    chronicle: Annotated[tuple[Corrected, ...], Field(max_length=MOST_ROWS["corrections"])]
    pending: Json | None
    withdrawn: Annotated[tuple[Withdrawn, ...], Field(max_length=MOST_ROWS["consents"])] = ()

    @model_validator(mode="after")
    def _fits_together(self) -> "CampaignFile":
        numbers = [each.number for each in self.evenings]
        if numbers != list(range(1, len(numbers) + 1)) or any(each.ended is None for each in self.evenings[:-1]):
            raise ValueError("the evenings are not numbered from 1, or one before the last has no end")
        mentioned = {each.evening for part in (self.talk, self.said, self.log) for each in part} - {None}
        if not mentioned <= set(numbers):
            raise ValueError("something belongs to a missing evening")
        if [each.position for each in self.log] != list(range(len(self.log))):
            raise ValueError("the log has gaps")
        for ids in ([each.command_id for each in self.log], [(each.evening, each.id) for each in self.talk]):
            if len(set(ids)) != len(ids):
                raise ValueError("an id occurs twice")
        return self


def dump_campaign(store: Store, campaign: Campaign, *, secrets: bool = True) -> str:
    """A campaign as JSON.

    Args:
        store: Where it is kept.
        campaign: The campaign.
        secrets: Whether what only some may know is in it; without it the file cannot be read back.

    Raises:
        StoreError: The log cannot be read.
    """
    codec = Codec(find_ruleset(campaign.slug))
    recorded = store.read(campaign.id)
    log = map(_happened, recorded if secrets else (_without_secrets(each, codec) for each in recorded))
    data = CampaignFile(
        complete=secrets,
        campaign=About(
            name=campaign.name,
            system=campaign.slug,
            roster=dict(campaign.roster) if secrets else _seats(campaign),
            settings=dict(campaign.settings) if secrets else {},
            created=campaign.created,
        ),
        evenings=tuple(_as_kept(Sitting, each) for each in store.evenings(campaign.id)),
        talk=tuple(_talk(store, campaign, reasons=secrets)),
        log=tuple(log),
        said=tuple(_as_kept(Announced, each) for each in store.announcements(campaign.id)),
        words=tuple(_as_kept(Learnt, each) for each in store.learnt_words(campaign.id)),
        chronicle=tuple(_corrected(store.corrections(campaign.id))),
        pending=store.pending(campaign.id) if secrets else None,
        withdrawn=tuple(_withdrawn(store, campaign)) if secrets else (),
    )
    # ASCII throughout: the log may hold half characters, which UTF-8 cannot say but JSON escapes can.
    return json.dumps(data.model_dump(by_alias=True), indent=1, default=_iso) + "\n"


def _as_kept(part: type[_P], kept: object) -> _P:
    """A part of the file from what the store has of it, by the names of its fields."""
    return part.model_validate(kept, from_attributes=True)


def _corrected(corrections: tuple[Correction, ...]) -> Iterator[Corrected]:
    """Corrections in order; those that name another one name it by the number it has once they are read back.

    Numbers have gaps where words were struck. Words of notes that were taken back are not in it.
    """
    emptied = emptied_notes(corrections)
    places = {each.number: place for place, each in enumerate(corrections, 1)}
    for each in corrections:
        body = emptied.get(each.number, each.body)
        named = {key: places.get(body[key], 0) for key in ("number", "instead") if body.get(key) is not None}
        yield Corrected(body={**body, **named}, made_at=each.made_at)


def _withdrawn(store: Store, campaign: Campaign) -> Iterator[Withdrawn]:
    latest = {each.person: each for each in store.consents(campaign.id)}
    return (_as_kept(Withdrawn, each) for each in latest.values() if not each.given)


def _iso(time: datetime) -> str:
    return time.isoformat()


def _talk(store: Store, campaign: Campaign, *, reasons: bool) -> Iterator[Said]:
    for evening in store.evenings(campaign.id):
        known = store.explanations(campaign.id, evening.number) if reasons else {}
        for each in store.utterances(campaign.id, evening.number):
            heard_at = each.heard_at or evening.started
            beside = {"evening": evening.number, "heard_at": heard_at, "reasons": known.get(each.id)}
            yield Said(**asdict(each) | beside)


def _happened(recorded: Recorded) -> Happened:
    entry = recorded.entry
    return Happened(
        position=recorded.position,
        evening=recorded.evening,
        utterance=recorded.utterance_id,
        kind=entry.kind,
        command_id=entry.command_id,
        root=entry.root,
        command=None if entry.command is None else dict(entry.command),
        events=tuple(dict(event) for event in entry.events),
        schema_version=entry.schema,
        at=recorded.recorded_at,
    )


def _without_secrets(recorded: Recorded, codec: Codec) -> Recorded:
    """An entry with the events everybody may know; a command that held a secret keeps its kind and who gave it."""
    entry, typed = recorded.entry, codec.entry(recorded)
    if not isinstance(typed, Committed | Undone):
        return recorded
    public = [event.visibility == PUBLIC for event in typed.events]
    events = tuple(event for event, shown in zip(entry.events, public, strict=True) if shown)
    command = entry.command
    if command is not None and any(event.visibility not in {PUBLIC, ENGINE_ONLY} for event in typed.events):
        command = {key: value for key, value in command.items() if key in {"kind", "actor"}}
    return replace(recorded, entry=replace(entry, command=command, events=events))


def _seats(campaign: Campaign) -> Json:
    """Return the people at the table, without anything of what is on their sheets."""
    players = [
        {"name": each["name"], "character": {"name": character.get("name")}}
        if (character := each.get("character"))
        else {"name": each["name"]}
        for each in campaign.roster.get("players", ())
    ]
    return {"game": campaign.slug, "players": players}


def read_campaign_file(text: str) -> CampaignFile:
    """Check a campaign file.

    Raises:
        ExportError: It is none, is damaged, comes from a newer companion, or is not complete.
    """
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as problem:
        raise ExportError(
            phrase("The file is not JSON."), phrase("Choose a file written by companion export --form json.")
        ) from problem
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ExportError(
            phrase("The file contains no campaign."), phrase("Choose a file written by companion export --form json.")
        )
    if data.get("version") != VERSION:
        raise ExportError(
            phrase("The file was written by another version of the companion."), phrase("Use a newer companion.")
        )
    try:
        read = CampaignFile.model_validate(data)
    except ValidationError as problem:
        first = problem.errors()[0]
        where = plain_place(first["loc"])
        raise ExportError(
            phrase(
                "The campaign file is damaged: {where}{first}.",
                where=phrase("{where}: ", where=where) if where else "",
                first=first["msg"],
            )
        ) from problem
    if not read.complete:
        raise ExportError(
            phrase("This file contains no secrets, so the game cannot continue from it."),
            phrase("Export the whole campaign."),
        )
    return read


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
