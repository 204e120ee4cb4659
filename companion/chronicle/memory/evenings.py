"""Evenings as books: everything said and done in one, read again from the store with the scribe listening along."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.base.characters import within_line
from companion.base.errors import StoreError
from companion.chronicle.extractor import Chronicle, Happening, NoteExtractor, TalkLine
from companion.chronicle.extractor.notes import EveningNotes
from companion.nlu.types import FOR_COMPANION
from companion.nlu.word_list import WordList
from companion.play.game import SETUP
from companion.store import Campaign, CampaignLog, Recorded, Store, StoredUtterance
from engine.history import Committed, Entry, History, Undone
from engine.phrase import phrase
from engine.quick_dataclass import dataclass
from engine.registry import find_ruleset
from engine.ruleset import Ruleset
from engine.types import ENGINE_ONLY, PUBLIC


def _public(entry: Committed[Any, Any]) -> Any:
    """The command, without its fields where an event of it is secret."""
    secret = any(event.visibility not in {PUBLIC, ENGINE_ONLY} for event in entry.events)
    return {"kind": entry.command.kind, "actor": entry.command.actor} if secret else entry.command


class EveningRecord:
    """Everything said and done in one evening, in order, with the scribe listening along.

    Args:
        ruleset: System played.
        before: State as the evening began.
        known: What the scribe made of the whole evening when it was read before; then nothing is read again.
    """

    def __init__(self, ruleset: Ruleset[Any, Any, Any], before: Any, known: Chronicle | None = None) -> None:
        self.before = before
        self.lines: list[TalkLine] = []
        self.happenings: dict[int, Happening] = {}
        self.narrator = ruleset.narration(before).holder
        self.scribe = NoteExtractor(ruleset.vocabulary(before), lambda: self.narrator)
        self._ruleset = ruleset
        self._known = known
        self._roots: dict[str, list[int]] = {}

    def hear(self, line: TalkLine) -> None:
        """Take in something said; a longer line, as a file may hold one, as `within_line` gives it."""
        line = replace(line, text=within_line(line.text))
        self.lines.append(line)
        if self._known is None:
            self.scribe.heard(line)

    def happen(self, position: int, entry: Entry, utterance_id: str | None, after: Any) -> None:
        """Take in an entry of the log, as far as everybody may know it, and the state it left."""
        if isinstance(entry, Committed):
            self._roots.setdefault(entry.root, []).append(position)
            public = tuple(event for event in entry.events if event.visibility == PUBLIC)
            self._put(Happening(position, public, utterance_id, command=_public(entry)))
        else:
            for at in self._roots.get(entry.root, ()):
                self._put(replace(self.happenings[at], undone=isinstance(entry, Undone)))
        self.narrator = self._ruleset.narration(after).holder

    def _put(self, happening: Happening) -> None:
        self.happenings[happening.position] = happening
        if happening.undone:
            self.scribe.undone(happening.position)
        else:
            self.scribe.recorded(happening)

    def credit(self, utterance_id: str, player: str) -> None:
        """Words belong to another player."""
        self.lines = [replace(line, speaker=player) if line.id == utterance_id else line for line in self.lines]

    def understood(self, utterance_id: str, explanation: Mapping[str, Any] | None) -> None:
        """Record the meaning of an utterance: words meant for the companion are no part of the story."""
        for words in _meant_for_companion(explanation or {}):
            self.scribe.disregard(utterance_id, words)

    def strike(self, utterance_ids: Iterable[str]) -> None:
        """Forget what was said in these utterances."""
        struck = set(utterance_ids)
        self.lines = [line for line in self.lines if line.id not in struck]
        for name in struck:
            self.scribe.strike(name)

    def logged_anew(self, fresh: "EveningRecord") -> None:
        """Take the log from a fresh reading of the same talk, and keep what was read of the talk."""
        self.before, self.happenings, self._roots = fresh.before, fresh.happenings, fresh._roots
        self.scribe.logged_anew(self.happenings.values(), self._ruleset.vocabulary(self.before))

    def evening(self, title: str, date: str, number: int, after: Any) -> EveningNotes:
        """Return the material of notes and recap."""
        return EveningNotes(
            title=title,
            date=date,
            lines=tuple(self.lines),
            happenings=tuple(self.happenings[at] for at in sorted(self.happenings)),
            chronicle=self._known or self.scribe.chronicle(),
            before=self.before,
            after=after,
            slug=self._ruleset.info.slug,
            describe=self._ruleset.describe,
            cast=tuple((each.name, each.character) for each in self._ruleset.vocabulary(after).players),
            tally=self._ruleset.tally(after),
            number=number,
        )


def _meant_for_companion(explanation: Mapping[str, Any]) -> Iterator[str]:
    for reading in explanation.get("readings", ()):
        taken = reading["fate"] == "taken" and reading.get("decision") == "act"
        if taken and reading["command"] in FOR_COMPANION and reading.get("words"):
            yield reading["words"]


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An evening read from the store: its book, the state it left, when it was, and how many seconds of it are told."""

    book: EveningRecord
    after: Any
    date: str
    number: int
    said: int
    until: float

    def evening(self, title: str) -> EveningNotes:
        """Return the material of notes and recap."""
        return self.book.evening(title, self.date, self.number, self.after)


