"""Putting a campaign file back into a store."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from companion.base import plain_text
from companion.base.characters import each_text, shown_name, texts_in, unfit
from companion.base.clock import SystemClock
from companion.base.errors import ExportError, NoteRefused, RosterError, StoreError, TextRefused
from companion.base.validation_messages import plain_place
from companion.chronicle.memory.corrections import Note, read_correction
from companion.chronicle.memory.noting import note_text
from companion.dialogue.questions import Question
from companion.nlu.types import COMPANION_COMMANDS
from companion.play.roster import Roster
from companion.play.setup import state_of
from companion.play.showing import try_to_show
from companion.store import Campaign, Correction, LogEntry, Recorded, Store, StoredUtterance
from companion.store.campaigns import DEMO
from companion.store.codec import Codec
from companion.transfer.exports.campaign_file import Announced, CampaignFile, Happened, Said
from engine.errors import EngineError
from engine.history import History
from engine.phrase import phrase
from engine.registry import find_ruleset

_Part = TypeVar("_Part", Said, Announced)

MOST_STRANGE_NAMES = 500
"""Names with characters nobody sees that one file may hold; a campaign of before has a few."""


@dataclass(slots=True)
class RecalledClock(SystemClock):
    """Tells the time at which something in a campaign file happened, so that it is stored as of then.

    Attributes:
        time: The time told; aware.
    """

    time: datetime

    def now(self) -> datetime:
        """That time."""
        return self.time


def restore_campaign(store: Store, clock: RecalledClock, file: CampaignFile, name: str | None = None) -> Campaign:
    """Make the campaign of a file anew: its log, talk, words and everything else as they were.

    An open question stays only where a yes moves the game: what it asks, and what it does, may be two things in a file
    somebody wrote, and nobody agrees to be heard, or is forgotten, by a yes to "Shall we begin?".

    A name with a character that nobody sees, as older companions took them, has an escape in its place from then on.

    Args:
        store: An open store that takes its times from `clock`.
        clock: Set to the times of the file.
        file: As checked by `read_campaign_file`.
        name: Another name for it.

    Raises:
        ExportError: The rules cannot read its log or its roster, or nobody its chronicle, the reasons of its talk or
            the question that waits; nothing is stored then.
        CampaignExists: The name is taken.
        StoreError: The store cannot be written; nothing is stored then.
    """
    file = _with_names_shown(file)
    _try_log(file)
    _try_chronicle(file)
    _try_words(file)
    _try_talk(file)
    about = file.campaign
    clock.time = about.created
    with store.in_one_step():
        settings = {setting: each for setting, each in about.settings.items() if setting != DEMO}
        campaign = store.create_campaign(name or about.name, about.system, about.roster, settings)
        try:
            _fill(store, clock, file, campaign.id)
        finally:
            store.release(campaign.id)
    return campaign


def _with_names_shown(file: CampaignFile) -> CampaignFile:
    """The file with escapes in place of what names written now may not hold, wherever such a name stands in it."""
    written = [file.campaign.name, file.campaign.roster, [each.model_dump() for each in file.words]]
    strange = {text for text in texts_in([written, [each.body for each in file.chronicle]]) if unfit(text)}
    strange |= {each.spelled for each in file.words if unfit(each.spelled, name=True)}
    strange |= {text for text in texts_in(_names(file)) if unfit(text, name=True)}
    if not strange:
        return file
    if len(strange) > MOST_STRANGE_NAMES:
        raise ExportError(
            phrase(
                "The campaign in the file has {count} names with invisible characters; at most {most} are read.",
                count=len(strange),
                most=MOST_STRANGE_NAMES,
            )
        )
    escaped = {name: shown_name(name) for name in strange}
    names = re.compile("|".join(re.escape(name) for name in sorted(strange, key=len, reverse=True)))

    def shown(text: str) -> str:
        return names.sub(lambda found: escaped[found[0]], text) if unfit(text, name=True) else text

    return CampaignFile.model_validate(each_text(file.model_dump(by_alias=True), shown))


def _names(file: CampaignFile) -> list[Any]:
    """Names of the campaign, its players and characters."""
    people = file.campaign.roster.get("players")
    people = [each for each in people if isinstance(each, dict)] if isinstance(people, list) else []
    named = [*people, *(character for each in people if isinstance(character := each.get("character"), dict))]
    return [file.campaign.name, *((each.get("name"), each.get("nicknames")) for each in named)]


def _try_log(file: CampaignFile) -> None:
    """Read the log as the game will, before anything is stored."""
    try:
        ruleset = find_ruleset(file.campaign.system)
        roster = Roster.from_json(file.campaign.roster)
        if not file.log:
            state_of(ruleset, file.campaign.roster)
        codec, history = Codec(ruleset), History(ruleset)
        for each in file.log:
            history.commit(codec.entry(Recorded(0, each.position, _entry(each), None, None, each.at)))
        try_to_show(ruleset, history, roster.names)
    except (StoreError, EngineError, RosterError) as problem:
        raise ExportError(phrase("The campaign in the file cannot be played: {problem}", problem=problem)) from problem


def _try_chronicle(file: CampaignFile) -> None:
    """Read the corrections as they will be whenever somebody is named."""
    for at, each in enumerate(file.chronicle):
        with _told(f"chronicle.{at}"):
            read = read_correction(Correction(at + 1, each.body, each.made_at))
            if isinstance(read, Note) and read.text:  # empty once it was taken back
                note_text(read.text)


def _try_words(file: CampaignFile) -> None:
    """Read the words as if they were learnt now."""
    for at, each in enumerate(file.words):
        with _told(f"words.{at}"):
            plain_text.name(each.spelled)
            plain_text.line(each.heard)


class _Reading(BaseModel):
    fate: str
    command: str
    decision: Literal["act", "ask", "note", "ignore"] | None = None
    words: str = ""
    said: dict[str, str] = {}
    slots: dict[str, Any] = {}


class _Reasons(BaseModel):
    """Part of an utterance's reasons that is read; see `companion.dialogue.records.explanation`."""

    heard: float = 0.0
    voices: tuple[tuple[str, float], ...] = ()
    who: tuple[str, ...] = ()
    names: tuple[tuple[str, str, str, float], ...] = ()
    quoted: tuple[str, ...] = ()
    readings: tuple[_Reading, ...] = ()


