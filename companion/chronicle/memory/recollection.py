"""A campaign's memory at work: past evenings read once and kept, the running one as it goes, corrections on top."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from companion.base import plain_text
from companion.base.errors import UnknownEntry
from companion.base.file_names import file_name
from companion.chronicle.extractor.markdown import escape
from companion.chronicle.extractor.model import Chronicle, Remark
from companion.chronicle.extractor.notes import EveningNotes as EveningPage
from companion.chronicle.extractor.standing import standing_of
from companion.chronicle.memory.corrected_evening import as_remembered
from companion.chronicle.memory.corrections import (
    Amendment,
    AnyCorrection,
    Forget,
    Merge,
    Note,
    Rename,
    SetRole,
    Undo,
    apply,
    corrected,
    correction_json,
    effective,
    emptied_notes,
    read_correction,
    spelling,
)
from companion.chronicle.memory.evenings import StoredEveningReader
from companion.chronicle.memory.gather import gather
from companion.chronicle.memory.noting import note_text
from companion.chronicle.memory.values import Entry, Memory, Reading, Written, spelled
from companion.chronicle.saved_documents import DocumentLocked, redact_documents
from companion.nlu.word_list import WordList
from companion.store import Campaign, CampaignLog, Correction, Evening, Found, Store
from engine.phrase import phrase
from engine.registry import find_ruleset
from engine.ruleset import Ruleset

READING = 3
"""Version of the scribe's reading; one more makes every campaign read its evenings anew."""

MOST_NAMES = 60
"""Names handed to recognition and understanding; more would be too many to tell apart by sound."""

Today = tuple[int, Chronicle]
"""The evening that is being played: its number, and what has been read of it."""


@cache
def _chronicle() -> TypeAdapter[Chronicle]:
    return TypeAdapter(Chronicle)


