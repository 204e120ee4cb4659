"""Campaigns and their evenings, for a page or any other reader.

Everything here is safe for every player: it is made from talk and from facts that everybody may know.

    reader = CampaignReader(store, tones)
    reader.campaigns()                                 -> tuple[Campaign, ...]       oldest first
    reader.evenings(campaign)                          -> tuple[Evening, ...]        number, started, ended
    reader.evening(campaign, 2)                        -> EveningNotes               what notes are rendered from
    reader.memory(campaign)                            -> Memory                     people, places, items, goals,
                                                          connections, threads, promises, lines: tuples of `Entry`,
                                                          each with `evidence`, `certainty`, `aliases`, `ref`
    reader.passage(campaign, evening, around="u12")    -> Passage                    transcript around an utterance
    reader.moments(campaign, evening)                  -> dict[str, float]           seconds by utterance id
    reader.recap(campaign, evening, RecapRequest("page")) -> Recap                    sentences, each with its evidence
    reader.tones()                                     -> tuple[str, ...]
    reader.search(campaign, "ferry")                   -> tuple[Found, ...]          the latest first
    reader.correct(campaign, Rename("Oliver", "Olvir")) -> Correction                also Merge, Split, Forget, SetRole,
                                                          SetCertainty, Close, Note, and Undo(number)
    reader.search_notes(campaign, "ferry")             -> tuple[(Entry, Written), ...]   what the table wrote itself
    reader.corrections(campaign)                       -> tuple[Correcting, ...]     oldest first
    sound_of("A sentence.", synthesizer)               -> bytes                      16-bit mono WAV

Calls read the store anew, some milliseconds to a second each: a page makes them beside its event loop. Whatever cannot
be done is a `CompanionError` (or `UnknownSeat` for a recap seen by nobody at the table) with a sentence for people.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from companion.base.errors import StoreError
from companion.chronicle.extractor.notes import EveningNotes as EveningPage
from companion.chronicle.llm_extractor.evenings import with_findings
from companion.chronicle.llm_extractor.recap_writer import Retold, kept_recap, retell
from companion.chronicle.memory.corrections import AnyCorrection, Rename, Undo, effective, spelling, told
from companion.chronicle.memory.evenings import read_evening
from companion.chronicle.memory.recollection import Recollection, Today, recall
from companion.chronicle.memory.values import Entry, Memory, Written
from companion.chronicle.recaps import Recap, RecapRequest, load_tone, make_recap, tone_names
from companion.chronicle.recaps.reading import sound_of
from companion.llm.port import MeteredModel
from companion.nlu.word_list import WordList
from companion.store import Campaign, CampaignLog, Correction, Evening, Found, Store, StoredUtterance
from engine.phrase import phrase
from engine.registry import find_ruleset

__all__ = ["CampaignReader", "Correcting", "Passage", "sound_of"]


@dataclass(frozen=True, slots=True)
class Passage:
    """Part of an evening's transcript.

    Attributes:
        lines: What was said, as the table spells it; of struck words only that somebody spoke.
        first: Place of the first of them among all the evening's lines, from 0.
        total: Number of the evening's lines.
    """

    lines: tuple[StoredUtterance, ...]
    first: int
    total: int


@dataclass(frozen=True, slots=True)
class Correcting:
    """A correction of the chronicle as people read it.

    Attributes:
        number: From 1; what `Undo` takes.
        told: In words.
        made_at: When, UTC.
        undone: Whether it was undone.
        idle: Whether it finds nothing to change any more.
        undoes: Whether it undoes another one.
    """

    number: int
    told: str
    made_at: datetime
    undone: bool
    idle: bool
    undoes: bool


class CampaignReader:
    """Campaigns of a store, for reading and correcting; the rules and the log are not touched.

    Args:
        store: Open store; an evening may be running in it.
        tones: Where the table keeps tones of its own for recaps; None when it keeps none.
        today: The evening that is being played in a campaign, so that its talk is not read once more; None where none
            is, or nobody has read it.
        papers: Folder of saved notes, from which words go that the table takes back; None where there is none.
    """

    def __init__(
        self,
        store: Store,
        tones: Path | None = None,
        today: Callable[[Campaign], Today | None] = lambda _: None,
        papers: Path | None = None,
    ) -> None:
        self._papers = papers
        self._store = store
        self._tones = tones
        self._today = today

    def campaigns(self) -> tuple[Campaign, ...]:
        """Every campaign, oldest first."""
        return self._store.campaigns()

    def evenings(self, campaign: Campaign) -> tuple[Evening, ...]:
        """The evenings of a campaign, first one first; `ended` is None while one runs."""
        return self._store.evenings(campaign.id)

    def memory(self, campaign: Campaign) -> Memory:
        """Return what a campaign remembers, the table's corrections applied.

        Raises:
            StoreError: The log cannot be read.
        """
        return recall(self._store, campaign, self._today(campaign))[1]

    def evening(self, campaign: Campaign, number: int) -> EveningPage:
        """Return the page of an evening, with what a language model found in it and the table's corrections.

        Raises:
            StoreError: There is no such evening, or the log cannot be read.
        """
        log = CampaignLog(self._store, campaign.id, find_ruleset(campaign.slug))
        running, chronicle = self._today(campaign) or (None, None)
        known = chronicle if number == running else None
        read = read_evening(self._store, campaign, number, known, log).evening(campaign.name)
        found = with_findings(self._store, campaign, read)
        return Recollection(self._store, campaign, running, log).remembered(found, chronicle)

    def passage(
        self,
        campaign: Campaign,
        evening: int,
        *,
        around: str | None = None,
        first: int = 0,
        count: int = 60,
    ) -> Passage:
        """Lines of an evening's transcript.

        Args:
            campaign: Campaign.
            evening: Number of the evening.
            around: Utterance id that is to stand in the middle; without one `first` counts.
            first: Place of the first line wanted, from 0.
            count: Most lines given back.

        Raises:
            StoreError: There is no such evening, or nothing of that id was said in it.
        """
        self._known(campaign, evening)
        words = WordList(self._store, campaign.id)
        said = self._store.utterances(campaign.id, evening)
        if around is not None:
            at = next((at for at, each in enumerate(said) if each.id == around), None)
            if at is None:
                raise StoreError(
                    phrase("Nothing called {around} was said on evening {evening}.", around=around, evening=evening)
                )
            first = at - count // 2
        first = max(0, min(first, len(said) - count))
        shown = said[first : first + count]
        renamed = (each for _, each in effective(self._store.corrections(campaign.id)) if isinstance(each, Rename))
        spell = spelling(renamed)
        spelt = ((each, each.text if each.typed else words.respell(each.text)) for each in shown)
        return Passage(tuple(replace(each, text=spell(text)) for each, text in spelt), first, len(said))

    def moments(self, campaign: Campaign, evening: int) -> dict[str, float]:
        """Return the time of each utterance of an evening: seconds into it, by utterance id."""
        return {each.id: each.start for each in self._store.utterances(campaign.id, evening)}

    def recap(self, campaign: Campaign, evening: int, wish: RecapRequest) -> Recap:
        """Recap of an evening, in a model's words where one told it before; what it cites bears out every sentence.

        Args:
            campaign: Campaign.
            evening: Number of the evening.
            wish: Length, name of a tone, and whose evening it is.

        Raises:
            StoreError: There is no such evening.
            ToneError: There is no such tone.
            UnknownSeat: Nobody is called as `wish.seen_by` says.
        """
        tone = load_tone(wish.tone, self._tones)
        running = self._known(campaign, evening).ended is None
        read = self.evening(campaign, evening)
        kept = kept_recap(self._store, campaign, read, wish, tone, running=running)
        return kept or make_recap(read, wish, tone, running=running)

    def tones(self) -> tuple[str, ...]:
        """Names of the tones there are."""
        return tuple(tone_names(self._tones))

    def search(self, campaign: Campaign, words: str, limit: int = 50) -> tuple[Found, ...]:
        """List the utterances that hold these words, the latest first; a name is also found as it was misheard."""
        recollection, memory = recall(self._store, campaign, self._today(campaign))
        return recollection.search(words, memory, limit)

    def search_notes(self, campaign: Campaign, words: str) -> tuple[tuple[Entry, Written], ...]:
        """List the table's notes that hold these words, or are about what they name, the latest first."""
        recollection, memory = recall(self._store, campaign, self._today(campaign))
        return recollection.search_notes(words, memory)

    def correct(self, campaign: Campaign, correction: AnyCorrection) -> Correction:
        """Set something right in the chronicle; `Undo` of its number undoes it.

        Raises:
            UnknownEntry: There is nothing it could change.
            NoteRefused: It is a note that holds nothing, or too much.
        """
        recollection, memory = recall(self._store, campaign, self._today(campaign), self._papers)
        return recollection.correct(correction, memory)

    def corrections(self, campaign: Campaign) -> tuple[Correcting, ...]:
        """Everything set right, oldest first."""
        recollection, memory = recall(self._store, campaign, self._today(campaign))
        counting = {number for number, _ in effective(recollection.corrections)}
        return tuple(
            Correcting(
                stored.number,
                told(read),
                stored.made_at,
                undone=not isinstance(read, Undo) and stored.number not in counting,
                idle=stored.number in memory.idle,
                undoes=isinstance(read, Undo),
            )
            for stored, read in recollection.all_corrections()
        )

    def _known(self, campaign: Campaign, number: int) -> Evening:
        evening = next((each for each in self.evenings(campaign) if each.number == number), None)
        if evening is None:
            raise StoreError(
                phrase("{name} has no evening {number}.", name=campaign.name, number=number),
                phrase("companion log shows what was played."),
            )
        return evening


def retell_evening(store: Store, campaign: Campaign, number: int, model: MeteredModel, budget: int) -> Retold:
    """Have a model tell the short recap of an evening, so that it is there when page or voice are asked for one.

    Raises:
        StoreError: There is no such evening, or the store cannot be used.
    """
    strikes = store.strikes(campaign.id)
    evening = CampaignReader(store).evening(campaign, number)
    return retell(store, campaign, evening, strikes, RecapRequest(), load_tone(RecapRequest().tone), model, budget)