def _try_talk(file: CampaignFile) -> None:
    """Read why the talk was taken as it was, and what still waits for an answer."""
    for at, each in enumerate(file.talk):
        if each.reasons is not None:
            with _told(f"talk.{at}.reasons"):
                _Reasons.model_validate(each.reasons)
    if file.pending is not None:
        with _told("pending"):
            Question.from_json(file.pending, 0.0)


@contextmanager
def _told(place: str) -> Iterator[None]:
    """Refuse a file in which something at this place cannot be read."""
    try:
        yield
    except (NoteRefused, TextRefused) as problem:
        raise ExportError(
            phrase("The campaign file is damaged: {place}: {problem}", place=place, problem=problem)
        ) from problem
    except ValidationError as problem:
        first = problem.errors()[0]
        where = plain_place((place, *first["loc"]))
        raise ExportError(
            phrase("The campaign file is damaged: {where}: {first}.", where=where, first=first["msg"])
        ) from problem


def _entry(each: Happened) -> LogEntry:
    return LogEntry(each.kind, each.command_id, each.root, each.command, each.events, each.schema_version)


def _fill(store: Store, clock: RecalledClock, file: CampaignFile, campaign_id: int) -> None:
    for word in file.words:  # before the talk, which is looked through for each of them
        clock.time = word.learnt_at
        store.learn_word(campaign_id, word.heard, word.spelled)
    talk, said = _by_evening(file.talk), _by_evening(file.said)
    for sitting in file.evenings:
        clock.time = sitting.started
        store.begin_evening(campaign_id)
        store.keep_silent(campaign_id, sitting.number, sitting.silent)
        _fill_talk(store, talk[sitting.number], said[sitting.number], campaign_id, sitting.number)
        if sitting.ended is not None:
            clock.time = sitting.ended
            store.end_evening(campaign_id, sitting.number)
    for each in file.log:
        store.append(
            campaign_id, each.position, _entry(each), evening=each.evening, utterance_id=each.utterance, at=each.at
        )
    for correction in file.chronicle:
        clock.time = correction.made_at
        store.add_correction(campaign_id, correction.body)
    if file.pending is not None and file.pending["intent"]["command"] not in COMPANION_COMMANDS:
        store.save_pending(campaign_id, file.pending)
    for withdrawn in file.withdrawn:
        clock.time = withdrawn.at
        store.add_consent(campaign_id, withdrawn.person, False, withdrawn.way)


def _by_evening(parts: Iterable[_Part]) -> defaultdict[int, list[_Part]]:
    found: defaultdict[int, list[_Part]] = defaultdict(list)
    for each in parts:
        found[each.evening].append(each)
    return found


def _fill_talk(store: Store, talk: Iterable[Said], said: Iterable[Announced], campaign_id: int, evening: int) -> None:
    for each in talk:
        fields = each.model_dump(exclude={"evening", "reasons"})
        store.add_utterance(campaign_id, evening, StoredUtterance(**fields))
        if each.reasons is not None:
            store.explain(campaign_id, evening, each.id, each.reasons)
    for told in said:
        store.add_announcement(campaign_id, evening, told.text, told.cause, sources=told.sources, at=told.at)