class Recollection:
    """Memory of a campaign, with its corrections and searches.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        running: Number of the evening that is being played and comes from the caller; None reads all of them.
        log: The campaign's log where it has been read already.
        papers: Folder of saved notes; None where there is none.
        only_kept: Whether evenings that would have to be read anew are left out, as that takes long.
    """

    def __init__(
        self,
        store: Store,
        campaign: Campaign,
        running: int | None = None,
        log: CampaignLog | None = None,
        papers: Path | None = None,
        *,
        only_kept: bool = False,
    ) -> None:
        self._store = store
        self._papers = papers
        self._only_kept = only_kept
        self._log = log
        self._campaign = campaign
        self._running = running
        self._ruleset: Ruleset[Any, Any, Any] = find_ruleset(campaign.slug)
        self._before: tuple[tuple[Correction, ...], Memory] | None = None

    @cached_property
    def _past(self) -> tuple[Reading, ...]:
        return tuple(_read_past(self._store, self._campaign, self._running, self._log, only_kept=self._only_kept))

    @property
    def lacking(self) -> bool:
        """True where evenings are left out, as they would have to be read anew."""
        before = [each for each in self._evenings() if self._running is None or each.number < self._running]
        return self._only_kept and len(self._past) < len(before)

    def read_past(self) -> None:
        """Read the evenings before the running one now, those that are kept and those that are not."""
        _ = self._past

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """Everything the table set right, oldest first, undone or not; others may have added to it meanwhile."""
        return self._store.corrections(self._campaign.id)

    def memory(self, state: Any, today: Chronicle | None = None) -> Memory:
        """Everything remembered, corrections applied.

        Args:
            state: State of the rules now: goals, connections, who plays whom.
            today: The running evening, None when there is none.
        """
        return corrected(self._gathered(state, today), effective(self.corrections))

    def _gathered(self, state: Any, today: Chronicle | None) -> Memory:
        readings = self._past
        if today is not None and self._running is not None:
            day = next(each.started.date() for each in self._evenings() if each.number == self._running)
            readings = (*readings, Reading(self._running, day, today))
        players = self._ruleset.vocabulary(state).players
        cast = tuple((player.name, player.character) for player in players)
        return gather(readings, standing_of(state), cast, tuple(_open_requests(state)))

    def remembered(self, evening: EveningPage, today: Chronicle | None = None) -> EveningPage:
        """An evening with what the table set right in it.

        Args:
            evening: As it was read.
            today: The running evening, None when there is none.
        """
        counting = tuple(effective(self.corrections))
        if not counting:
            return evening
        gathered = self._gathered(evening.after, today)
        right = corrected(gathered, counting)
        renamed = [each for number, each in counting if isinstance(each, Rename) and number not in right.idle]
        remembered = as_remembered(evening, gathered, right, spelling(renamed))
        return replace(remembered, written=tuple(self._written(right, evening.number)))

    def _written(self, memory: Memory, evening: int | None) -> Iterator[Remark]:
        """Yield the notes the table wrote from the beginning of an evening on, until the next one began."""
        evenings = self._evenings()
        for about, note in notes_of(memory):
            if note.at is not None and _evening_of(evenings, note.at) == evening:
                yield Remark(note.number, about.name, " ".join(note.text.split()), note.by, f"{note.at:%Y-%m-%d}")

    def reading(self, evening: int) -> Chronicle | None:
        """Return the scribe's chronicle of an earlier evening; None when there is no such evening."""
        return next((each.chronicle for each in self._past if each.number == evening), None)

    def names(self, today: Iterable[str], state: Any) -> tuple[str, ...]:
        """People and places likely to be named: this evening's, then those of earlier ones, the latest first.

        Args:
            today: Names of the running evening as the scribe has them.
            state: State of the rules now.
        """
        corrections = self.corrections
        if self._before is None or self._before[0] != corrections:
            self._before = corrections, self.memory(state)
        before = self._before[1]
        known = sorted((*before.people, *before.places), key=lambda each: each.evidence[-1].place, reverse=True)
        right = {spelled(old): new for old, new in _renamed(effective(corrections))}
        names = [new for name in today if (new := right.get(spelled(name), name)) is not None]
        return tuple(dict.fromkeys([*names, *(each.name for each in known)]))[:MOST_NAMES]

    def correct(self, correction: AnyCorrection, memory: Memory) -> Correction:
        """Add a correction.

        Args:
            correction: What is to be set right.
            memory: What is remembered now.

        Raises:
            UnknownEntry: There is nothing it could change.
            NoteRefused: It is a note that holds nothing, or too much.
            TextRefused: A new name holds a character that nobody sees.
        """
        if isinstance(correction, Note):
            correction = replace(correction, text=note_text(correction.text))
        if isinstance(correction, Rename):
            correction = replace(correction, to=plain_text.name(correction.to))
        if isinstance(correction, SetRole):
            correction = replace(correction, role=plain_text.name(correction.role, phrase("The role")))
        if isinstance(correction, Undo):
            if not any(each.number == correction.number for each in self.corrections):
                raise UnknownEntry(
                    phrase("There is no correction {number}.", number=correction.number), _SEE_CORRECTIONS
                )
        elif apply(memory, correction) is None:
            raise UnknownEntry(phrase("The chronicle has no entry that this could correct."), _SEE_CHRONICLE)
        made = self._store.add_correction(self._campaign.id, correction_json(correction))
        self.empty_notes()
        return made

    def empty_notes(self) -> None:
        """Delete the words of notes that were taken back or replaced, in saved papers first."""
        corrections = self.corrections
        emptied = emptied_notes(corrections)
        if not emptied:
            return
        if self._papers is not None:
            gone = [str(each.body["text"]) for each in corrections if each.number in emptied]
            quotes = [f"“{words}”" for text in gone for words in (escape(text), " ".join(text.split()))]
            with suppress(DocumentLocked):
                called = file_name(self._campaign.name)
                redact_documents(self._papers, called, lambda line: any(each in line for each in quotes))
        self._store.replace_corrections(self._campaign.id, emptied)

    def all_corrections(self) -> Iterator[tuple[Correction, AnyCorrection]]:
        """Each correction as stored and as it reads, oldest first; none that was emptied."""
        return ((each, read_correction(each)) for each in self.corrections if each.body.get("text") != "")

    def last_effective(self) -> int | None:
        """Number of the latest correction that counts; None when there is none."""
        return max((number for number, _ in effective(self.corrections)), default=None)

    def search(self, words: str, memory: Memory, limit: int = 50) -> tuple[Found, ...]:
        """List the utterances that hold these words, or a name that means the same, the latest first.

        Args:
            words: Words in any order; a word also finds longer ones.
            memory: What is remembered now; its names are found under all their forms.
            limit: Most utterances given back.
        """
        phrases = [words]
        phrases += [form for entry in memory if entry.goes_by(words) for form in (entry.name, *entry.aliases)]
        spelled = WordList(self._store, self._campaign.id).words
        phrases += [each.heard for each in spelled if each.spelled.casefold() == words.strip().casefold()]
        return self._store.search(self._campaign.id, dict.fromkeys(phrases), limit)

    def search_notes(self, words: str, memory: Memory) -> tuple[tuple[Entry, Written], ...]:
        """List the table's notes that hold these words, or are about what they name, the latest first.

        Args:
            words: Words in any order; a word also finds longer ones.
            memory: What is remembered now.
        """
        wanted = _words(words)
        found = [each for each in notes_of(memory) if wanted and _holds(each, wanted)]
        return tuple(sorted(found, key=lambda each: -each[1].number))

    def keep(self, today: Callable[[], Chronicle]) -> None:
        """Keep what was read of the running evening, which is over now, for the next one.

        Args:
            today: Reads it.
        """
        if self._running is not None:
            wording = self._store.wording(self._campaign.id, self._running)
            _keep(self._store, self._campaign, self._running, today(), wording)

    def _evenings(self) -> tuple[Evening, ...]:
        return self._store.evenings(self._campaign.id)