def read_evening(
    store: Store, campaign: Campaign, number: int, known: Chronicle | None = None, log: CampaignLog | None = None
) -> PastEvening:
    """Read an evening of a campaign, played to its end or not; see `StoredEveningReader`."""
    return StoredEveningReader(store, campaign, log).read(number, known)


class StoredEveningReader:
    """Reads evenings of a campaign, each from where the one before it ended.

    Args:
        store: Where the campaign lives.
        campaign: Campaign.
        log: The campaign's log where it has been read already.
    """

    def __init__(self, store: Store, campaign: Campaign, log: CampaignLog | None = None) -> None:
        self._store = store
        self._campaign = campaign
        self._ruleset: Ruleset[Any, Any, Any] = find_ruleset(campaign.slug)
        self._log = CampaignLog(store, campaign.id, self._ruleset) if log is None else log
        self._words = WordList(store, campaign.id)
        self._history: History[Any, Any, Any] | None = None

    def read(self, number: int, known: Chronicle | None = None) -> PastEvening:
        """Read an evening, played to its end or not.

        Args:
            number: The evening.
            known: What the scribe made of it when it was read before, which spares some milliseconds a sentence.

        Raises:
            StoreError: There is no such evening, or the log cannot be read.
        """
        store, campaign = self._store, self._campaign
        evening = next((each for each in store.evenings(campaign.id) if each.number == number), None)
        if evening is None:
            raise StoreError(
                phrase("{name} has no evening {number}.", name=campaign.name, number=number),
                phrase("companion log shows what was played."),
            )
        played = [each for each in self._log.of_evening(number) if each.entry.root != SETUP]
        before = played[0].position if played else self._log.begin_of(number)
        history = self._history = self._log.history(before, self._history)
        book = EveningRecord(self._ruleset, history.state, known)
        said = tuple(
            each if each.typed else replace(each, text=self._words.respell(each.text))
            for each in store.utterances(campaign.id, number)
        )
        self._read(book, history, said, deque(played))
        for utterance_id, explanation in store.explanations(campaign.id, number).items():
            book.understood(utterance_id, explanation)
        until = max((each.end for each in said), default=0.0)
        return PastEvening(book, history.state, f"{evening.started:%Y-%m-%d}", number, len(said), until)

    def _read(
        self,
        book: EveningRecord,
        history: History[Any, Any, Any],
        said: Iterable[StoredUtterance],
        waiting: deque[Recorded],
    ) -> None:
        """Talk and log in the order they came: every entry right after the sentence that caused it."""
        spoken = {utterance.id for utterance in said}

        def happen() -> None:
            each = waiting.popleft()
            while len(history) <= each.position:
                entry = self._log.go_on(history)
            book.happen(each.position, entry, each.utterance_id, history.state)

        for utterance in said:
            while waiting and waiting[0].utterance_id not in spoken:
                happen()
            if not utterance.struck:
                book.hear(TalkLine(utterance.id, utterance.text, utterance.speaker, utterance.start, utterance.end))
            while waiting and waiting[0].utterance_id == utterance.id:
                happen()
        while waiting:
            happen()