def _evening_of(evenings: Sequence[Evening], at: datetime) -> int:
    """Number of the evening in which, or after which, something was written; a clock may have been set back between."""

    def fits(evening: Evening) -> tuple[bool, datetime]:
        return evening.ended is not None and at <= evening.ended, evening.started

    begun = [each for each in evenings if each.started <= at]
    return max(begun, key=fits).number if begun else 1


def notes_of(memory: Memory) -> Iterator[tuple[Entry, Written]]:
    """Everything the table has written, each with what it is about."""
    return ((entry, note) for entry in memory for note in entry.notes)


def _holds(noted: tuple[Entry, Written], wanted: list[str]) -> bool:
    entry, note = noted
    there = _words(" ".join((note.text, entry.name, *entry.aliases)))
    return all(any(each.startswith(word) for each in there) for word in wanted)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


_SEE_CHRONICLE = phrase("See the entries with companion chronicle.")
_SEE_CORRECTIONS = phrase("See them with companion chronicle corrections.")


def _read_past(
    store: Store, campaign: Campaign, running: int | None, log: CampaignLog | None, *, only_kept: bool
) -> Iterator[Reading]:
    """Evenings before the running one; each is read by the scribe once, a few milliseconds a sentence, and kept."""
    kept = store.readings(campaign.id, READING)
    past = [each for each in store.evenings(campaign.id) if running is None or each.number < running]
    over = [each.number for each in past if each.ended is not None and each.number not in kept]
    # Before anything is read that is to be kept, the log included: what is struck after this may have been read.
    wordings = {number: store.wording(campaign.id, number) for number in over}
    reader: StoredEveningReader | None = None
    for evening in past:
        day: date = evening.started.date()
        if evening.number in kept:
            yield Reading(evening.number, day, _chronicle().validate_python(kept[evening.number]))
            continue
        if only_kept:
            continue
        from companion.chronicle.llm_extractor.evenings import with_findings  # no first evening needs it

        reader = reader or StoredEveningReader(store, campaign, None if wordings else log)
        read = reader.read(evening.number).evening(campaign.name)
        chronicle = with_findings(store, campaign, read).chronicle
        if evening.number in wordings:
            _keep(store, campaign, evening.number, chronicle, wordings[evening.number])
        yield Reading(evening.number, day, chronicle)


def _keep(store: Store, campaign: Campaign, number: int, chronicle: Chronicle, wording: str) -> None:
    store.keep_reading(campaign.id, number, READING, _chronicle().dump_python(chronicle, mode="json"), wording)


def _renamed(corrections: Iterable[tuple[int, Amendment]]) -> Iterator[tuple[str, str | None]]:
    """Names that are not used any more, each with the one used instead; None where nobody is to be remembered."""
    for _, each in corrections:
        if isinstance(each, Rename):
            yield each.name, each.to
        elif isinstance(each, Merge):
            yield each.name, each.into
        elif isinstance(each, Forget):
            yield each.name, None


def _open_requests(state: Any) -> Iterator[str]:
    """Yield the requests of connections that nobody has settled, where a system has such requests."""
    for request in getattr(state, "requests", ()):
        if str(request.status) == "OPEN":
            wish = f": {request.text}" if request.text else " for something"
            yield f"{request.connection_id} asks {request.target}{wish}"


def recall(
    store: Store, campaign: Campaign, today: Today | None = None, papers: Path | None = None
) -> tuple[Recollection, Memory]:
    """A campaign's memory outside of play.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        today: The running evening where it has been read already.
        papers: Folder of saved notes; None where there is none.

    Raises:
        StoreError: The log cannot be read.
    """
    number, chronicle = today or (None, None)
    log = CampaignLog(store, campaign.id, find_ruleset(campaign.slug))
    recollection = Recollection(store, campaign, number, log, papers)
    return recollection, recollection.memory(log.history().state, chronicle)
